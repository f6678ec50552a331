//===- minmax.h - the larger and the smaller of two, 16 lanes --------------------===//
//
// The DSL's rules: of a number and NaN the number, -0 < +0. vmaxps returns its second operand for NaN and for two
// zeros. vrangeps has the rules, but for a signalling NaN, which it takes for the result. No arithmetic makes one,
// but memory may hold one.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX512_MINMAX_H
#define PTO_X86_AVX512_MINMAX_H

#include "pto/x86/avx512/base.h"

namespace pto::x86 {

/// max where no operand is a signalling NaN: results of arithmetic, of quiet, of max and min.
PTO_X86_AVX512_INLINE __m512 max_quiet(__m512 a, __m512 b) { return _mm512_range_ps(a, b, 0b0101); }

/// min where no operand is a signalling NaN.
PTO_X86_AVX512_INLINE __m512 min_quiet(__m512 a, __m512 b) { return _mm512_range_ps(a, b, 0b0100); }

/// x, its NaN quiet: before max_quiet in a loop over what memory holds. A product that no compiler takes for x: either
/// of two ports does it, vrangeps only one.
PTO_X86_AVX512_INLINE __m512 quiet(__m512 x) {
  return _mm512_mul_round_ps(x, _mm512_set1_ps(1), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

/// The larger operand; of a number and NaN the number; -0 < +0. Of two NaN a NaN. Exact.
PTO_X86_AVX512_INLINE __m512 max(__m512 a, __m512 b) { return max_quiet(quiet(a), quiet(b)); }

/// The smaller operand; of a number and NaN the number; -0 < +0. Of two NaN a NaN. Exact.
PTO_X86_AVX512_INLINE __m512 min(__m512 a, __m512 b) { return min_quiet(quiet(a), quiet(b)); }

} // namespace pto::x86

#endif
