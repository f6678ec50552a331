//===- Batch.h - all sources through the rewriter ----------------*- C++ -*-===//

#ifndef REWRITE_DRIVER_BATCH_H
#define REWRITE_DRIVER_BATCH_H

#include "driver/Unit.h"

#include <functional>

namespace rewrite::driver {

/// Rewrites each job, at most `atOnce` at a time (0: as many as this process has processors), and hands over what
/// came of each in the order of the list. Several jobs have a process each, whatever `atOnce` is, so that it changes
/// nothing but the time.
void rewriteJobs(const std::vector<Job> &jobs, unsigned atOnce, const RewriteOptions &options, const Rewriter &rewriter,
                 const DisplayPaths &shown, const std::function<void(Outcome)> &done);

} // namespace rewrite::driver

#endif
