//===- tile_matmul.h - the matrix unit ----------------------------------------===//
//
// Products of the valid parts, M x K by K x N, in ascending k with one fused multiply-add
// a step into an accumulator of AccumulatorOf<T>; see matmul.h. Operands may be in any
// memory and layout; Left and Right are what the hardware wants. Results are in Acc.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TILE_MATMUL_H
#define PTO_DSL_TILE_MATMUL_H

#include "pto/dsl/matmul.h"
#include "pto/dsl/tile_map.h"

PTO_DSL_BEGIN

/// B can be multiplied from the right to A.
template <class B, class A>
concept RightOf = AnyTile<A> && AnyTile<B> && detail::same_type<ElementOf<A>, ElementOf<B>> &&
                  detail::agree(A::static_cols, B::static_rows);

namespace detail {

template <class A, class B>
using Product =
    Tile<AccumulatorOf<ElementOf<A>>, A::static_rows, B::static_cols, Mem::Acc,
         DefaultLayout<Mem::Acc, A::static_rows, B::static_cols>, A::static_valid_rows, B::static_valid_cols>;

template <class C, class A, class B>
inline constexpr bool accumulates = same_type<ElementOf<C>, AccumulatorOf<ElementOf<A>>> &&
                                    agree(C::static_rows, A::static_rows) && agree(C::static_cols, B::static_cols);

template <class A, class B> inline void require_product([[maybe_unused]] const A &a, [[maybe_unused]] const B &b,
                                                        const char *op) {
  PTO_REQUIRE(!a.is_null() && !b.is_null(), op, "a handle is null");
  PTO_REQUIRE(a.cols() == b.rows() && a.valid_cols() == b.valid_rows(), op,
              "%lld columns (%lld valid) times %lld rows (%lld valid)", a.cols(), a.valid_cols(), b.rows(),
              b.valid_rows());
}

template <class A, class B> inline Product<A, B> new_product(const A &a, const B &b) {
  return new_tile<Product<A, B>>(a.rows(), b.cols(), a.valid_rows(), b.valid_cols());
}

/// to = start + a * b; start(i, j) is what each accumulator starts as.
template <class C, class A, class B, class Start>
inline void multiply_tiles(const C &to, const A &a, const B &b, Start start) {
  matmul<ElementOf<C>>(
      a.valid_rows(), a.valid_cols(), b.valid_cols(), [&](Index i, Index k) { return a.get(i, k); },
      [&](Index k, Index j) { return b.get(k, j); }, start, [&](Index i, Index j, ElementOf<C> x) { to.put(i, j, x); });
}

template <class C, class A, class B>
inline void accumulate_tiles(const C &acc, const A &a, const B &b, bool init, const char *op) {
  require_product(a, b, op);
  PTO_REQUIRE(!acc.is_null(), op, "the accumulator is null");
  PTO_REQUIRE(acc.rows() == a.rows() && acc.cols() == b.cols(), op,
              "a %lld x %lld product for a %lld x %lld accumulator", a.rows(), b.cols(), acc.rows(), acc.cols());
  PTO_REQUIRE(acc.valid_rows() == a.valid_rows() && acc.valid_cols() == b.valid_cols(), op,
              "%lld x %lld valid products for %lld x %lld valid accumulators", a.valid_rows(), b.valid_cols(),
              acc.valid_rows(), acc.valid_cols());
  note_update(acc);
  multiply_tiles(acc, a, b, [&](Index i, Index j) { return init ? ElementOf<C>(0) : acc.get(i, j); });
}

} // namespace detail

namespace tile {

/// a * b, accumulators starting at +0. Fresh, in Acc; valid as far as a's rows and b's columns are.
/// \pre same element type; a.cols() == b.rows(), also of the valid parts
/// PyPTO: tile.matmul; PTO-ISA: TMATMUL.
template <AnyTile A, RightOf<A> B>
PTO_OP("tile.matmul fresh")
inline detail::Product<A, B> matmul(const A &a, const B &b) {
  detail::require_product(a, b, "tile.matmul");
  auto to = detail::new_product(a, b);
  detail::multiply_tiles(to, a, b, [](Index, Index) { return AccumulatorOf<ElementOf<A>>(0); });
  return to;
}

/// acc += a * b, IN PLACE; returns acc's handle. With `init` the accumulators start at +0 instead.
/// \pre as matmul; acc has the element type, extents and valid extents of matmul(a, b)
/// \effect updates acc (with init: overwrites); reads a and b
/// PyPTO: tile.matmul_acc; PTO-ISA: TMATMUL_ACC.
template <AnyTile C, AnyTile A, RightOf<A> B>
  requires detail::accumulates<C, A, B>
PTO_OP("tile.matmul_acc same=0 updates=0 reads=1,2")
inline C matmul_acc(const C &acc, const A &a, const B &b, bool init = false) {
  detail::accumulate_tiles(acc, a, b, init, "tile.matmul_acc");
  return acc;
}

/// a * b + bias, the accumulators of column j starting as bias(0, j). Fresh, in Acc.
/// \pre as matmul; bias is 1 x N of the accumulator type, valid as far as b's columns are
/// PyPTO: tile.matmul_bias; PTO-ISA: TMATMUL_BIAS.
template <AnyTile A, RightOf<A> B, AnyTile V>
  requires(detail::same_type<ElementOf<V>, AccumulatorOf<ElementOf<A>>> && detail::agree(V::static_rows, 1) &&
           detail::agree(V::static_cols, B::static_cols))
PTO_OP("tile.matmul_bias fresh")
inline detail::Product<A, B> matmul_bias(const A &a, const B &b, const V &bias) {
  detail::require_product(a, b, "tile.matmul_bias");
  PTO_REQUIRE(!bias.is_null(), "tile.matmul_bias", "the bias is null");
  PTO_REQUIRE(bias.valid_rows() == 1 && bias.valid_cols() >= b.valid_cols(), "tile.matmul_bias",
              "%lld x %lld valid elements of bias for %lld columns", bias.valid_rows(), bias.valid_cols(),
              b.valid_cols());
  auto to = detail::new_product(a, b);
  detail::multiply_tiles(to, a, b, [&](Index, Index j) { return bias.get(0, j); });
  return to;
}

/// matmul of one row: 1 x K by K x N.
/// PyPTO: tile.gemv; PTO-ISA: TGEMV.
template <AnyTile A, RightOf<A> B>
  requires(detail::agree(A::static_rows, 1))
PTO_OP("tile.gemv fresh")
inline detail::Product<A, B> gemv(const A &a, const B &b) {
  PTO_REQUIRE(a.rows() == 1, "tile.gemv", "%lld rows", a.rows());
  detail::require_product(a, b, "tile.gemv");
  auto to = detail::new_product(a, b);
  detail::multiply_tiles(to, a, b, [](Index, Index) { return AccumulatorOf<ElementOf<A>>(0); });
  return to;
}

/// matmul_acc of one row, IN PLACE; returns acc's handle.
/// PyPTO: tile.gemv_acc; PTO-ISA: TGEMV_ACC.
template <AnyTile C, AnyTile A, RightOf<A> B>
  requires(detail::accumulates<C, A, B> && detail::agree(A::static_rows, 1))
PTO_OP("tile.gemv_acc same=0 updates=0 reads=1,2")
inline C gemv_acc(const C &acc, const A &a, const B &b) {
  PTO_REQUIRE(a.rows() == 1, "tile.gemv_acc", "%lld rows", a.rows());
  detail::accumulate_tiles(acc, a, b, false, "tile.gemv_acc");
  return acc;
}

/// matmul_bias of one row.
/// PyPTO: tile.gemv_bias; PTO-ISA: TGEMV_BIAS.
template <AnyTile A, RightOf<A> B, AnyTile V>
  requires(detail::same_type<ElementOf<V>, AccumulatorOf<ElementOf<A>>> && detail::agree(A::static_rows, 1) &&
           detail::agree(V::static_rows, 1) && detail::agree(V::static_cols, B::static_cols))
PTO_OP("tile.gemv_bias fresh")
inline detail::Product<A, B> gemv_bias(const A &a, const B &b, const V &bias) {
  PTO_REQUIRE(a.rows() == 1, "tile.gemv_bias", "%lld rows", a.rows());
  detail::require_product(a, b, "tile.gemv_bias");
  auto to = detail::new_product(a, b);
  detail::multiply_tiles(to, a, b, [&](Index, Index j) { return bias.get(0, j); });
  return to;
}

} // namespace tile
PTO_DSL_END

#endif
