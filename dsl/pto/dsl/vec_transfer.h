//===- vec_transfer.h - vectors from memory and back ---------------------------===//
//
// The dimensions of the vector are the trailing ones of the MemRef; offsets say where its
// first lane is. transfer_read and transfer_write know where the memory ends: lanes
// outside are padded or dropped. load and store promise that there are none.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_VEC_TRANSFER_H
#define PTO_DSL_VEC_TRANSFER_H

#include "pto/dsl/mem.h"
#include "pto/dsl/trace.h"
#include "pto/dsl/vec.h"

PTO_DSL_BEGIN
namespace detail {

/// f(lane, address) for the lanes of V that lie inside of m when the first one is at `start`.
template <class V, class M, class F> inline void transfer(const M &m, const Index *start, const char *op, F f) {
  static_assert(V::rank <= M::rank, "the vector has more dimensions than the memory");
  constexpr Index leading = M::rank - V::rank, last = M::rank - 1, columns = V::dims[V::rank - 1];
  PTO_REQUIRE(!m.is_null(), op, "the handle is null");
  Index index[V::rank] = {};
  Index low = start[last] < 0 ? -start[last] : 0, high = m.extent(last) - start[last];
  high = high < columns ? high : columns;
  for (Index lane = 0; lane < V::lanes; lane += columns) {
    bool inside = true;
    Index offset = start[last] * m.stride(last);
    for (Index d = 0; d < last; ++d) {
      const Index i = start[d] + (d < leading ? 0 : index[d - leading]);
      inside = inside && i >= 0 && i < m.extent(d);
      offset += i * m.stride(d);
    }
    if (inside)
      for (Index j = low; j < high; ++j)
        f(lane + j, m.data() + (offset + j * m.stride(last)));
    next_index(index, V::dims, V::rank - 1);
  }
}

template <class V, class M, class Mask>
inline V transfer_read(const M &m, const Index *start, typename V::element pad, Mask mask, const char *op) {
  count(&trace::Counters::transfer_reads);
  V to = map_lanes<V>([&] { return pad; });
  transfer<V>(m, start, op, [&](Index lane, const typename V::element *p) {
    if (!mask(lane))
      return;
    count(&trace::Counters::transfer_elements);
    note_access(p, sizeof *p, false);
    Lanes::of(to)[lane] = *p;
  });
  return to;
}

template <class V, class M, class Mask>
inline void transfer_write(const V &v, const M &m, const Index *start, Mask mask, const char *op) {
  count(&trace::Counters::transfer_writes);
  transfer<V>(m, start, op, [&](Index lane, typename V::element *p) {
    if (!mask(lane))
      return;
    count(&trace::Counters::transfer_elements);
    note_access(p, sizeof *p, true);
    *p = v.lane(lane);
  });
}

/// Where every lane counts.
struct Unmasked {
  bool operator()(Index) const { return true; }
};
/// Where the lanes of a mask say so.
template <class V> struct Masked {
  const V &mask;
  bool operator()(Index lane) const { return mask.lane(lane); }
};

template <class V, class M> inline void require_inside([[maybe_unused]] const M &m, [[maybe_unused]] const Index *start,
                                                       const char *op) {
  for (Index d = 0; d < M::rank; ++d) {
    [[maybe_unused]] const Index size = d < M::rank - V::rank ? 1 : V::dims[d - (M::rank - V::rank)];
    PTO_REQUIRE(start[d] >= 0 && start[d] + size <= m.extent(d), op,
                "window [%lld, %lld) of dimension %lld is outside [0, %lld)", start[d], start[d] + size, d,
                m.extent(d));
  }
}

} // namespace detail

namespace vec {

/// The window of m whose first lane is at `offsets`: `transfer_read<4, 8>(m, {r, 0})`. Lanes outside of m, and those
/// where the mask has false, are `pad` and are not read.
///
/// \param offsets  one a dimension of m, any number; V are the trailing dimensions of the window, the others are 1
/// MLIR: vector.transfer_read, with the minor identity map.
template <Index... V, class T, mem::Space S, Index... D>
  requires(sizeof...(V) >= 1)
PTO_OP("vec.transfer_read fresh reads=0")
inline Vec<T, V...> transfer_read(const mem::MemRef<T, S, D...> &m, Offsets<sizeof...(D)> offsets,
                                  detail::Given<T> pad = T{}) {
  return detail::transfer_read<Vec<T, V...>>(m, offsets.v, pad, detail::Unmasked{}, "vec.transfer_read");
}
template <Index... V, class T, mem::Space S, Index... D>
  requires(sizeof...(V) >= 1)
PTO_OP("vec.transfer_read fresh reads=0")
inline Vec<T, V...> transfer_read(const mem::MemRef<T, S, D...> &m, Offsets<sizeof...(D)> offsets, detail::Given<T> pad,
                                  const detail::Given<Mask<V...>> &mask) {
  return detail::transfer_read<Vec<T, V...>>(m, offsets.v, pad, detail::Masked<Mask<V...>>{mask}, "vec.transfer_read");
}

/// Writes v to the window of m whose first lane is at `offsets`. Lanes outside of m, and those where the mask has
/// false, are dropped.
///
/// \param offsets  one a dimension of m, any number
/// \effect writes m
/// MLIR: vector.transfer_write, with the minor identity map.
template <class T, Index... V, mem::Space S, Index... D>
PTO_OP("vec.transfer_write writes=1")
inline void transfer_write(const Vec<T, V...> &v, const mem::MemRef<T, S, D...> &m, Offsets<sizeof...(D)> offsets) {
  detail::transfer_write(v, m, offsets.v, detail::Unmasked{}, "vec.transfer_write");
}
template <class T, Index... V, mem::Space S, Index... D>
PTO_OP("vec.transfer_write writes=1")
inline void transfer_write(const Vec<T, V...> &v, const mem::MemRef<T, S, D...> &m, Offsets<sizeof...(D)> offsets,
                           const detail::Given<Mask<V...>> &mask) {
  detail::transfer_write(v, m, offsets.v, detail::Masked<Mask<V...>>{mask}, "vec.transfer_write");
}

/// The window of m whose first lane is at `offsets`: `load<4, 8>(m, {r, 0})`.
///
/// \pre it lies inside of m
/// MLIR: vector.load.
template <Index... V, class T, mem::Space S, Index... D>
  requires(sizeof...(V) >= 1)
PTO_OP("vec.load fresh reads=0")
inline Vec<T, V...> load(const mem::MemRef<T, S, D...> &m, Offsets<sizeof...(D)> offsets) {
  detail::require_inside<Vec<T, V...>>(m, offsets.v, "vec.load");
  return detail::transfer_read<Vec<T, V...>>(m, offsets.v, T{}, detail::Unmasked{}, "vec.load");
}

/// Writes v to the window of m whose first lane is at `offsets`.
///
/// \pre it lies inside of m
/// \effect writes m
/// MLIR: vector.store.
template <class T, Index... V, mem::Space S, Index... D>
PTO_OP("vec.store writes=1")
inline void store(const Vec<T, V...> &v, const mem::MemRef<T, S, D...> &m, Offsets<sizeof...(D)> offsets) {
  detail::require_inside<Vec<T, V...>>(m, offsets.v, "vec.store");
  detail::transfer_write(v, m, offsets.v, detail::Unmasked{}, "vec.store");
}

} // namespace vec
PTO_DSL_END

#endif
