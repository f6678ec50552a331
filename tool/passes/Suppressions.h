//===- Suppressions.h - NOLINT(pto-<pass>) and kin ---------------*- C++ -*-===//

#ifndef PTO_PASSES_SUPPRESSIONS_H
#define PTO_PASSES_SUPPRESSIONS_H

#include "kernel/Source.h"
#include "pto-rewrite/Rewrite.h"

#include <set>
#include <string_view>
#include <vector>

namespace rewrite {

/// A NOLINT, NOLINTNEXTLINE or NOLINTBEGIN/END comment for `pto-<pass>` (globs as
/// in clang-tidy) or a region between `pto-rewrite: off` and `on` covers the line.
/// The file remembers the comment as obeyed.
bool isSuppressed(const SourceFile &file, const Location &where, std::string_view pass);

/// The same of the first line that one of the edits takes something from; 0: of none.
unsigned suppressedLine(const SourceFile &file, const std::vector<Edit> &edits, std::string_view pass);

/// The comments of the file that could have kept one of the passes from something, and did not, with what of their list
/// did not; those that name no pass, but nearly one, too. A NOLINT for all checks is not meant for us. `obeyed`: as in
/// SourceFile, in all runs of passes over the file; `unseen`: where no pass looked, so nobody knows.
std::vector<Note> unusedSuppressions(const SourceFile &file, const std::set<std::string> &passes,
                                     const std::set<std::pair<unsigned, std::string>> &obeyed,
                                     const std::vector<SourceRange> &unseen);

} // namespace rewrite

#endif
