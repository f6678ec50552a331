//===- NormalizeLoopToUnitStep.cpp - a loop counts its iterations -----------===//
//
//   for (Index i = 4; i < 64; i += 4) {       for (Index i_step = 0; i_step < 15; ++i_step) {
//     f(i);                                     const Index i = i_step * 4 + 4;
//   }                                           f(i);
//                                             }
//
// Matches   for loops that add another constant than 1 to their variable; the loop that
//           the option names also where it only begins elsewhere than at 0.
// Holds     one variable, declared in the head and changed by nothing else; a bound that
//           stays; no sum or product that overflows where the loop itself does not.
// Declines  otherwise.
// Exactness bitwise.     The inverse of normalize-for-bounds.
//
// The variable keeps its name, its type and its values, so the body stays as it is.
//
//===----------------------------------------------------------------------===//

#include "analysis/Carried.h"
#include "analysis/Intervals.h"
#include "analysis/TripCount.h"
#include "passes/LoopHead.h"
#include "passes/Pass.h"
#include "passes/Targets.h"

using namespace rewrite;

namespace {

const PassInfo info{
    .name = "normalize-loop-to-unit-step",
    .summary = "let a loop count its iterations, and compute its variable from the count",
    .origin = "MLIR-AIR transform.air.normalize_loop_to_unit_step",
    .exactness = Exactness::Bitwise,
    .matches = "`for` loops that add another constant than 1 to their variable. The loop that the option names, also "
               "where it only begins elsewhere than at 0.",
    .holds = "The variable is a signed integer that the head declares and nothing else changes, the bound stays the "
             "same, and what is computed instead does not overflow.",
    .before = R"(PTO_INCORE Index sum() {
  Index acc = 0;
  for (Index i = 4; i < 64; i += 4) {
    acc = acc * 3 + i;
  }
  return acc;
})",
    .after = R"(PTO_INCORE Index sum() {
  Index acc = 0;
  for (Index i_step = 0; i_step < 15; ++i_step) {
    const Index i = i_step * 4 + 4;
    acc = acc * 3 + i;
  }
  return acc;
})",
    .reasons =
        {
            {"bound-unknown", "What the loop runs from or to is computed by more than integer arithmetic.",
             "Compute the bound before the loop: `const Index end = ...;`."},
            {"last-use", "A variable would be left without a use, for compilers to warn of.",
             "Spell its value out in the head of the loop."},
            {"may-overflow", "The number of iterations could overflow where the loop itself does not.",
             "Let the loop begin at 0, or at a value that is seen not to be negative."},
            {"narrow-counter", "The variable is unsigned or narrower than int: it may wrap around.",
             "Declare it as an Index."},
            {"not-counted",
             "It is no `for` loop over one variable that its head declares, adds a positive constant to "
             "and compares with a bound that stays.",
             ""},
        },
    .options = {{"loop", OptionInfo::Type::Loop, "only this loop"}},
};

class NormalizeLoopToUnitStep : public Pass {
public:
  explicit NormalizeLoopToUnitStep(const PassStep &step) : tag(step.value("loop")) {}
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return tag.empty() ? "for" : tag.c_str(); }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (Control::isLoop(op) && (tag.empty() ? takesOtherSteps(op) : isTagged(op, tag) && !isNormal(op)))
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
      return no("not-counted",
                counter ? "something else than the head may change it or its bound, or its step is no positive constant"
                        : "it does not count one variable up to a bound");
    if (auto v = guardHead(*loop))
      return *v;
    const Induction &i = *loop->induction;
    for (const Expr *end : {&i.lower, &i.bound})
      if (!wordsOf(*end))
        return end->isConstant() ? no("may-overflow", "its numbers are too large to compute with")
                                 : no("bound-unknown", "what it runs " + std::string(end == &i.bound ? "to" : "from") +
                                                           " is more than integer arithmetic");
    count = tripCount(*loop, TripForm::Bound, a.memory);
    if (!count || !spanFits(*loop, a.memory))
      return no("may-overflow", "the number of iterations could overflow");
    lower = *wordsOf(i.lower);
    step = wordsOf(i.by).value_or(Words::of(i.step));
    use = useIn(bodyOf(*loop), *i.variable);
    std::vector<SourceRange> kept;
    for (const Words *words : {&*count, &lower, &step})
      for (const auto &piece : words->text.pieces)
        if (const auto *range = std::get_if<SourceRange>(&piece); range && (words == &*count || use != Use::None))
          kept.push_back(*range);
    dead.clear();
    if (const Variable *v = Names(a.function).leftBehind({i.bound.range, i.lower.range, i.by.range}, kept, dead))
      return no("last-use", quoted(v) + " would be left without a use");
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    const Induction &i = *loop->induction;
    const std::string name = i.variable->name, type = counterType(*loop),
                      counter = use == Use::None ? name : rw.fresh(name + "_step");
    Text bound(counter + " < ");
    bound << count->as(Words::Sum);
    rw.respell(i.declaration, Text(type + " " + counter + " = 0"));
    rw.respell(i.condition, std::move(bound));
    rw.respell(i.increment, Text("++" + counter));
    for (const Statement *statement : dead)
      rw.remove(*statement);
    if (use == Use::None)
      return "'" + name + "' counts the iterations: nothing asks for its values";
    Text value((use == Use::Unseen ? "[[maybe_unused]] " : "") + constant(type, bodyOf(*loop), *i.variable) + " " +
               name + " = " + counter);
    if (step.number != 1)
      value << " * " << step.as(Words::Primary);
    if (!lower.number)
      value << " + " << lower.as(Words::Product);
    else if (*lower.number != 0)
      value << (*lower.number < 0 ? " - " : " + ") << std::to_string(std::abs(*lower.number));
    value << ";";
    rw.first(bodyOf(*loop), std::move(value));
    return "'" + name + "' is computed from '" + counter + "', which counts the iterations";
  }

private:
  /// Its head adds something else than 1.
  static bool takesOtherSteps(const Op &op) {
    if (op.induction)
      return op.kind == OpKind::For && op.induction->step != 1;
    const Variable *v = counterOf(op);
    if (!v || !v->type.integral)
      return false;
    const Op &increment = *op.regions[3]->ops.back();
    const Expr &next = increment.operands[0].list[0];
    const auto is = [&](const Expr &e) { return e.kind == Expr::Kind::Variable && e.variable == v; };
    if (next.kind == Expr::Kind::Add || next.kind == Expr::Kind::Sub)
      return (is(next.operands[0]) && !(next.operands[1].isConstant() && next.operands[1].value == 1)) ||
             (is(next.operands[1]) && next.kind == Expr::Kind::Add);
    // An unsigned or narrow variable: the model does not say what happens to it.
    const std::string_view text = increment.range.valid() ? increment.range.text() : "";
    return next.kind == Expr::Kind::Opaque && text.find("++") == text.npos && text.find("--") == text.npos &&
           (text.find('+') != text.npos || text.find('-') != text.npos);
  }

  static bool isNormal(const Op &op) {
    return op.kind == OpKind::For && op.induction && op.induction->step == 1 && op.induction->lower.isConstant() &&
           op.induction->lower.value == 0;
  }

  const std::string tag;
  const Op *loop = nullptr; ///< what prove() found, for apply()
  std::optional<Words> count;
  Words lower, step;
  std::vector<Statement *> dead; ///< declarations that nothing asks for any more
  Use use = Use::Seen;
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<NormalizeLoopToUnitStep>(step);
});

} // namespace
