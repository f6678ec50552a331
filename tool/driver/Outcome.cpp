//===- Outcome.cpp - what came of a file, over all its units ---------------===//

#include "driver/Outcome.h"

#include "driver/Fixes.h"

#include <algorithm>
#include <tuple>

using namespace rewrite;
using namespace rewrite::driver;

namespace {

template <class T>
void appendNew(std::vector<T> &list, const std::vector<T> &more) {
  for (const T &item : more)
    if (std::find(list.begin(), list.end(), item) == list.end())
      list.push_back(item);
}

/// What is said of a place last when several units speak of it.
int weight(const Remark &r) {
  if (r.kind == Remark::Kind::Applied)
    return 3;
  return r.reason == "config-dependent" ? 2 : r.reason == "not-instantiated" ? 0 : 1;
}

const char *countOf(const Remark &r) { return r.kind == Remark::Kind::Applied ? "rewritten" : "declined"; }

/// Keeps remarks and counts in step.
class Speech {
public:
  explicit Speech(Outcome &outcome) : outcome(outcome) {}

  void add(const Remark &remark, const std::string &unit) {
    if (remark.kind == Remark::Kind::Analysis) {
      appendNew(outcome.remarks, {remark});
      return;
    }
    const auto [known, isNew] =
        at.emplace(std::tuple(remark.pass, remark.instance, remark.where.file, remark.where.line, remark.where.column),
                   outcome.remarks.size());
    if (isNew) {
      outcome.remarks.push_back(remark);
      ++outcome.stats[countOf(remark)];
      return;
    }
    Remark &there = outcome.remarks[known->second];
    if (weight(remark) > weight(there)) {
      --outcome.stats[countOf(there)];
      ++outcome.stats[countOf(remark)];
      there = remark;
    } else if (weight(remark) == 1 && weight(there) == 1 && remark.reason != there.reason) {
      appendNew(there.notes, {{remark.where, "for " + unit + ": " + remark.message}});
    }
  }

  void sort() {
    std::stable_sort(outcome.remarks.begin(), outcome.remarks.end(), [](const Remark &a, const Remark &b) {
      return std::tie(a.where.line, a.where.column) < std::tie(b.where.line, b.where.column);
    });
  }

private:
  Outcome &outcome;
  std::map<std::tuple<std::string, std::string, std::string, unsigned, unsigned>, std::size_t> at;
};

/// Nothing is written, so nothing was rewritten.
void takeBack(Outcome &outcome) {
  outcome.after = outcome.before;
  outcome.edits.clear();
  std::erase_if(outcome.remarks, [](const Remark &remark) { return remark.kind == Remark::Kind::Applied; });
  if (outcome.stats.count("rewritten")) {
    outcome.stats["declined"] = outcome.stats["matched"];
    outcome.stats["rewritten"] = 0;
  }
}

void takeFile(Outcome &outcome, FileResult &file) {
  outcome.before = std::move(file.before);
  outcome.after = std::move(file.after);
  outcome.edits = std::move(file.edits);
  outcome.functions = std::move(file.functions);
  outcome.unused = std::move(file.unused);
  outcome.stats["functions"] = file.kernels;
}

class Assembly {
public:
  Assembly(const std::vector<Job> &jobs, Agreement agreement) : files(std::move(agreement.files)) {
    for (const Job &job : jobs) {
      number.emplace(job.source, list.size());
      list.emplace_back().source = job.source;
    }
    for (const auto &[path, file] : files)
      if (number.emplace(path, list.size()).second) {
        list.emplace_back().source = path;
        list.back().isHeader = true;
      }
    for (Outcome &outcome : list)
      speech.emplace_back(outcome);
  }

  /// `home`: the outcome of its job; `first`: of that job's commands.
  void add(std::size_t home, UnitOutcome &unit, const std::string &name, bool first) {
    Outcome &outcome = list[home];
    outcome.exit = std::max(outcome.exit, unit.exit);
    outcome.diagnostics += unit.diagnostics;
    appendNew(outcome.others, unit.others);
    for (const FileResult &file : unit.files)
      appendNew(list[number.at(file.path)].inputs, unit.inputs);
    if (first) {
      outcome.stages = std::move(unit.stages);
      outcome.inputs.insert(outcome.inputs.begin(), unit.files.empty() ? unit.inputs.begin() : unit.inputs.end(),
                            unit.inputs.end());
    }
    if (unit.exit == Ok)
      for (auto &[path, lines] : unit.inactive) {
        homes.emplace(path, home);
        addInactive(inactive, path, std::move(lines));
      }
    const auto of = [&](const Location &where) {
      const auto there = number.find(where.file);
      return there == number.end() ? home : there->second;
    };
    for (const Remark &remark : unit.remarks)
      speech[of(remark.where)].add(remark, name);
    for (const Match &match : unit.matches)
      matches[of(match.where)].insert(match);
  }

  void warn(const Kept &kept, const DisplayPaths &shown) {
    const FileResult &file = files.at(kept.file);
    const auto line = 1 + std::count(file.before.begin(),
                                     file.before.begin() +
                                         static_cast<std::ptrdiff_t>(std::min(kept.where.begin, file.before.size())),
                                     '\n');
    list[number.at(kept.file)].warnings +=
        shown(kept.file) + ":" + std::to_string(line) + ": warning: " + kept.why + " (config-dependent)\n";
  }

  std::vector<Outcome> finish(const DisplayPaths &shown) {
    countInactive();
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (const auto file = files.find(list[i].source); file != files.end())
        takeFile(list[i], file->second);
      forgetInstantiated(list[i], matches[i]);
      speech[i].sort();
      list[i].stats["matched"] = matches[i].size();
      checkCounts(list[i], {matches[i].begin(), matches[i].end()}, shown);
      if (list[i].exit != Ok)
        takeBack(list[i]);
    }
    return std::move(list);
  }

private:
  /// With the file, or, of a header without kernels, with the first source that includes it.
  void countInactive() {
    for (const auto &[path, stretches] : inactive) {
      const auto own = number.find(path);
      for (const Stretch &lines : stretches)
        list[own == number.end() ? homes.at(path) : own->second].stats["inactive-lines"] += lines.end - lines.begin;
    }
  }

  /// What one unit does not instantiate another one may.
  static void forgetInstantiated(Outcome &outcome, std::set<Match> &matches) {
    const auto forSome = [&, file = linesOf(outcome)](const Remark &remark) {
      const std::optional<std::size_t> at = offsetOf(remark.where, file);
      const bool gone = remark.reason == "not-instantiated" && at &&
                        std::any_of(outcome.functions.begin(), outcome.functions.end(),
                                    [&](const Stretch &f) { return f.contains(*at); });
      if (gone)
        matches.erase({remark.pass, remark.where, remark.instance});
      return gone;
    };
    if (const std::size_t gone = std::erase_if(outcome.remarks, forSome))
      outcome.stats["declined"] -= gone;
  }

  static void checkCounts(Outcome &outcome, const std::vector<Match> &matches, const DisplayPaths &shown) {
    const std::string wrong = unsaid(matches, outcome.remarks, shown);
    if (wrong.empty())
      return;
    outcome.diagnostics += shown(outcome.source) + ": error: internal error: " + wrong + "\n";
    outcome.exit = Internal;
  }

  std::map<std::string, FileResult> files;
  std::vector<Outcome> list;
  std::vector<Speech> speech;
  std::map<std::size_t, std::set<Match>> matches; ///< by outcome
  std::map<std::string, std::size_t> number;
  InactiveLines inactive; ///< in all units
  std::map<std::string, std::size_t> homes;
};

} // namespace

std::vector<Outcome> driver::outcomesOf(const std::vector<Job> &jobs, const std::vector<Unit> &units,
                                        std::vector<UnitOutcome> outcomes, Agreement agreement,
                                        const std::vector<Kept> &kept, const DisplayPaths &shown) {
  Assembly assembly(jobs, std::move(agreement));
  for (std::size_t i = 0; i < units.size(); ++i)
    assembly.add(static_cast<std::size_t>(units[i].job - jobs.data()), outcomes[i], shown(units[i].job->source),
                 i == 0 || units[i - 1].job != units[i].job);
  for (const Kept &each : kept)
    assembly.warn(each, shown);
  return assembly.finish(shown);
}
