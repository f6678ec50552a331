//===- tensor_shape.h - other ways to see the same elements ------------------===//
//
// Views: nothing is copied, the result aliases its source, and a write through one is seen
// through the other.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TENSOR_SHAPE_H
#define PTO_DSL_TENSOR_SHAPE_H

#include "pto/dsl/tensor_memory.h"

PTO_DSL_BEGIN
namespace detail {

/// A dense view of shape `sizes`.
template <class R, class T, Index... D> inline R reshaped(const Tensor<T, D...> &t, const Index *sizes,
                                                          const char *op) {
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

template <Index... D> inline constexpr Index last = (0, ..., D);

/// 0, 1, ... n - 1 as a pack, and types that need one.
template <int... I> struct Numbers {};
#ifdef __clang__
template <class, int... I> using NumbersOf = Numbers<I...>;
template <int N> using CountTo = __make_integer_seq<NumbersOf, int, N>;
#else
template <int N> using CountTo = Numbers<__integer_pack(N)...>;
#endif

template <class T, Index A, Index B, class I, Index... D> struct Exchange;
template <class T, Index A, Index B, int... I, Index... D> struct Exchange<T, A, B, Numbers<I...>, D...> {
  static constexpr Index extents[sizeof...(D)] = {D...};
  using type = Tensor<T, extents[I == A ? B : I == B ? A : I]...>;
};
template <class T, Index A, Index B, Index... D>
struct Exchanged : Exchange<T, A, B, CountTo<static_cast<int>(sizeof...(D))>, D...> {};

template <class U, class T, class I, Index... D> struct Retype;
template <class U, class T, int... I, Index... D> struct Retype<U, T, Numbers<I...>, D...> {
  using type =
      Tensor<U, (I + 1 == sizeof...(D) ? D * static_cast<Index>(sizeof(T)) / static_cast<Index>(sizeof(U)) : D)...>;
};
template <class U, class T, Index... D>
struct Retyped : Retype<U, T, CountTo<static_cast<int>(sizeof...(D))>, D...> {};

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

/// reshape with valid extents of its own: `view<4, 8>(t, {3, 8})`. A view: it aliases t.
/// \pre t.is_contiguous(); the number of elements is the same; valid[d] <= the extent.
/// PyPTO: tensor.view.
template <Index... S, class T, Index... D>
  requires(detail::all_static<S...> && sizeof...(S) > 0 &&
           (!detail::all_static<D...> || detail::product<S...> == detail::product<D...>))
PTO_OP("tensor.view view=0")
inline Tensor<T, S...> view(const Tensor<T, D...> &t, Extents<sizeof...(S)> valid) {
  constexpr Index rank = sizeof...(S), sizes[] = {S...};
  detail::count(&trace::Counters::views);
  PTO_REQUIRE(t.is_contiguous() && !t.is_null(), "tensor.view", "the tensor has gaps or is null");
  Index strides[rank], n = 1;
  for (Index d = rank - 1; d >= 0; --d) {
    PTO_REQUIRE(valid.v[d] >= 0 && valid.v[d] <= sizes[d], "tensor.view", "%lld valid of %lld in dimension %lld",
                valid.v[d], sizes[d], d);
    strides[d] = n;
    n *= sizes[d];
  }
  PTO_REQUIRE(n == t.size(), "tensor.view", "%lld elements cannot become %lld", t.size(), n);
  return Tensor<T, S...>(t.data(), sizes, strides, valid.v, t.owner());
}

/// The same elements with other valid extents: `set_validshape(t, {r, c})`. A view. Touches no element.
/// \pre valid[d] <= the extent.
/// PyPTO: tensor.set_validshape.
template <class T, Index... D>
PTO_OP("tensor.set_validshape view=0")
inline Tensor<T, D...> set_validshape(const Tensor<T, D...> &t, Extents<sizeof...(D)> valid) {
  constexpr Index rank = sizeof...(D);
  detail::count(&trace::Counters::views);
  Index sizes[rank], strides[rank];
  for (Index d = 0; d < rank; ++d) {
    PTO_REQUIRE(valid.v[d] >= 0 && valid.v[d] <= t.extent(d), "tensor.set_validshape",
                "%lld valid of %lld in dimension %lld", valid.v[d], t.extent(d), d);
    sizes[d] = t.extent(d);
    strides[d] = t.stride(d);
  }
  return Tensor<T, D...>(t.data(), sizes, strides, valid.v, t.owner());
}

/// t with dimensions A and B exchanged: `transpose<0, 1>(t)`. A view: it aliases t. Touches no element.
/// PyPTO: tensor.transpose.
template <Index A, Index B, class T, Index... D>
  requires(A >= 0 && B >= 0 && A < sizeof...(D) && B < sizeof...(D))
PTO_OP("tensor.transpose view=0")
inline typename detail::Exchanged<T, A, B, D...>::type transpose(const Tensor<T, D...> &t) {
  constexpr Index rank = sizeof...(D);
  detail::count(&trace::Counters::views);
  Index sizes[rank], strides[rank], valid[rank];
  for (Index d = 0; d < rank; ++d) {
    const Index from = d == A ? B : d == B ? A : d;
    sizes[d] = t.extent(from);
    strides[d] = t.stride(from);
    valid[d] = t.valid(from);
  }
  return typename detail::Exchanged<T, A, B, D...>::type(t.data(), sizes, strides, valid, t.owner());
}

/// The bytes of t as elements of another type, the last dimension in proportion: `reinterpret<half>(t)`. A view.
/// Touches no element. Read and write it by ops; a reference `t(i)` to an element of another type is the compiler's
/// to misunderstand.
/// \pre neighbours in the last dimension are adjacent, rows start at whole elements; t is fully valid
/// PyPTO: tensor.reinterpret_view.
template <Element U, class T, Index... D>
  requires(detail::all_static<D...> && detail::last<D...> * sizeof(T) % sizeof(U) == 0)
PTO_OP("tensor.reinterpret view=0")
inline typename detail::Retyped<U, T, D...>::type reinterpret(const Tensor<T, D...> &t) {
  constexpr Index rank = sizeof...(D), from = sizeof(T), to = sizeof(U);
  detail::count(&trace::Counters::views);
  PTO_REQUIRE(t.stride(rank - 1) == 1 || t.extent(rank - 1) == 1, "tensor.reinterpret",
              "stride %lld in the last dimension", t.stride(rank - 1));
  Index sizes[rank], strides[rank];
  for (Index d = 0; d < rank; ++d) {
    const bool last = d == rank - 1;
    PTO_REQUIRE(t.valid(d) == t.extent(d), "tensor.reinterpret", "only %lld of %lld valid in dimension %lld",
                t.valid(d), t.extent(d), d);
    PTO_REQUIRE(last || t.stride(d) * from % to == 0, "tensor.reinterpret", "stride %lld of dimension %lld",
                t.stride(d), d);
    sizes[d] = last ? t.extent(d) * from / to : t.extent(d);
    strides[d] = last ? 1 : t.stride(d) * from / to;
  }
  return typename detail::Retyped<U, T, D...>::type(reinterpret_cast<U *>(t.data()), sizes, strides, sizes, t.owner());
}

/// t itself: tells a runtime not to track dependencies through it. No effect on a CPU.
/// PyPTO: no_dep.
template <class T, Index... D>
PTO_OP("tensor.no_dep same=0 reads=")
inline Tensor<T, D...> no_dep(const Tensor<T, D...> &t) {
  return t;
}

} // namespace tensor
PTO_DSL_END

#endif
