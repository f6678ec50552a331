//===- half.h - the 16-bit floating point types ----------------------------===//
//
// half is IEEE binary16 (5 exponent bits), bf16 the upper half of a float. Both keep
// subnormals, infinities and NaN. Arithmetic is float arithmetic on the exact
// values, rounded once to nearest even; float has enough bits for that to equal the
// correctly rounded result of + - * / and sqrt.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_HALF_H
#define PTO_DSL_HALF_H

#include "pto/dsl/core.h"

PTO_DSL_BEGIN
namespace detail {

template <class To, class From>
  requires(sizeof(To) == sizeof(From))
inline To bits_as(const From &from) {
  To to;
  __builtin_memcpy(static_cast<void *>(&to), static_cast<const void *>(&from), sizeof to);
  return to;
}

/// Does magnitude `kept` + `rest` / 2^shift round up (away from zero)?
inline bool rounds_up(std::uint64_t kept, std::uint64_t rest, std::uint64_t tie, bool negative, RoundMode mode) {
  if (rest == 0)
    return false;
  switch (mode) {
  case RoundMode::Round:
    return rest >= tie;
  case RoundMode::Floor:
    return negative;
  case RoundMode::Ceil:
    return !negative;
  case RoundMode::Trunc:
    return false;
  case RoundMode::Odd:
    return (kept & 1) == 0;
  case RoundMode::None:
  case RoundMode::Rint:
    break;
  }
  return rest > tie || (rest == tie && (kept & 1) != 0);
}

/// Does a magnitude above the largest finite number become infinity? Otherwise it becomes that number.
inline bool overflows_to_infinity(bool negative, RoundMode mode) {
  switch (mode) {
  case RoundMode::Floor:
    return negative;
  case RoundMode::Ceil:
    return !negative;
  case RoundMode::Trunc:
  case RoundMode::Odd:
    return false;
  case RoundMode::None:
  case RoundMode::Rint:
  case RoundMode::Round:
    break;
  }
  return true;
}

/// What a binary format is made of.
struct FormatLayout {
  int exponent_bits, mantissa_bits, bias;
  std::uint64_t infinity;
};

/// A binary format: its bits as U, with E exponent and M mantissa bits.
template <class U, int E, int M> struct Format {
  using Bits = U;
  static constexpr int exponent_bits = E, mantissa_bits = M, bias = (1 << (E - 1)) - 1;
  static constexpr U infinity = static_cast<U>(static_cast<U>((U{1} << E) - 1) << M);
  static constexpr FormatLayout layout = {E, M, bias, infinity};
};
using Binary16 = Format<std::uint16_t, 5, 10>;
using Brain16 = Format<std::uint16_t, 8, 7>;
using Binary32 = Format<std::uint32_t, 8, 23>;
using Binary64 = Format<std::uint64_t, 11, 52>;

/// Rounds the bits of a number in one format to a narrower one. NaN stays NaN (quiet, payload truncated). No template:
/// its instances were a fortieth of what the DSL costs to include.
__attribute__((always_inline)) inline std::uint64_t narrow_bits(FormatLayout to, FormatLayout from, std::uint64_t x,
                                                                RoundMode mode) {
  using W = std::uint64_t;
  const int drop = from.mantissa_bits - to.mantissa_bits;
  const bool negative = (x >> (from.exponent_bits + from.mantissa_bits)) != 0;
  const W sign = W{negative} << (to.exponent_bits + to.mantissa_bits), hidden = W{1} << from.mantissa_bits;
  const W magnitude = x & ((W{1} << (from.exponent_bits + from.mantissa_bits)) - 1);
  if (magnitude > from.infinity)
    return sign | to.infinity | (W{1} << (to.mantissa_bits - 1)) |
           ((magnitude >> drop) & ((W{1} << to.mantissa_bits) - 1));
  if (magnitude == from.infinity)
    return sign | to.infinity;
  int exponent = static_cast<int>(magnitude >> from.mantissa_bits);
  W significand = magnitude & (hidden - 1);
  if (exponent != 0)
    significand |= hidden;
  else
    exponent = 1;
  const int target = exponent - from.bias + to.bias; // exponent field of the result, if it is normal
  int shift = drop;
  if (target < 1)
    shift += 1 - target;
  if (shift > 62)
    shift = 62;
  const W kept = significand >> shift, rest = significand & ((W{1} << shift) - 1);
  W result = kept + W{rounds_up(kept, rest, W{1} << (shift - 1), negative, mode)};
  if (target >= 1) // the hidden bit adds one to the exponent field; so does a carry
    result += static_cast<W>(target - 1) << to.mantissa_bits;
  if (result >= to.infinity)
    result = overflows_to_infinity(negative, mode) ? to.infinity : to.infinity - 1;
  return sign | result;
}
template <class To, class From> inline typename To::Bits narrow(typename From::Bits x, RoundMode mode) {
  return static_cast<typename To::Bits>(narrow_bits(To::layout, From::layout, x, mode));
}

inline std::uint16_t half_bits(float x, RoundMode mode = RoundMode::Rint) {
  return narrow<Binary16, Binary32>(bits_as<std::uint32_t>(x), mode);
}

/// Nearest even on the bits, the common case of `narrow<Brain16, Binary32>` without its branches.
inline std::uint16_t bf16_bits(float x) {
  const std::uint32_t u = bits_as<std::uint32_t>(x);
  const std::uint32_t rounded = (u + 0x7FFFu + ((u >> 16) & 1u)) >> 16, nan = (u >> 16) | 0x40u;
  return static_cast<std::uint16_t>((u & 0x7FFFFFFFu) > 0x7F800000u ? nan : rounded);
}

inline float half_value(std::uint16_t h) {
  const std::uint32_t sign = (h & 0x8000u) << 16, magnitude = h & 0x7FFFu;
  if (magnitude < 0x0400u) { // zero or subnormal: exact in float
    const float value = static_cast<float>(magnitude) * 0x1p-24f;
    return bits_as<float>(bits_as<std::uint32_t>(value) | sign);
  }
  const std::uint32_t exponent = magnitude >= 0x7C00u ? 0x70000000u : 0x38000000u;
  return bits_as<float>(((magnitude << 13) + exponent) | sign);
}

} // namespace detail

/// IEEE binary16. Converts to float exactly and implicitly, from float explicitly (nearest even).
class half {
public:
  half() = default;
  PTO_OP("math.convert scalar")
  explicit half(float x) : bits_(detail::half_bits(x)) {}
  template <Scalar S>
  PTO_OP("math.convert scalar")
  explicit half(S x) // from the exact value, so that it rounds once
      : half(static_cast<double>(x)) {}
  PTO_OP("math.convert scalar")
  explicit half(double x)
      : bits_(detail::narrow<detail::Binary16, detail::Binary64>(detail::bits_as<std::uint64_t>(x), RoundMode::Rint)) {}
  PTO_OP("math.convert scalar")
  operator float() const { return detail::half_value(bits_); }

  PTO_OP("math.from_bits scalar")
  static half from_bits(std::uint16_t bits) {
    half h;
    h.bits_ = bits;
    return h;
  }
  PTO_OP("math.bits scalar")
  std::uint16_t bits() const { return bits_; }

private:
  std::uint16_t bits_;
};

/// The upper 16 bits of a float. Converts to float exactly and implicitly, from float explicitly (nearest even).
class bf16 {
public:
  bf16() = default;
  PTO_OP("math.convert scalar")
  explicit bf16(float x) : bits_(detail::bf16_bits(x)) {}
  template <Scalar S>
  PTO_OP("math.convert scalar")
  explicit bf16(S x) : bf16(static_cast<double>(x)) {}
  PTO_OP("math.convert scalar")
  explicit bf16(double x)
      : bits_(detail::narrow<detail::Brain16, detail::Binary64>(detail::bits_as<std::uint64_t>(x), RoundMode::Rint)) {}
  PTO_OP("math.convert scalar")
  operator float() const { return detail::bits_as<float>(static_cast<std::uint32_t>(bits_) << 16); }

  PTO_OP("math.from_bits scalar")
  static bf16 from_bits(std::uint16_t bits) {
    bf16 h;
    h.bits_ = bits;
    return h;
  }
  PTO_OP("math.bits scalar")
  std::uint16_t bits() const { return bits_; }

private:
  std::uint16_t bits_;
};

namespace detail {
template <class H>
concept Float16 = same_type<H, half> || same_type<H, bf16>;
}

template <detail::Float16 H>
PTO_OP("math.add scalar")
inline H operator+(H a, H b) {
  return H(float(a) + float(b));
}
template <detail::Float16 H>
PTO_OP("math.sub scalar")
inline H operator-(H a, H b) {
  return H(float(a) - float(b));
}
template <detail::Float16 H>
PTO_OP("math.mul scalar")
inline H operator*(H a, H b) {
  return H(float(a) * float(b));
}
template <detail::Float16 H>
PTO_OP("math.div scalar")
inline H operator/(H a, H b) {
  return H(float(a) / float(b));
}
template <detail::Float16 H>
PTO_OP("math.neg scalar")
inline H operator-(H a) {
  return H::from_bits(static_cast<std::uint16_t>(a.bits() ^ 0x8000u));
}
template <detail::Float16 H> inline H &operator+=(H &a, H b) { return a = H(float(a) + float(b)); }
template <detail::Float16 H> inline H &operator-=(H &a, H b) { return a = H(float(a) - float(b)); }
template <detail::Float16 H> inline H &operator*=(H &a, H b) { return a = H(float(a) * float(b)); }
template <detail::Float16 H> inline H &operator/=(H &a, H b) { return a = H(float(a) / float(b)); }

PTO_DSL_END

#endif
