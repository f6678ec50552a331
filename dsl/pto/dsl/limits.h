//===- limits.h - the ends of each element type ------------------------------===//
#ifndef PTO_DSL_LIMITS_H
#define PTO_DSL_LIMITS_H

#include "pto/dsl/half.h"

PTO_DSL_BEGIN
namespace detail {

/// The largest integer; infinity for floating point types.
template <class T> inline T highest() {
  if constexpr (is_floating<T>)
    return T(__builtin_inff());
  else if constexpr (T(-1) < T(0))
    return static_cast<T>((std::uint64_t{1} << (8 * sizeof(T) - 1)) - 1);
  else
    return static_cast<T>(~T(0));
}

/// The smallest integer; -infinity for floating point types.
template <class T> inline T lowest() {
  if constexpr (is_floating<T>)
    return T(-__builtin_inff());
  else if constexpr (T(-1) < T(0))
    return static_cast<T>(-highest<T>() - 1);
  else
    return T(0);
}

} // namespace detail
PTO_DSL_END

#endif
