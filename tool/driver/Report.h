//===- Report.h - remarks and counts for the user ----------------*- C++ -*-===//

#ifndef REWRITE_DRIVER_REPORT_H
#define REWRITE_DRIVER_REPORT_H

#include "driver/Options.h"
#include "driver/Paths.h"
#include "pto-rewrite/Remark.h"

#include <map>
#include <string>
#include <vector>

namespace rewrite::driver {

/// The remarks that -Rpass, -Rpass-missed and -Rpass-analysis ask for, in Clang's form:
///   FILE:LINE:COLUMN: remark: TEXT [-Rpass=PASS]
///   FILE:LINE:COLUMN: note: TEXT
std::string formatRemarks(const std::vector<Remark> &remarks, const Options &options, const DisplayPaths &shown);

/// What --stats adds up over all sources.
struct Totals {
  unsigned sources = 0, changed = 0;
  std::map<std::string, unsigned long> counts;
  std::map<std::string, std::map<std::string, unsigned>> declined; ///< by pass and reason
  std::map<std::string, unsigned> applied;                         ///< by pass

  void add(const std::vector<Remark> &remarks, const std::map<std::string, unsigned long> &stats);
};

std::string formatStats(const Totals &totals);

} // namespace rewrite::driver

#endif
