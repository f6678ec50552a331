//===- Digits.h - how many binary digits the lanes of a vector have -*- C++ -*-===//
//
// Whether a product is exact follows from what its factors are: a bf16 has 8 significant
// digits wherever it is used later, an int8_t too, and those are whole numbers below 128.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_DIGITS_H
#define PTO_ANALYSIS_DIGITS_H

#include "analysis/Values.h"

namespace rewrite {

/// Finite lanes are m * 2^e with |m| < 2^digits, a multiple of 2^lowest, and below 2^highest.
struct Digits {
  int digits = 0, lowest = 0, highest = 0;
};

/// Of each lane of the vector just before `at`; nothing when not known.
std::optional<Digits> digitsOf(const Variable &vector, const Op &at, const Values &values);

/// The product of the two, computed in float, is never rounded, and neither too large nor too small.
bool isExactProduct(const Digits &a, const Digits &b);
/// The same, where it is neither too large nor too small.
bool isExactProductInRange(const Digits &a, const Digits &b);

} // namespace rewrite

#endif
