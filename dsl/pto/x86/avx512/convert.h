//===- convert.h - lanes of one type from lanes of another, 16 of them -----------===//
//
// To and from f32 (__m512) and i32 (__m512i). The 16-bit floats keep subnormals, infinities and NaN (quiet), and are
// rounded to nearest even. The CPU's own conversion to bf16 makes subnormals 0; so it is not used.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX512_CONVERT_H
#define PTO_X86_AVX512_CONVERT_H

#include "pto/x86/avx512/base.h"

namespace pto::x86 {

//===-- halves of a register --------------------------------------------------===//

PTO_X86_AVX512_INLINE __m512i join(__m256i low, __m256i high) {
  return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}
template <int K> PTO_X86_AVX512_INLINE __m256i half_of(__m512i x) { return _mm512_extracti64x4_epi64(x, K); }

PTO_X86_AVX512_INLINE __m512i join_bytes16(__m128i a, __m128i b, __m128i c, __m128i d) {
  const __m256i low = _mm256_inserti128_si256(_mm256_castsi128_si256(a), b, 1);
  const __m256i high = _mm256_inserti128_si256(_mm256_castsi128_si256(c), d, 1);
  return join(low, high);
}
template <int K> PTO_X86_AVX512_INLINE __m128i bytes_of(__m512i x) { return _mm512_extracti32x4_epi32(x, K); }

//===-- 16-bit floats -------------------------------------------------------===//

/// Exact.
PTO_X86_AVX512_INLINE __m512 f32_from_bf16(__m256i x) {
  return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_cvtepu16_epi32(x), 16));
}
/// Exact.
PTO_X86_AVX512_INLINE __m512 f32_from_f16(__m256i x) { return _mm512_cvtph_ps(x); }

/// To nearest even.
PTO_X86_AVX512_INLINE __m256i bf16_from_f32(__m512 x) {
  const __m512i bits = _mm512_castps_si512(x);
  const __m512i last = _mm512_and_si512(_mm512_srli_epi32(bits, 16), _mm512_set1_epi32(1));
  const __m512i rounded = _mm512_add_epi32(_mm512_add_epi32(bits, _mm512_set1_epi32(0x7FFF)), last);
  const __mmask16 nan = _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q);
  const __m512i whole = _mm512_mask_or_epi32(rounded, nan, bits, _mm512_set1_epi32(0x00400000));
  return _mm512_cvtepi32_epi16(_mm512_srli_epi32(whole, 16));
}
/// To nearest even.
PTO_X86_AVX512_INLINE __m256i f16_from_f32(__m512 x) {
  return _mm512_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

//===-- f32 to i32: rounded, then clamped to the range; NaN becomes 0 -----------===//

namespace detail {

template <int Rounding> PTO_X86_AVX512_INLINE __m512i clamped_i32(__m512 x) {
  const __mmask16 number = _mm512_cmp_ps_mask(x, x, _CMP_ORD_Q);
  const __m512i i = _mm512_maskz_cvt_roundps_epi32(number, x, Rounding | _MM_FROUND_NO_EXC); // too small: -2^31
  const __mmask16 above = _mm512_cmp_ps_mask(x, _mm512_set1_ps(0x1p31f), _CMP_GE_OQ);
  return _mm512_mask_mov_epi32(i, above, _mm512_set1_epi32(0x7FFFFFFF));
}

} // namespace detail

/// RoundMode::Rint: to nearest, ties to even.
PTO_X86_AVX512_INLINE __m512i to_i32_rint(__m512 x) { return detail::clamped_i32<_MM_FROUND_TO_NEAREST_INT>(x); }
/// RoundMode::Floor.
PTO_X86_AVX512_INLINE __m512i to_i32_floor(__m512 x) { return detail::clamped_i32<_MM_FROUND_TO_NEG_INF>(x); }
/// RoundMode::Ceil.
PTO_X86_AVX512_INLINE __m512i to_i32_ceil(__m512 x) { return detail::clamped_i32<_MM_FROUND_TO_POS_INF>(x); }
/// RoundMode::Trunc.
PTO_X86_AVX512_INLINE __m512i to_i32_trunc(__m512 x) { return detail::clamped_i32<_MM_FROUND_TO_ZERO>(x); }

/// RoundMode::Round: to nearest, ties away from zero.
PTO_X86_AVX512_INLINE __m512i to_i32_round(__m512 x) {
  const __m512 sign = _mm512_and_ps(x, _mm512_set1_ps(-0.f));
  const __m512 half = _mm512_or_ps(sign, _mm512_set1_ps(0.5f));
  // The sum rounded to nearest would make 1 of the float below 1/2.
  return to_i32_trunc(_mm512_add_round_ps(x, half, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC));
}

/// RoundMode::Odd: not an integer: the odd neighbour.
PTO_X86_AVX512_INLINE __m512i to_i32_odd(__m512 x) {
  const __m512i low = to_i32_floor(x);
  // Between two integers |x| < 2^24, so low is exact as a float; else low is x, or clamped, and stays.
  const __mmask16 between =
      _mm512_cmp_ps_mask(x, _mm512_roundscale_ps(x, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC), _CMP_NEQ_OQ);
  return _mm512_mask_or_epi32(low, between, low, _mm512_set1_epi32(1));
}

//===-- i32 to narrower integers ----------------------------------------------===//

/// Modulo 2^8: i8 and u8.
PTO_X86_AVX512_INLINE __m128i i8_from_i32(__m512i x) { return _mm512_cvtepi32_epi8(x); }
/// Modulo 2^16: i16 and u16.
PTO_X86_AVX512_INLINE __m256i i16_from_i32(__m512i x) { return _mm512_cvtepi32_epi16(x); }
/// Clamped to [-128, 127].
PTO_X86_AVX512_INLINE __m128i i8_from_i32_saturated(__m512i x) { return _mm512_cvtsepi32_epi8(x); }
/// Clamped to [0, 255].
PTO_X86_AVX512_INLINE __m128i u8_from_i32_saturated(__m512i x) {
  return _mm512_cvtusepi32_epi8(_mm512_max_epi32(x, _mm512_setzero_si512()));
}
/// Clamped to [-32768, 32767].
PTO_X86_AVX512_INLINE __m256i i16_from_i32_saturated(__m512i x) { return _mm512_cvtsepi32_epi16(x); }
/// Clamped to [0, 65535].
PTO_X86_AVX512_INLINE __m256i u16_from_i32_saturated(__m512i x) {
  return _mm512_cvtusepi32_epi16(_mm512_max_epi32(x, _mm512_setzero_si512()));
}

} // namespace pto::x86

#endif
