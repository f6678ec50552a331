//===- Unit.cpp - one source through the rewriter --------------------------===//

#include "driver/Unit.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::driver;

namespace {

constexpr unsigned stackSize = 64u << 20; // deep expressions recurse deeply

std::string spelled(const CompileCommand &command) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (const std::string &argument : command.arguments) {
    stream << ' ';
    llvm::sys::printArg(stream, argument, /*Quote=*/false);
  }
  return "cd " + command.directory + " &&" + text;
}

std::string crashMessage(const std::string &name, const std::string &how, const CompileCommand &command) {
  return name + ": error: pto-rewrite crashed on this source" + (how.empty() ? "" : " (" + how + ")") +
         ", compiled by: " + spelled(command) + "\n";
}

UnitResult runProtected(const CompileCommand &command, const RewriteOptions &options, const Rewriter &rewriter,
                        const std::string &name) {
  UnitResult result;
  llvm::CrashRecoveryContext context;
  if (!context.RunSafelyOnThread([&] { result = rewriter(command, options); }, stackSize)) {
    result = {};
    result.status = UnitResult::Status::InternalError;
    result.diagnostics = crashMessage(name, "", command);
  }
  return result;
}

Exit exitOf(UnitResult::Status status) {
  switch (status) {
  case UnitResult::Status::Done:
    return Ok;
  case UnitResult::Status::SourceErrors:
    return SourceErrors;
  case UnitResult::Status::VerifyFailed:
    return VerifyFailed;
  case UnitResult::Status::BadPipeline:
    return UsageError;
  case UnitResult::Status::InternalError:
    break;
  }
  return Internal;
}

/// What the rewriter promises about its result; what is broken, or "".
std::string brokenPromise(const UnitResult &result, const std::string &source) {
  for (const FileResult &file : result.files)
    if (file.path != source)
      return "it edited '" + file.path + "', which it was not asked to";
  const auto applied = [](const Remark &remark) { return remark.kind == Remark::Kind::Applied; };
  if (!result.files.empty() && std::none_of(result.remarks.begin(), result.remarks.end(), applied))
    return "it changed the source without a word";
  const auto count = [&](const char *name) {
    const auto found = result.stats.find(name);
    return found == result.stats.end() ? 0 : found->second;
  };
  if (count("rewritten") + count("declined") != count("matched"))
    return "rewritten + declined is not matched: " + std::to_string(count("rewritten")) + " + " +
           std::to_string(count("declined")) + ", " + std::to_string(count("matched"));
  return "";
}

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

template <class T>
void appendNew(std::vector<T> &list, const std::vector<T> &more) {
  for (const T &item : more)
    if (std::find(list.begin(), list.end(), item) == list.end())
      list.push_back(item);
}

} // namespace

Outcome driver::rewriteJob(const Job &job, const RewriteOptions &options, const Rewriter &rewriter,
                           const DisplayPaths &shown) {
  const std::string name = shown(job.source);
  Outcome outcome;
  outcome.source = job.source;
  bool first = true, agree = true;
  for (const CompileCommand &command : job.commands) {
    UnitResult result = runProtected(command, options, rewriter, name);
    Exit exit = exitOf(result.status);
    if (result.status == UnitResult::Status::Done)
      if (const std::string broken = brokenPromise(result, job.source); !broken.empty()) {
        result.diagnostics += name + ": error: internal error: " + broken + "\n";
        exit = Internal;
      }
    if (result.status == UnitResult::Status::VerifyFailed)
      result.diagnostics += name + ": error: the rewritten source does not compile; nothing was changed. This is "
                                   "a bug in pto-rewrite\n";

    outcome.exit = std::max(outcome.exit, exit);
    outcome.diagnostics += result.diagnostics;
    const std::string &after = result.files.empty() ? result.mainFileText : result.files[0].after;
    if (first) {
      outcome.after = after;
      outcome.before = std::move(result.mainFileText);
      outcome.remarks = std::move(result.remarks);
      outcome.stages = std::move(result.stages);
      outcome.stats = std::move(result.stats);
      outcome.inputs = std::move(result.inputs);
      outcome.functions = std::move(result.functions);
      if (!result.files.empty())
        outcome.edits = std::move(result.files[0].edits);
    } else {
      agree &= after == outcome.after;
      appendNew(outcome.remarks, result.remarks);
      appendNew(outcome.inputs, result.inputs);
    }
    first = false;
  }
  if (outcome.exit != Ok) {
    takeBack(outcome);
  } else if (!agree) {
    takeBack(outcome);
    outcome.diagnostics += name + ": warning: kept as it is: the " + std::to_string(job.commands.size()) +
                           " commands that compile it lead to different rewrites (config-dependent)\n";
  }
  return outcome;
}

Outcome driver::crashedJob(const Job &job, const std::string &how, const DisplayPaths &shown) {
  Outcome outcome;
  outcome.source = job.source;
  outcome.exit = Internal;
  for (const CompileCommand &command : job.commands)
    outcome.diagnostics += crashMessage(shown(job.source), how, command);
  return outcome;
}
