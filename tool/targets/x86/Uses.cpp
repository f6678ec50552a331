//===- Uses.cpp - what a value is used for decides its form -------------------===//

#include "targets/x86/Lowering.h"

#include <algorithm>
#include <array>

using namespace rewrite;
using namespace rewrite::x86;

static bool isVector(const Operand &o) { return o.variable && o.variable->type.kind == Type::Kind::Vector; }

static bool isFloats(const Variable &v) {
  return v.kind == Variable::Kind::Local && v.type.kind == Type::Kind::Vector && v.type.element == "float";
}

/// A number in every lane, made before a loop that divides by it: the machine has a shorter way for that.
void Lowering::findDivisors() {
  for (const auto &v : a.function.variables) {
    const std::vector<const Op *> &defs = a.values.definitions(*v), &uses = a.values.uses(*v);
    if ((exact && !m.slowDivision) || !isFloats(*v) || !v->declaredAuto || defs.size() != 1 || uses.empty() ||
        registers(*v)->parts != 1 || !Names(a.function).everySpellingIsKnown(*v))
      continue;
    const Op &def = *defs[0];
    const Statement *s = def.statement;
    if (!(def.is("vec.splat") || def.is("vec.broadcast")) || def.operands.size() != 1 || isVector(def.operands[0]) ||
        !s || s->root != &def || s->form != Statement::Form::Declaration || s->declarators != 1)
      continue;
    const auto isInLoop = [&](const Op *use) {
      for (const Op *o = use->parent->owner; o; o = o->parent->owner)
        if (Control::isLoop(*o) && o->id > def.id)
          return true;
      return false;
    };
    if (std::any_of(uses.begin(), uses.end(), isInLoop) && std::all_of(uses.begin(), uses.end(), [&](const Op *use) {
          return use->is("vec.div") && use->operands[1].variable == v.get() && use->operands[0].variable != v.get();
        }))
      divisors.insert(v.get());
  }
}

/// Values that nothing but max and min looks at: made quiet once, they stay so.
void Lowering::findMaxima() {
  for (const auto &v : a.function.variables) {
    const std::vector<const Op *> &uses = a.values.uses(*v);
    const auto isHarmless = [&](const Op *use) {
      return use->is("vec.max") || (use->is("vec.min") && isAvx512(m)) || use->is("vec.relu") ||
             use->is("vec.reduce") || (use->is("vec.select") && use->result() && isFloats(*v) && makesOnly(*use, *v));
    };
    if (isFloats(*v) && registers(*v)->parts == 1 && a.values.definitions(*v).size() > 1 &&
        std::all_of(uses.begin(), uses.end(), isHarmless))
      maxima.insert(v.get());
  }
}

/// What the op gives goes to the variable.
bool Lowering::makesOnly(const Op &op, const Variable &v) const {
  return op.result() == &v || (op.statement && op.statement->root == &op && op.statement->assigned == &v);
}

/// A NaN of it is one that max_quiet takes: with AVX-512 not a signalling one, which no arithmetic makes; with AVX2 one
/// of which all bits are set.
bool Lowering::isQuiet(const Op &op) const {
  static constexpr std::array<const char *, 15> arithmetic = {
      "vec.add", "vec.sub", "vec.mul",  "vec.div", "vec.fma",  "vec.min",   "vec.exp",  "vec.log",
      "vec.sin", "vec.cos", "vec.tanh", "vec.erf", "vec.sqrt", "vec.rsqrt", "vec.recip"};
  return op.is("vec.max") || op.is("vec.relu") ||
         (isAvx512(m) &&
          std::any_of(arithmetic.begin(), arithmetic.end(), [&](const char *name) { return op.is(name); }));
}

/// The value of a maximum comes from memory.
bool Lowering::wantsQuiet(const Op &def) const {
  if (!maxima.count(def.result()))
    return false;
  if (def.kind == OpKind::Copy || def.is("vec.select"))
    return std::any_of(def.operands.begin(), def.operands.end(), [&](const Operand &o) {
      return isVector(o) && o.variable->type.element != "bool" && maySignal(*o.variable, def);
    });
  return !isQuiet(def);
}

/// A lane may be a NaN that max_quiet does not take: memory may hold one.
bool Lowering::maySignal(const Variable &v, const Op &at, unsigned depth) const {
  if (maxima.count(&v))
    return false;
  const std::set<Definition> defs = a.values.reaching(v, at);
  return defs.empty() || depth > 8 || std::any_of(defs.begin(), defs.end(), [&](const Definition &d) {
           if (d.kind != Definition::Kind::Result || !d.op)
             return true;
           if (d.op->kind == OpKind::Copy || d.op->is("vec.select"))
             return std::any_of(d.op->operands.begin(), d.op->operands.end(), [&](const Operand &o) {
               return isVector(o) && o.variable->type.element != "bool" && maySignal(*o.variable, *d.op, depth + 1);
             });
           return !isQuiet(*d.op);
         });
}

/// Something may add the product to something else, and a compiler join the two roundings.
bool Lowering::isJoinable(const Op &product) const {
  static constexpr std::array<const char *, 7> harmless = {"vec.mul", "vec.div",   "vec.fma",           "vec.max",
                                                           "vec.min", "vec.store", "vec.transfer_write"};
  const std::vector<const Op *> &uses = a.values.uses(*product.result());
  return std::any_of(uses.begin(), uses.end(), [](const Op *use) {
    return std::none_of(harmless.begin(), harmless.end(), [&](const char *name) { return use->is(name); });
  });
}
