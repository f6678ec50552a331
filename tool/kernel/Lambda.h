//===- Lambda.h - the scalar body of a structured op -------------*- C++ -*-===//
//
// What the lambda of linalg::map or linalg::generic computes, as trees over
// scalars: every conversion is a node of its own, so that the tree has the types
// and therefore the roundings that the C++ has.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_KERNEL_LAMBDA_H
#define PTO_KERNEL_LAMBDA_H

#include "kernel/Source.h"
#include "kernel/Type.h"

#include <string>
#include <vector>

namespace rewrite {

struct Variable;

struct Term {
  enum class Kind {
    Literal,   ///< `name`: as spelled; a number, or a constant that has a name
    Parameter, ///< `index` of the lambda
    Local,     ///< `name`: a local of the lambda, which nothing assigns again
    Captured,  ///< `variable`: a scalar of the function around
    Element,   ///< `variable`(operands...): an element of a handle
    Unary,     ///< `name`: neg, not; lnot: of a bool
    Binary,    ///< `name`: add sub mul div rem and or xor shl shr; eq ne lt le gt ge, land lor (of bools): a bool
    Call,      ///< `name`: a function of math::, by its name in the DSL
    Cast,      ///< to `type`
    Select,    ///< operands: condition, then, else
  };
  Kind kind = Kind::Literal;
  std::string name;
  Type type;
  bool implicit = false; ///< Cast: C++ makes it without being told
  const Variable *variable = nullptr;
  int index = -1;
  std::vector<Term> operands;
  SourceRange range;
};

/// One step of the body, in order.
struct Step {
  enum class Kind {
    Let,    ///< T name = value;
    Store,  ///< target = value; target is an Element
    Return, ///< return value;
  };
  Kind kind = Kind::Let;
  std::string name;
  Term target, value;
  SourceRange range;
};

struct Lambda {
  struct Parameter {
    std::string name;
    Type type;
  };
  std::vector<Parameter> parameters;
  std::vector<Step> steps;
  std::vector<std::int64_t> extents; ///< generic: of the iteration domain
  std::vector<bool> reduction;       ///< generic: which of its dimensions are
  SourceRange range;                 ///< of the whole lambda expression
};

/// Calls `f` on the term and all terms inside, outer first.
template <class F> void forEachTerm(const Term &term, F &&f) {
  f(term);
  for (const Term &operand : term.operands)
    forEachTerm(operand, f);
}
template <class F> void forEachTerm(const Lambda &lambda, F &&f) {
  for (const Step &step : lambda.steps) {
    if (step.kind == Step::Kind::Store)
      forEachTerm(step.target, f);
    forEachTerm(step.value, f);
  }
}

} // namespace rewrite

#endif
