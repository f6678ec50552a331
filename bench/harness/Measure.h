//===- Measure.h - times, and how they are written down --------------------------===//
#ifndef PTO_BENCH_MEASURE_H
#define PTO_BENCH_MEASURE_H

#include "harness/Cases.h"
#include "harness/Check.h"
#include "harness/Modules.h"

#include <iosfwd>
#include <memory>

namespace bench {

struct Effort {
  int repetitions = 9;
  double seconds = 0.02; // of a repetition, at least
};

/// An entry on a case. Times are seconds a run, one for each repetition.
struct Result {
  std::string kind, label;
  const Entry *entry;
  Verdict verdict;
  std::vector<double> times = {}; // of the processor: who else is busy does not count
  std::vector<double> wall_times = {};
};

struct CaseResult {
  const Case *which;
  std::string skipped = {};
  std::vector<Result> results = {};
};

/// The limits of a case, on arrays of their own; they join its results.
class Yardsticks {
public:
  Yardsticks(const Case &c, const std::vector<Module> &modules, std::vector<Result> &results);
  /// The arguments of a limit's entry.
  const void *arguments(const Entry &entry) const;

private:
  Memory memory_;
  Copy copy_ = {};
  Read read_ = {};
  Flops flops_ = {};
};

/// Times all results that are right.
void measure(std::vector<Result> &results, const void *arguments, const Yardsticks &yardsticks, const Effort &effort);

void write_json(std::ostream &out, const std::vector<CaseResult> &cases, const std::vector<Module> &modules);

} // namespace bench

#endif
