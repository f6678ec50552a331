//===- Output.cpp - where the results go -----------------------------------===//
//
// Sources and reports are files of one kind: they are written together, all or none.
//
//===----------------------------------------------------------------------===//

#include "driver/Output.h"

#include "driver/DepFile.h"
#include "driver/Diff.h"
#include "driver/ExportFixes.h"
#include "driver/LineDirectives.h"
#include "driver/RemarksFile.h"
#include "driver/Sarif.h"
#include "driver/Write.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::driver;

namespace {

/// What a run leaves behind.
struct Results {
  std::string text; ///< for standard output
  std::vector<FileToWrite> files;

  void add(const std::string &path, std::string bytes) {
    if (path == "-")
      text += bytes;
    else
      files.push_back({path, std::move(bytes), nullptr});
  }
};

bool toStandardOutput(const Options &o) {
  return o.output.empty() && o.outputDir.empty() && !o.inPlace && !o.diff && !o.check && o.fixesFile.empty() &&
         o.sarifFile != "-" && o.remarksFile != "-";
}

/// Where there is room for one text.
bool takesOneSource(const Options &o) { return toStandardOutput(o) || !o.output.empty(); }

std::string sourceRoot(const Options &options) {
  return realPath(options.sourceRoot.empty() ? currentDirectory() : options.sourceRoot);
}

/// Where a source goes with -o or --output-dir, as the user would spell it.
std::string destination(const Options &options, const std::string &source) {
  if (!options.output.empty())
    return options.output;
  llvm::SmallString<256> path(options.outputDir);
  llvm::sys::path::append(path, pathBelow(source, sourceRoot(options)));
  return std::string(path);
}

void addSources(const Options &options, const std::vector<Outcome> &outcomes, const DisplayPaths &shown, Results &out) {
  std::string rules;
  for (const Outcome &outcome : outcomes) {
    if (outcome.exit != Ok)
      continue; // --keep-going
    if (options.inPlace) {
      if (outcome.changed())
        out.files.push_back({outcome.source, outcome.after, &outcome.before});
      continue;
    }
    const std::string target = destination(options, outcome.source);
    out.add(target, options.lineDirectives ? withLineDirectives(outcome.before, outcome.edits, shown(outcome.source))
                                           : outcome.after);
    std::vector<std::string> inputs = outcome.inputs;
    inputs.push_back(outcome.source);
    rules += makeRule(target, std::move(inputs));
  }
  if (!options.depFile.empty())
    out.add(options.depFile, std::move(rules));
}

/// What the sources became. True when one of them changed.
bool addResults(const Options &options, const std::vector<Outcome> &outcomes, const DisplayPaths &shown, Results &out,
                llvm::raw_ostream &err) {
  bool changed = false;
  for (const Outcome &outcome : outcomes) {
    if (!outcome.changed())
      continue;
    changed = true;
    if (options.diff)
      out.text += unifiedDiff(outcome.before, outcome.after, shown(outcome.source));
    else if (options.check)
      err << shown(outcome.source) << ": would be rewritten\n";
  }
  if (toStandardOutput(options)) {
    if (outcomes[0].exit == Ok)
      out.text += outcomes[0].after;
  } else if (options.inPlace || !options.output.empty() || !options.outputDir.empty()) {
    addSources(options, outcomes, shown, out);
  }
  return changed;
}

/// The fixes only when they are `wanted`, the reports of what happened in any case.
Failure addReports(const Options &options, const std::vector<Outcome> &outcomes, const DisplayPaths &shown,
                   const RunEnd &end, bool wanted, Results &out) {
  if (!options.fixesFile.empty() && wanted) {
    std::string yaml;
    if (Failure failure = exportFixes(outcomes, yaml))
      return failure;
    out.add(options.fixesFile, std::move(yaml));
  }
  if (!options.sarifFile.empty())
    out.add(options.sarifFile, sarifLog(outcomes, end, sourceRoot(options)));
  if (!options.remarksFile.empty())
    out.add(options.remarksFile, remarksFile(outcomes, shown));
  return {};
}

/// No two things may go to one file, and no report over a source.
Failure checkDistinct(const Options &options, const Jobs &jobs, const DisplayPaths &shown) {
  std::map<std::string, std::string> writers; // of a real path
  for (const Job &job : jobs.list)
    writers.emplace(job.source, "the source '" + shown(job.source) + "'");
  if (!options.output.empty() && options.output != "-")
    writers[realPath(options.output)] = "-o"; // over its own source: as the user wants it
  for (const auto &[option, path] : {std::pair<const char *, const std::string &>{"--dep-file", options.depFile},
                                     {"--export-fixes", options.fixesFile},
                                     {"--sarif", options.sarifFile},
                                     {"--remarks-file", options.remarksFile}}) {
    if (path.empty() || path == "-" || (llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path)))
      continue; // nothing, or a device
    const auto [known, isNew] = writers.emplace(realPath(path), option);
    if (!isNew)
      return usage(std::string(option) + " would overwrite " +
                   (known->second[0] == '-' ? "what " + known->second + " writes" : known->second) + ": '" + path +
                   "'");
  }
  return {};
}

} // namespace

HeaderScope driver::headerScope(const Options &options, const Jobs &jobs) {
  if (options.noHeaders || takesOneSource(options) || (!options.headers && !options.sources.empty()))
    return {};
  HeaderScope scope;
  scope.root = sourceRoot(options);
  if (!pathBelow(jobs.buildDirectory, scope.root).empty())
    scope.except = jobs.buildDirectory;
  scope.pattern = options.headers.value_or("");
  return scope;
}

Failure driver::checkDestination(const Options &options, const Jobs &jobs, const DisplayPaths &shown) {
  const std::size_t count = jobs.list.size();
  if (options.headers && takesOneSource(options))
    return usage("--headers: a source and its headers do not fit into one file: use --output-dir=DIR, -i, --diff or "
                 "--check");
  if (count > 1 && toStandardOutput(options))
    return usage(std::to_string(count) +
                 " sources do not fit on standard output: use --output-dir=DIR, -i, --diff or --check");
  if (count > 1 && !options.output.empty())
    return usage("-o takes one source, not " + std::to_string(count) + ": use --output-dir=DIR or -i");
  if (!options.outputDir.empty())
    for (const Job &job : jobs.list) {
      if (pathBelow(job.source, sourceRoot(options)).empty())
        return usage("'" + shown(job.source) + "' is not below '" + sourceRoot(options) +
                     "': name the directory to mirror with --source-root=DIR");
      if (realPath(destination(options, job.source)) == job.source)
        return usage("--output-dir would overwrite '" + shown(job.source) + "'; to rewrite in place, use -i");
    }
  return checkDistinct(options, jobs, shown);
}

Failure driver::deliver(const Options &options, const std::vector<Outcome> &outcomes,
                        const Configurations &configurations, const DisplayPaths &shown, Failure failure,
                        llvm::raw_ostream &out, llvm::raw_ostream &err) {
  const bool wanted = !failure || options.keepGoing;
  Results results;
  if (wanted && addResults(options, outcomes, shown, results, err) && options.check)
    failure.code = std::max(failure.code, WouldChange);
  const auto warned = [&](const Outcome &o) {
    return !o.warnings.empty() || (options.reportUnused && !o.unused.empty());
  };
  if (options.warningsAsErrors && std::any_of(outcomes.begin(), outcomes.end(), warned))
    failure.code = std::max(failure.code, Warned);
  const RunEnd end{failure.code, wanted && options.inPlace, configurations};
  if (Failure report = addReports(options, outcomes, shown, end, wanted, results))
    return report;
  if (Failure written = writeFiles(results.files)) {
    written.code = std::max(written.code, failure.code);
    return written;
  }
  out << results.text;
  return failure;
}
