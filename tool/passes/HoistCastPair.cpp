//===- HoistCastPair.cpp - an accumulator stays wide from turn to turn --------===//
//
//   auto acc = init;                                auto acc = init;
//   for (k...) {                                    auto acc_wide = vec::cast<std::int32_t>(acc);
//     const auto wide = vec::cast<std::int32_t>(acc);    for (k...) {
//     const auto sum = wide + a * b;                  const auto sum = acc_wide + a * b;
//     acc = vec::cast<std::int16_t>(sum);             acc_wide = sum;
//   }                                               }
//                                                   acc = vec::cast<std::int16_t>(acc_wide);
//
// Matches   a vector that a loop carries, widened at the beginning of an iteration and
//           narrowed again at its end, directly or through one shape_cast each.
// Holds     nothing else in the loop reads the narrow value. Integers: what becomes of the
//           wide value depends, in its low bits, on low bits alone, and nobody else sees it
//           (vec:: integers wrap, so that a wide sum may run over as the narrow one did).
//           Floats: one rounding an iteration is left out, which needs --allow.
// Declines  otherwise: a right shift, a division, a comparison, the larger of two see the
//           bits that the narrow type would have dropped.
// Exactness bitwise for integers, rounding for floats.
//
//===----------------------------------------------------------------------===//

#include "analysis/Carried.h"
#include "kernel/Spelling.h"
#include "passes/Pass.h"
#include "passes/Targets.h"

#include <algorithm>

using namespace rewrite;

namespace {

const PassInfo info{
    .name = "hoist-cast-pair",
    .summary = "keep an accumulator in its wide type from one iteration to the next",
    .origin = "MLIR-AIR transform.air.hoist_cast_pair",
    .exactness = Exactness::Bitwise,
    .allow = "fewer-roundings",
    .matches = "A vector that a loop carries, widened by `vec::cast` in each iteration and narrowed again before it is "
               "handed on, directly or through one `vec::shape_cast` each.",
    .holds =
        "Nothing else in the loop reads the narrow value. Integers: the low bits of what is computed from the wide "
        "value depend on its low bits alone (add, sub, mul, shl, and, or, xor, neg, not, fma, contract, lanes moved "
        "about), and nobody else sees it.",
    .before =
        R"(PTO_INCORE void dot(In<mem::MemRef<std::int32_t, mem::L1, 8, 16>> a, InOut<mem::MemRef<std::int16_t, mem::L1, 16>> c) {
  auto acc = vec::transfer_read<16>(c, {0});
  for (Index k = 0; k < 8; ++k) {
    const auto wide = vec::cast<std::int32_t>(acc);
    const auto sum = wide + vec::transfer_read<16>(a, {k, 0});
    acc = vec::cast<std::int16_t>(sum);
  }
  vec::transfer_write(acc, c, {0});
})",
    .after =
        R"(PTO_INCORE void dot(In<mem::MemRef<std::int32_t, mem::L1, 8, 16>> a, InOut<mem::MemRef<std::int16_t, mem::L1, 16>> c) {
  auto acc = vec::transfer_read<16>(c, {0});
  auto acc_wide = vec::cast<std::int32_t>(acc);
  for (Index k = 0; k < 8; ++k) {
    const auto sum = acc_wide + vec::transfer_read<16>(a, {k, 0});
    acc_wide = sum;
  }
  acc = vec::cast<std::int16_t>(acc_wide);
  vec::transfer_write(acc, c, {0});
})",
    .reasons =
        {
            {"high-bits", "What is computed from the wide value depends on bits that the narrow type drops.", ""},
            {"narrow-value-used", "Something else in the loop reads the narrow value.", ""},
            {"not-allowed", "Floats would be rounded once instead of in every iteration.",
             "Use --allow=fewer-roundings."},
            {"wide-value-used", "The wide value is seen by something else than what is handed on.", ""},
        },
    .options = {{"loop", OptionInfo::Type::Loop, "only this loop"}},
};

/// An expression that is a vector op, or the name of what one alone defines.
const Op *definer(const Operand &o, const Op &user, const Analyses &a) {
  if (o.kind != Operand::Kind::Handle || !o.variable)
    return nullptr;
  const std::set<Definition> defs = a.values.reaching(*o.variable, user);
  return defs.size() == 1 && defs.begin()->kind == Definition::Kind::Result ? defs.begin()->op : nullptr;
}

bool isPlainCast(const Op &op) {
  if (!op.is("vec.cast"))
    return false;
  for (std::size_t i = 1; i < op.operands.size(); ++i) // a rounding mode
    if (op.operands[i].range.valid() && !op.operands[i].range.text().empty())
      return false;
  return true;
}

bool isFloat(const Type &t) {
  return t.element == "float" || t.element == "double" || t.element.find("::") != std::string::npos;
}

unsigned bytesOf(const Type &t) { return t.elementBytes(); }

class HoistCastPair : public Pass {
public:
  explicit HoistCastPair(const PassStep &step) : tag(step.value("loop")), allowed(step.allowed) {}
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "cast"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &loop) {
      if (!Control::isLoop(loop) || loop.kind == OpKind::Parallel || (!tag.empty() && !isTagged(loop, tag)))
        return;
      for (const Carried &c : carriedBy(loop, a.values))
        if (pairOf(c, loop, a))
          out.push_back({const_cast<Op *>(c.update), c.update->where});
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    loop = nullptr;
    for (const Op *o = candidate.op->parent->owner; o && !loop; o = o->parent->owner)
      if (Control::isLoop(*o))
        loop = o;
    for (const Carried &c : carriedBy(*loop, a.values))
      if (c.update == candidate.op)
        carried = c;
    pair = *pairOf(carried, *loop, a);
    const Variable &acc = *carried.variable;
    const std::string name = quoted(&acc);
    const auto no = [&](const char *reason, const std::string &why, const Op *where) {
      return decline(reason, name + " kept: " + why).note(where, "here");
    };
    if (!loop->statement || !loop->statement->range.valid() || !carried.update->statement->range.valid())
      return decline("macro", name + " kept: the loop is in a macro");
    for (const Op *op : {pair.extend, pair.truncate, carried.update})
      if (auto v = guard(op->range, {op->operands[0].range}, *op))
        return *v;
    if (auto v = guard(carried.update->statement->range, {pair.truncate->operands[0].range}, *carried.update))
      return *v;
    for (const Op *read : carried.readsBefore)
      if (read != pair.extend && read != pair.reshapedBefore)
        return no("narrow-value-used", "the loop reads it without widening it", read);
    if (!carried.readsAfter.empty())
      return no("narrow-value-used", "the loop reads it after it was narrowed", carried.readsAfter.front());
    for (const Op *between : {pair.reshapedBefore, pair.truncate == carried.update ? nullptr : pair.truncate})
      if (between)
        for (const Op *use : a.values.uses(*between->result()))
          if (use != pair.extend && use != carried.update)
            return no("narrow-value-used", "the narrow value has another use", use);
    if (isFloat(pair.extend->result()->type)) {
      if (!allowed)
        return no("not-allowed", "it is rounded in every iteration", pair.truncate);
    } else if (std::optional<Verdict> v = sees(a)) {
      return *v;
    }
    renamed = canRename(a);
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    const Statement &at = *loop->statement;
    const Variable &acc = *carried.variable;
    const std::string wide = rw.fresh(acc.name + "_wide");
    const auto element = [&](const Type &t) { return spellElement(t.element, rw.dsl("")); };
    const Type &wideType = pair.extend->result()->type, &narrowType = acc.type;

    Text before("auto " + wide + " = " + rw.dsl("vec::cast") + "<" + element(wideType) + ">(");
    before << &acc << ");";
    rw.before(at, std::move(before));
    Text read = pair.reshapedBefore
                    ? Text(rw.dsl("vec::shape_cast") + "<" + spellDims(wideType.dims) + ">(" + wide + ")")
                    : Text(wide);
    if (renamed) {
      for (const auto &[op, operand] : uses)
        rw.respell(op->operands[operand].range, read);
      rw.remove(*pair.extend->statement);
    } else {
      rw.respell(*pair.extend, read);
    }
    if (pair.reshapedBefore && pair.reshapedBefore->statement != pair.extend->statement)
      rw.remove(*pair.reshapedBefore->statement);

    Text carry(wide + " = ");
    const bool reshaped = pair.truncate != carried.update;
    if (reshaped)
      carry << rw.dsl("vec::shape_cast") + "<" + spellDims(narrowType.dims) + ">(";
    carry << pair.truncate->operands[0].range << (reshaped ? ");" : ";");
    rw.respell(carried.update->statement->range, std::move(carry));
    if (pair.truncate->statement != carried.update->statement)
      rw.remove(*pair.truncate->statement);
    if (!carried.usesBehind.empty()) {
      Text after;
      after << &acc << " = " + rw.dsl("vec::cast") + "<" + element(narrowType) + ">(" + wide + ");";
      rw.after(at, std::move(after));
    }
    return quoted(&acc) + " stays " + element(wideType) + " while the loop runs";
  }

private:
  struct Pair {
    const Op *extend = nullptr, *truncate = nullptr;
    const Op *reshapedBefore = nullptr; ///< the shape_cast between the carried value and extend
  };

  static std::optional<Pair> pairOf(const Carried &c, const Op &loop, const Analyses &a) {
    const Type &narrow = c.variable->type;
    if (narrow.kind != Type::Kind::Vector)
      return std::nullopt;
    Pair p;
    if (isPlainCast(*c.update))
      p.truncate = c.update;
    else if (c.update->is("vec.shape_cast"))
      if (const Op *inner = definer(c.update->operands[0], *c.update, a);
          inner && isPlainCast(*inner) && isIn(*inner, loop))
        p.truncate = inner;
    if (!p.truncate)
      return std::nullopt;
    for (const Op *read : c.readsBefore) {
      if (isPlainCast(*read))
        p.extend = read;
      else if (read->is("vec.shape_cast") && read->result())
        for (const Op *use : a.values.uses(*read->result()))
          if (isPlainCast(*use) && isIn(*use, loop)) {
            p.extend = use;
            p.reshapedBefore = read;
          }
    }
    if (!p.extend || p.extend == p.truncate || p.extend->parent != &bodyOf(loop) || p.truncate->parent != &bodyOf(loop))
      return std::nullopt;
    const Type &wide = p.extend->result()->type, &from = p.truncate->operands[0].type;
    if (wide.element != from.element || bytesOf(wide) <= bytesOf(narrow) || isFloat(wide) != isFloat(narrow))
      return std::nullopt;
    return p;
  }

  /// Low bits of the result depend on low bits of the operands alone, whichever operand is the wide value.
  static bool keepsLowBits(const Op &op, const Variable &wide) {
    static const std::set<std::string> closed = {
        "vec.add",     "vec.sub",       "vec.mul",           "vec.and",          "vec.or",         "vec.xor",
        "vec.neg",     "vec.not",       "vec.fma",           "vec.contract",     "vec.shape_cast", "vec.transpose",
        "vec.shuffle", "vec.broadcast", "vec.extract_slice", "vec.insert_slice", "vec.concat"};
    if (op.kind == OpKind::Copy)
      return true;
    if (op.kind != OpKind::Dsl)
      return false;
    if (closed.count(op.info.name))
      return true;
    if (op.is("vec.shl")) // the count sees all of its bits
      return op.operands[1].variable != &wide;
    if (op.is("vec.select"))
      return op.operands[0].variable != &wide;
    return false;
  }

  /// Follows the wide value; what reads more of it than its low bits, or takes it elsewhere.
  std::optional<Verdict> sees(const Analyses &a) const {
    std::vector<const Variable *> work = {pair.extend->result()};
    std::set<const Variable *> seen(work.begin(), work.end());
    const unsigned narrow = bytesOf(carried.variable->type);
    while (!work.empty()) {
      const Variable &v = *work.back();
      work.pop_back();
      for (const Op *use : a.values.uses(v)) {
        if (use == pair.truncate)
          continue;
        const auto no = [&](const char *reason, const std::string &why) {
          return decline(reason, quoted(carried.variable) + " kept: " + why).note(use, "here");
        };
        if (!isIn(*use, *loop) || use->kind == OpKind::Return)
          return no("wide-value-used", "the wide value is used behind the loop");
        if (isPlainCast(*use) && use->result() && !isFloat(use->result()->type) &&
            bytesOf(use->result()->type) <= narrow)
          continue; // no more of it than the narrow type has
        if (!use->result() || use->result()->type.kind != Type::Kind::Vector || use->result()->escapes ||
            a.values.definitions(*use->result()).size() != 1)
          return no("wide-value-used", "the wide value is used for something else");
        if (!keepsLowBits(*use, v))
          return no("high-bits",
                    "'" + use->info.name + "' sees bits that " + carried.variable->type.element + " has not");
        if (seen.insert(use->result()).second)
          work.push_back(use->result());
      }
    }
    return std::nullopt;
  }

  /// The declaration of the wide value can go, its uses name the carried one.
  bool canRename(const Analyses &a) {
    uses.clear();
    const Variable &wide = *pair.extend->result();
    const Statement *st = pair.extend->statement;
    if (pair.reshapedBefore || wide.kind != Variable::Kind::Local || !st || st->root != pair.extend || st->attributed ||
        st->form != Statement::Form::Declaration || st->declarators != 1 || a.values.definitions(wide).size() != 1 ||
        guard(st->range, {}, *pair.extend) || !Names(a.function).usesCanBeRenamed(wide))
      return false;
    for (const Op *use : a.values.uses(wide)) {
      if (use->id > carried.update->id || !isIn(*use, *loop))
        return false; // sees the next value already
      for (std::size_t i = 0; i < use->operands.size(); ++i)
        if (use->operands[i].variable == &wide)
          uses.emplace_back(use, i);
    }
    // What stands inside the statement of the update is respelled as a part of it.
    return true;
  }

  const std::string tag;
  const bool allowed;
  const Op *loop = nullptr; ///< what prove() found, for apply()
  Carried carried;
  Pair pair;
  bool renamed = false;
  std::vector<std::pair<const Op *, std::size_t>> uses;
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<HoistCastPair>(step);
});

} // namespace
