//===- DepFile.h - what an output was made from, for make and Ninja *- C++ -*-===//

#ifndef REWRITE_DRIVER_DEPFILE_H
#define REWRITE_DRIVER_DEPFILE_H

#include <string>
#include <vector>

namespace rewrite::driver {

/// "target: input input ...", one input a line, quoted as make wants it.
std::string makeRule(const std::string &target, std::vector<std::string> inputs);

} // namespace rewrite::driver

#endif
