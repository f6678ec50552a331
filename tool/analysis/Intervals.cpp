//===- Intervals.cpp - which values an integer expression can have ----------===//

#include "analysis/Intervals.h"

#include <algorithm>
#include <map>

using namespace rewrite;

static constexpr __int128 one = 1, infinity = one << 100;

Interval Interval::all() { return {-infinity, infinity}; }

Interval Interval::ofBits(unsigned bits) { return {-(one << (bits - 1)), (one << (bits - 1)) - 1}; }

bool Interval::fits(unsigned bits) const {
  const Interval type = ofBits(bits);
  return type.low <= low && high <= type.high;
}

/// What is not known stays unknown: sums of infinities have no meaning.
static bool isKnown(const Interval &i) { return -infinity < i.low && i.high < infinity; }

Interval rewrite::operator+(const Interval &a, const Interval &b) {
  const Interval sum{a.low + b.low, a.high + b.high};
  return isKnown(a) && isKnown(b) && isKnown(sum) ? sum : Interval::all();
}

Interval rewrite::operator-(const Interval &a, const Interval &b) { return a + Interval{-b.high, -b.low}; }

Interval rewrite::operator*(const Interval &a, const Interval &b) {
  Interval out = Interval::all();
  if (!isKnown(a) || !isKnown(b))
    return out;
  bool first = true;
  for (__int128 x : {a.low, a.high})
    for (__int128 y : {b.low, b.high}) {
      __int128 product = 0;
      if (__builtin_mul_overflow(x, y, &product))
        return Interval::all();
      out.low = first ? product : std::min(out.low, product);
      out.high = first ? product : std::max(out.high, product);
      first = false;
    }
  return isKnown(out) ? out : Interval::all();
}

static Interval intersection(const Interval &a, const Interval &b) {
  const Interval both{std::max(a.low, b.low), std::min(a.high, b.high)};
  return both.low <= both.high ? both : a; // what never runs has any value
}

int rewrite::integerBits(const std::string &type) {
  static const std::map<std::string, int> known = {{"bool", -1},
                                                   {"char", 8},
                                                   {"signed char", 8},
                                                   {"unsigned char", -8},
                                                   {"short", 16},
                                                   {"int", 32},
                                                   {"long", 64},
                                                   {"long long", 64},
                                                   {"unsigned short", -16},
                                                   {"unsigned int", -32},
                                                   {"unsigned long", -64},
                                                   {"unsigned long long", -64}};
  const auto it = known.find(type);
  return it == known.end() ? 0 : it->second;
}

/// All values of the variable's type.
static Interval ofType(const Variable &v) {
  const int bits = v.type.kind == Type::Kind::Scalar ? integerBits(v.type.element) : 0;
  if (bits > 0)
    return Interval::ofBits(static_cast<unsigned>(bits));
  return bits < 0 ? Interval{0, (one << -bits) - 1} : Interval::all();
}

static Interval quotient(const Interval &a, const Interval &b, bool remainder) {
  if (b.low != b.high || b.low <= 0 || !isKnown(a))
    return Interval::all();
  if (!remainder)
    return {a.low / b.low, a.high / b.low};
  return {a.low < 0 ? 1 - b.low : 0, a.high > 0 ? b.low - 1 : 0};
}

static Interval intervalOf(const Expr &e, const Op &at, const Memory &memory, unsigned depth) {
  const auto operand = [&](unsigned i) { return intervalOf(e.operands[i], at, memory, depth + 1); };
  Interval out = Interval::all();
  if (depth > 16)
    return out;
  switch (e.kind) {
  case Expr::Kind::Constant:
    return Interval::of(e.value);
  case Expr::Kind::Variable:
    out = ofType(*e.variable);
    for (const Op *loop : Control::loopsAround(at))
      if (loop->induction && loop->induction->variable == e.variable) {
        const Interval lower = intervalOf(loop->induction->lower, *loop, memory, depth + 1),
                       upper = intervalOf(loop->induction->upper, *loop, memory, depth + 1);
        out = intersection(out, {lower.low, upper.high - 1});
      }
    if (const Expr made = memory.values.resolve(e, at); !sameExpr(made, e))
      out = intersection(out, intervalOf(made, at, memory, depth + 1));
    return out;
  case Expr::Kind::Extent:
    return {0, one << 47}; // no program has more elements than it can address
  case Expr::Kind::Add:
    out = operand(0) + operand(1);
    break;
  case Expr::Kind::Sub:
    out = operand(0) - operand(1);
    break;
  case Expr::Kind::Mul:
    out = operand(0) * operand(1);
    break;
  case Expr::Kind::Div:
  case Expr::Kind::Rem:
    out = quotient(operand(0), operand(1), e.kind == Expr::Kind::Rem);
    break;
  case Expr::Kind::Opaque:
    break;
  }
  // The program computes it, so it does not overflow.
  return e.bits ? intersection(out, Interval::ofBits(e.bits)) : out;
}

Interval rewrite::intervalOf(const Expr &expr, const Op &at, const Memory &memory) {
  return ::intervalOf(expr, at, memory, 0);
}
