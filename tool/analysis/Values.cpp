//===- Values.cpp - definitions, uses and stability of variables ------------===//

#include "analysis/Values.h"

#include <algorithm>

using namespace rewrite;

/// `op` may give another value to what a vector is a name of that came in by reference: it assigns
/// to a variable that may be the same one, or runs code that is not seen.
static bool changesBehind(const Op &op, const Variable &v) {
  if ((op.kind == OpKind::Call && !op.callee->isLibrary) || op.touchesUnknown)
    return true;
  const auto same = [&](const Variable *other) {
    return other && other != &v && other->type == v.type &&
           (other->isAliased || other->byReference || other->isReference || other->escapes || other->isStatic ||
            other->kind == Variable::Kind::Global);
  };
  return std::any_of(op.results.begin(), op.results.end(), same) ||
         std::any_of(op.clobbers.begin(), op.clobbers.end(), same);
}

Values::Values(const Function &function, const Control &control) : control(control) {
  if (!function.body)
    return;
  std::vector<const Variable *> aliased;
  for (const auto &v : function.variables)
    if (v->isAliased)
      aliased.push_back(v.get());
  const auto once = [](std::vector<const Op *> &list, const Op *op) {
    if (list.empty() || list.back() != op)
      list.push_back(op);
  };
  walk(*function.body, [&](const Op &op) {
    for (const Operand &o : op.operands) {
      if (o.kind == Operand::Kind::Handle && o.variable)
        once(useOps[o.variable], &op);
      for (const Expr &e : o.list)
        e.forEachVariable([&](const Variable *v) { once(useOps[v], &op); });
    }
    if (op.induction)
      for (const Expr *e : {&op.induction->lower, &op.induction->upper})
        e->forEachVariable([&](const Variable *v) { once(useOps[v], &op); });
    for (const Variable *v : op.results)
      if (v)
        once(definingOps[v], &op);
    for (const Variable *v : op.clobbers)
      once(definingOps[v], &op);
    for (const Variable *v : aliased)
      if (changesBehind(op, *v))
        once(definingOps[v], &op);
  });
}

const std::vector<const Op *> &Values::uses(const Variable &v) const {
  const auto it = useOps.find(&v);
  return it == useOps.end() ? none : it->second;
}

const std::vector<const Op *> &Values::definitions(const Variable &v) const {
  const auto it = definingOps.find(&v);
  return it == definingOps.end() ? none : it->second;
}

/// The definition of `v` that `op` makes, if it makes one.
static bool definedBy(const Op &op, const Variable &v, Definition &out) {
  for (unsigned i = 0; i < op.results.size(); ++i)
    if (op.results[i] == &v) {
      out = {Definition::Kind::Result, &op, i};
      return true;
    }
  if (std::find(op.clobbers.begin(), op.clobbers.end(), &v) != op.clobbers.end() ||
      (v.isAliased && changesBehind(op, v))) {
    out = {Definition::Kind::Clobber, &op, 0};
    return true;
  }
  return false;
}

std::set<Definition> Values::walkBack(const Variable &v, unsigned start) const {
  std::set<Definition> found;
  if (v.isStatic || v.escapes || v.kind == Variable::Kind::Global)
    found.insert({Definition::Kind::Unknown, nullptr, 0});
  std::vector<bool> seen(control.size(), false);
  std::vector<unsigned> work(control.predecessors(start));
  while (!work.empty()) {
    const unsigned n = work.back();
    work.pop_back();
    if (seen[n])
      continue;
    seen[n] = true;
    if (n == Control::entry) {
      found.insert({Definition::Kind::Entry, nullptr, 0});
      continue;
    }
    Definition d;
    if (const Op *op = control.op(n); op && definedBy(*op, v, d)) {
      found.insert(d);
      continue;
    }
    const std::vector<unsigned> &preds = control.predecessors(n);
    work.insert(work.end(), preds.begin(), preds.end());
  }
  return found;
}

std::set<Definition> Values::reaching(const Variable &v, const Op &at) const { return walkBack(v, control.node(at)); }

std::set<Definition> Values::atExit(const Variable &v) const { return walkBack(v, Control::exit); }

const Op *Values::changedBetween(const Variable &v, const Op &from, const Op &to) const {
  if (v.isStatic || v.escapes || v.kind == Variable::Kind::Global)
    return &to; // anything may change it: the caller names the use itself
  const std::vector<const Op *> &defs = definitions(v);
  if (defs.empty())
    return nullptr;
  for (const Op *op : control.between(from, to))
    if (std::find(defs.begin(), defs.end(), op) != defs.end())
      return op;
  return nullptr;
}

const Op *Values::changedBetween(const Expr &expr, const Op &from, const Op &to) const {
  const Op *changed = nullptr;
  expr.forEachVariable([&](const Variable *v) {
    if (!changed)
      changed = changedBetween(*v, from, to);
  });
  return changed;
}

Expr Values::resolve(const Expr &expr, const Op &at) const { return resolve(expr, at, 0); }

Expr Values::resolve(const Expr &expr, const Op &at, unsigned depth) const {
  switch (expr.kind) {
  case Expr::Kind::Constant:
  case Expr::Kind::Extent:
  case Expr::Kind::Opaque:
    return expr;
  case Expr::Kind::Variable: {
    if (depth > 8)
      return expr;
    const std::set<Definition> defs = reaching(*expr.variable, at);
    if (defs.size() != 1 || defs.begin()->kind != Definition::Kind::Result)
      return expr;
    const Op &def = *defs.begin()->op;
    if (const Expr e = extentQuery(def); e.kind == Expr::Kind::Extent || e.isConstant())
      return changedBetween(e, def, at) ? expr : e;
    if (def.kind != OpKind::Scalar || def.operands.size() != 1 || def.operands[0].list.size() != 1)
      return expr;
    const Expr &value = def.operands[0].list[0];
    bool selfReference = false;
    value.forEachVariable([&](const Variable *v) { selfReference |= v == expr.variable; });
    if (value.kind == Expr::Kind::Opaque || value.isImpure() || selfReference || changedBetween(value, def, at))
      return expr;
    // The deeper form only where what it names has not moved either.
    Expr deeper = resolve(value, def, depth + 1);
    return changedBetween(deeper, def, at) ? value : deeper;
  }
  default:
    return Expr::binary(expr.kind, resolve(expr.operands[0], at, depth), resolve(expr.operands[1], at, depth));
  }
}
