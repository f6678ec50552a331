//===- tanh.h - hyperbolic tangent, 8 lanes -------------------------------------===//
//
//   tanh x = h / (h + 1)            h = (e^2x - 1) / 2
//          = m - m * m / (h + 1)    m = min(h, 1)
//
// The second form rounds where it hardly counts: near 0 the fraction is small, near 1 it is small too. And h has
// to be right near 0, so 1 is not taken from an exponential: with e^2x = 2^k * e^2w,
//
//   h = 2^k * (e^2w - 1) / 2 + (2^k - 1) / 2,  |w| <= ln 2 / 4
//
// The second term is exact, and 0 where k is. The pieces of the AVX-512 version would need twice the
// degree with a register of 8, and vpermps has one port.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX2_TANH_H
#define PTO_X86_AVX2_TANH_H

#include "pto/x86/avx2/base.h"

namespace pto::x86 {

/// Hyperbolic tangent. Within 2 ULP, at most 1. tanh(+-0) = +-0, tanh(+-inf) = +-1, NaN stays NaN.
PTO_X86_AVX2_INLINE __m256 tanh(__m256 x) {
  // From 9.02 on the result is 1. Operands in this order: NaN passes.
  const __m256 a = _mm256_min_ps(_mm256_set1_ps(9.02f), detail::magnitude(x));
  // The unit in its last place is 1: adding it rounds to that. 127 makes the lower bits the exponent field of 2^k.
  const __m256 integers = _mm256_set1_ps(0x1.8p23f + 127);
  const __m256 t = _mm256_fmadd_ps(a, _mm256_set1_ps(2 * detail::log2_e), integers);
  const __m256 k = _mm256_sub_ps(detail::opaque(t), integers);
  const __m256 w = _mm256_fnmadd_ps(k, _mm256_set1_ps(detail::ln2 / 2), a); // k <= 26: one step will do
  __m256 p = _mm256_fmadd_ps(_mm256_set1_ps(detail::expm1_6), w, _mm256_set1_ps(detail::expm1_5));
  p = _mm256_fmadd_ps(p, w, _mm256_set1_ps(detail::expm1_4));
  p = _mm256_fmadd_ps(p, w, _mm256_set1_ps(detail::expm1_3));
  p = _mm256_fmadd_ps(p, w, _mm256_set1_ps(detail::expm1_2));
  p = _mm256_fmadd_ps(_mm256_mul_ps(w, w), p, w);
  const __m256 power = _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_castps_si256(t), 23));
  const __m256 half = _mm256_set1_ps(0.5f), one = _mm256_set1_ps(1);
  const __m256 h = _mm256_fmadd_ps(power, p, _mm256_fmsub_ps(power, half, half));
  const __m256 m = _mm256_min_ps(one, h);
  const __m256 y = _mm256_fnmadd_ps(m, _mm256_div_ps(m, _mm256_add_ps(h, one)), m);
  return detail::with_sign(y, x);
}

} // namespace pto::x86

#endif
