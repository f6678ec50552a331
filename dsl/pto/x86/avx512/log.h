//===- log.h - natural logarithm, 16 lanes --------------------------------------===//
//
//   log x = e * ln 2 + log(1 / c) + log(1 + r)      x = 2^e * m,  r = m * c - 1,  c about 1 / m
//
// c and log(1 / c) come from registers (vpermps), chosen by the upper four bits of the mantissa.
//
// Near 1 nothing must cancel. Just above, m is in [1, 17/16): c = 1, log(1 / c) = 0, so the result is
// log(1 + r), and r = x - 1. Just below, e = -1 and m is in [31/16, 2): c = 1/2, and ln 2 of the table
// less ln 2 of the exponent is 0. The other entries of m > 3/2 meet e = -1 too: their c is chosen such that
// what the table holds is a float to 33 bits (coefficients.h).
//
// vgetexpps and vgetmantps do the rest: subnormals, e = -inf of 0 and inf of inf, NaN below zero.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX512_LOG_H
#define PTO_X86_AVX512_LOG_H

#include "pto/x86/avx512/base.h"

namespace pto::x86 {

/// Natural logarithm. Within 2 ULP, subnormal arguments too. log(+-0) = -inf, log(inf) = inf, NaN below zero.
PTO_X86_AVX512_INLINE __m512 log(__m512 x) {
  const __m512 e = _mm512_getexp_ps(x);
  const __m512 m = _mm512_getmant_ps(x, _MM_MANT_NORM_1_2, _MM_MANT_SIGN_nan);
  const __m512i upper = _mm512_srli_epi32(_mm512_castps_si512(m), 19);
  const __m512 c = _mm512_permutexvar_ps(upper, _mm512_load_ps(detail::log16_c));
  const __m512 log_c = _mm512_permutexvar_ps(upper, _mm512_load_ps(detail::log16_log_c));
  const __m512 r = _mm512_fmsub_ps(m, c, _mm512_set1_ps(1));
  __m512 q = _mm512_fmadd_ps(_mm512_set1_ps(detail::log16_5), r, _mm512_set1_ps(detail::log16_4));
  q = _mm512_fmadd_ps(q, r, _mm512_set1_ps(detail::log16_3));
  q = _mm512_fmadd_ps(q, r, _mm512_set1_ps(detail::log16_2));
  const __m512 log_1_r = _mm512_fmadd_ps(_mm512_mul_ps(r, r), q, r);
  return _mm512_add_ps(_mm512_fmadd_ps(e, _mm512_set1_ps(detail::ln2), log_c), log_1_r);
}

} // namespace pto::x86

#endif
