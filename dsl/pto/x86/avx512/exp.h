//===- exp.h - exponential and logistic functions, 16 lanes ---------------------===//
//
//   e^x = 2^n * 2^(j/32) * e^r      n + j/32 the nearest 32nd to x / ln 2,  |r| <= ln 2 / 64
//
// 2^(j/32) comes from two registers (vpermt2ps), so that two terms of e^r are enough; 2^n is vscalefps's,
// which rounds a subnormal result once and knows the limits: with k = n + j/32,
//
//   x = +-inf    k = +-inf and the other factor is NaN, of which vscalefps makes inf and 0
//   x = NaN      k is NaN, and so is the result
//   x huge       k is huge; r is no longer small, but held below 1 it leaves the factor a positive number
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX512_EXP_H
#define PTO_X86_AVX512_EXP_H

#include "pto/x86/avx512/reciprocal.h"

namespace pto::x86 {

/// e^x. Within 2 ULP, subnormal results too. exp(-inf) = 0, exp(inf) = inf, NaN stays NaN.
PTO_X86_AVX512_INLINE __m512 exp(__m512 x) {
  const __m512 to_32nds = _mm512_set1_ps(0x1.8p18f); // the unit in its last place is 1/32: adding it rounds to that
  const __m512 t = _mm512_fmadd_ps(x, _mm512_set1_ps(detail::log2_e), to_32nds);
  const __m512 k = _mm512_sub_ps(detail::opaque(t), to_32nds);
  __m512 r = _mm512_fnmadd_ps(k, _mm512_set1_ps(detail::ln2_high), x);
  r = _mm512_fnmadd_ps(k, _mm512_set1_ps(detail::ln2_low), r);
  r = _mm512_range_ps(r, _mm512_set1_ps(0.5f), 0b0010); // the smaller magnitude, the sign of r
  const __m512 power = _mm512_permutex2var_ps(_mm512_load_ps(detail::exp2_32nds), _mm512_castps_si512(t),
                                              _mm512_load_ps(detail::exp2_32nds + 16));
  const __m512 q = _mm512_fmadd_ps(_mm512_set1_ps(detail::exp32_2), r, _mm512_set1_ps(detail::exp32_1));
  return _mm512_scalef_ps(_mm512_fmadd_ps(_mm512_mul_ps(power, r), q, power), k); // scalef takes the floor of k
}

/// 1 / (1 + e^-x). Within 4 ULP, subnormal results too. sigmoid(-inf) = 0, sigmoid(inf) = 1, NaN stays NaN.
PTO_X86_AVX512_INLINE __m512 sigmoid(__m512 x) {
  // From e^-|x|, which cannot overflow: 1 / (1 + e) on the right, e / (1 + e) on the left.
  const __m512 one = _mm512_set1_ps(1);
  const __m512 e = exp(_mm512_or_ps(x, _mm512_set1_ps(-0.f)));
  const __m512 numerator = _mm512_mask_blend_ps(_mm512_movepi32_mask(_mm512_castps_si512(x)), one, e);
  return detail::quotient(numerator, _mm512_add_ps(one, e));
}

} // namespace pto::x86

#endif
