//===- tile_partial.h - three operands; operands that are partly valid ----------===//
//
// FRESH, operands left alone, roundings as in tile_arith.h.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TILE_PARTIAL_H
#define PTO_DSL_TILE_PARTIAL_H

#include "pto/dsl/tile_map.h"

PTO_DSL_BEGIN
namespace detail {

/// f(a, b) + c with a rounding after each.
template <class F> struct ThenAdd {
  template <class T> T operator()(T a, T b, T c) const { return Add{}(F{}(a, b), c); }
};
template <class F, class T> struct ThenAddWithScalar {
  T s;
  T operator()(T a, T b) const { return Add{}(F{}(a, s), b); }
};

template <class A> using PartOf = typename TileTraits<A>::template WithValid<dyn, dyn, Pad::Null>;

/// f(a, b) where both are valid, the valid one where one is.
template <class A, class B, class F> inline PartOf<A> combine_parts(const A &a, const B &b, F f, const char *op) {
  PTO_REQUIRE(!a.is_null() && !b.is_null(), op, "a tile is null");
  PTO_REQUIRE(a.rows() == b.rows() && a.cols() == b.cols(), op, "the shapes %lld x %lld and %lld x %lld differ",
              a.rows(), a.cols(), b.rows(), b.cols());
  const Index rows = a.valid_rows() > b.valid_rows() ? a.valid_rows() : b.valid_rows();
  const Index cols = a.valid_cols() > b.valid_cols() ? a.valid_cols() : b.valid_cols();
  auto to = new_tile<PartOf<A>>(a.rows(), a.cols(), rows, cols);
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c) {
      const bool in_a = r < a.valid_rows() && c < a.valid_cols(), in_b = r < b.valid_rows() && c < b.valid_cols();
      if (in_a && in_b)
        to.put(r, c, f(a.get(r, c), b.get(r, c)));
      else if (in_a || in_b)
        to.put(r, c, in_a ? a.get(r, c) : b.get(r, c));
    }
  return to;
}

} // namespace detail

namespace tile {

/// (a + b) + c, rounded twice.
/// \pre same element type, extents and valid extents.
/// PyPTO: tile.addc; PTO-ISA: TADDC.
template <AnyTile A, SameShape<A> B, SameShape<A> C>
PTO_OP("tile.addc fresh")
inline A addc(const A &a, const B &b, const C &c) {
  return detail::zip3<A>(a, b, c, detail::ThenAdd<detail::Add>{}, "tile.addc");
}

/// (a - b) + c, rounded twice.
/// \pre same element type, extents and valid extents.
/// PyPTO: tile.subc; PTO-ISA: TSUBC.
template <AnyTile A, SameShape<A> B, SameShape<A> C>
PTO_OP("tile.subc fresh")
inline A subc(const A &a, const B &b, const C &c) {
  return detail::zip3<A>(a, b, c, detail::ThenAdd<detail::Sub>{}, "tile.subc");
}

/// (a + s) + b, rounded twice.
/// \pre same element type, extents and valid extents.
/// PyPTO: tile.addsc; PTO-ISA: TADDSC.
template <AnyTile A, Scalar S, SameShape<A> B>
PTO_OP("tile.addsc fresh")
inline A addsc(const A &a, S s, const B &b) {
  using T = ElementOf<A>;
  return detail::zip<A>(a, b, detail::ThenAddWithScalar<detail::Add, T>{static_cast<T>(s)}, "tile.addsc");
}

/// (a - s) + b, rounded twice.
/// \pre same element type, extents and valid extents.
/// PyPTO: tile.subsc; PTO-ISA: TSUBSC.
template <AnyTile A, Scalar S, SameShape<A> B>
PTO_OP("tile.subsc fresh")
inline A subsc(const A &a, S s, const B &b) {
  using T = ElementOf<A>;
  return detail::zip<A>(a, b, detail::ThenAddWithScalar<detail::Sub, T>{static_cast<T>(s)}, "tile.subsc");
}

/// a + b where both are valid, the valid one where only one is; where neither is, INDETERMINATE. The result is valid
/// as far as the longer of the two in each direction.
/// \pre same element type, same extents
/// PyPTO: tile.part_add; PTO-ISA: TPARTADD.
template <AnyTile A, SameShape<A> B>
PTO_OP("tile.part_add fresh")
inline detail::PartOf<A> part_add(const A &a, const B &b) {
  return detail::combine_parts(a, b, detail::Add{}, "tile.part_add");
}

/// a * b where both are valid, the valid one where only one is; where neither is, INDETERMINATE. The result is valid
/// as far as the longer of the two in each direction.
/// \pre same element type, same extents
/// PyPTO: tile.part_mul; PTO-ISA: TPARTMUL.
template <AnyTile A, SameShape<A> B>
PTO_OP("tile.part_mul fresh")
inline detail::PartOf<A> part_mul(const A &a, const B &b) {
  return detail::combine_parts(a, b, detail::Mul{}, "tile.part_mul");
}

/// max(a, b) as maximum where both are valid, the valid one where only one is; where neither is, INDETERMINATE. The
/// result is valid as far as the longer of the two in each direction.
/// \pre same element type, same extents
/// PyPTO: tile.part_max; PTO-ISA: TPARTMAX.
template <AnyTile A, SameShape<A> B>
PTO_OP("tile.part_max fresh")
inline detail::PartOf<A> part_max(const A &a, const B &b) {
  return detail::combine_parts(a, b, detail::Max{}, "tile.part_max");
}

/// min(a, b) as minimum where both are valid, the valid one where only one is; where neither is, INDETERMINATE. The
/// result is valid as far as the longer of the two in each direction.
/// \pre same element type, same extents
/// PyPTO: tile.part_min; PTO-ISA: TPARTMIN.
template <AnyTile A, SameShape<A> B>
PTO_OP("tile.part_min fresh")
inline detail::PartOf<A> part_min(const A &a, const B &b) {
  return detail::combine_parts(a, b, detail::Min{}, "tile.part_min");
}

} // namespace tile
PTO_DSL_END

#endif
