//===- memory.h - loads and stores of 16 elements --------------------------------===//
//
// Of every element type as f32 or i32 lanes, whole or under a mask. No address needs alignment. A masked access
// touches only the elements of its lanes; a masked load takes the others from `fill`.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX512_MEMORY_H
#define PTO_X86_AVX512_MEMORY_H

#include "pto/x86/avx512/convert.h"

namespace pto::x86 {

/// The first n lanes: none for n <= 0, all for n >= 16.
PTO_X86_AVX512_INLINE __mmask16 tail_mask16(std::int64_t n) {
  return static_cast<__mmask16>(n >= 16 ? 0xFFFFu : n <= 0 ? 0u : (1u << n) - 1u);
}

//===-- 32-bit elements -------------------------------------------------------===//

PTO_X86_AVX512_INLINE __m512 load(const float *p, __mmask16 lanes, __m512 fill) {
  return _mm512_mask_loadu_ps(fill, lanes, p);
}
PTO_X86_AVX512_INLINE __m512i load(const std::int32_t *p, __mmask16 lanes, __m512i fill) {
  return _mm512_mask_loadu_epi32(fill, lanes, p);
}
PTO_X86_AVX512_INLINE void store(float *p, __mmask16 lanes, __m512 x) { _mm512_mask_storeu_ps(p, lanes, x); }
PTO_X86_AVX512_INLINE void store(std::int32_t *p, __mmask16 lanes, __m512i x) { _mm512_mask_storeu_epi32(p, lanes, x); }

//===-- 16-bit floats, f32 lanes ------------------------------------------------===//

namespace detail {
PTO_X86_AVX512_INLINE __m256i load_16x16(const void *p) { return _mm256_loadu_si256(static_cast<const __m256i *>(p)); }
PTO_X86_AVX512_INLINE void store_16x16(void *p, __m256i x) { _mm256_storeu_si256(static_cast<__m256i *>(p), x); }
PTO_X86_AVX512_INLINE __m128i load_8x16(const void *p) { return _mm_loadu_si128(static_cast<const __m128i *>(p)); }
PTO_X86_AVX512_INLINE void store_8x16(void *p, __m128i x) { _mm_storeu_si128(static_cast<__m128i *>(p), x); }
} // namespace detail

PTO_X86_AVX512_INLINE __m512 load_bf16x16(const void *p) { return f32_from_bf16(detail::load_16x16(p)); }
PTO_X86_AVX512_INLINE __m512 load_bf16x16(const void *p, __mmask16 lanes, __m512 fill) {
  const __m512i wide = _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(lanes, p));
  return _mm512_castsi512_ps(_mm512_mask_slli_epi32(_mm512_castps_si512(fill), lanes, wide, 16));
}
PTO_X86_AVX512_INLINE __m512 load_f16x16(const void *p) { return f32_from_f16(detail::load_16x16(p)); }
PTO_X86_AVX512_INLINE __m512 load_f16x16(const void *p, __mmask16 lanes, __m512 fill) {
  return _mm512_mask_cvtph_ps(fill, lanes, _mm256_maskz_loadu_epi16(lanes, p));
}

/// Rounded to nearest even.
PTO_X86_AVX512_INLINE void store_bf16x16(void *p, __m512 x) { detail::store_16x16(p, bf16_from_f32(x)); }
PTO_X86_AVX512_INLINE void store_bf16x16(void *p, __mmask16 lanes, __m512 x) {
  _mm256_mask_storeu_epi16(p, lanes, bf16_from_f32(x));
}
/// Rounded to nearest even.
PTO_X86_AVX512_INLINE void store_f16x16(void *p, __m512 x) { detail::store_16x16(p, f16_from_f32(x)); }
PTO_X86_AVX512_INLINE void store_f16x16(void *p, __mmask16 lanes, __m512 x) {
  _mm256_mask_storeu_epi16(p, lanes, f16_from_f32(x));
}

//===-- narrow integers, i32 lanes ----------------------------------------------===//

#define PTO_X86_LOAD(type, loaded, widened)                                                                            \
  PTO_X86_AVX512_INLINE __m512i load_##type##x16(const void *p) {                                                      \
    return _mm512_cvt##widened##_epi32(detail::load_##loaded##x16(p));                                                 \
  }                                                                                                                    \
  PTO_X86_AVX512_INLINE __m512i load_##type##x16(const void *p, __mmask16 lanes, __m512i fill) {                       \
    return _mm512_mask_cvt##widened##_epi32(fill, lanes, detail::load_##loaded##x16(p, lanes));                        \
  }
namespace detail {
PTO_X86_AVX512_INLINE __m256i load_16x16(const void *p, __mmask16 lanes) { return _mm256_maskz_loadu_epi16(lanes, p); }
PTO_X86_AVX512_INLINE __m128i load_8x16(const void *p, __mmask16 lanes) { return _mm_maskz_loadu_epi8(lanes, p); }
} // namespace detail
PTO_X86_LOAD(i8, 8, epi8)
PTO_X86_LOAD(u8, 8, epu8)
PTO_X86_LOAD(i16, 16, epi16)
PTO_X86_LOAD(u16, 16, epu16)
#undef PTO_X86_LOAD

#define PTO_X86_STORE(name, bits, Narrow, narrowed)                                                                    \
  PTO_X86_AVX512_INLINE void name(void *p, __m512i x) { detail::store_##bits##x16(p, narrowed(x)); }                   \
  PTO_X86_AVX512_INLINE void name(void *p, __mmask16 lanes, __m512i x) {                                               \
    Narrow##_mask_storeu_epi##bits(p, lanes, narrowed(x));                                                             \
  }
/// Modulo 2^8: i8 and u8.
PTO_X86_STORE(store_i8x16, 8, _mm, i8_from_i32)
/// Modulo 2^16: i16 and u16.
PTO_X86_STORE(store_i16x16, 16, _mm256, i16_from_i32)
/// Clamped to the type's range.
PTO_X86_STORE(store_i8x16_saturated, 8, _mm, i8_from_i32_saturated)
PTO_X86_STORE(store_u8x16_saturated, 8, _mm, u8_from_i32_saturated)
PTO_X86_STORE(store_i16x16_saturated, 16, _mm256, i16_from_i32_saturated)
PTO_X86_STORE(store_u16x16_saturated, 16, _mm256, u16_from_i32_saturated)
#undef PTO_X86_STORE

} // namespace pto::x86

#endif
