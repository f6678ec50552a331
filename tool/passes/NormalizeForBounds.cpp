//===- NormalizeForBounds.cpp - a loop counts what its body computes --------===//
//
//   for (Index i = 0; i < 64; i += 8) {       for (Index off = 0; off < 512; off += 64) {
//     const Index off = i * 8;                  use(off);
//     use(off);                               }
//   }
//
// Matches   for loops whose body declares a number that is a multiple of the loop's
//           variable, plus a number. In the loop that the option names also such an
//           expression that stands in another one: use(i * 8) becomes use(i).
// Holds     the body asks for the variable nowhere else; the factor is positive; the new
//           bounds and all values fit into the type of what the body computed.
// Declines  otherwise.
// Exactness bitwise.     The inverse of normalize-loop-to-unit-step; makes bounds of
//           loops over the same memory alike.
//
// The step is factor * step. A bound in numbers is the first value that the loop does not
// reach, which is not factor * bound where the range is no multiple of the step.
//
//===----------------------------------------------------------------------===//

#include "analysis/Carried.h"
#include "analysis/Intervals.h"
#include "analysis/Linear.h"
#include "kernel/Words.h"
#include "passes/LoopHead.h"
#include "passes/Pass.h"
#include "passes/Targets.h"

#include <algorithm>

using namespace rewrite;

namespace {

const PassInfo info{
    .name = "normalize-for-bounds",
    .summary = "let a loop count the offsets that its body computes from the loop's variable",
    .origin = "MLIR-AIR transform.air.normalize_for_bounds",
    .exactness = Exactness::Bitwise,
    .matches = "`for` loops whose body declares `const Index off = i * factor + offset;`. In the loop that the option "
               "names also such an expression that is a part of another one.",
    .holds = "The body asks for `i` nowhere else, the factor is a positive constant, and neither the new bounds nor a "
             "value on the way overflows.",
    .before = R"(PTO_INCORE Index sum(In<mem::MemRef<std::int64_t, mem::L1, 512>> a) {
  Index s = 0;
  for (Index i = 0; i < 64; i += 8) {
    const Index off = i * 8;
    s += a(off);
  }
  return s;
})",
    .after = R"(PTO_INCORE Index sum(In<mem::MemRef<std::int64_t, mem::L1, 512>> a) {
  Index s = 0;
  for (Index off = 0; off < 512; off += 64) {
    s += a(off);
  }
  return s;
})",
    .reasons =
        {
            {"last-use", "A variable would be left without a use, for compilers to warn of.",
             "Spell its value out in the head of the loop."},
            {"may-overflow", "The bounds times the factor could overflow.",
             "Use constant bounds, or extents, which are known not to be so large."},
            {"narrow-counter", "The variable, or what is computed from it, is unsigned or narrower than int.",
             "Declare it as an Index."},
            {"not-counted",
             "It is no `for` loop over one variable that its head declares, adds a positive constant to "
             "and compares with a bound that stays.",
             ""},
            {"not-increasing", "The factor is negative: the loop would have to count downwards.", ""},
            {"not-linear", "What the body computes from the variable is not a multiple of it plus a number.", ""},
            {"not-plain",
             "What the body declares is changed later, has attributes, or is used in a way that depends "
             "on its being const.",
             "Declare it as `const Index off = ...;` and use it as a value."},
            {"other-use", "The body asks for the variable in more than one place.", ""},
        },
    .options = {{"loop", OptionInfo::Type::Loop, "only this loop"}},
};

/// What the body computes from the variable of the loop.
struct Derived {
  const Op *op = nullptr; ///< declares it, or has it as a part of an operand
  const Expr *expr = nullptr;
  bool declares = false;
  std::int64_t factor = 0, offset = 0;
};

/// The expression with `value` in the place of the variable; nothing when it has another form than that of a sum.
std::optional<Words> substituted(const Expr &e, const Variable &v, const Words &value) {
  if (e.kind == Expr::Kind::Variable && e.variable == &v)
    return value;
  if (e.isConstant())
    return wordsOf(e);
  if (e.operands.size() != 2)
    return std::nullopt;
  const auto a = substituted(e.operands[0], v, value), b = substituted(e.operands[1], v, value);
  if (!a || !b)
    return std::nullopt;
  switch (e.kind) {
  case Expr::Kind::Add:
    return *a + *b;
  case Expr::Kind::Sub:
    return *a - *b;
  case Expr::Kind::Mul:
    return *a * *b;
  default:
    return std::nullopt;
  }
}

/// What the variable is multiplied with. \pre the expression names it once
std::optional<Words> factorOf(const Expr &e, const Variable &v) {
  const auto names = [&](const Expr &part) {
    bool found = false;
    part.forEachVariable([&](const Variable *x) { found |= x == &v; });
    return found;
  };
  if (e.operands.size() != 2)
    return Words::of(1);
  const bool second = names(e.operands[1]);
  const auto inner = factorOf(e.operands[second], v);
  const auto other = e.kind == Expr::Kind::Mul ? wordsOf(e.operands[!second]) : Words::of(1);
  return inner && other ? std::optional(*inner * *other) : std::nullopt;
}

class NormalizeForBounds : public Pass {
public:
  explicit NormalizeForBounds(const PassStep &step) : tag(step.value("loop")) {}
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return tag.empty() ? "for" : tag.c_str(); }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (!Control::isLoop(op))
        return;
      const bool counts = op.kind == OpKind::For && op.induction;
      const bool found = counts && declared(op).op;
      if (tag.empty() ? found : isTagged(op, tag) && (!counts || found || computes(op)))
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    loop = candidate.op;
    const Variable *counter = counterOf(*loop);
    const auto no = [&](const char *reason, const std::string &why) {
      return decline(reason, (counter ? quoted(counter) : std::string("the loop")) + " kept: " + why);
    };
    if (counter && integerBits(counter->type.element) < 32)
      return no("narrow-counter", "it is unsigned or narrow, and may wrap around");
    if (loop->kind != OpKind::For || !loop->induction)
      return no("not-counted", counter ? "something else than the head may change it or its bound, or its step is no "
                                         "positive constant"
                                       : "it does not count one variable up to a bound");
    if (auto v = guardHead(*loop))
      return *v;
    found = declared(*loop);
    Verdict v = found.op ? proveDeclared(a) : no("not-linear", "what is computed from it is no multiple of it");
    if (v.legal || tag.empty())
      return v;
    if (const Derived part = inPlace(*loop); part.op) {
      found = part;
      return proveBounds(*counter, a);
    }
    return v;
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    const Induction &i = *loop->induction;
    const Variable &v = found.declares ? *found.op->result() : *i.variable;
    rw.respell(i.declaration, Text(typeOfNew()) << " " + v.name + " = " << lower.text);
    rw.respell(i.condition, Text(v.name + (inclusive ? " <= " : " < ")) << upper.as(Words::Sum));
    rw.respell(i.increment, step.number == 1 ? Text("++" + v.name) : Text(v.name + " += ") << step.text);
    for (const Statement *statement : dead)
      rw.remove(*statement);
    if (!found.declares) {
      const std::string was(found.expr->range.text());
      rw.respell(found.expr->range, Text(v.name));
      return "'" + v.name + "' counts what '" + was + "' was";
    }
    rw.remove(*found.op->statement);
    return "'" + v.name + "' is counted by the loop: '" + i.variable->name + "' is not needed";
  }

private:
  /// The first declaration in the body that is linear in the variable.
  static Derived declared(const Op &loop) {
    const Variable &v = *loop.induction->variable;
    Derived out;
    walk(bodyOf(loop), [&](const Op &op) {
      if (out.op || op.kind != OpKind::Scalar || !op.result() || !op.statement ||
          op.statement->form != Statement::Form::Declaration || op.operands.size() != 1 ||
          op.operands[0].list.size() != 1)
        return;
      const Expr &e = op.operands[0].list[0];
      const std::optional<Linear> sum = linearOf(e);
      if (sum && sum->terms.size() == 1 && sum->terms.begin()->first == &v)
        out = {&op, &e, true, sum->terms.begin()->second, sum->constant};
    });
    return out;
  }

  /// The largest expressions in the operands of the body that name no variable but this one, and are more than that.
  template <class F> static void forEachPart(const Op &loop, F &&f) {
    const Variable *v = loop.induction->variable;
    const auto search = [&](const auto &self, const Op &op, const Expr &e) -> void {
      bool names = false, others = false;
      e.forEachVariable([&](const Variable *x) { (x == v ? names : others) = true; });
      if (!names)
        return;
      if (e.kind != Expr::Kind::Variable && (!others || e.operands.empty()))
        return f(op, e);
      for (const Expr &part : e.operands)
        self(self, op, part);
    };
    walk(bodyOf(loop), [&](const Op &op) {
      for (const Operand &o : op.operands)
        for (const Expr &e : o.list)
          search(search, op, e);
    });
  }

  static bool computes(const Op &loop) {
    bool found = integerBits(loop.induction->variable->type.element) < 32; // the model does not say what
    forEachPart(loop, [&](const Op &, const Expr &e) { found |= !e.operands.empty(); });
    return found;
  }

  static Derived inPlace(const Op &loop) {
    Derived out;
    forEachPart(loop, [&](const Op &op, const Expr &e) {
      const std::optional<Linear> sum = linearOf(e);
      if (!out.op && sum && sum->terms.size() == 1)
        out = {&op, &e, false, sum->terms.begin()->second, sum->constant};
    });
    return out;
  }

  Verdict proveDeclared(const Analyses &a) {
    const Op &d = *found.op;
    const Statement &st = *d.statement;
    const Variable &v = *d.result();
    if (auto verdict = guard(st.range, {}, d))
      return *verdict;
    const std::string what = quoted(&v) + " kept: ";
    if (st.declarators != 1)
      return decline("multi-declarator", what + "its declaration declares several names").note(&d, "here");
    if (integerBits(v.type.element) < 32)
      return decline("narrow-counter", what + "it is unsigned or narrow, and may wrap around").note(&d, "here");
    const Block &body = bodyOf(*loop);
    if (st.attributed || v.kind != Variable::Kind::Local || v.escapes || v.isStatic || v.isReference ||
        a.values.definitions(v).size() != 1 || Names::countIn(body.range, "decltype") || isOverloadedOn(v, a))
      return decline("not-plain", what + "it is not just a number that the body uses").note(&d, "declared here");
    // In the head it is visible in all of the loop: nothing else there may have the name.
    const SourceFile *file = loop->range.file;
    if (Names::countIn({file, loop->range.begin, st.range.begin}, v.name) ||
        Names::countIn({file, std::min(st.block->range.end, loop->range.end), loop->range.end}, v.name))
      return decline("not-plain", what + "something else in the loop has its name").note(&d, "declared here");
    return proveBounds(v, a);
  }

  static bool isOverloadedOn(const Variable &v, const Analyses &a) {
    const std::vector<const Op *> &uses = a.values.uses(v);
    return std::any_of(uses.begin(), uses.end(),
                       [](const Op *use) { return use->kind == OpKind::Call && use->overloaded; });
  }

  /// The variable is asked for in this place alone, and `counted` can be counted instead.
  Verdict proveBounds(const Variable &counted, const Analyses &a) {
    const Induction &i = *loop->induction;
    const auto no = [&](const char *reason, const std::string &why) {
      return decline(reason, quoted(i.variable) + " kept: " + why).note(found.op, "computed here");
    };
    const Block &body = bodyOf(*loop);
    here = 0;
    for (const SourceRange &place : i.variable->places) {
      if (!place.valid() || (body.range.contains(place) && !found.expr->range.contains(place)))
        return no("other-use", "it is asked for in more than one place").note(placeOf(place), "here, too");
      here += body.range.contains(place);
    }
    if (Names::countIn(body.range, i.variable->name) != here)
      return no("other-use", "it is named in more than one place");
    if (auto v = guard(found.expr->range, {}, *found.op))
      return *v;
    if (found.factor < 0)
      return no("not-increasing", "its factor is negative");
    const int bits = integerBits(counted.type.element);
    if (!found.declares && found.expr->bits != static_cast<unsigned>(bits))
      return no("not-linear", "what is computed from it has another type");
    if (!spellBounds(a))
      return no("not-linear", "what is computed from it is no simple sum");
    if (!fits(static_cast<unsigned>(bits), a))
      return no("may-overflow", "the bounds times " + std::to_string(found.factor) + " could overflow");
    std::vector<SourceRange> kept;
    for (const Words *words : {&lower, &upper, &step})
      for (const auto &piece : words->text.pieces)
        if (const auto *range = std::get_if<SourceRange>(&piece))
          kept.push_back(*range);
    dead.clear();
    if (const Variable *v =
            Names(a.function).leftBehind({i.bound.range, i.lower.range, i.by.range, found.expr->range}, kept, dead);
        v && v != i.variable)
      return no("last-use", quoted(v) + " would be left without a use");
    return legal();
  }

  static Location placeOf(const SourceRange &place) {
    return place.valid() ? place.file->location(place.begin) : Location();
  }

  bool spellBounds(const Analyses &a) {
    const Induction &i = *loop->induction;
    const auto U = wordsOf(i.bound), L = wordsOf(i.lower), by = wordsOf(i.by);
    if (!U || !L || (i.by.isConstant() && !by))
      return false;
    std::optional<Words> factor, from, to;
    if (here == 1) {
      factor = factorOf(*found.expr, *i.variable);
      from = substituted(*found.expr, *i.variable, *L);
      to = substituted(*found.expr, *i.variable, *U);
    } else if (a.function.pattern.empty()) { // the instances of a template agree on words, not on numbers
      factor = Words::of(found.factor);
      from = *L * *factor + Words::of(found.offset);
      to = *U * *factor + Words::of(found.offset);
    }
    if (!factor || !from || !to)
      return false;
    step = *factor * (by ? *by : Words::of(i.step));
    lower = *from;
    upper = *to;
    inclusive = i.inclusive;
    if (const auto trips = i.tripCount(); trips && lower.number && upper.number && step.number) {
      upper = Words::of(*lower.number + *trips * *step.number);
      inclusive = false;
    }
    return true;
  }

  /// Neither a value on the way, the one that ends the loop included, nor a part of the new head overflows.
  bool fits(unsigned bits, const Analyses &a) const {
    const Induction &i = *loop->induction;
    const Interval factor = Interval::of(found.factor), offset = Interval::of(found.offset);
    const Interval from = intervalOf(i.lower, *loop, a.memory), to = intervalOf(i.bound, *loop, a.memory);
    const Interval end{to.low, to.high - !i.inclusive + i.step};
    const auto fit = [&](const Interval &value, unsigned in) {
      return (value * factor).fits(in) && (value * factor + offset).fits(in);
    };
    return fit(from, std::min(bits, lower.bits)) && fit(to, std::min(bits, upper.bits)) && fit(end, bits) &&
           (Interval::of(i.step) * factor).fits(std::min(bits, std::max(step.bits, 32u)));
  }

  /// The type of what the loop counts now.
  std::string typeOfNew() const {
    const Induction &i = *loop->induction;
    if (!found.declares || found.op->result()->type == i.variable->type)
      return counterType(*loop);
    return rewrite::typeOf(*found.op->result(), found.op->statement->range);
  }

  const std::string tag;
  const Op *loop = nullptr; ///< what prove() found, for apply()
  Derived found;
  std::size_t here = 0; ///< how often the expression names the variable
  Words lower, upper, step;
  bool inclusive = false;
  std::vector<Statement *> dead; ///< declarations that nothing asks for any more
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<NormalizeForBounds>(step);
});

} // namespace
