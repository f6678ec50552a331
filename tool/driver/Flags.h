//===- Flags.h - a build's compile command, made fit for parsing -*- C++ -*-===//

#ifndef REWRITE_DRIVER_FLAGS_H
#define REWRITE_DRIVER_FLAGS_H

#include "driver/Options.h"
#include "pto-rewrite/Rewrite.h"

#include <set>
#include <string>

namespace rewrite::driver {

/// Adapts compile commands and remembers what it had to drop.
class Flags {
public:
  /// Finds the directories that every command needs. `executable` is the tool's own path.
  Failure findDirectories(const std::string &executable);

  /// Applies --removed-arg and --extra-arg; drops outputs, warnings and what
  /// Clang does not know; adds the resource directory and the DSL.
  Failure adapt(CompileCommand &command, const Options &options);

  /// One line that names the dropped flags, or "".
  std::string summary() const;

private:
  std::string resourceDir, dslDir;
  std::set<std::string> unknown;
};

} // namespace rewrite::driver

#endif
