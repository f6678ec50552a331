//===- Diff.h - unified diffs ------------------------------------*- C++ -*-===//

#ifndef REWRITE_DRIVER_DIFF_H
#define REWRITE_DRIVER_DIFF_H

#include <string>
#include <string_view>

namespace rewrite::driver {

/// What `diff -u` prints for the two texts, "" if they are equal. `name` heads it
/// as a/name and b/name, for patch -p1 and git apply; an absolute one as it is.
std::string unifiedDiff(std::string_view before, std::string_view after, const std::string &name, unsigned context = 3);

} // namespace rewrite::driver

#endif
