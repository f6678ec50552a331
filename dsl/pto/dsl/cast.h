//===- cast.h - one element from one type to another --------------------------===//
//
//   to a narrower float   rounded by the mode (None: nearest even), once, with
//                         subnormals; too large: what IEEE says for the mode; NaN stays
//   to a wider float      exact
//   to the same type      exact, whatever the mode
//   float to integer      rounded to an integer by the mode, then clamped to the type's
//                         range; NaN becomes 0
//   integer to float      rounded by the mode
//   integer to integer    modulo 2^bits
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_CAST_H
#define PTO_DSL_CAST_H

#include "pto/dsl/limits.h"
#include "pto/dsl/math.h"

PTO_DSL_BEGIN
namespace detail {

template <class T> struct FormatOf;
template <> struct FormatOf<half> {
  using type = Binary16;
};
template <> struct FormatOf<bf16> {
  using type = Brain16;
};
template <> struct FormatOf<float> {
  using type = Binary32;
};
template <> struct FormatOf<double> {
  using type = Binary64;
};

/// A number of format F from sign and magnitude, rounded once.
template <class To> inline To integer_to_float(bool negative, std::uint64_t magnitude, RoundMode mode) {
  using F = typename FormatOf<To>::type;
  if (magnitude == 0)
    return To(0.f);
  const int top = 63 - __builtin_clzll(magnitude); // its leading bit
  std::uint64_t kept = magnitude;
  if (top > F::mantissa_bits) {
    const int shift = top - F::mantissa_bits;
    const std::uint64_t rest = magnitude & ((std::uint64_t{1} << shift) - 1);
    kept = magnitude >> shift;
    kept += rounds_up(kept, rest, std::uint64_t{1} << (shift - 1), negative, mode) ? 1 : 0;
  } else {
    kept <<= F::mantissa_bits - top;
  }
  std::uint64_t bits = kept + (static_cast<std::uint64_t>(top + F::bias - 1) << F::mantissa_bits);
  if (top + F::bias >= (1 << F::exponent_bits) - 1 || bits >= F::infinity)
    bits = overflows_to_infinity(negative, mode) ? std::uint64_t{F::infinity} : std::uint64_t{F::infinity} - 1;
  bits |= static_cast<std::uint64_t>(negative) << (F::exponent_bits + F::mantissa_bits);
  return bits_as<To>(static_cast<typename F::Bits>(bits));
}

inline double to_integral(double x, RoundMode mode) {
  switch (mode) {
  case RoundMode::Round:
    return __builtin_round(x);
  case RoundMode::Floor:
    return __builtin_floor(x);
  case RoundMode::Ceil:
    return __builtin_ceil(x);
  case RoundMode::Trunc:
    return __builtin_trunc(x);
  case RoundMode::Odd: {
    const double low = __builtin_floor(x), middle = low / 2;
    return low == x || middle != __builtin_floor(middle) ? low : low + 1;
  }
  case RoundMode::None:
  case RoundMode::Rint:
    break;
  }
  const double low = __builtin_floor(x), rest = x - low; // nearest even, whatever the current mode of the CPU
  const bool odd = low / 2 != __builtin_floor(low / 2);
  return rest < 0.5 || (rest == 0.5 && !odd) ? low : low + 1;
}

template <class To, class From> inline To convert(From x, RoundMode mode) {
  if constexpr (same_type<To, From>) {
    return x;
  } else if constexpr (is_integer<To> && is_integer<From>) {
    return static_cast<To>(x);
  } else if constexpr (is_integer<To>) {
    const double value = static_cast<double>(x);
    if (value != value)
      return To(0);
    const double integral = to_integral(value, mode); // double holds every half, bf16, float exactly
    constexpr int bits = 8 * static_cast<int>(sizeof(To)) - (To(-1) < To(0) ? 1 : 0);
    const double above = bits == 64 ? 0x1p64 : static_cast<double>(std::uint64_t{1} << bits);
    if (integral >= above)
      return highest<To>();
    if (integral < static_cast<double>(lowest<To>()))
      return lowest<To>();
    return static_cast<To>(integral);
  } else if constexpr (is_integer<From>) {
    const bool negative = x < From(0);
    const std::uint64_t u = static_cast<std::uint64_t>(x);
    return integer_to_float<To>(negative, negative ? std::uint64_t{0} - u : u, mode);
  } else {
    using F = typename FormatOf<From>::type;
    using G = typename FormatOf<To>::type;
    if constexpr (F::exponent_bits <= G::exponent_bits && F::mantissa_bits <= G::mantissa_bits) {
      if constexpr (same_type<To, double>)
        return static_cast<double>(static_cast<float>(x));
      else
        return static_cast<To>(x);
    } else if constexpr (F::exponent_bits >= G::exponent_bits && F::mantissa_bits > G::mantissa_bits) {
      return bits_as<To>(narrow<G, F>(bits_as<typename F::Bits>(x), mode));
    } else { // between half and bf16: by way of float, exactly
      return bits_as<To>(narrow<G, Binary32>(bits_as<std::uint32_t>(static_cast<float>(x)), mode));
    }
  }
}

template <class To> struct CastTo {
  RoundMode mode;
  template <class From> To operator()(From x) const { return convert<To>(x, mode); }
};

} // namespace detail
PTO_DSL_END

#endif
