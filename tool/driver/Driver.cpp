//===- Driver.cpp - from the command line to the exit code -----------------===//
//
//   options -> jobs (source + commands) -> outcomes, one a source -> remarks,
//   counts -> print, write or compare
//
// Everything is parsed before anything is written.
//
//===----------------------------------------------------------------------===//

#include "driver/Driver.h"

#include "driver/About.h"
#include "driver/Batch.h"
#include "driver/Help.h"
#include "driver/Output.h"
#include "driver/Progress.h"
#include "driver/Report.h"
#include "pto-rewrite/PassInfo.h"
#include "pto-rewrite/Pipeline.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::driver;

namespace {

constexpr unsigned defaultLevel = 2;

/// The sentence, the line of the pipeline that is meant, and a caret below it.
Failure pipelineFailure(const PipelineError &error) {
  const std::size_t at = std::min<std::size_t>(error.column ? error.column - 1 : 0, error.text.size());
  const std::size_t begin = at == 0 ? 0 : error.text.rfind('\n', at - 1) + 1;
  const std::size_t end = std::min(error.text.find('\n', at), error.text.size());
  const auto lines = std::count(error.text.begin(), error.text.begin() + static_cast<std::ptrdiff_t>(begin), '\n');
  const std::string where =
      (lines ? "line " + std::to_string(lines + 1) + ", " : "") + "column " + std::to_string(at - begin + 1);
  return usage("--passes: " + where + ": " + error.message + "\n  " + error.text.substr(begin, end - begin) + "\n  " +
               std::string(at - begin, ' ') + "^");
}

Failure checkPassName(const std::string &name) {
  if (findPass(name))
    return {};
  std::vector<std::string> names;
  for (const PassInfo *pass : allPasses())
    names.push_back(pass->name);
  const std::string near = nearest(name, names);
  return usage("--print-after: unknown pass '" + name + "'" +
               (near.empty() ? "; see --list-passes" : "; did you mean '" + near + "'?"));
}

Failure stopFailure(const std::string &pass, const Pipeline &pipeline) {
  std::vector<std::string> steps;
  for (const PassStep &step : pipeline)
    steps.push_back(step.pass);
  const std::string near = nearest(pass, steps);
  return usage("--stop-after: the pipeline has no step '" + pass + "'" +
               (near.empty() ? "" : "; did you mean '" + near + "'?"));
}

Failure rewriteOptions(const Options &options, RewriteOptions &out) {
  if (options.passes) {
    PipelineError error;
    if (!parsePipeline(*options.passes, out.pipeline, error))
      return pipelineFailure(error);
  } else {
    const unsigned level = options.level.value_or(defaultLevel);
    out.pipeline = options.target.empty() ? defaultPipeline(level) : targetPipeline(level, options.target, options.threads);
  }
  if (!options.stopAfter.empty()) {
    const auto last = std::find_if(out.pipeline.begin(), out.pipeline.end(),
                                   [&](const PassStep &step) { return step.pass == options.stopAfter; });
    if (last == out.pipeline.end())
      return stopFailure(options.stopAfter, out.pipeline);
    out.pipeline.erase(last + 1, out.pipeline.end());
  }
  const auto isAllowed = [&](const std::string &name) {
    return std::find(options.allow.begin(), options.allow.end(), name) != options.allow.end();
  };
  for (PassStep &step : out.pipeline) {
    step.allowed |= isAllowed(findPass(step.pass)->allow);
    step.optedIn = isAllowed(findPass(step.pass)->optIn);
  }
  out.functions = options.functions;
  if (options.printAfterAll)
    out.printAfter = {"*"};
  else
    out.printAfter = options.printAfter;
  for (const std::string &name : options.printAfter)
    if (Failure failure = checkPassName(name))
      return failure;
  return {};
}

/// Runs that answer a question: true when this was one.
bool answer(const Options &options, Failure &failure, llvm::raw_ostream &out) {
  std::string text;
  if (options.help)
    text = options.helpAsJson ? helpAsJson() : options.helpAsMan ? helpAsMan() : helpText();
  else if (options.completion != Shell::None)
    text = completionFor(options.completion);
  else if (options.verifyConfig)
    text = options.configFile.empty() ? "no .pto-rewrite\n" : options.configFile + ": good\n";
  else if (options.dumpConfig)
    text = options.configText;
  else if (options.version)
    text = versionText();
  else if (options.listPasses)
    text = options.listAsJson ? listPassesAsJson() : listPasses();
  else if (!options.explain.empty())
    failure = explain(options.explain, text);
  else
    return false;
  out << text;
  return true;
}

void report(const Outcome &outcome, const Options &options, const DisplayPaths &shown, llvm::raw_ostream &err) {
  err << outcome.diagnostics;
  if (!options.quiet)
    err << outcome.warnings;
  if (options.reportUnused)
    for (const Note &note : outcome.unused)
      err << shown(note.where.file) << ":" << note.where.line << ":" << note.where.column
          << ": warning: " << note.message << " [unused-suppression]\n";
  for (const Stage &stage : outcome.stages)
    err << "// ---- " << shown(outcome.source) << " after " << stage.pass << " ----\n"
        << stage.text << (llvm::StringRef(stage.text).ends_with("\n") ? "" : "\n");
  err << formatRemarks(outcome.remarks, options, shown);
}

Failure rewriteAll(const Options &options, const std::string &executable, llvm::raw_ostream &out,
                   llvm::raw_ostream &err, const Rewriter &rewriter) {
  RewriteOptions rewriting;
  if (Failure failure = rewriteOptions(options, rewriting))
    return failure;
  DisplayPaths shown;
  Jobs jobs;
  if (Failure failure = collectJobs(options, executable, shown, jobs))
    return failure;
  if (Failure failure = checkDestination(options, jobs, shown))
    return failure;
  for (const std::string &note : options.quiet ? std::vector<std::string>() : jobs.notes)
    err << "pto-rewrite: note: " << note << "\n";

  rewriting.headers = headerScope(options, jobs);
  rewriting.texts = jobs.texts;
  std::vector<Outcome> outcomes;
  {
    Progress progress(!options.quiet && &err == &llvm::errs() && llvm::errs().is_displayed(), err);
    BatchOptions batch{options.jobs, options.keepGoing, options.formatChanged, {}};
    batch.step = [&](std::size_t done, std::size_t total, const std::string &name) {
      progress.step(done, total, name);
    };
    if (Failure failure = rewriteJobs(jobs.list, batch, rewriting, rewriter, shown, outcomes))
      return failure;
  }
  const Configurations configurations = configurationsOf(jobs);
  Totals totals;
  Exit worst = Ok;
  std::size_t failed = 0;
  for (const Outcome &outcome : outcomes) {
    report(outcome, options, shown, err);
    totals.add(outcome);
    worst = std::max(worst, outcome.exit);
    failed += outcome.exit != Ok;
  }
  if (options.stats)
    err << formatStats(totals, configurations);

  Failure failure{worst, ""};
  if (failed && !options.keepGoing && jobs.list.size() > 1)
    failure.message = "nothing was written, because of " + std::to_string(failed) + " of " +
                      std::to_string(jobs.list.size()) + " sources; --keep-going writes the others";
  return deliver(options, outcomes, configurations, shown, std::move(failure), out, err);
}

} // namespace

Exit driver::run(const std::string &executable, const std::vector<std::string> &arguments, llvm::raw_ostream &out,
                 llvm::raw_ostream &err, const Rewriter &rewriter) {
  Options options;
  Failure failure = parseOptions(arguments, options);
  if (!failure && !answer(options, failure, out))
    failure = rewriteAll(options, executable, out, err, rewriter);
  if (!failure.message.empty())
    err << "pto-rewrite: error: " << failure.message << "\n";
  return failure.code;
}
