//===- vec_shape.h - lanes moved about, none computed --------------------------===//
//
// All FRESH: a Vec is a value, so there are no views of one.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_VEC_SHAPE_H
#define PTO_DSL_VEC_SHAPE_H

#include "pto/dsl/vec.h"

PTO_DSL_BEGIN
namespace detail {

/// Vec<T, D...> without its first N dimensions.
template <Index N, class T, Index... D> struct Inner;
template <class T, Index... D> struct Inner<0, T, D...> {
  using type = vec::Vec<T, D...>;
};
template <Index N, class T, Index First, Index... D>
  requires(N > 0)
struct Inner<N, T, First, D...> : Inner<N - 1, T, D...> {};
template <Index N, class T, Index... D> using inner_t = typename Inner<N, T, D...>::type;

/// The lanes `start` + sum of index[d] * step[d] of v, for the indices of To.
template <class To, class V> inline To pick(const V &v, Index start, const Index *step) {
  To to;
  walk_lanes<To>(step, [&](Index i, Index at) { Lanes::of(to)[i] = v.lane(start + at); });
  return to;
}
template <class T> inline void copy_lanes(T *to, const T *from, Index n) {
  for (Index i = 0; i < n; ++i)
    to[i] = from[i];
}

/// The first lane of the inner Vec (or the lane) at leading indices.
template <class V, class... I> inline Index inner_start(const char *op, I... i) {
  constexpr auto steps = row_major<V::rank>(V::dims);
  const Index index[] = {static_cast<Index>(i)...};
  Index start = 0;
  for (Index d = 0; d < Index{sizeof...(I)}; ++d) {
    PTO_REQUIRE(index[d] >= 0 && index[d] < V::dims[d], op, "index %lld of dimension %lld is outside [0, %lld)",
                index[d], d, V::dims[d]);
    start += index[d] * steps.v[d];
  }
  return start;
}

/// The first lane of the window of extents S at `offsets` in a V.
template <class V, class S> inline Index window_start(const Index *offsets, const char *op) {
  static_assert(V::rank == S::rank, "the ranks differ");
  constexpr auto steps = row_major<V::rank>(V::dims);
  Index start = 0;
  for (Index d = 0; d < V::rank; ++d) {
    PTO_REQUIRE(offsets[d] >= 0 && offsets[d] + S::dims[d] <= V::dims[d], op,
                "window [%lld, %lld) of dimension %lld is outside [0, %lld)", offsets[d], offsets[d] + S::dims[d], d,
                V::dims[d]);
    start += offsets[d] * steps.v[d];
  }
  return start;
}

template <class From, class To> constexpr bool broadcasts() {
  if (From::rank > To::rank)
    return false;
  for (Index d = 0; d < From::rank; ++d)
    if (From::dims[d] != 1 && From::dims[d] != To::dims[To::rank - From::rank + d])
      return false;
  return true;
}

template <Index... P> constexpr bool is_permutation() {
  const Index order[] = {P...};
  for (Index d = 0; d < Index{sizeof...(P)}; ++d)
    if (((order[d] == P) + ...) != 1 || order[d] < 0 || order[d] >= Index{sizeof...(P)})
      return false;
  return true;
}

} // namespace detail

namespace vec {

/// x in every lane, or a Vec repeated: its dimensions match the trailing ones of the result, each equal or 1.
/// MLIR: vector.broadcast.
template <Index... D, detail::Lane T>
PTO_OP("vec.broadcast fresh")
inline Vec<T, D...> broadcast(T x) {
  return vec::splat<T, D...>(x);
}
template <Index... D, class T, Index... E>
PTO_OP("vec.broadcast fresh")
inline Vec<T, D...> broadcast(const Vec<T, E...> &v) {
  using To = Vec<T, D...>;
  using From = Vec<T, E...>;
  static_assert(detail::broadcasts<From, To>(), "each extent is that of the result or 1, from the last one on");
  constexpr auto own = detail::row_major<From::rank>(From::dims);
  Index steps[To::rank] = {};
  for (Index d = 0; d < From::rank; ++d)
    steps[To::rank - From::rank + d] = From::dims[d] == 1 ? 0 : own.v[d];
  return detail::pick<To>(v, 0, steps);
}

/// The same lanes in row major order under other extents.
/// MLIR: vector.shape_cast.
template <Index... D, class T, Index... E>
PTO_OP("vec.shape_cast fresh")
inline Vec<T, D...> shape_cast(const Vec<T, E...> &v) {
  static_assert((D * ...) == (E * ...), "the number of lanes differs");
  Vec<T, D...> to;
  detail::copy_lanes(detail::Lanes::of(to), detail::Lanes::of(v), to.lanes);
  return to;
}

/// Dimension d of the result is dimension Perm[d] of v: `transpose<1, 0>(v)`.
/// MLIR: vector.transpose.
template <Index... Perm, class T, Index... D>
  requires(sizeof...(Perm) == sizeof...(D))
PTO_OP("vec.transpose fresh")
inline Vec<T, Vec<T, D...>::dims[Perm]...> transpose(const Vec<T, D...> &v) {
  static_assert(detail::is_permutation<Perm...>(), "not a permutation");
  using To = Vec<T, Vec<T, D...>::dims[Perm]...>;
  constexpr auto own = detail::row_major<To::rank>(Vec<T, D...>::dims);
  const Index steps[] = {own.v[Perm]...};
  return detail::pick<To>(v, 0, steps);
}

/// The lane at an index; with fewer indices than dimensions, the Vec of the trailing dimensions there.
///
/// \pre indices lie inside
/// MLIR: vector.extract.
template <class T, Index... D, class... I>
  requires(sizeof...(I) == sizeof...(D))
PTO_OP("vec.extract scalar")
inline T extract(const Vec<T, D...> &v, I... i) {
  return v.lane(detail::inner_start<Vec<T, D...>>("vec.extract", i...));
}
template <class T, Index... D, class... I>
  requires(sizeof...(I) < sizeof...(D) && sizeof...(I) > 0)
PTO_OP("vec.extract fresh")
inline detail::inner_t<sizeof...(I), T, D...> extract(const Vec<T, D...> &v, I... i) {
  detail::inner_t<sizeof...(I), T, D...> to;
  detail::copy_lanes(detail::Lanes::of(to),
                     detail::Lanes::of(v) + detail::inner_start<Vec<T, D...>>("vec.extract", i...), to.lanes);
  return to;
}

/// v with the lane at an index replaced by x; with fewer indices than dimensions, the Vec of the trailing ones there.
///
/// \pre indices lie inside
/// MLIR: vector.insert.
template <class T, Index... D, class... I>
  requires(sizeof...(I) == sizeof...(D))
PTO_OP("vec.insert fresh")
inline Vec<T, D...> insert(detail::Given<T> x, const Vec<T, D...> &v, I... i) {
  Vec<T, D...> to = v;
  detail::Lanes::of(to)[detail::inner_start<Vec<T, D...>>("vec.insert", i...)] = x;
  return to;
}
template <class T, Index... E, Index... D, class... I>
  requires(sizeof...(I) > 0 && sizeof...(I) + sizeof...(E) == sizeof...(D))
PTO_OP("vec.insert fresh")
inline Vec<T, D...> insert(const Vec<T, E...> &x, const Vec<T, D...> &v, I... i) {
  static_assert(detail::same_type<Vec<T, E...>, detail::inner_t<sizeof...(I), T, D...>>,
                "the extents are not the trailing ones");
  Vec<T, D...> to = v;
  detail::copy_lanes(detail::Lanes::of(to) + detail::inner_start<Vec<T, D...>>("vec.insert", i...),
                     detail::Lanes::of(x), x.lanes);
  return to;
}

/// The window of the given sizes at `offsets`: `extract_slice<2, 4>(v, {0, 4})`.
///
/// \pre it lies inside
/// MLIR: vector.extract_strided_slice, with strides 1.
template <Index... Sizes, class T, Index... D>
  requires(sizeof...(Sizes) == sizeof...(D))
PTO_OP("vec.extract_slice fresh")
inline Vec<T, Sizes...> extract_slice(const Vec<T, D...> &v, Offsets<sizeof...(D)> offsets) {
  using To = Vec<T, Sizes...>;
  constexpr auto steps = detail::row_major<To::rank>(Vec<T, D...>::dims);
  return detail::pick<To>(v, detail::window_start<Vec<T, D...>, To>(offsets.v, "vec.extract_slice"), steps.v);
}

/// dst with the window at `offsets` replaced by src.
///
/// \pre the window lies inside
/// MLIR: vector.insert_strided_slice, with strides 1.
template <class T, Index... S, Index... D>
  requires(sizeof...(S) == sizeof...(D))
PTO_OP("vec.insert_slice fresh")
inline Vec<T, D...> insert_slice(const Vec<T, S...> &src, const Vec<T, D...> &dst, Offsets<sizeof...(D)> offsets) {
  using To = Vec<T, D...>;
  constexpr auto steps = detail::row_major<To::rank>(To::dims);
  const Index start = detail::window_start<To, Vec<T, S...>>(offsets.v, "vec.insert_slice");
  To to = dst;
  detail::walk_lanes<Vec<T, S...>>(steps.v,
                                   [&](Index i, Index at) { detail::Lanes::of(to)[start + at] = src.lane(i); });
  return to;
}

/// Lane n of the result is lane I[n] of a followed by b: `shuffle<0, 8, 1, 9>(a, b)` of two times eight lanes.
/// MLIR: vector.shuffle.
template <Index... I, class T, Index N, Index M>
PTO_OP("vec.shuffle fresh")
inline Vec<T, sizeof...(I)> shuffle(const Vec<T, N> &a, const Vec<T, M> &b) {
  static_assert(((I >= 0 && I < N + M) && ...), "there is no such lane");
  const Index from[] = {I...};
  Vec<T, sizeof...(I)> to;
  for (Index i = 0; i < to.lanes; ++i)
    detail::Lanes::of(to)[i] = from[i] < N ? a.lane(from[i]) : b.lane(from[i] - N);
  return to;
}
template <Index... I, class T, Index N>
PTO_OP("vec.shuffle fresh")
inline Vec<T, sizeof...(I)> shuffle(const Vec<T, N> &a) {
  static_assert(((I >= 0 && I < N) && ...), "there is no such lane");
  return vec::shuffle<I...>(a, a);
}

/// The lanes of a, then those of b.
template <class T, Index N, Index M>
PTO_OP("vec.concat fresh")
inline Vec<T, N + M> concat(const Vec<T, N> &a, const Vec<T, M> &b) {
  Vec<T, N + M> to;
  detail::copy_lanes(detail::Lanes::of(to), detail::Lanes::of(a), N);
  detail::copy_lanes(detail::Lanes::of(to) + N, detail::Lanes::of(b), M);
  return to;
}

/// a[0], b[0], a[1], b[1], ...
/// MLIR: vector.interleave.
template <class T, Index N>
PTO_OP("vec.interleave fresh")
inline Vec<T, 2 * N> interleave(const Vec<T, N> &a, const Vec<T, N> &b) {
  Vec<T, 2 * N> to;
  for (Index i = 0; i < to.lanes; ++i)
    detail::Lanes::of(to)[i] = (i % 2 == 0 ? a : b).lane(i / 2);
  return to;
}

} // namespace vec
PTO_DSL_END

#endif
