//===- Unit.h - one command through the rewriter -----------------*- C++ -*-===//

#ifndef REWRITE_DRIVER_UNIT_H
#define REWRITE_DRIVER_UNIT_H

#include "driver/Exit.h"
#include "driver/Jobs.h"
#include "pto-rewrite/Rewrite.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace rewrite::driver {

/// rewriteUnit(), or what a test puts in its place.
using Rewriter = std::function<UnitResult(const CompileCommand &, const RewriteOptions &)>;

/// What came of a source as one of its commands compiles it.
struct UnitOutcome {
  Exit exit = Ok;
  std::vector<FileResult> files;   ///< the source, then the headers that the command may edit; none unless exit is Ok
  std::vector<std::string> inputs; ///< every file read: absolute paths
  std::vector<std::string> others; ///< headers with kernels that it may not edit
  InactiveLines inactive;
  std::vector<Remark> remarks;
  std::vector<Match> matches; ///< each has a remark
  std::vector<Stage> stages;
  std::string diagnostics; ///< for stderr, complete lines
  Location error;          ///< SourceErrors: of the first of them
};

/// Where passes found their patterns and what is said of these places do not agree, or "".
/// \pre matches are in order
std::string unsaid(const std::vector<Match> &matches, const std::vector<Remark> &remarks, const DisplayPaths &shown);

/// Runs `rewriter`. A crash in it ends neither the tool nor the other sources.
UnitOutcome rewriteCommand(const Job &job, const CompileCommand &command, const RewriteOptions &options,
                           const Rewriter &rewriter, const DisplayPaths &shown);

/// Whether the command still compiles with `texts` in place of files on disk, which became that by `files`.
UnitOutcome verifyCommand(const Job &job, const CompileCommand &command, const Texts &texts,
                          const std::map<std::string, FileResult> &files, const Rewriter &rewriter,
                          const DisplayPaths &shown);

/// What comes of a command on which the tool crashed; `how` is "signal 9, Killed".
UnitOutcome crashedCommand(const Job &job, const CompileCommand &command, const std::string &how,
                           const DisplayPaths &shown);

} // namespace rewrite::driver

#endif
