//===- vec_reduce.h - products and sums of lanes -------------------------------===//
//
// In one order, ascending, from the accumulator given; each step rounds to the
// accumulator's type. A rewrite that sums in another order changes bits and has to say so.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_VEC_REDUCE_H
#define PTO_DSL_VEC_REDUCE_H

#include "pto/dsl/matmul.h"
#include "pto/dsl/vec.h"

PTO_DSL_BEGIN
namespace vec {

/// How a reduction joins two elements; the rules are those of the elementwise ops.
enum class Combine { Add, Mul, Min, Max, And, Or, Xor };

} // namespace vec

namespace detail {

/// A product of T can be added to a C: both floating point or both integers, every T (for integers: modulo 2^bits) a C.
template <class T, class C>
inline constexpr bool widens_to = same_type<T, C> || (is_floating<T> && is_floating<C> && sizeof(T) < sizeof(C)) ||
                                  (is_integer<T> && is_integer<C> && sizeof(T) <= sizeof(C));

/// The extents agree as [B..., M, K] * [B..., K, N] + [B..., M, N] do.
template <Index N>
constexpr bool products(const Index (&a)[static_cast<Size>(N)], const Index (&b)[static_cast<Size>(N)],
                        const Index (&c)[static_cast<Size>(N)]) {
  for (Index d = 0; d < N - 2; ++d)
    if (!agree(a[d], b[d]) || !agree(a[d], c[d]) || !agree(b[d], c[d]))
      return false;
  return agree(a[N - 2], c[N - 2]) && agree(b[N - 1], c[N - 1]) && agree(a[N - 1], b[N - 2]);
}

/// The functor of a Combine.
template <vec::Combine C> struct Join;
template <> struct Join<vec::Combine::Add> : Add {};
template <> struct Join<vec::Combine::Mul> : Mul {};
template <> struct Join<vec::Combine::Min> : Min {};
template <> struct Join<vec::Combine::Max> : Max {};
template <> struct Join<vec::Combine::And> : And {};
template <> struct Join<vec::Combine::Or> : Or {};
template <> struct Join<vec::Combine::Xor> : Xor {};

/// to[place of the lane in what is left] joined with each lane of v, ascending.
template <vec::Combine C, class V, class T> inline void reduce_lanes(const V &v, T *to, const Index *steps) {
  walk_lanes<V>(steps, [&](Index i, Index at) { to[at] = Join<C>{}(to[at], v.lane(i)); });
}

/// Steps of a V's dimensions in the row major order of those that are left; 0 for the reduced ones.
template <class V, Index... Dims> constexpr Offsets<V::rank> steps_left() {
  Offsets<V::rank> steps{};
  Index step = 1;
  for (Index d = V::rank - 1; d >= 0; --d)
    if (!((d == Dims) || ...)) {
      steps.v[d] = step;
      step *= V::dims[d];
    }
  return steps;
}
template <class V, class A, Index... Dims> constexpr bool is_left() {
  Index k = 0;
  for (Index d = 0; d < V::rank; ++d)
    if (!((d == Dims) || ...) && (k >= A::rank || A::dims[k++] != V::dims[d]))
      return false;
  return k == A::rank && (((Dims >= 0 && Dims < V::rank)) && ...);
}

} // namespace detail

namespace vec {

/// c + a * b: lane (..., i, j) is fma(a(..., i, k), b(..., k, j), acc) for k = 0, 1, ... from acc = c(..., i, j). Each
/// step rounds once, to c's element type (for half and bf16 by way of float); integers wrap.
///
/// \param a  [B..., M, K], floating point like c or an integer like it, c's type or narrower
/// \param b  [B..., K, N], in the same way
/// \param c  [B..., M, N]
/// MLIR: vector.contract.
template <class TA, Index... DA, class TB, Index... DB, class TC, Index... DC>
  requires(detail::widens_to<TA, TC> && detail::widens_to<TB, TC>)
PTO_OP("vec.contract fresh")
inline Vec<TC, DC...> contract(const Vec<TA, DA...> &a, const Vec<TB, DB...> &b, const Vec<TC, DC...> &c) {
  constexpr Index rank = sizeof...(DC);
  static_assert(rank >= 2 && sizeof...(DA) == rank && sizeof...(DB) == rank, "the ranks are equal and at least 2");
  static_assert(detail::products<rank>({DA...}, {DB...}, {DC...}),
                "the shapes do not fit: [B..., M, K] * [B..., K, N] + [B..., M, N]");
  constexpr Index m = Vec<TC, DC...>::dims[rank - 2], n = Vec<TC, DC...>::dims[rank - 1],
                  k = Vec<TA, DA...>::dims[rank - 1];
  const auto wide_a = detail::map_lanes<Vec<TC, DA...>>([](TA x) { return static_cast<TC>(x); }, a);
  const auto wide_b = detail::map_lanes<Vec<TC, DB...>>([](TB x) { return static_cast<TC>(x); }, b);
  Vec<TC, DC...> to = c;
  for (Index batch = 0; batch < to.lanes / (m * n); ++batch)
    detail::multiply(detail::Lanes::of(to) + batch * m * n, detail::Lanes::of(wide_a) + batch * m * k,
                     detail::Lanes::of(wide_b) + batch * k * n, m, k, n);
  return to;
}

/// c plus the products of neighbours, a group of a's lanes for each lane of c: lane i is c(i) + a(G i) * b(G i) + ... +
/// a(G i + G - 1) * b(G i + G - 1), where a has G times as many lanes as c. Wraps, as integers do; not in between.
///
/// \param a, b  integers narrower than those of c, signed or not
/// x86: vpmaddwd, vpdpwssd; Arm: sdot.
template <Integer TA, Index L, Integer TB, Integer TC, Index N>
  requires(L % N == 0 && L > N && sizeof(TA) < sizeof(TC) && sizeof(TB) == sizeof(TA))
PTO_OP("vec.dot fresh")
inline Vec<TC, N> dot(const Vec<TA, L> &a, const Vec<TB, L> &b, const Vec<TC, N> &c) {
  Vec<TC, N> to = c;
  for (Index i = 0; i < L; ++i) {
    TC &lane = detail::Lanes::of(to)[i / (L / N)];
    lane = math::fma(static_cast<TC>(a.lane(i)), static_cast<TC>(b.lane(i)), lane);
  }
  return to;
}

/// acc joined with every lane, ascending: `reduce<Combine::Add>(v, 0)`. Each step rounds to T.
/// MLIR: vector.reduction.
template <Combine C, class T, Index... D>
PTO_OP("vec.reduce scalar")
inline T reduce(const Vec<T, D...> &v, detail::Given<T> acc) {
  for (Index i = 0; i < v.lanes; ++i)
    acc = detail::Join<C>{}(acc, v.lane(i));
  return acc;
}

/// acc, of the dimensions that are left, joined with the lanes along Dims, ascending (row major over Dims). When none
/// is left, acc and the result are scalars: `multi_reduction<Combine::Max, 1>(v, row)`.
/// MLIR: vector.multi_reduction.
template <Combine C, Index... Dims, class T, Index... D, Index... E>
PTO_OP("vec.multi_reduction fresh")
inline Vec<T, E...> multi_reduction(const Vec<T, D...> &v, const Vec<T, E...> &acc) {
  using From = Vec<T, D...>;
  static_assert(detail::is_left<From, Vec<T, E...>, Dims...>(), "acc has the dimensions that are not reduced");
  constexpr auto steps = detail::steps_left<From, Dims...>();
  Vec<T, E...> to = acc;
  detail::reduce_lanes<C>(v, detail::Lanes::of(to), steps.v);
  return to;
}
template <Combine C, Index... Dims, class T, Index... D>
  requires(sizeof...(Dims) == sizeof...(D))
PTO_OP("vec.multi_reduction scalar")
inline T multi_reduction(const Vec<T, D...> &v, detail::Given<T> acc) {
  constexpr Index all = ((Index{1} << Dims) | ...);
  static_assert(all == (Index{1} << sizeof...(D)) - 1, "every dimension is reduced, once");
  return vec::reduce<C>(v, acc);
}

} // namespace vec
PTO_DSL_END

#endif
