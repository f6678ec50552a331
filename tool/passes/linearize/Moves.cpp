//===- Moves.cpp - what an expression leaves behind, and may take along ------===//

#include "passes/linearize/Moves.h"

#include "passes/linearize/Lanewise.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::linearize;

bool linearize::hasEffect(const Op &op) {
  if (op.kind == OpKind::Dsl)
    return !op.info.writes.empty() || !op.info.updates.empty() || op.info.calls;
  if (op.kind == OpKind::Scalar)
    return op.result() != nullptr;
  return op.kind != OpKind::Copy || op.result()->kind != Variable::Kind::Temporary;
}

/// The declaration of `v` alone, made by one op and nothing with an effect.
static const Op *pureMaker(const Variable &v, const Analyses &a) {
  const Statement *st = v.declaration;
  const std::vector<const Op *> &defs = a.values.definitions(v);
  if (v.kind != Variable::Kind::Local || v.isStatic || !st || st->form != Statement::Form::Declaration ||
      st->declarators != 1 || st->attributed || !st->range.valid() || defs.size() != 1 || defs[0]->statement != st ||
      defs[0]->result() != &v)
    return nullptr;
  bool pure = true;
  walk(*a.function.body, [&](const Op &op) {
    if (op.statement == st)
      pure &= op.parent == st->block && (&op == defs[0] ? op.kind == OpKind::Copy || !hasEffect(op) : !hasEffect(op));
  });
  return pure ? defs[0] : nullptr;
}

Leftovers linearize::leftovers(const std::vector<SourceRange> &gone, std::vector<SourceRange> kept,
                               const std::vector<const Variable *> &needed, const Analyses &a) {
  for (const Variable *v : needed)
    for (const Op *use : a.values.uses(*v))
      for (const Operand &o : use->operands)
        if (o.kind == Operand::Kind::Handle && o.variable == v)
          kept.push_back(o.range);
  Leftovers out;
  if (const Variable *left = Names(a.function).leftBehind(gone, kept, out.dead))
    out.stuck = decline("last-use", "kept: nothing would use '" + left->name + "' any more");
  return out;
}

std::optional<Text> linearize::spellingOf(const Variable &v, const Op *source, const Op &at, const Analyses &a) {
  Text t;
  if (source && v.kind == Variable::Kind::Temporary) {
    if (!source->range.valid() || !at.range.contains(source->range) || source->range == at.range)
      return std::nullopt;
    t << source->range;
    return t;
  }
  if (v.name.empty() || v.kind == Variable::Kind::Global || v.escapes || !Names(a.function).nameIsUnique(v) ||
      (source ? a.values.changedBetween(v, *source, at) != nullptr : !a.values.definitions(v).empty()))
    return std::nullopt;
  t << &v;
  return t;
}

bool linearize::canRetype(const Variable &v, const Op &maker, const Analyses &a) {
  const Statement *st = v.declaration;
  if (v.kind != Variable::Kind::Local || v.isStatic || v.isArray || !st || st->declarators != 1 ||
      maker.statement != st || !sameButParens(st->expression, maker.range) || a.values.definitions(v).size() != 1)
    return false;
  if (!v.declaredAuto) {
    const SourceRange &type = v.declaredDims.valid() ? v.declaredDims : v.declaredType;
    if (obstacleIn(type) != Obstacle::Nothing || !v.declaredDims.valid())
      return false;
  }
  return Names(a.function).everySpellingIsKnown(v);
}

void linearize::retype(const Variable &v, std::int64_t lanes, Rewriter &rw) {
  if (v.declaredDims.valid())
    rw.respell(v.declaredDims, Text(std::to_string(lanes)));
}

const Op *linearize::movable(const Variable &v, const Op &user, const Analyses &a) {
  const Op *maker = pureMaker(v, a);
  const std::vector<const Op *> &uses = a.values.uses(v);
  const auto isUse = [&](const Operand &o) { return o.variable == &v; };
  if (!maker || uses.size() != 1 || uses[0] != &user ||
      std::count_if(user.operands.begin(), user.operands.end(), isUse) != 1 ||
      !sameButParens(v.declaration->expression, maker->range) || !Names(a.function).everySpellingIsKnown(v) ||
      !a.control.dominates(*maker, user) || user.parent != maker->parent)
    return nullptr;
  bool same = true;
  for (const Op *op : maker->parent->ops) {
    if (op->statement != v.declaration)
      continue;
    // Memory may be written in between; what computes of names gives the same as long as they do.
    same &= op->kind == OpKind::Dsl && op->info.name.rfind("vec.", 0) == 0 && !op->info.effectsGiven;
    for (const Operand &o : op->operands) {
      std::vector<const Variable *> names;
      if (o.kind == Operand::Kind::Handle && o.variable)
        names.push_back(o.variable);
      for (const Expr &e : o.list) {
        same &= !e.isImpure();
        e.forEachVariable([&](const Variable *x) { names.push_back(x); });
      }
      for (const Variable *x : names)
        same &= x->kind == Variable::Kind::Temporary ||
                (Names(a.function).nameIsUnique(*x) && !a.values.changedBetween(*x, *maker, user));
    }
  }
  return same ? maker : nullptr;
}
