//===- Options.h - the command line, parsed ----------------------*- C++ -*-===//

#ifndef REWRITE_DRIVER_OPTIONS_H
#define REWRITE_DRIVER_OPTIONS_H

#include "driver/Completion.h"
#include "driver/Exit.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rewrite::driver {

struct Options {
  // input
  std::vector<std::string> sources; ///< "-" is standard input
  std::string assumeFilename;
  std::string buildPath;                                     ///< -p
  std::optional<std::vector<std::string>> compilerArguments; ///< what follows "--"
  std::string commandOf;                                     ///< a file in the database
  std::vector<std::string> extraArgs, extraArgsBefore, removedArgs;
  std::vector<std::vector<std::string>> defineSets; ///< each a configuration
  std::optional<std::string> headers;               ///< --headers: a regular expression, "" being all
  bool noHeaders = false;
  unsigned jobs = 0; ///< sources at a time; 0: as many as there are processors

  // where it goes
  std::string output; ///< -o
  std::string outputDir, sourceRoot;
  bool inPlace = false, diff = false, check = false, keepGoing = false;
  std::string depFile;
  bool lineDirectives = false;
  std::string fixesFile; ///< --export-fixes

  // what it does
  std::optional<std::string> passes;
  std::optional<unsigned> level; ///< -O
  std::string target;            ///< --target
  bool threads = false;          ///< --threads=openmp
  std::string stopAfter;         ///< a pass
  bool formatChanged = false;
  std::string functions;
  std::vector<std::string> allow; ///< classes of rounding

  // what it says
  std::string remarks, missedRemarks, analysisRemarks; ///< regular expressions; "" says nothing
  bool stats = false, quiet = false, reportUnused = false, warningsAsErrors = false;
  std::string sarifFile, remarksFile;
  std::vector<std::string> printAfter;
  bool printAfterAll = false;

  // configuration
  std::string configFile;
  bool noConfig = false, dumpConfig = false, verifyConfig = false;
  std::string configText; ///< for --dump-config

  // runs that answer a question and do nothing else
  Shell completion = Shell::None;
  bool help = false, helpAsJson = false, helpAsMan = false, version = false, listPasses = false, listAsJson = false;
  std::string explain;
};

/// Parses `arguments` (without the program's name), after the configuration file that
/// holds for them. Only the spelling of options is checked here, and which of them
/// exclude each other.
Failure parseOptions(std::vector<std::string> arguments, Options &out);

/// Replaces each "@file" before "--" by the arguments in it (GNU quoting; nested).
/// Relative paths are relative to `directory`, "" being the current one.
Failure expandResponseFiles(std::vector<std::string> &arguments, const std::string &directory = "");

} // namespace rewrite::driver

#endif
