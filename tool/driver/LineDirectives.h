//===- LineDirectives.h - where a rewritten copy has its lines from -*- C++ -*-===//

#ifndef REWRITE_DRIVER_LINEDIRECTIVES_H
#define REWRITE_DRIVER_LINEDIRECTIVES_H

#include "pto-rewrite/Rewrite.h"

#include <string>
#include <vector>

namespace rewrite::driver {

/// `before` with `edits` made, and with #line directives by which compilers and
/// debuggers speak of `name`, the original, and of its lines.
std::string withLineDirectives(const std::string &before, const std::vector<Edit> &edits, const std::string &name);

} // namespace rewrite::driver

#endif
