//===- memref.h - 16 elements of a MemRef ---------------------------------------===//
//
// What vec::load, vec::store, vec::transfer_read and vec::transfer_write are: one instruction where neighbours are
// adjacent in memory, which is nearly always; one element after the other where they are not (a transposed tensor).
// Which of the two is the same for a whole loop, so that compilers take the question out of it.
//
// Elements stay what they are: floats in an __m512, 32-bit integers in an __m512i, 16 bits in an __m256i, 8 in an
// __m128i.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX512_MEMREF_H
#define PTO_X86_AVX512_MEMREF_H

#include "pto/x86/address.h"
#include "pto/x86/avx512/memory.h"

namespace pto::x86 {
namespace detail {

template <int Kind> struct Of16;
template <> struct Of16<0> {
  using type = __m512;
};
template <> struct Of16<4> {
  using type = __m512i;
};
template <> struct Of16<2> {
  using type = __m256i;
};
template <> struct Of16<1> {
  using type = __m128i;
};
template <class T> using of16_t = typename Of16<is_float<T> ? 0 : static_cast<int>(sizeof(T))>::type;

/// `fill` where `lanes` has no bit.
PTO_X86_AVX512_INLINE __m512 raw_load(const void *p, __mmask16 lanes, __m512 fill) {
  return _mm512_mask_loadu_ps(fill, lanes, p);
}
PTO_X86_AVX512_INLINE __m512i raw_load(const void *p, __mmask16 lanes, __m512i fill) {
  return _mm512_mask_loadu_epi32(fill, lanes, p);
}
PTO_X86_AVX512_INLINE __m256i raw_load(const void *p, __mmask16 lanes, __m256i fill) {
  return _mm256_mask_loadu_epi16(fill, lanes, p);
}
PTO_X86_AVX512_INLINE __m128i raw_load(const void *p, __mmask16 lanes, __m128i fill) {
  return _mm_mask_loadu_epi8(fill, lanes, p);
}
PTO_X86_AVX512_INLINE void raw_load(const void *p, __m512 &x) { x = _mm512_loadu_ps(p); }
PTO_X86_AVX512_INLINE void raw_load(const void *p, __m512i &x) { x = _mm512_loadu_si512(p); }
PTO_X86_AVX512_INLINE void raw_load(const void *p, __m256i &x) {
  x = _mm256_loadu_si256(static_cast<const __m256i *>(p));
}
PTO_X86_AVX512_INLINE void raw_load(const void *p, __m128i &x) { x = _mm_loadu_si128(static_cast<const __m128i *>(p)); }

PTO_X86_AVX512_INLINE void raw_store(void *p, __m512 x) { _mm512_storeu_ps(p, x); }
PTO_X86_AVX512_INLINE void raw_store(void *p, __m512i x) { _mm512_storeu_si512(p, x); }
PTO_X86_AVX512_INLINE void raw_store(void *p, __m256i x) { _mm256_storeu_si256(static_cast<__m256i *>(p), x); }
PTO_X86_AVX512_INLINE void raw_store(void *p, __m128i x) { _mm_storeu_si128(static_cast<__m128i *>(p), x); }
PTO_X86_AVX512_INLINE void raw_store(void *p, __mmask16 lanes, __m512 x) { _mm512_mask_storeu_ps(p, lanes, x); }
PTO_X86_AVX512_INLINE void raw_store(void *p, __mmask16 lanes, __m512i x) { _mm512_mask_storeu_epi32(p, lanes, x); }
PTO_X86_AVX512_INLINE void raw_store(void *p, __mmask16 lanes, __m256i x) { _mm256_mask_storeu_epi16(p, lanes, x); }
PTO_X86_AVX512_INLINE void raw_store(void *p, __mmask16 lanes, __m128i x) { _mm_mask_storeu_epi8(p, lanes, x); }

PTO_X86_AVX512_INLINE void raw_stream(void *p, __m512 x) { _mm512_stream_ps(static_cast<float *>(p), x); }
PTO_X86_AVX512_INLINE void raw_stream(void *p, __m512i x) { _mm512_stream_si512(static_cast<__m512i *>(p), x); }
PTO_X86_AVX512_INLINE void raw_stream(void *p, __m256i x) { _mm256_stream_si256(static_cast<__m256i *>(p), x); }
PTO_X86_AVX512_INLINE void raw_stream(void *p, __m128i x) { _mm_stream_si128(static_cast<__m128i *>(p), x); }

/// To memory of m: the question is the same for a whole loop, and compilers take it out.
template <class M, class V> PTO_X86_AVX512_INLINE void raw_store(const M &m, void *p, V x) {
  if constexpr (has_way<M>) {
    if (m.way() == Way::Past)
      return raw_stream(p, x);
    if (sizeof x == 64 && m.way() == Way::Ahead) // a line
      __builtin_prefetch(reinterpret_cast<const char *>(reinterpret_cast<std::uintptr_t>(p) + ahead_distance), 1);
  }
  raw_store(p, x);
}

template <class T> PTO_X86_AVX512_INLINE of16_t<T> same16(T x) {
  if constexpr (detail::is_float<T>) {
    return _mm512_set1_ps(x);
  } else if constexpr (sizeof(T) == 4) {
    return _mm512_set1_epi32(static_cast<std::int32_t>(x));
  } else if constexpr (sizeof(T) == 2) {
    std::int16_t bits;
    __builtin_memcpy(&bits, static_cast<const void *>(&x), sizeof bits);
    return _mm256_set1_epi16(bits);
  } else {
    return _mm_set1_epi8(static_cast<std::int8_t>(x));
  }
}

/// The lanes of the window that are inside of the memory.
template <class M, class... I> PTO_X86_AVX512_INLINE __mmask16 inside16(const M &m, I... i) {
  const Inside in = inside<16>(m, i...);
  return static_cast<__mmask16>(tail_mask16(in.high) & ~tail_mask16(in.low));
}

} // namespace detail

/// x in each of 16 lanes.
template <class T> PTO_X86_AVX512_INLINE detail::of16_t<T> splat16(T x) { return detail::same16(x); }

/// 16 elements at m(i...). \pre they are inside
template <class M, class... I> PTO_X86_AVX512_INLINE auto load16(const M &m, I... i) {
  using T = detail::element_t<M>;
  const T *p = detail::address(m, i...);
  const std::int64_t step = detail::lane_step(m);
  detail::of16_t<T> x;
  if (__builtin_expect(step == 1, 1)) {
    detail::raw_load(p, x);
    return x;
  }
  T lanes[16];
  for (int k = 0; k < 16; ++k)
    lanes[k] = p[k * step];
  detail::raw_load(lanes, x);
  return x;
}

/// x to the 16 elements at m(i...). \pre they are inside
template <class V, class M, class... I> PTO_X86_AVX512_INLINE void store16(V x, const M &m, I... i) {
  using T = detail::element_t<M>;
  T *p = detail::address(m, i...);
  const std::int64_t step = detail::lane_step(m);
  if (__builtin_expect(step == 1, 1))
    return detail::raw_store(m, p, x);
  T lanes[16];
  detail::raw_store(lanes, x);
  for (int k = 0; k < 16; ++k)
    p[k * step] = lanes[k];
}

/// The elements at m(i...) of the lanes in `mask` that are inside, `pad` in the other lanes. Those are not read.
template <class M, class... I>
PTO_X86_AVX512_INLINE auto masked_read16(__mmask16 mask, detail::element_t<M> pad, const M &m, I... i) {
  using T = detail::element_t<M>;
  const auto wanted = static_cast<__mmask16>(mask & detail::inside16(m, i...));
  const T *p = detail::address(m, i...);
  const std::int64_t step = detail::lane_step(m);
  const detail::of16_t<T> padding = detail::same16(pad);
  if (__builtin_expect(step == 1, 1))
    return detail::raw_load(p, wanted, padding);
  T lanes[16];
  for (int k = 0; k < 16; ++k)
    lanes[k] = wanted >> k & 1 ? p[k * step] : pad;
  detail::of16_t<T> x;
  detail::raw_load(lanes, x);
  return x;
}

/// x to the elements at m(i...) of the lanes in `mask` that are inside. The others are dropped.
template <class V, class M, class... I> PTO_X86_AVX512_INLINE void masked_write16(__mmask16 mask, V x, const M &m,
                                                                                  I... i) {
  using T = detail::element_t<M>;
  const auto wanted = static_cast<__mmask16>(mask & detail::inside16(m, i...));
  T *p = detail::address(m, i...);
  const std::int64_t step = detail::lane_step(m);
  if (__builtin_expect(step == 1, 1))
    return detail::raw_store(p, wanted, x);
  T lanes[16];
  detail::raw_store(lanes, x);
  for (int k = 0; k < 16; ++k)
    if (wanted >> k & 1)
      p[k * step] = lanes[k];
}

/// The same of all lanes.
template <class M, class... I> PTO_X86_AVX512_INLINE auto read16(detail::element_t<M> pad, const M &m, I... i) {
  return pto::x86::masked_read16(static_cast<__mmask16>(-1), pad, m, i...);
}
template <class V, class M, class... I> PTO_X86_AVX512_INLINE void write16(V x, const M &m, I... i) {
  pto::x86::masked_write16(static_cast<__mmask16>(-1), x, m, i...);
}

/// Lane k of 16. \pre 0 <= k < 16
PTO_X86_AVX512_INLINE float lane(__m512 x, std::int64_t k) {
  return _mm512_cvtss_f32(_mm512_permutexvar_ps(_mm512_set1_epi32(static_cast<int>(k)), x));
}
PTO_X86_AVX512_INLINE std::int32_t lane(__m512i x, std::int64_t k) {
  return _mm512_cvtsi512_si32(_mm512_permutexvar_epi32(_mm512_set1_epi32(static_cast<int>(k)), x));
}

} // namespace pto::x86

#endif
