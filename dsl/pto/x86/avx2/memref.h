//===- memref.h - 8 elements of a MemRef ----------------------------------------===//
//
// As in avx512/memref.h: floats are in an __m256, 32-bit integers in an __m256i, 16 bits in an __m128i, 8 in the lower
// half of one. A mask is an __m256i, all bits of a lane or none.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX2_MEMREF_H
#define PTO_X86_AVX2_MEMREF_H

#include "pto/x86/address.h"
#include "pto/x86/avx2/memory.h"

namespace pto::x86 {
namespace detail {

template <int Kind> struct Of8 {
  using type = __m128i;
};
template <> struct Of8<0> {
  using type = __m256;
};
template <> struct Of8<4> {
  using type = __m256i;
};
template <class T> using of8_t = typename Of8<is_float<T> ? 0 : static_cast<int>(sizeof(T))>::type;

PTO_X86_AVX2_INLINE void raw_load8(const float *p, __m256 &x) { x = _mm256_loadu_ps(p); }
template <class T> PTO_X86_AVX2_INLINE void raw_load8(const T *p, __m256i &x) {
  x = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(p));
}
template <class T> PTO_X86_AVX2_INLINE void raw_load8(const T *p, __m128i &x) {
  if constexpr (sizeof(T) == 2)
    x = _mm_loadu_si128(reinterpret_cast<const __m128i *>(p));
  else
    x = _mm_loadl_epi64(reinterpret_cast<const __m128i *>(p));
}
PTO_X86_AVX2_INLINE void raw_store8(float *p, __m256 x) { _mm256_storeu_ps(p, x); }
template <class T> PTO_X86_AVX2_INLINE void raw_store8(T *p, __m256i x) {
  _mm256_storeu_si256(reinterpret_cast<__m256i *>(p), x);
}
template <class T> PTO_X86_AVX2_INLINE void raw_store8(T *p, __m128i x) {
  if constexpr (sizeof(T) == 2)
    _mm_storeu_si128(reinterpret_cast<__m128i *>(p), x);
  else
    _mm_storel_epi64(reinterpret_cast<__m128i *>(p), x);
}

PTO_X86_AVX2_INLINE void raw_stream8(void *p, __m256 x) { _mm256_stream_ps(static_cast<float *>(p), x); }
PTO_X86_AVX2_INLINE void raw_stream8(void *p, __m256i x) { _mm256_stream_si256(static_cast<__m256i *>(p), x); }
PTO_X86_AVX2_INLINE void raw_stream8(void *p, __m128i x) { _mm_stream_si128(static_cast<__m128i *>(p), x); }

/// To memory of m: the question is the same for a whole loop, and compilers take it out.
template <class M, class V> PTO_X86_AVX2_INLINE void raw_store8(const M &m, element_t<M> *p, V x) {
  if constexpr (has_way<M> && sizeof(element_t<M>) != 1) // half a line each: to ask for all would be twice the work
    if (m.way() == Way::Past)
      return raw_stream8(p, x);
  raw_store8(p, x);
}

/// The lanes of the window that are inside of the memory.
template <class M, class... I> PTO_X86_AVX2_INLINE __m256i inside8(const M &m, I... i) {
  const Inside in = inside<8>(m, i...);
  return _mm256_andnot_si256(tail_mask8(in.low), tail_mask8(in.high));
}
PTO_X86_AVX2_INLINE int bits8(__m256i mask) { return _mm256_movemask_ps(_mm256_castsi256_ps(mask)); }

} // namespace detail

/// x in each of 8 lanes.
template <class T> PTO_X86_AVX2_INLINE detail::of8_t<T> splat8(T x) {
  if constexpr (detail::is_float<T>) {
    return _mm256_set1_ps(x);
  } else if constexpr (sizeof(T) == 4) {
    return _mm256_set1_epi32(static_cast<std::int32_t>(x));
  } else if constexpr (sizeof(T) == 2) {
    std::int16_t bits;
    __builtin_memcpy(&bits, static_cast<const void *>(&x), sizeof bits);
    return _mm_set1_epi16(bits);
  } else {
    return _mm_set1_epi8(static_cast<std::int8_t>(x));
  }
}

/// 8 elements at m(i...). \pre they are inside
template <class M, class... I> PTO_X86_AVX2_INLINE auto load8(const M &m, I... i) {
  using T = detail::element_t<M>;
  const T *p = detail::address(m, i...);
  const std::int64_t step = detail::lane_step(m);
  detail::of8_t<T> x;
  if (__builtin_expect(step == 1, 1)) {
    detail::raw_load8(p, x);
    return x;
  }
  T lanes[8];
  for (int k = 0; k < 8; ++k)
    lanes[k] = p[k * step];
  detail::raw_load8(lanes, x);
  return x;
}

/// x to the 8 elements at m(i...). \pre they are inside
template <class V, class M, class... I> PTO_X86_AVX2_INLINE void store8(V x, const M &m, I... i) {
  using T = detail::element_t<M>;
  T *p = detail::address(m, i...);
  const std::int64_t step = detail::lane_step(m);
  if (__builtin_expect(step == 1, 1))
    return detail::raw_store8(m, p, x);
  T lanes[8];
  detail::raw_store8(lanes, x);
  for (int k = 0; k < 8; ++k)
    p[k * step] = lanes[k];
}

/// The elements at m(i...) of the lanes in `mask` that are inside, `pad` in the other lanes. Those are not read.
template <class M, class... I>
PTO_X86_AVX2_INLINE auto masked_read8(__m256i mask, detail::element_t<M> pad, const M &m, I... i) {
  using T = detail::element_t<M>;
  const __m256i wanted = _mm256_and_si256(mask, detail::inside8(m, i...));
  const T *p = detail::address(m, i...);
  const std::int64_t step = detail::lane_step(m);
  if constexpr (sizeof(T) == 4)
    if (__builtin_expect(step == 1, 1)) {
      if constexpr (detail::is_float<T>)
        return pto::x86::load(p, wanted, _mm256_set1_ps(pad));
      else
        return pto::x86::load(reinterpret_cast<const std::int32_t *>(p), wanted,
                              _mm256_set1_epi32(static_cast<std::int32_t>(pad)));
    }
  const int bits = detail::bits8(wanted);
  T lanes[8];
  for (int k = 0; k < 8; ++k)
    lanes[k] = bits >> k & 1 ? p[k * step] : pad;
  detail::of8_t<T> x;
  detail::raw_load8(lanes, x);
  return x;
}

/// x to the elements at m(i...) of the lanes in `mask` that are inside. The others are dropped.
template <class V, class M, class... I> PTO_X86_AVX2_INLINE void masked_write8(__m256i mask, V x, const M &m, I... i) {
  using T = detail::element_t<M>;
  const __m256i wanted = _mm256_and_si256(mask, detail::inside8(m, i...));
  T *p = detail::address(m, i...);
  const std::int64_t step = detail::lane_step(m);
  if constexpr (sizeof(T) == 4)
    if (__builtin_expect(step == 1, 1)) {
      if constexpr (detail::is_float<T>)
        return pto::x86::store(p, wanted, x);
      else
        return pto::x86::store(reinterpret_cast<std::int32_t *>(p), wanted, x);
    }
  const int bits = detail::bits8(wanted);
  T lanes[8];
  detail::raw_store8(lanes, x);
  for (int k = 0; k < 8; ++k)
    if (bits >> k & 1)
      p[k * step] = lanes[k];
}

/// The same of all lanes.
template <class M, class... I> PTO_X86_AVX2_INLINE auto read8(detail::element_t<M> pad, const M &m, I... i) {
  return pto::x86::masked_read8(_mm256_set1_epi32(-1), pad, m, i...);
}
template <class V, class M, class... I> PTO_X86_AVX2_INLINE void write8(V x, const M &m, I... i) {
  pto::x86::masked_write8(_mm256_set1_epi32(-1), x, m, i...);
}

/// Lane k of 8. \pre 0 <= k < 8
PTO_X86_AVX2_INLINE float lane(__m256 x, std::int64_t k) {
  return _mm256_cvtss_f32(_mm256_permutevar8x32_ps(x, _mm256_set1_epi32(static_cast<int>(k))));
}
PTO_X86_AVX2_INLINE std::int32_t lane(__m256i x, std::int64_t k) {
  return _mm256_cvtsi256_si32(_mm256_permutevar8x32_epi32(x, _mm256_set1_epi32(static_cast<int>(k))));
}

} // namespace pto::x86

#endif
