//===- About.h - --list-passes, --explain, --version -------------*- C++ -*-===//

#ifndef REWRITE_DRIVER_ABOUT_H
#define REWRITE_DRIVER_ABOUT_H

#include "driver/Exit.h"

#include <string>

namespace rewrite::driver {

std::string listPasses();
std::string listPassesAsJson(); ///< everything the passes declare; the documentation is made from it
Failure explain(const std::string &word, std::string &out);
std::string versionText();

} // namespace rewrite::driver

#endif
