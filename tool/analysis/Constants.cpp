//===- Constants.cpp - numbers of floating type that are known --------------===//

#include "analysis/Constants.h"

#include <cmath>

using namespace rewrite;

namespace {

constexpr unsigned deep = 16; // names of names of names: somebody else's program

/// The number is one of the type as well: few bits, and not far from one.
bool keeps(const Type &type, double v) {
  int exponent = 0;
  const double scaled = std::frexp(v, &exponent) * 256;
  if (v != 0 && (scaled != std::trunc(scaled) || exponent < -12 || exponent > 15))
    return false;
  if (type.element == "float" || type.element == "double" || type.element.ends_with("half") ||
      type.element.ends_with("bf16"))
    return true;
  return v == std::trunc(v) && std::fabs(v) < 128 && !(v == 0 && std::signbit(v));
}

class Evaluation {
public:
  explicit Evaluation(const Values &values) : values(values) {}

  std::optional<double> of(const Operand &o, const Op &at, unsigned depth) const {
    if (o.kind == Operand::Kind::Handle)
      return o.variable ? of(*o.variable, at, depth) : std::nullopt;
    return o.kind == Operand::Kind::Scalar && o.list.size() == 1 ? of(o.list[0], at, depth) : std::nullopt;
  }

  std::optional<double> of(const Expr &e, const Op &at, unsigned depth) const {
    if (e.real)
      return e.real;
    return e.kind == Expr::Kind::Variable ? of(*e.variable, at, depth) : std::nullopt;
  }

private:
  std::optional<double> of(const Variable &v, const Op &at, unsigned depth) const {
    const std::set<Definition> defs = values.reaching(v, at);
    if (depth > deep || defs.size() != 1 || defs.begin()->kind != Definition::Kind::Result)
      return std::nullopt;
    const Op &op = *defs.begin()->op;
    if (op.operands.empty())
      return std::nullopt;
    if (op.kind == OpKind::Copy || op.kind == OpKind::Scalar || op.is("vec.splat") || op.is("vec.broadcast") ||
        op.is("vec.shape_cast"))
      return of(op.operands[0], op, depth + 1);
    if (op.is("math.convert") || op.is("vec.cast"))
      if (const std::optional<double> from = of(op.operands[0], op, depth + 1); from && keeps(op.result()->type, *from))
        return from;
    return std::nullopt;
  }

  const Values &values;
};

} // namespace

std::optional<double> rewrite::realOf(const Expr &expr, const Op &at, const Values &values) {
  return Evaluation(values).of(expr, at, 0);
}

std::optional<double> rewrite::realOf(const Operand &operand, const Op &at, const Values &values) {
  return Evaluation(values).of(operand, at, 0);
}
