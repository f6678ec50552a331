//===- trigonometric.h - sine and cosine, 8 lanes -------------------------------===//
//
// As in avx512/trigonometric.h, with steps of pi/4, |d| <= pi/8, and one more coefficient.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX2_TRIGONOMETRIC_H
#define PTO_X86_AVX2_TRIGONOMETRIC_H

#include "pto/x86/avx2/base.h"

namespace pto::x86 {
namespace detail {

/// y, but function(x) of the C library in the lanes of the mask.
PTO_X86_AVX2 __attribute__((noinline, cold)) inline __m256 lane_by_lane(float (*function)(float), __m256 x, __m256 y,
                                                                        int lanes) {
  alignas(32) float from[8], to[8];
  _mm256_store_ps(from, x);
  _mm256_store_ps(to, y);
  for (int i = 0; i < 8; ++i)
    if ((lanes >> i & 1) != 0)
      to[i] = function(from[i]);
  return _mm256_load_ps(to);
}

/// |x| = k pi/4 + d.
struct Angle8 {
  __m256i k; ///< modulo 8
  __m256 sin_d, cos_d_less_1;
};

PTO_X86_AVX2_INLINE Angle8 reduce_angle(__m256 a) {
  const __m256 integers = _mm256_set1_ps(0x1.8p23f); // the unit in its last place is 1: adding it rounds to that
  const __m256 t = _mm256_fmadd_ps(a, _mm256_set1_ps(four_over_pi), integers);
  const __m256 k = _mm256_sub_ps(opaque(t), integers);
  __m256 d = _mm256_fnmadd_ps(k, _mm256_set1_ps(2 * pi_8_1), a);
  d = _mm256_fnmadd_ps(k, _mm256_set1_ps(2 * pi_8_2), d);
  d = _mm256_fnmadd_ps(k, _mm256_set1_ps(2 * pi_8_3), d);
  const __m256 s = _mm256_mul_ps(d, d);
  const __m256 p = _mm256_fmadd_ps(_mm256_set1_ps(sin8_5), s, _mm256_set1_ps(sin8_3));
  __m256 q = _mm256_fmadd_ps(_mm256_set1_ps(cos8_6), s, _mm256_set1_ps(cos8_4));
  q = _mm256_fmadd_ps(q, s, _mm256_set1_ps(cos8_2));
  return {_mm256_castps_si256(t), _mm256_fmadd_ps(_mm256_mul_ps(d, s), p, d), _mm256_mul_ps(s, q)};
}

PTO_X86_AVX2_INLINE int beyond_trig_limit(__m256 a) {
  return _mm256_movemask_ps(_mm256_cmp_ps(a, _mm256_set1_ps(trig_limit), _CMP_GT_OQ));
}

} // namespace detail

/// Sine, argument in radians. Within 2 ULP, at most 1. sin(+-0) = +-0, NaN at infinities.
PTO_X86_AVX2_INLINE __m256 sin(__m256 x) {
  const __m256 a = detail::magnitude(x);
  const detail::Angle8 angle = detail::reduce_angle(a);
  const __m256 s = _mm256_permutevar8x32_ps(_mm256_load_ps(detail::sines_8), angle.k);
  const __m256 c = _mm256_permutevar8x32_ps(_mm256_load_ps(detail::cosines_8), angle.k);
  const __m256 rest = _mm256_fmadd_ps(c, angle.sin_d, _mm256_mul_ps(s, angle.cos_d_less_1));
  __m256 y = _mm256_xor_ps(_mm256_add_ps(s, rest), _mm256_xor_ps(x, a));
  if (const int huge = detail::beyond_trig_limit(a); __builtin_expect(huge != 0, 0))
    y = detail::lane_by_lane(detail::library_sin, x, y, huge);
  return y;
}

/// Cosine, argument in radians. Within 2 ULP, at most 1. cos(+-0) = 1, NaN at infinities.
PTO_X86_AVX2_INLINE __m256 cos(__m256 x) {
  const __m256 a = detail::magnitude(x);
  const detail::Angle8 angle = detail::reduce_angle(a);
  const __m256 s = _mm256_permutevar8x32_ps(_mm256_load_ps(detail::sines_8), angle.k);
  const __m256 c = _mm256_permutevar8x32_ps(_mm256_load_ps(detail::cosines_8), angle.k);
  const __m256 rest = _mm256_fmsub_ps(s, angle.sin_d, _mm256_mul_ps(c, angle.cos_d_less_1));
  __m256 y = _mm256_sub_ps(c, rest);
  if (const int huge = detail::beyond_trig_limit(a); __builtin_expect(huge != 0, 0))
    y = detail::lane_by_lane(detail::library_cos, x, y, huge);
  return y;
}

} // namespace pto::x86

#endif
