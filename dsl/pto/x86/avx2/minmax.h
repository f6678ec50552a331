//===- minmax.h - the larger and the smaller of two, 8 lanes ---------------------===//
//
// The DSL's rules: of a number and NaN the number, -0 < +0. vmaxps returns its second operand for NaN and for two
// zeros. So it is taken in both orders, u of (a, b) and v of (b, a). Numbers make u = v, or two zeros, which the bits
// of max join by AND, of min by OR. u is NaN where b is and v where a is: such an operand has to drop out. Of max it
// does by itself, if all its bits are set: AND leaves the other one.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX2_MINMAX_H
#define PTO_X86_AVX2_MINMAX_H

#include "pto/x86/avx2/base.h"

namespace pto::x86 {

/// max where every NaN has all bits set: results of quiet and of max.
PTO_X86_AVX2_INLINE __m256 max_quiet(__m256 a, __m256 b) {
  return _mm256_and_ps(_mm256_max_ps(a, b), _mm256_max_ps(b, a));
}

/// x, all bits of its NaN set: before max_quiet in a loop.
PTO_X86_AVX2_INLINE __m256 quiet(__m256 x) { return _mm256_or_ps(x, _mm256_cmp_ps(x, x, _CMP_UNORD_Q)); }

/// The larger operand; of a number and NaN the number; -0 < +0. Of two NaN a NaN. Exact.
PTO_X86_AVX2_INLINE __m256 max(__m256 a, __m256 b) { return max_quiet(quiet(a), quiet(b)); }

/// The smaller operand; of a number and NaN the number; -0 < +0. Of two NaN a NaN. Exact.
PTO_X86_AVX2_INLINE __m256 min(__m256 a, __m256 b) {
  const __m256 u = _mm256_min_ps(a, b), v = _mm256_min_ps(b, a);
  const __m256 no_a = _mm256_cmp_ps(a, a, _CMP_UNORD_Q), no_b = _mm256_cmp_ps(b, b, _CMP_UNORD_Q);
  // 0 is what OR leaves the other operand of. u drops out where b is NaN; v where only a is, so two NaN leave one.
  return _mm256_or_ps(_mm256_andnot_ps(no_b, u), _mm256_andnot_ps(_mm256_andnot_ps(no_b, no_a), v));
}

/// The same: the name of the AVX-512 version, where a signalling NaN needs more care.
PTO_X86_AVX2_INLINE __m256 min_quiet(__m256 a, __m256 b) { return min(a, b); }

} // namespace pto::x86

#endif
