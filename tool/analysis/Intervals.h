//===- Intervals.h - which values an integer expression can have -*- C++ -*-===//
//
// From constants, types, the loops around, and what scalars were computed from. Who
// writes arithmetic that was not there before asks whether it can overflow.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_INTERVALS_H
#define PTO_ANALYSIS_INTERVALS_H

#include "analysis/Memory.h"

namespace rewrite {

/// low <= x <= high. Wide enough that sums and products of 64-bit numbers are exact.
struct Interval {
  __int128 low = 0, high = 0;

  static Interval all();
  static Interval of(std::int64_t v) { return {v, v}; }
  /// Of a signed type.
  static Interval ofBits(unsigned bits);

  /// Every value is one of a signed type of so many bits.
  bool fits(unsigned bits) const;

  friend Interval operator+(const Interval &a, const Interval &b);
  friend Interval operator-(const Interval &a, const Interval &b);
  friend Interval operator*(const Interval &a, const Interval &b);
  friend bool operator==(const Interval &, const Interval &) = default;
};

/// The values that `expr` may have where `at` is about to run.
Interval intervalOf(const Expr &expr, const Op &at, const Memory &memory);

/// Bits of the C++ type of a scalar, as the model spells it ("int"); negative: unsigned; 0: no integer.
int integerBits(const std::string &type);

} // namespace rewrite

#endif
