//===- tile_make.h - tiles of known contents, parts and unions of tiles ---------===//
#ifndef PTO_DSL_TILE_MAKE_H
#define PTO_DSL_TILE_MAKE_H

#include "pto/dsl/tile_map.h"
#include "pto/dsl/tile_memory.h"

PTO_DSL_BEGIN
namespace detail {

template <class A, Pad P>
using Padded = typename TileTraits<A>::template WithValid<A::static_rows, A::static_cols, P>;

/// Writes `value` to every element of `to` at or beyond (rows, cols).
template <class A> inline void pad_from(const A &to, Index rows, Index cols, ElementOf<A> value) {
  for (Index r = 0; r < to.rows(); ++r)
    for (Index c = r < rows ? cols : 0; c < to.cols(); ++c)
      to.put(r, c, value);
}

template <class A, Index R, Index C, Mem M>
using Extracted =
    Tile<ElementOf<A>, R, C, M, DefaultLayout<M, R, C>, surely_full<A> ? R : dyn, surely_full<A> ? C : dyn>;

template <class A, class B>
using Concat =
    Tile<ElementOf<A>, A::static_rows,
         (A::static_cols == dyn || B::static_cols == dyn ? dyn : A::static_cols + B::static_cols), A::space,
         typename A::layout, A::static_valid_rows,
         (A::static_valid_cols == dyn || B::static_valid_cols == dyn ? dyn
                                                                     : A::static_valid_cols + B::static_valid_cols)>;

} // namespace detail

namespace tile {

/// A new tile with every element `value`: `full<float, 32, 32>(0.f)`. Fresh.
/// PyPTO: tile.full; PTO-ISA: TEXPANDS.
template <class T, Index R, Index C, Mem M = Mem::Vec>
  requires(R > 0 && C > 0)
PTO_OP("tile.full fresh")
inline Tile<T, R, C, M> full(T value) {
  auto to = detail::new_tile<Tile<T, R, C, M>>(R, C, R, C);
  detail::pad_from(to, 0, 0, value);
  return to;
}

/// `full<float>({n, 32}, 0.f)`.
template <class T, Mem M = Mem::Vec>
PTO_OP("tile.full fresh")
inline Tile<T, dyn, dyn, M> full(Extents<2> shape, T value) {
  auto to = tile::create<T, M>(shape);
  detail::pad_from(to, 0, 0, value);
  return to;
}

/// start, start + 1, ... in row major order, or start, start - 1, ...; wraps. Fresh.
/// PyPTO: tile.ci; PTO-ISA: TCI.
template <Integer T, Index R, Index C>
  requires(R > 0 && C > 0)
PTO_OP("tile.ci fresh")
inline Tile<T, R, C> ci(T start, bool descending = false) {
  auto to = detail::new_tile<Tile<T, R, C>>(R, C, R, C);
  detail::count_up<T>(R, C, start, descending, to);
  return to;
}

/// 1 where c <= r + diagonal (upper: c >= r + diagonal), else 0. Fresh.
/// PyPTO: tile.tri; PTO-ISA: TTRI.
template <class T, Index R, Index C>
  requires(R > 0 && C > 0)
PTO_OP("tile.tri fresh")
inline Tile<T, R, C> tri(Index diagonal = 0, bool upper = false) {
  auto to = detail::new_tile<Tile<T, R, C>>(R, C, R, C);
  detail::triangle<T>(R, C, diagonal, upper, to);
  return to;
}

/// Random bits: words of Philox 4x32 under `key`, from `counter` on, four elements a count, in row major order. The
/// same arguments give the same bits everywhere. Fresh.
/// PyPTO: tile.random; PTO-ISA: TRANDOM.
template <Index R, Index C>
  requires(R > 0 && C > 0)
PTO_OP("tile.random fresh")
inline Tile<std::uint32_t, R, C> random(const std::uint32_t (&key)[2], const std::uint32_t (&counter)[4],
                                        int rounds = 10) {
  auto to = detail::new_tile<Tile<std::uint32_t, R, C>>(R, C, R, C);
  detail::Philox{{key[0], key[1]}, {counter[0], counter[1], counter[2], counter[3]}, rounds}.fill(R, C, to);
  return to;
}

/// Copies the R x C part of src at `offsets` to a new tile: `extract<16, 16, Mem::Left>(a, {0, 16})`. Copies what of
/// it is valid, and is valid as far. Fresh. Exact.
/// \pre the window lies inside src
/// PyPTO: tile.extract; PTO-ISA: TEXTRACT.
template <Index R, Index C, Mem M = Mem::Vec, AnyTile A>
  requires(R > 0 && C > 0)
PTO_OP("tile.extract fresh")
inline detail::Extracted<A, R, C, M> extract(const A &src, Offsets<2> offsets) {
  using B = detail::Extracted<A, R, C, M>;
  const Index r0 = offsets.v[0], c0 = offsets.v[1];
  detail::require_tile(src, "tile.extract");
  PTO_REQUIRE(r0 >= 0 && r0 + R <= src.rows() && c0 >= 0 && c0 + C <= src.cols(), "tile.extract",
              "the window at (%lld, %lld) overhangs a %lld x %lld tile", r0, c0, src.rows(), src.cols());
  B to = detail::new_tile<B>(R, C, detail::clamp(src.valid_rows() - r0, R), detail::clamp(src.valid_cols() - c0, C));
  for (Index r = 0; r < to.valid_rows(); ++r)
    for (Index c = 0; c < to.valid_cols(); ++c)
      to.put(r, c, src.get(r0 + r, c0 + c));
  return to;
}

/// Copies the valid part of src to the elements of target that start at `offsets`, IN PLACE; returns target's handle.
/// \pre same element type; offsets + the valid size lie inside target; src shares no bytes with that window
/// \effect writes target; reads src. Exact.
/// PyPTO: tile.assemble; PTO-ISA: TINSERT.
template <AnyTile A, AnyTile B>
  requires detail::same_type<ElementOf<A>, ElementOf<B>>
PTO_OP("tile.assemble same=0 writes=0 reads=1")
inline A assemble(const A &target, const B &src, Offsets<2> offsets) {
  const Index r0 = offsets.v[0], c0 = offsets.v[1];
  PTO_REQUIRE(!target.is_null() && !src.is_null(), "tile.assemble", "a tile is null");
  PTO_REQUIRE(r0 >= 0 && r0 + src.valid_rows() <= target.rows(), "tile.assemble",
              "rows [%lld, %lld) are outside [0, %lld)", r0, r0 + src.valid_rows(), target.rows());
  PTO_REQUIRE(c0 >= 0 && c0 + src.valid_cols() <= target.cols(), "tile.assemble",
              "columns [%lld, %lld) are outside [0, %lld)", c0, c0 + src.valid_cols(), target.cols());
  for (Index r = 0; r < src.valid_rows(); ++r)
    for (Index c = 0; c < src.valid_cols(); ++c) {
      detail::note_access(target.at(r0 + r, c0 + c), sizeof(ElementOf<A>), true);
      target.put(r0 + r, c0 + c, src.get(r, c));
    }
  return target;
}

/// a and b side by side: b's first column behind a's last valid one. Fresh, in a's memory. Exact.
/// \pre same element type, same rows and valid rows.
/// PyPTO: tile.concat; PTO-ISA: TCONCAT.
template <AnyTile A, AnyTile B>
  requires(detail::same_type<ElementOf<A>, ElementOf<B>> && detail::agree(A::static_rows, B::static_rows))
PTO_OP("tile.concat fresh")
inline detail::Concat<A, B> concat(const A &a, const B &b) {
  PTO_REQUIRE(!a.is_null() && !b.is_null(), "tile.concat", "a tile is null");
  PTO_REQUIRE(a.rows() == b.rows() && a.valid_rows() == b.valid_rows(), "tile.concat",
              "%lld rows (%lld valid) and %lld rows (%lld valid)", a.rows(), a.valid_rows(), b.rows(), b.valid_rows());
  auto to = detail::new_tile<detail::Concat<A, B>>(a.rows(), a.cols() + b.cols(), a.valid_rows(),
                                                   a.valid_cols() + b.valid_cols());
  detail::copy_valid(to, 0, 0, a);
  detail::copy_valid(to, 0, a.valid_cols(), b);
  return to;
}

/// A copy of a, whose elements outside the valid part are P's value: 0, the largest (inf) or the smallest (-inf). The
/// result is valid everywhere. Fresh. Exact.
/// PyPTO: tile.fillpad; PTO-ISA: TFILLPAD.
template <Pad P, AnyTile A>
  requires(P != Pad::Null)
PTO_OP("tile.fillpad fresh")
inline detail::Padded<A, P> fillpad(const A &a) {
  detail::require_tile(a, "tile.fillpad");
  auto to = detail::new_tile<detail::Padded<A, P>>(a.rows(), a.cols(), a.rows(), a.cols());
  detail::copy_valid(to, 0, 0, a);
  detail::pad_from(to, a.valid_rows(), a.valid_cols(), detail::pad_value<ElementOf<A>>(P));
  return to;
}

/// Writes P's value to the elements of a outside its valid part, IN PLACE; returns a view of a that is valid
/// everywhere.
/// \effect writes a.
/// PyPTO: tile.fillpad_inplace; PTO-ISA: TFILLPAD_INPLACE.
template <Pad P, AnyTile A>
  requires(P != Pad::Null)
PTO_OP("tile.fillpad_inplace view=0 writes=0")
inline detail::Padded<A, P> fillpad_inplace(const A &a) {
  detail::require_tile(a, "tile.fillpad_inplace");
  for (Index r = 0; detail::watching() && r < a.rows(); ++r)
    for (Index c = r < a.valid_rows() ? a.valid_cols() : 0; c < a.cols(); ++c)
      detail::note_access(a.at(r, c), sizeof(ElementOf<A>), true);
  detail::pad_from(a, a.valid_rows(), a.valid_cols(), detail::pad_value<ElementOf<A>>(P));
  return detail::reseen<detail::Padded<A, P>>(a, a.rows(), a.cols());
}

/// A copy of a in a larger tile, filled up with P's value: `fillpad_expand<Pad::Zero, 64, 64>(a)`. Valid everywhere.
/// Fresh.
/// \pre R >= a's valid rows, C >= its valid columns.
/// PyPTO: tile.fillpad_expand; PTO-ISA: TFILLPAD_EXPAND.
template <Pad P, Index R, Index C, AnyTile A>
  requires(P != Pad::Null && R > 0 && C > 0)
PTO_OP("tile.fillpad_expand fresh")
inline Tile<ElementOf<A>, R, C, A::space, DefaultLayout<A::space, R, C>, R, C, P> fillpad_expand(const A &a) {
  detail::require_tile(a, "tile.fillpad_expand");
  PTO_REQUIRE(a.valid_rows() <= R && a.valid_cols() <= C, "tile.fillpad_expand",
              "%lld x %lld valid elements do not fit %lld x %lld", a.valid_rows(), a.valid_cols(), R, C);
  using B = Tile<ElementOf<A>, R, C, A::space, DefaultLayout<A::space, R, C>, R, C, P>;
  B to = detail::new_tile<B>(R, C, R, C);
  detail::copy_valid(to, 0, 0, a);
  detail::pad_from(to, a.valid_rows(), a.valid_cols(), detail::pad_value<ElementOf<A>>(P));
  return to;
}

} // namespace tile
PTO_DSL_END

#endif
