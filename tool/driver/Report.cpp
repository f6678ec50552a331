//===- Report.cpp - remarks and counts for the user ------------------------===//

#include "driver/Report.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Regex.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::driver;

namespace {

std::string place(const Location &where, const DisplayPaths &shown) {
  return shown(where.file) + ":" + std::to_string(where.line) + ":" + std::to_string(where.column) + ": ";
}

/// "-Rpass-missed" and what stands behind its '='.
std::pair<const char *, std::string> flagOf(const Remark &remark) {
  switch (remark.kind) {
  case Remark::Kind::Applied:
    return {"-Rpass", remark.pass};
  case Remark::Kind::Missed:
    return {"-Rpass-missed", remark.pass + "," + remark.reason};
  case Remark::Kind::Analysis:
    return {"-Rpass-analysis", remark.pass};
  }
  return {"", ""};
}

const std::string &filterFor(const Remark &remark, const Options &options) {
  switch (remark.kind) {
  case Remark::Kind::Applied:
    return options.remarks;
  case Remark::Kind::Missed:
    return options.missedRemarks;
  case Remark::Kind::Analysis:
    break;
  }
  return options.analysisRemarks;
}

std::string line(unsigned long count, const std::string &what) {
  const std::string number = std::to_string(count);
  return std::string(8 - std::min<std::size_t>(8, number.size()), ' ') + number + "  " + what + "\n";
}

unsigned long take(std::map<std::string, unsigned long> &counts, const std::string &name) {
  const auto found = counts.find(name);
  if (found == counts.end())
    return 0;
  const unsigned long value = found->second;
  counts.erase(found);
  return value;
}

} // namespace

std::string driver::formatRemarks(const std::vector<Remark> &remarks, const Options &options,
                                  const DisplayPaths &shown) {
  std::string out;
  for (const Remark &remark : remarks) {
    const std::string &filter = filterFor(remark, options);
    const auto [flag, detail] = flagOf(remark);
    if (filter.empty() || !llvm::Regex(filter).match(detail))
      continue;
    out += place(remark.where, shown) + "remark: " + remark.message + " [" + flag + "=" + detail + "]\n";
    for (const Note &note : remark.notes)
      out += place(note.where, shown) + "note: " + note.message + "\n";
  }
  return out;
}

void Totals::add(const Outcome &outcome) {
  ++(outcome.isHeader ? headers : sources);
  (outcome.isHeader ? changedHeaders : changed) += outcome.changed();
  others.insert(outcome.others.begin(), outcome.others.end());
  for (const auto &[name, count] : outcome.stats)
    counts[name] += count;
  for (const Remark &remark : outcome.remarks) {
    if (remark.kind == Remark::Kind::Applied)
      ++applied[remark.pass];
    if (remark.kind == Remark::Kind::Missed)
      ++declined[remark.pass][remark.reason];
  }
}

std::string driver::formatStats(const Totals &totals, const Configurations &configurations) {
  auto counts = totals.counts;
  std::string out = "statistics:\n";
  out += line(totals.sources, "sources, " + std::to_string(totals.changed) + " of them changed");
  if (totals.headers)
    out += line(totals.headers, "headers with kernels, " + std::to_string(totals.changedHeaders) + " of them changed");
  if (!totals.others.empty())
    out += line(totals.others.size(), "headers with kernels that this run may not change: not looked at");
  if (const unsigned long functions = take(counts, "functions"))
    out += line(functions, "functions seen");
  out += line(take(counts, "matched"), "places matched");
  out += line(take(counts, "rewritten"), "rewritten");
  for (const auto &[pass, count] : totals.applied)
    out += line(count, "  " + pass);
  out += line(take(counts, "declined"), "declined");
  for (const auto &[pass, reasons] : totals.declined)
    for (const auto &[reason, count] : reasons)
      out += line(count, "  " + pass + ", " + reason);
  if (const unsigned long inactive = take(counts, "inactive-lines"))
    out += line(inactive, "lines in #if branches that no configuration takes: not looked at");
  for (const auto &[name, count] : counts)
    out += line(count, name);
  const std::size_t all = configurations.commands.size();
  out += line(all, (all == 1 ? "configuration" : "configurations") + (" looked at, of " + configurations.origin));
  for (const auto &[arguments, count] : configurations.commands)
    out += line(count, "  " + arguments);
  return out;
}
