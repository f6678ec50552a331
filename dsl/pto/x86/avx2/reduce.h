//===- reduce.h - one number of 8 lanes ------------------------------------------===//
//
// In one order: lane i with lane i + 4, then i + 2, i + 1. Of reduce_add and reduce_mul of floats the result is not
// that of the DSL's ascending order.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX2_REDUCE_H
#define PTO_X86_AVX2_REDUCE_H

#include "pto/x86/avx2/minmax.h"

namespace pto::x86 {
namespace detail {

/// The lanes in pairs, each of the upper half of what is left in the place of one of the lower half.
PTO_X86_AVX2_INLINE __m256 by_4(__m256 x) { return _mm256_permute2f128_ps(x, x, 1); }
PTO_X86_AVX2_INLINE __m256 by_2(__m256 x) { return _mm256_permute_ps(x, _MM_SHUFFLE(1, 0, 3, 2)); }
PTO_X86_AVX2_INLINE __m256 by_1(__m256 x) { return _mm256_permute_ps(x, _MM_SHUFFLE(2, 3, 0, 1)); }
PTO_X86_AVX2_INLINE __m256i by_4(__m256i x) { return _mm256_castps_si256(by_4(_mm256_castsi256_ps(x))); }
PTO_X86_AVX2_INLINE __m256i by_2(__m256i x) { return _mm256_castps_si256(by_2(_mm256_castsi256_ps(x))); }
PTO_X86_AVX2_INLINE __m256i by_1(__m256i x) { return _mm256_castps_si256(by_1(_mm256_castsi256_ps(x))); }

} // namespace detail

#define PTO_X86_REDUCE(name, Result, Vector, join, first)                                                              \
  PTO_X86_AVX2_INLINE Result name(Vector x) {                                                                          \
    x = join(x, detail::by_4(x));                                                                                      \
    x = join(x, detail::by_2(x));                                                                                      \
    x = join(x, detail::by_1(x));                                                                                      \
    return first(x);                                                                                                   \
  }

/// The sum of the lanes; each step rounds.
PTO_X86_REDUCE(reduce_add, float, __m256, _mm256_add_ps, _mm256_cvtss_f32)
/// The product of the lanes; each step rounds.
PTO_X86_REDUCE(reduce_mul, float, __m256, _mm256_mul_ps, _mm256_cvtss_f32)
/// The largest of the lanes by the rules of max: NaN only if all are. Exact, so the order does not matter.
PTO_X86_REDUCE(reduce_max, float, __m256, max, _mm256_cvtss_f32)
/// The smallest of the lanes by the rules of min: NaN only if all are. Exact.
PTO_X86_REDUCE(reduce_min, float, __m256, min, _mm256_cvtss_f32)
/// The sum of the lanes, modulo 2^32.
PTO_X86_REDUCE(reduce_add, std::int32_t, __m256i, _mm256_add_epi32, _mm256_cvtsi256_si32)
/// The product of the lanes, modulo 2^32.
PTO_X86_REDUCE(reduce_mul, std::int32_t, __m256i, _mm256_mullo_epi32, _mm256_cvtsi256_si32)
/// The largest of the lanes.
PTO_X86_REDUCE(reduce_max, std::int32_t, __m256i, _mm256_max_epi32, _mm256_cvtsi256_si32)
/// The smallest of the lanes.
PTO_X86_REDUCE(reduce_min, std::int32_t, __m256i, _mm256_min_epi32, _mm256_cvtsi256_si32)
#undef PTO_X86_REDUCE

} // namespace pto::x86

#endif
