//===- scalar_ops.h - what an elementwise op does to one element -------------===//
//
// One functor an op, shared by tile::, tensor:: and their scalar forms, so that they
// cannot disagree. One op rounds once: floating point results are those of float or
// double, rounded to T for half and bf16. Integer arithmetic wraps modulo 2^bits.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_SCALAR_OPS_H
#define PTO_DSL_SCALAR_OPS_H

#include "pto/dsl/math.h"

PTO_DSL_BEGIN
namespace detail {

struct Add {
  template <class T> T operator()(T a, T b) const {
    if constexpr (is_integer<T>)
      return static_cast<T>(static_cast<wrap_t<T>>(a) + static_cast<wrap_t<T>>(b));
    else
      return T(wide(a) + wide(b));
  }
};
struct Sub {
  template <class T> T operator()(T a, T b) const {
    if constexpr (is_integer<T>)
      return static_cast<T>(static_cast<wrap_t<T>>(a) - static_cast<wrap_t<T>>(b));
    else
      return T(wide(a) - wide(b));
  }
};
struct Mul {
  template <class T> T operator()(T a, T b) const {
    if constexpr (is_integer<T>)
      return static_cast<T>(static_cast<wrap_t<T>>(a) * static_cast<wrap_t<T>>(b));
    else
      return T(rounded(wide(a) * wide(b)));
  }
};
struct Div {
  template <class T> T operator()(T a, T b) const {
    if constexpr (is_floating<T>) {
      return T(wide(a) / wide(b));
    } else {
      PTO_REQUIRE(b != 0, "div", "integer division by zero");
      if constexpr (T(-1) < T(0))
        if (b == T(-1))
          return Sub{}(T(0), a); // the most negative number divided by -1 wraps
      return static_cast<T>(a / b);
    }
  }
};
/// Remainder with the sign of the dividend, exact.
struct Fmod {
  template <class T> T operator()(T a, T b) const {
    if constexpr (is_floating<T>) {
      if constexpr (sizeof(T) == 8)
        return __builtin_fmod(a, b);
      else
        return T(__builtin_fmodf(static_cast<float>(a), static_cast<float>(b)));
    } else {
      PTO_REQUIRE(b != 0, "fmod", "integer division by zero");
      if constexpr (T(-1) < T(0))
        if (b == T(-1))
          return T(0);
      return static_cast<T>(a % b);
    }
  }
};
/// Remainder with the sign of the divisor.
struct Rem {
  template <class T> T operator()(T a, T b) const {
    const T r = Fmod{}(a, b);
    if (r != T(0) && (r < T(0)) != (b < T(0)))
      return Add{}(r, b);
    return r;
  }
};
struct Max {
  template <class T> T operator()(T a, T b) const { return math::max(a, b); }
};
struct Min {
  template <class T> T operator()(T a, T b) const { return math::min(a, b); }
};
struct And {
  template <class T> T operator()(T a, T b) const { return static_cast<T>(a & b); }
};
struct Or {
  template <class T> T operator()(T a, T b) const { return static_cast<T>(a | b); }
};
struct Xor {
  template <class T> T operator()(T a, T b) const { return static_cast<T>(a ^ b); }
};
/// Shift counts are taken modulo the width of T.
struct Shl {
  template <class T> T operator()(T a, T b) const {
    return static_cast<T>(static_cast<wrap_t<T>>(a) << (static_cast<wrap_t<T>>(b) % (8 * sizeof(T))));
  }
};
struct Shr {
  template <class T> T operator()(T a, T b) const {
    return static_cast<T>(a >> (static_cast<wrap_t<T>>(b) % (8 * sizeof(T))));
  }
};

struct Neg {
  template <class T> T operator()(T a) const {
    if constexpr (is_integer<T>)
      return Sub{}(T(0), a);
    else
      return -a;
  }
};
struct Not {
  template <class T> T operator()(T a) const { return static_cast<T>(~a); }
};
struct Abs {
  template <class T> T operator()(T a) const { return math::abs(a); }
};
struct Exp {
  template <class T> T operator()(T a) const { return math::exp(a); }
};
struct Log {
  template <class T> T operator()(T a) const { return math::log(a); }
};
struct Sin {
  template <class T> T operator()(T a) const { return math::sin(a); }
};
struct Cos {
  template <class T> T operator()(T a) const { return math::cos(a); }
};
struct Tanh {
  template <class T> T operator()(T a) const { return math::tanh(a); }
};
struct Erf {
  template <class T> T operator()(T a) const { return math::erf(a); }
};
struct Sqrt {
  template <class T> T operator()(T a) const { return math::sqrt(a); }
};
struct Rsqrt {
  template <class T> T operator()(T a) const { return math::rsqrt(a); }
};
struct Recip {
  template <class T> T operator()(T a) const { return math::recip(a); }
};
struct Relu {
  template <class T> T operator()(T a) const { return math::relu(a); }
};
struct LeakyRelu {
  template <class T> T operator()(T a, T slope) const { return a > T(0) ? a : Mul{}(a, slope); }
};
/// exp(a - b): the difference is rounded to T first.
struct ExpDif {
  template <class T> T operator()(T a, T b) const { return math::exp(Sub{}(a, b)); }
};
/// 1 where the comparison holds, else 0.
struct Compare {
  Cmp mode;
  template <class T> std::uint8_t operator()(T a, T b) const {
    switch (mode) {
    case Cmp::EQ:
      return a == b;
    case Cmp::NE:
      return a != b;
    case Cmp::LT:
      return a < b;
    case Cmp::LE:
      return a <= b;
    case Cmp::GT:
      return a > b;
    case Cmp::GE:
      return a >= b;
    }
    return 0;
  }
};
struct Copy {
  template <class T> T operator()(T a) const { return a; }
};

/// A functor with its second operand fixed.
template <class F, class T> struct WithScalar {
  F f;
  T s;
  T operator()(T a) const { return f(a, s); }
};
template <class T> struct CompareScalar {
  Compare f;
  T s;
  std::uint8_t operator()(T a) const { return f(a, s); }
};

} // namespace detail
PTO_DSL_END

#endif
