//===- tensor_gather.h - elements of matrices by index --------------------------===//
//
// For tensors of rank 2. As tile_gather.h and tile_sort.h where the names are the same.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TENSOR_GATHER_H
#define PTO_DSL_TENSOR_GATHER_H

#include "pto/dsl/gather_ops.h"
#include "pto/dsl/tensor_map.h"

PTO_DSL_BEGIN
namespace detail {

constexpr Index scaled_cols(Index n, Index by, Index over) { return n == dyn ? dyn : n * by / over; }
template <class A, Index By, Index Over>
using WidenedMatrix = Tensor<typename A::value_type, rows_of<A>, scaled_cols(cols_of<A>, By, Over)>;

template <class A>
concept SortableMatrix =
    Matrix<A> && (same_type<typename A::value_type, float> || same_type<typename A::value_type, half>);

} // namespace detail

namespace tensor {

/// Along dimension Dim: result(r, c) = src(index(r, c), c) for `gather<0>`, src(r, index(r, c)) for `gather<1>`.
/// Fresh, with index's extents and valid extents. Exact.
/// \pre every index lies inside src.
/// PyPTO: tensor.gather.
template <Index Dim, Matrix A, Matrix I>
  requires((Dim == 0 || Dim == 1) && Integer<typename I::value_type>)
PTO_OP("tensor.gather fresh")
inline detail::TensorOf<I, typename A::value_type> gather(const A &src, const I &index) {
  PTO_REQUIRE(!src.is_null() && !index.is_null(), "tensor.gather", "a tensor is null");
  auto to = detail::like<detail::TensorOf<I, typename A::value_type>>(index, "tensor.gather");
  detail::note_tensor(index, false);
  for (Index r = 0; r < index.valid(0); ++r)
    for (Index c = 0; c < index.valid(1); ++c) {
      const Index i = static_cast<Index>(detail::plane(index).get(r, c));
      const Index at[] = {Dim == 0 ? i : r, Dim == 1 ? i : c};
      const auto *p = src.data() + src.offset_of(at, "tensor.gather");
      detail::note_access(p, sizeof *p, false);
      detail::plane(to).put(r, c, *p);
    }
  return to;
}

/// Along dimension Dim: dst(index(r, c), c) = src(r, c) for `scatter<0>`, dst(r, index(r, c)) for `scatter<1>`, in
/// row major order of src, so that of equal targets the last wins. IN PLACE; returns dst's handle. Exact.
/// \pre every index lies inside dst; src and index have the same shape.
/// PyPTO: tensor.scatter.
template <Index Dim, Matrix A, Matrix I, Matrix B>
  requires((Dim == 0 || Dim == 1) && Integer<typename I::value_type> &&
           detail::same_type<typename A::value_type, typename B::value_type> && detail::shapes_agree<I, B>())
PTO_OP("tensor.scatter same=0 writes=0 reads=1,2")
inline A scatter(const A &dst, const I &index, const B &src) {
  using T = typename A::value_type;
  detail::require_same(index, src, "tensor.scatter");
  detail::note_tensor(src, false);
  detail::note_tensor(index, false);
  for (Index r = 0; r < src.valid(0); ++r)
    for (Index c = 0; c < src.valid(1); ++c) {
      const Index i = static_cast<Index>(detail::plane(index).get(r, c));
      const Index at[] = {Dim == 0 ? i : r, Dim == 1 ? i : c};
      T *p = dst.data() + dst.offset_of(at, "tensor.scatter");
      detail::note_access(p, sizeof(T), true);
      *p = detail::plane(src).get(r, c);
    }
  return dst;
}

/// The columns of src that the pattern names, side by side: R x C to R x C/2 or C/4. Fresh. Exact.
/// \pre C is a multiple of 2 or 4.
/// PyPTO: tensor.gather(mask_pattern).
template <MaskPattern P, Matrix A>
PTO_OP("tensor.gather_mask fresh")
inline detail::WidenedMatrix<A, 1, detail::mask_step(P)> gather_mask(const A &src) {
  constexpr Index step = detail::mask_step(P), first = detail::mask_first(P);
  PTO_REQUIRE(!src.is_null() && src.extent(1) % step == 0 && src.valid(1) % step == 0, "tensor.gather_mask",
              "%lld columns (%lld valid) are no multiple of %lld", src.extent(1), src.valid(1), step);
  auto to = detail::new_matrix<detail::WidenedMatrix<A, 1, step>>(src.extent(0), src.extent(1) / step, src.valid(0),
                                                                  src.valid(1) / step, "tensor.gather_mask");
  detail::note_tensor(src, false);
  auto from = detail::plane(src);
  from.data += first * from.col_stride;
  from.col_stride *= step;
  detail::map_elements(to.valid(0), to.valid(1), detail::Copy{}, detail::plane(to), from);
  return to;
}

/// Writes src's columns to the columns of dst that the pattern names; the others keep their elements. IN PLACE;
/// returns dst's handle.
/// \pre dst has 2 or 4 times the columns of src, and its rows. Exact.
/// PyPTO: tensor.scatter(mask_pattern).
template <MaskPattern P, Matrix A, Matrix B>
  requires detail::same_type<typename A::value_type, typename B::value_type>
PTO_OP("tensor.scatter_mask same=0 writes=0 reads=1")
inline A scatter_mask(const A &dst, const B &src) {
  constexpr Index step = detail::mask_step(P), first = detail::mask_first(P);
  PTO_REQUIRE(!dst.is_null() && !src.is_null(), "tensor.scatter_mask", "a tensor is null");
  PTO_REQUIRE(src.extent(0) <= dst.extent(0) && src.extent(1) * step == dst.extent(1), "tensor.scatter_mask",
              "%lld x %lld elements into %lld x %lld", src.extent(0), src.extent(1), dst.extent(0), dst.extent(1));
  detail::note_tensor(src, false);
  auto to = detail::plane(dst);
  to.data += first * to.col_stride;
  to.col_stride *= step;
  const Index sizes[] = {src.valid(0), src.valid(1)}, strides[] = {to.row_stride, to.col_stride};
  detail::note_window(to.data, sizes, strides, 2, sizeof(typename A::value_type), true);
  detail::map_elements(src.valid(0), src.valid(1), detail::Copy{}, to, detail::plane(src));
  return dst;
}

/// Row index(i) of dst = row i of src, in order, so that of equal indices the last wins. IN PLACE; returns dst's
/// handle. Exact.
/// \pre 0 <= index < rows of dst; as many columns.
/// PyPTO: tensor.scatter_update.
template <Matrix A, Integer I, Index N, Matrix B>
  requires(detail::same_type<typename A::value_type, typename B::value_type> &&
           detail::agree(detail::cols_of<A>, detail::cols_of<B>) && detail::agree(N, detail::rows_of<B>))
PTO_OP("tensor.scatter_update same=0 writes=0 reads=1,2")
inline A scatter_update(const A &dst, const Tensor<I, N> &index, const B &src) {
  PTO_REQUIRE(!dst.is_null() && !src.is_null() && !index.is_null(), "tensor.scatter_update", "a tensor is null");
  PTO_REQUIRE(index.extent(0) == src.extent(0) && src.extent(1) == dst.extent(1), "tensor.scatter_update",
              "%lld indices for %lld rows of %lld columns", index.extent(0), src.extent(0), src.extent(1));
  detail::note_tensor(src, false);
  const auto to = detail::plane(dst);
  detail::scatter_rows(
      src.valid(0), src.valid(1), detail::noted<typename A::value_type>(to), dst.extent(0), detail::plane(src),
      [&](Index r) { return static_cast<Index>(index(r)); }, "tensor.scatter_update");
  return dst;
}

/// For each row the columns where `element mode k` holds, in ascending order, and how many: {indices R x C, counts R
/// x 1}, both int32. Indices beyond the count are INDETERMINATE. Fresh.
/// PyPTO: tensor.gather(kvalue, cmp_mode).
template <Matrix A, Scalar S>
PTO_OP("tensor.gather_compare fresh")
inline Pair<detail::TensorOf<A, std::int32_t>, Tensor<std::int32_t, detail::rows_of<A>, 1>> gather_compare(const A &src,
                                                                                                           S k,
                                                                                                           Cmp mode) {
  auto to = detail::like<detail::TensorOf<A, std::int32_t>>(src, "tensor.gather_compare");
  auto counts = detail::new_matrix<Tensor<std::int32_t, detail::rows_of<A>, 1>>(src.extent(0), 1, src.valid(0), 1,
                                                                                "tensor.gather_compare");
  detail::note_tensor(src, false);
  detail::gather_where(src.valid(0), src.valid(1), detail::plane(to), detail::plane(counts), detail::plane(src),
                       static_cast<typename A::value_type>(k), mode);
  return {to, counts};
}

/// Copies a window of src into acc: acc(to + (r, c)) = src(from + (r, c)), or src(from + (c, r)) with `transposed`.
/// IN PLACE; returns acc's handle.
/// \pre both windows lie inside and do not overlap. Exact.
/// PyPTO: tensor.gather_row.
template <Matrix A, Matrix B>
  requires detail::same_type<typename A::value_type, typename B::value_type>
PTO_OP("tensor.gather_row same=0 writes=0 reads=1")
inline A
    gather_row(const A &acc, const B &src, Offsets<2> to, Offsets<2> from, Extents<2> shape, bool transposed = false) {
  using Window = TensorOfRank<typename A::value_type, 2>;
  const Index turned[] = {shape.v[1], shape.v[0]};
  const auto target = detail::window<Window>(acc, to.v, shape.v, "tensor.gather_row");
  const auto source = detail::window<Window>(src, from.v, transposed ? turned : shape.v, "tensor.gather_row");
  auto p = detail::plane(source);
  if (transposed)
    p = {p.data, p.col_stride, p.row_stride};
  detail::note_tensor(source, false);
  detail::note_tensor(target, true);
  detail::map_elements(shape.v[0], shape.v[1], detail::Copy{}, detail::plane(target), p);
  return acc;
}

/// Rows of a paged cache: row i of the result is row block_table(index / block) * block + index % block of src, with
/// index = indices(i). Fresh, R x C. Exact.
/// \pre each block exists.
/// PyPTO: tensor.paged_gather.
template <Matrix A, Integer I, Index R, Integer J, Index B>
PTO_OP("tensor.paged_gather fresh")
inline Tensor<typename A::value_type, R, detail::cols_of<A>> paged_gather(const A &src, const Tensor<I, R> &indices,
                                                                          const Tensor<J, B> &block_table,
                                                                          Index block) {
  using To = Tensor<typename A::value_type, R, detail::cols_of<A>>;
  PTO_REQUIRE(!src.is_null() && !indices.is_null() && !block_table.is_null(), "tensor.paged_gather",
              "a tensor is null");
  PTO_REQUIRE(block > 0, "tensor.paged_gather", "blocks of %lld rows", block);
  const Index rows = indices.extent(0), cols = src.extent(1), sizes[] = {rows, cols};
  To to = detail::new_tensor<To>(sizes, "tensor.paged_gather");
  const auto from = detail::plane(src);
  detail::gather_rows<typename A::value_type>(
      rows, cols, detail::plane(to), detail::noted<typename A::value_type>(from), src.extent(0),
      [&](Index i) {
        const Index logical = static_cast<Index>(indices(i));
        return static_cast<Index>(block_table(logical / block)) * block + logical % block;
      },
      OutOfBounds::Undefined, "tensor.paged_gather");
  return to;
}

/// Each block of 32 values of a row with its indices, as records in descending order; see tile_sort.h. Fresh. Exact.
/// \pre index has the shape of src.
/// PyPTO: tensor.sort32.
template <detail::SortableMatrix A, Matrix I>
  requires(Integer<typename I::value_type> && sizeof(typename I::value_type) == 4 && detail::shapes_agree<A, I>())
PTO_OP("tensor.sort32 fresh")
inline detail::WidenedMatrix<A, 8 / static_cast<Index>(sizeof(typename A::value_type)), 1> sort32(const A &src,
                                                                                                  const I &index) {
  using T = typename A::value_type;
  constexpr Index width = detail::Record<T>::width;
  detail::require_same(src, index, "tensor.sort32");
  auto to = detail::new_matrix<detail::WidenedMatrix<A, width, 1>>(src.extent(0), src.extent(1) * width, src.valid(0),
                                                                   src.valid(1) * width, "tensor.sort32");
  detail::note_tensor(src, false);
  detail::note_tensor(index, false);
  detail::sort_blocks<T>(src.valid(0), src.valid(1), detail::plane(to), detail::plane(src), detail::plane(index));
  return to;
}

/// Merges each four neighbouring runs of `run` columns of a row into one. Fresh. Exact.
/// \pre each run is sorted; run is a whole number of records.
/// PyPTO: tensor.mrgsort(block_len).
template <detail::SortableMatrix A>
PTO_OP("tensor.mrgsort fresh")
inline A mrgsort(const A &src, Index run) {
  using T = typename A::value_type;
  PTO_REQUIRE(run > 0 && run % detail::Record<T>::width == 0, "tensor.mrgsort", "a run of %lld columns", run);
  A to = detail::like<A>(src, "tensor.mrgsort");
  detail::note_tensor(src, false);
  detail::merge_each_four<T>(src.valid(0), src.valid(1), run, detail::plane(to), detail::plane(src));
  return to;
}

/// Merges two to four matrices of sorted records, row by row. Fresh. Exact.
/// \pre same element type, same rows, fully valid; each row of each is sorted.
/// PyPTO: tensor.mrgsort.
template <detail::SortableMatrix A, detail::SortableMatrix... B>
  requires(sizeof...(B) >= 1 && sizeof...(B) <= 3 &&
           (detail::same_type<typename A::value_type, typename B::value_type> && ...))
PTO_OP("tensor.mrgsort fresh")
inline Tensor<typename A::value_type, detail::rows_of<A>, dyn> mrgsort(const A &a, const B &...b) {
  using T = typename A::value_type;
  PTO_REQUIRE(((b.extent(0) == a.extent(0)) && ...), "tensor.mrgsort", "the tensors differ in rows from %lld",
              a.extent(0));
  const Index cols[] = {a.extent(1), b.extent(1)...}, sizes[] = {a.extent(0), (a.extent(1) + ... + b.extent(1))};
  const detail::Plane<T> planes[] = {detail::plane(a), detail::plane(b)...};
  auto to = detail::new_tensor<Tensor<T, detail::rows_of<A>, dyn>>(sizes, "tensor.mrgsort");
  detail::note_tensor(a, false);
  (detail::note_tensor(b, false), ...);
  detail::merge_rows<T>(sizes[0], 1 + static_cast<int>(sizeof...(B)), cols, planes, detail::plane(to));
  return to;
}

} // namespace tensor
PTO_DSL_END

#endif
