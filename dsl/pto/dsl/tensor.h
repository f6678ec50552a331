//===- tensor.h - Tensor: a strided handle to global memory -------------------===//
//
// A Tensor is a handle: where the elements are, how far apart, and how many of them
// hold data. Copying a Tensor copies the handle; both then see the same elements.
// `const` on a handle is shallow, as on std::span. The last handle to storage that
// the DSL made frees it; memory that the user wraps is the user's.
//
//   Tensor<float, 4, 8>        4 x 8, known when compiling
//   Tensor<float, dyn, 8>      n x 8, n known when running
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_TENSOR_H
#define PTO_DSL_TENSOR_H

#include "pto/dsl/math.h"
#include "pto/dsl/storage.h"
#include "pto/dsl/trace.h"
#include "pto/dsl/walk.h"

PTO_DSL_BEGIN

template <class T, Index... D> class Tensor;

namespace detail {

/// Extents D can become extents E: each pair is equal, or one of them dyn.
template <class A, class B> inline constexpr bool convertible_shapes = false;
template <class T, Index... D, Index... E>
  requires(sizeof...(D) == sizeof...(E))
inline constexpr bool convertible_shapes<Tensor<T, D...>, Tensor<T, E...>> = (agree(D, E) && ...);

/// ... and nothing static is lost: the conversion cannot fail.
template <class A, class B> inline constexpr bool widening = false;
template <class T, Index... D, Index... E>
  requires(sizeof...(D) == sizeof...(E))
inline constexpr bool widening<Tensor<T, D...>, Tensor<T, E...>> = ((D == E || E == dyn) && ...);

template <Index... D> inline constexpr bool all_static = ((D > 0) && ...);

template <class T, int N, Index... D> struct DynTensor : DynTensor<T, N - 1, dyn, D...> {};
template <class T, Index... D> struct DynTensor<T, 0, D...> {
  using type = Tensor<T, D...>;
};

} // namespace detail

/// Tensor<T, dyn, dyn, ...> of rank N.
template <class T, int N> using TensorOfRank = typename detail::DynTensor<T, N>::type;

template <class T, Index... D> class Tensor {
  static_assert(Element<T>, "not an element type");
  static_assert(sizeof...(D) >= 1 && ((D > 0 || D == dyn) && ...), "extents are positive or dyn");

public:
  using value_type = T;
  static constexpr Index rank = sizeof...(D);
  static constexpr Index static_extents[sizeof...(D)] = {D...};

  /// A handle to nothing. It may only be assigned to.
  Tensor() = default;

  /// Wraps memory of the user: dense, row major, all of it valid.
  PTO_OP("tensor.wrap view=0")
  explicit(false) Tensor(T *data)
    requires detail::all_static<D...>
      : Tensor(data, Extents<rank>{{D...}}) {}

  /// Wraps memory of the user: dense, row major. \pre extents agree with the static ones.
  PTO_OP("tensor.wrap view=0")
  Tensor(T *data, Extents<rank> extents) : data_(data) {
    Index stride = 1;
    for (Index d = rank - 1; d >= 0; --d) {
      PTO_REQUIRE(detail::agree(static_extents[d], extents.v[d]) && extents.v[d] >= 0, "tensor",
                  "extent %lld of dimension %lld, expected %lld", extents.v[d], d, static_extents[d]);
      extent_[d] = valid_[d] = extents.v[d];
      stride_[d] = stride;
      stride *= extents.v[d];
    }
  }

  /// The same handle under other static knowledge of the extents. Implicit when nothing static
  /// is claimed anew. \pre (explicit form) the extents are the ones claimed.
  template <Index... E>
    requires(!detail::same_type<Tensor<T, E...>, Tensor> && detail::convertible_shapes<Tensor<T, E...>, Tensor>)
  PTO_OP("tensor.convert same=0 reads=")
  explicit(!detail::widening<Tensor<T, E...>, Tensor>) Tensor(const Tensor<T, E...> &o)
      : data_(o.data()),
        owner_(o.owner()) {
    for (Index d = 0; d < rank; ++d) {
      PTO_REQUIRE(detail::agree(static_extents[d], o.extent(d)), "tensor",
                  "extent %lld of dimension %lld, expected %lld", o.extent(d), d, static_extents[d]);
      extent_[d] = o.extent(d);
      stride_[d] = o.stride(d);
      valid_[d] = o.valid(d);
    }
  }

  /// For the DSL's own views. \pre everything lies inside owner's storage or the user's memory
  Tensor(T *data, const Index *extents, const Index *strides, const Index *valid, detail::Owner owner)
      : data_(data),
        owner_(static_cast<detail::Owner &&>(owner)) {
    for (Index d = 0; d < rank; ++d) {
      extent_[d] = extents[d];
      stride_[d] = strides[d];
      valid_[d] = valid[d];
    }
  }

  /// The element at an index, one number a dimension. Checked builds trap outside the extents.
  template <class... I>
    requires(sizeof...(I) == sizeof...(D))
  PTO_OP("tensor.element view=this")
  T &operator()(I... i) const {
    const Index index[] = {static_cast<Index>(i)...};
    T *p = data_ + offset_of(index, "tensor element");
    if (detail::watching())
      detail::note_touch(p, sizeof(T));
    return *p;
  }

  PTO_OP("tensor.extent scalar reads=")
  Index extent(Index d) const { return static_extents[d] != dyn ? static_extents[d] : extent_[d]; }
  /// Distance of neighbours in dimension d, in elements.
  PTO_OP("tensor.stride scalar reads=")
  Index stride(Index d) const { return stride_[d]; }
  /// How many indices of dimension d hold data, counted from 0.
  PTO_OP("tensor.valid scalar reads=")
  Index valid(Index d) const { return valid_[d]; }
  /// Address of the first element. Mind the strides.
  PTO_OP("tensor.data view=this")
  T *data() const { return data_; }
  PTO_OP("tensor.is_null scalar reads=")
  bool is_null() const { return data_ == nullptr; }
  /// Number of elements.
  PTO_OP("tensor.size scalar reads=")
  Index size() const {
    Index n = 1;
    for (Index d = 0; d < rank; ++d)
      n *= extent(d);
    return n;
  }
  /// Whether the elements follow each other without gaps in row major order.
  PTO_OP("tensor.is_contiguous scalar reads=")
  bool is_contiguous() const {
    Index stride = 1;
    for (Index d = rank - 1; d >= 0; --d) {
      if (extent(d) != 1 && stride_[d] != stride)
        return false;
      stride *= extent(d);
    }
    return true;
  }

  const detail::Owner &owner() const { return owner_; }

  /// Distance of an element from the first one, for the DSL's own ops.
  Index offset_of(const Index *index, const char *op) const {
    PTO_REQUIRE(data_ != nullptr, op, "the handle is null");
    Index offset = 0;
    for (Index d = 0; d < rank; ++d) {
      PTO_REQUIRE(index[d] >= 0 && index[d] < extent(d), op, "index %lld of dimension %lld is outside [0, %lld)",
                  index[d], d, extent(d));
      offset += index[d] * stride_[d];
    }
    return offset;
  }

private:
  T *data_ = nullptr;
  Index extent_[sizeof...(D)] = {};
  Index stride_[sizeof...(D)] = {};
  Index valid_[sizeof...(D)] = {};
  detail::Owner owner_;
};

/// A Tensor whose elements follow each other: what code that takes a plain pointer can ask for.
/// \pre of the conversion: t.is_contiguous()
template <class T, Index... D> class DenseTensor : public Tensor<T, D...> {
public:
  using Tensor<T, D...>::Tensor;

  PTO_OP("tensor.convert same=0 reads=")
  explicit(false) DenseTensor(const Tensor<T, D...> &t) : Tensor<T, D...>(t) {
    PTO_REQUIRE(t.is_contiguous(), "dense tensor", "the tensor has gaps: stride %lld in its last dimension",
                t.stride(t.rank - 1));
  }
  template <Index... E>
    requires(!detail::same_type<Tensor<T, E...>, Tensor<T, D...>> && detail::widening<Tensor<T, E...>, Tensor<T, D...>>)
  PTO_OP("tensor.convert same=0 reads=")
  explicit(false) DenseTensor(const Tensor<T, E...> &t) : DenseTensor(Tensor<T, D...>(t)) {}

  /// Element i in row major order.
  PTO_OP("tensor.element view=this")
  T &operator[](Index i) const {
    PTO_REQUIRE(i >= 0 && i < this->size(), "dense tensor", "index %lld is outside [0, %lld)", i, this->size());
    T *p = this->data() + i;
    if (detail::watching())
      detail::note_touch(p, sizeof(T));
    return *p;
  }
};

namespace detail {

/// A dense tensor with storage of its own, indeterminate. extents[d] counts where D is dyn.
template <class R> inline R new_tensor(const Index *extents, const char *op) {
  using T = typename R::value_type;
  Index sizes[R::rank], strides[R::rank], n = 1;
  for (Index d = R::rank - 1; d >= 0; --d) {
    sizes[d] = R::static_extents[d] != dyn ? R::static_extents[d] : extents[d];
    PTO_REQUIRE(agree(R::static_extents[d], extents[d]) && extents[d] >= 0, op,
                "extent %lld of dimension %lld, expected %lld", extents[d], d, R::static_extents[d]);
    strides[d] = n;
    n *= sizes[d];
  }
  const Index bytes = n * static_cast<Index>(sizeof(T));
  count(&trace::Counters::tensor_creates);
  count(&trace::Counters::tensor_bytes_created, bytes);
  Owner owner(allocate(bytes));
  T *data = reinterpret_cast<T *>(owner.get()->data());
  return R(data, sizes, strides, sizes, static_cast<Owner &&>(owner));
}

} // namespace detail
PTO_DSL_END

#endif
