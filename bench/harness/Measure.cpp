//===- Measure.cpp - times, and how they are written down ------------------------===//

#include "harness/Measure.h"

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstring>
#include <ostream>

using namespace bench;

//===-- limits ------------------------------------------------------------------===//

Yardsticks::Yardsticks(const Case &c, const std::vector<Module> &modules, std::vector<Result> &results) {
  const auto work = static_cast<Index>(c.work);
  const char *family = nullptr;
  switch (c.limit) {
  case Limit::Copy:
    family = Copy::family;
    copy_ = {memory_.array<char>(work / 2), memory_.array<char>(work / 2), work / 2};
    break;
  case Limit::Read:
    family = Read::family;
    read_ = {memory_.array<char>(work), work};
    break;
  case Limit::Flops:
    family = Flops::family;
    flops_ = {work};
    break;
  }
  for (const Module &m : modules)
    for (const Entry *e = m.entries; e; e = e->next)
      if (m.kind == "limit" && std::strcmp(e->family, family) == 0)
        results.push_back({.kind = m.kind, .label = m.label, .entry = e, .verdict = {Verdict::Right, ""}});
}

const void *Yardsticks::arguments(const Entry &entry) const {
  return std::strcmp(entry.family, Copy::family) == 0   ? static_cast<const void *>(&copy_)
         : std::strcmp(entry.family, Read::family) == 0 ? static_cast<const void *>(&read_)
                                                        : &flops_;
}

//===-- times -------------------------------------------------------------------===//

namespace {

/// Who ran before may have left this one's arrays in memory (streaming stores) or in another state of the caches. One
/// pass was tried and is not enough: plain copies measured 1.6 times too slow.
void warm(Run &run) {
  constexpr int passes = 4;
  constexpr std::chrono::milliseconds cap{30};
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < passes && std::chrono::steady_clock::now() - start < cap; ++i)
    run.run();
}

/// Puts the times that Google Benchmark measured where they belong: the name of a benchmark is an index.
class Collector : public benchmark::BenchmarkReporter {
public:
  explicit Collector(std::vector<Result> &results) : results_(results) {}
  bool ReportContext(const Context &) override { return true; }
  void ReportRuns(const std::vector<Run> &runs) override {
    for (const Run &run : runs) {
      if (run.run_type != Run::RT_Iteration)
        continue;
      Result &r = results_[std::stoul(run.run_name.function_name)];
      const auto iterations = static_cast<double>(run.iterations);
      r.times.push_back(run.cpu_accumulated_time / iterations);
      r.wall_times.push_back(run.real_accumulated_time / iterations);
    }
  }

private:
  std::vector<Result> &results_;
};

void initialize_once() {
  static const bool done = [] {
    char name[] = "pto-bench", interleave[] = "--benchmark_enable_random_interleaving=true";
    char *argv[] = {name, interleave, nullptr};
    int argc = 2;
    benchmark::Initialize(&argc, argv);
    return true;
  }();
  static_cast<void>(done);
}

} // namespace

void bench::measure(std::vector<Result> &results, const void *arguments, const Yardsticks &yardsticks,
                    const Effort &effort) {
  initialize_once();
  benchmark::ClearRegisteredBenchmarks();
  std::vector<std::unique_ptr<Run>> runs;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Result &r = results[i];
    if (r.verdict.kind != Verdict::Right)
      continue;
    runs.emplace_back(r.entry->prepare(*r.entry, r.kind == "limit" ? yardsticks.arguments(*r.entry) : arguments));
    Run &run = *runs.back();
    const int repetitions = r.verdict.seconds > 0.1 ? std::min(effort.repetitions, 3) : effort.repetitions;
    benchmark::RegisterBenchmark(std::to_string(i).c_str(),
                                 [&run](benchmark::State &state) {
                                   warm(run);
                                   for ([[maybe_unused]] auto turn : state)
                                     run.run();
                                 })
        ->Repetitions(repetitions)
        ->MinTime(effort.seconds)
        ->MeasureProcessCPUTime(); // of all threads: a library that starts some gains nothing
  }
  Collector collector(results);
  benchmark::RunSpecifiedBenchmarks(&collector, std::string("."));
  benchmark::ClearRegisteredBenchmarks();
}

//===-- JSON --------------------------------------------------------------------===//

namespace {

std::string quoted(const std::string &text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + '"';
}

std::string list(const std::vector<double> &values) {
  std::string out;
  char text[32];
  for (double v : values) {
    std::snprintf(text, sizeof text, "%.6g", v);
    out += (out.empty() ? "" : ", ") + std::string(text);
  }
  return "[" + out + "]";
}

void write_result(std::ostream &out, const Result &r) {
  const bool right = r.verdict.kind == Verdict::Right;
  out << "{\"kind\": " << quoted(r.kind) << ", \"label\": " << quoted(r.label)
      << ", \"variant\": " << quoted(r.entry->variant) << ", \"right\": " << (right ? "true" : "false")
      << ", \"detail\": " << quoted(r.verdict.detail) << ", \"times\": " << list(r.times)
      << ", \"wall_times\": " << list(r.wall_times) << "}";
}

void write_case(std::ostream &out, const CaseResult &c) {
  constexpr const char *limits[] = {"copy", "read", "flops"};
  out << "{\"id\": " << quoted(c.which->id) << ", \"family\": " << quoted(c.which->family)
      << ", \"level\": " << quoted(c.which->level)
      << ", \"limit\": " << quoted(limits[static_cast<int>(c.which->limit)]) << ", \"work\": " << c.which->work
      << ", \"skipped\": " << quoted(c.skipped) << ", \"results\": [";
  const char *before = "\n  ";
  for (const Result &r : c.results) {
    out << before;
    write_result(out, r);
    before = ",\n  ";
  }
  out << "]}";
}

} // namespace

void bench::write_json(std::ostream &out, const std::vector<CaseResult> &cases, const std::vector<Module> &modules) {
  out.precision(12);
  out << "{\"cases\": [";
  const char *before = "\n ";
  for (const CaseResult &c : cases) {
    out << before;
    write_case(out, c);
    before = ",\n ";
  }
  out << "],\n\"missing\": [";
  before = "\n ";
  for (const Module &m : modules)
    if (!m.missing.empty()) {
      out << before << "{\"kind\": " << quoted(m.kind) << ", \"label\": " << quoted(m.label)
          << ", \"families\": " << quoted(m.families) << ", \"why\": " << quoted(m.missing) << "}";
      before = ",\n ";
    }
  out << "]}\n";
}
