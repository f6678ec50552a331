//===- tensor_reduce.h - rows and columns of matrices ----------------------===//
//
// The tensor forms of tile_reduce.h and tile_expand.h, for tensors of rank 2: the same order
// (ascending, one accumulator), accumulation type and roundings. FRESH and dense, operands left alone.
//
// \pre of every expansion: same element type; the vector has the rows (columns) of a, valid as far as a is
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TENSOR_REDUCE_H
#define PTO_DSL_TENSOR_REDUCE_H

#include "pto/dsl/tensor_map.h"

PTO_DSL_BEGIN
namespace detail {

template <class A, class T = typename A::value_type> using RowsReduced = Tensor<T, rows_of<A>, 1>;
template <class A, class T = typename A::value_type> using ColsReduced = Tensor<T, 1, cols_of<A>>;

template <class A, class F>
inline RowsReduced<A> reduce_matrix_rows(const A &a, F f, typename A::value_type none, const char *op) {
  PTO_REQUIRE(!a.is_null(), op, "the tensor is null");
  auto to = new_matrix<RowsReduced<A>>(a.extent(0), 1, a.valid(0), 1, op);
  note_tensor(a, false);
  fold_rows(a.valid(0), a.valid(1), f, none, plane(to), plane(a));
  return to;
}
template <class A, class F>
inline ColsReduced<A> reduce_matrix_cols(const A &a, F f, typename A::value_type none, const char *op) {
  PTO_REQUIRE(!a.is_null(), op, "the tensor is null");
  auto to = new_matrix<ColsReduced<A>>(1, a.extent(1), 1, a.valid(1), op);
  note_tensor(a, false);
  fold_cols(a.valid(0), a.valid(1), f, none, plane(to), plane(a));
  return to;
}
template <class A> inline RowsReduced<A, std::int32_t> best_of_matrix_rows(const A &a, bool largest, const char *op) {
  PTO_REQUIRE(!a.is_null() && a.valid(1) > 0, op, "a row has no element");
  auto to = new_matrix<RowsReduced<A, std::int32_t>>(a.extent(0), 1, a.valid(0), 1, op);
  note_tensor(a, false);
  best_in_rows(a.valid(0), a.valid(1), largest, plane(to), plane(a));
  return to;
}
template <class A> inline ColsReduced<A, std::int32_t> best_of_matrix_cols(const A &a, bool largest, const char *op) {
  PTO_REQUIRE(!a.is_null() && a.valid(0) > 0, op, "a column has no element");
  auto to = new_matrix<ColsReduced<A, std::int32_t>>(1, a.extent(1), 1, a.valid(1), op);
  note_tensor(a, false);
  best_in_cols(a.valid(0), a.valid(1), largest, plane(to), plane(a));
  return to;
}

template <class A, class V, class F> inline A expand_matrix_rows(const A &a, const V &v, F f, const char *op) {
  PTO_REQUIRE(!v.is_null() && v.extent(0) == a.extent(0) && v.extent(1) == 1 && v.valid(0) >= a.valid(0), op,
              "a %lld x %lld vector for %lld rows", v.extent(0), v.extent(1), a.extent(0));
  A to = like<A>(a, op);
  note_tensor(a, false);
  note_tensor(v, false);
  expand_rows<typename A::value_type>(a.valid(0), a.valid(1), f, plane(to), plane(a), plane(v));
  return to;
}
template <class A, class V, class F> inline A expand_matrix_cols(const A &a, const V &v, F f, const char *op) {
  PTO_REQUIRE(!v.is_null() && v.extent(1) == a.extent(1) && v.extent(0) == 1 && v.valid(1) >= a.valid(1), op,
              "a %lld x %lld vector for %lld columns", v.extent(0), v.extent(1), a.extent(1));
  A to = like<A>(a, op);
  note_tensor(a, false);
  note_tensor(v, false);
  expand_cols(a.valid(0), a.valid(1), f, plane(to), plane(a), plane(v));
  return to;
}

} // namespace detail

/// An R x 1 matrix for an R x C matrix A, and a 1 x C one.
template <class V, class A>
concept ColumnOfMatrix = Matrix<V> && detail::same_type<typename A::value_type, typename V::value_type> &&
                         detail::agree(detail::rows_of<V>, detail::rows_of<A>) && detail::agree(detail::cols_of<V>, 1);
template <class V, class A>
concept RowOfMatrix = Matrix<V> && detail::same_type<typename A::value_type, typename V::value_type> &&
                      detail::agree(detail::cols_of<V>, detail::cols_of<A>) && detail::agree(detail::rows_of<V>, 1);

namespace tensor {

/// Sum of each row.
/// PyPTO: tensor.row_sum.
template <Matrix A, class T = typename A::value_type>
PTO_OP("tensor.row_sum fresh")
inline detail::RowsReduced<A> row_sum(const A &a) {
  return detail::reduce_matrix_rows(a, detail::Add{}, T(0), "tensor.row_sum");
}

/// Product of each row.
/// PyPTO: tensor.row_prod.
template <Matrix A, class T = typename A::value_type>
PTO_OP("tensor.row_prod fresh")
inline detail::RowsReduced<A> row_prod(const A &a) {
  return detail::reduce_matrix_rows(a, detail::Mul{}, T(1), "tensor.row_prod");
}

/// Largest element of each row; NaN loses, -0 < +0. Exact.
/// PyPTO: tensor.row_max.
template <Matrix A, class T = typename A::value_type>
PTO_OP("tensor.row_max fresh")
inline detail::RowsReduced<A> row_max(const A &a) {
  return detail::reduce_matrix_rows(a, detail::Max{}, detail::lowest<T>(), "tensor.row_max");
}

/// Smallest element of each row; NaN loses, -0 < +0. Exact.
/// PyPTO: tensor.row_min.
template <Matrix A, class T = typename A::value_type>
PTO_OP("tensor.row_min fresh")
inline detail::RowsReduced<A> row_min(const A &a) {
  return detail::reduce_matrix_rows(a, detail::Min{}, detail::highest<T>(), "tensor.row_min");
}

/// Index of the first largest element of each row, as int32; NaN loses.
/// \pre there is one.
/// PyPTO: tensor.row_argmax.
template <Matrix A>
PTO_OP("tensor.row_argmax fresh")
inline detail::RowsReduced<A, std::int32_t> row_argmax(const A &a) {
  return detail::best_of_matrix_rows(a, true, "tensor.row_argmax");
}

/// Index of the first smallest element of each row, as int32; NaN loses.
/// \pre there is one.
/// PyPTO: tensor.row_argmin.
template <Matrix A>
PTO_OP("tensor.row_argmin fresh")
inline detail::RowsReduced<A, std::int32_t> row_argmin(const A &a) {
  return detail::best_of_matrix_rows(a, false, "tensor.row_argmin");
}

/// Sum of each column.
/// PyPTO: tensor.col_sum.
template <Matrix A, class T = typename A::value_type>
PTO_OP("tensor.col_sum fresh")
inline detail::ColsReduced<A> col_sum(const A &a) {
  return detail::reduce_matrix_cols(a, detail::Add{}, T(0), "tensor.col_sum");
}

/// Product of each column.
/// PyPTO: tensor.col_prod.
template <Matrix A, class T = typename A::value_type>
PTO_OP("tensor.col_prod fresh")
inline detail::ColsReduced<A> col_prod(const A &a) {
  return detail::reduce_matrix_cols(a, detail::Mul{}, T(1), "tensor.col_prod");
}

/// Largest element of each column; NaN loses, -0 < +0. Exact.
/// PyPTO: tensor.col_max.
template <Matrix A, class T = typename A::value_type>
PTO_OP("tensor.col_max fresh")
inline detail::ColsReduced<A> col_max(const A &a) {
  return detail::reduce_matrix_cols(a, detail::Max{}, detail::lowest<T>(), "tensor.col_max");
}

/// Smallest element of each column; NaN loses, -0 < +0. Exact.
/// PyPTO: tensor.col_min.
template <Matrix A, class T = typename A::value_type>
PTO_OP("tensor.col_min fresh")
inline detail::ColsReduced<A> col_min(const A &a) {
  return detail::reduce_matrix_cols(a, detail::Min{}, detail::highest<T>(), "tensor.col_min");
}

/// Index of the first largest element of each column, as int32; NaN loses.
/// \pre there is one.
/// PyPTO: tensor.col_argmax.
template <Matrix A>
PTO_OP("tensor.col_argmax fresh")
inline detail::ColsReduced<A, std::int32_t> col_argmax(const A &a) {
  return detail::best_of_matrix_cols(a, true, "tensor.col_argmax");
}

/// Index of the first smallest element of each column, as int32; NaN loses.
/// \pre there is one.
/// PyPTO: tensor.col_argmin.
template <Matrix A>
PTO_OP("tensor.col_argmin fresh")
inline detail::ColsReduced<A, std::int32_t> col_argmin(const A &a) {
  return detail::best_of_matrix_cols(a, false, "tensor.col_argmin");
}

/// v copied to every column of a tensor shaped as `like`, whose elements are not read.
/// PyPTO: tensor.row_expand.
template <Matrix A, ColumnOfMatrix<A> V>
PTO_OP("tensor.row_expand fresh reads=1")
inline A row_expand(const A &like, const V &v) {
  return detail::expand_matrix_rows(like, v, detail::Second{}, "tensor.row_expand");
}

/// a + v(r).
/// PyPTO: tensor.row_expand_add.
template <Matrix A, ColumnOfMatrix<A> V>
PTO_OP("tensor.row_expand_add fresh")
inline A row_expand_add(const A &a, const V &v) {
  return detail::expand_matrix_rows(a, v, detail::Add{}, "tensor.row_expand_add");
}

/// a - v(r).
/// PyPTO: tensor.row_expand_sub.
template <Matrix A, ColumnOfMatrix<A> V>
PTO_OP("tensor.row_expand_sub fresh")
inline A row_expand_sub(const A &a, const V &v) {
  return detail::expand_matrix_rows(a, v, detail::Sub{}, "tensor.row_expand_sub");
}

/// a * v(r).
/// PyPTO: tensor.row_expand_mul.
template <Matrix A, ColumnOfMatrix<A> V>
PTO_OP("tensor.row_expand_mul fresh")
inline A row_expand_mul(const A &a, const V &v) {
  return detail::expand_matrix_rows(a, v, detail::Mul{}, "tensor.row_expand_mul");
}

/// a / v(r).
/// PyPTO: tensor.row_expand_div.
template <Matrix A, ColumnOfMatrix<A> V>
PTO_OP("tensor.row_expand_div fresh")
inline A row_expand_div(const A &a, const V &v) {
  return detail::expand_matrix_rows(a, v, detail::Div{}, "tensor.row_expand_div");
}

/// max(a, v(r)), as maximum.
/// PyPTO: tensor.row_expand_max.
template <Matrix A, ColumnOfMatrix<A> V>
PTO_OP("tensor.row_expand_max fresh")
inline A row_expand_max(const A &a, const V &v) {
  return detail::expand_matrix_rows(a, v, detail::Max{}, "tensor.row_expand_max");
}

/// min(a, v(r)), as minimum.
/// PyPTO: tensor.row_expand_min.
template <Matrix A, ColumnOfMatrix<A> V>
PTO_OP("tensor.row_expand_min fresh")
inline A row_expand_min(const A &a, const V &v) {
  return detail::expand_matrix_rows(a, v, detail::Min{}, "tensor.row_expand_min");
}

/// exp(a - v(r)): the difference is rounded first.
/// PyPTO: tensor.row_expand_expdif.
template <Matrix A, ColumnOfMatrix<A> V>
  requires Floating<typename A::value_type>
PTO_OP("tensor.row_expand_expdif fresh")
inline A row_expand_expdif(const A &a, const V &v) {
  return detail::expand_matrix_rows(a, v, detail::ExpDif{}, "tensor.row_expand_expdif");
}

/// v copied to every row of a tensor shaped as `like`, whose elements are not read.
/// PyPTO: tensor.col_expand.
template <Matrix A, RowOfMatrix<A> V>
PTO_OP("tensor.col_expand fresh reads=1")
inline A col_expand(const A &like, const V &v) {
  return detail::expand_matrix_cols(like, v, detail::Second{}, "tensor.col_expand");
}

/// a + v(c).
/// PyPTO: tensor.col_expand_add.
template <Matrix A, RowOfMatrix<A> V>
PTO_OP("tensor.col_expand_add fresh")
inline A col_expand_add(const A &a, const V &v) {
  return detail::expand_matrix_cols(a, v, detail::Add{}, "tensor.col_expand_add");
}

/// a - v(c).
/// PyPTO: tensor.col_expand_sub.
template <Matrix A, RowOfMatrix<A> V>
PTO_OP("tensor.col_expand_sub fresh")
inline A col_expand_sub(const A &a, const V &v) {
  return detail::expand_matrix_cols(a, v, detail::Sub{}, "tensor.col_expand_sub");
}

/// a * v(c).
/// PyPTO: tensor.col_expand_mul.
template <Matrix A, RowOfMatrix<A> V>
PTO_OP("tensor.col_expand_mul fresh")
inline A col_expand_mul(const A &a, const V &v) {
  return detail::expand_matrix_cols(a, v, detail::Mul{}, "tensor.col_expand_mul");
}

/// a / v(c).
/// PyPTO: tensor.col_expand_div.
template <Matrix A, RowOfMatrix<A> V>
PTO_OP("tensor.col_expand_div fresh")
inline A col_expand_div(const A &a, const V &v) {
  return detail::expand_matrix_cols(a, v, detail::Div{}, "tensor.col_expand_div");
}

/// max(a, v(c)), as maximum.
/// PyPTO: tensor.col_expand_max.
template <Matrix A, RowOfMatrix<A> V>
PTO_OP("tensor.col_expand_max fresh")
inline A col_expand_max(const A &a, const V &v) {
  return detail::expand_matrix_cols(a, v, detail::Max{}, "tensor.col_expand_max");
}

/// min(a, v(c)), as minimum.
/// PyPTO: tensor.col_expand_min.
template <Matrix A, RowOfMatrix<A> V>
PTO_OP("tensor.col_expand_min fresh")
inline A col_expand_min(const A &a, const V &v) {
  return detail::expand_matrix_cols(a, v, detail::Min{}, "tensor.col_expand_min");
}

/// exp(a - v(c)): the difference is rounded first.
/// PyPTO: tensor.col_expand_expdif.
template <Matrix A, RowOfMatrix<A> V>
  requires Floating<typename A::value_type>
PTO_OP("tensor.col_expand_expdif fresh")
inline A col_expand_expdif(const A &a, const V &v) {
  return detail::expand_matrix_cols(a, v, detail::ExpDif{}, "tensor.col_expand_expdif");
}

/// Every element s, in a tensor shaped as `like`, whose elements are not read.
/// PyPTO: tensor.expands.
template <AnyTensor A, Scalar S>
PTO_OP("tensor.expands fresh reads=")
inline A expands(const A &like, S s) {
  using T = typename A::value_type;
  A to = detail::like<A>(like, "tensor.expands");
  detail::map_lines(to, detail::Constant<T>{static_cast<T>(s)}, to);
  return to;
}

/// src copied along every dimension where it has extent 1, to the shape of `like`, whose elements are not read.
/// Exact.
/// \pre same rank; each extent of src is 1 or like's.
/// PyPTO: tensor.expand_clone.
template <AnyTensor A, AnyTensor B>
  requires(A::rank == B::rank && detail::same_type<typename A::value_type, typename B::value_type>)
PTO_OP("tensor.expand_clone fresh reads=0")
inline B expand_clone(const A &src, const B &like) {
  B to = detail::like<B>(like, "tensor.expand_clone");
  Index sizes[B::rank], strides[B::rank];
  for (Index d = 0; d < B::rank; ++d) {
    PTO_REQUIRE(src.extent(d) == 1 || src.extent(d) == like.extent(d), "tensor.expand_clone",
                "extent %lld of dimension %lld cannot become %lld", src.extent(d), d, like.extent(d));
    sizes[d] = like.extent(d);
    strides[d] = src.extent(d) == 1 ? 0 : src.stride(d);
  }
  detail::map_lines(to, detail::Copy{},
                    TensorOfRank<typename A::value_type, B::rank>(src.data(), sizes, strides, sizes, src.owner()));
  return to;
}

} // namespace tensor
PTO_DSL_END

#endif
