//===- reciprocal.h - reciprocals and roots, 16 lanes ---------------------------===//
//
// The CPU's guess (14 bits, subnormals included) and one step of Newton's. The step makes NaN where the
// guess is 0 or infinite; there the guess is the result, and one vfixupimmps puts it back.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX512_RECIPROCAL_H
#define PTO_X86_AVX512_RECIPROCAL_H

#include "pto/x86/avx512/arithmetic.h"

namespace pto::x86 {
namespace detail {

/// refined, but the guess where that is 0, infinite or NaN.
PTO_X86_AVX512_INLINE __m512 guess_where_final(__m512 refined, __m512 guess) {
  // A digit a class, from the right: quiet NaN, signalling NaN, 0, 1, -inf, inf, negative, positive. 1: the guess.
  return _mm512_fixupimm_ps(refined, guess, _mm512_set1_epi32(0x00110111), 0);
}

/// n / d, rounded once, of numbers; d and 1 / d are normal.
PTO_X86_AVX512_INLINE __m512 quotient(__m512 n, __m512 d) {
  const __m512 guess = _mm512_rcp14_ps(d);
  const __m512 q = mul(n, guess);
  return _mm512_fmadd_ps(_mm512_fnmadd_ps(d, q, n), guess, q);
}

} // namespace detail

/// 1 / x. Within 2 ULP, subnormal arguments and results too. rcp(+-0) = +-inf, rcp(+-inf) = +-0, NaN stays NaN.
PTO_X86_AVX512_INLINE __m512 rcp(__m512 x) {
  const __m512 guess = _mm512_rcp14_ps(x);
  const __m512 miss = _mm512_fnmadd_ps(x, guess, _mm512_set1_ps(1));
  return detail::guess_where_final(_mm512_fmadd_ps(guess, miss, guess), guess);
}

/// 1 / sqrt(x). Within 2 ULP, subnormal arguments too. rsqrt(+-0) = +-inf, rsqrt(inf) = 0, NaN below zero.
PTO_X86_AVX512_INLINE __m512 rsqrt(__m512 x) {
  const __m512 guess = _mm512_rsqrt14_ps(x);
  const __m512 miss = _mm512_fnmadd_ps(_mm512_mul_ps(x, guess), guess, _mm512_set1_ps(1));
  const __m512 half = _mm512_mul_ps(guess, _mm512_set1_ps(0.5f));
  return detail::guess_where_final(_mm512_fmadd_ps(half, miss, guess), guess);
}

/// Square root, correctly rounded. NaN below zero, sqrt(-0) = -0.
PTO_X86_AVX512_INLINE __m512 sqrt(__m512 x) { return _mm512_sqrt_ps(x); }

} // namespace pto::x86

#endif
