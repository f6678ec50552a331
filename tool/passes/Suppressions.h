//===- Suppressions.h - NOLINT(pto-<pass>) and kin ---------------*- C++ -*-===//

#ifndef PTO_PASSES_SUPPRESSIONS_H
#define PTO_PASSES_SUPPRESSIONS_H

#include "kernel/Source.h"

#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace rewrite {

/// A NOLINT, NOLINTNEXTLINE or NOLINTBEGIN/END comment for `pto-<pass>` (globs as
/// in clang-tidy) or a region between `pto-rewrite: off` and `on` covers the line.
/// Returns where the comment begins.
std::optional<unsigned> suppression(const SourceFile &file, const Location &where, std::string_view pass);

/// The comments of the file that name one of the passes, or a pass that does not exist, and those that begin a region.
/// A NOLINT for all checks is not meant for us.
std::vector<unsigned> suppressionsFor(const SourceFile &file, const std::set<std::string> &passes);

} // namespace rewrite

#endif
