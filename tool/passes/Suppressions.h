//===- Suppressions.h - NOLINT(pto-<pass>) and kin ---------------*- C++ -*-===//

#ifndef PTO_PASSES_SUPPRESSIONS_H
#define PTO_PASSES_SUPPRESSIONS_H

#include "kernel/Source.h"

#include <string_view>

namespace rewrite {

/// A NOLINT, NOLINTNEXTLINE or NOLINTBEGIN/END comment for `pto-<pass>` (globs as
/// in clang-tidy) or a region between `pto-rewrite: off` and `on` covers the line.
bool suppressed(const SourceFile &file, const Location &where, std::string_view pass);

} // namespace rewrite

#endif
