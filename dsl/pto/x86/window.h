//===- window.h - memory that a kernel alone works on ----------------------------===//
//
//   const auto in = pto::x86::in_window<8, 1024>(x, {r, 0});
//   const auto out = pto::x86::out_window<dyn, 1024>(y, {r, 0}, {rows, 1024});
//
// What mem::subview(mem::view(x), ...) shows, for code that moves whole registers: the
// neighbours in its last dimension are adjacent, so that each move is one instruction. A
// window of a tensor in which they are not (a transposed one) is a copy, which is written back
// at the end of its scope. A window does not keep the tensor's memory alive.
//
// Whoever makes one answers for this: as long as a window lives, nothing else writes to its
// part of the tensor, and where the window is written to, nothing else reads it.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_WINDOW_H
#define PTO_X86_WINDOW_H

#include "pto/dsl/storage.h"
#include "pto/x86/address.h"

namespace pto::x86 {

/// What happens to the elements of a window: they are read; written, in whole registers that begin at multiples of
/// their lanes in the last dimension; or whatever there is.
enum class Use { In, Out, InOut };

/// Tensors from this size on, in bytes, do not stay in the nearest cache together with what is read for them. A line
/// that is asked for as late as by the store of all of it comes slower than one that is read (measured: by a tenth).
inline constexpr std::int64_t ahead_size = std::int64_t{24} << 10;

/// Tensors from this size on, in bytes, go past the caches: more than most of them hold. Below, what is written is
/// faster read again from a cache.
inline constexpr std::int64_t past_size = std::int64_t{64} << 20;

namespace detail {

/// f(0), f(1), ..., one call a size. No loop: compilers move less out of loops that have loops inside.
template <std::int64_t... Sizes, class F> [[gnu::always_inline]] inline void each(F f) {
  std::int64_t d = 0;
  ((static_cast<void>(Sizes), f(d++)), ...);
}

template <class M, class... I> [[gnu::always_inline]] inline typename M::value_type &element(const M &m, I... i) {
  static_assert(sizeof...(I) == M::rank, "one index a dimension");
  std::int64_t d = 0, offset = 0;
  const auto go = [&](std::int64_t index) {
    PTO_REQUIRE(index >= 0 && index < m.extent(d), "window", "index %lld of dimension %lld is outside [0, %lld)", index,
                d, m.extent(d));
    offset += index * m.stride(d++);
  };
  (go(static_cast<std::int64_t>(i)), ...);
  return m.data()[offset];
}

/// Before the elements of a copied window: where they come from.
template <class T, std::int64_t Rank> struct alignas(64) Origin {
  T *data;
  std::int64_t extent[Rank], stride[Rank];

  T *copy() { return reinterpret_cast<T *>(this + 1); }

  template <bool Back> void move() {
    std::int64_t index[Rank] = {}, count = 1, place = 0;
    for (std::int64_t d = 0; d < Rank; ++d)
      count *= extent[d];
    for (std::int64_t k = 0; k < count; ++k) {
      if constexpr (Back)
        data[place] = copy()[k];
      else
        copy()[k] = data[place];
      for (std::int64_t d = Rank - 1; d >= 0; --d) {
        place += stride[d];
        if (++index[d] < extent[d])
          break;
        place -= extent[d] * stride[d];
        index[d] = 0;
      }
    }
  }
};

template <class T, std::int64_t Rank>
[[gnu::cold, gnu::noinline]] inline dsl::detail::Storage *copy_window(const Origin<T, Rank> &origin) noexcept {
  std::int64_t bytes = sizeof(T);
  for (std::int64_t d = 0; d < Rank; ++d)
    bytes *= origin.extent[d];
  dsl::detail::Storage *storage = dsl::detail::allocate(static_cast<std::int64_t>(sizeof origin) + bytes);
  auto *there = reinterpret_cast<Origin<T, Rank> *>(storage->data());
  *there = origin;
  there->template move<false>();
  return storage;
}

template <class T, std::int64_t Rank, bool Back>
[[gnu::cold, gnu::noinline]] inline void leave_window(dsl::detail::Storage *storage) noexcept {
  if constexpr (Back)
    reinterpret_cast<Origin<T, Rank> *>(storage->data())->template move<true>();
  dsl::detail::release(storage);
}

} // namespace detail

template <class T, Use U, std::int64_t... Sizes> class Window {
public:
  using value_type = T;
  static constexpr std::int64_t rank = sizeof...(Sizes);
  static constexpr std::int64_t static_extents[sizeof...(Sizes)] = {Sizes...};

  /// \pre every element is memory of the tensor; `reach`: how many elements that has, as far as is known
  [[gnu::always_inline]] Window(T *data, const std::int64_t *extents, const std::int64_t *strides, std::int64_t reach)
      : data_(data) {
    detail::each<Sizes...>([&](std::int64_t d) {
      extent_[d] = extents[d];
      stride_[d] = strides[d];
    });
    if (__builtin_expect(strides[rank - 1] != 1 && extent(rank - 1) != 1, 0))
      become_copy();
    else if (U == Use::Out && reach * static_cast<std::int64_t>(sizeof(T)) >= ahead_size)
      way_ = reach * static_cast<std::int64_t>(sizeof(T)) >= past_size && isAligned() ? Way::Past : Way::Ahead;
  }
  [[gnu::always_inline]] ~Window() {
    if (__builtin_expect(copy_ != nullptr, 0))
      detail::leave_window<T, rank, U != Use::In>(copy_);
    if (__builtin_expect(way() == Way::Past, 0))
      __builtin_ia32_sfence(); // what another thread is told after this has been written
  }
  /// The same window, for an iteration: this one lives longer, and it is what writes a copy back.
  [[gnu::always_inline]] Window(const Window &o) : data_(o.data_), way_(o.way_) {
    detail::each<Sizes...>([&](std::int64_t d) {
      extent_[d] = o.extent_[d];
      stride_[d] = o.stride_[d];
    });
  }
  Window &operator=(const Window &) = delete;

  [[gnu::always_inline]] T *data() const { return data_; }
  [[gnu::always_inline]] std::int64_t extent(std::int64_t d) const {
    return static_extents[d] != dsl::dyn ? static_extents[d] : extent_[d];
  }
  /// Distance of neighbours in dimension d, in elements: 1 in the last one.
  [[gnu::always_inline]] std::int64_t stride(std::int64_t d) const { return d == rank - 1 ? 1 : stride_[d]; }
  /// How whole registers are written: the same for all of them.
  [[gnu::always_inline]] Way way() const { return U == Use::Out ? way_ : Way::Plain; }

  /// The element at an index, one number a dimension: what mem::load and mem::store do.
  template <class... I> [[gnu::always_inline]] T load(I... i) const { return detail::element(*this, i...); }
  template <class... I> [[gnu::always_inline]] void store(T value, I... i) const {
    detail::element(*this, i...) = value;
  }

  /// Asks for the memory of an element that is read or written soon. The index need not be inside.
  template <class... I> [[gnu::always_inline]] void prefetch(I... i) const {
    __builtin_prefetch(dsl::detail::whereabouts(*this, i...), 0);
  }
  template <class... I> [[gnu::always_inline]] void prefetch_write(I... i) const {
    if (U != Use::Out) // whose stores ask themselves
      __builtin_prefetch(dsl::detail::whereabouts(*this, i...), 1);
  }

private:
  /// Rows begin at multiples of 64 bytes.
  [[gnu::always_inline]] bool isAligned() const {
    std::uintptr_t bits = reinterpret_cast<std::uintptr_t>(data_);
    detail::each<Sizes...>(
        [&](std::int64_t d) { bits |= d == rank - 1 ? 0 : static_cast<std::uintptr_t>(stride_[d]) * sizeof(T); });
    return bits % 64 == 0;
  }
  [[gnu::always_inline]] void become_copy() {
    detail::Origin<T, rank> origin;
    origin.data = data_;
    detail::each<Sizes...>([&](std::int64_t d) {
      origin.extent[d] = extent(d);
      origin.stride[d] = stride_[d];
    });
    std::int64_t stride = 1;
    detail::each<Sizes...>([&](std::int64_t d) {
      stride_[rank - 1 - d] = stride;
      stride *= extent(rank - 1 - d);
    });
    copy_ = detail::copy_window<T, rank>(origin);
    data_ = reinterpret_cast<detail::Origin<T, rank> *>(copy_->data())->copy();
  }

  T *data_;
  std::int64_t extent_[rank], stride_[rank];
  dsl::detail::Storage *copy_ = nullptr;
  Way way_ = Way::Plain;
};

namespace detail {

template <Use U, std::int64_t... Sizes, class X>
[[gnu::always_inline]] inline Window<typename X::value_type, U, Sizes...>
window(const X &x, const std::int64_t *offsets, const std::int64_t *sizes) {
  static_assert(sizeof...(Sizes) == X::rank, "one size a dimension");
  std::int64_t strides[X::rank];
  auto *data = x.data();
  PTO_REQUIRE(!x.is_null(), "window", "the handle is null");
  detail::each<Sizes...>([&](std::int64_t d) {
    PTO_REQUIRE(sizes[d] >= 0 && offsets[d] >= 0 && offsets[d] + sizes[d] <= x.extent(d), "window",
                "window of %lld from %lld in dimension %lld is outside [0, %lld)", sizes[d], offsets[d], d,
                x.extent(d));
    strides[d] = x.stride(d);
    data += offsets[d] * strides[d];
  });
  // A tensor of one row is mostly one of many.
  const std::int64_t known = x.extent(0) * strides[0], expected = X::rank > 1 && x.extent(0) == 1 ? ahead_size : 0;
  return {data, sizes, strides, known > expected ? known : expected};
}

} // namespace detail

#define PTO_X86_WINDOW(name, use)                                                                                      \
  template <std::int64_t... Sizes, class X>                                                                            \
    requires((Sizes > 0) && ...)                                                                                       \
  [[gnu::always_inline]] inline auto name(const X &x, dsl::Offsets<X::rank> offsets) {                                 \
    const std::int64_t sizes[] = {Sizes...};                                                                           \
    return detail::window<use, Sizes...>(x, offsets.v, sizes);                                                         \
  }                                                                                                                    \
  template <std::int64_t... Sizes, class X>                                                                            \
  [[gnu::always_inline]] inline auto name(const X &x, dsl::Offsets<X::rank> offsets, dsl::Extents<X::rank> sizes) {    \
    return detail::window<use, Sizes...>(x, offsets.v, sizes.v);                                                       \
  }
/// The elements from `offsets` on, `Sizes` in each dimension, or as many as `sizes` says: to be read.
/// \pre they lie inside the tensor
PTO_X86_WINDOW(in_window, Use::In)
/// The same, to be written: whole registers at multiples of their lanes in the last dimension.
PTO_X86_WINDOW(out_window, Use::Out)
/// The same, to be read and written anywhere.
PTO_X86_WINDOW(inout_window, Use::InOut)
#undef PTO_X86_WINDOW

/// A small memory of the function's own, contents indeterminate: what mem::alloc gives, on the stack.
template <class T, int Space, std::int64_t... D> class Buffer {
public:
  using value_type = T;
  static constexpr std::int64_t rank = sizeof...(D);
  static constexpr std::int64_t static_extents[sizeof...(D)] = {D...};

  Buffer() {} // not `= default`: g++ would warn of what it cannot see being written first

  [[gnu::always_inline]] T *data() const { return data_; }
  [[gnu::always_inline]] static constexpr std::int64_t extent(std::int64_t d) { return static_extents[d]; }
  /// Distance of neighbours in dimension d, in elements.
  [[gnu::always_inline]] static constexpr std::int64_t stride(std::int64_t d) {
    std::int64_t step = 1, k = 0;
    ((step *= k++ > d ? D : 1), ...);
    return step;
  }
  /// The element at an index, one number a dimension: what mem::load and mem::store do.
  template <class... I> [[gnu::always_inline]] T load(I... i) const { return detail::element(*this, i...); }
  template <class... I> [[gnu::always_inline]] void store(T value, I... i) const {
    detail::element(*this, i...) = value;
  }

private:
  alignas(64) mutable T data_[static_cast<std::size_t>((D * ...))]; // handles of the DSL are const, elements are not
};

} // namespace pto::x86

#endif
