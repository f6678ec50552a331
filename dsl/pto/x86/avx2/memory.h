//===- memory.h - loads and stores of 8 elements ---------------------------------===//
//
// Of every element type as f32 or i32 lanes, whole or in part. No address needs alignment. An access in part touches
// only its elements; a load in part takes the other lanes from `fill`.
//
// AVX2 masks only 32-bit elements. The narrower ones are loaded and stored in part by their count n, the first n (none
// for n <= 0, all for n >= 8), in general registers and in pieces of 8, 4, 2 and 1 bytes.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX2_MEMORY_H
#define PTO_X86_AVX2_MEMORY_H

#include "pto/x86/avx2/convert.h"

namespace pto::x86 {

/// The first n lanes: none for n <= 0, all for n >= 8.
PTO_X86_AVX2_INLINE __m256i tail_mask8(std::int64_t n) {
  const int count = static_cast<int>(n < 0 ? 0 : n > 8 ? 8 : n);
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

//===-- 32-bit elements -------------------------------------------------------===//

PTO_X86_AVX2_INLINE __m256 load(const float *p, __m256i lanes, __m256 fill) {
  return _mm256_blendv_ps(fill, _mm256_maskload_ps(p, lanes), _mm256_castsi256_ps(lanes));
}
PTO_X86_AVX2_INLINE __m256i load(const std::int32_t *p, __m256i lanes, __m256i fill) {
  return _mm256_blendv_epi8(fill, _mm256_maskload_epi32(p, lanes), lanes);
}
PTO_X86_AVX2_INLINE void store(float *p, __m256i lanes, __m256 x) { _mm256_maskstore_ps(p, lanes, x); }
PTO_X86_AVX2_INLINE void store(std::int32_t *p, __m256i lanes, __m256i x) { _mm256_maskstore_epi32(p, lanes, x); }

//===-- 8- and 16-bit elements --------------------------------------------------===//

namespace detail {

template <class T> __attribute__((always_inline)) inline std::uint64_t read(const unsigned char *p) {
  T x;
  __builtin_memcpy(&x, p, sizeof x);
  return x;
}
template <class T> __attribute__((always_inline)) inline void write(unsigned char *p, std::uint64_t x) {
  const T narrow = static_cast<T>(x);
  __builtin_memcpy(p, &narrow, sizeof narrow);
}

/// The first n bytes, 0 <= n < 8, and zeros: two pieces that may overlap, which OR does not mind.
__attribute__((always_inline)) inline std::uint64_t read_bytes(const unsigned char *p, std::int64_t n) {
  if (n >= 4)
    return read<std::uint32_t>(p) | read<std::uint32_t>(p + n - 4) << 8 * (n - 4);
  if (n >= 2)
    return read<std::uint16_t>(p) | read<std::uint16_t>(p + n - 2) << 8 * (n - 2);
  return n == 1 ? *p : 0;
}
__attribute__((always_inline)) inline void write_bytes(unsigned char *p, std::int64_t n, std::uint64_t x) {
  if (n >= 4) {
    write<std::uint32_t>(p, x);
    write<std::uint32_t>(p + n - 4, x >> 8 * (n - 4));
  } else if (n >= 2) {
    write<std::uint16_t>(p, x);
    write<std::uint16_t>(p + n - 2, x >> 8 * (n - 2));
  } else if (n == 1) {
    write<std::uint8_t>(p, x);
  }
}

PTO_X86_AVX2_INLINE __m128i load_16x8(const void *p) { return _mm_loadu_si128(static_cast<const __m128i *>(p)); }
PTO_X86_AVX2_INLINE void store_16x8(void *p, __m128i x) { _mm_storeu_si128(static_cast<__m128i *>(p), x); }
PTO_X86_AVX2_INLINE __m128i load_8x8(const void *p) { return _mm_loadl_epi64(static_cast<const __m128i *>(p)); }
PTO_X86_AVX2_INLINE void store_8x8(void *p, __m128i x) { _mm_storel_epi64(static_cast<__m128i *>(p), x); }

PTO_X86_AVX2_INLINE __m128i load_16x8(const void *p, std::int64_t n) {
  if (n >= 8)
    return load_16x8(p);
  const auto *bytes = static_cast<const unsigned char *>(p);
  if (n < 4)
    return _mm_cvtsi64_si128(static_cast<long long>(n <= 0 ? 0 : read_bytes(bytes, 2 * n)));
  return _mm_insert_epi64(load_8x8(p), static_cast<long long>(read_bytes(bytes + 8, 2 * n - 8)), 1);
}
PTO_X86_AVX2_INLINE void store_16x8(void *p, std::int64_t n, __m128i x) {
  if (n >= 8)
    return store_16x8(p, x);
  auto *bytes = static_cast<unsigned char *>(p);
  if (n < 4)
    return write_bytes(bytes, 2 * n, static_cast<std::uint64_t>(_mm_cvtsi128_si64(x)));
  store_8x8(p, x);
  write_bytes(bytes + 8, 2 * n - 8, static_cast<std::uint64_t>(_mm_extract_epi64(x, 1)));
}
PTO_X86_AVX2_INLINE __m128i load_8x8(const void *p, std::int64_t n) {
  if (n >= 8)
    return load_8x8(p);
  const auto *bytes = static_cast<const unsigned char *>(p);
  return _mm_cvtsi64_si128(static_cast<long long>(n <= 0 ? 0 : read_bytes(bytes, n)));
}
PTO_X86_AVX2_INLINE void store_8x8(void *p, std::int64_t n, __m128i x) {
  if (n >= 8)
    return store_8x8(p, x);
  write_bytes(static_cast<unsigned char *>(p), n, static_cast<std::uint64_t>(_mm_cvtsi128_si64(x)));
}

PTO_X86_AVX2_INLINE __m256 or_fill(__m256 x, std::int64_t n, __m256 fill) {
  return _mm256_blendv_ps(fill, x, _mm256_castsi256_ps(tail_mask8(n)));
}
PTO_X86_AVX2_INLINE __m256i or_fill(__m256i x, std::int64_t n, __m256i fill) {
  return _mm256_blendv_epi8(fill, x, tail_mask8(n));
}

} // namespace detail

#define PTO_X86_LOAD(name, bits, Vector, widened)                                                                      \
  PTO_X86_AVX2_INLINE Vector name(const void *p) { return widened(detail::load_##bits##x8(p)); }                       \
  PTO_X86_AVX2_INLINE Vector name(const void *p, std::int64_t n, Vector fill) {                                        \
    return detail::or_fill(widened(detail::load_##bits##x8(p, n)), n, fill);                                           \
  }
PTO_X86_LOAD(load_bf16x8, 16, __m256, f32_from_bf16)
PTO_X86_LOAD(load_f16x8, 16, __m256, f32_from_f16)
PTO_X86_LOAD(load_i8x8, 8, __m256i, _mm256_cvtepi8_epi32)
PTO_X86_LOAD(load_u8x8, 8, __m256i, _mm256_cvtepu8_epi32)
PTO_X86_LOAD(load_i16x8, 16, __m256i, _mm256_cvtepi16_epi32)
PTO_X86_LOAD(load_u16x8, 16, __m256i, _mm256_cvtepu16_epi32)
#undef PTO_X86_LOAD

#define PTO_X86_STORE(name, bits, Vector, narrowed)                                                                    \
  PTO_X86_AVX2_INLINE void name(void *p, Vector x) { detail::store_##bits##x8(p, narrowed(x)); }                       \
  PTO_X86_AVX2_INLINE void name(void *p, std::int64_t n, Vector x) { detail::store_##bits##x8(p, n, narrowed(x)); }
/// Rounded to nearest even.
PTO_X86_STORE(store_bf16x8, 16, __m256, bf16_from_f32)
PTO_X86_STORE(store_f16x8, 16, __m256, f16_from_f32)
/// Modulo 2^8: i8 and u8.
PTO_X86_STORE(store_i8x8, 8, __m256i, i8_from_i32)
/// Modulo 2^16: i16 and u16.
PTO_X86_STORE(store_i16x8, 16, __m256i, i16_from_i32)
/// Clamped to the type's range.
PTO_X86_STORE(store_i8x8_saturated, 8, __m256i, i8_from_i32_saturated)
PTO_X86_STORE(store_u8x8_saturated, 8, __m256i, u8_from_i32_saturated)
PTO_X86_STORE(store_i16x8_saturated, 16, __m256i, i16_from_i32_saturated)
PTO_X86_STORE(store_u16x8_saturated, 16, __m256i, u16_from_i32_saturated)
#undef PTO_X86_STORE

} // namespace pto::x86

#endif
