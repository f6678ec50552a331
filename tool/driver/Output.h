//===- Output.h - where the results go ---------------------------*- C++ -*-===//

#ifndef REWRITE_DRIVER_OUTPUT_H
#define REWRITE_DRIVER_OUTPUT_H

#include "driver/Configurations.h"
#include "driver/Outcome.h"

#include "llvm/Support/raw_ostream.h"

namespace rewrite::driver {

/// Checks, before anything is parsed, that every source has a place to go to.
Failure checkDestination(const Options &options, const Jobs &jobs, const DisplayPaths &shown);

/// The headers that the run may change: none where there is no place for them.
HeaderScope headerScope(const Options &options, const Jobs &jobs);

/// Prints, writes, or compares, as the options say, and writes the reports. When `failure` says that something went
/// wrong before, and --keep-going that the rest is wanted, or not, only the reports are. Returns it, or what is worse:
/// with --check its code may be WouldChange, without a message, or Warned.
Failure deliver(const Options &options, const std::vector<Outcome> &outcomes, const Configurations &configurations,
                const DisplayPaths &shown, Failure failure, llvm::raw_ostream &out, llvm::raw_ostream &err);

} // namespace rewrite::driver

#endif
