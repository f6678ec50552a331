//===- Outcome.h - what came of a file, over all its units -------*- C++ -*-===//

#ifndef REWRITE_DRIVER_OUTCOME_H
#define REWRITE_DRIVER_OUTCOME_H

#include "driver/Agreement.h"

namespace rewrite::driver {

struct Outcome {
  std::string source; ///< real path
  bool isHeader = false;
  Exit exit = Ok;
  std::string before, after; ///< the same bytes unless exit is Ok
  std::vector<Edit> edits;   ///< from before to after: sorted, not overlapping
  std::vector<Stretch> functions;
  std::vector<Note> unused; ///< comments that suppress nothing
  std::vector<Remark> remarks;
  std::vector<Stage> stages;
  std::vector<std::string> inputs, others; ///< as those of its units
  std::map<std::string, unsigned long> stats;
  std::string diagnostics, warnings; ///< for stderr, complete lines

  bool changed() const { return before != after; }
};

/// One for each job, in their order, then one for each header that holds kernels. A remark stands with the file that
/// it speaks of, once, however many units made it. What was `kept` because units disagree is a warning.
std::vector<Outcome> outcomesOf(const std::vector<Job> &jobs, const std::vector<Unit> &units,
                                std::vector<UnitOutcome> outcomes, Agreement agreement, const std::vector<Kept> &kept,
                                const DisplayPaths &shown);

} // namespace rewrite::driver

#endif
