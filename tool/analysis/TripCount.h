//===- TripCount.h - how often a loop runs, as C++ ----------------*- C++ -*-===//

#ifndef PTO_ANALYSIS_TRIPCOUNT_H
#define PTO_ANALYSIS_TRIPCOUNT_H

#include "analysis/Memory.h"
#include "kernel/Words.h"

namespace rewrite {

enum class TripForm {
  Bound, ///< to compare a counter with: of a loop that never runs it may be negative
  Exact, ///< never negative
};

/// The number of iterations of a for loop that is not left early: an expression over what its head
/// names, with the head's own words. It overflows nowhere where the loop itself does not. Nothing
/// when it cannot be written like that.
/// \pre the loop has an induction
std::optional<Words> tripCount(const Op &loop, TripForm form, const Memory &memory);

/// The number of the iteration, counted from 0, in terms of the loop's variable: (k - 2) / 3. Nothing when it cannot be
/// written, or could overflow.
/// \pre the loop has an induction
std::optional<Words> ordinal(const Op &loop, const Memory &memory);

/// The distance from the first value of the counter to any other overflows nowhere.
bool spanFits(const Op &loop, const Memory &memory);

} // namespace rewrite

#endif
