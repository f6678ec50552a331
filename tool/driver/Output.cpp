//===- Output.cpp - where the results go -----------------------------------===//

#include "driver/Output.h"

#include "driver/DepFile.h"
#include "driver/Diff.h"
#include "driver/Write.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace rewrite;
using namespace rewrite::driver;

namespace {

bool toStandardOutput(const Options &o) {
  return o.output.empty() && o.outputDir.empty() && !o.inPlace && !o.diff && !o.check;
}

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

Failure writeResults(const Options &options, const std::vector<Outcome> &outcomes) {
  std::vector<FileToWrite> files;
  std::string rules;
  for (const Outcome &outcome : outcomes) {
    if (outcome.exit != Ok)
      continue; // --keep-going
    if (options.inPlace) {
      if (outcome.changed())
        files.push_back({outcome.source, outcome.after, &outcome.before});
      continue;
    }
    const std::string target = destination(options, outcome.source);
    files.push_back({target, outcome.after, nullptr});
    std::vector<std::string> inputs = outcome.inputs;
    inputs.push_back(outcome.source);
    rules += makeRule(target, std::move(inputs));
  }
  if (!options.depFile.empty())
    files.push_back({options.depFile, rules, nullptr});
  return writeFiles(files);
}

} // namespace

Failure driver::checkDestination(const Options &options, const Jobs &jobs, const DisplayPaths &shown) {
  const std::size_t count = jobs.list.size();
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
  return {};
}

Failure driver::deliver(const Options &options, const std::vector<Outcome> &outcomes, const DisplayPaths &shown,
                        llvm::raw_ostream &out, llvm::raw_ostream &err) {
  if (options.diff || options.check) {
    bool changed = false;
    for (const Outcome &outcome : outcomes) {
      if (!outcome.changed())
        continue;
      changed = true;
      if (options.diff)
        out << unifiedDiff(outcome.before, outcome.after, shown(outcome.source));
      else
        err << shown(outcome.source) << ": would be rewritten\n";
    }
    return {options.check && changed ? WouldChange : Ok, ""};
  }
  if (toStandardOutput(options) || options.output == "-") {
    if (outcomes[0].exit == Ok)
      out << outcomes[0].after;
    return {};
  }
  return writeResults(options, outcomes);
}
