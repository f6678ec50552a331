//===- Report.h - remarks and counts for the user ----------------*- C++ -*-===//

#ifndef REWRITE_DRIVER_REPORT_H
#define REWRITE_DRIVER_REPORT_H

#include "driver/Configurations.h"
#include "driver/Options.h"
#include "driver/Outcome.h"
#include "driver/Paths.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace rewrite::driver {

/// The remarks that -Rpass, -Rpass-missed and -Rpass-analysis ask for, in Clang's form:
///   FILE:LINE:COLUMN: remark: TEXT [-Rpass=PASS]
///   FILE:LINE:COLUMN: note: TEXT
std::string formatRemarks(const std::vector<Remark> &remarks, const Options &options, const DisplayPaths &shown);

/// What --stats adds up over all sources.
struct Totals {
  unsigned sources = 0, changed = 0, headers = 0, changedHeaders = 0;
  std::set<std::string> others; ///< headers with kernels that the run may not edit
  std::map<std::string, unsigned long> counts;
  std::map<std::string, std::map<std::string, unsigned>> declined; ///< by pass and reason
  std::map<std::string, unsigned> applied;                         ///< by pass

  void add(const Outcome &outcome);
};

std::string formatStats(const Totals &totals, const Configurations &configurations);

} // namespace rewrite::driver

#endif
