//===- Configurations.h - what a run's answers hold for ----------*- C++ -*-===//
//
// A source is rewritten as it is compiled: with these macros, for this machine. What
// a run found, or did not find, holds for the configurations that it looked at, so
// reports name them.
//
//===----------------------------------------------------------------------===//

#ifndef REWRITE_DRIVER_CONFIGURATIONS_H
#define REWRITE_DRIVER_CONFIGURATIONS_H

#include "driver/Jobs.h"

namespace rewrite::driver {

struct Configurations {
  std::string origin;                       ///< of the commands: a database's path, or "the arguments after --"
  std::map<std::string, unsigned> commands; ///< by what decides on the code: how many commands have it
};

Configurations configurationsOf(const Jobs &jobs);

} // namespace rewrite::driver

#endif
