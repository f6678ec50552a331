//===- tensor_unary.h - elementwise functions of one tensor ----------------===//
//
// The tensor forms of tile_unary.h and tile_cast.h, of any rank. FRESH and dense, on the valid part
// (the rest of the result is INDETERMINATE), operand left alone.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TENSOR_UNARY_H
#define PTO_DSL_TENSOR_UNARY_H

#include "pto/dsl/cast.h"
#include "pto/dsl/tensor_map.h"

PTO_DSL_BEGIN
namespace tensor {

/// -a. Exact; integers wrap.
/// PyPTO: tensor.neg.
template <AnyTensor A>
PTO_OP("tensor.neg fresh")
inline A neg(const A &a) {
  return detail::map_tensor<A>(a, detail::Neg{}, "tensor.neg");
}

/// Magnitude. Exact; the most negative integer stays.
/// PyPTO: tensor.abs.
template <AnyTensor A>
PTO_OP("tensor.abs fresh")
inline A abs(const A &a) {
  return detail::map_tensor<A>(a, detail::Abs{}, "tensor.abs");
}

/// e^a, within 1 ULP of float or double.
/// PyPTO: tensor.exp.
template <FloatTensor A>
PTO_OP("tensor.exp fresh")
inline A exp(const A &a) {
  return detail::map_tensor<A>(a, detail::Exp{}, "tensor.exp");
}

/// Natural logarithm, within 1 ULP.
/// PyPTO: tensor.log.
template <FloatTensor A>
PTO_OP("tensor.log fresh")
inline A log(const A &a) {
  return detail::map_tensor<A>(a, detail::Log{}, "tensor.log");
}

/// Sine in radians, within 1 ULP.
/// PyPTO: tensor.sin.
template <FloatTensor A>
PTO_OP("tensor.sin fresh")
inline A sin(const A &a) {
  return detail::map_tensor<A>(a, detail::Sin{}, "tensor.sin");
}

/// Cosine in radians, within 1 ULP.
/// PyPTO: tensor.cos.
template <FloatTensor A>
PTO_OP("tensor.cos fresh")
inline A cos(const A &a) {
  return detail::map_tensor<A>(a, detail::Cos{}, "tensor.cos");
}

/// Hyperbolic tangent, within 2 ULP.
/// PyPTO: tensor.tanh.
template <FloatTensor A>
PTO_OP("tensor.tanh fresh")
inline A tanh(const A &a) {
  return detail::map_tensor<A>(a, detail::Tanh{}, "tensor.tanh");
}

/// Error function, within 1 ULP.
/// PyPTO: tensor.erf.
template <FloatTensor A>
PTO_OP("tensor.erf fresh")
inline A erf(const A &a) {
  return detail::map_tensor<A>(a, detail::Erf{}, "tensor.erf");
}

/// Square root, correctly rounded.
/// PyPTO: tensor.sqrt.
template <FloatTensor A>
PTO_OP("tensor.sqrt fresh")
inline A sqrt(const A &a) {
  return detail::map_tensor<A>(a, detail::Sqrt{}, "tensor.sqrt");
}

/// 1 / sqrt(a): two roundings.
/// PyPTO: tensor.rsqrt.
template <FloatTensor A>
PTO_OP("tensor.rsqrt fresh")
inline A rsqrt(const A &a) {
  return detail::map_tensor<A>(a, detail::Rsqrt{}, "tensor.rsqrt");
}

/// 1 / a, correctly rounded.
/// PyPTO: tensor.recip.
template <FloatTensor A>
PTO_OP("tensor.recip fresh")
inline A recip(const A &a) {
  return detail::map_tensor<A>(a, detail::Recip{}, "tensor.recip");
}

/// max(a, 0): NaN becomes 0.
/// PyPTO: tensor.relu.
template <AnyTensor A>
PTO_OP("tensor.relu fresh")
inline A relu(const A &a) {
  return detail::map_tensor<A>(a, detail::Relu{}, "tensor.relu");
}

/// ~a.
/// PyPTO: tensor.not.
template <IntTensor A>
PTO_OP("tensor.not fresh")
inline A not_(const A &a) {
  return detail::map_tensor<A>(a, detail::Not{}, "tensor.not");
}

/// Each element as a To, by the rules of cast.h: `cast<half>(t, RoundMode::Rint)`. One rounding; None is nearest
/// even.
/// PyPTO: tensor.cast.
template <Element To, AnyTensor A>
PTO_OP("tensor.cast fresh")
inline detail::TensorOf<A, To> cast(const A &a, RoundMode mode = RoundMode::None) {
  return detail::map_tensor<detail::TensorOf<A, To>>(a, detail::CastTo<To>{mode}, "tensor.cast");
}

} // namespace tensor
PTO_DSL_END

#endif
