//===- exp.h - exponential and logistic functions, 8 lanes ----------------------===//
//
//   e^x = 2^n * 2^(j/8) * e^r       n + j/8 the nearest 8th to x / ln 2,  |r| <= ln 2 / 16
//
// 2^(j/8) comes from a register (vpermps), so that three terms of e^r are enough. 2^n is made in the exponent field:
// added there, where the result is a normal number. Where it need not be one, nor finite, 2^n is two factors: the first
// joins 2^(j/8), the second multiplies last, which rounds a subnormal result once and makes infinity when it is due.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX2_EXP_H
#define PTO_X86_AVX2_EXP_H

#include "pto/x86/avx2/arithmetic.h"

namespace pto::x86 {
namespace detail {

/// x / ln 2 as 8ths, and e^r - 1.
struct Eighths {
  __m256i bits; ///< the lowest ones: 8 (n + bias) + j
  __m256 rest;
};

PTO_X86_AVX2_INLINE Eighths eighths_of(__m256 x, float bias) {
  // The unit in its last place is 1/8: adding it rounds to that.
  const __m256 eighths = _mm256_set1_ps(0x1.8p20f + bias);
  const __m256 t = _mm256_fmadd_ps(x, _mm256_set1_ps(log2_e), eighths);
  const __m256 k = _mm256_sub_ps(opaque(t), eighths);
  __m256 r = _mm256_fnmadd_ps(k, _mm256_set1_ps(ln2_high), x);
  r = _mm256_fnmadd_ps(k, _mm256_set1_ps(ln2_low), r);
  const __m256 q = _mm256_fmadd_ps(_mm256_set1_ps(exp8_3), r, _mm256_set1_ps(exp8_2));
  return {_mm256_castps_si256(t), _mm256_fmadd_ps(_mm256_mul_ps(r, r), q, r)};
}

/// 2^(j/8) of such bits, when `exponent` is n + 127 in the exponent field and j in the mantissa's upper bits.
PTO_X86_AVX2_INLINE __m256 power(__m256i bits, __m256i exponent) {
  const __m256i table = _mm256_load_si256(reinterpret_cast<const __m256i *>(exp2_eighths));
  return _mm256_castsi256_ps(_mm256_add_epi32(_mm256_permutevar8x32_epi32(table, bits), exponent));
}

/// e^x of any x. In line, as a call would have compilers keep everything else in memory.
PTO_X86_AVX2_INLINE __m256 exp_of_any(__m256 x) {
  // Operands in this order: NaN passes.
  x = _mm256_min_ps(_mm256_set1_ps(89), _mm256_max_ps(_mm256_set1_ps(-104), x));
  // 254 keeps n + 254 positive, and makes the bits of half of it those of a power of two.
  const auto [bits, rest] = eighths_of(x, 254);
  const __m256i last = // 2^(n/2), rounded down
      _mm256_and_si256(_mm256_slli_epi32(bits, 19), _mm256_set1_epi32(static_cast<int>(0xFF800000)));
  const __m256 first = power(bits, _mm256_sub_epi32(_mm256_slli_epi32(bits, 20), last));
  return mul(_mm256_fmadd_ps(first, rest, first), _mm256_castsi256_ps(last)); // rounds: a subnormal result
}

} // namespace detail

/// e^x. Within 2 ULP, subnormal results too. exp(-inf) = 0, exp(inf) = inf, NaN stays NaN.
PTO_X86_AVX2_INLINE __m256 exp(__m256 x) {
  const auto [bits, rest] = detail::eighths_of(x, 127);
  const __m256 first = detail::power(bits, _mm256_slli_epi32(bits, 20));
  const __m256 y = _mm256_fmadd_ps(first, rest, first);
  // Of 87 and what is nearer to 0, the result is a normal number. NaN is far, too.
  const __m256 far = _mm256_cmp_ps(detail::magnitude(x), _mm256_set1_ps(87), _CMP_NLE_UQ);
  if (__builtin_expect(_mm256_movemask_ps(far) == 0, 1))
    return y;
  // What is masked out of a sum is mostly so far below that nothing is left.
  const __m256 below = _mm256_cmp_ps(x, _mm256_set1_ps(-104), _CMP_LT_OQ);
  if (_mm256_movemask_ps(_mm256_andnot_ps(below, far)) == 0)
    return _mm256_andnot_ps(below, y);
  return detail::exp_of_any(x);
}

/// 1 / (1 + e^-x). Within 4 ULP, subnormal results too. sigmoid(-inf) = 0, sigmoid(inf) = 1, NaN stays NaN.
PTO_X86_AVX2_INLINE __m256 sigmoid(__m256 x) {
  // From e^-|x|, which cannot overflow: 1 / (1 + e) on the right, e / (1 + e) on the left.
  const __m256 minus = _mm256_or_ps(x, _mm256_set1_ps(-0.f)), one = _mm256_set1_ps(1);
  const __m256 e = exp(minus);
  return _mm256_div_ps(_mm256_blendv_ps(one, e, x), _mm256_add_ps(one, e));
}

} // namespace pto::x86

#endif
