//===- trigonometric.h - sine and cosine, 16 lanes ------------------------------===//
//
//   |x| = k pi/8 + d,  |d| <= pi/16      sin |x| = S + (C sin d + S (cos d - 1))
//                                        cos |x| = C - (S sin d - C (cos d - 1))
//
// S = sin(k pi/8) and C = cos(k pi/8) come from registers (vpermps) by k modulo 16, so no quadrant is told from
// another, no sign from another, and near the zeros S (or C) is 0: what is left is sin d, to its last place.
//
// pi/8 is three floats; with fma each step of the reduction rounds once, which holds to |x| <= trig_limit. Beyond,
// where neighbouring arguments are 1/64 apart and hardly anybody goes, the C library computes lane by lane.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX512_TRIGONOMETRIC_H
#define PTO_X86_AVX512_TRIGONOMETRIC_H

#include "pto/x86/avx512/base.h"

namespace pto::x86 {
namespace detail {

/// y, but function(x) of the C library in the lanes of the mask.
PTO_X86_AVX512 __attribute__((noinline, cold)) inline __m512 lane_by_lane(float (*function)(float), __m512 x, __m512 y,
                                                                          __mmask16 lanes) {
  alignas(64) float from[16], to[16];
  _mm512_store_ps(from, x);
  _mm512_store_ps(to, y);
  for (int i = 0; i < 16; ++i)
    if ((lanes >> i & 1) != 0)
      to[i] = function(from[i]);
  return _mm512_load_ps(to);
}

/// |x| = k pi/8 + d.
struct Angle16 {
  __m512i k; ///< modulo 16
  __m512 sin_d, cos_d_less_1;
};

PTO_X86_AVX512_INLINE Angle16 reduce_angle(__m512 a) {
  const __m512 integers = _mm512_set1_ps(0x1.8p23f); // the unit in its last place is 1: adding it rounds to that
  const __m512 t = _mm512_fmadd_ps(a, _mm512_set1_ps(eight_over_pi), integers);
  const __m512 k = _mm512_sub_ps(opaque(t), integers);
  __m512 d = _mm512_fnmadd_ps(k, _mm512_set1_ps(pi_8_1), a);
  d = _mm512_fnmadd_ps(k, _mm512_set1_ps(pi_8_2), d);
  d = _mm512_fnmadd_ps(k, _mm512_set1_ps(pi_8_3), d);
  const __m512 s = _mm512_mul_ps(d, d);
  const __m512 p = _mm512_fmadd_ps(_mm512_set1_ps(sin16_5), s, _mm512_set1_ps(sin16_3));
  const __m512 q = _mm512_fmadd_ps(_mm512_set1_ps(cos16_4), s, _mm512_set1_ps(cos16_2));
  return {_mm512_castps_si512(t), _mm512_fmadd_ps(_mm512_mul_ps(d, s), p, d), _mm512_mul_ps(s, q)};
}

} // namespace detail

/// Sine, argument in radians. Within 2 ULP, at most 1. sin(+-0) = +-0, NaN at infinities.
PTO_X86_AVX512_INLINE __m512 sin(__m512 x) {
  const __m512 sign = _mm512_set1_ps(-0.f), a = _mm512_andnot_ps(sign, x);
  const detail::Angle16 angle = detail::reduce_angle(a);
  const __m512 s = _mm512_permutexvar_ps(angle.k, _mm512_load_ps(detail::sines_16));
  const __m512 c = _mm512_permutexvar_ps(angle.k, _mm512_load_ps(detail::cosines_16));
  const __m512 rest = _mm512_fmadd_ps(c, angle.sin_d, _mm512_mul_ps(s, angle.cos_d_less_1));
  constexpr int a_xor_b_and_c = 0x78;
  __m512 y = _mm512_castsi512_ps(_mm512_ternarylogic_epi32(
      _mm512_castps_si512(_mm512_add_ps(s, rest)), _mm512_castps_si512(x), _mm512_castps_si512(sign), a_xor_b_and_c));
  const __mmask16 huge = _mm512_cmp_ps_mask(a, _mm512_set1_ps(detail::trig_limit), _CMP_GT_OQ);
  if (__builtin_expect(huge != 0, 0))
    y = detail::lane_by_lane(detail::library_sin, x, y, huge);
  return y;
}

/// Cosine, argument in radians. Within 2 ULP, at most 1. cos(+-0) = 1, NaN at infinities.
PTO_X86_AVX512_INLINE __m512 cos(__m512 x) {
  const __m512 a = _mm512_andnot_ps(_mm512_set1_ps(-0.f), x);
  const detail::Angle16 angle = detail::reduce_angle(a);
  const __m512 s = _mm512_permutexvar_ps(angle.k, _mm512_load_ps(detail::sines_16));
  const __m512 c = _mm512_permutexvar_ps(angle.k, _mm512_load_ps(detail::cosines_16));
  const __m512 rest = _mm512_fmsub_ps(s, angle.sin_d, _mm512_mul_ps(c, angle.cos_d_less_1));
  __m512 y = _mm512_sub_ps(c, rest);
  const __mmask16 huge = _mm512_cmp_ps_mask(a, _mm512_set1_ps(detail::trig_limit), _CMP_GT_OQ);
  if (__builtin_expect(huge != 0, 0))
    y = detail::lane_by_lane(detail::library_cos, x, y, huge);
  return y;
}

} // namespace pto::x86

#endif
