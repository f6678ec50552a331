//===- Jobs.h - the sources to rewrite and how each is compiled --*- C++ -*-===//

#ifndef REWRITE_DRIVER_JOBS_H
#define REWRITE_DRIVER_JOBS_H

#include "driver/Flags.h"
#include "driver/Options.h"
#include "driver/Paths.h"
#include "pto-rewrite/Rewrite.h"

#include <string>
#include <vector>

namespace rewrite::driver {

struct Job {
  std::string source; ///< real path
  std::vector<CompileCommand> commands;
  std::string missing = {}; ///< --keep-going: why it cannot be read
};

struct Jobs {
  std::vector<Job> list;          ///< each source once
  std::vector<std::string> notes; ///< what was left out on the way, for the user
  Texts texts;                    ///< of standard input, by the path that it is to have
  std::string database;           ///< as it is shown to the user, or ""
  std::string buildDirectory;     ///< real path of where it lies, or ""
};

/// Finds the sources, from the command line or the database, and adapts their commands.
Failure collectJobs(const Options &options, const std::string &executable, DisplayPaths &shown, Jobs &out);

} // namespace rewrite::driver

#endif
