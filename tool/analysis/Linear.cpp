//===- Linear.cpp - integer expressions as sums -----------------------------===//

#include "analysis/Linear.h"

using namespace rewrite;

static bool add(Linear &to, const Expr &e, std::int64_t factor) {
  const auto addTo = [](std::int64_t &sum, std::int64_t n) { return !__builtin_add_overflow(sum, n, &sum); };
  const auto times = [&](std::int64_t n) { return !__builtin_mul_overflow(n, factor, &factor); };
  switch (e.kind) {
  case Expr::Kind::Constant:
    return times(e.value) && addTo(to.constant, factor);
  case Expr::Kind::Variable:
    return addTo(to.terms[e.variable], factor);
  case Expr::Kind::Add:
    return add(to, e.operands[0], factor) && add(to, e.operands[1], factor);
  case Expr::Kind::Sub:
    return add(to, e.operands[0], factor) && times(-1) && add(to, e.operands[1], factor);
  case Expr::Kind::Mul:
    for (unsigned i = 0; i < 2; ++i)
      if (e.operands[i].isConstant())
        return times(e.operands[i].value) && add(to, e.operands[1 - i], factor);
    return false;
  default:
    return false;
  }
}

std::optional<Linear> rewrite::linearOf(const Expr &expr) {
  Linear out;
  if (!add(out, expr, 1))
    return std::nullopt;
  std::erase_if(out.terms, [](const auto &term) { return term.second == 0; });
  return out;
}

std::optional<std::int64_t> rewrite::difference(const Expr &a, const Expr &b) {
  const std::optional<Linear> sum = linearOf(Expr::binary(Expr::Kind::Sub, a, b));
  return sum && sum->terms.empty() ? std::optional<std::int64_t>(sum->constant) : std::nullopt;
}
