//===- Plan.cpp - which vectors of a function become rank 1 -----------------===//

#include "passes/linearize/Plan.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::linearize;

static bool reads(const Op &op, const Variable &v) {
  return std::any_of(op.operands.begin(), op.operands.end(),
                     [&](const Operand &o) { return o.kind == Operand::Kind::Handle && o.variable == &v; });
}

/// Computes with the shape as a whole: not only another name for lanes, or a scalar repeated.
static bool computes(const Op &op) {
  const Shape s = shapeOf(op);
  return s == Shape::Lanewise || s == Shape::Broadcast || s == Shape::Insert;
}

static bool touchesDeep(const Op &op) {
  return isDeep(op.result()) || std::any_of(op.operands.begin(), op.operands.end(), [](const Operand &o) {
           return o.kind == Operand::Kind::Handle && isDeep(o.variable);
         });
}

Plan::Plan(const Analyses &analyses, const std::function<bool(const Op &)> &inTarget, const Obstacles &obstacles)
    : a(analyses),
      inTarget(inTarget),
      obstacles(obstacles) {
  start();
  settle();
  join();
}

/// All that might be rank 1.
void Plan::start() {
  walk(*a.function.body, [&](const Op &op) {
    const Shape s = shapeOf(op);
    if (s == Shape::Fixed || s == Shape::AnyOrder || !touchesDeep(op) || !inTarget(op))
      return;
    if (!obstacles(op))
      flatOps.insert(&op);
    else if (computes(op))
      obstructed.push_back(&op);
  });
  for (const auto &v : a.function.variables)
    if (isDeep(v.get()) && (v->kind == Variable::Kind::Temporary || canChangeType(*v)))
      flat.insert(v.get());
}

/// Takes away what the rules forbid until nothing changes.
void Plan::settle() {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto v = flat.begin(); v != flat.end();)
      if (staysFlat(**v)) {
        ++v;
      } else {
        v = flat.erase(v);
        changed = true;
      }
    for (auto op = flatOps.begin(); op != flatOps.end();)
      if (computes(**op) || isFlat((*op)->result())) {
        ++op;
      } else {
        op = flatOps.erase(op); // a splat or cast that nobody wants in one row
        changed = true;
      }
  }
}

/// The initialiser or right side is this op, and no conversion that spells the type.
bool Plan::definesCleanly(const Op &op, const Variable &v) const {
  const Statement *st = op.statement;
  if (!st || st->root != &op || !op.range.valid())
    return false;
  if (st == v.declaration)
    return sameButParens(st->expression, op.range);
  if (st->form != Statement::Form::Expression || st->assigned != &v || !st->range.contains(op.range))
    return false;
  const SourceRange &r = st->range;
  const std::string_view head = SourceRange{r.file, r.begin, op.range.begin}.text(),
                         tail = SourceRange{r.file, op.range.end, r.end}.text();
  const std::size_t equals = head.find('=');
  return head.substr(0, v.name.size()) == v.name && equals != head.npos &&
         head.substr(v.name.size(), equals - v.name.size()).find_first_not_of(" \t\r\n") == head.npos &&
         head.substr(equals + 1).find_first_not_of("( \t\r\n") == head.npos &&
         tail.find_first_not_of(") \t\r\n;") == tail.npos;
}

/// Every use sees the one definition that it would see if each had a name of its own.
bool Plan::oneValueEach(const Variable &v) const {
  const std::vector<const Op *> &uses = a.values.uses(v);
  return std::all_of(uses.begin(), uses.end(), [&](const Op *use) {
    const std::set<Definition> defs = a.values.reaching(v, *use);
    return defs.size() == 1 && defs.begin()->kind == Definition::Kind::Result;
  });
}

bool Plan::namesLocalType(const SourceRange &type) const {
  const std::set<std::string> &names = a.function.localNames;
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string &name) { return type.text().find(name) != std::string_view::npos; });
}

bool Plan::canChangeType(const Variable &v) const {
  const Statement *st = v.declaration;
  if (v.kind != Variable::Kind::Local || v.isStatic || v.isArray || !st || st->declarators != 1)
    return false;
  if (!v.declaredAuto) {
    const SourceRange &type = v.declaredDims.valid() ? v.declaredDims : v.declaredType;
    // A local alias that nothing names any more is one for compilers to warn of.
    if (obstacleIn(type) != Obstacle::Nothing || (!v.declaredDims.valid() && namesLocalType(type)))
      return false;
  }
  for (const Op *op : a.values.definitions(v)) {
    const bool empty = op->is("null") && op->statement == st && v.declaredDims.valid();
    if (op->result() != &v || !inTarget(*op) || (!empty && (obstacles(*op) || !definesCleanly(*op, v))))
      return false;
  }
  return !a.values.definitions(v).empty() && oneValueEach(v) && Names(a.function).everySpellingIsKnown(v);
}

/// The op defines its result in one row by itself.
bool Plan::makesFlat(const Op &op) const {
  if (!flatOps.count(&op))
    return false;
  return computes(op) || (op.is("vec.shape_cast") && isFlat(op.operands[0].variable));
}

bool Plan::wantsFlat(const Op &user, const Variable &v) const {
  return flatOps.count(&user) && reads(user, v) && (computes(user) || isFlat(user.result()));
}

bool Plan::takesEither(const Op &user) const {
  return (user.is("vec.shape_cast") || shapeOf(user) == Shape::AnyOrder) && inTarget(user);
}

/// What the user gets can be cast to the shape that it needs.
bool Plan::canCastFor(const Op &user, const Variable &v) const {
  return canEdit(user) && user.kind != OpKind::Opaque && takesAnyValue(user, v) &&
         std::all_of(user.operands.begin(), user.operands.end(),
                     [&](const Operand &o) { return o.variable != &v || o.range.valid(); });
}

bool Plan::temporaryStaysFlat(const Variable &v) const {
  const std::vector<const Op *> &defs = a.values.definitions(v), &uses = a.values.uses(v);
  if (defs.size() != 1 || uses.size() != 1 || !flatOps.count(defs[0]) || defs[0]->result() != &v)
    return false;
  const Op &def = *defs[0], &user = *uses[0];
  if (!wantsFlat(user, v) && !(takesEither(user) && makesFlat(def)))
    return false;
  return std::all_of(user.operands.begin(), user.operands.end(), [&](const Operand &o) {
    return o.variable != &v || sameButParens(o.range, def.range); // no conversion that spells the type
  });
}

bool Plan::staysFlat(const Variable &v) const {
  if (v.kind == Variable::Kind::Temporary)
    return temporaryStaysFlat(v);
  unsigned wanted = 0, fixed = 0;
  bool castable = true;
  for (const Op *use : a.values.uses(v)) {
    if (wantsFlat(*use, v)) {
      ++wanted;
    } else if (!takesEither(*use)) {
      ++fixed;
      castable &= canCastFor(*use, v);
    }
  }
  const std::vector<const Op *> &defs = a.values.definitions(v);
  if (std::none_of(defs.begin(), defs.end(), [&](const Op *op) { return makesFlat(*op); }))
    return wanted && !fixed;
  // Several uses that need the shape, and none that does not: one cast where it is made.
  return castable && (wanted || fixed <= 1);
}

/// A cast of what is nothing but a cast, which goes.
bool Plan::cancels(const Op &op) const {
  if (!op.is("vec.shape_cast") || !isDeep(op.operands[0].variable) || !isFlat(op.operands[0].variable))
    return false;
  const std::vector<const Op *> &defs = a.values.definitions(*op.operands[0].variable);
  return std::all_of(defs.begin(), defs.end(), [](const Op *def) { return def->is("vec.shape_cast"); });
}

/// Groups what must change together.
void Plan::join() {
  std::map<const void *, const void *> parent;
  const std::function<const void *(const void *)> root = [&](const void *x) {
    while (parent.count(x) && parent[x] != x)
      x = parent[x];
    return x;
  };
  const auto unite = [&](const Op &op, const Variable *v) {
    if (isDeep(v) && flat.count(v))
      parent[root(v)] = root(&op);
  };
  for (const Op *op : flatOps) {
    unite(*op, op->result());
    for (const Operand &o : op->operands)
      if (o.kind == Operand::Kind::Handle)
        unite(*op, o.variable);
  }
  std::map<const void *, std::size_t> chainOf;
  walk(*a.function.body, [&](const Op &op) {
    if (!flatOps.count(&op))
      return;
    const auto [at, isNew] = chainOf.try_emplace(root(&op), found.size());
    if (isNew)
      found.emplace_back();
    found[at->second].ops.push_back(&op);
    found[at->second].computes += computes(op);
    found[at->second].cancels |= cancels(op);
  });
  for (const auto &v : a.function.variables)
    if (flat.count(v.get()) && v->kind == Variable::Kind::Local)
      if (const auto at = chainOf.find(root(v.get())); at != chainOf.end())
        found[at->second].variables.push_back(v.get());
  found.erase(std::remove_if(found.begin(), found.end(), [](const Chain &c) { return c.computes == 0 && !c.cancels; }),
              found.end());
}
