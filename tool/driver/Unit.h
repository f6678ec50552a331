//===- Unit.h - one source through the rewriter ------------------*- C++ -*-===//

#ifndef REWRITE_DRIVER_UNIT_H
#define REWRITE_DRIVER_UNIT_H

#include "driver/Exit.h"
#include "driver/Jobs.h"
#include "pto-rewrite/Rewrite.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace rewrite::driver {

/// rewriteUnit(), or what a test puts in its place.
using Rewriter = std::function<UnitResult(const CompileCommand &, const RewriteOptions &)>;

/// What came of a source, over all the commands that compile it.
struct Outcome {
  std::string source; ///< real path
  Exit exit = Ok;
  std::string before, after; ///< the same bytes unless exit is Ok
  std::vector<Edit> edits;   ///< from before to after: sorted, not overlapping
  std::vector<Stretch> functions;
  std::vector<Remark> remarks;
  std::vector<Stage> stages;
  std::vector<std::string> inputs;
  std::map<std::string, unsigned long> stats;
  std::string diagnostics; ///< for stderr, complete lines

  bool changed() const { return before != after; }
};

/// Runs `rewriter` for each command of the job. A crash in it ends neither the
/// tool nor the other sources. Commands that lead to different texts leave the
/// source as it is.
Outcome rewriteJob(const Job &job, const RewriteOptions &options, const Rewriter &rewriter, const DisplayPaths &shown);

/// What comes of a source on which the tool crashed; `how` is "signal 9, Killed".
Outcome crashedJob(const Job &job, const std::string &how, const DisplayPaths &shown);

} // namespace rewrite::driver

#endif
