//===- Digits.cpp - how many binary digits the lanes of a vector have -------===//

#include "analysis/Digits.h"

#include "analysis/Constants.h"

#include <algorithm>
#include <cmath>

using namespace rewrite;

namespace {

constexpr unsigned deep = 16;

/// Of any value of the type.
std::optional<Digits> ofType(const Type &type) {
  const std::string &e = type.element;
  if (e == "float")
    return Digits{24, -149, 128};
  if (e.ends_with("::bf16"))
    return Digits{8, -133, 128};
  if (e.ends_with("::half"))
    return Digits{11, -24, 16};
  const int bits = 8 * static_cast<int>(type.elementBytes());
  if (bits == 0 || e == "double" || e == "bool" || e.find("::") != e.npos)
    return std::nullopt;
  return Digits{bits, 0, bits}; // one more than needed where signed, but for the lowest number
}

Digits both(const Digits &a, const Digits &b) {
  return {std::max(a.digits, b.digits), std::min(a.lowest, b.lowest), std::max(a.highest, b.highest)};
}

/// Every number of the kind is one of the type, too.
bool fits(const Digits &d, const Digits &type) {
  return d.digits <= type.digits && d.lowest >= type.lowest && d.highest <= type.highest;
}

class Search {
public:
  explicit Search(const Values &values) : values(values) {}

  std::optional<Digits> of(const Variable &v, const Op &at, unsigned depth) const {
    const std::optional<Digits> any = ofType(v.type);
    const std::set<Definition> defs = values.reaching(v, at);
    if (!any || depth > deep || defs.size() != 1 || defs.begin()->kind != Definition::Kind::Result ||
        v.type.kind != Type::Kind::Vector)
      return any;
    const std::optional<Digits> found = made(*defs.begin()->op, *any, depth);
    return found && found->digits <= any->digits ? found : any;
  }

private:
  /// Of what the op makes, a value of a type of which all are `type`.
  std::optional<Digits> made(const Op &op, const Digits &type, unsigned depth) const {
    const auto operand = [&](std::size_t i) -> std::optional<Digits> {
      const bool is = i < op.operands.size() && op.operands[i].kind == Operand::Kind::Handle && op.operands[i].variable;
      return is ? of(*op.operands[i].variable, op, depth + 1) : std::nullopt;
    };
    if (op.kind != OpKind::Copy && op.kind != OpKind::Dsl)
      return std::nullopt;
    if (op.is("vec.cast")) {
      const std::optional<Digits> from = operand(0);
      return from && fits(*from, type) ? from : std::nullopt; // otherwise it is rounded to something of the type
    }
    if (op.is("vec.unpack4"))
      return Digits{4, 0, 4};
    if (op.is("vec.splat"))
      return ofNumber(op);
    if (op.is("vec.concat") || (op.is("vec.shuffle") && op.operands.size() == 2) || op.is("vec.insert_slice") ||
        op.is("vec.interleave")) {
      const std::optional<Digits> a = operand(0), b = operand(1);
      return a && b ? std::optional(both(*a, *b)) : std::nullopt;
    }
    for (const char *moves : {"vec.shape_cast", "vec.shuffle", "vec.broadcast", "vec.extract_slice", "vec.transpose",
                              "vec.neg", "vec.abs", "vec.relu"})
      if (op.is(moves))
        return operand(0);
    return op.kind == OpKind::Copy ? operand(0) : std::nullopt;
  }

  std::optional<Digits> ofNumber(const Op &splat) const {
    const std::optional<double> x = realOf(splat.operands[0], splat, values);
    if (!x || !std::isfinite(*x))
      return std::nullopt;
    int exponent = 0, digits = 0;
    double m = std::frexp(std::fabs(*x), &exponent); // [1/2, 1)
    while (m != 0) {
      m *= 2;
      m -= std::trunc(m);
      ++digits;
    }
    return Digits{std::max(digits, 1), exponent - digits, exponent};
  }

  const Values &values;
};

} // namespace

std::optional<Digits> rewrite::digitsOf(const Variable &vector, const Op &at, const Values &values) {
  return Search(values).of(vector, at, 0);
}

bool rewrite::isExactProductInRange(const Digits &a, const Digits &b) { return a.digits + b.digits <= 24; }

bool rewrite::isExactProduct(const Digits &a, const Digits &b) {
  return isExactProductInRange(a, b) && a.lowest + b.lowest >= -149 && a.highest + b.highest <= 128;
}
