//===- tile_sort.h - sorting rows of records -----------------------------------===//
//
// A record is 8 bytes: a value in the first sizeof(T), a 32-bit index in the last four; in a
// tile of float it takes two columns, of half four. Order: larger values first, NaN last,
// equal values in their old order.
//
//   auto pairs = tile::sort32(scores, indices);      // each 32 of a row
//   pairs = tile::mrgsort(pairs, 64);                // each 4 runs of 64 columns become one
//   auto best = tile::gather_mask<MaskPattern::P0101>(pairs);
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TILE_SORT_H
#define PTO_DSL_TILE_SORT_H

#include "pto/dsl/tile_gather.h"

PTO_DSL_BEGIN

/// Values that the sorting unit takes.
template <class A>
concept SortableTile = AnyTile<A> && (detail::same_type<ElementOf<A>, float> || detail::same_type<ElementOf<A>, half>);

namespace detail {

template <class A> using Records = Widened<A, 8 / static_cast<Index>(sizeof(ElementOf<A>)), 1>;

constexpr Index sum(Index a, Index b) { return a == dyn || b == dyn ? dyn : a + b; }
template <class A, class... B> constexpr Index total_cols() {
  Index n = A::static_cols;
  ((n = sum(n, TileTraits<B>::cols)), ...); // int, where clang 14 tries the overload that takes tiles
  return n;
}
template <class A, class... B> using Merged = Tile<ElementOf<A>, A::static_rows, total_cols<A, B...>(), A::space>;

} // namespace detail

namespace tile {

/// Each block of 32 values of a row with its indices, as sorted records. Fresh. Exact.
/// \pre index has the shape of src.
/// PyPTO: tile.sort32; PTO-ISA: TSORT32.
template <SortableTile A, IntTile I>
  requires(sizeof(ElementOf<I>) == 4 && detail::agree(A::static_rows, I::static_rows) &&
           detail::agree(A::static_cols, I::static_cols))
PTO_OP("tile.sort32 fresh")
inline detail::Records<A> sort32(const A &src, const I &index) {
  constexpr Index width = 8 / static_cast<Index>(sizeof(ElementOf<A>));
  detail::require_like(src, index, "tile.sort32");
  auto to =
      detail::new_tile<detail::Records<A>>(src.rows(), src.cols() * width, src.valid_rows(), src.valid_cols() * width);
  detail::sort_blocks<ElementOf<A>>(src.valid_rows(), src.valid_cols(), to, src, index);
  return to;
}

/// Merges each four neighbouring runs of `run` columns (or what is left of them) of a row into one. Fresh. Exact.
/// \pre each run is sorted; run is a whole number of records.
/// PyPTO: tile.mrgsort(block_len); PTO-ISA: TMRGSORT.
template <SortableTile A>
PTO_OP("tile.mrgsort fresh")
inline A mrgsort(const A &src, Index run) {
  using T = ElementOf<A>;
  detail::require_tile(src, "tile.mrgsort");
  PTO_REQUIRE(run > 0 && run % detail::Record<T>::width == 0, "tile.mrgsort", "a run of %lld columns", run);
  auto to = detail::tile_like<A>(src);
  detail::merge_each_four<T>(src.valid_rows(), src.valid_cols(), run, to, src);
  return to;
}

/// Merges two to four tiles of sorted records, row by row. Fresh. Exact.
/// \pre same element type, same rows; each row of each is sorted.
/// PyPTO: tile.mrgsort; PTO-ISA: TMRGSORT.
template <SortableTile A, SortableTile... B>
  requires(sizeof...(B) >= 1 && sizeof...(B) <= 3 && (detail::same_type<ElementOf<A>, ElementOf<B>> && ...))
PTO_OP("tile.mrgsort fresh")
inline detail::Merged<A, B...> mrgsort(const A &a, const B &...b) {
  using T = ElementOf<A>;
  constexpr Index width = detail::Record<T>::width;
  detail::require_tile(a, "tile.mrgsort");
  (detail::require_tile(b, "tile.mrgsort"), ...);
  PTO_REQUIRE(((b.rows() == a.rows()) && ...), "tile.mrgsort", "the tiles differ in rows from %lld", a.rows());
  const Index cols[] = {a.valid_cols(), b.valid_cols()...}, all = (a.cols() + ... + b.cols());
  [[maybe_unused]] const Index valid = (a.valid_cols() + ... + b.valid_cols());
  PTO_REQUIRE(valid == all, "tile.mrgsort", "only %lld of %lld columns are valid", valid, all);
  auto to = detail::new_tile<detail::Merged<A, B...>>(a.rows(), all, a.rows(), all);
  for (Index r = 0; r < a.rows(); ++r) {
    Index done[4] = {}, out = 0;
    const auto next = [&](int k, detail::Record<T> &record) {
      if (done[k] * width >= cols[k])
        return false;
      int i = 0;
      const auto pick = [&](const auto &tile) {
        if (i++ == k)
          record = detail::Record<T>::at(tile, r, done[k]);
      };
      pick(a);
      (pick(b), ...);
      return true;
    };
    detail::merge_runs<T>(
        1 + static_cast<int>(sizeof...(B)), next, [&](int k) { ++done[k]; },
        [&](const detail::Record<T> &record) { record.to(to, r, out++); });
  }
  return to;
}

} // namespace tile
PTO_DSL_END

#endif
