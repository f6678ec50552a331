//===- Unit.cpp - one command through the rewriter -------------------------===//

#include "driver/Unit.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <iterator>
#include <set>

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
std::string brokenPromise(const UnitResult &result, const std::string &source, const DisplayPaths &shown) {
  if (result.files.empty() || result.files[0].path != source)
    return "it says nothing of the source";
  const auto applied = [](const Remark &remark) { return remark.kind == Remark::Kind::Applied; };
  const auto changed = [](const FileResult &file) { return file.changed(); };
  if (std::any_of(result.files.begin(), result.files.end(), changed) &&
      std::none_of(result.remarks.begin(), result.remarks.end(), applied))
    return "it changed the source without a word";
  return unsaid(result.matches, result.remarks, shown);
}

/// `error`: what became of that does not compile; it may be nowhere.
std::string doesNotCompile(const std::string &name, const Location &error, const DisplayPaths &shown) {
  const std::string lines = "note: the lines above are those of the rewritten text";
  const std::string place = error.line == 0 ? "pto-rewrite: " + lines
                                            : shown(error.file) + ":" + std::to_string(error.line) + ":" +
                                                  std::to_string(error.column) + ": " + lines +
                                                  "; the first error is in what this became";
  return place + "\n" + name +
         ": error: the rewritten source does not compile; nothing was changed. This is a bug in pto-rewrite\n";
}

} // namespace

std::string driver::unsaid(const std::vector<Match> &matches, const std::vector<Remark> &remarks,
                           const DisplayPaths &shown) {
  std::set<Match> said;
  for (const Remark &r : remarks)
    if (r.kind != Remark::Kind::Analysis)
      said.insert({r.pass, r.where, r.instance});
  std::vector<Match> differ;
  std::set_symmetric_difference(matches.begin(), matches.end(), said.begin(), said.end(), std::back_inserter(differ));
  if (differ.empty())
    return "";
  const auto &[pass, where, instance] = differ.front();
  const auto ofPass = [&, &pass = pass](const auto &list) {
    return std::to_string(
        std::count_if(list.begin(), list.end(), [&](const Match &match) { return match.pass == pass; }));
  };
  return "'" + pass + "' matched " + ofPass(matches) + " places and speaks of " + ofPass(said) +
         ": rewritten + declined is not matched; see " + shown(where.file) + ":" + std::to_string(where.line) + ":" +
         std::to_string(where.column);
}

UnitOutcome driver::rewriteCommand(const Job &job, const CompileCommand &command, const RewriteOptions &options,
                                   const Rewriter &rewriter, const DisplayPaths &shown) {
  const std::string name = shown(job.source);
  if (!job.missing.empty()) {
    UnitOutcome outcome;
    outcome.exit = InputMissing;
    outcome.diagnostics = "pto-rewrite: error: " + job.missing + "\n";
    return outcome;
  }
  UnitResult result = runProtected(command, options, rewriter, name);
  UnitOutcome outcome;
  outcome.exit = exitOf(result.status);
  outcome.diagnostics = std::move(result.diagnostics);
  if (outcome.exit == Ok)
    if (const std::string broken = brokenPromise(result, job.source, shown); !broken.empty()) {
      outcome.diagnostics += name + ": error: internal error: " + broken + "\n";
      outcome.exit = Internal;
    }
  if (outcome.exit == VerifyFailed)
    outcome.diagnostics += doesNotCompile(name, result.error, shown);
  if (outcome.exit == Ok)
    outcome.files = std::move(result.files);
  outcome.inputs = std::move(result.inputs);
  outcome.others = std::move(result.others);
  outcome.inactive = std::move(result.inactive);
  outcome.remarks = std::move(result.remarks);
  outcome.matches = std::move(result.matches);
  outcome.error = std::move(result.error);
  outcome.stages = std::move(result.stages);
  return outcome;
}

UnitOutcome driver::verifyCommand(const Job &job, const CompileCommand &command, const Texts &texts,
                                  const std::map<std::string, FileResult> &files, const Rewriter &rewriter,
                                  const DisplayPaths &shown) {
  RewriteOptions options; // no pass
  options.texts = texts;
  UnitOutcome outcome = rewriteCommand(job, command, options, rewriter, shown);
  if (outcome.exit == SourceErrors) {
    outcome.exit = VerifyFailed;
    const auto file = files.find(outcome.error.file);
    outcome.diagnostics += doesNotCompile(
        shown(job.source), file == files.end() ? outcome.error : placeBefore(file->second, outcome.error), shown);
  }
  return outcome;
}

UnitOutcome driver::crashedCommand(const Job &job, const CompileCommand &command, const std::string &how,
                                   const DisplayPaths &shown) {
  UnitOutcome outcome;
  outcome.exit = Internal;
  outcome.diagnostics = crashMessage(shown(job.source), how, command);
  return outcome;
}
