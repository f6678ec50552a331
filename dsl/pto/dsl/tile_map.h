//===- tile_map.h - loops over the valid part of tiles -----------------------===//
//
// How elementwise ops, reductions and expansions walk: an Access is what a loop needs
// to know of one tile, held in registers, so that a compiler vectorises the loop.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TILE_MAP_H
#define PTO_DSL_TILE_MAP_H

#include "pto/dsl/scalar_ops.h"
#include "pto/dsl/tile.h"

PTO_DSL_BEGIN
namespace detail {

template <class T, bool ByRows> struct Strided {
  char *data;
  Index lead;
  T get(Index r, Index c) const { return detail::get<T>(at(r, c)); }
  void put(Index r, Index c, T value) const { detail::put<T>(at(r, c), value); }
  char *at(Index r, Index c) const {
    return data + (ByRows ? r * lead + c : c * lead + r) * static_cast<Index>(sizeof(T));
  }
};

template <class A, bool Boxed = A::layout::boxed> struct AccessOf {
  using type = Strided<ElementOf<A>, A::layout::blayout == BLayout::RowMajor>;
  static type of(const A &a) { return {a.view().data, a.view().lead}; }
};
template <class A> struct AccessOf<A, true> {
  using type = const A &;
  static type of(const A &a) { return a; }
};

/// to(r, c) = f(from(r, c)...) for rows x cols elements.
template <class F, class To, class... From>
inline void map_elements(Index rows, Index cols, F f, const To &to, const From &...from) {
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c)
      to.put(r, c, f(from.get(r, c)...));
}

/// A new tile of type R, with the extents of `a`, of f applied to the valid part.
template <class R, class A, class F> inline R map(const A &a, F f, const char *op) {
  PTO_REQUIRE(!a.is_null(), op, "the tile is null");
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

} // namespace detail
PTO_DSL_END

#endif
