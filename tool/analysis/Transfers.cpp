//===- Transfers.cpp - vectors between registers and memory -----------------===//

#include "analysis/Transfers.h"

#include "analysis/Constants.h"
#include "kernel/Names.h"

#include <algorithm>
#include <cmath>

using namespace rewrite;

std::optional<Transfer> rewrite::transferOf(const Op &op) {
  if (!transferred(op))
    return std::nullopt;
  Transfer t;
  t.op = &op;
  t.writes = op.is("vec.transfer_write") || op.is("vec.store");
  t.promised = op.is("vec.load") || op.is("vec.store");
  t.memory = t.writes ? 1 : 0;
  t.indices = t.memory + 1;
  if (op.operands.size() <= t.indices || op.operands[t.memory].kind != Operand::Kind::Handle ||
      !op.operands[t.memory].variable || op.operands[t.indices].kind != Operand::Kind::List)
    return std::nullopt;
  for (std::size_t i = t.indices + 1; i < op.operands.size(); ++i)
    if (op.operands[i].type.kind == Type::Kind::Vector)
      t.mask = &op.operands[i];
    else if (op.operands[i].range.valid() && !op.operands[i].range.text().empty())
      t.pad = &op.operands[i];
  return t;
}

std::optional<View> rewrite::viewOf(const Transfer &t, const Memory &memory) {
  for (const Access &access : memory.accesses(*t.op))
    if (access.operand == static_cast<int>(t.memory))
      return access.certain || t.mask ? std::optional(access.view) : std::nullopt;
  return std::nullopt;
}

static bool sameList(const std::vector<Expr> &a, const Op &atA, const std::vector<Expr> &b, const Op &atB,
                     const Memory &memory) {
  if (a.size() != b.size())
    return false;
  const Ranges ranges = rangesAround(atB, memory);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Expr x = memory.resolve(a[i], atA), y = memory.resolve(b[i], atB);
    if (x.isImpure() || y.isImpure() || memory.values.changedBetween(x, atA, atB) || !affine::equal(x, y, ranges))
      return false;
  }
  return true;
}

bool rewrite::sameWindow(const Transfer &a, const Transfer &b, const Memory &memory) {
  if (!(a.type() == b.type()))
    return false;
  const Variable *m = a.memoryOperand().variable;
  if (m == b.memoryOperand().variable && !memory.values.changedBetween(*m, *a.op, *b.op) &&
      sameList(a.at(), *a.op, b.at(), *b.op, memory))
    return true;
  // Two handles to one storage, or one window counted from two places.
  const std::optional<View> x = viewOf(a, memory), y = viewOf(b, memory);
  return x && y && x->root == y->root && x->root.kind != Root::Kind::Unknown && x->window && y->window &&
         sameList(x->window->offsets, *a.op, y->window->offsets, *b.op, memory) &&
         sameList(x->window->sizes, *a.op, y->window->sizes, *b.op, memory);
}

/// A scalar operand has no other value at `atB` than that one had at `atA`.
static bool sameScalar(const Operand &a, const Op &atA, const Operand &b, const Op &atB, const Memory &memory) {
  const std::optional<double> x = realOf(a, atA, memory.values), y = realOf(b, atB, memory.values);
  if (x && y)
    return *x == *y && std::signbit(*x) == std::signbit(*y);
  if (a.list.size() != 1 || b.list.size() != 1 || a.list[0].isImpure() || b.list[0].isImpure())
    return false;
  if (sameExpr(a.list[0], b.list[0]))
    return !memory.values.changedBetween(a.list[0], atA, atB);
  // A literal is what is spelled, unless it names a local: there may be two of that name.
  bool names = Names(memory.function).needsScope(a.range, memory.function.range, {});
  for (const Operand *o : {&a, &b})
    o->list[0].forEachVariable([&](const Variable *) { names = true; });
  return !names && a.range.text() == b.range.text();
}

bool rewrite::samePadding(const Transfer &a, const Transfer &b, const Memory &memory) {
  if (inBounds(a, memory) && inBounds(b, memory))
    return true;
  // Lanes outside of one handle can be elements of another one to the same memory.
  const Variable *m = a.memoryOperand().variable;
  if (m != b.memoryOperand().variable || memory.values.changedBetween(*m, *a.op, *b.op))
    return false;
  if (!a.pad || !b.pad)
    return a.pad == b.pad;
  return sameScalar(*a.pad, *a.op, *b.pad, *b.op, memory);
}

bool rewrite::inBounds(const Transfer &t, const Memory &memory, std::size_t inner) {
  return t.promised || fitsAt(t, memory, *t.op, inner);
}

bool rewrite::fitsAt(const Transfer &t, const Memory &memory, const Op &place, std::size_t inner) {
  const std::vector<Expr> extents = memory.extentsOf(*t.memoryOperand().variable, *t.op);
  std::vector<Expr> at = memory.resolve(t.at(), *t.op);
  if (inner >= at.size())
    return inner == at.size();
  if (extents.size() != at.size() || t.type().dims.size() > at.size())
    return false;
  Window whole, part;
  for (std::size_t d = 0; d < at.size() - inner; ++d) {
    if (!allKnown({extents[d], at[d]}))
      return false;
    whole.offsets.push_back(Expr::constant(0));
    whole.sizes.push_back(extents[d]);
    const std::size_t outer = at.size() - t.type().dims.size();
    part.offsets.push_back(at[d]);
    part.sizes.push_back(Expr::constant(d < outer ? 1 : t.type().dims[d - outer]));
  }
  return affine::contains(whole, part, rangesAround(place, memory));
}

/// The handle's own strides are those of a dense row-major array of its type.
static bool isDense(const Variable &handle, const Op &at, const Memory &memory, unsigned depth = 0) {
  const std::set<Definition> defs = memory.values.reaching(handle, at);
  if (defs.size() != 1 || depth > 8)
    return false;
  const Definition &d = *defs.begin();
  if (d.kind != Definition::Kind::Result || !d.op)
    return false; // a parameter may be a window of something larger
  const Op &op = *d.op;
  if (op.kind == OpKind::Copy)
    return op.operands[0].variable && isDense(*op.operands[0].variable, op, memory, depth + 1);
  if (op.is("mem.alloc"))
    return true;
  if (op.is("mem.collapse") || op.is("mem.expand") || op.is("mem.rank_reduce"))
    return op.operands[0].variable && isDense(*op.operands[0].variable, op, memory, depth + 1);
  return false;
}

bool rewrite::isContiguous(const Transfer &t, const Memory &memory) {
  const Variable &handle = *t.memoryOperand().variable;
  const std::vector<Extent> &dims = handle.type.dims, &lanes = t.type().dims;
  if (t.mask || !handle.type.isStatic() || lanes.size() > dims.size() || !isDense(handle, *t.op, memory))
    return false;
  // Behind the first dimension of more than one lane, the vector must span the memory.
  const std::size_t outer = dims.size() - lanes.size();
  std::size_t d = 0;
  while (d < lanes.size() && lanes[d] == 1)
    ++d;
  for (++d; d < lanes.size(); ++d)
    if (lanes[d] != dims[outer + d])
      return false;
  return true;
}
