//===- permute.h - lanes in other places, 16 of them ---------------------------===//
#ifndef PTO_X86_AVX512_PERMUTE_H
#define PTO_X86_AVX512_PERMUTE_H

#include "pto/x86/avx512/base.h"

namespace pto::x86 {

namespace detail {
template <int... I> PTO_X86_AVX512_INLINE __m512i lanes_of() {
  static_assert(sizeof...(I) == 16, "a number for each lane");
  alignas(64) static constexpr std::int32_t lanes[] = {I...};
  return _mm512_load_si512(lanes);
}
} // namespace detail

/// Lane n is lane I[n] of a, or I[n] - 16 of b.
template <int... I> PTO_X86_AVX512_INLINE __m512 pick(__m512 a, __m512 b) {
  return _mm512_permutex2var_ps(a, detail::lanes_of<I...>(), b);
}
template <int... I> PTO_X86_AVX512_INLINE __m512i pick(__m512i a, __m512i b) {
  return _mm512_permutex2var_epi32(a, detail::lanes_of<I...>(), b);
}

/// Lane K is x, the others are those of v.
template <int K> PTO_X86_AVX512_INLINE __m512 with_lane(__m512 v, float x) {
  return _mm512_mask_blend_ps(static_cast<__mmask16>(1u << K), v, _mm512_set1_ps(x));
}
template <int K, class T> PTO_X86_AVX512_INLINE __m512i with_lane(__m512i v, T x) {
  return _mm512_mask_blend_epi32(static_cast<__mmask16>(1u << K), v, _mm512_set1_epi32(static_cast<std::int32_t>(x)));
}

} // namespace pto::x86

#endif
