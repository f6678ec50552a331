//===- address.h - where the elements of a MemRef are ------------------------===//
//
// M is a mem::MemRef, or what else has extents, strides and a first element.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_ADDRESS_H
#define PTO_X86_ADDRESS_H

#include <cstdint>

namespace pto::x86 {

/// How whole registers that are only written get to memory: the cache line is asked for when it is written to, a
/// while before, or never, and the register goes past the caches.
enum class Way { Plain, Ahead, Past };

/// Ahead: so many bytes before it is written.
inline constexpr std::int64_t ahead_distance = 1024;

} // namespace pto::x86

namespace pto::x86::detail {

template <class T> inline constexpr bool is_float = false;
template <> inline constexpr bool is_float<float> = true;

template <class M> using element_t = typename M::value_type;

/// A window.h that says how it is written.
template <class M> inline constexpr bool has_way = requires(const M &m) { m.way(); };

/// Distance of neighbouring lanes, in elements.
template <class M> __attribute__((always_inline)) inline std::int64_t lane_step(const M &m) {
  return m.stride(M::rank - 1);
}

template <class M, class... I> __attribute__((always_inline)) inline element_t<M> *address(const M &m, I... i) {
  static_assert(sizeof...(I) == M::rank, "one index a dimension");
  std::int64_t offset = 0, d = 0;
  ((offset += static_cast<std::int64_t>(i) * m.stride(d++)),
   ...); // a loop would hide what is the same for one around it
  return m.data() + offset;
}

/// The lanes [low, high) of a window that lie inside of the memory.
struct Inside {
  std::int64_t low = 0, high = 0;
};

template <std::int64_t Lanes, class M, class... I>
__attribute__((always_inline)) inline Inside inside(const M &m, I... i) {
  const std::int64_t index[] = {static_cast<std::int64_t>(i)...};
  constexpr std::int64_t last = M::rank - 1;
  for (std::int64_t d = 0; d < last; ++d)
    if (index[d] < 0 || index[d] >= m.extent(d))
      return {};
  const std::int64_t low = index[last] < 0 ? -index[last] : 0, left = m.extent(last) - index[last];
  const std::int64_t high = left < Lanes ? left : Lanes;
  return low < high ? Inside{low, high} : Inside{};
}

/// Rows and columns of a MemRef from an element on.
template <class T> struct Square {
  T *data;
  std::int64_t lead, step; ///< from row to row, from column to column

  T *row(int r) const { return data + r * lead; }
};

template <int N, class T> inline void transpose_elements(Square<T> from, Square<T> to) {
  T elements[N][N];
  for (int r = 0; r < N; ++r)
    for (int c = 0; c < N; ++c)
      elements[r][c] = from.row(r)[c * from.step];
  for (int r = 0; r < N; ++r)
    for (int c = 0; c < N; ++c)
      to.row(c)[r * to.step] = elements[r][c];
}

} // namespace pto::x86::detail

namespace pto::x86 {

/// Where the last two dimensions of m go on from m(i...).
template <class M, class... I>
__attribute__((always_inline)) inline detail::Square<detail::element_t<M>> square(const M &m, I... i) {
  return {detail::address(m, i...), m.stride(M::rank - 2), detail::lane_step(m)};
}

} // namespace pto::x86

#endif
