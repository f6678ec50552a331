//===- Hoisting.cpp - what an op needs to run before its loop ---------------===//

#include "analysis/Hoisting.h"

#include "analysis/Carried.h"
#include "analysis/Transfers.h"
#include "kernel/Names.h"

#include <algorithm>

using namespace rewrite;

bool rewrite::runsAtLeastOnce(const Op &loop, const Memory &memory) {
  if (loop.kind == OpKind::DoWhile)
    return true;
  if (!loop.induction)
    return false;
  const std::optional<std::int64_t> trips = memory.resolve(*loop.induction, loop).tripCount();
  return trips && *trips > 0;
}

/// An op that only says how to look at what it is given.
static bool isPure(const Op &op) {
  if (op.kind == OpKind::Copy || op.kind == OpKind::Scalar)
    return true;
  if (op.kind != OpKind::Dsl || !op.info.reads.empty() || !op.info.writes.empty() || !op.info.updates.empty())
    return false;
  return op.info.result == OpInfo::Result::View || op.info.result == OpInfo::Result::Same ||
         (op.info.result == OpInfo::Result::Scalar && op.info.effectsGiven);
}

bool Hoisting::add(const Op &op, int except) {
  for (std::size_t i = 0; i < op.operands.size(); ++i) {
    const Operand &o = op.operands[i];
    if (static_cast<int>(i) == except)
      continue;
    if (o.kind == Operand::Kind::Handle && !(o.variable && value(*o.variable, op)))
      return false;
    if (o.kind == Operand::Kind::Other && o.list.empty() && o.range.valid())
      return false; // a function, settings: who knows
    for (const Expr &e : o.list)
      if (!expression(e, op))
        return false;
  }
  if (const std::optional<Transfer> t = transferOf(op); t && t->promised && !fitsAt(*t, memory, loop))
    risk = risk ? risk : &op;
  if (op.kind == OpKind::Dsl && op.info.result == OpInfo::Result::View && !fits(op))
    risk = risk ? risk : &op;
  if (except < 0)
    return textCanMove(op.range, op);
  const SourceRange whole = op.range, out = op.operands[static_cast<std::size_t>(except)].range;
  return whole.valid() && whole.contains(out) && textCanMove({whole.file, whole.begin, out.begin}, op) &&
         textCanMove({whole.file, out.end, whole.end}, op);
}

bool Hoisting::value(const Variable &v, const Op &at) {
  if (movedVariables.count(&v) || isInvariant(v, loop, memory.values))
    return true;
  const std::set<Definition> defs = memory.values.reaching(v, at);
  if (defs.size() != 1 || defs.begin()->kind != Definition::Kind::Result)
    return false;
  const Op &made = *defs.begin()->op;
  if (!isIn(made, loop) || !isPure(made))
    return false;
  return v.kind == Variable::Kind::Temporary ? add(made) : move(v, made);
}

bool Hoisting::expression(const Expr &expr, const Op &at) {
  if (expr.isImpure())
    return false;
  if (expr.kind == Expr::Kind::Div || expr.kind == Expr::Kind::Rem) {
    if (!expr.operands[1].isConstant() || expr.operands[1].value == 0)
      risk = risk ? risk : &at;
  } else if (expr.kind == Expr::Kind::Opaque && !expr.mentions.empty()) {
    risk = risk ? risk : &at; // may divide
  }
  if (expr.kind == Expr::Kind::Variable || expr.kind == Expr::Kind::Extent)
    return value(*expr.variable, at);
  return std::all_of(expr.mentions.begin(), expr.mentions.end(), [&](const Variable *v) { return value(*v, at); }) &&
         std::all_of(expr.operands.begin(), expr.operands.end(), [&](const Expr &e) { return expression(e, at); });
}

/// The declaration `v = made` goes before the loop.
bool Hoisting::move(const Variable &v, const Op &made) {
  const Statement *st = made.statement;
  if (v.kind != Variable::Kind::Local || v.escapes || v.isStatic || v.isReference || !st || st->root != &made ||
      st->form != Statement::Form::Declaration || st->declarators != 1 || st->attributed || !made.macro.empty() ||
      !st->range.valid() || !st->block->range.valid() || made.parent != st->block ||
      memory.values.definitions(v).size() != 1 || obstacleIn(st->range) != Obstacle::Nothing)
    return false;
  if (!Names(memory.function).canMoveTo(v, *loop.parent) || !add(made))
    return false;
  movedVariables.insert(&v);
  if (!textCanMove(st->range, made))
    return false;
  moved.push_back(st);
  return true;
}

bool Hoisting::textCanMove(const SourceRange &text, const Op &at) {
  return text.valid() && at.macro.empty() &&
         !Names(memory.function).needsScope(text, loop.statement->range, movedVariables);
}

/// A view that is safe to make without knowing that the loop runs.
bool Hoisting::fits(const Op &view) const {
  if (view.is("mem.rank_reduce") || view.is("mem.collapse") || view.is("mem.expand"))
    return true;
  const Operand *offsets = firstList(view), *list = firstList(view, 1);
  const bool strided = std::any_of(view.operands.begin(), view.operands.end(), [](const Operand &o) {
    return o.type.spelling.find("Strides") != std::string::npos;
  });
  if (!view.is("mem.subview") || strided || !offsets || !view.operands[0].variable || !view.result())
    return false;
  const Type &type = view.result()->type;
  std::vector<Expr> sizes;
  if (list && !type.isStatic())
    sizes = memory.resolve(list->list, view);
  else
    for (Extent d : type.dims)
      sizes.push_back(Expr::constant(d));
  const std::vector<Expr> extents = memory.extentsOf(*view.operands[0].variable, view);
  const std::vector<Expr> at = memory.resolve(offsets->list, view);
  if (extents.size() != at.size() || sizes.size() != at.size() || !allKnown(extents) || !allKnown(at) ||
      !allKnown(sizes))
    return false;
  const Window whole{std::vector<Expr>(at.size(), Expr::constant(0)), extents};
  return affine::contains(whole, {at, sizes}, rangesAround(loop, memory));
}
