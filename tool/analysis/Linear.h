//===- Linear.h - integer expressions as sums ---------------------*- C++ -*-===//

#ifndef PTO_ANALYSIS_LINEAR_H
#define PTO_ANALYSIS_LINEAR_H

#include "kernel/Model.h"

#include <map>
#include <optional>

namespace rewrite {

/// constant + the sum of factor * variable. Factors are not 0.
struct Linear {
  std::map<const Variable *, std::int64_t> terms;
  std::int64_t constant = 0;
};

/// Nothing for what is no such sum, and where a number of it overflows.
std::optional<Linear> linearOf(const Expr &expr);

/// a - b, when that is a number.
std::optional<std::int64_t> difference(const Expr &a, const Expr &b);

} // namespace rewrite

#endif
