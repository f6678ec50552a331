//===- Includes.h - headers that new text asks for ----------------*- C++ -*-===//

#ifndef PTO_PASSES_INCLUDES_H
#define PTO_PASSES_INCLUDES_H

#include "kernel/Printer.h"

#include <set>
#include <string>
#include <vector>

namespace rewrite {

/// Adds `#include <header>` for each header that is not included where the first of the edits is: behind the last
/// #include before it that is compiled whenever the edit is. \pre the edits are in order; so they stay
void addIncludes(const SourceFile &file, const std::set<std::string> &headers, std::vector<Edit> &edits);

} // namespace rewrite

#endif
