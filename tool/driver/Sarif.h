//===- Sarif.h - a run as SARIF 2.1.0 ----------------------------*- C++ -*-===//

#ifndef REWRITE_DRIVER_SARIF_H
#define REWRITE_DRIVER_SARIF_H

#include "driver/Configurations.h"
#include "driver/Outcome.h"

namespace rewrite::driver {

/// What a report says of the run as a whole.
struct RunEnd {
  Exit exit = Ok;
  bool made = false; ///< the rewrites are in the sources by now, so that they are no fixes any more
  Configurations configurations;
};

/// A log with one run: each remark is a result, each pass and each of its reasons a rule, the edits are fixes.
/// Sources are named relative to `root`, a real path, where they are below it.
std::string sarifLog(const std::vector<Outcome> &outcomes, const RunEnd &end, const std::string &root);

} // namespace rewrite::driver

#endif
