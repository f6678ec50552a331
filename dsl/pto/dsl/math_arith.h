//===- math_arith.h - arithmetic of one number as vectors and tiles do it -----===//
//
// a * b of two bf16 is a float in C++, a sum of two shorts an int, and a compiler may join
// a product and a sum into one rounding. What vectors do in each lane is something else:
// these functions are it, for a number. Each rounds once to T; integers wrap modulo 2^bits.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_DSL_MATH_ARITH_H
#define PTO_DSL_MATH_ARITH_H

#include "pto/dsl/cast.h"
#include "pto/dsl/scalar_ops.h"

PTO_DSL_BEGIN
namespace math {

/// a + b.
template <Element T>
PTO_OP("math.add scalar")
inline T add(T a, T b) {
  return detail::Add{}(a, b);
}
/// a - b.
template <Element T>
PTO_OP("math.sub scalar")
inline T sub(T a, T b) {
  return detail::Sub{}(a, b);
}
/// a * b. Never contracted with a later sum.
template <Element T>
PTO_OP("math.mul scalar")
inline T mul(T a, T b) {
  return detail::Mul{}(a, b);
}
/// a / b; integers truncate towards zero. \pre integers: b != 0
template <Element T>
PTO_OP("math.div scalar")
inline T div(T a, T b) {
  return detail::Div{}(a, b);
}
/// -a. Floats: flips the sign, also of zeros and NaN.
template <Element T>
PTO_OP("math.neg scalar")
inline T neg(T a) {
  return detail::Neg{}(a);
}
/// a << b. The count is taken modulo the bits of T.
template <Integer T>
PTO_OP("math.shl scalar")
inline T shl(T a, T b) {
  return detail::Shl{}(a, b);
}
/// a >> b, with the sign for signed T. The count is taken modulo the bits of T.
template <Integer T>
PTO_OP("math.shr scalar")
inline T shr(T a, T b) {
  return detail::Shr{}(a, b);
}
/// x as a U, as vec::cast and tile::cast do it (cast.h).
template <Element U, Element T>
PTO_OP("math.cast scalar")
inline U cast(T x, RoundMode mode = RoundMode::None) {
  return detail::convert<U>(x, mode);
}

} // namespace math
PTO_DSL_END

#endif
