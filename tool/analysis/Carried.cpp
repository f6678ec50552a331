//===- Carried.cpp - values that a loop hands to its next iteration ---------===//

#include "analysis/Carried.h"

#include "analysis/Loops.h"

#include <algorithm>
#include <utility>

using namespace rewrite;

const Block &rewrite::bodyOf(const Op &loop) {
  switch (loop.kind) {
  case OpKind::For:
    return *loop.regions[2];
  case OpKind::While:
    return *loop.regions[1];
  default:
    return *loop.regions[0];
  }
}

bool rewrite::isIn(const Op &op, const Op &loop) {
  for (const Op *o = &op; o; o = o->parent->owner)
    if (o == &loop)
      return true;
  return false;
}

bool rewrite::isInvariant(const Variable &v, const Op &loop, const Values &values) {
  if (v.escapes || v.isStatic || v.isReference || v.kind == Variable::Kind::Global)
    return false;
  const std::vector<const Op *> &defs = values.definitions(v);
  return std::none_of(defs.begin(), defs.end(), [&](const Op *op) { return isIn(*op, loop); });
}

bool rewrite::isInvariant(const Expr &expr, const Op &loop, const Values &values) {
  if (expr.kind == Expr::Kind::Opaque || expr.isImpure())
    return false;
  for (const Expr &e : expr.operands)
    if (!isInvariant(e, loop, values))
      return false;
  bool invariant = true;
  expr.forEachVariable([&](const Variable *v) { invariant &= isInvariant(*v, loop, values); });
  return invariant;
}

std::vector<Carried> rewrite::carriedBy(const Op &loop, const Values &values) {
  std::vector<Carried> out;
  const Block &body = bodyOf(loop);
  if (loop.kind == OpKind::Parallel || earlyExit(body))
    return out;
  for (Op *op : body.ops) {
    Variable *v = op->results.size() == 1 ? op->result() : nullptr;
    const bool own = v && (v->kind == Variable::Kind::Local || v->kind == Variable::Kind::Parameter);
    if (!own || v->byReference || v->escapes || v->isStatic || v->isReference || v->name.empty() || !op->statement ||
        op->statement->assigned != v)
      continue;
    Carried c;
    c.variable = v;
    c.update = op;
    bool alone = true;
    for (const Op *d : values.definitions(*v))
      alone &= d == op || !isIn(*d, loop);
    for (const Definition &d : values.reaching(*v, loop)) {
      alone &= d.kind == Definition::Kind::Entry ? v->kind == Variable::Kind::Parameter
                                                 : d.kind != Definition::Kind::Unknown;
      if (d.op != op)
        c.inits.push_back(d.op);
    }
    if (!alone || c.inits.empty())
      continue;
    for (const Op *use : values.uses(*v)) {
      const std::set<Definition> seen = values.reaching(*v, *use);
      const bool fresh = std::any_of(seen.begin(), seen.end(), [&](const Definition &d) { return d.op == op; });
      if (!isIn(*use, loop)) {
        if (fresh)
          c.usesBehind.push_back(use);
      } else if (use == op || std::any_of(seen.begin(), seen.end(), [&](const Definition &d) { return d.op != op; })) {
        c.readsBefore.push_back(use);
      } else {
        c.readsAfter.push_back(use);
      }
    }
    out.push_back(std::move(c));
  }
  return out;
}
