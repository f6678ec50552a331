//===- tile_unary.h - elementwise functions of one tile --------------------===//
//
// FRESH, on the valid part (the rest of the result is INDETERMINATE), operand left alone. Element
// by element they are the functions of math.h: half and bf16 go through float and round once.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TILE_UNARY_H
#define PTO_DSL_TILE_UNARY_H

#include "pto/dsl/tile_map.h"

PTO_DSL_BEGIN
namespace tile {

/// -a. Exact: flips the sign of zeros, infinities and NaN too. Integers wrap.
/// PyPTO: tile.neg; PTO-ISA: TNEG.
template <AnyTile A>
PTO_OP("tile.neg fresh")
inline A neg(const A &a) {
  return detail::map<A>(a, detail::Neg{}, "tile.neg");
}

/// Magnitude. Exact; the most negative integer stays.
/// PyPTO: tile.abs; PTO-ISA: TABS.
template <AnyTile A>
PTO_OP("tile.abs fresh")
inline A abs(const A &a) {
  return detail::map<A>(a, detail::Abs{}, "tile.abs");
}

/// e^a, within 1 ULP of float or double.
/// PyPTO: tile.exp; PTO-ISA: TEXP.
template <FloatTile A>
PTO_OP("tile.exp fresh")
inline A exp(const A &a) {
  return detail::map<A>(a, detail::Exp{}, "tile.exp");
}

/// Natural logarithm, within 1 ULP. log(0) = -inf, NaN below zero.
/// PyPTO: tile.log; PTO-ISA: TLOG.
template <FloatTile A>
PTO_OP("tile.log fresh")
inline A log(const A &a) {
  return detail::map<A>(a, detail::Log{}, "tile.log");
}

/// Sine in radians, within 1 ULP.
/// PyPTO: tile.sin; PTO-ISA: composite.
template <FloatTile A>
PTO_OP("tile.sin fresh")
inline A sin(const A &a) {
  return detail::map<A>(a, detail::Sin{}, "tile.sin");
}

/// Cosine in radians, within 1 ULP.
/// PyPTO: tile.cos; PTO-ISA: composite.
template <FloatTile A>
PTO_OP("tile.cos fresh")
inline A cos(const A &a) {
  return detail::map<A>(a, detail::Cos{}, "tile.cos");
}

/// Hyperbolic tangent, within 2 ULP.
/// PyPTO: tile.tanh; PTO-ISA: composite.
template <FloatTile A>
PTO_OP("tile.tanh fresh")
inline A tanh(const A &a) {
  return detail::map<A>(a, detail::Tanh{}, "tile.tanh");
}

/// Error function, within 1 ULP.
/// PyPTO: tile.erf; PTO-ISA: composite.
template <FloatTile A>
PTO_OP("tile.erf fresh")
inline A erf(const A &a) {
  return detail::map<A>(a, detail::Erf{}, "tile.erf");
}

/// Square root, correctly rounded. NaN below zero.
/// PyPTO: tile.sqrt; PTO-ISA: TSQRT.
template <FloatTile A>
PTO_OP("tile.sqrt fresh")
inline A sqrt(const A &a) {
  return detail::map<A>(a, detail::Sqrt{}, "tile.sqrt");
}

/// 1 / sqrt(a): two roundings, the root and the quotient.
/// PyPTO: tile.rsqrt; PTO-ISA: TRSQRT.
template <FloatTile A>
PTO_OP("tile.rsqrt fresh")
inline A rsqrt(const A &a) {
  return detail::map<A>(a, detail::Rsqrt{}, "tile.rsqrt");
}

/// 1 / a, correctly rounded.
/// PyPTO: tile.recip; PTO-ISA: TRECIP.
template <FloatTile A>
PTO_OP("tile.recip fresh")
inline A recip(const A &a) {
  return detail::map<A>(a, detail::Recip{}, "tile.recip");
}

/// max(a, 0): NaN becomes 0, -0 becomes +0. Exact.
/// PyPTO: tile.relu; PTO-ISA: TRELU.
template <AnyTile A>
PTO_OP("tile.relu fresh")
inline A relu(const A &a) {
  return detail::map<A>(a, detail::Relu{}, "tile.relu");
}

/// a where a > 0, else a * slope. NaN stays NaN. One rounding. The slope is converted to a's type first.
/// PyPTO: tile.lrelu; PTO-ISA: TLRELU.
template <FloatTile A, Scalar S>
PTO_OP("tile.lrelu fresh")
inline A lrelu(const A &a, S slope) {
  return detail::map_scalar(a, slope, detail::LeakyRelu{}, "tile.lrelu");
}

/// a where a > 0, else a * slope, element by element.
/// \pre same element type, extents and valid extents
/// PyPTO: tile.prelu; PTO-ISA: TPRELU.
template <FloatTile A, SameShape<A> B>
PTO_OP("tile.prelu fresh")
inline A prelu(const A &a, const B &slope) {
  return detail::zip<A>(a, slope, detail::LeakyRelu{}, "tile.prelu");
}

} // namespace tile
PTO_DSL_END

#endif
