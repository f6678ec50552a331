//===- tile_bits.h - bitwise ops, comparisons, selection ----------------------===//
//
// FRESH, on the valid part (the rest of the result is INDETERMINATE), operands left alone, exact. Where the
// PyPTO name is a C++ keyword it has an underscore behind it.
//
// \pre of every form with several tiles: same extents, same valid extents; same element type but for masks
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TILE_BITS_H
#define PTO_DSL_TILE_BITS_H

#include "pto/dsl/tile_map.h"

PTO_DSL_BEGIN
namespace tile {

/// a & b.
/// PyPTO: tile.and; PTO-ISA: TAND, TANDS.
template <IntTile A, SameShape<A> B>
PTO_OP("tile.and fresh")
inline A and_(const A &a, const B &b) {
  return detail::zip<A>(a, b, detail::And{}, "tile.and");
}
/// The same with the scalar s in place of each element of b.
template <IntTile A, Scalar S>
PTO_OP("tile.and fresh")
inline A and_(const A &a, S s) {
  return detail::map_scalar(a, s, detail::And{}, "tile.and");
}

/// a | b.
/// PyPTO: tile.or; PTO-ISA: TOR, TORS.
template <IntTile A, SameShape<A> B>
PTO_OP("tile.or fresh")
inline A or_(const A &a, const B &b) {
  return detail::zip<A>(a, b, detail::Or{}, "tile.or");
}
/// The same with the scalar s in place of each element of b.
template <IntTile A, Scalar S>
PTO_OP("tile.or fresh")
inline A or_(const A &a, S s) {
  return detail::map_scalar(a, s, detail::Or{}, "tile.or");
}

/// a ^ b.
/// PyPTO: tile.xor; PTO-ISA: TXOR, TXORS.
template <IntTile A, SameShape<A> B>
PTO_OP("tile.xor fresh")
inline A xor_(const A &a, const B &b) {
  return detail::zip<A>(a, b, detail::Xor{}, "tile.xor");
}
/// The same with the scalar s in place of each element of b.
template <IntTile A, Scalar S>
PTO_OP("tile.xor fresh")
inline A xor_(const A &a, S s) {
  return detail::map_scalar(a, s, detail::Xor{}, "tile.xor");
}

/// a shifted left; the count is taken modulo the width of the element.
/// PyPTO: tile.shl; PTO-ISA: TSHL, TSHLS.
template <IntTile A, SameShape<A> B>
PTO_OP("tile.shl fresh")
inline A shl(const A &a, const B &b) {
  return detail::zip<A>(a, b, detail::Shl{}, "tile.shl");
}
/// The same with the scalar s in place of each element of b.
template <IntTile A, Scalar S>
PTO_OP("tile.shl fresh")
inline A shl(const A &a, S s) {
  return detail::map_scalar(a, s, detail::Shl{}, "tile.shl");
}

/// a shifted right, signed ones with copies of the sign; the count is taken modulo the width.
/// PyPTO: tile.shr; PTO-ISA: TSHR, TSHRS.
template <IntTile A, SameShape<A> B>
PTO_OP("tile.shr fresh")
inline A shr(const A &a, const B &b) {
  return detail::zip<A>(a, b, detail::Shr{}, "tile.shr");
}
/// The same with the scalar s in place of each element of b.
template <IntTile A, Scalar S>
PTO_OP("tile.shr fresh")
inline A shr(const A &a, S s) {
  return detail::map_scalar(a, s, detail::Shr{}, "tile.shr");
}

/// ~a.
/// PyPTO: tile.not; PTO-ISA: TNOT.
template <IntTile A>
PTO_OP("tile.not fresh")
inline A not_(const A &a) {
  return detail::map<A>(a, detail::Not{}, "tile.not");
}

} // namespace tile

namespace detail {

/// The mask of a comparison: one byte an element.
template <class A> using MaskOf = typename TileTraits<A>::template Of<std::uint8_t>;

} // namespace detail

/// A mask with the extents of A.
template <class B, class A>
concept MaskFor = AnyTile<B> && detail::same_type<ElementOf<B>, std::uint8_t> &&
                  detail::agree(A::static_rows, B::static_rows) && detail::agree(A::static_cols, B::static_cols);

namespace tile {

/// 1 where the comparison of a and b holds, else 0, as a mask of uint8: `cmp(a, b, Cmp::LT)`. With NaN only NE holds.
/// PyPTO: tile.cmp, tile.cmps; PTO-ISA: TCMP, TCMPS (which pack the mask into bits).
template <AnyTile A, SameShape<A> B>
PTO_OP("tile.cmp fresh")
inline detail::MaskOf<A> cmp(const A &a, const B &b, Cmp mode) {
  return detail::zip<detail::MaskOf<A>>(a, b, detail::Compare{mode}, "tile.cmp");
}
/// The same with the scalar s in place of each element of b.
template <AnyTile A, Scalar S>
PTO_OP("tile.cmp fresh")
inline detail::MaskOf<A> cmp(const A &a, S s, Cmp mode) {
  using T = ElementOf<A>;
  return detail::map<detail::MaskOf<A>>(a, detail::CompareScalar<T>{{mode}, static_cast<T>(s)}, "tile.cmp");
}

/// a where the mask is not 0, else b: `sel(mask, a, b)`, `sel(mask, a, s)`.
/// PyPTO: tile.sel, tile.sels; PTO-ISA: TSEL, TSELS.
template <AnyTile M, AnyTile A, SameShape<A> B>
  requires MaskFor<M, A>
PTO_OP("tile.sel fresh")
inline A sel(const M &mask, const A &a, const B &b) {
  detail::require_like(mask, a, "tile.sel");
  detail::require_like(a, b, "tile.sel");
  A to = detail::tile_like<A>(a);
  detail::map_elements(a.valid_rows(), a.valid_cols(), detail::Select<ElementOf<A>>{}, to, mask, a, b);
  return to;
}
/// The same with the scalar s in place of each element of b.
template <AnyTile M, AnyTile A, Scalar S>
  requires MaskFor<M, A>
PTO_OP("tile.sel fresh")
inline A sel(const M &mask, const A &a, S s) {
  using T = ElementOf<A>;
  return detail::zip<A>(mask, a, detail::SelectScalar<T>{static_cast<T>(s)}, "tile.sel");
}

} // namespace tile
PTO_DSL_END

#endif
