//===- Windows.cpp - memory that a function alone works on ---------------------===//
//
//   mem::subview<8, 64>(mem::view(x), {r, 0})            pto::x86::in_window<8, 64>(x, {r, 0})
//   const auto b = mem::alloc<float, mem::L1, 8>();      pto::x86::Buffer<float, mem::L1, 8> b;
//
// A window says that neighbours are adjacent, and may be a copy where they are not: see
// dsl/pto/x86/window.h. So nothing else may write to what it shows while it lives, and nothing
// else read what is written through it. Roles give that: nobody writes to an In parameter, and
// an Out or InOut one overlaps no other; of such, the function uses but the one window.
//
//===----------------------------------------------------------------------===//

#include "kernel/Spelling.h"
#include "targets/x86/Lowering.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::x86;

namespace {

struct Shown {
  const Op *subview = nullptr, *view = nullptr; ///< view: null where the parameter is a MemRef
  const Variable *parameter = nullptr;
};

bool isPrefetch(const Op &op) { return op.is("mem.prefetch") || op.is("mem.prefetch_write"); }

/// The operand is a window's memory, and the op moves elements of it, or asks for them.
bool moves(const Op &op, const Variable &window) {
  if (op.is("mem.load") || isPrefetch(op))
    return op.operands[0].variable == &window;
  if (op.is("mem.store"))
    return op.operands[1].variable == &window && op.operands[0].variable != &window;
  const std::optional<Transfer> t = transferOf(op);
  return t && t->memoryOperand().variable == &window;
}

bool writes(const Op &op) {
  const std::optional<Transfer> t = transferOf(op);
  return t ? t->writes : op.is("mem.store");
}

/// A multiple of `n`, whatever the values of variables are.
bool isMultiple(const Expr &expr, std::int64_t n, const Op &at, unsigned depth = 0) {
  const auto part = [&](std::size_t i) { return isMultiple(expr.operands[i], n, at, depth); };
  switch (expr.kind) {
  case Expr::Kind::Constant:
    return expr.value % n == 0;
  case Expr::Kind::Add:
  case Expr::Kind::Sub:
    return part(0) && part(1);
  case Expr::Kind::Mul:
    return part(0) || part(1);
  case Expr::Kind::Variable:
    for (const Op *o = at.parent->owner; o && depth < 8; o = o->parent->owner)
      if (o->induction && o->induction->variable == expr.variable)
        return isMultiple(o->induction->lower, n, *o, depth + 1) && o->induction->step % n == 0;
    return false;
  default:
    return false;
  }
}

/// Nothing of the memory: a return hands on the handle, an extent is not in it.
bool touchesNoElement(const Op &op) {
  return op.kind == OpKind::Return ||
         (op.kind == OpKind::Dsl && op.info.result == OpInfo::Result::Scalar && op.info.effectsGiven &&
          op.info.reads.empty() && op.info.writes.empty() && op.info.updates.empty());
}

/// In the body of a structured op, which may capture what it names by value.
bool isInLambda(const Op &op, const Block &home) {
  for (const Block *b = op.parent; b && b != &home; b = b->owner ? b->owner->parent : nullptr)
    if (b->owner && b->owner->kind == OpKind::Parallel)
      return true;
  return false;
}

/// `mem::load(w, r, c)` becomes `w.load(r, c)`, and so on: members take and give what the functions do. False when the
/// text cannot change.
bool elementwise(const Op &op, const Variable &memory, std::vector<std::pair<SourceRange, Text>> &changes) {
  std::vector<SourceRange> kept;
  Text arguments, text;
  for (const Operand &o : op.operands) {
    if (!o.range.valid() || o.range.text().empty())
      return false;
    kept.push_back(o.range);
    if (o.variable == &memory)
      text << o.range;
    else
      arguments << (arguments.pieces.empty() ? "" : ", ") << o.range;
  }
  if (guard(op.range, kept, op))
    return false;
  changes.emplace_back(op.range, text << op.info.name.substr(3) + "(" << arguments << ")"); // of "mem.load"
  return true;
}

/// A local that the op alone makes, in a declaration of its own.
bool declares(const Op &op) {
  const Statement *s = op.statement;
  const Variable *v = op.result();
  return v && s && s->root == &op && s->assigned == v && s->declarators == 1 &&
         s->form == Statement::Form::Declaration && v->kind == Variable::Kind::Local && v->declaredAuto &&
         !v->escapes && !v->hasAlias && !v->isReference && !v->isStatic && !op.templateArguments.empty() &&
         op.templateArguments.front().valid();
}

Text joined(const std::vector<SourceRange> &list) {
  Text text;
  for (std::size_t i = 0; i < list.size(); ++i)
    text << (i ? ", " : "") << list[i];
  return text;
}

} // namespace

/// What follows when the memory becomes something that has elements, and nothing else of a MemRef; nothing where more
/// is asked of it.
std::optional<std::vector<std::pair<SourceRange, Text>>> Lowering::moved(const Op &maker, bool mayBeCopied) const {
  const Variable &v = *maker.result();
  std::vector<std::pair<SourceRange, Text>> changes;
  const std::vector<const Op *> &uses = a.values.uses(v);
  if (a.values.definitions(v).size() != 1 || !Names(a.function).everySpellingIsKnown(v) ||
      !std::all_of(uses.begin(), uses.end(), [&](const Op *use) {
        return moves(*use, v) && (mayBeCopied || !isInLambda(*use, *maker.parent)) &&
               (transferOf(*use) || elementwise(*use, v, changes));
      }))
    return std::nullopt;
  return changes;
}

/// `const auto sum = mem::alloc<float, mem::L1, 1, 1>();` becomes an array of the function.
void Lowering::findBuffers() {
  constexpr std::int64_t most = 8192; // bytes on the stack
  if (!a.function.pattern.empty())    // instances with more and with less would not agree
    return;
  walk(*a.function.body, [&](const Op &op) {
    if (!op.is("mem.alloc") || !op.operands.empty() || !declares(op) || !op.result()->type.isStatic() ||
        countOf(op.result()->type.dims) * op.result()->type.elementBytes() > most)
      return;
    const auto changes = moved(op, false);
    if (!changes || guard(op.statement->range, op.templateArguments, op))
      return;
    edits.emplace_back(op.statement->range, Text("pto::x86::Buffer<")
                                                << joined(op.templateArguments) << "> " + op.result()->name + ";");
    edits.insert(edits.end(), changes->begin(), changes->end());
  });
}

void Lowering::findWindows() {
  std::map<const Variable *, const Op *> views;
  std::map<const Variable *, Shown> shown;
  walk(*a.function.body, [&](const Op &op) {
    if (op.is("mem.view") && op.result() && op.result()->kind == Variable::Kind::Temporary)
      views[op.result()] = &op;
    const Variable *w = op.result();
    if (!op.is("mem.subview") || !declares(op) || op.operands.size() < 2 || op.operands.size() > 3 ||
        (op.operands.size() == 3) == w->type.isStatic()) // static sizes and a third operand: strides
      return;
    const auto view = views.find(op.operands[0].variable);
    const Variable *p = view == views.end() ? op.operands[0].variable : view->second->operands[0].variable;
    if (p && p->kind == Variable::Kind::Parameter && p->role != Role::None &&
        p->type.dims.size() == w->type.dims.size())
      shown[w] = {&op, view == views.end() ? nullptr : view->second, p};
  });
  for (const auto &[w, by] : shown) {
    const Variable &p = *by.parameter;
    const std::vector<const Op *> &uses = a.values.uses(*w), &others = a.values.uses(p);
    const bool isRead = std::any_of(uses.begin(), uses.end(),
                                    [](const Op *use) { return !writes(*use) && !isPrefetch(*use); }),
               isWritten = std::any_of(uses.begin(), uses.end(), [](const Op *use) { return writes(*use); });
    // Written in whole registers that begin at register boundaries, it may go past the caches.
    // Instances of a template could not agree where that is.
    const bool isInRegisters =
        a.function.pattern.empty() && std::all_of(uses.begin(), uses.end(), [&](const Op *use) {
          const std::optional<Transfer> t = transferOf(*use);
          return isPrefetch(*use) || (t && !t->at().empty() && t->at().size() == w->type.dims.size() &&
                                      isMultiple(a.values.resolve(t->at().back(), *use), m.lanes, *use));
        });
    const Op *const mine = by.view ? by.view : by.subview;
    auto changes = moved(*by.subview, threads);
    if (!changes || !a.values.definitions(p).empty() || p.escapes || p.hasAlias || (isWritten && p.role == Role::In) ||
        std::any_of(a.function.parameters.begin(), a.function.parameters.end(),
                    [&](const Variable *q) { return q != &p && a.summaries.violated(a.function, p, *q); }) ||
        (p.role != Role::In && !std::all_of(others.begin(), others.end(),
                                            [&](const Op *use) { return use == mine || touchesNoElement(*use); })))
      continue;
    const auto spelled = [](const Operand &o) { return o.range.valid() && !o.range.text().empty(); };
    const std::vector<Operand> &operands = by.subview->operands;
    const Operand &tensor = by.view ? by.view->operands[0] : operands[0];
    if (!spelled(tensor) || !std::all_of(operands.begin() + 1, operands.end(), spelled))
      continue;
    Text text(std::string("pto::x86::") +
              (!isWritten                 ? "in"
               : isRead || !isInRegisters ? "inout"
                                          : "out") +
              "_window<");
    std::vector<SourceRange> kept = by.subview->templateArguments;
    text << joined(kept) << ">(" << tensor.range;
    kept.push_back(tensor.range);
    for (std::size_t i = 1; i < operands.size(); ++i) {
      text << ", " << operands[i].range;
      kept.push_back(operands[i].range);
    }
    if (guard(by.subview->range, kept, *by.subview))
      continue;
    windows.insert(w);
    edits.emplace_back(by.subview->range, text << ")");
    edits.insert(edits.end(), changes->begin(), changes->end());
  }
}
