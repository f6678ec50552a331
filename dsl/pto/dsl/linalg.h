//===- linalg.h - structured ops on MemRefs -----------------------------------===//
//
// Loop nests with a name: inputs first, outputs last, written in place.
//
//   linalg::generic<linalg::par<4>, linalg::red<32>>([&](Index i, Index j) { out(i) = out(i) + x(i, j); });
//
// In the order of the domain, row major and ascending, so that what they compute is defined
// to the bit; the dimensions called par are independent on top of that.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_LINALG_H
#define PTO_DSL_LINALG_H

#include "pto/dsl/mem.h"
#include "pto/dsl/scf.h"
#include "pto/dsl/vec_reduce.h"

PTO_DSL_BEGIN
namespace linalg {

/// A dimension of a domain, N indices whose points are independent: none writes what one of another index touches.
template <Index N> struct par {
  static_assert(N > 0, "extents are positive");
  static constexpr Index extent = N;
  static constexpr bool independent = true;
};
/// A dimension of a domain, N indices in ascending order.
template <Index N> struct red {
  static_assert(N > 0, "extents are positive");
  static constexpr Index extent = N;
  static constexpr bool independent = false;
};

} // namespace linalg

namespace detail {

#ifdef PTO_CHECKED
struct Watch {
  Shadow shadow;
  explicit Watch(const char *op) : shadow(op) {}
  template <class F> void operator()(Index point, F f) {
    shadow.begin(point);
    f();
    shadow.end();
  }
};
#else
struct Watch {
  explicit Watch(const char *) {}
  template <class F> void operator()(Index, F f) { f(); }
};
#endif

/// The loops over dimensions It... inside of those whose indices are i...; `point` counts the independent ones.
template <class... It> struct Nest;
template <> struct Nest<> {
  template <class F, class... I> static void run(F &f, Watch &watch, Index point, I... i) {
    watch(point, [&] { f(i...); });
  }
};
template <class It, class... Rest> struct Nest<It, Rest...> {
  template <class F, class... I> static void run(F &f, Watch &watch, Index point, I... i) {
    for (Index k = 0; k < It::extent; ++k)
      Nest<Rest...>::run(f, watch, It::independent ? point * It::extent + k : point, i..., k);
  }
};

/// to(i) = f(from(i)...): takes `Turns` inputs from the front to the back, then the output is first.
template <Index Turns, class F, class A, class... Rest>
inline void map_points(F &f, const A &a, const Rest &...rest) {
  if constexpr (Turns > 0) {
    map_points<Turns - 1>(f, rest..., a);
  } else {
    (require_alike(rest, a, "linalg.map"), ...);
    Index index[A::rank] = {};
    if (empty(a.extents(), A::rank))
      return;
    do {
      (note_access(rest.at(index, "linalg.map"), sizeof(typename Rest::value_type), false), ...);
      const typename A::value_type value = f(*rest.at(index, "linalg.map")...);
      typename A::value_type *to = a.at(index, "linalg.map");
      note_access(to, sizeof *to, true);
      *to = value;
    } while (next_index(index, a.extents(), A::rank));
  }
}

} // namespace detail

namespace linalg {

/// body(i, j, ...) for every point of the domain, row major, ascending.
///
/// \pre points that differ in a par index are independent; checked builds trap where they are not, as scf::parallel
/// MLIR: linalg.generic.
template <class... It, class F>
PTO_OP("linalg.generic call=0")
inline void generic(F &&body) {
  static_assert(sizeof...(It) >= 1, "a domain has a dimension: generic<par<4>, red<32>>(...)");
  detail::Watch watch("linalg.generic");
  detail::Nest<It...>::run(body, watch, 0);
}

/// out(i...) = f(ins(i...)...): `map(f, a, b, out)`. f returns out's element type or what converts to it implicitly.
///
/// \pre all handles have the same extents
/// \effect writes out, row major; out may be one of the inputs
/// MLIR: linalg.map.
template <class F, class... M>
PTO_OP("linalg.map call=0 writes=last")
inline void map(F &&f, const M &...handles) {
  static_assert(sizeof...(M) >= 1, "map writes something");
  detail::map_points<Index{sizeof...(M)} - 1>(f, handles...);
}

/// out(i...) = value.
///
/// \effect writes out
/// MLIR: linalg.fill.
template <class T, mem::Space S, Index... D>
PTO_OP("linalg.fill writes=1")
inline void fill(detail::Given<T> value, const mem::MemRef<T, S, D...> &out) {
  const auto f = [&] { return value; };
  PTO_REQUIRE(!out.is_null(), "linalg.fill", "the handle is null");
  detail::map_points<0>(f, out);
}

/// dst(i...) = src(i...), row major, ascending: what that says where they overlap.
///
/// \pre equal extents
/// \effect writes dst
/// MLIR: linalg.copy.
template <class T, mem::Space S, Index... D, mem::Space Z, Index... E>
PTO_OP("linalg.copy reads=0 writes=1")
inline void copy(const mem::MemRef<T, S, D...> &src, const mem::MemRef<T, Z, E...> &dst) {
  detail::require_alike(src, dst, "linalg.copy");
  detail::copy_elements(src, dst, "linalg.copy");
}

/// c += a * b: c(..., i, j) = fma(a(..., i, k), b(..., k, j), c(..., i, j)) for k = 0, 1, ... Each step rounds once, to
/// c's element type (for half and bf16 by way of float); integers wrap.
///
/// \param a  [B..., M, K], floating point like c or an integer like it, c's type or narrower
/// \param b  [B..., K, N], in the same way
/// \param c  [B..., M, N]
/// \pre extents fit; c overlaps neither a nor b
/// \effect reads a, b; updates c
/// MLIR: linalg.matmul, linalg.batch_matmul.
template <class TA, mem::Space SA, Index... DA, class TB, mem::Space SB, Index... DB, class TC, mem::Space SC,
          Index... DC>
  requires(detail::widens_to<TA, TC> && detail::widens_to<TB, TC>)
PTO_OP("linalg.matmul reads=0,1 updates=2")
inline void matmul(const mem::MemRef<TA, SA, DA...> &a, const mem::MemRef<TB, SB, DB...> &b,
                   const mem::MemRef<TC, SC, DC...> &c) {
  constexpr Index rank = sizeof...(DC), i = rank - 2, j = rank - 1;
  static_assert(rank >= 2 && sizeof...(DA) == rank && sizeof...(DB) == rank, "the ranks are equal and at least 2");
  static_assert(detail::products<rank>({DA...}, {DB...}, {DC...}),
                "the shapes do not fit: [B..., M, K] * [B..., K, N] + [B..., M, N]");
  PTO_REQUIRE(!a.is_null() && !b.is_null() && !c.is_null(), "linalg.matmul", "a handle is null");
  for (Index d = 0; d < i; ++d)
    PTO_REQUIRE(a.extent(d) == c.extent(d) && b.extent(d) == c.extent(d), "linalg.matmul",
                "extents %lld, %lld, %lld of dimension %lld differ", a.extent(d), b.extent(d), c.extent(d), d);
  PTO_REQUIRE(a.extent(i) == c.extent(i) && b.extent(j) == c.extent(j) && a.extent(j) == b.extent(i), "linalg.matmul",
              "%lld x %lld times %lld x %lld does not fit", a.extent(i), a.extent(j), b.extent(i), b.extent(j));
  detail::require_disjoint(c, a, "linalg.matmul");
  detail::require_disjoint(c, b, "linalg.matmul");
  if (detail::empty(c.extents(), rank) || a.extent(j) == 0)
    return;
  detail::note_window(a.data(), a.extents(), a.strides(), rank, sizeof(TA), false);
  detail::note_window(b.data(), b.extents(), b.strides(), rank, sizeof(TB), false);
  detail::note_window(c.data(), c.extents(), c.strides(), rank, sizeof(TC), true);
  Index index[rank] = {};
  do {
    const TA *pa = a.data() + index[i] * a.stride(i);
    const TB *pb = b.data() + index[j] * b.stride(j);
    for (Index d = 0; d < i; ++d) {
      pa += index[d] * a.stride(d);
      pb += index[d] * b.stride(d);
    }
    TC *to = c.at(index, "linalg.matmul"), sum = *to;
    for (Index k = 0; k < a.extent(j); ++k)
      sum = math::fma(static_cast<TC>(pa[k * a.stride(j)]), static_cast<TC>(pb[k * b.stride(i)]), sum);
    *to = sum;
  } while (detail::next_index(index, c.extents(), rank));
}

} // namespace linalg
PTO_DSL_END

#endif
