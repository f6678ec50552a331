//===- tensor_shape.h - other ways to see the same elements ------------------===//
//
// Views: nothing is copied, the result aliases its source. Only `concat` and `fillpad`
// at the end make something.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TENSOR_SHAPE_H
#define PTO_DSL_TENSOR_SHAPE_H

#include "pto/dsl/tensor_memory.h"

PTO_DSL_BEGIN
namespace detail {

/// A dense view of shape `sizes` (one of them may be derived where the type is dyn: it is not, they are all given).
template <class R, class T, Index... D> inline R reshaped(const Tensor<T, D...> &t, const Index *sizes, const char *op) {
  count(&trace::Counters::reshapes);
  PTO_REQUIRE(!t.is_null(), op, "the handle is null");
  PTO_REQUIRE(t.is_contiguous(), op, "the tensor has gaps: stride %lld in its last dimension", t.stride(t.rank - 1));
  Index strides[R::rank], n = 1;
  for (Index d = R::rank - 1; d >= 0; --d) {
    PTO_REQUIRE(agree(R::static_extents[d], sizes[d]), op, "extent %lld of dimension %lld, expected %lld", sizes[d], d,
                R::static_extents[d]);
    strides[d] = n;
    n *= sizes[d];
  }
  PTO_REQUIRE(n == t.size(), op, "%lld elements cannot become %lld", t.size(), n);
  bool same = R::rank == t.rank, full = true;
  for (Index d = 0; d < t.rank; ++d) {
    same = same && d < R::rank && sizes[d] == t.extent(d);
    full = full && t.valid(d) == t.extent(d);
  }
  PTO_REQUIRE(same || full, op, "the tensor is only partly valid");
  if (!same)
    return R(t.data(), sizes, strides, sizes, t.owner());
  Index valid[R::rank];
  for (Index d = 0; d < R::rank; ++d)
    valid[d] = t.valid(d);
  return R(t.data(), sizes, strides, valid, t.owner());
}

template <Index... D> inline constexpr Index product = (D * ... * Index{1});

} // namespace detail

namespace tensor {

/// The same elements in row major order under another shape: `reshape<32>(t)`. A view: it aliases t.
///
/// The shape that t has already keeps its valid extents.
/// \pre t.is_contiguous(); the number of elements is the same; for another shape t is fully valid
/// PyPTO: tensor.reshape.
template <Index... S, class T, Index... D>
  requires(detail::all_static<S...> && sizeof...(S) > 0 &&
           (!detail::all_static<D...> || detail::product<S...> == detail::product<D...>))
PTO_OP("tensor.reshape view=0")
inline Tensor<T, S...> reshape(const Tensor<T, D...> &t) {
  constexpr Index sizes[] = {S...};
  return detail::reshaped<Tensor<T, S...>>(t, sizes, "tensor.reshape");
}

/// `reshape<dyn, 8>(t, {n, 8})`. \pre as above, sizes agree with the static ones
template <Index... S, class T, Index... D>
  requires(sizeof...(S) > 0)
PTO_OP("tensor.reshape view=0")
inline Tensor<T, S...> reshape(const Tensor<T, D...> &t, Extents<sizeof...(S)> sizes) {
  return detail::reshaped<Tensor<T, S...>>(t, sizes.v, "tensor.reshape");
}

/// `reshape(t, {n, 8})`. \pre as above
template <class T, Index... D, int N>
PTO_OP("tensor.reshape view=0")
inline TensorOfRank<T, N> reshape(const Tensor<T, D...> &t, const Index (&sizes)[N]) {
  return detail::reshaped<TensorOfRank<T, N>>(t, sizes, "tensor.reshape");
}

} // namespace tensor
PTO_DSL_END

#endif
