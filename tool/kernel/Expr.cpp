//===- Expr.cpp - scalar expressions of a kernel ----------------------------===//

#include "kernel/Expr.h"

using namespace rewrite;

Expr Expr::binary(Kind k, Expr a, Expr b) {
  if (a.isConstant() && b.isConstant()) {
    std::int64_t v = 0;
    bool folded = true;
    switch (k) {
    case Kind::Add:
      folded = !__builtin_add_overflow(a.value, b.value, &v);
      break;
    case Kind::Sub:
      folded = !__builtin_sub_overflow(a.value, b.value, &v);
      break;
    case Kind::Mul:
      folded = !__builtin_mul_overflow(a.value, b.value, &v);
      break;
    case Kind::Div:
      folded = b.value > 0;
      v = folded ? a.value / b.value : 0;
      break;
    case Kind::Rem:
      folded = b.value > 0;
      v = folded ? a.value % b.value : 0;
      break;
    default:
      folded = false;
    }
    if (folded)
      return constant(v);
  }
  Expr e;
  e.kind = k;
  e.operands = {std::move(a), std::move(b)};
  return e;
}

void Expr::forEachVariable(const std::function<void(const Variable *)> &f) const {
  if (kind == Kind::Variable || (kind == Kind::Extent && !onEntry))
    f(variable);
  for (const Variable *v : mentions)
    f(v);
  for (const Expr &e : operands)
    e.forEachVariable(f);
}

bool Expr::isImpure() const {
  if (impure)
    return true;
  for (const Expr &e : operands)
    if (e.isImpure())
      return true;
  return false;
}

static bool isNumber(const Expr &e, std::int64_t n) { return e.isConstant() && e.value == n; }

Expr Expr::substitute(const std::function<const Expr *(const Variable *)> &map) const {
  switch (kind) {
  case Kind::Constant:
  case Kind::Extent:
    return *this;
  case Kind::Variable: {
    const Expr *e = map(variable);
    return e ? *e : Expr();
  }
  case Kind::Opaque:
    return Expr();
  default: {
    Expr a = operands[0].substitute(map), b = operands[1].substitute(map);
    if (a.kind == Kind::Opaque || b.kind == Kind::Opaque)
      return Expr();
    if (isNumber(b, 0) && (kind == Kind::Add || kind == Kind::Sub))
      return a;
    if (isNumber(a, 0) && kind == Kind::Add)
      return b;
    return binary(kind, std::move(a), std::move(b));
  }
  }
}

Expr Expr::substituteExtents(const std::function<Expr(const Expr &)> &map) const {
  if (kind == Kind::Extent)
    return map(*this);
  if (operands.size() == 2)
    return binary(kind, operands[0].substituteExtents(map), operands[1].substituteExtents(map));
  return *this;
}

bool rewrite::sameExpr(const Expr &a, const Expr &b) {
  if (a.kind != b.kind || a.value != b.value || a.variable != b.variable || a.onEntry != b.onEntry ||
      a.operands.size() != b.operands.size())
    return false;
  if (a.kind == Expr::Kind::Opaque)
    return false;
  for (std::size_t i = 0; i < a.operands.size(); ++i)
    if (!sameExpr(a.operands[i], b.operands[i]))
      return false;
  return true;
}
