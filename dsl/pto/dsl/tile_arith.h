//===- tile_arith.h - elementwise arithmetic of two tiles, or a tile and a scalar ===//
//
// Each op has two forms, add(a, b) and add(a, s). Both are FRESH, work on the valid part
// (of the result the rest is INDETERMINATE), leave their operands alone, and round once to nearest
// even (half, bf16: of the exact operands' float result). Integer results wrap modulo 2^bits.
//
// \pre of every (a, b) form: same element type, same extents, same valid extents
// \pre of every (a, s) form: none; s is converted to a's element type first (nearest even)
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TILE_ARITH_H
#define PTO_DSL_TILE_ARITH_H

#include "pto/dsl/tile_map.h"

PTO_DSL_BEGIN
namespace tile {

/// a + b.
/// PyPTO: tile.add; PTO-ISA: TADD, TADDS.
template <AnyTile A, SameShape<A> B>
PTO_OP("tile.add fresh")
inline A add(const A &a, const B &b) {
  return detail::zip<A>(a, b, detail::Add{}, "tile.add");
}
/// The same with the scalar s in place of each element of b.
template <AnyTile A, Scalar S>
PTO_OP("tile.add fresh")
inline A add(const A &a, S s) {
  return detail::map_scalar(a, s, detail::Add{}, "tile.add");
}

/// a - b.
/// PyPTO: tile.sub; PTO-ISA: TSUB, TSUBS.
template <AnyTile A, SameShape<A> B>
PTO_OP("tile.sub fresh")
inline A sub(const A &a, const B &b) {
  return detail::zip<A>(a, b, detail::Sub{}, "tile.sub");
}
/// The same with the scalar s in place of each element of b.
template <AnyTile A, Scalar S>
PTO_OP("tile.sub fresh")
inline A sub(const A &a, S s) {
  return detail::map_scalar(a, s, detail::Sub{}, "tile.sub");
}

/// a * b. Never contracted with a later add.
/// PyPTO: tile.mul; PTO-ISA: TMUL, TMULS.
template <AnyTile A, SameShape<A> B>
PTO_OP("tile.mul fresh")
inline A mul(const A &a, const B &b) {
  return detail::zip<A>(a, b, detail::Mul{}, "tile.mul");
}
/// The same with the scalar s in place of each element of b.
template <AnyTile A, Scalar S>
PTO_OP("tile.mul fresh")
inline A mul(const A &a, S s) {
  return detail::map_scalar(a, s, detail::Mul{}, "tile.mul");
}

/// a / b, correctly rounded; integers truncate towards zero. x / 0 is inf or NaN.
/// \pre integers: b != 0; the most negative number by -1 wraps
/// PyPTO: tile.div; PTO-ISA: TDIV, TDIVS.
template <AnyTile A, SameShape<A> B>
PTO_OP("tile.div fresh")
inline A div(const A &a, const B &b) {
  return detail::zip<A>(a, b, detail::Div{}, "tile.div");
}
/// The same with the scalar s in place of each element of b.
template <AnyTile A, Scalar S>
PTO_OP("tile.div fresh")
inline A div(const A &a, S s) {
  return detail::map_scalar(a, s, detail::Div{}, "tile.div");
}

/// Remainder with the sign of the divisor (as Python's %): fmod(a, b), plus b where the signs differ.
/// \pre integers: b != 0
/// PyPTO: tile.rem; PTO-ISA: TREM, TREMS.
template <AnyTile A, SameShape<A> B>
PTO_OP("tile.rem fresh")
inline A rem(const A &a, const B &b) {
  return detail::zip<A>(a, b, detail::Rem{}, "tile.rem");
}
/// The same with the scalar s in place of each element of b.
template <AnyTile A, Scalar S>
PTO_OP("tile.rem fresh")
inline A rem(const A &a, S s) {
  return detail::map_scalar(a, s, detail::Rem{}, "tile.rem");
}

/// Remainder with the sign of the dividend (as C's fmod and %). Exact.
/// \pre integers: b != 0
/// PyPTO: tile.fmod; PTO-ISA: TFMOD, TFMODS.
template <AnyTile A, SameShape<A> B>
PTO_OP("tile.fmod fresh")
inline A fmod(const A &a, const B &b) {
  return detail::zip<A>(a, b, detail::Fmod{}, "tile.fmod");
}
/// The same with the scalar s in place of each element of b.
template <AnyTile A, Scalar S>
PTO_OP("tile.fmod fresh")
inline A fmod(const A &a, S s) {
  return detail::map_scalar(a, s, detail::Fmod{}, "tile.fmod");
}

/// The larger of a and b; of a number and NaN the number; -0 < +0. Exact. See math::max.
/// PyPTO: tile.maximum; PTO-ISA: TMAX, TMAXS.
template <AnyTile A, SameShape<A> B>
PTO_OP("tile.maximum fresh")
inline A maximum(const A &a, const B &b) {
  return detail::zip<A>(a, b, detail::Max{}, "tile.maximum");
}
/// The same with the scalar s in place of each element of b.
template <AnyTile A, Scalar S>
PTO_OP("tile.maximum fresh")
inline A maximum(const A &a, S s) {
  return detail::map_scalar(a, s, detail::Max{}, "tile.maximum");
}

/// The smaller of a and b; of a number and NaN the number; -0 < +0. Exact. See math::min.
/// PyPTO: tile.minimum; PTO-ISA: TMIN, TMINS.
template <AnyTile A, SameShape<A> B>
PTO_OP("tile.minimum fresh")
inline A minimum(const A &a, const B &b) {
  return detail::zip<A>(a, b, detail::Min{}, "tile.minimum");
}
/// The same with the scalar s in place of each element of b.
template <AnyTile A, Scalar S>
PTO_OP("tile.minimum fresh")
inline A minimum(const A &a, S s) {
  return detail::map_scalar(a, s, detail::Min{}, "tile.minimum");
}

} // namespace tile
PTO_DSL_END

#endif
