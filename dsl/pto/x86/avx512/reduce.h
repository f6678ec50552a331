//===- reduce.h - one number of 16 lanes -----------------------------------------===//
//
// In one order: lane i with lane i + 8, then i + 4, i + 2, i + 1. The result has the same bits with every compiler
// (the reductions of <immintrin.h> have not); of reduce_add and reduce_mul of floats it is not that of the DSL's
// ascending order.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX512_REDUCE_H
#define PTO_X86_AVX512_REDUCE_H

#include "pto/x86/avx512/minmax.h"

namespace pto::x86 {
namespace detail {

/// The lanes in pairs, each of the upper half of what is left in the place of one of the lower half.
PTO_X86_AVX512_INLINE __m512 by_8(__m512 x) { return _mm512_shuffle_f32x4(x, x, _MM_SHUFFLE(1, 0, 3, 2)); }
PTO_X86_AVX512_INLINE __m512 by_4(__m512 x) { return _mm512_shuffle_f32x4(x, x, _MM_SHUFFLE(2, 3, 0, 1)); }
PTO_X86_AVX512_INLINE __m512 by_2(__m512 x) { return _mm512_permute_ps(x, _MM_SHUFFLE(1, 0, 3, 2)); }
PTO_X86_AVX512_INLINE __m512 by_1(__m512 x) { return _mm512_permute_ps(x, _MM_SHUFFLE(2, 3, 0, 1)); }
PTO_X86_AVX512_INLINE __m512i by_8(__m512i x) { return _mm512_castps_si512(by_8(_mm512_castsi512_ps(x))); }
PTO_X86_AVX512_INLINE __m512i by_4(__m512i x) { return _mm512_castps_si512(by_4(_mm512_castsi512_ps(x))); }
PTO_X86_AVX512_INLINE __m512i by_2(__m512i x) { return _mm512_castps_si512(by_2(_mm512_castsi512_ps(x))); }
PTO_X86_AVX512_INLINE __m512i by_1(__m512i x) { return _mm512_castps_si512(by_1(_mm512_castsi512_ps(x))); }

} // namespace detail

#define PTO_X86_REDUCE(name, Result, Vector, join, first)                                                              \
  PTO_X86_AVX512_INLINE Result name(Vector x) {                                                                        \
    x = join(x, detail::by_8(x));                                                                                      \
    x = join(x, detail::by_4(x));                                                                                      \
    x = join(x, detail::by_2(x));                                                                                      \
    x = join(x, detail::by_1(x));                                                                                      \
    return first(x);                                                                                                   \
  }

/// The sum of the lanes; each step rounds.
PTO_X86_REDUCE(reduce_add, float, __m512, _mm512_add_ps, _mm512_cvtss_f32)
/// The product of the lanes; each step rounds.
PTO_X86_REDUCE(reduce_mul, float, __m512, _mm512_mul_ps, _mm512_cvtss_f32)
/// The sum of the lanes, modulo 2^32.
PTO_X86_REDUCE(reduce_add, std::int32_t, __m512i, _mm512_add_epi32, _mm512_cvtsi512_si32)
/// The product of the lanes, modulo 2^32.
PTO_X86_REDUCE(reduce_mul, std::int32_t, __m512i, _mm512_mullo_epi32, _mm512_cvtsi512_si32)
/// The largest of the lanes.
PTO_X86_REDUCE(reduce_max, std::int32_t, __m512i, _mm512_max_epi32, _mm512_cvtsi512_si32)
/// The smallest of the lanes.
PTO_X86_REDUCE(reduce_min, std::int32_t, __m512i, _mm512_min_epi32, _mm512_cvtsi512_si32)

namespace detail {
PTO_X86_REDUCE(reduce_max_quiet, float, __m512, max_quiet, _mm512_cvtss_f32)
PTO_X86_REDUCE(reduce_min_quiet, float, __m512, min_quiet, _mm512_cvtss_f32)
} // namespace detail
#undef PTO_X86_REDUCE

/// The largest of the lanes by the rules of max: NaN only if all are. Exact, so the order does not matter.
PTO_X86_AVX512_INLINE float reduce_max(__m512 x) { return detail::reduce_max_quiet(quiet(x)); }

/// The smallest of the lanes by the rules of min: NaN only if all are. Exact.
PTO_X86_AVX512_INLINE float reduce_min(__m512 x) { return detail::reduce_min_quiet(quiet(x)); }

} // namespace pto::x86

#endif
