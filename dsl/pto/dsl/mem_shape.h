//===- mem_shape.h - views of MemRefs: windows and other shapes ---------------===//
//
// Nothing here touches an element. What is returned aliases its argument and keeps its
// memory alive.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_MEM_SHAPE_H
#define PTO_DSL_MEM_SHAPE_H

#include "pto/dsl/mem.h"
#include "pto/dsl/tensor.h"

PTO_DSL_BEGIN
namespace detail {

template <class R, class M>
inline R subview(const M &m, const Index *offsets, const Index *sizes, const Index *steps) {
  Index strides[R::rank];
  auto *data = m.data();
  PTO_REQUIRE(!m.is_null(), "mem.subview", "the handle is null");
  for (Index d = 0; d < R::rank; ++d) {
    const Index step = steps != nullptr ? steps[d] : 1;
    PTO_REQUIRE(agree(R::static_extents[d], sizes[d]) && sizes[d] >= 0, "mem.subview",
                "size %lld of dimension %lld, expected %lld", sizes[d], d, R::static_extents[d]);
    PTO_REQUIRE(step > 0 && offsets[d] >= 0 &&
                    offsets[d] + (sizes[d] > 0 ? (sizes[d] - 1) * step + 1 : 0) <= m.extent(d),
                "mem.subview", "window of %lld from %lld in dimension %lld is outside [0, %lld)", sizes[d], offsets[d],
                d, m.extent(d));
    strides[d] = step * m.stride(d);
    data += offsets[d] * m.stride(d);
  }
  return R(data, sizes, strides, m.owner());
}

/// Strides t under which memory of extents e and strides s has the extents f. Dimensions of extent 1 aside, a group of
/// dimensions of e is one of f, or one of e is a group of f.
inline void regroup(const Index *e, const Index *s, Index n, const Index *f, Index *t, Index m,
                    [[maybe_unused]] const char *op) {
  Index i = 0, k = 0;
  while (true) {
    while (i < n && e[i] == 1)
      ++i;
    while (k < m && f[k] == 1)
      t[k++] = 1;
    if (i == n || k == m)
      break;
    const Index first = i, start = k;
    Index left = e[i++], right = f[k++], inner = first;
    while (left < right && i < n) {
      PTO_REQUIRE(e[i] == 1 || s[inner] == e[i] * s[i], op, "dimensions %lld and %lld have gaps between them", inner,
                  i);
      inner = e[i] == 1 ? inner : i;
      left *= e[i++];
    }
    while (right < left && k < m)
      right *= f[k++];
    PTO_REQUIRE(left == right && (inner == first || k == start + 1), op,
                "extents from dimension %lld do not multiply to those from %lld of the result", first, start);
    Index step = s[inner];
    for (Index d = k - 1; d >= start; --d) {
      t[d] = step;
      step *= f[d];
    }
  }
  PTO_REQUIRE(i == n && k == m, op, "the number of elements differs");
}

/// m with the shape R, at most one of whose extents is dyn: what the others leave.
template <class R, class M> inline R reshape(const M &m, const char *op) {
  PTO_REQUIRE(!m.is_null(), op, "the handle is null");
  Index sizes[R::rank], strides[R::rank] = {}, from[M::rank], known = 1;
  for (Index d = 0; d < R::rank; ++d)
    known *= R::static_extents[d] != dyn ? R::static_extents[d] : 1;
  for (Index d = 0; d < R::rank; ++d)
    sizes[d] = R::static_extents[d] != dyn ? R::static_extents[d] : m.size() / known;
  for (Index d = 0; d < M::rank; ++d)
    from[d] = m.extent(d);
  if (m.size() != 0)
    regroup(from, m.strides(), M::rank, sizes, strides, R::rank, op);
  return R(m.data(), sizes, strides, m.owner());
}

/// m without the dimensions of extent 1 that R does not have.
template <class R, class M> inline R drop_units(const M &m) {
  Index sizes[R::rank], strides[R::rank], k = 0;
  for (Index d = 0; d < M::rank; ++d)
    if (k < R::rank && R::static_extents[k] == M::static_extents[d]) {
      sizes[k] = m.extent(d);
      strides[k++] = m.stride(d);
    }
  return R(m.data(), sizes, strides, m.owner());
}
template <class R, class M> constexpr bool drops_units() {
  Index k = 0;
  for (Index d = 0; d < M::rank; ++d)
    if (k < R::rank && R::static_extents[k] == M::static_extents[d])
      ++k;
    else if (M::static_extents[d] != 1)
      return false;
  return k == R::rank;
}

} // namespace detail

namespace mem {

/// The elements of a tensor, with its extents and strides. What is valid of them is not asked.
/// MLIR: bufferization.to_buffer.
template <class T, Index... D>
PTO_OP("mem.view view=0")
inline MemRef<T, L3, D...> view(const Tensor<T, D...> &t) {
  Index extents[sizeof...(D)], strides[sizeof...(D)];
  for (Index d = 0; d < Index{sizeof...(D)}; ++d) {
    extents[d] = t.extent(d);
    strides[d] = t.stride(d);
  }
  return MemRef<T, L3, D...>(t.data(), extents, strides, t.owner());
}

/// The window of the given sizes at `offsets`: `subview<4, 8>(m, {r, 0})`, `subview<dyn, 8>(m, {r, 0}, {n, 8})`; with
/// strides every s-th element: `subview<4, 8>(m, {r, 0}, {2, 1})`.
///
/// \pre the window lies inside m; strides are positive
/// MLIR: memref.subview.
template <Index... Sizes, class T, Space S, Index... D>
  requires(sizeof...(Sizes) == sizeof...(D) && ((Sizes > 0) && ...))
PTO_OP("mem.subview view=0")
inline MemRef<T, S, Sizes...> subview(const MemRef<T, S, D...> &m, Offsets<sizeof...(D)> offsets) {
  const Index sizes[] = {Sizes...};
  return detail::subview<MemRef<T, S, Sizes...>>(m, offsets.v, sizes, nullptr);
}
template <Index... Sizes, class T, Space S, Index... D>
  requires(sizeof...(Sizes) == sizeof...(D) && !((Sizes > 0) && ...))
PTO_OP("mem.subview view=0")
inline MemRef<T, S, Sizes...> subview(const MemRef<T, S, D...> &m, Offsets<sizeof...(D)> offsets,
                                      Extents<sizeof...(D)> sizes) {
  return detail::subview<MemRef<T, S, Sizes...>>(m, offsets.v, sizes.v, nullptr);
}
template <Index... Sizes, class T, Space S, Index... D>
  requires(sizeof...(Sizes) == sizeof...(D) && ((Sizes > 0) && ...))
PTO_OP("mem.subview view=0")
inline MemRef<T, S, Sizes...> subview(const MemRef<T, S, D...> &m, Offsets<sizeof...(D)> offsets,
                                      Strides<sizeof...(D)> strides) {
  const Index sizes[] = {Sizes...};
  return detail::subview<MemRef<T, S, Sizes...>>(m, offsets.v, sizes, strides.v);
}

/// m without dimensions of extent 1: `rank_reduce<8, dyn>(m)` of a 1 x 8 x 1 x n.
///
/// \pre D are m's extents but for some that are 1
/// MLIR: the rank-reducing memref.subview.
template <Index... R, class T, Space S, Index... D>
PTO_OP("mem.rank_reduce view=0")
inline MemRef<T, S, R...> rank_reduce(const MemRef<T, S, D...> &m) {
  using To = MemRef<T, S, R...>;
  static_assert(detail::drops_units<To, MemRef<T, S, D...>>(), "only extents that are 1 can be dropped");
  return detail::drop_units<To>(m);
}

/// Adjacent dimensions merged: `collapse<32, 8>(m)` of a 4 x 8 x 8; without sizes all of them, into one.
///
/// \param D  extents of the result, each the product of adjacent ones of m; at most one dyn: what the others leave
/// \pre the dimensions of a group have no gaps between them
/// MLIR: memref.collapse_shape.
template <Index... R, class T, Space S, Index... D>
  requires(sizeof...(R) >= 1 && sizeof...(R) <= sizeof...(D))
PTO_OP("mem.collapse view=0")
inline MemRef<T, S, R...> collapse(const MemRef<T, S, D...> &m) {
  static_assert(((R == dyn) + ...) <= 1, "at most one extent is dyn");
  static_assert(((R == dyn) || ...) || ((D == dyn) || ...) || (R * ...) == (D * ...), "the number of elements differs");
  return detail::reshape<MemRef<T, S, R...>>(m, "mem.collapse");
}
template <class T, Space S, Index... D>
  requires((D > 0) && ...)
PTO_OP("mem.collapse view=0")
inline MemRef<T, S, (D * ...)> collapse(const MemRef<T, S, D...> &m) {
  return detail::reshape<MemRef<T, S, (D * ...)>>(m, "mem.collapse");
}

/// Dimensions split: `expand<4, 8, 8>(m)` of a 32 x 8.
///
/// \param D  extents of the result, adjacent ones multiply to one of m; at most one dyn: what the others leave
/// MLIR: memref.expand_shape.
template <Index... R, class T, Space S, Index... D>
  requires(sizeof...(R) >= sizeof...(D))
PTO_OP("mem.expand view=0")
inline MemRef<T, S, R...> expand(const MemRef<T, S, D...> &m) {
  static_assert(((R == dyn) + ...) <= 1, "at most one extent is dyn");
  static_assert(((R == dyn) || ...) || ((D == dyn) || ...) || (R * ...) == (D * ...), "the number of elements differs");
  return detail::reshape<MemRef<T, S, R...>>(m, "mem.expand");
}

/// Any window of m's memory, counted in elements from m's first one: `reinterpret<4, 4>(m, 8, {16, 1})`.
///
/// \pre it lies inside the memory that m is part of
/// MLIR: memref.reinterpret_cast.
template <Index... R, class T, Space S, Index... D>
  requires(sizeof...(R) >= 1 && ((R > 0) && ...))
PTO_OP("mem.reinterpret view=0")
inline MemRef<T, S, R...> reinterpret(const MemRef<T, S, D...> &m, Index offset, Strides<sizeof...(R)> strides) {
  const Index sizes[] = {R...};
  PTO_REQUIRE(!m.is_null(), "mem.reinterpret", "the handle is null");
#ifdef PTO_CHECKED
  if (detail::Storage *s = m.owner().get()) {
    Index low = m.data() - reinterpret_cast<T *>(s->data()) + offset, high = low;
    for (Index d = 0; d < Index{sizeof...(R)}; ++d)
      (strides.v[d] < 0 ? low : high) += (sizes[d] - 1) * strides.v[d];
    PTO_REQUIRE(low >= 0 && (high + 1) * Index{sizeof(T)} <= s->bytes, "mem.reinterpret",
                "elements %lld to %lld are outside of %lld bytes", low, high, s->bytes);
  }
#endif
  return {m.data() + offset, sizes, strides.v, m.owner()};
}

} // namespace mem
PTO_DSL_END

#endif
