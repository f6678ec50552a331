//===- Constants.h - numbers of floating type that are known -----*- C++ -*-===//
//
// A literal, a name that stands for one, a conversion that keeps its value, the same
// number in every lane of a vector.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_CONSTANTS_H
#define PTO_ANALYSIS_CONSTANTS_H

#include "analysis/Values.h"

namespace rewrite {

/// The value of the expression just before `at`, when every run of it gives the same.
std::optional<double> realOf(const Expr &expr, const Op &at, const Values &values);

/// The value of the operand, or of each of its lanes.
std::optional<double> realOf(const Operand &operand, const Op &at, const Values &values);

} // namespace rewrite

#endif
