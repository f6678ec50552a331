//===- tile_shape.h - other ways to see the same bytes ------------------------===//
//
// reshape, reinterpret, slice, transpose_view and set_validshape are views: the result
// shares the bytes of its source, and a write through one is seen through the other.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TILE_SHAPE_H
#define PTO_DSL_TILE_SHAPE_H

#include "pto/dsl/tile_memory.h"

PTO_DSL_BEGIN
namespace detail {

/// The layout of a reshaped tile: what its memory wants, unless the source had chosen another.
template <class A, Index R, Index C> struct ReshapedLayout {
  using L = typename A::layout;
  using Default = DefaultLayout<A::space, R, C>;
  template <bool Usual, class X, class Y> struct Pick {
    using type = X;
  };
  template <class X, class Y> struct Pick<false, X, Y> {
    using type = Y;
  };
  static constexpr bool usual = same_type<L, DefaultLayout<A::space, A::static_rows, A::static_cols>>;
  using type = typename Pick<usual, Default, L>::type;
};

template <class A, Index R, Index C>
inline constexpr bool same_extents = R != dyn && C != dyn && R == A::static_rows && C == A::static_cols;

/// The type of reshape<R, C>(a). The shape that a has already keeps everything.
template <class A, Index R, Index C, bool Same = same_extents<A, R, C>> struct ReshapedType {
  using type = Tile<ElementOf<A>, R, C, A::space, typename ReshapedLayout<A, R, C>::type>;
};
template <class A, Index R, Index C> struct ReshapedType<A, R, C, true> {
  using type = A;
};
template <class A, Index R, Index C> using Reshaped = typename ReshapedType<A, R, C>::type;
template <class A, Index R, Index C>
using ReshapedValid = Tile<ElementOf<A>, R, C, A::space, typename Reshaped<A, R, C>::layout, dyn, dyn>;

/// a's bytes as a tile of type B.
template <class B, class A>
inline B reshaped(const A &a, Index rows, Index cols, Index valid_rows, Index valid_cols,
                  [[maybe_unused]] bool need_valid) {
  count(&trace::Counters::reshapes);
  PTO_REQUIRE(!a.is_null(), "tile.reshape", "the tile is null");
  PTO_REQUIRE(rows * cols == a.rows() * a.cols(), "tile.reshape", "%lld x %lld elements cannot become %lld x %lld",
              a.rows(), a.cols(), rows, cols);
  PTO_REQUIRE(valid_rows >= 0 && valid_rows <= rows && valid_cols >= 0 && valid_cols <= cols, "tile.reshape",
              "%lld x %lld valid elements in a %lld x %lld tile", valid_rows, valid_cols, rows, cols);
  PTO_REQUIRE(!need_valid || a.is_fully_valid(), "tile.reshape", "only %lld x %lld of %lld x %lld elements are valid",
              a.valid_rows(), a.valid_cols(), a.rows(), a.cols());
  if constexpr (same_type<typename A::layout, typename B::layout>)
    if (rows == a.rows() && cols == a.cols())
      return reseen<B>(a, valid_rows, valid_cols);
  PTO_REQUIRE(a.is_dense(), "tile.reshape",
              "the tile has gaps or unfinished boxes: %lld x %lld in a buffer of lead %lld", a.rows(), a.cols(),
              a.view().lead);
  [[maybe_unused]] constexpr Index size = sizeof(ElementOf<B>);
  PTO_REQUIRE(rows % B::layout::box_rows(size) == 0 && cols % B::layout::box_cols(size) == 0, "tile.reshape",
              "%lld x %lld elements do not fill boxes of %lld x %lld", rows, cols, B::layout::box_rows(size),
              B::layout::box_cols(size));
  return place_tile<B>(a.at(0, 0), a.view().owner, rows, cols, valid_rows, valid_cols);
}

/// The view `seen`, or a copy of it when the place is another one than its own.
template <class B> inline B settle(const B &seen, const TilePlace &place) {
  auto to = new_tile_at<B>(place, seen.rows(), seen.cols(), seen.valid_rows(), seen.valid_cols(), "tile.reshape");
  if (to.at(0, 0) != seen.at(0, 0))
    copy_valid(to, 0, 0, seen);
  return to;
}

template <class U, class A>
using Reinterpreted =
    Tile<U, A::static_rows, A::static_cols *static_cast<Index>(sizeof(ElementOf<A>)) / static_cast<Index>(sizeof(U)),
         A::space, typename A::layout>;

template <class A>
using Transposed =
    Tile<ElementOf<A>, A::static_cols, A::static_rows, A::space,
         DefaultLayout<A::space, A::static_cols, A::static_rows>, A::static_valid_cols, A::static_valid_rows>;

/// Boxes and elements in the opposite order; the order inside a box turns, too.
template <class L> struct OppositeLayout {
  using type = TileLayout<L::blayout == BLayout::RowMajor ? BLayout::ColMajor : BLayout::RowMajor,
                          L::slayout == SLayout::NoneBox    ? SLayout::NoneBox
                          : L::slayout == SLayout::RowMajor ? SLayout::ColMajor
                                                            : SLayout::RowMajor,
                          L::fractal>;
};
template <class A>
using TransposedView =
    Tile<ElementOf<A>, A::static_cols, A::static_rows, A::space, typename OppositeLayout<typename A::layout>::type,
         A::static_valid_cols, A::static_valid_rows, A::pad>;

/// The type of a part of a.
template <class A, Index R, Index C>
using Sliced =
    Tile<ElementOf<A>, R, C, A::space, typename A::layout, surely_full<A> ? R : dyn, surely_full<A> ? C : dyn>;

template <class B, class A> inline B sliced(const A &a, const Index *offsets, Index rows, Index cols) {
  count(&trace::Counters::views);
  PTO_REQUIRE(!a.is_null(), "tile.slice", "the tile is null");
  PTO_REQUIRE(offsets[0] >= 0 && rows >= 0 && offsets[0] + rows <= a.rows(), "tile.slice",
              "rows [%lld, %lld) are outside [0, %lld)", offsets[0], offsets[0] + rows, a.rows());
  PTO_REQUIRE(offsets[1] >= 0 && cols >= 0 && offsets[1] + cols <= a.cols(), "tile.slice",
              "columns [%lld, %lld) are outside [0, %lld)", offsets[1], offsets[1] + cols, a.cols());
  const TileView &o = a.view();
  TileView v{o.data,
             o.lead,
             o.row + offsets[0],
             o.col + offsets[1],
             rows,
             cols,
             clamp(a.valid_rows() - offsets[0], rows),
             clamp(a.valid_cols() - offsets[1], cols),
             o.owner};
  if constexpr (!A::layout::boxed) {
    v.data = a.at(offsets[0], offsets[1]);
    v.row = v.col = 0;
  }
  return B(static_cast<TileView &&>(v));
}

} // namespace detail

namespace tile {

/// a's elements in storage order under another shape: `reshape<1, 32>(a)`. A VIEW: it shares a's bytes.
///
/// The shape that a has already gives the identical view: layout, strides and valid extents are kept. For another
/// shape the layout is the default of a's memory if a's was, else a's.
/// \pre as many elements; for another shape a is dense and fully valid
/// PyPTO: tile.reshape; PTO-ISA: TRESHAPE.
template <Index R, Index C, AnyTile A>
  requires(R > 0 && C > 0 &&
           (A::static_rows == dyn || A::static_cols == dyn || R * C == A::static_rows * A::static_cols))
PTO_OP("tile.reshape view=0")
inline detail::Reshaped<A, R, C> reshape(const A &a) {
  if constexpr (detail::same_extents<A, R, C>)
    return detail::reshaped<A>(a, R, C, a.valid_rows(), a.valid_cols(), false);
  else
    return detail::reshaped<detail::Reshaped<A, R, C>>(a, R, C, R, C, true);
}

/// ... with valid extents of its own: `reshape<4, 8>(a, Valid{3, 8})`.
/// \pre as many elements; for another shape a is dense
template <Index R, Index C, AnyTile A>
  requires(R > 0 && C > 0 &&
           (A::static_rows == dyn || A::static_cols == dyn || R * C == A::static_rows * A::static_cols))
PTO_OP("tile.reshape view=0")
inline detail::ReshapedValid<A, R, C> reshape(const A &a, Valid valid) {
  return detail::reshaped<detail::ReshapedValid<A, R, C>>(a, R, C, valid.rows, valid.cols, false);
}

/// ... at a place: `reshape<32, 32>(a, ub.at(4096))`. A view when the place is a's own, a copy otherwise.
/// \effect writes the place
template <Index R, Index C, AnyTile A>
  requires(R > 0 && C > 0 &&
           (A::static_rows == dyn || A::static_cols == dyn || R * C == A::static_rows * A::static_cols))
PTO_OP("tile.reshape view=1 reads=0 writes=1")
inline detail::Reshaped<A, R, C> reshape(const A &a, TilePlace place) {
  return detail::settle(tile::reshape<R, C>(a), place);
}

/// `reshape(a, {n, 8})`: dynamic shape. \pre as above
template <AnyTile A, int N>
  requires(N == 2)
PTO_OP("tile.reshape view=0")
inline detail::ReshapedValid<A, dyn, dyn> reshape(const A &a, const Index (&shape)[N]) {
  const bool same = a.rows() == shape[0] && a.cols() == shape[1];
  return detail::reshaped<detail::ReshapedValid<A, dyn, dyn>>(a, shape[0], shape[1], same ? a.valid_rows() : shape[0],
                                                              same ? a.valid_cols() : shape[1], !same);
}

/// The R x C part that starts at `offsets`: `slice<8, 8>(a, {0, 8})`. A VIEW: it shares a's bytes. Valid extents are
/// what a's leave of the window.
/// \pre the window lies inside a
/// PyPTO: tile.slice; PTO-ISA: TSUBVIEW.
template <Index R, Index C, AnyTile A>
  requires(R > 0 && C > 0)
PTO_OP("tile.slice view=0")
inline detail::Sliced<A, R, C> slice(const A &a, Offsets<2> offsets) {
  return detail::sliced<detail::Sliced<A, R, C>>(a, offsets.v, R, C);
}

/// `slice(a, {r, 0}, {n, 8})`: a part of dynamic size. \pre as above
template <AnyTile A, int N>
  requires(N == 2)
PTO_OP("tile.slice view=0")
inline detail::Sliced<A, dyn, dyn> slice(const A &a, Offsets<2> offsets, const Index (&shape)[N]) {
  return detail::sliced<detail::Sliced<A, dyn, dyn>>(a, offsets.v, shape[0], shape[1]);
}

/// The bytes of a as elements of another type: `reinterpret<half>(a)`, columns in proportion. A VIEW. Touches no
/// element.
/// \pre a has no boxes, is row major, dense and fully valid; a row is a whole number of U
/// PyPTO: tile.reinterpret_view.
template <Element U, AnyTile A>
  requires(A::static_rows != dyn && A::static_cols != dyn && !A::layout::boxed &&
           A::layout::blayout == BLayout::RowMajor && A::static_cols * sizeof(ElementOf<A>) % sizeof(U) == 0)
PTO_OP("tile.reinterpret view=0")
inline detail::Reinterpreted<U, A> reinterpret(const A &a) {
  using B = detail::Reinterpreted<U, A>;
  detail::count(&trace::Counters::views);
  PTO_REQUIRE(!a.is_null(), "tile.reinterpret", "the tile is null");
  PTO_REQUIRE(a.is_dense(), "tile.reinterpret", "the tile has gaps: %lld columns in a buffer of lead %lld", a.cols(),
              a.view().lead);
  PTO_REQUIRE(a.is_fully_valid(), "tile.reinterpret", "only %lld x %lld elements are valid", a.valid_rows(),
              a.valid_cols());
  return detail::place_tile<B>(a.at(0, 0), a.view().owner, B::static_rows, B::static_cols, B::static_rows,
                               B::static_cols);
}

/// a with rows and columns exchanged, copied to a new tile in its memory's layout. Fresh. Exact.
/// PyPTO: tile.transpose; PTO-ISA: TTRANS.
template <AnyTile A>
PTO_OP("tile.transpose fresh")
inline detail::Transposed<A> transpose(const A &a) {
  PTO_REQUIRE(!a.is_null(), "tile.transpose", "the tile is null");
  auto to = detail::new_tile<detail::Transposed<A>>(a.cols(), a.rows(), a.valid_cols(), a.valid_rows());
  for (Index r = 0; r < a.valid_rows(); ++r)
    for (Index c = 0; c < a.valid_cols(); ++c)
      to.put(c, r, a.get(r, c));
  return to;
}

/// a with rows and columns exchanged: the same bytes under the opposite layout. A VIEW. Touches no element.
/// PyPTO: tile.transpose_view.
template <AnyTile A>
PTO_OP("tile.transpose_view view=0")
inline detail::TransposedView<A> transpose_view(const A &a) {
  detail::count(&trace::Counters::views);
  PTO_REQUIRE(!a.is_null(), "tile.transpose_view", "the tile is null");
  const detail::TileView &o = a.view();
  return detail::TransposedView<A>(
      detail::TileView{o.data, o.lead, o.col, o.row, a.cols(), a.rows(), a.valid_cols(), a.valid_rows(), o.owner});
}

/// The same bytes with other valid extents: `set_validshape(a, r, c)`. A VIEW. Touches no element.
/// \pre r <= rows, c <= cols.
/// PyPTO: tile.set_validshape; PTO-ISA: SetValidShape.
template <AnyTile A>
PTO_OP("tile.set_validshape view=0")
inline typename detail::TileTraits<A>::template WithValid<dyn, dyn> set_validshape(const A &a, Index r, Index c) {
  detail::count(&trace::Counters::views);
  PTO_REQUIRE(!a.is_null(), "tile.set_validshape", "the tile is null");
  PTO_REQUIRE(r >= 0 && r <= a.rows() && c >= 0 && c <= a.cols(), "tile.set_validshape",
              "%lld x %lld valid elements in a %lld x %lld tile", r, c, a.rows(), a.cols());
  return detail::reseen<typename detail::TileTraits<A>::template WithValid<dyn, dyn>>(a, r, c);
}

} // namespace tile
PTO_DSL_END

#endif
