//===- tile_reduce.h - reductions along rows and columns ----------------------===//
//
// row_op(a) reduces each row: R x C to R x 1.  col_op(a): R x C to 1 x C.
//
// FRESH, over the valid part, operand left alone. Order: ascending index, one
// accumulator, which starts as the first element. half and bf16 accumulate in float and
// round once at the end; integers wrap. Of an empty row: sum 0, prod 1, max the lowest
// and min the highest number (-inf, inf).
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TILE_REDUCE_H
#define PTO_DSL_TILE_REDUCE_H

#include "pto/dsl/tile_map.h"

PTO_DSL_BEGIN
namespace detail {

template <class A, class T = ElementOf<A>>
using ReducedRows =
    Tile<T, A::static_rows, 1, A::space, DefaultLayout<A::space, A::static_rows, 1>, A::static_valid_rows, 1>;
template <class A, class T = ElementOf<A>>
using ReducedCols =
    Tile<T, 1, A::static_cols, A::space, DefaultLayout<A::space, 1, A::static_cols>, 1, A::static_valid_cols>;

template <class A, class F> inline ReducedRows<A> reduce_rows(const A &a, F f, ElementOf<A> none, const char *op) {
  require_tile(a, op);
  auto to = new_tile<ReducedRows<A>>(a.rows(), 1, a.valid_rows(), 1);
  fold_rows(a.valid_rows(), a.valid_cols(), f, none, to, AccessOf<A>::of(a));
  return to;
}

template <class A, class F> inline ReducedCols<A> reduce_cols(const A &a, F f, ElementOf<A> none, const char *op) {
  require_tile(a, op);
  auto to = new_tile<ReducedCols<A>>(1, a.cols(), 1, a.valid_cols());
  fold_cols(a.valid_rows(), a.valid_cols(), f, none, to, AccessOf<A>::of(a));
  return to;
}

template <class A> inline ReducedRows<A, std::int32_t> best_of_rows(const A &a, bool largest, const char *op) {
  require_tile(a, op);
  PTO_REQUIRE(a.valid_cols() > 0, op, "a row of %lld valid elements", a.valid_cols());
  auto to = new_tile<ReducedRows<A, std::int32_t>>(a.rows(), 1, a.valid_rows(), 1);
  best_in_rows(a.valid_rows(), a.valid_cols(), largest, to, a);
  return to;
}

template <class A> inline ReducedCols<A, std::int32_t> best_of_cols(const A &a, bool largest, const char *op) {
  require_tile(a, op);
  PTO_REQUIRE(a.valid_rows() > 0, op, "a column of %lld valid elements", a.valid_rows());
  auto to = new_tile<ReducedCols<A, std::int32_t>>(1, a.cols(), 1, a.valid_cols());
  best_in_cols(a.valid_rows(), a.valid_cols(), largest, to, a);
  return to;
}

} // namespace detail

namespace tile {

/// Sum of each row, order and accumulation as at the top.
/// PyPTO: tile.row_sum; PTO-ISA: TROWSUM.
template <AnyTile A>
PTO_OP("tile.row_sum fresh")
inline detail::ReducedRows<A> row_sum(const A &a) {
  return detail::reduce_rows(a, detail::Add{}, ElementOf<A>(0), "tile.row_sum");
}

/// Product of each row.
/// PyPTO: tile.row_prod; PTO-ISA: TROWPROD.
template <AnyTile A>
PTO_OP("tile.row_prod fresh")
inline detail::ReducedRows<A> row_prod(const A &a) {
  return detail::reduce_rows(a, detail::Mul{}, ElementOf<A>(1), "tile.row_prod");
}

/// Largest element of each row. NaN loses, -0 < +0 (see math::max), so the order does not matter. Exact.
/// PyPTO: tile.row_max; PTO-ISA: TROWMAX.
template <AnyTile A>
PTO_OP("tile.row_max fresh")
inline detail::ReducedRows<A> row_max(const A &a) {
  return detail::reduce_rows(a, detail::Max{}, detail::lowest<ElementOf<A>>(), "tile.row_max");
}

/// Smallest element of each row. NaN loses, -0 < +0. Exact.
/// PyPTO: tile.row_min; PTO-ISA: TROWMIN.
template <AnyTile A>
PTO_OP("tile.row_min fresh")
inline detail::ReducedRows<A> row_min(const A &a) {
  return detail::reduce_rows(a, detail::Min{}, detail::highest<ElementOf<A>>(), "tile.row_min");
}

/// Index of the first largest element of each row, as int32; NaN loses, -0 = +0.
/// \pre a valid column
/// PyPTO: tile.row_argmax; PTO-ISA: TROWARGMAX.
template <AnyTile A>
PTO_OP("tile.row_argmax fresh")
inline detail::ReducedRows<A, std::int32_t> row_argmax(const A &a) {
  return detail::best_of_rows(a, true, "tile.row_argmax");
}

/// Index of the first smallest element of each row, as int32; NaN loses, -0 = +0.
/// \pre a valid column
/// PyPTO: tile.row_argmin; PTO-ISA: TROWARGMIN.
template <AnyTile A>
PTO_OP("tile.row_argmin fresh")
inline detail::ReducedRows<A, std::int32_t> row_argmin(const A &a) {
  return detail::best_of_rows(a, false, "tile.row_argmin");
}

/// Sum of each column, order and accumulation as at the top.
/// PyPTO: tile.col_sum; PTO-ISA: TCOLSUM.
template <AnyTile A>
PTO_OP("tile.col_sum fresh")
inline detail::ReducedCols<A> col_sum(const A &a) {
  return detail::reduce_cols(a, detail::Add{}, ElementOf<A>(0), "tile.col_sum");
}

/// Product of each column.
/// PyPTO: tile.col_prod; PTO-ISA: TCOLPROD.
template <AnyTile A>
PTO_OP("tile.col_prod fresh")
inline detail::ReducedCols<A> col_prod(const A &a) {
  return detail::reduce_cols(a, detail::Mul{}, ElementOf<A>(1), "tile.col_prod");
}

/// Largest element of each column. NaN loses, -0 < +0. Exact.
/// PyPTO: tile.col_max; PTO-ISA: TCOLMAX.
template <AnyTile A>
PTO_OP("tile.col_max fresh")
inline detail::ReducedCols<A> col_max(const A &a) {
  return detail::reduce_cols(a, detail::Max{}, detail::lowest<ElementOf<A>>(), "tile.col_max");
}

/// Smallest element of each column. NaN loses, -0 < +0. Exact.
/// PyPTO: tile.col_min; PTO-ISA: TCOLMIN.
template <AnyTile A>
PTO_OP("tile.col_min fresh")
inline detail::ReducedCols<A> col_min(const A &a) {
  return detail::reduce_cols(a, detail::Min{}, detail::highest<ElementOf<A>>(), "tile.col_min");
}

/// Index of the first largest element of each column, as int32.
/// \pre a valid row
/// PyPTO: tile.col_argmax; PTO-ISA: TCOLARGMAX.
template <AnyTile A>
PTO_OP("tile.col_argmax fresh")
inline detail::ReducedCols<A, std::int32_t> col_argmax(const A &a) {
  return detail::best_of_cols(a, true, "tile.col_argmax");
}

/// Index of the first smallest element of each column, as int32.
/// \pre a valid row
/// PyPTO: tile.col_argmin; PTO-ISA: TCOLARGMIN.
template <AnyTile A>
PTO_OP("tile.col_argmin fresh")
inline detail::ReducedCols<A, std::int32_t> col_argmin(const A &a) {
  return detail::best_of_cols(a, false, "tile.col_argmin");
}

} // namespace tile
PTO_DSL_END

#endif
