//===- Coverage.cpp - is storage written as a whole -------------------------===//
//
// Collects the windows of all writes that certainly happen, each swept over the
// loops around it, and asks isl whether their union is the whole tensor.
//
//===----------------------------------------------------------------------===//

#include "analysis/Coverage.h"

#include "analysis/Loops.h"
#include "analysis/Summaries.h"

#include <algorithm>

using namespace rewrite;

/// Nothing in `block` from `from` on defines the variable.
static bool keepsValue(const Variable &v, const Block &block, const Op *from, const Values &values) {
  if (v.escapes || v.isStatic || v.isReference || v.kind == Variable::Kind::Global)
    return false;
  for (const Op *def : values.definitions(v)) {
    const Op *top = ancestorIn(block, const_cast<Op *>(def));
    if (!top)
      continue;
    const auto at = std::find(block.ops.begin(), block.ops.end(), top);
    if (!from || at >= std::find(block.ops.begin(), block.ops.end(), from))
      return false;
  }
  return true;
}

std::optional<affine::SweptWindow> rewrite::sweep(const Access &access, const Block &block, const Memory &memory,
                                                  const Op *from, const Ranges &inside) {
  if (!access.view.window)
    return std::nullopt;
  affine::SweptWindow out{*access.view.window, inside};
  for (const Op *loop : Control::loopsAround(*access.op))
    if (loop->induction && encloses(block, *loop->parent))
      out.over.insert(out.over.begin(), memory.resolve(*loop->induction, *loop));
  const auto forEachExpr = [&](auto &&f) {
    for (const std::vector<Expr> *list : {&out.window.offsets, &out.window.sizes})
      for (const Expr &e : *list)
        f(e);
    for (const Induction &i : out.over) {
      f(i.lower);
      f(i.upper);
    }
  };
  // Loops whose variable does not matter need no sweep. Innermost first: the
  // bounds of a dropped loop no longer count.
  for (std::size_t k = out.over.size(); k-- > 0;) {
    bool mentioned = false;
    forEachExpr(
        [&](const Expr &e) { e.forEachVariable([&](const Variable *v) { mentioned |= v == out.over[k].variable; }); });
    if (!mentioned && out.over[k].tripCount().value_or(0) > 0)
      out.over.erase(out.over.begin() + static_cast<std::ptrdiff_t>(k));
  }
  bool expressible = true;
  forEachExpr([&](const Expr &e) {
    expressible &= e.kind != Expr::Kind::Opaque;
    e.forEachVariable([&](const Variable *v) {
      const bool swept =
          std::any_of(out.over.begin(), out.over.end(), [&](const Induction &i) { return i.variable == v; });
      expressible &= swept || keepsValue(*v, block, from, memory.values);
    });
  });
  if (!expressible)
    return std::nullopt;
  return out;
}

/// The window that a call certainly writes: the whole of the handle it is given,
/// when the callee writes all of its parameter.
static std::optional<View> writtenByCall(const Memory &memory, const Access &access) {
  const Op &call = *access.op;
  if (access.operand < 0)
    return std::nullopt;
  const Summary &callee = memory.summaries.of(*call.callee);
  const std::size_t k = static_cast<std::size_t>(access.operand);
  if (k >= callee.parameters.size() || !callee.parameters[k].writesAll)
    return std::nullopt;
  const std::vector<View> views = memory.views(*call.operands[k].variable, call);
  if (views.size() != 1)
    return std::nullopt;
  return views[0];
}

/// A callee that writes some windows of its parameter for sure: they, in the caller's words.
static void sureParts(const Memory &memory, const Access &access, const Block &block, const Op *from,
                      std::vector<affine::SweptWindow> &windows) {
  const Op &call = *access.op;
  if (access.operand < 0)
    return;
  const Summary &callee = memory.summaries.of(*call.callee);
  const std::size_t k = static_cast<std::size_t>(access.operand);
  if (k >= callee.parameters.size())
    return;
  const std::vector<View> views = memory.views(*call.operands[k].variable, call);
  if (views.size() != 1 || !views[0].whole)
    return;
  for (const affine::SweptWindow &w : callee.parameters[k].sureWindows) {
    const auto here = memory.translated(w, call);
    if (!here)
      continue;
    Access a = access;
    a.view = {views[0].root, here->window, false};
    auto swept = sweep(a, block, memory, from, here->over);
    if (swept)
      windows.push_back(std::move(*swept));
  }
}

static const Op *next(const Block &block, const Op *op) {
  const auto at = std::find(block.ops.begin(), block.ops.end(), op);
  return at + 1 == block.ops.end() ? nullptr : *(at + 1);
}

bool rewrite::writtenWhole(const Memory &memory, const Root &root, const Type &type, const Block &block, const Op *from,
                           const Op *until, std::vector<affine::SweptWindow> *parts) {
  std::vector<affine::SweptWindow> windows;
  bool whole = false, active = from == nullptr;
  for (const Op *top : block.ops) {
    if (top == until)
      break;
    if (!active) {
      active = top == from;
      continue;
    }
    const auto visit = [&](const Op &op) {
      for (Access a : memory.accesses(op)) {
        if (a.view.root != root || !a.writes())
          continue;
        const Op *outermost = nullptr;
        if (!happensAlways(op, block, &outermost, from))
          continue;
        if (op.kind == OpKind::Call) {
          const std::optional<View> written = writtenByCall(memory, a);
          if (!written) {
            sureParts(memory, a, block, from, windows);
            continue;
          }
          a.view = *written;
        } else if (!a.certain) {
          continue;
        }
        // Written as a whole in a loop that may not run is not written.
        bool runs = true;
        for (const Op *loop : Control::loopsAround(op))
          if (encloses(block, *loop->parent) && !(loop->induction && loop->induction->tripCount().value_or(0) > 0))
            runs = false;
        if (a.view.whole && runs)
          whole = true;
        else if (const auto w = sweep(a, block, memory, from))
          windows.push_back(*w);
      }
    };
    visit(*top);
    for (const auto &region : top->regions)
      walk(*region, visit);
    // Both arms write all of it.
    if (top->kind == OpKind::If && writtenWhole(memory, root, type, *top->regions[0], nullptr, nullptr) &&
        writtenWhole(memory, root, type, *top->regions[1], nullptr, nullptr) &&
        !earlyExit(block, from, next(block, top)))
      whole = true;
  }
  if (parts)
    *parts = windows;
  if (whole)
    return true;
  const std::vector<Expr> extents = memory.extentsOf(root, type);
  for (const Expr &e : extents)
    if (e.kind == Expr::Kind::Opaque)
      return false;
  return !windows.empty() && affine::cover(windows, extents, {});
}
