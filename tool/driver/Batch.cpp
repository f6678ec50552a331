//===- Batch.cpp - all sources through the rewriter ------------------------===//

#include "driver/Batch.h"

#include "driver/Transfer.h"
#include "driver/Workers.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Threading.h"

using namespace rewrite;
using namespace rewrite::driver;

void driver::rewriteJobs(const std::vector<Job> &jobs, unsigned atOnce, const RewriteOptions &options,
                         const Rewriter &rewriter, const DisplayPaths &shown,
                         const std::function<void(Outcome)> &done) {
  if (jobs.size() == 1) {
    done(rewriteJob(jobs[0], options, rewriter, shown));
    return;
  }
  if (atOnce == 0)
    atOnce = llvm::hardware_concurrency().compute_thread_count();
  const auto work = [&](std::size_t i) {
    // Let a crash end the child: recovering from it could wait forever for a lock of the thread that crashed.
    llvm::CrashRecoveryContext::Disable();
    return pack(rewriteJob(jobs[i], options, rewriter, shown));
  };
  inProcesses(jobs.size(), atOnce, work, [&](std::size_t i, Ended ended) {
    std::optional<Outcome> outcome = ended.how.empty() ? unpack(ended.result) : std::nullopt;
    if (!outcome)
      outcome = crashedJob(jobs[i], ended.how.empty() ? "half a result" : ended.how, shown);
    outcome->diagnostics = ended.messages + outcome->diagnostics;
    done(std::move(*outcome));
  });
}
