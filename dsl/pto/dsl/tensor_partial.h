//===- tensor_partial.h - tensors that are partly valid --------------------===//
//
// FRESH and dense, operands left alone, roundings as in tensor_arith.h.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TENSOR_PARTIAL_H
#define PTO_DSL_TENSOR_PARTIAL_H

#include "pto/dsl/tensor_map.h"

PTO_DSL_BEGIN
namespace detail {

/// f(a, b) where both are valid, the valid one where one is.
template <class A, class B, class F> inline A combine_tensors(const A &a, const B &b, F f, const char *op) {
  constexpr Index rank = A::rank;
  PTO_REQUIRE(!a.is_null() && !b.is_null(), op, "a tensor is null");
  Index sizes[rank], strides[rank], valid[rank], index[rank] = {};
  for (Index d = 0; d < rank; ++d) {
    PTO_REQUIRE(a.extent(d) == b.extent(d), op, "the extents %lld and %lld of dimension %lld differ", a.extent(d),
                b.extent(d), d);
    sizes[d] = a.extent(d);
    valid[d] = a.valid(d) > b.valid(d) ? a.valid(d) : b.valid(d);
  }
  A to = new_tensor<A>(sizes, op);
  for (Index d = 0; d < rank; ++d)
    strides[d] = to.stride(d);
  to = A(to.data(), sizes, strides, valid, to.owner());
  note_tensor(a, false);
  note_tensor(b, false);
  if (empty(valid, rank))
    return to;
  do {
    Index at_a = 0, at_b = 0, at = 0;
    bool in_a = true, in_b = true;
    for (Index d = 0; d < rank; ++d) {
      at_a += index[d] * a.stride(d), in_a = in_a && index[d] < a.valid(d);
      at_b += index[d] * b.stride(d), in_b = in_b && index[d] < b.valid(d);
      at += index[d] * strides[d];
    }
    if (in_a || in_b)
      to.data()[at] = in_a && in_b ? f(a.data()[at_a], b.data()[at_b]) : in_a ? a.data()[at_a] : b.data()[at_b];
  } while (next_index(index, valid, rank));
  return to;
}

} // namespace detail

namespace tensor {

/// a + b where both are valid, the valid one where only one is; where neither is, INDETERMINATE. The result is valid
/// as far as the longer of the two in each dimension.
/// \pre same element type, same extents.
/// PyPTO: tensor.part_add.
template <AnyTensor A, SameShapeTensor<A> B>
PTO_OP("tensor.part_add fresh")
inline A part_add(const A &a, const B &b) {
  return detail::combine_tensors(a, b, detail::Add{}, "tensor.part_add");
}

/// a * b where both are valid, the valid one where only one is; where neither is, INDETERMINATE. The result is valid
/// as far as the longer of the two in each dimension.
/// \pre same element type, same extents.
/// PyPTO: tensor.part_mul.
template <AnyTensor A, SameShapeTensor<A> B>
PTO_OP("tensor.part_mul fresh")
inline A part_mul(const A &a, const B &b) {
  return detail::combine_tensors(a, b, detail::Mul{}, "tensor.part_mul");
}

/// max(a, b) as maximum where both are valid, the valid one where only one is; where neither is, INDETERMINATE. The
/// result is valid as far as the longer of the two in each dimension.
/// \pre same element type, same extents.
/// PyPTO: tensor.part_max.
template <AnyTensor A, SameShapeTensor<A> B>
PTO_OP("tensor.part_max fresh")
inline A part_max(const A &a, const B &b) {
  return detail::combine_tensors(a, b, detail::Max{}, "tensor.part_max");
}

/// min(a, b) as minimum where both are valid, the valid one where only one is; where neither is, INDETERMINATE. The
/// result is valid as far as the longer of the two in each dimension.
/// \pre same element type, same extents.
/// PyPTO: tensor.part_min.
template <AnyTensor A, SameShapeTensor<A> B>
PTO_OP("tensor.part_min fresh")
inline A part_min(const A &a, const B &b) {
  return detail::combine_tensors(a, b, detail::Min{}, "tensor.part_min");
}

} // namespace tensor
PTO_DSL_END

#endif
