//===- Batch.h - all sources through the rewriter ----------------*- C++ -*-===//

#ifndef REWRITE_DRIVER_BATCH_H
#define REWRITE_DRIVER_BATCH_H

#include "driver/Outcome.h"

namespace rewrite::driver {

struct BatchOptions {
  unsigned atOnce = 0;    ///< commands at a time; 0: as many as this process has processors
  bool keepGoing = false; ///< sources with errors do not void the others
  bool format = false;    ///< the lines that change
  std::function<void(std::size_t done, std::size_t total, const std::string &name)> step = {};
};

/// Rewrites each job, and the headers that `options` has in scope. Several commands have a process each, however
/// many run at once, so that this changes nothing but the time.
Failure rewriteJobs(const std::vector<Job> &jobs, const BatchOptions &batch, RewriteOptions options,
                    const Rewriter &rewriter, const DisplayPaths &shown, std::vector<Outcome> &out);

} // namespace rewrite::driver

#endif
