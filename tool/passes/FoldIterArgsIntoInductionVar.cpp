//===- FoldIterArgsIntoInductionVar.cpp - an offset is computed, not carried --===//
//
//   Index off = base;                         for (Index k = 0; k < n; ++k) {
//   for (Index k = 0; k < n; ++k) {             const Index off = base + k * 7;
//     use(off);                                 use(off);
//     off += 7;                               }
//   }
//
// Matches   an integer that a counted loop carries from one iteration to the next and to
//           which each adds the same.
// Holds     it is added once an iteration, unconditionally, and no iteration is left before
//           its end; nobody else changes the variable; what is added stays the same.
// Then      each iteration computes its value from the loop's variable. The declaration
//           moves along where nothing but the loop needs it; else the variable keeps the
//           first value, the loop has a name of its own for the others, and what is read
//           behind the loop is made up for there.
// Declines  otherwise.
// Exactness bitwise.     Makes offsets affine in the variables of loops.
//
// Overflow. The sum of the first value and a multiple is what the program computes, so it
// fits. The multiple alone may not: it does where both have the same sign, where trip count
// and factor are known well enough, and in 64 bits for every loop that comes to an end and
// adds a number. Otherwise a 32-bit multiple is computed in 64 bits, where it always fits.
//
//===----------------------------------------------------------------------===//

#include "analysis/Carried.h"
#include "analysis/Intervals.h"
#include "analysis/Loops.h"
#include "analysis/TripCount.h"
#include "passes/LoopHead.h"
#include "passes/Pass.h"
#include "passes/Targets.h"

#include <algorithm>

using namespace rewrite;

namespace {

const PassInfo info{
    .name = "fold-iter-args-into-induction-var",
    .summary = "compute an offset that a loop advances by the same amount from the loop's variable",
    .origin = "MLIR-AIR transform.air.fold_iter_args_into_induction_var",
    .exactness = Exactness::Bitwise,
    .matches = "An integer variable to which every iteration of a counted `for` loop adds the same: `off += 7;`.",
    .holds = "It is added once an iteration, under no condition; nothing else in the loop changes the variable; no "
             "iteration is left early; what is computed instead does not overflow.",
    .before = R"(PTO_INCORE Index sum(In<mem::MemRef<std::int64_t, mem::L1, 64>> a, In<Index> base) {
  Index s = 0;
  Index off = base;
  for (Index k = 2; k < 20; k += 3) {
    s = s * 3 + a(off);
    off += 7;
  }
  return s;
})",
    .after = R"(PTO_INCORE Index sum(In<mem::MemRef<std::int64_t, mem::L1, 64>> a, In<Index> base) {
  Index s = 0;
  for (Index k = 2; k < 20; k += 3) {
    const Index off = base + (k - 2) / 3 * 7;
    s = s * 3 + a(off);
  }
  return s;
})",
    .reasons =
        {
            {"conditional", "It is not advanced once in every iteration.", ""},
            {"early-exit", "Something may leave an iteration before its end.",
             "Turn `continue` into an `if` around the rest of the body."},
            {"may-overflow", "The multiple of what is added could overflow where the sum does not.",
             "Begin at 0, or at a value that is seen not to be negative; add a constant; use constant bounds."},
            {"narrow-counter", "The loop's variable is unsigned or narrower than int: it may wrap around.",
             "Declare it as an Index."},
            {"not-counted",
             "It is no `for` loop over one variable that its head declares, adds a positive constant to "
             "and compares with a bound that stays.",
             ""},
            {"not-plain",
             "The variable is changed or named in another way, too, or advanced inside of a larger "
             "expression.",
             "Advance it in a statement of its own, by its own name."},
            {"other-update", "Something else in the loop gives it a value, too.", ""},
        },
    .options = {{"loop", OptionInfo::Type::Loop, "only this loop"}},
};

const Op *innermostLoop(const Op &op) {
  const std::vector<const Op *> loops = Control::loopsAround(op);
  return loops.empty() ? nullptr : loops.front();
}

/// What is added to `v`: terms with their signs.
struct Advance {
  std::vector<std::pair<const Expr *, bool>> terms; ///< true: subtracted
  int times = 0;                                    ///< how often `v` itself is in the sum
};

bool collect(const Expr &e, const Variable &v, bool minus, Advance &out) {
  bool names = false;
  e.forEachVariable([&](const Variable *x) { names |= x == &v; });
  if (!names) {
    out.terms.emplace_back(&e, minus);
    return e.kind != Expr::Kind::Opaque;
  }
  if (e.kind == Expr::Kind::Variable) {
    out.times += minus ? -1 : 1;
    return true;
  }
  return (e.kind == Expr::Kind::Add || e.kind == Expr::Kind::Sub) && collect(e.operands[0], v, minus, out) &&
         collect(e.operands[1], v, minus != (e.kind == Expr::Kind::Sub), out);
}

class FoldIterArgsIntoInductionVar : public Pass {
public:
  explicit FoldIterArgsIntoInductionVar(const PassStep &step) : tag(step.value("loop")) {}
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return tag.empty() ? "for" : tag.c_str(); }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      const Op *around = innermostLoop(op);
      if (around && (tag.empty() ? around->kind == OpKind::For && around->induction : isTagged(*around, tag)) &&
          advances(op, *around, a))
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    update = candidate.op;
    loop = innermostLoop(*update);
    variable = update->result();
    const auto no = [&](const char *reason, const std::string &why) {
      return decline(reason, quoted(variable) + " kept: " + why);
    };
    if (auto v = guard(update->range, {}, *update))
      return *v;
    if (loop->kind != OpKind::For || !loop->induction)
      return no("not-counted", "the loop does not count one variable up to a bound").note(loop, "this loop");
    const Variable &counter = *loop->induction->variable;
    if (integerBits(counter.type.element) < 32)
      return no("narrow-counter", quoted(&counter) + " is unsigned or narrow, and may wrap around")
          .note(loop, "this loop");
    const Block &body = bodyOf(*loop);
    const Statement *st = update->statement;
    if (update->parent != &body)
      return no("conditional", "it is not advanced once in every iteration").note(update, "but here");
    if (variable->escapes || variable->isStatic || variable->isReference || !st || st->root != update ||
        st->form != Statement::Form::Expression || st->attributed || !(st->expression == update->range))
      return no("not-plain", "it may be changed or read without its name").note(update, "advanced here");
    for (const Op *d : a.values.definitions(*variable))
      if (d != update && isIn(*d, *loop))
        return no("other-update", "it gets another value, too").note(d, "here");
    if (const Op *exit = earlyExit(body))
      return no("early-exit", "an iteration may end early").note(exit, "here");
    for (const SourceRange &range : {loop->statement->range, body.range, st->range})
      if (auto v = guard({range.file, range.begin, range.begin}, {}, *loop))
        return *v;
    if (auto v = guard(st->range, {}, *update))
      return *v;
    if (auto v = findPlaces())
      return *v;
    moves = canMove(a);
    if (!spell(a))
      return no("may-overflow", "the multiple of what is added could overflow").note(update, "added here");
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    const Variable &counter = *loop->induction->variable;
    const Block &body = bodyOf(*loop);
    const std::string name = variable->name, inLoop = moves ? name : rw.fresh(name + "_" + counter.name);
    if (moves)
      rw.remove(*variable->declaration);
    if (!before.empty() || !after.empty())
      rw.first(body, declaration(inLoop, minus ? first - multiple : first + multiple));
    if (!moves)
      for (const SourceRange &place : before)
        rw.respell(place, Text(inLoop));
    if (!after.empty()) {
      const std::string next = rw.fresh(name + "_next");
      const Words now = named(inLoop);
      rw.respell(update->statement->range, declaration(next, minus ? now - delta : now + delta));
      for (const SourceRange &place : after)
        rw.respell(place, Text(next));
    } else if (update->statement->soleBody) {
      rw.respell(update->statement->range, Text("{}"));
    } else {
      rw.remove(*update->statement);
    }
    if (isReadLater) {
      Text t(name + (minus ? " -= " : " += "));
      t << total.as(Words::Sum) << ";";
      rw.after(*loop->statement, std::move(t));
    }
    return "'" + name + "' is computed from '" + counter.name + "' in each iteration";
  }

private:
  /// v += e, where the loop does not change e and does not declare v.
  static bool advances(const Op &op, const Op &loop, const Analyses &a) {
    const Variable *v = op.kind == OpKind::Scalar ? op.result() : nullptr;
    if (!v || !v->type.integral || integerBits(v->type.element) < 32 || v->name.empty() || op.operands.size() != 1 ||
        op.operands[0].list.size() != 1)
      return false;
    const SourceRange &in = loop.range;
    const bool inside = in.valid() && in.begin <= v->declaredAt && v->declaredAt < in.end;
    Advance advance;
    if (inside || (v->kind != Variable::Kind::Parameter && v->kind != Variable::Kind::Local) ||
        !collect(op.operands[0].list[0], *v, false, advance) || advance.times != 1 || advance.terms.empty())
      return false;
    const std::vector<const Op *> &uses = a.values.uses(*v);
    return std::any_of(uses.begin(), uses.end(), [&](const Op *use) { return use != &op; }) &&
           std::all_of(advance.terms.begin(), advance.terms.end(), [&](const auto &term) {
             return isInvariant(*term.first, loop, a.values) && !(term.first->isConstant() && term.first->value == 0);
           });
  }

  /// Where the variable is read: before and after it is advanced, and behind the loop.
  std::optional<Verdict> findPlaces() {
    before.clear();
    after.clear();
    isReadLater = goesOn = false;
    const SourceRange &in = loop->range, &at = update->statement->range;
    std::size_t named = 0;
    for (const SourceRange &place : variable->places) {
      if (!place.valid())
        return guard(place, {}, *update);
      if (!in.contains(place)) {
        isReadLater |= place.begin >= in.end;
        continue;
      }
      if (place.text() != variable->name || place.begin < bodyOf(*loop).range.begin)
        return decline("not-plain", quoted(variable) + " kept: it has another name, too")
            .note(place.file->location(place.begin), "here");
      ++named;
      if (!at.contains(place))
        (place.begin < at.begin ? before : after).push_back(place);
    }
    const std::vector<SourceRange> &lines = in.file->directives;
    if (Names::countIn(in, variable->name) != named &&
        std::any_of(lines.begin(), lines.end(), [&](const SourceRange &d) { return in.overlaps(d); }))
      return decline("preprocessor", quoted(variable) + " kept: code that is left out may read it")
          .note(loop, "in this loop");
    // The next iteration of a loop around reads it, unless that declares it anew.
    for (const Op *outer : Control::loopsAround(*loop)) {
      const SourceRange &body = bodyOf(*outer).range;
      goesOn |= !(body.begin <= variable->declaredAt && variable->declaredAt < body.end);
    }
    isReadLater |= goesOn;
    return std::nullopt;
  }

  /// The op that alone gives the variable its value before the loop; null when there are several, or none.
  const Op *initOf(const Analyses &a) const {
    const Op *init = nullptr;
    for (const Definition &d : a.values.reaching(*variable, *loop))
      if (d.kind != Definition::Kind::Result || (d.op != update && init))
        return nullptr;
      else if (d.op != update)
        init = d.op;
    const bool computes =
        init && init->kind == OpKind::Scalar && init->operands.size() == 1 && init->operands[0].list.size() == 1;
    return computes && !goesOn ? init : nullptr;
  }

  /// Where the name of what the statement declares can be used.
  static SourceRange scopeOf(const Statement &st, const Function &f) {
    const SourceRange &block = st.block->range;
    return {st.range.file, st.range.begin, block.valid() ? block.end : f.range.end};
  }

  /// Its declaration can stand in the loop, with the value that it has now.
  bool canMove(const Analyses &a) {
    const Statement *st = variable->declaration;
    const Op *init = initOf(a);
    first = named(variable->name);
    if (isReadLater || before.size() + after.size() == 0 || !init || !st || st->root != init ||
        st->form != Statement::Form::Declaration || st->declarators != 1 || st->attributed || !st->range.valid() ||
        guard(st->range, {}, *init) ||
        Names::countIn(scopeOf(*st, a.function), variable->name) != variable->places.size() + 1)
      return false;
    for (const SourceRange &place : variable->places)
      if (!loop->range.contains(place))
        return false;
    const Expr &value = init->operands[0].list[0];
    const std::optional<Words> words = wordsOf(value);
    if (!words || !isInvariant(value, *loop, a.values) || a.values.changedBetween(value, *init, *loop))
      return false;
    // Nothing that is declared in between has a name that it names.
    for (const auto &piece : words->text.pieces) {
      const auto *range = std::get_if<SourceRange>(&piece);
      const auto names = [&](const std::string &name) { return range && Names::countIn(*range, name); };
      for (const auto &v : a.function.variables)
        if (v->declaredAt > variable->declaredAt && !v->name.empty() && names(v->name))
          return false;
      for (const std::string &name : a.function.localNames)
        if (names(name))
          return false;
      if (std::holds_alternative<const Variable *>(piece))
        return false;
    }
    first = *words;
    return true;
  }

  bool spell(const Analyses &a) {
    const Induction &i = *loop->induction;
    const std::optional<Words> count = ordinal(*loop, a.memory);
    const std::optional<Words> trips = isReadLater ? tripCount(*loop, TripForm::Exact, a.memory) : Words::of(0);
    if (!count || !trips || !spellDelta(a))
      return false;
    const Interval bound = intervalOf(i.bound, *loop, a.memory), lower = intervalOf(i.lower, *loop, a.memory);
    const __int128 most = std::max<__int128>((bound.high - lower.low) / i.step + 1, 0);
    Interval start = intervalOf(Expr::of(variable), *loop, a.memory);
    if (const Op *init = initOf(a))
      start = intervalOf(init->operands[0].list[0], *init, a.memory);
    const auto multiple_ = multipleOf(*count, {0, most}, start);
    const auto total_ = multipleOf(*trips, {0, most}, start);
    if (!multiple_ || !total_)
      return false;
    multiple = *multiple_;
    total = *total_;
    return true;
  }

  /// What is added, its sign apart.
  bool spellDelta(const Analyses &a) {
    Advance advance;
    collect(update->operands[0].list[0], *variable, false, advance);
    auto &terms = advance.terms;
    std::stable_partition(terms.begin(), terms.end(), [](const auto &term) { return !term.second; });
    minus = terms.front().second; // all of them are
    delta = Words::of(0);
    added = {};
    const Names names(a.function);
    for (const auto &[term, subtracted] : terms) {
      std::optional<Words> words = wordsOf(*term);
      // At the beginning of the body it must mean the same.
      if (words && !words->number && term->range.valid() && names.needsScope(term->range, loop->range, {}))
        words = term->isConstant() && a.function.pattern.empty() ? std::optional(Words::of(term->value)) : std::nullopt;
      if (!words)
        return false;
      delta = subtracted == minus ? delta + *words : delta - *words;
      const Interval value = intervalOf(*term, *update, a.memory);
      added = subtracted ? added - value : added + value;
    }
    if (delta.number && *delta.number < 0) {
      delta = Words::of(-*delta.number);
      minus = !minus;
    }
    return true;
  }

  /// times * delta, such that it does not overflow; `times` is one of `range`, and the variable begins as one of
  /// `start`.
  std::optional<Words> multipleOf(const Words &times, const Interval &range, const Interval &start) const {
    const auto bits = static_cast<unsigned>(integerBits(variable->type.element));
    const Interval product = range * added;
    const bool sameSign =
        (start.low >= 0 && added.low >= 0) || (start.high <= 0 && added.high <= 0) || start == Interval::of(0);
    const bool small = -(1 << 20) <= added.low && added.high <= 1 << 20;
    const auto fits = [&](unsigned in) {
      return product.fits(in) || (sameSign && bits <= in) || (in == 64 && (small || bits == 32));
    };
    // The sum is a value of the variable, and must be computed in a type that has it.
    const auto sumFits = [&](unsigned in) {
      return bits <= std::max(in, first.bits) || (start + product).fits(std::max(in, first.bits));
    };
    if (times.number && delta.number && !(Interval::of(*times.number) * Interval::of(*delta.number)).fits(64))
      return std::nullopt;
    Words out = times * delta;
    if (out.number)
      return out;
    if (fits(out.bits) && sumFits(out.bits))
      return out;
    Words wide{Text("std::int64_t{"), std::nullopt, Words::Primary, 64};
    wide.text << times.text << "}";
    return fits(64) ? std::optional(wide * delta) : std::nullopt;
  }

  Words named(const std::string &name) const {
    return {Text(name), std::nullopt, Words::Primary, static_cast<unsigned>(integerBits(variable->type.element))};
  }

  Text declaration(const std::string &name, const Words &value) const {
    const Induction &i = *loop->induction;
    const Statement *st = variable->declaration;
    const std::string type = variable->type == i.variable->type ? counterType(*loop)
                             : st && st->range.valid()          ? typeOf(*variable, st->range)
                                                                : variable->type.element;
    const bool narrows = static_cast<int>(value.bits) > integerBits(variable->type.element);
    Text t(constant(type, bodyOf(*loop), *variable) + " " + name + " = ");
    if (narrows)
      t << "static_cast<" + type + ">(";
    t << value.text << (narrows ? ");" : ";");
    return t;
  }

  const std::string tag;
  const Op *update = nullptr, *loop = nullptr; ///< what prove() found, for apply()
  const Variable *variable = nullptr;
  std::vector<SourceRange> before, after; ///< where the loop reads the old, or the advanced value
  bool isReadLater = false, goesOn = false, moves = false, minus = false;
  Interval added; ///< what each iteration adds, with its sign
  Words first, multiple, delta, total;
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<FoldIterArgsIntoInductionVar>(step);
});

} // namespace
