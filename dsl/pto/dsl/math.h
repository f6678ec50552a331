//===- math.h - scalar functions ---------------------------------------------===//
//
// The functions that tiles, tensors and vectors apply lane by lane: element (r, c) of
// tile::exp(a) has the bits of math::exp(a(r, c)).
//
//   float, double   the C library's function of that type
//   half, bf16      float's function of the exact value, rounded once to nearest even
//
// Cheap to include: the C library is reached through builtins.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_MATH_H
#define PTO_DSL_MATH_H

#include "pto/dsl/half.h"

PTO_DSL_BEGIN
namespace detail {

/// The type that a computation on T happens in.
template <class T> struct Compute {
  using type = T;
};
template <> struct Compute<half> {
  using type = float;
};
template <> struct Compute<bf16> {
  using type = float;
};
template <class T> using compute_t = typename Compute<T>::type;

template <class T> inline compute_t<T> wide(T x) { return static_cast<compute_t<T>>(x); }

/// Keeps a compiler from contracting a product into an fma with what is done to it elsewhere.
template <class T> inline T rounded(T x) {
#if defined(__GNUC__) && !defined(__clang__)
  return __builtin_assoc_barrier(x);
#else
  return x;
#endif
}

/// Unsigned arithmetic of at least 32 bits: integer ops wrap modulo 2^bits.
template <int Bytes> struct Wrap {
  using type = std::uint32_t;
};
template <> struct Wrap<8> {
  using type = std::uint64_t;
};
template <class T> using wrap_t = typename Wrap<sizeof(T)>::type;

inline bool negative_sign(float x) { return (bits_as<std::uint32_t>(x) >> 31) != 0; }
inline bool negative_sign(double x) { return (bits_as<std::uint64_t>(x) >> 63) != 0; }

} // namespace detail

namespace math {

/// e^x. Within 1 ULP (C library). exp(-inf) = 0, exp(inf) = inf, NaN stays NaN.
template <Floating T>
PTO_OP("math.exp scalar")
inline T exp(T x) {
  if constexpr (sizeof(T) == 8)
    return __builtin_exp(x);
  else
    return T(__builtin_expf(static_cast<float>(x)));
}

/// Natural logarithm. Within 1 ULP (C library). log(0) = -inf, NaN below zero.
template <Floating T>
PTO_OP("math.log scalar")
inline T log(T x) {
  if constexpr (sizeof(T) == 8)
    return __builtin_log(x);
  else
    return T(__builtin_logf(static_cast<float>(x)));
}

/// Sine, argument in radians. Within 1 ULP (C library). NaN at infinities.
template <Floating T>
PTO_OP("math.sin scalar")
inline T sin(T x) {
  if constexpr (sizeof(T) == 8)
    return __builtin_sin(x);
  else
    return T(__builtin_sinf(static_cast<float>(x)));
}

/// Cosine, argument in radians. Within 1 ULP (C library). NaN at infinities.
template <Floating T>
PTO_OP("math.cos scalar")
inline T cos(T x) {
  if constexpr (sizeof(T) == 8)
    return __builtin_cos(x);
  else
    return T(__builtin_cosf(static_cast<float>(x)));
}

/// Hyperbolic tangent. Within 2 ULP (C library).
template <Floating T>
PTO_OP("math.tanh scalar")
inline T tanh(T x) {
  if constexpr (sizeof(T) == 8)
    return __builtin_tanh(x);
  else
    return T(__builtin_tanhf(static_cast<float>(x)));
}

/// Error function. Within 1 ULP (C library).
template <Floating T>
PTO_OP("math.erf scalar")
inline T erf(T x) {
  if constexpr (sizeof(T) == 8)
    return __builtin_erf(x);
  else
    return T(__builtin_erff(static_cast<float>(x)));
}

/// Square root, correctly rounded. NaN below zero, sqrt(-0) = -0.
template <Floating T>
PTO_OP("math.sqrt scalar")
inline T sqrt(T x) {
  if constexpr (sizeof(T) == 8)
    return __builtin_sqrt(x);
  else
    return T(__builtin_sqrtf(static_cast<float>(x)));
}

/// 1 / x, correctly rounded. recip(0) = inf.
template <Floating T>
PTO_OP("math.recip scalar")
inline T recip(T x) {
  return T(detail::compute_t<T>(1) / detail::wide(x));
}

/// 1 / sqrt(x): two roundings (the root, then the quotient), in float for half and bf16 with a third to T.
template <Floating T>
PTO_OP("math.rsqrt scalar")
inline T rsqrt(T x) {
  return T(detail::compute_t<T>(1) / sqrt(detail::wide(x)));
}

/// Magnitude. Exact; of the most negative integer, itself. Clears the sign of NaN.
template <Element T>
PTO_OP("math.abs scalar")
inline T abs(T x) {
  if constexpr (detail::is_integer<T>)
    return x < T{} ? static_cast<T>(detail::wrap_t<T>{} - static_cast<detail::wrap_t<T>>(x)) : x;
  else if constexpr (sizeof(T) == 8)
    return __builtin_fabs(x);
  else if constexpr (sizeof(T) == 4)
    return __builtin_fabsf(x);
  else
    return T::from_bits(static_cast<std::uint16_t>(x.bits() & 0x7FFFu));
}

/// The larger operand; of a number and NaN the number; -0 < +0 (IEEE 754-2019 maximumNumber). Of two NaN a NaN.
/// So it is commutative and associative: the order of a max reduction does not change the result.
template <Element T>
PTO_OP("math.max scalar")
inline T max(T a, T b) {
  if constexpr (detail::is_integer<T>) {
    return a < b ? b : a;
  } else {
    const auto x = detail::wide(a), y = detail::wide(b);
    const bool greater = x > y, no_b = y != y, zeros = x == y, negative = detail::negative_sign(y);
    return greater | no_b | (zeros & negative) ? a : b; // no branch: it vectorises
  }
}

/// The smaller operand; of a number and NaN the number; -0 < +0 (IEEE 754-2019 minimumNumber). Of two NaN a NaN.
template <Element T>
PTO_OP("math.min scalar")
inline T min(T a, T b) {
  if constexpr (detail::is_integer<T>) {
    return b < a ? b : a;
  } else {
    const auto x = detail::wide(a), y = detail::wide(b);
    const bool less = x < y, no_b = y != y, zeros = x == y, negative = detail::negative_sign(x);
    return less | no_b | (zeros & negative) ? a : b;
  }
}

/// max(x, 0): NaN becomes 0, -0 becomes +0. Exact.
template <Element T>
PTO_OP("math.relu scalar")
inline T relu(T x) {
  return max(x, T(0));
}

/// a * b + c. Floating point: one rounding in float or double, for half and bf16 a second one to T. Integers wrap.
template <Element T>
PTO_OP("math.fma scalar")
inline T fma(T a, T b, T c) {
  if constexpr (detail::is_integer<T>) {
    using U = detail::wrap_t<T>;
    return static_cast<T>(static_cast<U>(static_cast<U>(a) * static_cast<U>(b) + static_cast<U>(c)));
  } else if constexpr (sizeof(T) == 8) {
    return __builtin_fma(a, b, c);
  } else {
    return T(__builtin_fmaf(static_cast<float>(a), static_cast<float>(b), static_cast<float>(c)));
  }
}

} // namespace math
PTO_DSL_END

#endif
