//===- tensor_matmul.h - products of matrices ------------------------------===//
//
// Ascending k, one fused multiply-add a step into an AccumulatorOf<T>; see matmul.h. To multiply a
// transposed operand pass `tensor::transpose<0, 1>(a)`, which is a view.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TENSOR_MATMUL_H
#define PTO_DSL_TENSOR_MATMUL_H

#include "pto/dsl/cast.h"
#include "pto/dsl/matmul.h"
#include "pto/dsl/tensor_map.h"

PTO_DSL_BEGIN
namespace detail {

template <class Wish, class Default> struct Pick {
  using type = Wish;
};
template <class Default> struct Pick<void, Default> {
  using type = Default;
};
template <class Wish, class Default> using Choose = typename Pick<Wish, Default>::type;

template <class A, class B> inline constexpr bool multiplies =
    same_type<typename A::value_type, typename B::value_type> &&
    agree(cols_of<A>, A::rank == 3 ? B::static_extents[1] : rows_of<B>);

/// to = start + a * b for the planes at these offsets; start(i, j) is what an accumulator starts as.
template <class To, class A, class B, class Start>
inline void multiply_planes(Index m, Index k, Index n, const To &to, const A &a, const B &b, Start start) {
  using T = decltype(to.get(0, 0));
  using Acc = decltype(start(Index{0}, Index{0}));
  matmul<Acc>(
      m, k, n, [&](Index i, Index l) { return a.get(i, l); }, [&](Index l, Index j) { return b.get(l, j); }, start,
      [&](Index i, Index j, Acc x) { to.put(i, j, convert<T>(x, RoundMode::Rint)); });
}

} // namespace detail

namespace tensor {

/// a * b, M x K by K x N; the accumulators start at +0. Fresh, of the accumulator type, or of another:
/// `matmul<half>(a, b)` rounds each once, to nearest even.
/// \pre same element type, a.extent(1) == b.extent(0), also of the valid parts
/// PyPTO: tensor.matmul.
template <class Out = void, Matrix A, Matrix B, class Acc = AccumulatorOf<typename A::value_type>>
  requires detail::multiplies<A, B>
PTO_OP("tensor.matmul fresh")
inline Tensor<detail::Choose<Out, Acc>, detail::rows_of<A>, detail::cols_of<B>> matmul(const A &a, const B &b) {
  using R = Tensor<detail::Choose<Out, Acc>, detail::rows_of<A>, detail::cols_of<B>>;
  PTO_REQUIRE(!a.is_null() && !b.is_null(), "tensor.matmul", "a tensor is null");
  PTO_REQUIRE(a.extent(1) == b.extent(0) && a.valid(1) == b.valid(0), "tensor.matmul",
              "%lld columns (%lld valid) times %lld rows (%lld valid)", a.extent(1), a.valid(1), b.extent(0),
              b.valid(0));
  R to = detail::new_matrix<R>(a.extent(0), b.extent(1), a.valid(0), b.valid(1), "tensor.matmul");
  detail::note_tensor(a, false);
  detail::note_tensor(b, false);
  detail::multiply_planes(a.valid(0), a.valid(1), b.valid(1), detail::plane(to), detail::plane(a), detail::plane(b),
                          [](Index, Index) { return Acc(0); });
  return to;
}

/// acc += a * b, IN PLACE; returns acc's handle. With `init` the accumulators start at +0 instead.
/// \pre as matmul; acc is M x N of the accumulator type, valid as far as the product
/// \effect updates acc; reads a and b.
/// PyPTO: tensor.matmul_acc.
template <Matrix C, Matrix A, Matrix B>
  requires(detail::multiplies<A, B> &&
           detail::same_type<typename C::value_type, AccumulatorOf<typename A::value_type>> &&
           detail::agree(detail::rows_of<C>, detail::rows_of<A>) &&
           detail::agree(detail::cols_of<C>, detail::cols_of<B>))
PTO_OP("tensor.matmul_acc same=0 updates=0 reads=1,2")
inline C matmul_acc(const C &acc, const A &a, const B &b, bool init = false) {
  using Acc = typename C::value_type;
  PTO_REQUIRE(!acc.is_null() && !a.is_null() && !b.is_null(), "tensor.matmul_acc", "a tensor is null");
  PTO_REQUIRE(a.extent(1) == b.extent(0) && a.valid(1) == b.valid(0), "tensor.matmul_acc",
              "%lld columns (%lld valid) times %lld rows (%lld valid)", a.extent(1), a.valid(1), b.extent(0),
              b.valid(0));
  PTO_REQUIRE(acc.valid(0) == a.valid(0) && acc.valid(1) == b.valid(1), "tensor.matmul_acc",
              "%lld x %lld products for %lld x %lld accumulators", a.valid(0), b.valid(1), acc.valid(0), acc.valid(1));
  detail::note_tensor(a, false);
  detail::note_tensor(b, false);
  detail::note_tensor(acc, true);
  const auto c = detail::plane(acc);
  detail::multiply_planes(a.valid(0), a.valid(1), b.valid(1), c, detail::plane(a), detail::plane(b),
                          [&](Index i, Index j) { return init ? Acc(0) : c.get(i, j); });
  return acc;
}

/// matmul of each pair of matrices: G x M x K by G x K x N to G x M x N. Fresh.
/// \pre as matmul, same G
/// PyPTO: tensor.matmul on rank 3, tile.batch_matmul.
template <AnyTensor A, AnyTensor B, class Acc = AccumulatorOf<typename A::value_type>>
  requires(A::rank == 3 && B::rank == 3 && detail::multiplies<A, B>)
PTO_OP("tensor.batch_matmul fresh")
inline Tensor<Acc, A::static_extents[0], A::static_extents[1], B::static_extents[2]> batch_matmul(const A &a,
                                                                                                  const B &b) {
  using R = Tensor<Acc, A::static_extents[0], A::static_extents[1], B::static_extents[2]>;
  PTO_REQUIRE(!a.is_null() && !b.is_null(), "tensor.batch_matmul", "a tensor is null");
  PTO_REQUIRE(a.extent(0) == b.extent(0) && a.extent(2) == b.extent(1), "tensor.batch_matmul",
              "%lld products of %lld columns times %lld of %lld rows", a.extent(0), a.extent(2), b.extent(0),
              b.extent(1));
  const Index sizes[] = {a.extent(0), a.extent(1), b.extent(2)};
  R to = detail::new_tensor<R>(sizes, "tensor.batch_matmul");
  detail::note_tensor(a, false);
  detail::note_tensor(b, false);
  for (Index g = 0; g < sizes[0]; ++g) {
    auto to_g = detail::plane(to);
    auto a_g = detail::plane(a);
    auto b_g = detail::plane(b);
    to_g.data += g * to.stride(0);
    a_g.data += g * a.stride(0);
    b_g.data += g * b.stride(0);
    detail::multiply_planes(sizes[1], a.extent(2), sizes[2], to_g, a_g, b_g, [](Index, Index) { return Acc(0); });
  }
  return to;
}

} // namespace tensor
PTO_DSL_END

#endif
