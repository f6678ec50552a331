//===- tile_gather.h - elements by index ---------------------------------------===//
//
// Positions in a tile count its R x C elements in row major order, whatever its layout.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TILE_GATHER_H
#define PTO_DSL_TILE_GATHER_H

#include "pto/dsl/gather_ops.h"
#include "pto/dsl/tile_map.h"
#include "pto/dsl/tile_memory.h"

PTO_DSL_BEGIN
namespace detail {

/// T in the extents of the tile I.
template <class T, class I> using Gathered = typename TileTraits<I>::template Of<T>;

/// One int32 a row of the tile A.
template <class A>
using CountOf = Tile<std::int32_t, A::static_rows, 1, A::space, DefaultLayout<A::space, A::static_rows, 1>,
                     A::static_valid_rows, 1>;

/// A row of C elements for each index of the tile I; 32 bytes for each.
template <class T, Index C, class I>
using GatheredRows =
    Tile<T, I::static_rows, C, Mem::Vec, DefaultLayout<Mem::Vec, I::static_rows, C>, I::static_valid_rows, C>;
template <class A, class I>
using GatheredBlocks =
    Tile<ElementOf<A>, I::static_rows, I::static_cols * 32 / static_cast<Index>(sizeof(ElementOf<A>))>;

constexpr Index scaled(Index n, Index by, Index over) { return n == dyn ? dyn : n * by / over; }

/// A with by / over times the columns.
template <class A, Index By, Index Over>
using Widened = Tile<ElementOf<A>, A::static_rows, scaled(A::static_cols, By, Over), A::space,
                     DefaultLayout<A::space, A::static_rows, scaled(A::static_cols, By, Over)>, A::static_valid_rows,
                     scaled(A::static_valid_cols, By, Over)>;

/// A tensor of rank 1 or 2 as a plane.
template <class T, Index... D> inline Plane<T> plane_of(const Tensor<T, D...> &t) {
  return {t.data(), row_stride(t), col_stride(t)};
}

} // namespace detail

namespace tile {

/// result(r, c) = src at position index(r, c). Fresh, with index's extents and valid extents. Exact.
/// \pre 0 <= index < src.rows() * src.cols(), and the position is valid.
/// PyPTO: tile.gather; PTO-ISA: TGATHER.
template <AnyTile A, IntTile I>
PTO_OP("tile.gather fresh")
inline detail::Gathered<ElementOf<A>, I> gather(const A &src, const I &index) {
  PTO_REQUIRE(!src.is_null() && !index.is_null(), "tile.gather", "a tile is null");
  auto to = detail::tile_like<detail::Gathered<ElementOf<A>, I>>(index);
  detail::gather_flat<ElementOf<A>>(index.valid_rows(), index.valid_cols(), to, src, src.rows(), src.cols(), index,
                                    OutOfBounds::Undefined, "tile.gather");
  return to;
}

/// The columns of src that the pattern names, side by side: R x C to R x C/2 or C/4. Fresh. Exact.
/// \pre C is a multiple of 2 or 4.
/// PyPTO: tile.gather_mask; PTO-ISA: TGATHER with a MaskPattern.
template <MaskPattern P, AnyTile A>
  requires(A::static_cols == dyn || A::static_cols % detail::mask_step(P) == 0)
PTO_OP("tile.gather_mask fresh")
inline detail::Widened<A, 1, detail::mask_step(P)> gather_mask(const A &src) {
  constexpr Index step = detail::mask_step(P), first = detail::mask_first(P);
  detail::require_tile(src, "tile.gather_mask");
  PTO_REQUIRE(src.valid_cols() % step == 0, "tile.gather_mask", "%lld valid columns are no multiple of %lld",
              src.valid_cols(), step);
  auto to = detail::new_tile<detail::Widened<A, 1, step>>(src.rows(), src.cols() / step, src.valid_rows(),
                                                          src.valid_cols() / step);
  for (Index r = 0; r < to.valid_rows(); ++r)
    for (Index c = 0; c < to.valid_cols(); ++c)
      to.put(r, c, src.get(r, c * step + first));
  return to;
}

/// For each row the columns where `element mode k` holds, in ascending order, and how many: {indices R x C, counts R
/// x 1}, both int32. Indices beyond the count are INDETERMINATE. Fresh.
/// PyPTO: tile.gather_compare; PTO-ISA: TGATHER with a comparison.
template <AnyTile A, Scalar S>
PTO_OP("tile.gather_compare fresh")
inline Pair<detail::Gathered<std::int32_t, A>, detail::CountOf<A>> gather_compare(const A &src, S k, Cmp mode) {
  detail::require_tile(src, "tile.gather_compare");
  auto to = detail::tile_like<detail::Gathered<std::int32_t, A>>(src);
  auto counts = detail::new_tile<detail::CountOf<A>>(src.rows(), 1, src.valid_rows(), 1);
  detail::gather_where(src.valid_rows(), src.valid_cols(), to, counts, src, static_cast<ElementOf<A>>(k), mode);
  return {to, counts};
}

/// Blocks of 32 bytes by byte offset into src's storage: block (r, b) of the result is the 32 bytes at offset(r, b).
/// Fresh, R x (B * 32 / sizeof(T)) for R x B offsets. Exact.
/// \pre src is dense and row major without boxes; offsets are multiples of 32 inside it.
/// PyPTO: tile.gatherb; PTO-ISA: TGATHERB.
template <AnyTile A, IntTile I>
  requires(!A::layout::boxed && I::static_rows != dyn && I::static_cols != dyn)
PTO_OP("tile.gatherb fresh")
inline detail::GatheredBlocks<A, I> gatherb(const A &src, const I &offset) {
  constexpr Index n = 32 / static_cast<Index>(sizeof(ElementOf<A>));
  PTO_REQUIRE(!src.is_null() && !offset.is_null(), "tile.gatherb", "a tile is null");
  PTO_REQUIRE(src.is_dense(), "tile.gatherb", "the source has gaps: lead %lld", src.view().lead);
  using B = detail::GatheredBlocks<A, I>;
  B to = detail::new_tile<B>(B::static_rows, B::static_cols, B::static_rows, B::static_cols);
  [[maybe_unused]] const Index bytes = src.rows() * src.cols() * static_cast<Index>(sizeof(ElementOf<A>));
  for (Index r = 0; r < I::static_rows; ++r)
    for (Index b = 0; b < I::static_cols; ++b) {
      const Index at = static_cast<Index>(offset.get(r, b));
      PTO_REQUIRE(at >= 0 && at % 32 == 0 && at + 32 <= bytes, "tile.gatherb", "offset %lld in %lld bytes", at, bytes);
      __builtin_memcpy(to.at(r, b * n), src.view().data + at, 32);
    }
  return to;
}

/// Elements of global memory: result(r, c) = mem at row major position index(r, c). Fresh, with index's extents.
/// Exact.
/// \param mode what a position outside of mem stands for
/// \pre mem has rank 1 or 2.
/// PyPTO: tile.mgather; PTO-ISA: MGATHER.
template <Coalesce How = Coalesce::Element, class T, Index... D, IntTile I>
  requires(How == Coalesce::Element && sizeof...(D) <= 2)
PTO_OP("tile.mgather fresh")
inline detail::Gathered<T, I> mgather(const Tensor<T, D...> &mem, const I &index,
                                      OutOfBounds mode = OutOfBounds::Undefined) {
  PTO_REQUIRE(!mem.is_null() && !index.is_null(), "tile.mgather", "a handle is null");
  auto to = detail::tile_like<detail::Gathered<T, I>>(index);
  const Index cols = mem.extent(mem.rank - 1);
  const auto from = detail::plane_of(mem);
  detail::gather_flat<T>(index.valid_rows(), index.valid_cols(), to, detail::noted<T>(from), mem.size() / cols, cols,
                         index, mode, "tile.mgather");
  return to;
}

/// Rows of global memory: row r of the result is row index(r, 0) of mem, N x C. Fresh, R x C for R x 1 indices.
/// Exact. `mgather<Coalesce::Row>(mem, index)`.
/// PyPTO: tile.mgather; PTO-ISA: MGATHER.
template <Coalesce How, class T, Index N, Index C, IntTile I>
  requires(How == Coalesce::Row && detail::agree(I::static_cols, 1))
PTO_OP("tile.mgather fresh")
inline detail::GatheredRows<T, C, I> mgather(const Tensor<T, N, C> &mem, const I &index,
                                             OutOfBounds mode = OutOfBounds::Undefined) {
  using B = detail::GatheredRows<T, C, I>;
  PTO_REQUIRE(!mem.is_null() && !index.is_null(), "tile.mgather", "a handle is null");
  B to = detail::new_tile<B>(index.rows(), mem.extent(1), index.valid_rows(), mem.extent(1));
  const auto from = detail::plane_of(mem);
  detail::gather_rows<T>(
      to.valid_rows(), to.valid_cols(), to, detail::noted<T>(from), mem.extent(0),
      [&](Index r) { return static_cast<Index>(index.get(r, 0)); }, mode, "tile.mgather");
  return to;
}

/// Writes src to elements of global memory: mem at position index(r, c) = src(r, c), in row major order of src, so
/// that of equal indices the last one wins. IN PLACE; returns mem's handle. Exact.
/// \pre 0 <= index < the elements of mem; mem has rank 1 or 2.
/// PyPTO: tile.mscatter; PTO-ISA: MSCATTER.
template <AnyTile A, IntTile I, class T, Index... D>
  requires(detail::same_type<ElementOf<A>, T> && sizeof...(D) <= 2 && detail::agree(A::static_rows, I::static_rows) &&
           detail::agree(A::static_cols, I::static_cols))
PTO_OP("tile.mscatter same=2 writes=2 reads=0,1")
inline Tensor<T, D...> mscatter(const A &src, const I &index, const Tensor<T, D...> &mem) {
  detail::require_like(src, index, "tile.mscatter");
  PTO_REQUIRE(!mem.is_null(), "tile.mscatter", "the tensor is null");
  const Index cols = mem.extent(mem.rank - 1);
  const auto to = detail::plane_of(mem);
  detail::scatter_flat<T>(src.valid_rows(), src.valid_cols(), detail::noted<T>(to), mem.size() / cols, cols, src, index,
                          "tile.mscatter");
  return mem;
}

/// dst at position index(r, c) = src(r, c), in row major order of src, so that of equal indices the last one wins. IN
/// PLACE; returns dst's handle.
/// \pre 0 <= index < the elements of dst; src and index have the same shape. Exact.
/// PyPTO: tile.scatter; PTO-ISA: TSCATTER.
template <AnyTile A, AnyTile B, IntTile I>
  requires(detail::same_type<ElementOf<A>, ElementOf<B>> && detail::agree(B::static_rows, I::static_rows) &&
           detail::agree(B::static_cols, I::static_cols))
PTO_OP("tile.scatter same=0 writes=0 reads=1,2")
inline A scatter(const A &dst, const B &src, const I &index) {
  detail::require_like(src, index, "tile.scatter");
  detail::require_tile(dst, "tile.scatter");
  using T = ElementOf<A>;
  detail::scatter_flat<T>(src.valid_rows(), src.valid_cols(), detail::noted<T>(dst), dst.rows(), dst.cols(), src, index,
                          "tile.scatter");
  return dst;
}

/// Writes src's columns to the columns of dst that the pattern names; the others keep their elements. IN PLACE;
/// returns dst's handle.
/// \pre dst has 2 or 4 times the columns of src. Exact.
/// PyPTO: tile.scatter_mask; PTO-ISA: TSCATTER.
template <MaskPattern P, AnyTile A, AnyTile B>
  requires(detail::same_type<ElementOf<A>, ElementOf<B>> &&
           detail::agree(A::static_cols, detail::scaled(B::static_cols, detail::mask_step(P), 1)))
PTO_OP("tile.scatter_mask same=0 writes=0 reads=1")
inline A scatter_mask(const A &dst, const B &src) {
  constexpr Index step = detail::mask_step(P), first = detail::mask_first(P);
  PTO_REQUIRE(!dst.is_null() && !src.is_null(), "tile.scatter_mask", "a tile is null");
  PTO_REQUIRE(src.valid_rows() <= dst.rows() && src.cols() * step == dst.cols(), "tile.scatter_mask",
              "%lld x %lld elements into %lld x %lld", src.rows(), src.cols(), dst.rows(), dst.cols());
  for (Index r = 0; r < src.valid_rows(); ++r)
    for (Index c = 0; c < src.valid_cols(); ++c)
      detail::noted<ElementOf<A>>(dst).put(r, c * step + first, src.get(r, c));
  return dst;
}

/// Row index(r, 0) of dst = row r of src, in order, so that of equal indices the last one wins. IN PLACE; returns
/// dst's handle.
/// \pre 0 <= index < rows of dst; as many columns. Exact.
/// PyPTO: tile.scatter_update.
template <AnyTile A, IntTile I, AnyTile B>
  requires(detail::same_type<ElementOf<A>, ElementOf<B>> && detail::agree(A::static_cols, B::static_cols) &&
           detail::agree(I::static_cols, 1))
PTO_OP("tile.scatter_update same=0 writes=0 reads=1,2")
inline A scatter_update(const A &dst, const I &index, const B &src) {
  PTO_REQUIRE(!dst.is_null() && !src.is_null() && !index.is_null(), "tile.scatter_update", "a tile is null");
  PTO_REQUIRE(index.valid_rows() == src.valid_rows() && src.valid_cols() <= dst.cols(), "tile.scatter_update",
              "%lld indices for %lld rows of %lld columns", index.valid_rows(), src.valid_rows(), src.valid_cols());
  detail::scatter_rows(
      src.valid_rows(), src.valid_cols(), detail::noted<ElementOf<A>>(dst), dst.rows(), src,
      [&](Index r) { return static_cast<Index>(index.get(r, 0)); }, "tile.scatter_update");
  return dst;
}

/// Copies a rows x cols window of global memory into a tile: acc(to + (r, c)) = src(from + (r, c)), or src(from + (c,
/// r)) with `transposed`. IN PLACE; returns acc's handle.
/// \pre both windows lie inside. Exact.
/// PyPTO: tile.gather_row.
template <AnyTile A, class T, Index... D>
  requires(detail::same_type<ElementOf<A>, T> && sizeof...(D) >= 2)
PTO_OP("tile.gather_row same=0 writes=0 reads=1")
inline A gather_row(const A &acc, const Tensor<T, D...> &src, Offsets<2> to, Offsets<sizeof...(D)> from,
                    Extents<2> shape, bool transposed = false) {
  const Index rows = shape.v[0], cols = shape.v[1], r0 = to.v[0], c0 = to.v[1];
  detail::require_tile(acc, "tile.gather_row");
  PTO_REQUIRE(r0 >= 0 && r0 + rows <= acc.rows() && c0 >= 0 && c0 + cols <= acc.cols(), "tile.gather_row",
              "the window at (%lld, %lld) overhangs a %lld x %lld tile", r0, c0, acc.rows(), acc.cols());
  const detail::Plane<T> p{
      detail::plane_at(src, from.v, transposed ? cols : rows, transposed ? rows : cols, "tile.gather_row"),
      detail::row_stride(src), detail::col_stride(src)};
  const auto from_src = detail::noted<T>(p);
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c)
      detail::noted<T>(acc).put(r0 + r, c0 + c, from_src.get(transposed ? c : r, transposed ? r : c));
  return acc;
}

/// Rows of a paged cache: row i of the result is row block_table(index / block) * block + index % block of src, with
/// index = indices(i). Fresh, R x C. Exact. `paged_gather<R>(src, indices, block_table, block)`
/// \pre indices holds R entries, each block exists.
/// PyPTO: tile.paged_gather.
template <Index R, class T, Index N, Index C, Integer I, Index A, Integer J, Index B>
  requires(R > 0 && C > 0)
PTO_OP("tile.paged_gather fresh")
inline Tile<T, R, C> paged_gather(const Tensor<T, N, C> &src, const Tensor<I, A> &indices,
                                  const Tensor<J, B> &block_table, Index block) {
  PTO_REQUIRE(!src.is_null() && !indices.is_null() && !block_table.is_null(), "tile.paged_gather", "a handle is null");
  PTO_REQUIRE(indices.extent(0) >= R && block > 0, "tile.paged_gather", "%lld indices for %lld rows in blocks of %lld",
              indices.extent(0), R, block);
  auto to = detail::new_tile<Tile<T, R, C>>(R, C, R, C);
  const auto from = detail::plane_of(src);
  detail::gather_rows<T>(
      R, C, to, detail::noted<T>(from), src.extent(0),
      [&](Index i) {
        const Index logical = static_cast<Index>(indices(i));
        return static_cast<Index>(block_table(logical / block)) * block + logical % block;
      },
      OutOfBounds::Undefined, "tile.paged_gather");
  return to;
}

} // namespace tile
PTO_DSL_END

#endif
