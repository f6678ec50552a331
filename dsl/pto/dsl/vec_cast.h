//===- vec_cast.h - lanes of another type --------------------------------------===//
#ifndef PTO_DSL_VEC_CAST_H
#define PTO_DSL_VEC_CAST_H

#include "pto/dsl/cast.h"
#include "pto/dsl/vec.h"

PTO_DSL_BEGIN
namespace detail {

/// Vec<U, D...> with its last extent replaced.
template <class V, Index Last, Index... D> struct SetLast;
template <class U, Index... Done, Index Last, Index D> struct SetLast<vec::Vec<U, Done...>, Last, D> {
  using type = vec::Vec<U, Done..., Last>;
};
template <class U, Index... Done, Index Last, Index First, Index Second, Index... D>
struct SetLast<vec::Vec<U, Done...>, Last, First, Second, D...>
    : SetLast<vec::Vec<U, Done..., First>, Last, Second, D...> {};

/// The Vec of U with as many bytes as a Vec<T, D...>, the last extent scaled.
template <class U, class T, Index... D> struct Recast {
  static constexpr Index bytes = vec::Vec<T, D...>::dims[sizeof...(D) - 1] * Index{sizeof(T)};
  static_assert(bytes % Index{sizeof(U)} == 0, "the last dimension is not a whole number of the new elements");
  using type = typename SetLast<vec::Vec<U>, bytes / Index{sizeof(U)}, D...>::type;
};

} // namespace detail

namespace vec {

/// Each lane as a U, rounded as the table at the top of cast.h says.
/// MLIR: arith.extf, arith.truncf, arith.sitofp, arith.fptosi and their like.
template <Element U, Element T, Index... D>
PTO_OP("vec.cast fresh")
inline Vec<U, D...> cast(const Vec<T, D...> &v, RoundMode mode = RoundMode::None) {
  return detail::map_lanes<Vec<U, D...>>(detail::CastTo<U>{mode}, v);
}

/// The same bytes as lanes of U: the last extent scales by the sizes of the types.
/// MLIR: vector.bitcast.
template <Element U, Element T, Index... D>
PTO_OP("vec.bitcast fresh")
inline typename detail::Recast<U, T, D...>::type bitcast(const Vec<T, D...> &v) {
  typename detail::Recast<U, T, D...>::type to;
  __builtin_memcpy(static_cast<void *>(detail::Lanes::of(to)), static_cast<const void *>(detail::Lanes::of(v)),
                   sizeof to);
  return to;
}

/// Two lanes of each byte, its low four bits first; of uint8_t zero extended, of int8_t sign extended.
template <Element U, class T, Index N>
  requires(sizeof(T) == 1 && Integer<T>)
PTO_OP("vec.unpack4 fresh")
inline Vec<U, 2 * N> unpack4(const Vec<T, N> &v) {
  Vec<U, 2 * N> to;
  for (Index i = 0; i < 2 * N; ++i) {
    const int nibble = (v.lane(i / 2) >> (i % 2 == 0 ? 0 : 4)) & 15;
    detail::Lanes::of(to)[i] = static_cast<U>(T(-1) < T(0) && nibble > 7 ? nibble - 16 : nibble);
  }
  return to;
}

} // namespace vec
PTO_DSL_END

#endif
