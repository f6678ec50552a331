//===- exp.h - exponential and logistic functions, 8 lanes ----------------------===//
//
//   e^x = 2^n * 2^(j/8) * e^r       n + j/8 the nearest 8th to x / ln 2,  |r| <= ln 2 / 16
//
// 2^(j/8) comes from a register (vpermps), so that three terms of e^r are enough. 2^n is made in the exponent
// field. It need not be a normal number, nor finite, so it is two factors: the first joins 2^(j/8), the second
// multiplies last, which rounds a subnormal result once and makes infinity when it is due.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX2_EXP_H
#define PTO_X86_AVX2_EXP_H

#include "pto/x86/avx2/arithmetic.h"

namespace pto::x86 {
namespace detail {

/// e^x for -104 <= x <= 89 and NaN.
PTO_X86_AVX2_INLINE __m256 exp_in_range(__m256 x) {
  // The unit in its last place is 1/8: adding it rounds to that. 254 keeps n + 254 positive, and makes the bits of
  // half of it those of a power of two.
  const __m256 eighths = _mm256_set1_ps(0x1.8p20f + 254);
  const __m256 t = _mm256_fmadd_ps(x, _mm256_set1_ps(log2_e), eighths);
  const __m256 k = _mm256_sub_ps(opaque(t), eighths);
  __m256 r = _mm256_fnmadd_ps(k, _mm256_set1_ps(ln2_high), x);
  r = _mm256_fnmadd_ps(k, _mm256_set1_ps(ln2_low), r);
  const __m256 q = _mm256_fmadd_ps(_mm256_set1_ps(exp8_3), r, _mm256_set1_ps(exp8_2));
  const __m256 e = _mm256_fmadd_ps(_mm256_mul_ps(r, r), q, r); // e^r - 1

  const __m256i bits = _mm256_castps_si256(t);
  const __m256i last = // 2^(n/2), rounded down
      _mm256_and_si256(_mm256_slli_epi32(bits, 19), _mm256_set1_epi32(static_cast<int>(0xFF800000)));
  const __m256i rest = _mm256_sub_epi32(_mm256_slli_epi32(bits, 20), last);
  const __m256i table = _mm256_load_si256(reinterpret_cast<const __m256i *>(exp2_eighths));
  const __m256 first = _mm256_castsi256_ps(_mm256_add_epi32(_mm256_permutevar8x32_epi32(table, bits), rest));
  return mul(_mm256_fmadd_ps(first, e, first), _mm256_castsi256_ps(last)); // rounds: a subnormal result
}

} // namespace detail

/// e^x. Within 2 ULP, subnormal results too. exp(-inf) = 0, exp(inf) = inf, NaN stays NaN.
PTO_X86_AVX2_INLINE __m256 exp(__m256 x) {
  // Operands in this order: NaN passes.
  const __m256 above = _mm256_max_ps(_mm256_set1_ps(-104), x);
  return detail::exp_in_range(_mm256_min_ps(_mm256_set1_ps(89), above));
}

/// 1 / (1 + e^-x). Within 4 ULP, subnormal results too. sigmoid(-inf) = 0, sigmoid(inf) = 1, NaN stays NaN.
PTO_X86_AVX2_INLINE __m256 sigmoid(__m256 x) {
  // From e^-|x|, which cannot overflow: 1 / (1 + e) on the right, e / (1 + e) on the left.
  const __m256 minus = _mm256_or_ps(x, _mm256_set1_ps(-0.f)), one = _mm256_set1_ps(1);
  const __m256 e = detail::exp_in_range(_mm256_max_ps(_mm256_set1_ps(-104), minus));
  return _mm256_div_ps(_mm256_blendv_ps(one, e, x), _mm256_add_ps(one, e));
}

} // namespace pto::x86

#endif
