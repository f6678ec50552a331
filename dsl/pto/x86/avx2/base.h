//===- base.h - what the AVX2 functions share --------------------------------===//
#ifndef PTO_X86_AVX2_BASE_H
#define PTO_X86_AVX2_BASE_H

#include "pto/x86/coefficients.h"
#include "pto/x86/intrinsics.h"
#include "pto/x86/pieces.h"
#include "pto/x86/target.h"

#include <cstdint>

namespace pto::x86::detail {

/// x, of which the compiler does not know how it was computed: -ffast-math would drop x + c - c.
PTO_X86_AVX2_INLINE __m256 opaque(__m256 x) {
#ifdef __FAST_MATH__
  __asm__("" : "+x"(x));
#endif
  return x;
}

/// All ones where a lane is something else than a positive normal number: 0, subnormal, negative, infinite, NaN.
PTO_X86_AVX2_INLINE __m256 unusual(__m256 x) {
  // As unsigned integers, bits - 0x00800000 > 0x7EFFFFFF; both sides less 2^31, because AVX2 compares signed ones.
  const __m256i shifted = _mm256_add_epi32(_mm256_castps_si256(x), _mm256_set1_epi32(0x7F800000));
  return _mm256_castsi256_ps(_mm256_cmpgt_epi32(shifted, _mm256_set1_epi32(-0x01000001)));
}

/// x with its sign bit cleared.
PTO_X86_AVX2_INLINE __m256 magnitude(__m256 x) { return _mm256_andnot_ps(_mm256_set1_ps(-0.f), x); }

/// y with the sign of x; y has none.
PTO_X86_AVX2_INLINE __m256 with_sign(__m256 y, __m256 x) {
  return _mm256_or_ps(y, _mm256_and_ps(x, _mm256_set1_ps(-0.f)));
}

} // namespace pto::x86::detail

#endif
