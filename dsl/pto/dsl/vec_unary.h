//===- vec_unary.h - functions of one vector, lane by lane -----------------===//
//
// Lane i of vec::exp(v) has the bits of math::exp of lane i of v: half and bf16 go through
// float and round once.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_VEC_UNARY_H
#define PTO_DSL_VEC_UNARY_H

#include "pto/dsl/vec.h"

PTO_DSL_BEGIN
namespace vec {

/// Magnitude. Exact; the most negative integer stays.
/// MLIR: math.absf, math.absi.
template <Element T, Index... D>
PTO_OP("vec.abs fresh")
inline Vec<T, D...> abs(const Vec<T, D...> &v) {
  return detail::map_lanes<Vec<T, D...>>(detail::Abs{}, v);
}

/// e^v, within 1 ULP of float or double.
/// MLIR: math.exp.
template <Floating T, Index... D>
PTO_OP("vec.exp fresh")
inline Vec<T, D...> exp(const Vec<T, D...> &v) {
  return detail::map_lanes<Vec<T, D...>>(detail::Exp{}, v);
}

/// Natural logarithm, within 1 ULP. log(0) = -inf, NaN below zero.
/// MLIR: math.log.
template <Floating T, Index... D>
PTO_OP("vec.log fresh")
inline Vec<T, D...> log(const Vec<T, D...> &v) {
  return detail::map_lanes<Vec<T, D...>>(detail::Log{}, v);
}

/// Sine in radians, within 1 ULP.
/// MLIR: math.sin.
template <Floating T, Index... D>
PTO_OP("vec.sin fresh")
inline Vec<T, D...> sin(const Vec<T, D...> &v) {
  return detail::map_lanes<Vec<T, D...>>(detail::Sin{}, v);
}

/// Cosine in radians, within 1 ULP.
/// MLIR: math.cos.
template <Floating T, Index... D>
PTO_OP("vec.cos fresh")
inline Vec<T, D...> cos(const Vec<T, D...> &v) {
  return detail::map_lanes<Vec<T, D...>>(detail::Cos{}, v);
}

/// Hyperbolic tangent, within 2 ULP.
/// MLIR: math.tanh.
template <Floating T, Index... D>
PTO_OP("vec.tanh fresh")
inline Vec<T, D...> tanh(const Vec<T, D...> &v) {
  return detail::map_lanes<Vec<T, D...>>(detail::Tanh{}, v);
}

/// Error function, within 1 ULP.
/// MLIR: math.erf.
template <Floating T, Index... D>
PTO_OP("vec.erf fresh")
inline Vec<T, D...> erf(const Vec<T, D...> &v) {
  return detail::map_lanes<Vec<T, D...>>(detail::Erf{}, v);
}

/// Square root, correctly rounded. NaN below zero.
/// MLIR: math.sqrt.
template <Floating T, Index... D>
PTO_OP("vec.sqrt fresh")
inline Vec<T, D...> sqrt(const Vec<T, D...> &v) {
  return detail::map_lanes<Vec<T, D...>>(detail::Sqrt{}, v);
}

/// 1 / sqrt(v): two roundings, the root and the quotient.
/// MLIR: math.rsqrt.
template <Floating T, Index... D>
PTO_OP("vec.rsqrt fresh")
inline Vec<T, D...> rsqrt(const Vec<T, D...> &v) {
  return detail::map_lanes<Vec<T, D...>>(detail::Rsqrt{}, v);
}

/// 1 / v, correctly rounded.
/// MLIR: arith.divf.
template <Floating T, Index... D>
PTO_OP("vec.recip fresh")
inline Vec<T, D...> recip(const Vec<T, D...> &v) {
  return detail::map_lanes<Vec<T, D...>>(detail::Recip{}, v);
}

/// max(v, 0): NaN becomes 0, -0 becomes +0. Exact.
/// MLIR: arith.maxnumf.
template <Element T, Index... D>
PTO_OP("vec.relu fresh")
inline Vec<T, D...> relu(const Vec<T, D...> &v) {
  return detail::map_lanes<Vec<T, D...>>(detail::Relu{}, v);
}

} // namespace vec
PTO_DSL_END

#endif
