//===- MultiplyAdd.cpp - a product that is added is one fma ------------------===//
//
//   auto d = vec::cast<float>(a) * vec::cast<float>(b) + c;         a and b of half
//   auto d = vec::fma(vec::cast<float>(a), vec::cast<float>(b), c);
//
// fma does not round the product. Where that is exact anyway, both give the same bits, and
// the rewrite needs nobody's leave: factors of so few digits that float holds all of the
// product's, and of a size that it neither overflows nor gets denormal (analysis/Digits.h).
// That is so of halfs, of small integers, of a bf16 times one half. It is almost so of two
// bf16s: their product has 16 digits, but may be too large or too small for float, and a
// sum that should have become infinite would not. So those want --allow=contract.
//
// Factors with all the digits of a float are no matter of this rule: machines that have
// such an fma have it for narrow factors.
//
//===----------------------------------------------------------------------===//

#include "analysis/Digits.h"
#include "passes/Targets.h"
#include "passes/linearize/Lanewise.h"
#include "passes/linearize/Moves.h"
#include "passes/linearize/Rule.h"

using namespace rewrite;
using namespace rewrite::linearize;

namespace {

struct Product {
  const Op *mul = nullptr;
  unsigned operand = 0;               ///< of the sum
  const Variable *declared = nullptr; ///< its name, when it is made before for the sum alone
  bool moves = false;                 ///< its factors mean the same where the sum is
  bool exact = false;
};

/// A declaration of the product that its factors can stand for.
bool isReplaceable(const Variable &v, const Op &mul, const Analyses &a) {
  const Statement *st = v.declaration;
  return v.kind == Variable::Kind::Local && !v.isStatic && st && st->form == Statement::Form::Declaration &&
         st->declarators == 1 && !st->attributed && st->range.valid() && mul.statement == st &&
         mul.parent == st->block && sameButParens(st->expression, mul.range) &&
         Names(a.function).everySpellingIsKnown(v);
}

/// The factors have few digits.
bool isNarrow(const Op &mul, const Analyses &a, bool &exact) {
  if (!mul.operands[0].variable || !mul.operands[1].variable)
    return false;
  const std::optional<Digits> x = digitsOf(*mul.operands[0].variable, mul, a.values),
                              y = digitsOf(*mul.operands[1].variable, mul, a.values);
  exact = x && y && isExactProduct(*x, *y);
  return x && y && isExactProductInRange(*x, *y);
}

/// The product among what is added, an exact one first.
std::optional<Product> productOf(const Op &sum, const Analyses &a) {
  const Variable *result = sum.result();
  if (!sum.is("vec.add") || !result || !sum.operands[0].variable || !sum.operands[1].variable ||
      result->type.element != "float" || result->type.dims.size() != 1)
    return std::nullopt;
  std::optional<Product> found;
  for (unsigned i = 0; i < 2; ++i) {
    const Variable *v = sum.operands[i].variable;
    const std::vector<const Op *> &defs = a.values.definitions(*v);
    if (defs.size() != 1 || !defs[0]->is("vec.mul") || a.values.uses(*v).size() != 1 ||
        sum.operands[1 - i].variable == v)
      continue;
    Product p{defs[0], i};
    const bool nested = v->kind == Variable::Kind::Temporary;
    if (nested ? !sum.operands[i].range.contains(p.mul->range) : !isReplaceable(*v, *p.mul, a))
      continue;
    p.declared = nested ? nullptr : v;
    p.moves = nested || movable(*v, sum, a) == p.mul;
    if (isNarrow(*p.mul, a, p.exact) && (!found || (p.exact && !found->exact)))
      found = p;
  }
  return found;
}

class MultiplyAdd : public Rule {
public:
  using Rule::Rule;

  std::vector<Candidate> match(const Analyses &a) override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (isTargeted(op, settings.target) && productOf(op, a))
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &c, const Analyses &a) override {
    sum = c.op;
    product = *productOf(*sum, a);
    const std::string what = quoted(sum->result(), "the sum") + " kept: ";
    for (const Op *op : {sum, product.mul})
      if (auto v = obstacle(*op))
        return *v;
    const Operand &added = sum->operands[1 - product.operand];
    std::vector<SourceRange> kept = {added.range};
    for (const Operand &o : product.mul->operands)
      kept.push_back(o.range);
    for (const SourceRange &r : kept)
      if (!r.valid())
        return decline("in-macro", what + "a part of it is spelled in a macro");
    if (auto v = guard(sum->range, kept, *sum))
      return *v;
    if (product.declared)
      if (auto v = guard(product.declared->declaration->range, kept, *product.mul))
        return *v;
    if (!product.exact && !settings.contract)
      return decline("not-allowed",
                     what + "the product may be too large or too small for float, and would not be rounded first")
          .note(product.mul, "multiplied here");
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    Text t(rw.dsl("vec::fma") + "(");
    if (product.moves)
      for (const Operand &o : product.mul->operands)
        t << o.range << ", ";
    else
      t << nameFactors(rw);
    t << sum->operands[1 - product.operand].range << ")";
    rw.respell(*sum, std::move(t));
    if (product.declared && product.moves)
      rw.remove(*product.declared->declaration);
    return quoted(sum->result(), "the sum") + " is one fma" +
           (product.exact ? ": the product is exact" : ": the product is not rounded any more");
  }

private:
  /// The factors get declarations in the place of the product's.
  Text nameFactors(Rewriter &rw) const {
    const SourceRange &at = product.declared->declaration->range;
    Text declarations, names;
    for (unsigned i = 0; i < 2; ++i) {
      const std::string name = rw.fresh(product.declared->name + (i ? "_right" : "_left"));
      declarations << (i ? std::string(at.file->endOfLine()) + at.file->indentation(at.begin) : std::string())
                   << "const auto " + name + " = " << product.mul->operands[i].range << ";";
      names << name + ", ";
    }
    rw.respell(at, std::move(declarations));
    return names;
  }

  const Op *sum = nullptr;
  Product product;
};

} // namespace

std::unique_ptr<Rule> linearize::multiplyAdd(const Settings &settings) {
  return std::make_unique<MultiplyAdd>(settings);
}
