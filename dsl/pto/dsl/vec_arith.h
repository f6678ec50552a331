//===- vec_arith.h - arithmetic and comparison lane by lane ----------------===//
//
// Both operands have the same type. One op rounds once; integers wrap modulo 2^bits. The
// functors are those of tiles and tensors (scalar_ops.h), so that all levels agree.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_VEC_ARITH_H
#define PTO_DSL_VEC_ARITH_H

#include "pto/dsl/vec.h"

PTO_DSL_BEGIN
namespace detail {

template <class T>
concept BitLane = Integer<T> || same_type<T, bool>;

} // namespace detail

namespace vec {

/// a + b.
/// MLIR: arith.addf, arith.addi.
template <Element T, Index... D>
PTO_OP("vec.add fresh")
inline Vec<T, D...> operator+(const Vec<T, D...> &a, const Vec<T, D...> &b) {
  return detail::map_lanes<Vec<T, D...>>(detail::Add{}, a, b);
}

/// a - b.
/// MLIR: arith.subf, arith.subi.
template <Element T, Index... D>
PTO_OP("vec.sub fresh")
inline Vec<T, D...> operator-(const Vec<T, D...> &a, const Vec<T, D...> &b) {
  return detail::map_lanes<Vec<T, D...>>(detail::Sub{}, a, b);
}

/// a * b.
/// MLIR: arith.mulf, arith.muli.
template <Element T, Index... D>
PTO_OP("vec.mul fresh")
inline Vec<T, D...> operator*(const Vec<T, D...> &a, const Vec<T, D...> &b) {
  return detail::map_lanes<Vec<T, D...>>(detail::Mul{}, a, b);
}

/// a / b. Integers towards zero; the most negative one divided by -1 is itself.
///
/// \pre no integer lane of b is 0
/// MLIR: arith.divf, arith.divsi, arith.divui.
template <Element T, Index... D>
PTO_OP("vec.div fresh")
inline Vec<T, D...> operator/(const Vec<T, D...> &a, const Vec<T, D...> &b) {
  return detail::map_lanes<Vec<T, D...>>(detail::Div{}, a, b);
}

/// Bits that both have; of masks, lanes that both have.
/// MLIR: arith.andi.
template <detail::BitLane T, Index... D>
PTO_OP("vec.and fresh")
inline Vec<T, D...> operator&(const Vec<T, D...> &a, const Vec<T, D...> &b) {
  return detail::map_lanes<Vec<T, D...>>(detail::And{}, a, b);
}

/// Bits that either has.
/// MLIR: arith.ori.
template <detail::BitLane T, Index... D>
PTO_OP("vec.or fresh")
inline Vec<T, D...> operator|(const Vec<T, D...> &a, const Vec<T, D...> &b) {
  return detail::map_lanes<Vec<T, D...>>(detail::Or{}, a, b);
}

/// Bits that one of them has.
/// MLIR: arith.xori.
template <detail::BitLane T, Index... D>
PTO_OP("vec.xor fresh")
inline Vec<T, D...> operator^(const Vec<T, D...> &a, const Vec<T, D...> &b) {
  return detail::map_lanes<Vec<T, D...>>(detail::Xor{}, a, b);
}

/// a shifted left by b modulo the width of T.
/// MLIR: arith.shli.
template <Integer T, Index... D>
PTO_OP("vec.shl fresh")
inline Vec<T, D...> operator<<(const Vec<T, D...> &a, const Vec<T, D...> &b) {
  return detail::map_lanes<Vec<T, D...>>(detail::Shl{}, a, b);
}

/// a shifted right by b modulo the width of T; signed lanes keep their sign.
/// MLIR: arith.shrsi, arith.shrui.
template <Integer T, Index... D>
PTO_OP("vec.shr fresh")
inline Vec<T, D...> operator>>(const Vec<T, D...> &a, const Vec<T, D...> &b) {
  return detail::map_lanes<Vec<T, D...>>(detail::Shr{}, a, b);
}

/// -a. Exact: flips the sign of zeros, infinities and NaN too. Integers wrap.
/// MLIR: arith.negf.
template <Element T, Index... D>
PTO_OP("vec.neg fresh")
inline Vec<T, D...> operator-(const Vec<T, D...> &a) {
  return detail::map_lanes<Vec<T, D...>>(detail::Neg{}, a);
}

/// Every bit flipped; of a mask, every lane.
template <detail::BitLane T, Index... D>
PTO_OP("vec.not fresh")
inline Vec<T, D...> operator~(const Vec<T, D...> &a) {
  if constexpr (detail::same_type<T, bool>)
    return detail::map_lanes<Vec<T, D...>>([](bool x) { return !x; }, a);
  else
    return detail::map_lanes<Vec<T, D...>>(detail::Not{}, a);
}

/// The larger lane; of a number and NaN the number; -0 < +0. As math::max.
/// MLIR: arith.maxnumf, arith.maxsi, arith.maxui.
template <Element T, Index... D>
PTO_OP("vec.max fresh")
inline Vec<T, D...> max(const Vec<T, D...> &a, const Vec<T, D...> &b) {
  return detail::map_lanes<Vec<T, D...>>(detail::Max{}, a, b);
}

/// The smaller lane; of a number and NaN the number; -0 < +0. As math::min.
/// MLIR: arith.minnumf, arith.minsi, arith.minui.
template <Element T, Index... D>
PTO_OP("vec.min fresh")
inline Vec<T, D...> min(const Vec<T, D...> &a, const Vec<T, D...> &b) {
  return detail::map_lanes<Vec<T, D...>>(detail::Min{}, a, b);
}

/// a * b + c. Floating point: one rounding in float or double, for half and bf16 a second one to T. Integers wrap.
/// MLIR: vector.fma.
template <Element T, Index... D>
PTO_OP("vec.fma fresh")
inline Vec<T, D...> fma(const Vec<T, D...> &a, const Vec<T, D...> &b, const Vec<T, D...> &c) {
  return detail::map_lanes<Vec<T, D...>>([](T x, T y, T z) { return math::fma(x, y, z); }, a, b, c);
}

/// Where the comparison holds. With a NaN only NE does.
/// MLIR: arith.cmpf, arith.cmpi.
template <Element T, Index... D>
PTO_OP("vec.cmp fresh")
inline Mask<D...> cmp(const Vec<T, D...> &a, const Vec<T, D...> &b, Cmp mode) {
  return detail::map_lanes<Mask<D...>>([&](T x, T y) { return detail::Compare{mode}(x, y) != 0; }, a, b);
}

/// a where the mask has true, else b; with a bool, one of the two.
/// MLIR: arith.select.
template <class T, Index... D>
PTO_OP("vec.select fresh")
inline Vec<T, D...> select(const Mask<D...> &mask, const Vec<T, D...> &a, const Vec<T, D...> &b) {
  return detail::map_lanes<Vec<T, D...>>([](bool m, T x, T y) { return m ? x : y; }, mask, a, b);
}
template <class T, Index... D>
PTO_OP("vec.select fresh")
inline Vec<T, D...> select(bool condition, const Vec<T, D...> &a, const Vec<T, D...> &b) {
  return condition ? a : b;
}

} // namespace vec
PTO_DSL_END

#endif
