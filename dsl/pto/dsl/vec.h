//===- vec.h - Vec: the lanes of a vector register, as a value ----------------===//
//
// A Vec holds its lanes, row major: copying one copies them, and no op changes a Vec in
// place. So a Vec aliases nothing, and an op on Vecs is a function of its operands.
//
//   vec::Vec<float, 8>         eight lanes
//   vec::Vec<bf16, 4, 8>       4 x 8 lanes
//   vec::Mask<8>               eight bools
//
// Memory is reached by vec_transfer.h alone.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_VEC_H
#define PTO_DSL_VEC_H

#include "pto/dsl/scalar_ops.h"
#include "pto/dsl/walk.h"

PTO_DSL_BEGIN
namespace detail {

template <class T>
concept Lane = Element<T> || same_type<T, bool>;

/// Opens the lanes of a Vec to the DSL's own ops.
struct Lanes {
  template <class V> static auto of(V &v) { return &v.lane_[0]; }
};

} // namespace detail

namespace vec {

template <class T, Index... D> class Vec {
  static_assert(detail::Lane<T>, "not an element type");
  static_assert(sizeof...(D) >= 1 && ((D > 0) && ...), "extents are positive");

public:
  using element = T;
  static constexpr Index rank = sizeof...(D);
  static constexpr Index dims[sizeof...(D)] = {D...};
  static constexpr Index lanes = (D * ...);

  /// Lanes are INDETERMINATE; poisoned in the builds that poison.
  Vec() {
    if (detail::poisoning)
      __builtin_memset(static_cast<void *>(lane_), detail::same_type<T, bool> ? detail::poison & 1 : detail::poison,
                       sizeof lane_);
  }

  /// One lane by its row major number. For tests; kernels say vec::extract.
  T lane(Index linear) const { return lane_[linear]; }

private:
  friend detail::Lanes;
  T lane_[static_cast<detail::Size>(lanes)];
};

/// What `cmp` makes and `select` takes.
template <Index... D> using Mask = Vec<bool, D...>;

} // namespace vec

namespace detail {

/// The Vec of f applied lane by lane.
template <class R, class F, class... V> inline R map_lanes(F f, const V &...v) {
  R to;
  for (Index i = 0; i < R::lanes; ++i)
    Lanes::of(to)[i] = f(Lanes::of(v)[i]...);
  return to;
}

/// How far apart neighbours of each dimension are in row major order.
template <Index N> constexpr Offsets<N> row_major(const Index (&dims)[static_cast<Size>(N)]) {
  Offsets<N> steps{};
  Index step = 1;
  for (Index d = N - 1; d >= 0; --d) {
    steps.v[d] = step;
    step *= dims[d];
  }
  return steps;
}

/// f(lane, sum of index[d] * step[d]) for the lanes of V.
template <class V, class F> inline void walk_lanes(const Index *step, F f) {
  Index index[V::rank] = {};
  for (Index lane = 0; lane < V::lanes; ++lane) {
    Index at = 0;
    for (Index d = 0; d < V::rank; ++d)
      at += index[d] * step[d];
    f(lane, at);
    next_index(index, V::dims, V::rank);
  }
}

} // namespace detail

namespace vec {

/// Every lane is s: `splat<float, 8>(0)`.
/// MLIR: vector.splat.
template <detail::Lane T, Index... D>
PTO_OP("vec.splat fresh")
inline Vec<T, D...> splat(detail::Given<T> s) {
  return detail::map_lanes<Vec<T, D...>>([&] { return s; });
}

/// Lanes 0, 1, ... N - 1, converted to T.
/// MLIR: vector.step.
template <Element T, Index N>
PTO_OP("vec.step fresh")
inline Vec<T, N> step() {
  Index i = 0;
  return detail::map_lanes<Vec<T, N>>([&] { return static_cast<T>(i++); });
}

/// The first n lanes: true below n, false from there on. n may be any number.
/// MLIR: vector.create_mask.
template <Index N>
PTO_OP("vec.create_mask fresh")
inline Mask<N> create_mask(Index n) {
  Index i = 0;
  return detail::map_lanes<Mask<N>>([&] { return i++ < n; });
}

} // namespace vec
PTO_DSL_END

#endif
