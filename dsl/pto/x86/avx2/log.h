//===- log.h - natural logarithm, 8 lanes ---------------------------------------===//
//
// As in avx512/log.h, with tables of 8 and one more coefficient. AVX2 has neither vgetexpps nor vgetmantps;
// integers take a positive normal number apart, and a vector with any other lane goes a longer way.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX2_LOG_H
#define PTO_X86_AVX2_LOG_H

#include "pto/x86/avx2/base.h"

namespace pto::x86 {
namespace detail {

/// log(x * 2^-scale) of positive normal numbers.
PTO_X86_AVX2_INLINE __m256 log_normal(__m256 x, __m256 scale) {
  const __m256i bits = _mm256_castps_si256(x), one = _mm256_set1_epi32(0x3F800000);
  const __m256i above = _mm256_sub_epi32(bits, one); // the exponent is now signed
  const __m256i exponent = _mm256_and_si256(above, _mm256_set1_epi32(static_cast<int>(0xFF800000)));
  const __m256 m = _mm256_castsi256_ps(_mm256_sub_epi32(bits, exponent));
  const __m256 e = _mm256_sub_ps(_mm256_cvtepi32_ps(_mm256_srai_epi32(above, 23)), scale);
  const __m256i upper = _mm256_srli_epi32(bits, 20);
  const __m256 c = _mm256_permutevar8x32_ps(_mm256_load_ps(log8_c), upper);
  const __m256 log_c = _mm256_permutevar8x32_ps(_mm256_load_ps(log8_log_c), upper);
  const __m256 r = _mm256_fmsub_ps(m, c, _mm256_set1_ps(1));
  __m256 q = _mm256_fmadd_ps(_mm256_set1_ps(log8_6), r, _mm256_set1_ps(log8_5));
  q = _mm256_fmadd_ps(q, r, _mm256_set1_ps(log8_4));
  q = _mm256_fmadd_ps(q, r, _mm256_set1_ps(log8_3));
  q = _mm256_fmadd_ps(q, r, _mm256_set1_ps(log8_2));
  const __m256 log_1_r = _mm256_fmadd_ps(_mm256_mul_ps(r, r), q, r);
  return _mm256_add_ps(_mm256_fmadd_ps(e, _mm256_set1_ps(ln2), log_c), log_1_r);
}

} // namespace detail

/// Natural logarithm. Within 2 ULP, subnormal arguments too. log(+-0) = -inf, log(inf) = inf, NaN below zero.
PTO_X86_AVX2_INLINE __m256 log(__m256 x) {
  const __m256 zero = _mm256_setzero_ps();
  if (__builtin_expect(_mm256_movemask_ps(detail::unusual(x)) == 0, 1))
    return detail::log_normal(x, zero);
  const __m256 subnormal = _mm256_cmp_ps(x, _mm256_set1_ps(0x1p-126f), _CMP_LT_OQ); // also 0, which ends as -inf
  const __m256 scaled = _mm256_blendv_ps(x, _mm256_mul_ps(x, _mm256_set1_ps(0x1p24f)), subnormal);
  __m256 y = detail::log_normal(scaled, _mm256_and_ps(subnormal, _mm256_set1_ps(24)));
  const __m256 infinity = _mm256_castsi256_ps(_mm256_set1_epi32(0x7F800000));
  y = _mm256_blendv_ps(y, _mm256_sub_ps(zero, infinity), _mm256_cmp_ps(x, zero, _CMP_EQ_OQ));
  y = _mm256_blendv_ps(y, infinity, _mm256_cmp_ps(x, infinity, _CMP_EQ_OQ));
  return _mm256_or_ps(y, _mm256_cmp_ps(x, zero, _CMP_NGE_UQ)); // all ones are a NaN
}

} // namespace pto::x86

#endif
