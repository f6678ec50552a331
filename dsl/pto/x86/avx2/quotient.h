//===- quotient.h - integers divided, 8 lanes ------------------------------------===//
//
// As avx512/quotient.h. Conversions of unsigned integers are those of signed ones, 2^31 away.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX2_QUOTIENT_H
#define PTO_X86_AVX2_QUOTIENT_H

#include "pto/x86/avx2/base.h"

namespace pto::x86 {

/// a / b towards zero; the most negative number divided by -1 is itself. Where b is 0, some number.
PTO_X86_AVX2_INLINE __m256i div_i32(__m256i a, __m256i b) {
  const __m256d low = _mm256_div_pd(_mm256_cvtepi32_pd(_mm256_castsi256_si128(a)),
                                    _mm256_cvtepi32_pd(_mm256_castsi256_si128(b))),
                high = _mm256_div_pd(_mm256_cvtepi32_pd(_mm256_extracti128_si256(a, 1)),
                                     _mm256_cvtepi32_pd(_mm256_extracti128_si256(b, 1)));
  return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm256_cvttpd_epi32(low)), _mm256_cvttpd_epi32(high), 1);
}

namespace detail {
PTO_X86_AVX2_INLINE __m256d pd_from_u32(__m128i a) {
  return _mm256_add_pd(_mm256_cvtepi32_pd(_mm_xor_si128(a, _mm_set1_epi32(-0x7FFFFFFF - 1))), _mm256_set1_pd(0x1p31));
}
PTO_X86_AVX2_INLINE __m128i u32_from_pd(__m256d a) {
  return _mm_xor_si128(_mm256_cvttpd_epi32(_mm256_sub_pd(_mm256_floor_pd(a), _mm256_set1_pd(0x1p31))),
                       _mm_set1_epi32(-0x7FFFFFFF - 1));
}
} // namespace detail

PTO_X86_AVX2_INLINE __m256i div_u32(__m256i a, __m256i b) {
  const __m256d low = _mm256_div_pd(detail::pd_from_u32(_mm256_castsi256_si128(a)),
                                    detail::pd_from_u32(_mm256_castsi256_si128(b))),
                high = _mm256_div_pd(detail::pd_from_u32(_mm256_extracti128_si256(a, 1)),
                                     detail::pd_from_u32(_mm256_extracti128_si256(b, 1)));
  return _mm256_inserti128_si256(_mm256_castsi128_si256(detail::u32_from_pd(low)), detail::u32_from_pd(high), 1);
}

} // namespace pto::x86

#endif
