//===- tile_map.h - ops over the valid part of tiles -------------------------===//
//
// What tile ops have in common: check the operands, make the result, run a loop of
// plane_ops.h over the valid part. An access holds what the loop needs to know of one
// tile in registers, so that a compiler vectorises it.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TILE_MAP_H
#define PTO_DSL_TILE_MAP_H

#include "pto/dsl/plane_ops.h"
#include "pto/dsl/tile.h"

PTO_DSL_BEGIN
namespace detail {

template <class A, bool Boxed = A::layout::boxed> struct AccessOf {
  using type = Strided<ElementOf<A>, A::layout::blayout == BLayout::RowMajor>;
  static type of(const A &a) { return {a.view().data, a.view().lead}; }
};
template <class A> struct AccessOf<A, true> {
  using type = const A &;
  static type of(const A &a) { return a; }
};

/// Preconditions of ops on tiles of one shape.
template <class A> inline void require_tile([[maybe_unused]] const A &a, const char *op) {
  PTO_REQUIRE(!a.is_null(), op, "the tile is null");
}
template <class A, class B> inline void require_like([[maybe_unused]] const A &a, [[maybe_unused]] const B &b,
                                                     const char *op) {
  PTO_REQUIRE(!a.is_null() && !b.is_null(), op, "a tile is null");
  PTO_REQUIRE(a.rows() == b.rows() && a.cols() == b.cols(), op, "the shapes %lld x %lld and %lld x %lld differ",
              a.rows(), a.cols(), b.rows(), b.cols());
  PTO_REQUIRE(a.valid_rows() == b.valid_rows() && a.valid_cols() == b.valid_cols(), op,
              "the valid parts %lld x %lld and %lld x %lld differ", a.valid_rows(), a.valid_cols(), b.valid_rows(),
              b.valid_cols());
}

/// A new tile of type R, with the extents of `a`, of f applied to the valid part.
template <class R, class A, class F> inline R map(const A &a, F f, const char *op) {
  require_tile(a, op);
  R to = tile_like<R>(a);
  map_elements(to.valid_rows(), to.valid_cols(), f, AccessOf<R>::of(to), AccessOf<A>::of(a));
  return to;
}
template <class R, class A, class B, class F> inline R zip(const A &a, const B &b, F f, const char *op) {
  require_like(a, b, op);
  R to = tile_like<R>(a);
  map_elements(to.valid_rows(), to.valid_cols(), f, AccessOf<R>::of(to), AccessOf<A>::of(a), AccessOf<B>::of(b));
  return to;
}
template <class R, class A, class B, class C, class F>
inline R zip3(const A &a, const B &b, const C &c, F f, const char *op) {
  require_like(a, b, op);
  require_like(a, c, op);
  R to = tile_like<R>(a);
  map_elements(to.valid_rows(), to.valid_cols(), f, AccessOf<R>::of(to), AccessOf<A>::of(a), AccessOf<B>::of(b),
               AccessOf<C>::of(c));
  return to;
}

/// f(element, s) with s converted to the tile's type first.
template <class A, class F, class S> inline A map_scalar(const A &a, S s, F f, const char *op) {
  using T = ElementOf<A>;
  return map<A>(a, WithScalar<F, T>{f, static_cast<T>(s)}, op);
}

/// Tells a watching parallel loop that the valid part of an operand in place is written.
template <class A> inline void note_update(const A &a) {
  if (watching())
    for (Index r = 0; r < a.valid_rows(); ++r)
      for (Index c = 0; c < a.valid_cols(); ++c)
        note_access(a.at(r, c), sizeof(ElementOf<A>), true);
}

} // namespace detail
PTO_DSL_END

#endif
