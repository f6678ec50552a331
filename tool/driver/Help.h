//===- Help.h - the option table, for people and for scripts -----*- C++ -*-===//

#ifndef REWRITE_DRIVER_HELP_H
#define REWRITE_DRIVER_HELP_H

#include "driver/OptionTable.h"

#include <string>

namespace rewrite::driver {

/// How a value is attached: "--passes=PIPELINE", "-o FILE".
std::string spelledWithValue(const OptionSpec &spec);

/// What an exit code says.
const char *meaningOf(Exit exit);

std::string helpText();
std::string helpAsMan();  ///< a page for man
std::string helpAsJson(); ///< the pages about the command line are made from it

} // namespace rewrite::driver

#endif
