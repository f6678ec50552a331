//===- tensor_make.h - tensors of known contents, unions, pads ------------------===//
#ifndef PTO_DSL_TENSOR_MAKE_H
#define PTO_DSL_TENSOR_MAKE_H

#include "pto/dsl/tensor_map.h"

PTO_DSL_BEGIN
namespace detail {

template <class T, Index... D> inline Plane<T> flat(const Tensor<T, D...> &dense) { return {dense.data(), 0, 1}; }

/// Copies the valid part of `from` to the same indices of `to`.
template <class To, class From> inline void copy_tensor(const To &to, const From &from) {
  combine<typename To::value_type>(to, from, [](auto &a, auto b) { a = b; });
}

/// A copy of t, filled up with the pad value to `sizes`.
template <class R, class A> inline R pad_tensor(const A &t, const Index *sizes, Pad pad, const char *op) {
  using T = typename R::value_type;
  PTO_REQUIRE(!t.is_null(), op, "the tensor is null");
  for (Index d = 0; checked && d < A::rank; ++d)
    PTO_REQUIRE(t.valid(d) <= sizes[d], op, "%lld valid elements do not fit %lld in dimension %lld", t.valid(d),
                sizes[d], d);
  R to = new_tensor<R>(sizes, op);
  for (Index i = 0, n = to.size(); i < n; ++i)
    to.data()[i] = pad_value<T>(pad);
  copy_tensor(to, t);
  return to;
}

} // namespace detail

namespace tensor {

/// start, start + 1, ... in row major order, or start, start - 1, ...; wraps: `arange<int32_t, 32>(0)`. Fresh.
/// PyPTO: tensor.arange, tensor.ci.
template <Integer T, Index... D>
  requires(detail::all_static<D...> && sizeof...(D) > 0)
PTO_OP("tensor.arange fresh")
inline Tensor<T, D...> arange(T start, bool descending = false) {
  auto to = create<T, D...>();
  detail::count_up<T>(1, to.size(), start, descending, detail::flat(to));
  return to;
}

/// Random bits: words of Philox 4x32 under `key`, from `counter` on, as tile::random. Fresh.
/// PyPTO: tensor.random.
template <Index... D>
  requires(detail::all_static<D...> && sizeof...(D) > 0)
PTO_OP("tensor.random fresh")
inline Tensor<std::uint32_t, D...> random(const std::uint32_t (&key)[2], const std::uint32_t (&counter)[4],
                                          int rounds = 10) {
  auto to = create<std::uint32_t, D...>();
  detail::Philox{{key[0], key[1]}, {counter[0], counter[1], counter[2], counter[3]}, rounds}.fill(1, to.size(),
                                                                                                  detail::flat(to));
  return to;
}

/// A copy of t, whose elements outside the valid part are P's value: 0, the largest (inf) or the smallest (-inf).
/// Fresh, valid everywhere. Exact.
/// PyPTO: tensor.fillpad.
template <Pad P, AnyTensor A>
  requires(P != Pad::Null)
PTO_OP("tensor.fillpad fresh")
inline A fillpad(const A &t) {
  Index sizes[A::rank];
  for (Index d = 0; d < A::rank; ++d)
    sizes[d] = t.extent(d);
  return detail::pad_tensor<A>(t, sizes, P, "tensor.fillpad");
}

/// ... filled up to the shape S: `fillpad_expand<Pad::Zero, 64, 64>(t)`. Fresh.
/// \pre S[d] >= t.valid(d)
/// PyPTO: tensor.fillpad_expand.
template <Pad P, Index... S, AnyTensor A>
  requires(P != Pad::Null && detail::all_static<S...> && sizeof...(S) == A::rank)
PTO_OP("tensor.fillpad_expand fresh")
inline Tensor<typename A::value_type, S...> fillpad_expand(const A &t) {
  constexpr Index sizes[] = {S...};
  return detail::pad_tensor<Tensor<typename A::value_type, S...>>(t, sizes, P, "tensor.fillpad_expand");
}

/// a and b side by side in the last of two dimensions. Fresh. Exact.
/// \pre same element type, same rows, fully valid
/// PyPTO: tensor.concat.
template <Matrix A, Matrix B>
  requires(detail::same_type<typename A::value_type, typename B::value_type> &&
           detail::agree(detail::rows_of<A>, detail::rows_of<B>))
PTO_OP("tensor.concat fresh")
inline Tensor<typename A::value_type, detail::rows_of<A>,
              (detail::cols_of<A> == dyn || detail::cols_of<B> == dyn
                   ? dyn
                   : detail::cols_of<A> + detail::cols_of<B>)> concat(const A &a, const B &b) {
  using T = typename A::value_type;
  using R =
      Tensor<T, detail::rows_of<A>,
             (detail::cols_of<A> == dyn || detail::cols_of<B> == dyn ? dyn : detail::cols_of<A> + detail::cols_of<B>)>;
  PTO_REQUIRE(!a.is_null() && !b.is_null(), "tensor.concat", "a tensor is null");
  PTO_REQUIRE(a.extent(0) == b.extent(0), "tensor.concat", "%lld rows and %lld rows", a.extent(0), b.extent(0));
  for (Index d = 0; detail::checked && d < 2; ++d)
    PTO_REQUIRE(a.valid(d) == a.extent(d) && b.valid(d) == b.extent(d), "tensor.concat",
                "a tensor is only partly valid");
  const Index sizes[] = {a.extent(0), a.extent(1) + b.extent(1)};
  R to = detail::new_tensor<R>(sizes, "tensor.concat");
  const Index left[] = {0, 0}, right[] = {0, a.extent(1)};
  const Index a_size[] = {a.extent(0), a.extent(1)}, b_size[] = {b.extent(0), b.extent(1)};
  detail::copy_tensor(detail::window<TensorOfRank<T, 2>>(to, left, a_size, "tensor.concat"), a);
  detail::copy_tensor(detail::window<TensorOfRank<T, 2>>(to, right, b_size, "tensor.concat"), b);
  return to;
}

} // namespace tensor
PTO_DSL_END

#endif
