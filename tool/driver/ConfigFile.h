//===- ConfigFile.h - .pto-rewrite --------------------------------*- C++ -*-===//
//
//   passes: fold-no-op-reshape
//   extra-arg: [-DWIDE, -DDEEP]
//   keep-going: true
//
// A YAML mapping. The keys are the names of options, without their dashes; relative
// paths are relative to the file's directory. What the command line says comes after.
//
//===----------------------------------------------------------------------===//

#ifndef REWRITE_DRIVER_CONFIGFILE_H
#define REWRITE_DRIVER_CONFIGFILE_H

#include "driver/OptionTable.h"

namespace rewrite::driver {

/// An option that somebody gave.
struct Setting {
  const OptionSpec *spec = nullptr;
  std::string value;
  std::string from; ///< "FILE:LINE"; "" is the command line
};

/// The .pto-rewrite nearest above the directory; "" if there is none.
std::string findConfig(const std::string &directory);

/// Which file holds for the run, "" being none. All sources must have the same.
Failure chooseConfig(const Options &options, std::string &out);

Failure readConfig(const std::string &path, std::vector<Setting> &out);

/// The settings that a file may hold, as such a file.
std::string dumpConfig(const std::vector<Setting> &settings);

} // namespace rewrite::driver

#endif
