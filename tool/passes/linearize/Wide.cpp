//===- Wide.cpp - what has more lanes than the machine ----------------------===//

#include "passes/linearize/Wide.h"

#include "kernel/Spelling.h"
#include "passes/Targets.h"
#include "passes/linearize/Lanewise.h"
#include "passes/linearize/Moves.h"

#include <algorithm>
#include <functional>

using namespace rewrite;
using namespace rewrite::linearize;

/// Lanes that the machine works on at once where 16-bit floats are the widest ones.
static constexpr std::int64_t lanesOf16Bits = 32;

/// The op treats lane i of its result and of its operands alike, and all of them have as many lanes.
static bool isLaneByLane(const Op &op) {
  if (shapeOf(op) != Shape::Lanewise || !op.result() || op.result()->type.dims.size() != 1)
    return false;
  for (const Operand &o : op.operands)
    if (o.kind == Operand::Kind::Handle && (!o.variable || o.variable->type.dims != op.result()->type.dims))
      return false; // bitcast to other sizes
  return true;
}

/// The op is one on floats, and has a power of two times as many lanes as the machine.
static bool isTooWide(const Op &op, const Settings &settings) {
  if (!isLaneByLane(op) || op.is("vec.bitcast"))
    return false;
  bool single = false, small = false;
  const auto look = [&](const Type &type) {
    single |= type.element == "float";
    small |= type.element.ends_with("::bf16") || type.element.ends_with("::half");
  };
  look(op.result()->type);
  for (const Operand &o : op.operands)
    if (o.kind == Operand::Kind::Handle)
      look(o.variable->type);
  const std::int64_t native = single ? settings.lanes : small ? lanesOf16Bits : 0;
  const std::int64_t lanes = op.result()->type.dims[0], parts = native ? lanes / native : 0;
  return parts > 1 && lanes % native == 0 && (parts & (parts - 1)) == 0;
}

/// It can be spelled twice: no scalar with an effect, no template arguments that say which lanes a cast takes.
bool Wide::canHalve(const Op &op) const {
  if (!isLaneByLane(op) || obstacle(op))
    return false;
  if (op.templateArguments.size() > 1 && (op.is("vec.cast") || op.is("vec.bitcast")))
    return false;
  unsigned at = op.range.begin;
  for (const Operand &o : op.operands) {
    const bool given = o.range.valid() && op.range.contains(o.range);
    if (o.kind == Operand::Kind::Handle && (!given || o.range.begin < at))
      return false;
    if (given)
      at = o.range.end;
    if (o.kind == Operand::Kind::Handle || !given)
      continue;
    for (const Expr &e : o.list)
      if (e.isImpure())
        return false;
    bool effect = false;
    for (const auto &other : a.function.ops)
      effect |= other.get() != &op && o.range.contains(other->range) && hasEffect(*other);
    if (effect)
      return false;
  }
  return true;
}

const Op *Wide::madeThere(const Operand &o) const {
  if (o.kind != Operand::Kind::Handle || o.variable->kind != Variable::Kind::Temporary)
    return nullptr;
  const std::vector<const Op *> &defs = a.values.definitions(*o.variable);
  return defs.size() == 1 && a.values.uses(*o.variable).size() == 1 && sameButParens(o.range, defs[0]->range) ? defs[0]
                                                                                                              : nullptr;
}

/// What is spelled inside of a halved op is halved with it, if it can be.
void Wide::addParts(const Op &op) {
  if (!ops.insert(&op).second)
    return;
  for (const Operand &o : op.operands)
    if (const Op *part = madeThere(o); part && canHalve(*part))
      addParts(*part);
}

bool Wide::canBecomeTwo(const Variable &v) const {
  const Statement *st = v.declaration;
  const std::vector<const Op *> &defs = a.values.definitions(v), &uses = a.values.uses(v);
  if (defs.size() != 1)
    return false;
  // Two vectors put together for halved ops alone need not be put together.
  const Op &def = *defs[0];
  const bool pair = def.is("vec.concat") && !obstacle(def) && def.operands[0].range.valid() &&
                    def.operands[1].range.valid() && def.operands[0].variable->type == def.operands[1].variable->type &&
                    !uses.empty() &&
                    std::all_of(uses.begin(), uses.end(), [&](const Op *use) { return isHalved(*use); });
  return (pair || ops.count(&def)) && st && !st->attributed && st->range.valid() &&
         st->form == Statement::Form::Declaration && (!st->block->owner || st->block->braced) &&
         defs[0]->parent == st->block && canRetype(v, *defs[0], a) && st->range.contains(defs[0]->range);
}

Wide::Wide(const Analyses &analyses, const Settings &settings) : a(analyses) {
  walk(*a.function.body, [&](const Op &op) {
    if (!isTooWide(op, settings) || !isTargeted(op, settings.target))
      return;
    if (canHalve(op))
      addParts(op);
    else if (obstacle(op))
      obstructed.push_back(&op);
  });
  for (const auto &v : a.function.variables)
    if (v->kind == Variable::Kind::Local && canBecomeTwo(*v))
      two.insert(v.get());

  std::map<const void *, const void *> parent;
  const std::function<const void *(const void *)> root = [&](const void *x) {
    while (parent.count(x) && parent[x] != x)
      x = parent[x];
    return x;
  };
  for (const Op *op : ops) {
    const auto unite = [&](const void *with) { parent[root(with)] = root(op); };
    if (two.count(op->result()))
      unite(op->result());
    for (const Operand &o : op->operands)
      if (o.kind == Operand::Kind::Handle && two.count(o.variable))
        unite(o.variable);
      else if (const Op *part = madeThere(o); part && ops.count(part))
        unite(part);
  }
  std::map<const void *, std::size_t> chainOf;
  walk(*a.function.body, [&](const Op &op) {
    if (!ops.count(&op))
      return;
    const auto [at, isNew] = chainOf.try_emplace(root(&op), found.size());
    if (isNew)
      found.emplace_back();
    found[at->second].ops.push_back(&op);
  });
  for (const auto &v : a.function.variables)
    if (two.count(v.get()))
      found[chainOf.at(root(v.get()))].variables.push_back(v.get());
}

bool Wide::isRoot(const Op &op) const {
  const std::vector<const Op *> &uses = a.values.uses(*op.result());
  if (op.result()->kind != Variable::Kind::Temporary || uses.size() != 1 || !ops.count(uses[0]))
    return true;
  return std::none_of(uses[0]->operands.begin(), uses[0]->operands.end(),
                      [&](const Operand &o) { return o.variable == op.result() && madeThere(o) == &op; });
}

std::vector<const Op *> Wide::wholeUsers(const Variable &v) const {
  std::vector<const Op *> out;
  for (const Op *use : a.values.uses(v))
    if (!ops.count(use))
      out.push_back(use);
  return out;
}
