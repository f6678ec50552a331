//===- permute.h - lanes in other places, 8 of them -----------------------------===//
#ifndef PTO_X86_AVX2_PERMUTE_H
#define PTO_X86_AVX2_PERMUTE_H

#include "pto/x86/avx2/base.h"

namespace pto::x86 {

namespace detail {
/// A bit for each lane that comes from the second of two registers.
constexpr int bits_of_second(const int (&lanes)[8]) {
  int bits = 0;
  for (int i = 0; i < 8; ++i)
    bits |= (lanes[i] >= 8) << i;
  return bits;
}
} // namespace detail

/// Lane n is lane I[n] of a, or I[n] - 8 of b.
template <int... I> PTO_X86_AVX2_INLINE __m256i pick(__m256i a, __m256i b) {
  constexpr int second = detail::bits_of_second({I...});
  const __m256i lanes = _mm256_setr_epi32(I % 8 ...);
  return _mm256_blend_epi32(_mm256_permutevar8x32_epi32(a, lanes), _mm256_permutevar8x32_epi32(b, lanes), second);
}
template <int... I> PTO_X86_AVX2_INLINE __m256 pick(__m256 a, __m256 b) {
  return _mm256_castsi256_ps(pick<I...>(_mm256_castps_si256(a), _mm256_castps_si256(b)));
}

/// Lane K is x, the others are those of v.
template <int K> PTO_X86_AVX2_INLINE __m256 with_lane(__m256 v, float x) {
  return _mm256_blend_ps(v, _mm256_set1_ps(x), 1 << K);
}
template <int K, class T> PTO_X86_AVX2_INLINE __m256i with_lane(__m256i v, T x) {
  return _mm256_blend_epi32(v, _mm256_set1_epi32(static_cast<std::int32_t>(x)), 1 << K);
}

} // namespace pto::x86

#endif
