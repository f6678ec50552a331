//===- Batch.cpp - all sources through the rewriter ------------------------===//
//
//   every command by itself -> do they agree on the files that they share?
//     no: those who edited where others object run again, without that
//     yes: is what they agreed on new to one of them? it must still compile there
//
//===----------------------------------------------------------------------===//

#include "driver/Batch.h"

#include "driver/Format.h"
#include "driver/Transfer.h"
#include "driver/Workers.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Threading.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::driver;

namespace {

class Batch {
public:
  Batch(const std::vector<Job> &jobs, const BatchOptions &batch, RewriteOptions &options, const Rewriter &rewriter,
        const DisplayPaths &shown)
      : batch(batch),
        options(options),
        rewriter(rewriter),
        shown(shown),
        atOnce(batch.atOnce ? batch.atOnce : llvm::hardware_concurrency().compute_thread_count()) {
    for (const Job &job : jobs)
      for (const CompileCommand &command : job.commands)
        units.push_back({&job, &command});
    outcomes.resize(units.size());
  }

  Failure run() {
    std::set<std::size_t> todo;
    for (std::size_t i = 0; i < units.size(); ++i)
      todo.insert(i);
    constexpr unsigned enough = 1000; // each round keeps a function more, or loses a unit
    for (unsigned round = 0; round < enough; ++round) {
      rewrite(todo);
      agreement = agree(units, outcomes, shown);
      if (batch.format)
        for (auto &[path, file] : agreement.files)
          formatChanged(file);
      if (agreement.failure || (failed() && !batch.keepGoing))
        return agreement.failure;
      todo = agreement.objected;
      options.kept.insert(options.kept.end(), agreement.objections.begin(), agreement.objections.end());
      if (agreement.objections.empty() && verify())
        return {};
    }
    return {Internal, "internal error: the sources do not come to an agreement"};
  }

  std::vector<Unit> units;
  std::vector<UnitOutcome> outcomes;
  Agreement agreement;

private:
  bool failed() const {
    return std::any_of(outcomes.begin(), outcomes.end(), [](const UnitOutcome &o) { return o.exit != Ok; });
  }

  void rewrite(const std::set<std::size_t> &numbers) {
    std::size_t count = 0;
    run(
        {numbers.begin(), numbers.end()},
        [&](std::size_t i) { return rewriteCommand(*units[i].job, *units[i].command, options, rewriter, shown); },
        [&](std::size_t i, UnitOutcome outcome) {
          outcomes[i] = std::move(outcome);
          if (batch.step)
            batch.step(++count, numbers.size(), shown(units[i].job->source));
        });
  }

  /// False when a unit does not compile with what the others made of its headers.
  bool verify() {
    const std::map<std::size_t, Texts> unseen = unseenTexts(agreement, outcomes);
    std::vector<std::size_t> numbers;
    for (const auto &[number, texts] : unseen)
      numbers.push_back(number);
    bool good = true;
    run(
        numbers,
        [&](std::size_t i) {
          return verifyCommand(*units[i].job, *units[i].command, unseen.at(i), agreement.files, rewriter, shown);
        },
        [&](std::size_t i, UnitOutcome outcome) {
          if (outcome.exit == Ok)
            return;
          good = false;
          outcomes[i] = std::move(outcome);
        });
    return good;
  }

  /// `work` for each unit, in a process of its own when the run has several.
  void run(const std::vector<std::size_t> &numbers, const std::function<UnitOutcome(std::size_t)> &work,
           const std::function<void(std::size_t, UnitOutcome)> &done) {
    if (units.size() == 1) {
      for (const std::size_t i : numbers)
        done(i, work(i));
      return;
    }
    const auto packed = [&](std::size_t n) {
      // Let a crash end the child: recovering from it could wait forever for a lock of the thread that crashed.
      llvm::CrashRecoveryContext::Disable();
      return pack(work(numbers[n]));
    };
    inProcesses(numbers.size(), atOnce, packed, [&](std::size_t n, Ended ended) {
      const Unit &unit = units[numbers[n]];
      std::optional<UnitOutcome> outcome = ended.how.empty() ? unpack(ended.result) : std::nullopt;
      if (!outcome)
        outcome = crashedCommand(*unit.job, *unit.command, ended.how.empty() ? "half a result" : ended.how, shown);
      outcome->diagnostics = ended.messages + outcome->diagnostics;
      done(numbers[n], std::move(*outcome));
    });
  }

  const BatchOptions &batch;
  RewriteOptions &options;
  const Rewriter &rewriter;
  const DisplayPaths &shown;
  const unsigned atOnce;
};

} // namespace

Failure driver::rewriteJobs(const std::vector<Job> &jobs, const BatchOptions &options, RewriteOptions rewriting,
                            const Rewriter &rewriter, const DisplayPaths &shown, std::vector<Outcome> &out) {
  Batch batch(jobs, options, rewriting, rewriter, shown);
  if (Failure failure = batch.run())
    return failure;
  out = outcomesOf(jobs, batch.units, std::move(batch.outcomes), std::move(batch.agreement), rewriting.kept, shown);
  return {};
}
