//===- tile_expand.h - a tile and a column or row vector -------------------===//
//
// row_expand_op(a, v): v is R x 1, and row r of the result is op(row r of a, v(r)).
// col_expand_op(a, v): v is 1 x C, and column c of the result is op(column c of a, v(c)).
//
// FRESH, on the valid part of a (the rest of the result is INDETERMINATE), operands left alone, one
// rounding an element as in tile_arith.h.
//
// \pre of every op: same element type; v has a's rows (columns), valid as far as a is
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TILE_EXPAND_H
#define PTO_DSL_TILE_EXPAND_H

#include "pto/dsl/tile_map.h"

PTO_DSL_BEGIN
namespace detail {

template <class A, class V, class F> inline A expand_tile_rows(const A &a, const V &v, F f, const char *op) {
  PTO_REQUIRE(!a.is_null() && !v.is_null(), op, "a tile is null");
  PTO_REQUIRE(v.cols() == 1 && v.rows() == a.rows(), op, "a %lld x %lld vector for a %lld x %lld tile", v.rows(),
              v.cols(), a.rows(), a.cols());
  PTO_REQUIRE(v.valid_rows() >= a.valid_rows() && v.valid_cols() == 1, op,
              "%lld valid elements in the vector, %lld valid rows", v.valid_rows(), a.valid_rows());
  A to = tile_like<A>(a);
  expand_rows<ElementOf<A>>(a.valid_rows(), a.valid_cols(), f, AccessOf<A>::of(to), AccessOf<A>::of(a), v);
  return to;
}

template <class A, class V, class F> inline A expand_tile_cols(const A &a, const V &v, F f, const char *op) {
  PTO_REQUIRE(!a.is_null() && !v.is_null(), op, "a tile is null");
  PTO_REQUIRE(v.rows() == 1 && v.cols() == a.cols(), op, "a %lld x %lld vector for a %lld x %lld tile", v.rows(),
              v.cols(), a.rows(), a.cols());
  PTO_REQUIRE(v.valid_cols() >= a.valid_cols() && v.valid_rows() == 1, op,
              "%lld valid elements in the vector, %lld valid columns", v.valid_cols(), a.valid_cols());
  A to = tile_like<A>(a);
  expand_cols(a.valid_rows(), a.valid_cols(), f, AccessOf<A>::of(to), AccessOf<A>::of(a), AccessOf<V>::of(v));
  return to;
}

} // namespace detail

/// An R x 1 tile for an R x C tile A, and a 1 x C one.
template <class V, class A>
concept ColumnOf = AnyTile<V> && detail::same_type<ElementOf<A>, ElementOf<V>> &&
                   detail::agree(V::static_rows, A::static_rows) && detail::agree(V::static_cols, 1);
template <class V, class A>
concept RowOf = AnyTile<V> && detail::same_type<ElementOf<A>, ElementOf<V>> &&
                detail::agree(V::static_cols, A::static_cols) && detail::agree(V::static_rows, 1);

namespace tile {

/// v copied to every column of a tile shaped as `like`, whose elements are not read. Exact.
/// PyPTO: tile.row_expand; PTO-ISA: TROWEXPAND.
template <AnyTile A, ColumnOf<A> V>
PTO_OP("tile.row_expand fresh reads=1")
inline A row_expand(const A &like, const V &v) {
  return detail::expand_tile_rows(like, v, detail::Second{}, "tile.row_expand");
}

/// a + v(r).
/// PyPTO: tile.row_expand_add; PTO-ISA: TROWEXPANDADD.
template <AnyTile A, ColumnOf<A> V>
PTO_OP("tile.row_expand_add fresh")
inline A row_expand_add(const A &a, const V &v) {
  return detail::expand_tile_rows(a, v, detail::Add{}, "tile.row_expand_add");
}

/// a - v(r).
/// PyPTO: tile.row_expand_sub; PTO-ISA: TROWEXPANDSUB.
template <AnyTile A, ColumnOf<A> V>
PTO_OP("tile.row_expand_sub fresh")
inline A row_expand_sub(const A &a, const V &v) {
  return detail::expand_tile_rows(a, v, detail::Sub{}, "tile.row_expand_sub");
}

/// a * v(r).
/// PyPTO: tile.row_expand_mul; PTO-ISA: TROWEXPANDMUL.
template <AnyTile A, ColumnOf<A> V>
PTO_OP("tile.row_expand_mul fresh")
inline A row_expand_mul(const A &a, const V &v) {
  return detail::expand_tile_rows(a, v, detail::Mul{}, "tile.row_expand_mul");
}

/// a / v(r).
/// PyPTO: tile.row_expand_div; PTO-ISA: TROWEXPANDDIV.
template <AnyTile A, ColumnOf<A> V>
PTO_OP("tile.row_expand_div fresh")
inline A row_expand_div(const A &a, const V &v) {
  return detail::expand_tile_rows(a, v, detail::Div{}, "tile.row_expand_div");
}

/// max(a, v(r)), NaN and zeros as maximum.
/// PyPTO: tile.row_expand_max; PTO-ISA: TROWEXPANDMAX.
template <AnyTile A, ColumnOf<A> V>
PTO_OP("tile.row_expand_max fresh")
inline A row_expand_max(const A &a, const V &v) {
  return detail::expand_tile_rows(a, v, detail::Max{}, "tile.row_expand_max");
}

/// min(a, v(r)), NaN and zeros as minimum.
/// PyPTO: tile.row_expand_min; PTO-ISA: TROWEXPANDMIN.
template <AnyTile A, ColumnOf<A> V>
PTO_OP("tile.row_expand_min fresh")
inline A row_expand_min(const A &a, const V &v) {
  return detail::expand_tile_rows(a, v, detail::Min{}, "tile.row_expand_min");
}

/// exp(a - v(r)): the difference is rounded first.
/// PyPTO: tile.row_expand_expdif; PTO-ISA: TROWEXPANDEXPDIF.
template <FloatTile A, ColumnOf<A> V>
PTO_OP("tile.row_expand_expdif fresh")
inline A row_expand_expdif(const A &a, const V &v) {
  return detail::expand_tile_rows(a, v, detail::ExpDif{}, "tile.row_expand_expdif");
}

/// v copied to every row of a tile shaped as `like`, whose elements are not read. Exact.
/// PyPTO: tile.col_expand; PTO-ISA: TCOLEXPAND.
template <AnyTile A, RowOf<A> V>
PTO_OP("tile.col_expand fresh reads=1")
inline A col_expand(const A &like, const V &v) {
  return detail::expand_tile_cols(like, v, detail::Second{}, "tile.col_expand");
}

/// a + v(c).
/// PyPTO: tile.col_expand_add; PTO-ISA: TCOLEXPANDADD.
template <AnyTile A, RowOf<A> V>
PTO_OP("tile.col_expand_add fresh")
inline A col_expand_add(const A &a, const V &v) {
  return detail::expand_tile_cols(a, v, detail::Add{}, "tile.col_expand_add");
}

/// a - v(c).
/// PyPTO: tile.col_expand_sub; PTO-ISA: TCOLEXPANDSUB.
template <AnyTile A, RowOf<A> V>
PTO_OP("tile.col_expand_sub fresh")
inline A col_expand_sub(const A &a, const V &v) {
  return detail::expand_tile_cols(a, v, detail::Sub{}, "tile.col_expand_sub");
}

/// a * v(c).
/// PyPTO: tile.col_expand_mul; PTO-ISA: TCOLEXPANDMUL.
template <AnyTile A, RowOf<A> V>
PTO_OP("tile.col_expand_mul fresh")
inline A col_expand_mul(const A &a, const V &v) {
  return detail::expand_tile_cols(a, v, detail::Mul{}, "tile.col_expand_mul");
}

/// a / v(c).
/// PyPTO: tile.col_expand_div; PTO-ISA: TCOLEXPANDDIV.
template <AnyTile A, RowOf<A> V>
PTO_OP("tile.col_expand_div fresh")
inline A col_expand_div(const A &a, const V &v) {
  return detail::expand_tile_cols(a, v, detail::Div{}, "tile.col_expand_div");
}

/// max(a, v(c)), NaN and zeros as maximum.
/// PyPTO: tile.col_expand_max; PTO-ISA: TCOLEXPANDMAX.
template <AnyTile A, RowOf<A> V>
PTO_OP("tile.col_expand_max fresh")
inline A col_expand_max(const A &a, const V &v) {
  return detail::expand_tile_cols(a, v, detail::Max{}, "tile.col_expand_max");
}

/// min(a, v(c)), NaN and zeros as minimum.
/// PyPTO: tile.col_expand_min; PTO-ISA: TCOLEXPANDMIN.
template <AnyTile A, RowOf<A> V>
PTO_OP("tile.col_expand_min fresh")
inline A col_expand_min(const A &a, const V &v) {
  return detail::expand_tile_cols(a, v, detail::Min{}, "tile.col_expand_min");
}

/// exp(a - v(c)): the difference is rounded first.
/// PyPTO: tile.col_expand_expdif; PTO-ISA: TCOLEXPANDEXPDIF.
template <FloatTile A, RowOf<A> V>
PTO_OP("tile.col_expand_expdif fresh")
inline A col_expand_expdif(const A &a, const V &v) {
  return detail::expand_tile_cols(a, v, detail::ExpDif{}, "tile.col_expand_expdif");
}

/// Every element s, in a tile shaped as `like`, whose elements are not read.
/// PyPTO: tile.expands; PTO-ISA: TEXPANDS.
template <AnyTile A, Scalar S>
PTO_OP("tile.expands fresh reads=")
inline A expands(const A &like, S s) {
  using T = ElementOf<A>;
  return detail::map<A>(like, detail::Constant<T>{static_cast<T>(s)}, "tile.expands");
}

} // namespace tile
PTO_DSL_END

#endif
