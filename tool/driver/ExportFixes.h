//===- ExportFixes.h - the edits as clang-apply-replacements reads them -*- C++ -*-===//

#ifndef REWRITE_DRIVER_EXPORTFIXES_H
#define REWRITE_DRIVER_EXPORTFIXES_H

#include "driver/Outcome.h"

namespace rewrite::driver {

/// The YAML that clang-tidy's --export-fixes writes: one diagnostic for each thing that was done, the edits of a
/// function on its first. Fails on a text that YAML cannot carry.
Failure exportFixes(const std::vector<Outcome> &outcomes, std::string &out);

} // namespace rewrite::driver

#endif
