//===- tensor_map.h - ops over the valid part of tensors -------------------===//
//
// What tensor ops have in common: check the operands, make the result, run a loop of plane_ops.h
// over the valid part, one last dimension at a time.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TENSOR_MAP_H
#define PTO_DSL_TENSOR_MAP_H

#include "pto/dsl/plane_ops.h"
#include "pto/dsl/tensor_memory.h"

PTO_DSL_BEGIN
namespace detail {

template <class X> inline constexpr bool is_tensor = false;
template <class T, Index... D> inline constexpr bool is_tensor<Tensor<T, D...>> = true;
template <class T, Index... D> inline constexpr bool is_tensor<DenseTensor<T, D...>> = true;

template <class A, class B> constexpr bool shapes_agree() {
  if constexpr (A::rank != B::rank) {
    return false;
  } else {
    for (Index d = 0; d < A::rank; ++d)
      if (!agree(A::static_extents[d], B::static_extents[d]))
        return false;
    return true;
  }
}

} // namespace detail

template <class A>
concept AnyTensor = detail::is_tensor<A>;

/// A tensor of rank 2: rows and columns.
template <class A>
concept Matrix = AnyTensor<A> && A::rank == 2;

/// B is a tensor with the element type and the extents of A.
template <class B, class A>
concept SameShapeTensor =
    AnyTensor<B> && detail::same_type<typename A::value_type, typename B::value_type> && detail::shapes_agree<A, B>();

template <class A>
concept FloatTensor = AnyTensor<A> && Floating<typename A::value_type>;
template <class A>
concept IntTensor = AnyTensor<A> && Integer<typename A::value_type>;

namespace detail {

/// Element types, rows and columns of other tensors like A.
template <class A> struct TensorTraits;
template <class T, Index... D> struct TensorTraits<Tensor<T, D...>> {
  template <class U> using Of = Tensor<U, D...>;
};
template <class T, Index... D> struct TensorTraits<DenseTensor<T, D...>> : TensorTraits<Tensor<T, D...>> {};
template <class A, class U> using TensorOf = typename TensorTraits<A>::template Of<U>;
template <class A> inline constexpr Index rows_of = A::static_extents[0];
template <class A> inline constexpr Index cols_of = A::static_extents[A::rank - 1];

/// A new tensor of type R with a's extents, valid as far as a is.
template <class R, class A> inline R like(const A &a, const char *op) {
  PTO_REQUIRE(!a.is_null(), op, "the tensor is null");
  Index sizes[R::rank], strides[R::rank], valid[R::rank];
  for (Index d = 0; d < R::rank; ++d) {
    sizes[d] = a.extent(d);
    valid[d] = a.valid(d);
  }
  R to = new_tensor<R>(sizes, op);
  for (Index d = 0; d < R::rank; ++d)
    strides[d] = to.stride(d);
  return R(to.data(), sizes, strides, valid, to.owner());
}

/// A new matrix of type R.
template <class R> inline R new_matrix(Index rows, Index cols, Index valid_rows, Index valid_cols, const char *op) {
  const Index sizes[] = {rows, cols}, strides[] = {cols, 1}, valid[] = {valid_rows, valid_cols};
  R to = new_tensor<R>(sizes, op);
  return R(to.data(), sizes, strides, valid, to.owner());
}

template <class A> inline Plane<typename A::value_type> plane(const A &a) {
  return {a.data(), a.rank > 1 ? a.stride(a.rank - 2) : 0, a.stride(a.rank - 1)};
}

template <class A, class B>
inline void require_same([[maybe_unused]] const A &a, [[maybe_unused]] const B &b, const char *op) {
  PTO_REQUIRE(!a.is_null() && !b.is_null(), op, "a tensor is null");
  for (Index d = 0; checked && d < A::rank; ++d) {
    PTO_REQUIRE(a.extent(d) == b.extent(d), op, "the extents %lld and %lld of dimension %lld differ", a.extent(d),
                b.extent(d), d);
    PTO_REQUIRE(a.valid(d) == b.valid(d), op, "the valid extents %lld and %lld of dimension %lld differ", a.valid(d),
                b.valid(d), d);
  }
}

/// Tells a watching parallel loop that the valid part of a is read or written.
template <class A> inline void note_tensor(const A &a, bool write) {
  if (!watching())
    return;
  Index sizes[A::rank], strides[A::rank];
  for (Index d = 0; d < A::rank; ++d) {
    sizes[d] = a.valid(d);
    strides[d] = a.stride(d);
  }
  note_window(a.data(), sizes, strides, A::rank, sizeof(typename A::value_type), write);
}

/// The last dimension of a at an index of the others.
template <class A> inline Plane<typename A::value_type> line(const A &a, const Index *index) {
  auto *p = a.data();
  for (Index d = 0; d < A::rank - 1; ++d)
    p += index[d] * a.stride(d);
  return {p, 0, a.stride(A::rank - 1)};
}

/// to(...) = f(from(...)...) over the valid part of to.
template <class To, class F, class... From> inline void map_lines(const To &to, F f, const From &...from) {
  Index sizes[To::rank], index[To::rank] = {};
  for (Index d = 0; d < To::rank; ++d)
    sizes[d] = to.valid(d);
  if (empty(sizes, To::rank))
    return;
  (note_tensor(from, false), ...);
  do
    map_elements(1, sizes[To::rank - 1], f, line(to, index), line(from, index)...);
  while (next_index(index, sizes, To::rank - 1));
}

template <class R, class A, class F> inline R map_tensor(const A &a, F f, const char *op) {
  R to = like<R>(a, op);
  map_lines(to, f, a);
  return to;
}
template <class R, class A, class B, class F> inline R zip_tensors(const A &a, const B &b, F f, const char *op) {
  require_same(a, b, op);
  R to = like<R>(a, op);
  map_lines(to, f, a, b);
  return to;
}
template <class A, class F, class S> inline A map_tensor_scalar(const A &a, S s, F f, const char *op) {
  using T = typename A::value_type;
  return map_tensor<A>(a, WithScalar<F, T>{f, static_cast<T>(s)}, op);
}

} // namespace detail
PTO_DSL_END

#endif
