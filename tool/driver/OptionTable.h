//===- OptionTable.h - every option, declared once ---------------*- C++ -*-===//
//
// The parser, --help, the page docs/command-line.md and the suggestions for misspelt
// options are made from this table.
//
//===----------------------------------------------------------------------===//

#ifndef REWRITE_DRIVER_OPTIONTABLE_H
#define REWRITE_DRIVER_OPTIONTABLE_H

#include "driver/Options.h"

#include <span>
#include <string>

namespace rewrite::driver {

enum class OptionGroup { Input, Output, Transform, Report, Run, Configuration, About };

struct OptionSpec {
  enum class Value {
    None,     ///< --diff
    Required, ///< --passes=X, --passes X, -o X
    Optional, ///< --list-passes, --list-passes=X
    Joined,   ///< -O2
    Attached, ///< -j8, -j 8
  };

  const char *name; ///< with its dashes
  Value value;
  const char *meta; ///< what the value is called in --help
  OptionGroup group;
  const char *help;
  /// Stores the value. Returns what is wrong with it, or "".
  std::string (*set)(Options &, std::string value);
  bool repeats = false; ///< each value is one more

  bool isShort() const { return std::string_view(name).size() == 2; }
};

std::span<const OptionSpec> optionTable();

} // namespace rewrite::driver

#endif
