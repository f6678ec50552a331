//===- convert.h - lanes of one type from lanes of another, 8 of them ------------===//
//
// To and from f32 (__m256) and i32 (__m256i). The 16-bit floats keep subnormals, infinities and NaN (quiet), and are
// rounded to nearest even. 8 bytes are the lower half of an __m128i.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX2_CONVERT_H
#define PTO_X86_AVX2_CONVERT_H

#include "pto/x86/avx2/base.h"

namespace pto::x86 {

//===-- i32 to narrower integers ----------------------------------------------===//

namespace detail {

/// The lower 16 bits of the lanes, which must be 0 above or copies of the sign: vpackusdw and vpackssdw clamp.
PTO_X86_AVX2_INLINE __m128i pack_unsigned(__m256i x) {
  return _mm_packus_epi32(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
}
PTO_X86_AVX2_INLINE __m128i pack_signed(__m256i x) {
  return _mm_packs_epi32(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
}

} // namespace detail

/// Modulo 2^16: i16 and u16.
PTO_X86_AVX2_INLINE __m128i i16_from_i32(__m256i x) {
  return detail::pack_unsigned(_mm256_and_si256(x, _mm256_set1_epi32(0xFFFF)));
}
/// Modulo 2^8: i8 and u8.
PTO_X86_AVX2_INLINE __m128i i8_from_i32(__m256i x) {
  const __m128i words = detail::pack_unsigned(_mm256_and_si256(x, _mm256_set1_epi32(0xFF)));
  return _mm_packus_epi16(words, words);
}
/// Clamped to [-32768, 32767].
PTO_X86_AVX2_INLINE __m128i i16_from_i32_saturated(__m256i x) { return detail::pack_signed(x); }
/// Clamped to [0, 65535].
PTO_X86_AVX2_INLINE __m128i u16_from_i32_saturated(__m256i x) { return detail::pack_unsigned(x); }
/// Clamped to [-128, 127].
PTO_X86_AVX2_INLINE __m128i i8_from_i32_saturated(__m256i x) {
  const __m128i words = detail::pack_signed(x);
  return _mm_packs_epi16(words, words);
}
/// Clamped to [0, 255].
PTO_X86_AVX2_INLINE __m128i u8_from_i32_saturated(__m256i x) {
  const __m128i words = detail::pack_signed(x);
  return _mm_packus_epi16(words, words);
}

//===-- halves of a register --------------------------------------------------===//

PTO_X86_AVX2_INLINE __m256i join(__m128i low, __m128i high) { return _mm256_set_m128i(high, low); }
template <int K> PTO_X86_AVX2_INLINE __m128i half_of(__m256i x) { return _mm256_extracti128_si256(x, K); }

PTO_X86_AVX2_INLINE __m256i join_bytes8(__m128i a, __m128i b, __m128i c, __m128i d) { // eight of each
  return join(_mm_unpacklo_epi64(a, b), _mm_unpacklo_epi64(c, d));
}
template <int K> PTO_X86_AVX2_INLINE __m128i bytes_of(__m256i x) {
  const __m128i half = half_of<K / 2>(x);
  return K % 2 ? _mm_unpackhi_epi64(half, half) : half;
}

//===-- 16-bit floats -------------------------------------------------------===//

/// Exact.
PTO_X86_AVX2_INLINE __m256 f32_from_bf16(__m128i x) {
  return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(x), 16));
}
/// Exact.
PTO_X86_AVX2_INLINE __m256 f32_from_f16(__m128i x) { return _mm256_cvtph_ps(x); }

/// To nearest even.
PTO_X86_AVX2_INLINE __m128i bf16_from_f32(__m256 x) {
  const __m256i bits = _mm256_castps_si256(x);
  const __m256i last = _mm256_and_si256(_mm256_srli_epi32(bits, 16), _mm256_set1_epi32(1));
  const __m256i rounded = _mm256_add_epi32(_mm256_add_epi32(bits, _mm256_set1_epi32(0x7FFF)), last);
  const __m256i quiet = _mm256_or_si256(bits, _mm256_set1_epi32(0x00400000));
  const __m256 nan = _mm256_cmp_ps(x, x, _CMP_UNORD_Q);
  const __m256i whole =
      _mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(rounded), _mm256_castsi256_ps(quiet), nan));
  return detail::pack_unsigned(_mm256_srli_epi32(whole, 16));
}
/// To nearest even.
PTO_X86_AVX2_INLINE __m128i f16_from_f32(__m256 x) { return _mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT); }

//===-- f32 to i32: rounded, then clamped to the range; NaN becomes 0 -----------===//

/// RoundMode::Trunc.
PTO_X86_AVX2_INLINE __m256i to_i32_trunc(__m256 x) {
  const __m256i i = _mm256_cvttps_epi32(x); // -2^31 if out of range
  const __m256 above = _mm256_cmp_ps(x, _mm256_set1_ps(0x1p31f), _CMP_GE_OQ), number = _mm256_cmp_ps(x, x, _CMP_ORD_Q);
  const __m256i clamped = _mm256_xor_si256(i, _mm256_castps_si256(above)); // ~(-2^31) is 2^31 - 1
  return _mm256_and_si256(clamped, _mm256_castps_si256(number));
}
/// RoundMode::Rint: to nearest, ties to even.
PTO_X86_AVX2_INLINE __m256i to_i32_rint(__m256 x) {
  return to_i32_trunc(_mm256_round_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC));
}
/// RoundMode::Floor.
PTO_X86_AVX2_INLINE __m256i to_i32_floor(__m256 x) { return to_i32_trunc(_mm256_floor_ps(x)); }
/// RoundMode::Ceil.
PTO_X86_AVX2_INLINE __m256i to_i32_ceil(__m256 x) { return to_i32_trunc(_mm256_ceil_ps(x)); }

/// RoundMode::Round: to nearest, ties away from zero.
PTO_X86_AVX2_INLINE __m256i to_i32_round(__m256 x) {
  // The float below 1/2: 1/2 itself would make 1 of it, and all ties still reach the next integer.
  const __m256 almost_half = _mm256_set1_ps(0x1.fffffep-2f);
  return to_i32_trunc(_mm256_add_ps(x, _mm256_or_ps(_mm256_and_ps(x, _mm256_set1_ps(-0.f)), almost_half)));
}

/// RoundMode::Odd: not an integer: the odd neighbour.
PTO_X86_AVX2_INLINE __m256i to_i32_odd(__m256 x) {
  const __m256 low = _mm256_floor_ps(x);
  // An integer, also 2^31 and beyond, stays; NaN equals nothing, but low of it is 0 already and must stay.
  const __m256i between = _mm256_castps_si256(_mm256_cmp_ps(x, low, _CMP_NEQ_OQ));
  return _mm256_or_si256(to_i32_trunc(low), _mm256_srli_epi32(between, 31));
}

} // namespace pto::x86

#endif
