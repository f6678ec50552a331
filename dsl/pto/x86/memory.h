//===- memory.h - vectors from the DSL's memory and back ---------------------===//
//
// What vec::load, vec::store, vec::transfer_read and vec::transfer_write are on x86: one
// instruction where neighbours are adjacent in memory, which is nearly always; a loop over
// the lanes where they are not. Which of the two is the same for a whole sweep, so that
// compilers take the question out of the loop.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_MEMORY_H
#define PTO_X86_MEMORY_H

#include <cstdint>
#include <immintrin.h>

namespace pto::x86 {
namespace detail {

template <class M, class... I> inline auto *address(const M &m, I... i) {
  const std::int64_t index[] = {static_cast<std::int64_t>(i)...};
  std::int64_t offset = 0;
  for (int d = 0; d < static_cast<int>(sizeof...(I)); ++d)
    offset += index[d] * m.stride(d);
  return m.data() + offset;
}

/// The lanes [low, high) of a window of W lanes that lie inside of the memory.
struct Inside {
  int low = 0, high = 0;
};
template <int W, class M, class... I> inline Inside inside(const M &m, I... i) {
  const std::int64_t index[] = {static_cast<std::int64_t>(i)...};
  constexpr int last = static_cast<int>(sizeof...(I)) - 1;
  for (int d = 0; d < last; ++d)
    if (index[d] < 0 || index[d] >= m.extent(d))
      return {};
  const std::int64_t low = index[last] < 0 ? -index[last] : 0, left = m.extent(last) - index[last];
  const std::int64_t high = left < W ? left : W;
  return low < high ? Inside{static_cast<int>(low), static_cast<int>(high)} : Inside{};
}

} // namespace detail

#ifdef __AVX512F__

/// Lanes below n.
inline __mmask16 first_lanes16(std::int64_t n) {
  return static_cast<__mmask16>(n <= 0 ? 0u : n >= 16 ? 0xFFFFu : (1u << n) - 1u);
}

template <class M, class... I> inline __m512 load16(const M &m, I... i) {
  const float *p = detail::address(m, i...);
  const std::int64_t step = m.stride(static_cast<int>(sizeof...(I)) - 1);
  if (__builtin_expect(step == 1, 1))
    return _mm512_loadu_ps(p);
  float lanes[16];
  for (int k = 0; k < 16; ++k)
    lanes[k] = p[k * step];
  return _mm512_loadu_ps(lanes);
}

template <class M, class... I> inline void store16(__m512 v, const M &m, I... i) {
  float *p = detail::address(m, i...);
  const std::int64_t step = m.stride(static_cast<int>(sizeof...(I)) - 1);
  if (__builtin_expect(step == 1, 1))
    return _mm512_storeu_ps(p, v);
  float lanes[16];
  _mm512_storeu_ps(lanes, v);
  for (int k = 0; k < 16; ++k)
    p[k * step] = lanes[k];
}

/// Lanes outside of the memory are `pad`.
template <class M, class... I> inline __m512 transfer_read16(float pad, const M &m, I... i) {
  const detail::Inside in = detail::inside<16>(m, i...);
  const float *p = detail::address(m, i...);
  const std::int64_t step = m.stride(static_cast<int>(sizeof...(I)) - 1);
  const __m512 padding = _mm512_set1_ps(pad);
  if (__builtin_expect(step == 1, 1))
    return _mm512_mask_loadu_ps(padding, static_cast<__mmask16>(first_lanes16(in.high) & ~first_lanes16(in.low)), p);
  float lanes[16];
  _mm512_storeu_ps(lanes, padding);
  for (int k = in.low; k < in.high; ++k)
    lanes[k] = p[k * step];
  return _mm512_loadu_ps(lanes);
}

/// Lanes outside of the memory are dropped.
template <class M, class... I> inline void transfer_write16(__m512 v, const M &m, I... i) {
  const detail::Inside in = detail::inside<16>(m, i...);
  float *p = detail::address(m, i...);
  const std::int64_t step = m.stride(static_cast<int>(sizeof...(I)) - 1);
  if (__builtin_expect(step == 1, 1))
    return _mm512_mask_storeu_ps(p, static_cast<__mmask16>(first_lanes16(in.high) & ~first_lanes16(in.low)), v);
  float lanes[16];
  _mm512_storeu_ps(lanes, v);
  for (int k = in.low; k < in.high; ++k)
    p[k * step] = lanes[k];
}

#endif

#ifdef __AVX2__

/// Lanes below n, as a mask of whole lanes.
inline __m256i first_lanes8(std::int64_t n) {
  const __m256i lane = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const int bound = n <= 0 ? 0 : n >= 8 ? 8 : static_cast<int>(n);
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(bound), lane);
}

template <class M, class... I> inline __m256 load8(const M &m, I... i) {
  const float *p = detail::address(m, i...);
  const std::int64_t step = m.stride(static_cast<int>(sizeof...(I)) - 1);
  if (__builtin_expect(step == 1, 1))
    return _mm256_loadu_ps(p);
  float lanes[8];
  for (int k = 0; k < 8; ++k)
    lanes[k] = p[k * step];
  return _mm256_loadu_ps(lanes);
}

template <class M, class... I> inline void store8(__m256 v, const M &m, I... i) {
  float *p = detail::address(m, i...);
  const std::int64_t step = m.stride(static_cast<int>(sizeof...(I)) - 1);
  if (__builtin_expect(step == 1, 1))
    return _mm256_storeu_ps(p, v);
  float lanes[8];
  _mm256_storeu_ps(lanes, v);
  for (int k = 0; k < 8; ++k)
    p[k * step] = lanes[k];
}

/// Lanes outside of the memory are `pad`.
template <class M, class... I> inline __m256 transfer_read8(float pad, const M &m, I... i) {
  const detail::Inside in = detail::inside<8>(m, i...);
  const float *p = detail::address(m, i...);
  const std::int64_t step = m.stride(static_cast<int>(sizeof...(I)) - 1);
  const __m256 padding = _mm256_set1_ps(pad);
  if (__builtin_expect(step == 1, 1)) {
    const __m256i mask = _mm256_andnot_si256(first_lanes8(in.low), first_lanes8(in.high));
    return _mm256_blendv_ps(padding, _mm256_maskload_ps(p, mask), _mm256_castsi256_ps(mask));
  }
  float lanes[8];
  _mm256_storeu_ps(lanes, padding);
  for (int k = in.low; k < in.high; ++k)
    lanes[k] = p[k * step];
  return _mm256_loadu_ps(lanes);
}

/// Lanes outside of the memory are dropped.
template <class M, class... I> inline void transfer_write8(__m256 v, const M &m, I... i) {
  const detail::Inside in = detail::inside<8>(m, i...);
  float *p = detail::address(m, i...);
  const std::int64_t step = m.stride(static_cast<int>(sizeof...(I)) - 1);
  if (__builtin_expect(step == 1, 1))
    return _mm256_maskstore_ps(p, _mm256_andnot_si256(first_lanes8(in.low), first_lanes8(in.high)), v);
  float lanes[8];
  _mm256_storeu_ps(lanes, v);
  for (int k = in.low; k < in.high; ++k)
    p[k * step] = lanes[k];
}

#endif

} // namespace pto::x86

#endif
