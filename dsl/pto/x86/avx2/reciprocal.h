//===- reciprocal.h - reciprocals and roots, 8 lanes ----------------------------===//
//
// The CPU's guess (12 bits) and one step of third order. The guess takes subnormals for 0 and makes none, and
// the step makes NaN where the guess is 0 or infinite: such lanes are divided instead.
//
// rcp is one division: it is exact, and as fast as a guess, a step and the care that the lanes above would need.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX2_RECIPROCAL_H
#define PTO_X86_AVX2_RECIPROCAL_H

#include "pto/x86/avx2/base.h"

namespace pto::x86 {

/// 1 / x. Correctly rounded, subnormal arguments and results too. rcp(+-0) = +-inf, rcp(+-inf) = +-0, NaN stays NaN.
PTO_X86_AVX2_INLINE __m256 rcp(__m256 x) { return _mm256_div_ps(_mm256_set1_ps(1), x); }

/// 1 / sqrt(x). Within 2 ULP, subnormal arguments too. rsqrt(+-0) = +-inf, rsqrt(inf) = 0, NaN below zero.
PTO_X86_AVX2_INLINE __m256 rsqrt(__m256 x) {
  const __m256 one = _mm256_set1_ps(1);
  const __m256 guess = _mm256_rsqrt_ps(x);
  const __m256 miss = _mm256_fnmadd_ps(_mm256_mul_ps(x, guess), guess, one);
  const __m256 step = _mm256_fmadd_ps(_mm256_set1_ps(0.375f), miss, _mm256_set1_ps(0.5f));
  __m256 y = _mm256_fmadd_ps(_mm256_mul_ps(guess, miss), step, guess);
  const __m256 unusual = detail::unusual(x);
  if (__builtin_expect(_mm256_movemask_ps(unusual) != 0, 0))
    y = _mm256_blendv_ps(y, _mm256_div_ps(one, _mm256_sqrt_ps(x)), unusual); // only there: no lane depends on another
  return y;
}

/// Square root, correctly rounded. NaN below zero, sqrt(-0) = -0.
PTO_X86_AVX2_INLINE __m256 sqrt(__m256 x) { return _mm256_sqrt_ps(x); }

} // namespace pto::x86

#endif
