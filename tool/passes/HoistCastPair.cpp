//===- HoistCastPair.cpp - an accumulator stays wide from turn to turn --------===//
//
//   auto acc = init;                                     auto acc_wide = vec::cast<std::int32_t>(init);
//   for (k...) {                                         for (k...) {
//     const auto wide = vec::cast<std::int32_t>(acc);      const auto sum = acc_wide + a * b;
//     const auto sum = wide + a * b;                       acc_wide = sum;
//     acc = vec::cast<std::int16_t>(sum);                }
//   }                                                    return vec::cast<std::int16_t>(acc_wide);
//   return acc;
//
// Matches   a vector that a loop carries, widened at the beginning of an iteration and
//           narrowed again at its end, directly or through one shape_cast each.
// Holds     nothing else in the loop reads the narrow value. Integers: what becomes of the
//           wide value depends, in its low bits, on low bits alone, and nobody else sees it.
//           Floats: one rounding an iteration is left out, which needs --allow.
// Declines  otherwise: a right shift, a division, a comparison, the larger of two see the
//           bits that the narrow type would have dropped.
// Exactness bitwise for integers, rounding for floats.     Runs after flatten-for-iter-args.
//
// Why integers stay the same bit by bit: the wide value that goes round may differ from the
// widened narrow one in its high bits, and may run over where that did not. But casts between
// integers and the integer ops of vec:: are defined modulo 2^bits, and the ops let through are
// those whose low bits are a function of the low bits of their operands. So all values differ
// in high bits only, and these are cut off where somebody looks.
//
//===----------------------------------------------------------------------===//

#include "analysis/Carried.h"
#include "analysis/LowBits.h"
#include "kernel/Spelling.h"
#include "passes/CarriedForm.h"
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
        "about, casts between integers), and nobody else sees it.",
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
  auto acc_wide = vec::cast<std::int32_t>(vec::transfer_read<16>(c, {0}));
  for (Index k = 0; k < 8; ++k) {
    const auto sum = acc_wide + vec::transfer_read<16>(a, {k, 0});
    acc_wide = sum;
  }
  vec::transfer_write(vec::cast<std::int16_t>(acc_wide), c, {0});
})",
    .reasons =
        {
            {"high-bits", "What is computed from the wide value depends on bits that the narrow type drops.", ""},
            {"narrow-value-used", "Something else in the loop reads the narrow value, or needs its name or type.", ""},
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
    if (auto v = guardDeclarationBefore(*loop))
      return *v;
    for (const Op *op : {pair.truncate, carried.update})
      if (auto v = guard(op->range, {op->operands[0].range}, *op))
        return *v;
    for (const Extend &e : pair.extends)
      for (const Op *op : {e.cast, e.reshaped})
        if (op)
          if (auto v = guard(op->range, {op->operands[0].range}, *op))
            return *v;
    if (std::optional<Verdict> v = narrowUse(a))
      return *v;
    if (isFloat(pair.wide())) {
      if (!allowed)
        return decline("not-allowed", quoted(carried.variable) + " kept: it is rounded in every iteration")
            .note(pair.truncate, "here");
    } else if (std::optional<Verdict> v = sees(a)) {
      return *v;
    }
    plan(a);
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    const Variable &acc = *carried.variable;
    const std::string wide = rw.fresh(acc.name + "_wide");
    const auto cast = [&](const Type &to) {
      return rw.dsl("vec::cast") + "<" + spellElement(to.element, rw.dsl("")) + ">(";
    };
    form.before(wide, cast(pair.wide()), rw);
    for (const SourceRange &place : names)
      rw.respell(place, Text(wide));
    for (const Extend &e : pair.extends)
      widen(e, wide, rw);
    if (dropped) {
      rw.respell(carried.update->operands[0].range, pair.truncate->operands[0].range);
      rw.remove(*pair.truncate->statement);
    } else {
      rw.respell(*pair.truncate, pair.truncate->operands[0].range);
      if (pair.truncate != carried.update && pair.truncate->result()->kind != Variable::Kind::Temporary)
        retype(*pair.truncate, rw);
    }
    form.behind(cast(acc.type) + wide + ")", rw);
    return quoted(&acc) + " stays " + spellElement(pair.wide().element, rw.dsl("")) + " while the loop runs";
  }

private:
  struct Extend {
    const Op *cast = nullptr;
    const Op *reshaped = nullptr;                         ///< the shape_cast before it, if there is one
    std::vector<std::pair<const Op *, std::size_t>> uses; ///< of its name: they name something else
    bool renamed = false;
  };
  struct Pair {
    std::vector<Extend> extends;
    const Op *truncate = nullptr; ///< what the loop hands on, or the source of the shape_cast that is
    const Type &wide() const { return extends.front().cast->result()->type; }
  };

  static std::optional<Pair> pairOf(const Carried &c, const Op &loop, const Analyses &a) {
    const Type &narrow = c.variable->type;
    const Block &body = bodyOf(loop);
    if (narrow.kind != Type::Kind::Vector)
      return std::nullopt;
    Pair p;
    if (isPlainCast(*c.update))
      p.truncate = c.update;
    else if (c.update->is("vec.shape_cast"))
      if (const Op *inner = definer(c.update->operands[0], *c.update, a); inner && isPlainCast(*inner))
        p.truncate = inner;
    if (!p.truncate || p.truncate->parent != &body)
      return std::nullopt;
    const auto add = [&](const Op &cast, const Op *reshaped) {
      const Type &wide = cast.result()->type;
      if (isPlainCast(cast) && &cast != p.truncate && cast.id < c.update->id &&
          ancestorIn(body, const_cast<Op *>(&cast)) && wide.element == p.truncate->operands[0].type.element &&
          wide.elementBytes() > narrow.elementBytes() && isFloat(wide) == isFloat(narrow))
        p.extends.push_back({&cast, reshaped, {}, false});
    };
    for (const Op *read : c.readsBefore)
      if (read->is("vec.cast"))
        add(*read, nullptr);
      else if (read->is("vec.shape_cast"))
        for (const Op *use : a.values.uses(*read->result()))
          if (use->is("vec.cast"))
            add(*use, read);
    return p.extends.empty() ? std::nullopt : std::optional(std::move(p));
  }

  bool isExtend(const Op &op) const {
    return std::any_of(pair.extends.begin(), pair.extends.end(), [&](const Extend &e) { return e.cast == &op; });
  }

  /// What stands in the way of a variable of another type: other reads of the narrow value, and text that names it.
  std::optional<Verdict> narrowUse(const Analyses &a) const {
    const Variable &acc = *carried.variable;
    const auto no = [&](const std::string &why, const Op *where) {
      return decline("narrow-value-used", quoted(&acc) + " kept: " + why).note(where, "here");
    };
    for (const Op *read : carried.readsBefore)
      if (!isExtend(*read) &&
          std::none_of(pair.extends.begin(), pair.extends.end(), [&](const Extend &e) { return e.reshaped == read; }))
        return no("the loop reads it without widening it", read);
    if (!carried.readsAfter.empty())
      return no("the loop reads it after it was narrowed", carried.readsAfter.front());
    for (const Extend &e : pair.extends) {
      const Op &read = e.reshaped ? *e.reshaped : *e.cast;
      if (read.operands[0].range.text() != acc.name || acc.hasAlias || !Names::reaches(*loop->parent, read))
        return no("it is read by another name", &read);
      if (e.reshaped)
        if (auto v = onlyUsedBy(*e.reshaped, [&](const Op &use) { return isExtend(use); }, no, a))
          return v;
    }
    if (pair.truncate != carried.update)
      if (auto v = onlyUsedBy(*pair.truncate, [&](const Op &use) { return &use == carried.update; }, no, a))
        return v;
    const Statement &st = *carried.update->statement;
    if (st.block != &bodyOf(*loop) || st.root != carried.update || !assignedValue(st, acc).valid())
      return no("it is not assigned by a statement of its own", carried.update);
    return std::nullopt;
  }

  /// The value that goes between the carried one and a cast: of no use to anybody else, and a temporary or
  /// a declaration whose type can change.
  template <class Is, class No>
  static std::optional<Verdict> onlyUsedBy(const Op &between, Is is, No no, const Analyses &a) {
    const Variable &v = *between.result();
    for (const Op *use : a.values.uses(v))
      if (!is(*use))
        return no("the narrow value has another use", use);
    const Statement *st = between.statement;
    if (v.kind != Variable::Kind::Temporary &&
        (!st || st->root != &between || st->form != Statement::Form::Declaration || st->declarators != 1 ||
         !st->range.valid() || v.escapes || a.values.definitions(v).size() != 1 ||
         guard(st->range, {between.range}, between) || Names(a.function).hasDirectives() ||
         Names(a.function).spellings(v.name).size() != 1 + a.values.uses(v).size()))
      return no("a variable has its narrow type", &between);
    return std::nullopt;
  }

  /// Follows the wide value; what reads more of it than its low bits, or takes it elsewhere.
  std::optional<Verdict> sees(const Analyses &a) const {
    std::vector<const Variable *> work;
    for (const Extend &e : pair.extends)
      work.push_back(e.cast->result());
    std::set<const Variable *> seen(work.begin(), work.end());
    const Type &narrow = carried.variable->type;
    while (!work.empty()) {
      const Variable &v = *work.back();
      work.pop_back();
      for (const Op *use : a.values.uses(v)) {
        if (use == pair.truncate)
          continue;
        const auto no = [&](const char *reason, const std::string &why) {
          return decline(reason, quoted(carried.variable) + " kept: " + why).note(use, "here");
        };
        const Variable *result = use->result();
        if (!isIn(*use, *loop) || use->kind == OpKind::Return)
          return no("wide-value-used", "the wide value is used behind the loop");
        if (isPlainCast(*use) && !isFloat(result->type) && result->type.elementBytes() <= narrow.elementBytes())
          continue; // no more of it than the narrow type has
        if (!result || result->type.kind != Type::Kind::Vector || result->escapes || result->isStatic ||
            result->byReference || (use->kind != OpKind::Dsl && use->kind != OpKind::Copy))
          return no("wide-value-used", "the wide value is used for something else");
        if (!keepsLowBits(*use, v))
          return no("high-bits", "'" + use->info.name + "' sees bits that " + narrow.element + " has not");
        if (seen.insert(result).second)
          work.push_back(result);
      }
    }
    return std::nullopt;
  }

  /// Which names stay, for apply().
  void plan(const Analyses &a) {
    const Variable &acc = *carried.variable;
    names.clear();
    const Statement &st = *carried.update->statement;
    names.push_back({st.range.file, st.range.begin, st.range.begin + static_cast<unsigned>(acc.name.size())});
    std::set<const Op *> reads;
    for (Extend &e : pair.extends) {
      const Op &read = e.reshaped ? *e.reshaped : *e.cast;
      e.renamed = canRename(e, a);
      if (reads.insert(&read).second && !(e.renamed && !e.reshaped))
        names.push_back(read.operands[0].range);
    }
    std::vector<SourceRange> replaced = names;
    for (const Extend &e : pair.extends)
      replaced.push_back(e.cast->operands[0].range);
    form = CarriedForm(acc, *loop, a, replaced, {});
    dropped = truncatesName(a);
  }

  /// `const auto t = vec::cast<...>(sum);` can go: what is handed on can name sum.
  bool truncatesName(const Analyses &a) const {
    const Op &t = *pair.truncate;
    const Operand &from = t.operands[0];
    return &t != carried.update && t.result()->kind != Variable::Kind::Temporary && !t.statement->attributed &&
           from.variable && !from.variable->name.empty() && from.range.text() == from.variable->name &&
           carried.update->operands[0].range.text() == t.result()->name &&
           !a.values.changedBetween(*from.variable, t, *carried.update) &&
           Names(a.function).isVisibleAt(*from.variable, *carried.update);
  }

  /// The declaration of a wide value can go, its uses name the carried one, or its reshaped form.
  bool canRename(Extend &e, const Analyses &a) const {
    const Variable &wide = *e.cast->result();
    const Statement *st = e.cast->statement;
    const Names n(a.function);
    const Variable *reshaped = e.reshaped ? e.reshaped->result() : nullptr;
    if (wide.kind != Variable::Kind::Local || !st || st->root != e.cast || st->attributed ||
        st->form != Statement::Form::Declaration || st->declarators != 1 || a.values.definitions(wide).size() != 1 ||
        guard(st->range, {}, *e.cast) || !n.usesCanBeRenamed(wide) || n.hasDirectives() ||
        (reshaped && reshaped->kind == Variable::Kind::Temporary))
      return false;
    for (const Op *use : a.values.uses(wide)) {
      if (reshaped ? !n.isVisibleAt(*reshaped, *use)
                   : use->id > carried.update->id || !Names::reaches(*loop->parent, *use))
        return false; // sees the next value already
      for (std::size_t i = 0; i < use->operands.size(); ++i)
        if (use->operands[i].variable == &wide) {
          if (guard(use->operands[i].range, {}, *use))
            return false;
          e.uses.emplace_back(use, i);
        }
    }
    return true;
  }

  /// What was widened is wide already.
  void widen(const Extend &e, const std::string &wide, Rewriter &rw) const {
    if (e.reshaped && e.reshaped->result()->kind != Variable::Kind::Temporary)
      retype(*e.reshaped, rw);
    if (!e.renamed)
      return rw.respell(*e.cast, e.cast->operands[0].range);
    for (const auto &[op, operand] : e.uses)
      rw.respell(op->operands[operand].range, Text(e.reshaped ? e.reshaped->result()->name : wide));
    rw.remove(*e.cast->statement);
  }

  /// A declaration takes the type of its initialiser.
  static void retype(const Op &op, Rewriter &rw) {
    const Variable &v = *op.result();
    const Statement &st = *op.statement;
    const SourceRange before{st.range.file, st.range.begin, v.declaredAt};
    if (Names::countIn(before, "auto") == 0)
      rw.respell(before, Text(Names::countIn(before, "const") ? "const auto " : "auto "));
  }

  const std::string tag;
  const bool allowed;
  const Op *loop = nullptr; ///< what prove() found, for apply()
  Carried carried;
  Pair pair;
  CarriedForm form;
  std::vector<SourceRange> names; ///< places that spell the carried variable
  bool dropped = false;           ///< the declaration of what is narrowed goes
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<HoistCastPair>(step);
});

} // namespace
