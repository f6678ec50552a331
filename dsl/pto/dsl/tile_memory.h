//===- tile_memory.h - where tiles come from and where they go ----------------===//
#ifndef PTO_DSL_TILE_MEMORY_H
#define PTO_DSL_TILE_MEMORY_H

#include "pto/dsl/scalar_ops.h"
#include "pto/dsl/tensor.h"
#include "pto/dsl/tile.h"

PTO_DSL_BEGIN
namespace detail {

/// Checks that rows x cols at offsets lies inside t, and returns the address of its first element.
template <class T, Index... D>
inline T *plane_at(const Tensor<T, D...> &t, const Index *offsets, [[maybe_unused]] Index rows,
                   [[maybe_unused]] Index cols, const char *op) {
  constexpr Index rank = sizeof...(D);
  PTO_REQUIRE(!t.is_null(), op, "the tensor is null");
  Index start = 0;
  for (Index d = 0; d < rank; ++d) {
    [[maybe_unused]] const Index size = d == rank - 1 ? cols : d == rank - 2 ? rows : 1;
    PTO_REQUIRE(offsets[d] >= 0 && offsets[d] + size <= t.extent(d), op,
                "window [%lld, %lld) of dimension %lld is outside [0, %lld)", offsets[d], offsets[d] + size, d,
                t.extent(d));
    start += offsets[d] * t.stride(d);
  }
  PTO_REQUIRE(rank > 1 || rows <= 1, op, "%lld rows of a tensor of rank 1", rows);
  return t.data() + start;
}

template <class T, Index... D> inline Index row_stride(const Tensor<T, D...> &t) {
  if constexpr (sizeof...(D) >= 2)
    return t.stride(static_cast<Index>(sizeof...(D)) - 2);
  else
    return 0;
}
template <class T, Index... D> inline Index col_stride(const Tensor<T, D...> &t) {
  return t.stride(static_cast<Index>(sizeof...(D)) - 1);
}

template <class A, class T, Index... D>
inline A load_into(const A &tile, const Tensor<T, D...> &src, const Index *offsets, const char *op) {
  const Index rows = tile.valid_rows(), cols = tile.valid_cols();
  PTO_REQUIRE(rows >= 0 && rows <= tile.rows() && cols >= 0 && cols <= tile.cols(), op,
              "%lld x %lld valid elements in a %lld x %lld tile", rows, cols, tile.rows(), tile.cols());
  const T *from = plane_at(src, offsets, rows, cols, op);
  const Index rs = row_stride(src), cs = col_stride(src), sizes[] = {rows, cols}, strides[] = {rs, cs};
  note_window(from, sizes, strides, 2, sizeof(T), false);
  count(&trace::Counters::bytes_loaded, rows * cols * static_cast<Index>(sizeof(T)));
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c)
      tile.put(r, c, from[r * rs + c * cs]);
  return tile;
}

template <class A, class T, Index... D>
inline void store_from(const A &tile, const Index *offsets, const Tensor<T, D...> &dst, Atomic mode) {
  PTO_REQUIRE(!tile.is_null(), "tile.store", "the tile is null");
  const Index rows = tile.valid_rows(), cols = tile.valid_cols();
  T *to = plane_at(dst, offsets, rows, cols, "tile.store");
  const Index rs = row_stride(dst), cs = col_stride(dst), sizes[] = {rows, cols}, strides[] = {rs, cs};
  note_window(to, sizes, strides, 2, sizeof(T), true);
  count(&trace::Counters::bytes_stored, rows * cols * static_cast<Index>(sizeof(T)));
  const bool add = mode == Atomic::Add;
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c) {
      T &cell = to[r * rs + c * cs];
      cell = add ? Add{}(cell, tile.get(r, c)) : tile.get(r, c);
    }
}

/// Copies the valid part of `from` to the elements of `to` that start at (r0, c0).
template <class A, class B> inline void copy_valid(const A &to, Index r0, Index c0, const B &from) {
  for (Index r = 0; r < from.valid_rows(); ++r)
    for (Index c = 0; c < from.valid_cols(); ++c)
      to.put(r0 + r, c0 + c, from.get(r, c));
}

/// The type that `load<R, C, M>` makes.
template <class T, Index R, Index C, Mem M, Index VR, Index VC>
using Loaded = Tile<T, R, C, M, DefaultLayout<M, R, C>, VR, VC>;

} // namespace detail

/// Memories that a load reaches.
template <Mem M>
concept Loadable = M == Mem::Vec || M == Mem::Mat;

namespace tile {

/// Memory of a given size for placing tiles by hand: `auto ub = tile::alloc<8192>();`, then `ub.at(4096)`. Contents
/// are INDETERMINATE.
/// PyPTO: tile.alloc.
template <Index Bytes, Mem M = Mem::Vec>
  requires(Bytes > 0)
PTO_OP("tile.alloc indeterminate")
inline Buffer alloc() {
  detail::count(&trace::Counters::tile_allocs);
  detail::count(&trace::Counters::tile_bytes, Bytes);
  return Buffer(Bytes, M);
}

/// A new tile: `create<float, 32, 32>()`. Contents are INDETERMINATE. Fresh.
/// PyPTO: tile.create; PTO-ISA: a Tile declaration.
template <class T, Index R, Index C, Mem M = Mem::Vec, class L = DefaultLayout<M, R, C>>
  requires(R > 0 && C > 0)
PTO_OP("tile.create indeterminate")
inline Tile<T, R, C, M, L> create() {
  return detail::new_tile<Tile<T, R, C, M, L>>(R, C, R, C);
}

/// ... at a place: it holds what is there, and shares it with every other tile there. \pre it fits
template <class T, Index R, Index C, Mem M = Mem::Vec, class L = DefaultLayout<M, R, C>>
  requires(R > 0 && C > 0)
PTO_OP("tile.create view=0")
inline Tile<T, R, C, M, L> create(TilePlace place) {
  return detail::new_tile_at<Tile<T, R, C, M, L>>(place, R, C, R, C, "tile.create");
}

/// A new tile of dynamic shape: `create<float>({n, 32})`. Contents are INDETERMINATE. Fresh.
template <class T, Mem M = Mem::Vec>
PTO_OP("tile.create indeterminate")
inline Tile<T, dyn, dyn, M> create(Extents<2> shape) {
  return detail::new_tile<Tile<T, dyn, dyn, M>>(shape.v[0], shape.v[1], shape.v[0], shape.v[1]);
}

/// Copies the window of `src` that starts at `offsets` into a new tile: `load<32, 32>(x, {r, 0})`.
/// \param src its last two dimensions are rows and columns (rank 1: one row), the others have size 1
/// \param offsets element offsets, one a dimension of src
/// \pre offsets[d] + size[d] <= src.extent(d)
/// \effect reads src. Fresh. Exact.
/// PyPTO: tile.load; PTO-ISA: TLOAD.
template <Index R, Index C, Mem M = Mem::Vec, class T, Index... D>
  requires(R > 0 && C > 0 && Loadable<M>)
PTO_OP("tile.load fresh reads=0")
inline Tile<T, R, C, M> load(const Tensor<T, D...> &src, Offsets<sizeof...(D)> offsets) {
  return detail::load_into(detail::new_tile<Tile<T, R, C, M>>(R, C, R, C), src, offsets.v, "tile.load");
}

/// ... into a tile at a place: `load<32, 32>(x, {0, 0}, ub.at(0))`. \pre it fits
/// \effect writes the place; the result shares it with every other tile there
template <Index R, Index C, Mem M = Mem::Vec, class T, Index... D>
  requires(R > 0 && C > 0 && Loadable<M>)
PTO_OP("tile.load view=2 reads=0 writes=2")
inline Tile<T, R, C, M> load(const Tensor<T, D...> &src, Offsets<sizeof...(D)> offsets, TilePlace place) {
  return detail::load_into(detail::new_tile_at<Tile<T, R, C, M>>(place, R, C, R, C, "tile.load"), src, offsets.v,
                           "tile.load");
}

/// Loads only `valid.rows` x `valid.cols` elements of an R x C tile; the others are INDETERMINATE.
/// \pre valid.rows <= R, valid.cols <= C, offsets[d] + the valid size <= src.extent(d)
template <Index R, Index C, Mem M = Mem::Vec, class T, Index... D>
  requires(R > 0 && C > 0 && Loadable<M>)
PTO_OP("tile.load fresh reads=0")
inline detail::Loaded<T, R, C, M, dyn, dyn> load(const Tensor<T, D...> &src, Offsets<sizeof...(D)> offsets,
                                                 Valid valid) {
  using A = detail::Loaded<T, R, C, M, dyn, dyn>;
  return detail::load_into(detail::new_tile<A>(R, C, valid.rows, valid.cols), src, offsets.v, "tile.load");
}

/// ... into a tile at a place.
template <Index R, Index C, Mem M = Mem::Vec, class T, Index... D>
  requires(R > 0 && C > 0 && Loadable<M>)
PTO_OP("tile.load view=3 reads=0 writes=3")
inline detail::Loaded<T, R, C, M, dyn, dyn> load(const Tensor<T, D...> &src, Offsets<sizeof...(D)> offsets, Valid valid,
                                                 TilePlace place) {
  using A = detail::Loaded<T, R, C, M, dyn, dyn>;
  return detail::load_into(detail::new_tile_at<A>(place, R, C, valid.rows, valid.cols, "tile.load"), src, offsets.v,
                           "tile.load");
}

/// Loads a window of dynamic size: `load(x, {r, 0}, {rows, cols})`.
template <Mem M = Mem::Vec, class T, Index... D, int N>
  requires(N == 2 && Loadable<M>)
PTO_OP("tile.load fresh reads=0")
inline Tile<T, dyn, dyn, M> load(const Tensor<T, D...> &src, Offsets<sizeof...(D)> offsets, const Index (&shape)[N]) {
  return detail::load_into(detail::new_tile<Tile<T, dyn, dyn, M>>(shape[0], shape[1], shape[0], shape[1]), src,
                           offsets.v, "tile.load");
}

/// Writes the tile into the window of `dst` that starts at `offsets`, and returns dst's handle.
///
/// \param src R x C, valid part vr x vc (only that part is written)
/// \param offsets element offsets, one a dimension of dst
/// \pre T of src and dst equal; offsets[d] + the valid size <= dst.extent(d)
/// \effect writes dst; reads src. In place: handles to dst see it. Exact.
/// PyPTO: tile.store; PTO-ISA: TSTORE.
template <AnyTile A, class T, Index... D>
  requires detail::same_type<ElementOf<A>, T>
PTO_OP("tile.store same=2 writes=2 reads=0")
inline Tensor<T, D...> store(const A &src, Offsets<sizeof...(D)> offsets, const Tensor<T, D...> &dst) {
  detail::store_from(src, offsets.v, dst, Atomic::None);
  return dst;
}

/// ... with Atomic::Add: adds to what is there, one rounding an element, instead of replacing it. \pre as above
/// \effect updates dst; reads src
template <AnyTile A, class T, Index... D>
  requires detail::same_type<ElementOf<A>, T>
PTO_OP("tile.store same=2 updates=2 reads=0")
inline Tensor<T, D...> store(const A &src, Offsets<sizeof...(D)> offsets, const Tensor<T, D...> &dst, Atomic mode) {
  detail::store_from(src, offsets.v, dst, mode);
  return dst;
}

/// Copies a tile to a memory: `move<Mem::Left>(a)`, in that memory's layout. Only the valid part is copied, the rest
/// is INDETERMINATE. Fresh, also within one memory. Exact.
/// PyPTO: tile.move; PTO-ISA: TMOV, TEXTRACT.
template <Mem M, AnyTile A>
PTO_OP("tile.move fresh")
inline typename detail::TileTraits<A>::template In<M> move(const A &src) {
  PTO_REQUIRE(!src.is_null(), "tile.move", "the tile is null");
  auto to = detail::tile_like<typename detail::TileTraits<A>::template In<M>>(src);
  detail::copy_valid(to, 0, 0, src);
  return to;
}

/// ... to a place. \pre it fits and does not overlap src
/// \effect writes the place
template <Mem M, AnyTile A>
PTO_OP("tile.move view=1 reads=0 writes=1")
inline typename detail::TileTraits<A>::template In<M> move(const A &src, TilePlace place) {
  PTO_REQUIRE(!src.is_null(), "tile.move", "the tile is null");
  auto to = detail::new_tile_at<typename detail::TileTraits<A>::template In<M>>(
      place, src.rows(), src.cols(), src.valid_rows(), src.valid_cols(), "tile.move");
  detail::copy_valid(to, 0, 0, src);
  return to;
}

/// The element at an index: `read(t, {r, c})`.
/// \pre inside the tile.
/// PyPTO: tile.read.
template <AnyTile A>
PTO_OP("tile.read scalar")
inline ElementOf<A> read(const A &t, Offsets<2> index) {
  return t(index.v[0], index.v[1]);
}

/// Replaces the element at an index; returns t's handle.
/// \pre inside the tile. In place.
/// PyPTO: tile.write.
template <AnyTile A, Scalar S>
PTO_OP("tile.write same=0 writes=0")
inline A write(const A &t, Offsets<2> index, S value) {
  const Index r = index.v[0], c = index.v[1];
  PTO_REQUIRE(r >= 0 && r < t.rows() && c >= 0 && c < t.cols(), "tile.write", "(%lld, %lld) is outside %lld x %lld", r,
              c, t.rows(), t.cols());
  detail::note_access(t.at(r, c), sizeof(ElementOf<A>), true);
  t.put(r, c, static_cast<ElementOf<A>>(value));
  return t;
}

} // namespace tile
PTO_DSL_END

#endif
