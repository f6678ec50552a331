//===- divide.h - many numbers by one, 16 lanes ---------------------------------===//
//
// vdivps takes ten cycles. Where one number divides many, its reciprocal is known to twice the precision, and a
// quotient is four multiplications and additions, with the bits of vdivps:
//
//   q = x * (high + low)          within 0.5001 units in the last place
//   q + (x - q * by) * high       correctly rounded, as high is the float nearest to 1 / by (Markstein); the rest is exact
//
// if nothing on the way is too large or too small. So both have to lie within 2^-60 and 2^60; a vector with any other
// lane, 0 too, is divided.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX512_DIVIDE_H
#define PTO_X86_AVX512_DIVIDE_H

#include "pto/x86/avx512/arithmetic.h"

namespace pto::x86 {
namespace detail {
inline constexpr std::uint32_t least_bits = 0x21800000, span_bits = 60u << 24; // 2^-60, and up to 2^60
PTO_X86_AVX512_INLINE __m512i distance(__m512 x, __m512i from) {
  return _mm512_sub_epi32(_mm512_and_si512(_mm512_castps_si512(x), _mm512_set1_epi32(0x7FFFFFFF)), from);
}
} // namespace detail

/// What divides.
struct Divisor16 {
  __m512 by, high, low;
  __m512i from; ///< the magnitude from which on numbers are divided the short way
};

PTO_X86_AVX512_INLINE Divisor16 divisor16(float by) {
  const __m512 v = _mm512_set1_ps(by), high = _mm512_div_ps(_mm512_set1_ps(1), v);
  const __m512 low = _mm512_mul_ps(_mm512_fnmadd_ps(v, high, _mm512_set1_ps(1)), high);
  const __m512i least = _mm512_set1_epi32(static_cast<int>(detail::least_bits));
  const __mmask16 fits = _mm512_cmple_epu32_mask(detail::distance(v, least),
                                                 _mm512_set1_epi32(static_cast<int>(detail::span_bits)));
  return {v, high, low, _mm512_mask_blend_epi32(fits, _mm512_set1_epi32(static_cast<int>(0x80000000)), least)};
}

/// x / d, with the bits of the division.
PTO_X86_AVX512_INLINE __m512 divide(__m512 x, const Divisor16 &d) {
  const __mmask16 far = _mm512_cmpgt_epu32_mask(detail::distance(x, d.from),
                                                _mm512_set1_epi32(static_cast<int>(detail::span_bits)));
  if (__builtin_expect(far != 0, 0))
    return _mm512_div_ps(x, d.by);
  const __m512 q = _mm512_fmadd_ps(x, d.high, _mm512_mul_ps(x, d.low));
  return _mm512_fmadd_ps(_mm512_fnmadd_ps(q, d.by, x), d.high, q);
}

/// What divides, where a quotient may be rounded twice.
struct Reciprocal16 {
  __m512 by, factor;
  bool fits; ///< neither is near the ends of what floats can be
};

PTO_X86_AVX512_INLINE Reciprocal16 reciprocal16(float by) {
  const float magnitude = __builtin_fabsf(by);
  return {_mm512_set1_ps(by), _mm512_set1_ps(1 / by), magnitude >= 0x1p-60f && magnitude <= 0x1p60f};
}

/// x / r, within 1.5 ULP. The same way for all x: no branch stays in a loop.
PTO_X86_AVX512_INLINE __m512 divide(__m512 x, const Reciprocal16 &r) {
  return __builtin_expect(r.fits, 1) ? pto::x86::mul(x, r.factor) : _mm512_div_ps(x, r.by);
}

} // namespace pto::x86

#endif
