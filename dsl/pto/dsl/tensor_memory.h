//===- tensor_memory.h - create, slice, assemble, read, write ----------------===//
//
// The ops that orchestration code is made of: where tensors come from, windows of
// them, and copies between them.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TENSOR_MEMORY_H
#define PTO_DSL_TENSOR_MEMORY_H

#include "pto/dsl/scalar_ops.h"
#include "pto/dsl/tensor.h"

PTO_DSL_BEGIN
namespace tensor {

/// A value, or none.
template <class T> struct Init {
  T value{};
  bool given = false;
  Init() = default;
  template <Scalar S> explicit(false) Init(S v) : value(static_cast<T>(v)), given(true) {}
};

/// Options of `create`.
template <class T> struct CreateOptions {
  Init<T> init_value = {};    ///< what every element starts as; none: indeterminate
  bool manual_dep = false;    ///< a hint to the runtime's dependency tracking; no effect on a CPU
  Layout layout = Layout::ND; ///< storage order
};

} // namespace tensor

namespace detail {

template <class R, class T> inline R create(const Index *extents, const tensor::CreateOptions<T> &options) {
  R t = new_tensor<R>(extents, "tensor.create");
  if (options.init_value.given)
    for (Index i = 0, n = t.size(); i < n; ++i)
      t.data()[i] = options.init_value.value;
  if constexpr (R::rank >= 2) {
    if (options.layout == Layout::DN) {
      Index sizes[R::rank], strides[R::rank];
      for (Index d = 0; d < R::rank; ++d) {
        sizes[d] = t.extent(d);
        strides[d] = t.stride(d);
      }
      strides[R::rank - 2] = 1;
      strides[R::rank - 1] = sizes[R::rank - 2];
      return R(t.data(), sizes, strides, sizes, t.owner());
    }
  }
  return t;
}

/// A window of `sizes` at `offsets`: the last R::rank dimensions of t; the others have size 1 and are dropped.
template <class R, class T, Index... D>
inline R window(const Tensor<T, D...> &t, const Index *offsets, const Index *sizes, const char *op) {
  constexpr Index rank = sizeof...(D), dropped = rank - R::rank;
  PTO_REQUIRE(!t.is_null(), op, "the handle is null");
  Index strides[R::rank], valid[R::rank], start = 0;
  bool inside = true; // of what is valid, in the dropped dimensions
  for (Index d = 0; d < rank; ++d) {
    const Index size = d < dropped ? 1 : sizes[d - dropped], offset = offsets[d];
    PTO_REQUIRE(offset >= 0 && size >= 0 && offset + size <= t.extent(d), op,
                "window [%lld, %lld) of dimension %lld is outside [0, %lld)", offset, offset + size, d, t.extent(d));
    start += offset * t.stride(d);
    const Index rest = t.valid(d) - offset;
    if (d < dropped) {
      inside = inside && rest > 0;
    } else {
      strides[d - dropped] = t.stride(d);
      valid[d - dropped] = rest < 0 ? 0 : rest > size ? size : rest;
    }
  }
  if (!inside)
    valid[0] = 0;
  return R(t.data() + start, sizes, strides, valid, t.owner());
}

template <class R, class T, Index... D>
inline R slice(const Tensor<T, D...> &t, const Index *offsets, const Index *sizes) {
  for (Index d = 0; d < R::rank; ++d)
    PTO_REQUIRE(agree(R::static_extents[d], sizes[d]), "tensor.slice", "size %lld of dimension %lld, expected %lld",
                sizes[d], d, R::static_extents[d]);
  count(&trace::Counters::views);
  return window<R>(t, offsets, sizes, "tensor.slice");
}

/// Applies put(&to[i], from[i]) to the valid elements of `from`; `to` has at least its extents.
template <class T, class To, class From, class F> inline void combine(const To &to, const From &from, F put) {
  constexpr Index rank = From::rank;
  Index sizes[rank], to_stride[rank], from_stride[rank];
  for (Index d = 0; d < rank; ++d) {
    sizes[d] = from.valid(d);
    to_stride[d] = to.stride(d);
    from_stride[d] = from.stride(d);
  }
  if (empty(sizes, rank))
    return;
  note_window(from.data(), sizes, from_stride, rank, sizeof(T), false);
  note_window(to.data(), sizes, to_stride, rank, sizeof(T), true);
  Index index[rank] = {};
  do {
    T *a = to.data();
    const T *b = from.data();
    for (Index d = 0; d < rank - 1; ++d) {
      a += index[d] * to_stride[d];
      b += index[d] * from_stride[d];
    }
    for (Index i = 0; i < sizes[rank - 1]; ++i)
      put(a[i * to_stride[rank - 1]], b[i * from_stride[rank - 1]]);
  } while (next_index(index, sizes, rank - 1));
}

/// Addresses of the valid part of `from` and of the same indices of `to`: they are the same one by one, or disjoint.
/// Only checked builds look, one by one where the address ranges meet.
template <class To, class From>
inline void require_same_or_disjoint([[maybe_unused]] const To &to, [[maybe_unused]] const From &from, const char *op) {
#ifdef PTO_CHECKED
  Index sizes[From::rank], i[From::rank] = {}, j[From::rank] = {}, to_end = 0, from_end = 0;
  bool same = to.data() == from.data();
  for (Index d = 0; d < From::rank; ++d) {
    sizes[d] = from.valid(d);
    same = same && (sizes[d] == 1 || to.stride(d) == from.stride(d));
    to_end += (sizes[d] - 1) * to.stride(d);
    from_end += (sizes[d] - 1) * from.stride(d);
  }
  if (same || empty(sizes, From::rank) || to.data() > from.data() + from_end || from.data() > to.data() + to_end)
    return;
  const auto address = [](const auto &t, const Index *index) {
    Index at = 0;
    for (Index d = 0; d < From::rank; ++d)
      at += index[d] * t.stride(d);
    return t.data() + at;
  };
  do {
    const auto *p = address(from, i);
    do
      PTO_REQUIRE(address(to, j) != p, op, "the source overlaps the window without being the same");
    while (next_index(j, sizes, From::rank));
  } while (next_index(i, sizes, From::rank));
#endif
  static_cast<void>(op);
}

template <class T, Index... D, Index... S>
inline Tensor<T, D...> assemble(const Tensor<T, D...> &target, const Tensor<T, S...> &src, const Index *offsets,
                                Atomic mode) {
  using Window = TensorOfRank<T, sizeof...(S)>;
  Index sizes[sizeof...(S)], bytes = sizeof(T);
  PTO_REQUIRE(!src.is_null(), "tensor.assemble", "the source is null");
  for (Index d = 0; d < src.rank; ++d) {
    sizes[d] = src.extent(d);
    bytes *= src.valid(d);
  }
  const auto to = window<Window>(target, offsets, sizes, "tensor.assemble");
  require_same_or_disjoint(to, src, "tensor.assemble");
  count(&trace::Counters::bytes_assembled, bytes);
  if (mode == Atomic::Add)
    combine<T>(to, src, [](T &a, T b) { a = Add{}(a, b); });
  else
    combine<T>(to, src, [](T &a, T b) { a = b; });
  return target;
}

} // namespace detail

namespace tensor {

/// A new tensor of static shape: `create<float, 4, 8>()`.
///
/// Contents are INDETERMINATE unless `.init_value` is given. Fresh: shares storage with nothing.
/// PyPTO: tensor.create.
template <class T, Index... D>
  requires(detail::all_static<D...> && sizeof...(D) > 0)
PTO_OP("tensor.create indeterminate")
inline Tensor<T, D...> create(CreateOptions<T> options = {}) {
  constexpr Index extents[] = {D...};
  return detail::create<Tensor<T, D...>>(extents, options);
}

/// A new tensor of partly static shape: `create<float, dyn, 8>({n, 8})`. Contents as above.
/// \pre extents agree with the static ones
template <class T, Index... D>
  requires(!detail::all_static<D...>)
PTO_OP("tensor.create indeterminate")
inline Tensor<T, D...> create(Extents<sizeof...(D)> extents, CreateOptions<T> options = {}) {
  return detail::create<Tensor<T, D...>>(extents.v, options);
}

/// A new tensor of dynamic shape: `create<float>({n, 8})` is a Tensor<float, dyn, dyn>. Contents as above.
template <class T, Index... None, int N>
  requires(sizeof...(None) == 0)
PTO_OP("tensor.create indeterminate")
inline TensorOfRank<T, N> create(const Index (&extents)[N], CreateOptions<T> options = {}) {
  return detail::create<TensorOfRank<T, N>>(extents, options);
}

/// A new tensor with every element `value`: `full<float, 4, 8>(1.f)`. Fresh.
/// PyPTO: tensor.full.
template <class T, Index... D>
  requires(detail::all_static<D...> && sizeof...(D) > 0)
PTO_OP("tensor.full fresh")
inline Tensor<T, D...> full(T value) {
  return create<T, D...>({.init_value = value});
}

/// `full<float, dyn, 8>({n, 8}, 1.f)`. \pre extents agree with the static ones
template <class T, Index... D>
  requires(!detail::all_static<D...>)
PTO_OP("tensor.full fresh")
inline Tensor<T, D...> full(Extents<sizeof...(D)> extents, T value) {
  return create<T, D...>(extents, {.init_value = value});
}

/// `full<float>({n, 8}, 1.f)`.
template <class T, Index... None, int N>
  requires(sizeof...(None) == 0)
PTO_OP("tensor.full fresh")
inline TensorOfRank<T, N> full(const Index (&extents)[N], T value) {
  return create<T>(extents, {.init_value = value});
}

/// The window of size S that starts at `offsets`: `slice<1, 8>(t, {r, 0})`. A view: it aliases t.
///
/// With fewer sizes than t has dimensions the leading sizes are 1 and those dimensions are dropped:
/// `slice<2, 4>(t3, {b, 0, c})` is a Tensor<T, 2, 4>. Valid extents are what t's leave of the window.
/// \param offsets element offsets, one a dimension of t
/// \pre offsets[d] >= 0, offsets[d] + size[d] <= t.extent(d)
/// PyPTO: tensor.slice.
template <Index... S, class T, Index... D>
  requires(detail::all_static<S...> && sizeof...(S) > 0 && sizeof...(S) <= sizeof...(D))
PTO_OP("tensor.slice view=0")
inline Tensor<T, S...> slice(const Tensor<T, D...> &t, Offsets<sizeof...(D)> offsets) {
  constexpr Index sizes[] = {S...};
  return detail::slice<Tensor<T, S...>>(t, offsets.v, sizes);
}

/// `slice<dyn, 8>(t, {r, 0}, {n, 8})`: sizes partly static. \pre as above, sizes agree with the static ones
template <Index... S, class T, Index... D>
  requires(sizeof...(S) > 0 && sizeof...(S) <= sizeof...(D))
PTO_OP("tensor.slice view=0")
inline Tensor<T, S...> slice(const Tensor<T, D...> &t, Offsets<sizeof...(D)> offsets, Extents<sizeof...(S)> sizes) {
  return detail::slice<Tensor<T, S...>>(t, offsets.v, sizes.v);
}

/// `slice(t, {r, 0}, {n, 8})`: dynamic sizes. \pre as above
template <class T, Index... D, int N>
  requires(N <= sizeof...(D))
PTO_OP("tensor.slice view=0")
inline TensorOfRank<T, N> slice(const Tensor<T, D...> &t, Offsets<sizeof...(D)> offsets, const Index (&sizes)[N]) {
  return detail::slice<TensorOfRank<T, N>>(t, offsets.v, sizes);
}

/// Copies the VALID part of `src` into the window of `target` that starts at `offsets`; returns target's handle.
///
/// With fewer dimensions than target, src stands for its last ones: leading sizes are 1.
/// \param offsets element offsets, one a dimension of target
/// \pre offsets[d] >= 0, offsets[d] + src.extent(d) <= target.extent(d). src's elements are those of the window (then
///      nothing happens) or disjoint from them.
/// \effect writes target in place; reads src. Other handles to target see it. Exact.
/// PyPTO: tensor.assemble.
template <class T, Index... D, Index... S>
  requires(sizeof...(S) <= sizeof...(D))
PTO_OP("tensor.assemble same=0 writes=0 reads=1")
inline Tensor<T, D...> assemble(const Tensor<T, D...> &target, const Tensor<T, S...> &src,
                                Offsets<sizeof...(D)> offsets) {
  return detail::assemble(target, src, offsets.v, Atomic::None);
}

/// ... with Atomic::Add: adds to what is there, one rounding an element, instead of replacing it. \pre as above
/// \effect updates target in place; reads src
template <class T, Index... D, Index... S>
  requires(sizeof...(S) <= sizeof...(D))
PTO_OP("tensor.assemble same=0 updates=0 reads=1")
inline Tensor<T, D...> assemble(const Tensor<T, D...> &target, const Tensor<T, S...> &src,
                                Offsets<sizeof...(D)> offsets, Atomic mode) {
  return detail::assemble(target, src, offsets.v, mode);
}

/// The element at an index: `read(t, {r, c})`.
/// \pre 0 <= index[d] < t.extent(d)
/// PyPTO: tensor.read.
template <class T, Index... D>
PTO_OP("tensor.read scalar")
inline T read(const Tensor<T, D...> &t, Offsets<sizeof...(D)> index) {
  const T *p = t.data() + t.offset_of(index.v, "tensor.read");
  detail::note_access(p, sizeof(T), false);
  return *p;
}

/// Replaces the element at an index; returns t's handle.
/// \pre 0 <= index[d] < t.extent(d)
/// \effect writes t in place
/// PyPTO: tensor.write.
template <class T, Index... D, Scalar S>
PTO_OP("tensor.write same=0 writes=0")
inline Tensor<T, D...> write(const Tensor<T, D...> &t, Offsets<sizeof...(D)> index, S value) {
  T *p = t.data() + t.offset_of(index.v, "tensor.write");
  detail::note_access(p, sizeof(T), true);
  *p = static_cast<T>(value);
  return t;
}

/// The extent of dimension `axis`; negative axes count from the last. Reads no element.
/// \pre -rank <= axis < rank
/// PyPTO: tensor.dim.
template <class T, Index... D>
PTO_OP("tensor.dim scalar reads=")
inline Index dim(const Tensor<T, D...> &t, Index axis) {
  constexpr Index rank = sizeof...(D);
  PTO_REQUIRE(axis >= -rank && axis < rank, "tensor.dim", "axis %lld of a tensor of rank %lld", axis, rank);
  return t.extent(axis < 0 ? axis + rank : axis);
}

} // namespace tensor
PTO_DSL_END

#endif
