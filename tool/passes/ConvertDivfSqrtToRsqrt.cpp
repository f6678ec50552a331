//===- ConvertDivfSqrtToRsqrt.cpp - one over a root is one function ----------===//
//
//   const auto sd = vec::sqrt(var);                        const auto inv = vec::rsqrt(var);
//   const auto inv = vec::splat<float, 16>(1.0f) / sd;
//
// Matches   a quotient of exactly 1 and a square root, of vectors, of scalars, or of
//           scalars in the body of linalg::map; vec::recip and math::recip are 1 / x.
// Holds     nothing else uses the root, and it is taken as often as the quotient.
// Declines  otherwise; the reason names the other use or the loop in between.
// Exactness rounding, class rsqrt: half and bf16 round once less, and hardware has an
//           instruction of its own. Enables broadcast-before-unary.
//
// What the root is taken of moves to the quotient when it is a name that still has its
// value there. Anything else is computed where it stood, and gets the name of the root's
// square: "sd_squared".
//
//===----------------------------------------------------------------------===//

#include "analysis/Constants.h"
#include "analysis/Producers.h"
#include "kernel/Spelling.h"
#include "passes/Pass.h"

#include <algorithm>
#include <cstdlib>

using namespace rewrite;

namespace {

const PassInfo info{
    .name = "convert-divf-sqrt-to-rsqrt",
    .summary = "compute one over a square root by rsqrt",
    .origin = "MLIR-AIR transform.air.convert_divf_sqrt_to_rsqrt",
    .exactness = Exactness::Rounding,
    .allow = "rsqrt",
    .matches =
        "A quotient `1 / sqrt(x)` of vectors or of scalars, also in the body of `linalg::map`, where the numerator "
        "is known to be exactly 1: a literal or constant, `vec::splat` or `vec::broadcast` of one; "
        "`vec::recip` and `math::recip` are such quotients.",
    .holds =
        "Nothing else uses the root, and no loop stands between the root and the quotient. Of float and double the "
        "DSL computes the same bits; half and bf16 round once less, and hardware may have an rsqrt that rounds "
        "otherwise: hence `--allow=rsqrt`.",
    .before =
        R"(PTO_INCORE vec::Vec<float, 16> normalise(In<vec::Vec<float, 16>> x, In<vec::Vec<float, 16>> var) {
  const auto sd = vec::sqrt(var);
  const auto inv = vec::splat<float, 16>(1.0f) / sd;
  return x * inv;
})",
    .after =
        R"(PTO_INCORE vec::Vec<float, 16> normalise(In<vec::Vec<float, 16>> x, In<vec::Vec<float, 16>> var) {
  const auto inv = vec::rsqrt(var);
  return x * inv;
})",
    .reasons =
        {
            {"in-loop", "The root is taken once, and divided by in every iteration of a loop.",
             "Take the reciprocal before the loop, too."},
            {"last-use", "A declaration that cannot go would be left without a use.", ""},
            {"name-needed", "The name of the root cannot go or be given to what the root is taken of.",
             "Declare it alone, next to its only use."},
            {"not-allowed", "Results may be rounded otherwise.", "Allow it by `--allow=rsqrt`."},
            {"sqrt-used-again", "Something else uses the root, too.", ""},
        },
};

const Operand *denominator(const Op &op) {
  if ((op.is("vec.div") || op.is("math.div")) && op.operands.size() == 2)
    return &op.operands[1];
  if (op.is("vec.recip") || op.is("math.recip"))
    return &op.operands[0];
  return nullptr;
}

/// The root that the op divides one by.
std::optional<Producer> rootOf(const Op &quotient, const Analyses &a) {
  const Operand *o = denominator(quotient);
  if (!o || (o != &quotient.operands[0] && realOf(quotient.operands[0], quotient, a.values) != 1.0))
    return std::nullopt;
  std::optional<Producer> root = producerOf(*o, quotient, a.values);
  if (!root || !(root->op->is("vec.sqrt") || root->op->is("math.sqrt")) || root->op->operands.empty() ||
      !quotient.result() || !(root->op->result()->type == quotient.result()->type))
    return std::nullopt;
  return root;
}

/// The argument is a name that means the same at `quotient`.
bool argumentStays(const Op &root, const Op &quotient, const Analyses &a) {
  const Variable *v = variableOf(root.operands[0]);
  return v && !v->name.empty() && root.operands[0].range.text() == v->name && !v->isReference && !v->escapes &&
         v->kind != Variable::Kind::Global && !a.values.changedBetween(*v, root, quotient) &&
         Names(a.function).isVisibleAt(*v, quotient);
}

//===-- bodies of linalg::map -----------------------------------------------===//

struct TermPattern {
  const Term *quotient = nullptr, *argument = nullptr;
  const Step *step = nullptr; ///< that names the root; null when it stands in the quotient itself
  const Step *one = nullptr;  ///< that names the numerator, and that nothing else needs
};

const Step *stepOf(const Term &local, const Lambda &lambda) {
  for (const Step &s : lambda.steps)
    if (s.kind == Step::Kind::Let && s.name == local.name)
      return &s;
  return nullptr;
}

unsigned usesOf(const Step &step, const Lambda &lambda) {
  unsigned n = 0;
  forEachTerm(lambda, [&](const Term &t) { n += t.kind == Term::Kind::Local && t.name == step.name; });
  return n;
}

/// The literal is spelled as one; 1'000 is not.
bool isLiteralOne(const std::string &text) {
  char *end = nullptr;
  return std::strtod(text.c_str(), &end) == 1.0 &&
         std::string_view(end).find_first_not_of("fFlLuU") == std::string::npos;
}

bool isOne(const Term &t, const Lambda &lambda, const Op &at, const Analyses &a) {
  switch (t.kind) {
  case Term::Kind::Literal:
    return isLiteralOne(t.name);
  case Term::Kind::Cast:
    return isOne(t.operands[0], lambda, at, a);
  case Term::Kind::Captured:
    return realOf(Expr::of(t.variable), at, a.values) == 1.0;
  case Term::Kind::Local:
    return stepOf(t, lambda) && isOne(stepOf(t, lambda)->value, lambda, at, a);
  default:
    return false;
  }
}

std::vector<TermPattern> patternsIn(const Op &map, const Analyses &a) {
  std::vector<TermPattern> out;
  const Lambda &lambda = *map.lambda;
  forEachTerm(lambda, [&](const Term &t) {
    const bool recip = t.kind == Term::Kind::Call && t.name == "recip";
    const bool quotient = t.kind == Term::Kind::Binary && t.name == "div" && !t.type.integral;
    if (!recip && !(quotient && isOne(t.operands[0], lambda, map, a)))
      return;
    TermPattern p;
    p.quotient = &t;
    const Term *root = &t.operands.back();
    if (root->kind == Term::Kind::Local) {
      p.step = stepOf(*root, lambda);
      root = p.step ? &p.step->value : root;
    }
    if (root->kind != Term::Kind::Call || root->name != "sqrt" || !(root->type == t.type))
      return;
    p.argument = &root->operands[0];
    if (const Term &numerator = t.operands[0]; !recip && numerator.kind == Term::Kind::Local)
      if (const Step *one = stepOf(numerator, lambda); usesOf(*one, lambda) == 1)
        p.one = one;
    out.push_back(p);
  });
  return out;
}

Location locationOf(const SourceRange &range, const Op &otherwise) {
  return range.valid() ? range.file->location(range.begin) : otherwise.where;
}

class ConvertDivfSqrtToRsqrt : public Pass {
public:
  explicit ConvertDivfSqrtToRsqrt(const PassStep &step) : allowed(step.allowed) {}
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "sqrt"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (op.is("linalg.map") && op.lambda)
        for (const TermPattern &p : patternsIn(op, a))
          out.push_back({&op, locationOf(p.quotient->range, op)});
      if (rootOf(op, a))
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    dead.clear();
    op = candidate.op;
    if (op->lambda)
      for (const TermPattern &p : patternsIn(*op, a))
        if (locationOf(p.quotient->range, *op) == candidate.where) {
          term = p;
          return proveTerm(a);
        }
    root = *rootOf(*op, a);
    return proveOp(a);
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    if (op->lambda) {
      Text call(rw.dsl("math::rsqrt") + "(");
      call << term.argument->range << ")";
      rw.respell(withParentheses(term.quotient->range), std::move(call));
      for (const Step *gone : {term.step, term.one})
        if (gone)
          rw.remove(gone->range);
      for (const Statement *st : dead)
        rw.remove(*st);
      return "this is one rsqrt, not a root and a quotient";
    }
    Text call(rw.dsl(op->is("vec.div") || op->is("vec.recip") ? "vec::rsqrt" : "math::rsqrt"));
    const std::vector<SourceRange> &given = root.op->templateArguments;
    for (std::size_t i = 0; i < given.size(); ++i)
      call << (i ? ", " : "<") << given[i];
    call << (given.empty() ? "(" : ">(");
    const SourceRange argument = root.op->operands[0].range;
    if (!root.name || stays) {
      call << argument;
      if (root.name)
        rw.remove(*root.declaration->statement);
    } else {
      const std::string square = rw.fresh(root.name->name + "_squared");
      rw.respell(nameIn(root), square);
      rw.respell(*root.op, Text(argument));
      call << square;
    }
    rw.respell(withParentheses(op->range), std::move(call << ")"));
    for (const Statement *st : dead)
      rw.remove(*st);
    return quoted(nameOfResult(), "this") + " is one rsqrt, not a root and a quotient";
  }

private:
  /// The variable that the quotient as it is becomes the value of.
  const Variable *nameOfResult() const {
    const Statement *st = op->statement;
    const bool scalar = st && st->root && st->root->kind == OpKind::Scalar && !st->root->operands.empty() &&
                        variableOf(st->root->operands[0]) == op->result();
    return scalar ? st->assigned : op->result();
  }

  Verdict last(const std::string &what) const {
    if (!allowed)
      return decline("not-allowed", what + " kept: rsqrt may round otherwise");
    return legal();
  }

  Verdict proveOp(const Analyses &a) {
    const std::string what = quoted(root.name, "the root");
    const Operand &argument = root.op->operands[0];
    for (const SourceRange &range : {op->range, argument.range})
      if (auto v = guard(range, {argument.range}, *op))
        return *v;
    if (const Op *other = otherUse(root, *op, a.values))
      return decline("sqrt-used-again", what + " kept: it is needed for more than one quotient")
          .note(other, "also used here");
    std::vector<SourceRange> removed = {op->range};
    if (root.name) {
      if (Control::loopsAround(*root.op) != Control::loopsAround(*op))
        return decline("in-loop", what + " kept: it is taken once for all iterations of a loop")
            .note(root.op, "taken here");
      stays = argumentStays(*root.op, *op, a);
      const Variable *of = variableOf(argument);
      const bool becomesAlias = root.name->bindsResult && of && !of->name.empty();
      if (!ownsItsName(root, *op, a.function) || (!stays && (becomesAlias || !root.op->templateArguments.empty())))
        return decline("name-needed", what + " kept: its name cannot go").note(root.declaration, "declared here");
      if (Names(a.function).hasDirectives())
        return decline("preprocessor", what + " kept: code that a preprocessor line leaves out may use it");
      const Statement &st = *root.declaration->statement;
      if (auto v = stays ? guard(st.range, {}, *root.declaration) : guard(root.op->range, {argument.range}, *root.op))
        return *v;
      removed.push_back(stays ? st.range : root.op->range);
      removed.push_back(nameIn(root));
    }
    if (const Variable *v = Names(a.function).leftBehind(removed, {argument.range}, dead))
      return decline("last-use", what + " kept: nothing would use '" + v->name + "' any more");
    return last(what);
  }

  Verdict proveTerm(const Analyses &a) {
    const std::string what = term.step ? "'" + term.step->name + "'" : "the root";
    std::vector<SourceRange> removed = {term.quotient->range};
    for (const SourceRange &range : {term.quotient->range, term.argument->range})
      if (auto v = guard(range, {term.argument->range}, *op))
        return *v;
    if (term.step && usesOf(*term.step, *op->lambda) > 1)
      return decline("sqrt-used-again", what + " kept: it is needed for more than one quotient")
          .note(locationOf(term.step->range, *op), "taken here");
    for (const Step *gone : {term.step, term.one})
      if (gone) {
        if (Names(a.function).hasDirectives())
          return decline("preprocessor", what + " kept: code that a preprocessor line leaves out may use it");
        if (auto v = guard(gone->range, {}, *op))
          return *v;
        removed.push_back(gone->range);
      }
    if (const Variable *v = Names(a.function).leftBehind(removed, {term.argument->range}, dead))
      return decline("last-use", what + " kept: nothing would use '" + v->name + "' any more");
    return last(what);
  }

  const bool allowed;
  const Op *op = nullptr; ///< what prove() found, for apply()
  Producer root;
  TermPattern term;
  bool stays = false;
  std::vector<Statement *> dead;
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<ConvertDivfSqrtToRsqrt>(step);
});

} // namespace
