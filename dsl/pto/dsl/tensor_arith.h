//===- tensor_arith.h - elementwise ops of two tensors, or a tensor and a scalar ===//
//
// The tensor forms of tile_arith.h and tile_bits.h, of any rank; element by element they compute the
// same. Both forms are FRESH and dense, on the valid part (the rest of the result is INDETERMINATE),
// leave their operands alone, and round once to nearest even. Integers wrap.
//
// \pre of every (a, b) form: same element type, same extents, same valid extents
// \pre of every (a, s) form: none; s is converted to a's element type first (nearest even)
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TENSOR_ARITH_H
#define PTO_DSL_TENSOR_ARITH_H

#include "pto/dsl/tensor_map.h"

PTO_DSL_BEGIN
namespace tensor {

/// a + b.
/// PyPTO: tensor.add, tensor.adds.
template <AnyTensor A, SameShapeTensor<A> B>
PTO_OP("tensor.add fresh")
inline A add(const A &a, const B &b) {
  return detail::zip_tensors<A>(a, b, detail::Add{}, "tensor.add");
}
/// The same with the scalar s in place of each element of b.
template <AnyTensor A, Scalar S>
PTO_OP("tensor.add fresh")
inline A add(const A &a, S s) {
  return detail::map_tensor_scalar(a, s, detail::Add{}, "tensor.add");
}

/// a - b.
/// PyPTO: tensor.sub, tensor.subs.
template <AnyTensor A, SameShapeTensor<A> B>
PTO_OP("tensor.sub fresh")
inline A sub(const A &a, const B &b) {
  return detail::zip_tensors<A>(a, b, detail::Sub{}, "tensor.sub");
}
/// The same with the scalar s in place of each element of b.
template <AnyTensor A, Scalar S>
PTO_OP("tensor.sub fresh")
inline A sub(const A &a, S s) {
  return detail::map_tensor_scalar(a, s, detail::Sub{}, "tensor.sub");
}

/// a * b. Never contracted with a later add.
/// PyPTO: tensor.mul, tensor.muls.
template <AnyTensor A, SameShapeTensor<A> B>
PTO_OP("tensor.mul fresh")
inline A mul(const A &a, const B &b) {
  return detail::zip_tensors<A>(a, b, detail::Mul{}, "tensor.mul");
}
/// The same with the scalar s in place of each element of b.
template <AnyTensor A, Scalar S>
PTO_OP("tensor.mul fresh")
inline A mul(const A &a, S s) {
  return detail::map_tensor_scalar(a, s, detail::Mul{}, "tensor.mul");
}

/// a / b; integers truncate towards zero (\pre b != 0).
/// PyPTO: tensor.div, tensor.divs.
template <AnyTensor A, SameShapeTensor<A> B>
PTO_OP("tensor.div fresh")
inline A div(const A &a, const B &b) {
  return detail::zip_tensors<A>(a, b, detail::Div{}, "tensor.div");
}
/// The same with the scalar s in place of each element of b.
template <AnyTensor A, Scalar S>
PTO_OP("tensor.div fresh")
inline A div(const A &a, S s) {
  return detail::map_tensor_scalar(a, s, detail::Div{}, "tensor.div");
}

/// Remainder with the sign of the divisor.
/// \pre integers: b != 0
/// PyPTO: tensor.rem, tensor.rems.
template <AnyTensor A, SameShapeTensor<A> B>
PTO_OP("tensor.rem fresh")
inline A rem(const A &a, const B &b) {
  return detail::zip_tensors<A>(a, b, detail::Rem{}, "tensor.rem");
}
/// The same with the scalar s in place of each element of b.
template <AnyTensor A, Scalar S>
PTO_OP("tensor.rem fresh")
inline A rem(const A &a, S s) {
  return detail::map_tensor_scalar(a, s, detail::Rem{}, "tensor.rem");
}

/// Remainder with the sign of the dividend. Exact.
/// \pre integers: b != 0
/// PyPTO: tensor.fmod, tensor.fmods.
template <AnyTensor A, SameShapeTensor<A> B>
PTO_OP("tensor.fmod fresh")
inline A fmod(const A &a, const B &b) {
  return detail::zip_tensors<A>(a, b, detail::Fmod{}, "tensor.fmod");
}
/// The same with the scalar s in place of each element of b.
template <AnyTensor A, Scalar S>
PTO_OP("tensor.fmod fresh")
inline A fmod(const A &a, S s) {
  return detail::map_tensor_scalar(a, s, detail::Fmod{}, "tensor.fmod");
}

/// The larger; of a number and NaN the number; -0 < +0. Exact.
/// PyPTO: tensor.maximum, tensor.maximums.
template <AnyTensor A, SameShapeTensor<A> B>
PTO_OP("tensor.maximum fresh")
inline A maximum(const A &a, const B &b) {
  return detail::zip_tensors<A>(a, b, detail::Max{}, "tensor.maximum");
}
/// The same with the scalar s in place of each element of b.
template <AnyTensor A, Scalar S>
PTO_OP("tensor.maximum fresh")
inline A maximum(const A &a, S s) {
  return detail::map_tensor_scalar(a, s, detail::Max{}, "tensor.maximum");
}

/// The smaller; of a number and NaN the number; -0 < +0. Exact.
/// PyPTO: tensor.minimum, tensor.minimums.
template <AnyTensor A, SameShapeTensor<A> B>
PTO_OP("tensor.minimum fresh")
inline A minimum(const A &a, const B &b) {
  return detail::zip_tensors<A>(a, b, detail::Min{}, "tensor.minimum");
}
/// The same with the scalar s in place of each element of b.
template <AnyTensor A, Scalar S>
PTO_OP("tensor.minimum fresh")
inline A minimum(const A &a, S s) {
  return detail::map_tensor_scalar(a, s, detail::Min{}, "tensor.minimum");
}

/// a & b.
/// PyPTO: tensor.and, tensor.ands.
template <IntTensor A, SameShapeTensor<A> B>
PTO_OP("tensor.and fresh")
inline A and_(const A &a, const B &b) {
  return detail::zip_tensors<A>(a, b, detail::And{}, "tensor.and");
}
/// The same with the scalar s in place of each element of b.
template <IntTensor A, Scalar S>
PTO_OP("tensor.and fresh")
inline A and_(const A &a, S s) {
  return detail::map_tensor_scalar(a, s, detail::And{}, "tensor.and");
}

/// a | b.
/// PyPTO: tensor.or, tensor.ors.
template <IntTensor A, SameShapeTensor<A> B>
PTO_OP("tensor.or fresh")
inline A or_(const A &a, const B &b) {
  return detail::zip_tensors<A>(a, b, detail::Or{}, "tensor.or");
}
/// The same with the scalar s in place of each element of b.
template <IntTensor A, Scalar S>
PTO_OP("tensor.or fresh")
inline A or_(const A &a, S s) {
  return detail::map_tensor_scalar(a, s, detail::Or{}, "tensor.or");
}

/// a ^ b.
/// PyPTO: tensor.xor, tensor.xors.
template <IntTensor A, SameShapeTensor<A> B>
PTO_OP("tensor.xor fresh")
inline A xor_(const A &a, const B &b) {
  return detail::zip_tensors<A>(a, b, detail::Xor{}, "tensor.xor");
}
/// The same with the scalar s in place of each element of b.
template <IntTensor A, Scalar S>
PTO_OP("tensor.xor fresh")
inline A xor_(const A &a, S s) {
  return detail::map_tensor_scalar(a, s, detail::Xor{}, "tensor.xor");
}

/// a shifted left; the count modulo the width of the element.
/// PyPTO: tensor.shl, tensor.shls.
template <IntTensor A, SameShapeTensor<A> B>
PTO_OP("tensor.shl fresh")
inline A shl(const A &a, const B &b) {
  return detail::zip_tensors<A>(a, b, detail::Shl{}, "tensor.shl");
}
/// The same with the scalar s in place of each element of b.
template <IntTensor A, Scalar S>
PTO_OP("tensor.shl fresh")
inline A shl(const A &a, S s) {
  return detail::map_tensor_scalar(a, s, detail::Shl{}, "tensor.shl");
}

/// a shifted right, signed ones with copies of the sign; the count modulo the width.
/// PyPTO: tensor.shr, tensor.shrs.
template <IntTensor A, SameShapeTensor<A> B>
PTO_OP("tensor.shr fresh")
inline A shr(const A &a, const B &b) {
  return detail::zip_tensors<A>(a, b, detail::Shr{}, "tensor.shr");
}
/// The same with the scalar s in place of each element of b.
template <IntTensor A, Scalar S>
PTO_OP("tensor.shr fresh")
inline A shr(const A &a, S s) {
  return detail::map_tensor_scalar(a, s, detail::Shr{}, "tensor.shr");
}

/// 1 where the comparison holds, else 0, as uint8: `cmp(a, b, Cmp::LT)`. With NaN only NE holds.
/// PyPTO: tensor.cmp.
template <AnyTensor A, SameShapeTensor<A> B>
PTO_OP("tensor.cmp fresh")
inline detail::TensorOf<A, std::uint8_t> cmp(const A &a, const B &b, Cmp mode) {
  return detail::zip_tensors<detail::TensorOf<A, std::uint8_t>>(a, b, detail::Compare{mode}, "tensor.cmp");
}
/// The same with the scalar s in place of each element of b.
template <AnyTensor A, Scalar S>
PTO_OP("tensor.cmp fresh")
inline detail::TensorOf<A, std::uint8_t> cmp(const A &a, S s, Cmp mode) {
  using T = typename A::value_type;
  return detail::map_tensor<detail::TensorOf<A, std::uint8_t>>(a, detail::CompareScalar<T>{{mode}, static_cast<T>(s)},
                                                               "tensor.cmp");
}

} // namespace tensor
PTO_DSL_END

#endif
