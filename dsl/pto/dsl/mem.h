//===- mem.h - MemRef: a strided handle to memory of one space ----------------===//
//
// A MemRef is to a kernel of vectors what a Tensor is to orchestration: a handle that
// says where elements are and how far apart. Copies alias, `const` is shallow, the last
// handle to memory that the DSL made frees it. Its type also says which memory it is:
//
//   mem::MemRef<float, mem::L3, 64, 64>     64 x 64 in global memory
//   mem::MemRef<float, mem::L1, dyn, 8>     n x 8 next to a core
//
// There is no valid part: every element of the extents counts.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_MEM_H
#define PTO_DSL_MEM_H

#include "pto/dsl/storage.h"
#include "pto/dsl/walk.h"

PTO_DSL_BEGIN
namespace mem {

/// Memories, from the one that all share to the one of a single core.
enum Space { L3 = 0, L2 = 1, L1 = 2 };

template <class T, Space S, Index... D> class MemRef {
  static_assert(Element<T>, "not an element type");
  static_assert(sizeof...(D) >= 1 && ((D > 0 || D == dyn) && ...), "extents are positive or dyn");
  static constexpr bool all_static = ((D > 0) && ...);

public:
  using value_type = T;
  static constexpr Index rank = sizeof...(D);
  static constexpr Space space = S;
  static constexpr Index static_extents[sizeof...(D)] = {D...};

  /// A handle to nothing. It may only be assigned to.
  MemRef() = default;

  /// Wraps memory of the user: dense, row major.
  PTO_OP("mem.wrap view=0")
  explicit(false) MemRef(T *data)
    requires all_static
      : MemRef(data, Extents<rank>{{D...}}) {}

  /// Wraps memory of the user: dense, row major. \pre extents agree with the static ones.
  PTO_OP("mem.wrap view=0")
  MemRef(T *data, Extents<rank> extents) : data_(data) {
    Index stride = 1;
    for (Index d = rank - 1; d >= 0; --d) {
      PTO_REQUIRE(detail::agree(static_extents[d], extents.v[d]) && extents.v[d] >= 0, "memref",
                  "extent %lld of dimension %lld, expected %lld", extents.v[d], d, static_extents[d]);
      extent_[d] = extents.v[d];
      stride_[d] = stride;
      stride *= extents.v[d];
    }
  }

  /// The same handle under other static knowledge of the extents. Implicit when nothing static
  /// is claimed anew. \pre (explicit form) the extents are the ones claimed.
  template <Index... E>
    requires(sizeof...(E) == sizeof...(D) && !detail::same_type<MemRef<T, S, E...>, MemRef> &&
             (detail::agree(D, E) && ...))
  PTO_OP("mem.convert same=0 reads=")
  explicit(!((D == E || D == dyn) && ...)) MemRef(const MemRef<T, S, E...> &o)
      : MemRef(o.data(), o.extents(), o.strides(), o.owner()) {
    for (Index d = 0; d < rank; ++d)
      PTO_REQUIRE(detail::agree(static_extents[d], o.extent(d)), "memref",
                  "extent %lld of dimension %lld, expected %lld", o.extent(d), d, static_extents[d]);
  }

  /// For the DSL's own views. \pre everything lies inside owner's storage or the user's memory
  MemRef(T *data, const Index *extents, const Index *strides, detail::Owner owner)
      : data_(data),
        owner_(static_cast<detail::Owner &&>(owner)) {
    for (Index d = 0; d < rank; ++d) {
      extent_[d] = extents[d];
      stride_[d] = strides[d];
    }
  }

  /// The element at an index, one number a dimension. Checked builds trap outside the extents.
  template <class... I>
    requires(sizeof...(I) == sizeof...(D))
  PTO_OP("mem.element view=this")
  T &operator()(I... i) const {
    const Index index[] = {static_cast<Index>(i)...};
    T *p = at(index, "memref element");
    if (detail::watching())
      detail::note_touch(p, sizeof(T));
    return *p;
  }

  PTO_OP("mem.extent scalar reads=")
  Index extent(Index d) const { return static_extents[d] != dyn ? static_extents[d] : extent_[d]; }
  /// Distance of neighbours in dimension d, in elements.
  PTO_OP("mem.stride scalar reads=")
  Index stride(Index d) const { return stride_[d]; }
  /// Address of the first element. Mind the strides.
  PTO_OP("mem.data view=this")
  T *data() const { return data_; }
  PTO_OP("mem.is_null scalar reads=")
  bool is_null() const { return data_ == nullptr; }
  /// Number of elements.
  PTO_OP("mem.size scalar reads=")
  Index size() const {
    Index n = 1;
    for (Index d = 0; d < rank; ++d)
      n *= extent(d);
    return n;
  }

  // For the DSL's own ops.
  const detail::Owner &owner() const { return owner_; }
  const Index *extents() const { return extent_; }
  const Index *strides() const { return stride_; }
  T *at(const Index *index, const char *op) const {
    PTO_REQUIRE(data_ != nullptr, op, "the handle is null");
    T *p = data_;
    for (Index d = 0; d < rank; ++d) {
      PTO_REQUIRE(index[d] >= 0 && index[d] < extent(d), op, "index %lld of dimension %lld is outside [0, %lld)",
                  index[d], d, extent(d));
      p += index[d] * stride_[d];
    }
    return p;
  }

private:
  T *data_ = nullptr;
  Index extent_[sizeof...(D)] = {};
  Index stride_[sizeof...(D)] = {};
  detail::Owner owner_;
};

} // namespace mem

namespace detail {

/// Preconditions of ops over several MemRefs of one shape.
template <class A, class B> inline void require_alike([[maybe_unused]] const A &a, [[maybe_unused]] const B &b,
                                                      const char *op) {
  static_assert(A::rank == B::rank, "the ranks differ");
  PTO_REQUIRE(!a.is_null() && !b.is_null(), op, "a handle is null");
  for (Index d = 0; d < A::rank; ++d)
    PTO_REQUIRE(a.extent(d) == b.extent(d), op, "extents %lld and %lld of dimension %lld differ", a.extent(d),
                b.extent(d), d);
}

/// No element of `a` is one of `b`. Only checked builds look, one by one where the address ranges meet.
template <class A, class B> inline void require_disjoint([[maybe_unused]] const A &a, [[maybe_unused]] const B &b,
                                                         [[maybe_unused]] const char *op) {
#ifdef PTO_CHECKED
  Index low[2] = {}, high[2] = {};
  for (Index d = 0; d < A::rank; ++d)
    (a.stride(d) < 0 ? low : high)[0] += (a.extent(d) - 1) * a.stride(d) * Index{sizeof(typename A::value_type)};
  for (Index d = 0; d < B::rank; ++d)
    (b.stride(d) < 0 ? low : high)[1] += (b.extent(d) - 1) * b.stride(d) * Index{sizeof(typename B::value_type)};
  const auto address = [](const auto *p) { return reinterpret_cast<std::intptr_t>(p); };
  const Index size_a = sizeof(typename A::value_type), size_b = sizeof(typename B::value_type);
  if (empty(a.extents(), A::rank) || empty(b.extents(), B::rank) ||
      address(a.data()) + low[0] >= address(b.data()) + high[1] + size_b ||
      address(b.data()) + low[1] >= address(a.data()) + high[0] + size_a)
    return;
  Index i[A::rank] = {}, j[B::rank] = {};
  do {
    const auto p = address(a.at(i, op));
    do {
      const auto q = address(b.at(j, op));
      PTO_REQUIRE(p >= q + size_b || q >= p + size_a, op, "what is written overlaps what is read");
    } while (next_index(j, b.extents(), B::rank));
  } while (next_index(i, a.extents(), A::rank));
#endif
}

/// to(i) = from(i), ascending.
template <class A, class B> inline void copy_elements(const A &from, const B &to, const char *op) {
  if (empty(to.extents(), B::rank))
    return;
  note_window(from.data(), to.extents(), from.strides(), B::rank, sizeof(typename A::value_type), false);
  note_window(to.data(), to.extents(), to.strides(), B::rank, sizeof(typename B::value_type), true);
  Index index[B::rank] = {};
  do
    *to.at(index, op) = *from.at(index, op);
  while (next_index(index, to.extents(), B::rank));
}

} // namespace detail

namespace mem {

/// New memory, contents INDETERMINATE: `alloc<float, L1, 8, 8>()`, `alloc<float, L1, dyn, 8>({n, 8})`.
///
/// \param extents  n * 8 elements as said; they agree with D
/// MLIR: memref.alloc.
template <class T, Space S, Index... D>
PTO_OP("mem.alloc indeterminate")
inline MemRef<T, S, D...> alloc(Extents<sizeof...(D)> extents) {
  const MemRef<T, S, D...> shape(nullptr, extents);
  detail::Owner owner(detail::allocate(shape.size() * Index{sizeof(T)}));
  T *data = reinterpret_cast<T *>(owner.get()->data());
  return {data, shape.extents(), shape.strides(), static_cast<detail::Owner &&>(owner)};
}
template <class T, Space S, Index... D>
  requires(sizeof...(D) > 0 && ((D > 0) && ...))
PTO_OP("mem.alloc indeterminate")
inline MemRef<T, S, D...> alloc() {
  return mem::alloc<T, S, D...>({{D...}});
}

/// dst(i...) = src(i...).
///
/// \pre equal extents; src and dst do not overlap
/// \effect writes dst
/// MLIR: memref.copy.
template <class T, Space S, Index... D, Space Z, Index... E>
PTO_OP("mem.copy reads=0 writes=1")
inline void copy(const MemRef<T, S, D...> &src, const MemRef<T, Z, E...> &dst) {
  detail::require_alike(src, dst, "mem.copy");
  detail::require_disjoint(dst, src, "mem.copy");
  detail::copy_elements(src, dst, "mem.copy");
}

/// The element at an index, one number a dimension.
/// MLIR: memref.load.
template <class T, Space S, Index... D, class... I>
  requires(sizeof...(I) == sizeof...(D))
PTO_OP("mem.load scalar reads=0")
inline T load(const MemRef<T, S, D...> &m, I... i) {
  const Index index[] = {static_cast<Index>(i)...};
  const T *p = m.at(index, "mem.load");
  detail::note_access(p, sizeof(T), false);
  return *p;
}

/// m(i...) = value.
///
/// \effect writes one element of m
/// MLIR: memref.store.
template <class T, Space S, Index... D, class... I>
  requires(sizeof...(I) == sizeof...(D))
PTO_OP("mem.store writes=1")
inline void store(detail::Given<T> value, const MemRef<T, S, D...> &m, I... i) {
  const Index index[] = {static_cast<Index>(i)...};
  T *p = m.at(index, "mem.store");
  detail::note_access(p, sizeof(T), true);
  *p = value;
}

/// Asks for the memory of an element that is read soon. A hint: it changes nothing, and the index need not be inside.
/// MLIR: memref.prefetch, read.
template <class T, Space S, Index... D, class... I>
  requires(sizeof...(I) == sizeof...(D))
PTO_OP("mem.prefetch reads=")
inline void prefetch(const MemRef<T, S, D...> &m, I... i) {
  __builtin_prefetch(detail::whereabouts(m, i...), 0);
}

/// The same for an element that is written soon.
/// MLIR: memref.prefetch, write.
template <class T, Space S, Index... D, class... I>
  requires(sizeof...(I) == sizeof...(D))
PTO_OP("mem.prefetch_write reads=")
inline void prefetch_write(const MemRef<T, S, D...> &m, I... i) {
  __builtin_prefetch(detail::whereabouts(m, i...), 1);
}

/// The position of an index in row major order over m's extents: `collapse(m)(linear(m, {i, j}))` is `m(i, j)`.
template <class T, Space S, Index... D>
PTO_OP("mem.linear scalar reads=")
inline Index linear(const MemRef<T, S, D...> &m, Offsets<sizeof...(D)> offsets) {
  Index position = 0;
  for (Index d = 0; d < m.rank; ++d)
    position = position * m.extent(d) + offsets.v[d];
  return position;
}

} // namespace mem
PTO_DSL_END

#endif
