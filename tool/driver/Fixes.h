//===- Fixes.h - the edits of a source, in groups that can stand alone -*- C++ -*-===//

#ifndef REWRITE_DRIVER_FIXES_H
#define REWRITE_DRIVER_FIXES_H

#include "driver/Outcome.h"
#include "kernel/Source.h"

#include <optional>

namespace rewrite::driver {

/// Edits that are made together or not at all.
struct Fix {
  std::size_t remark = 0; ///< number of the remark that says what they do
  std::vector<Edit> edits;
  std::vector<std::size_t> others = {}; ///< remarks about what else they do
};

/// All edits of the outcome. Those of one function belong together, because what a pass leaves there the next one
/// builds on; their fix hangs on the first thing that was done in the function. An edit outside of any function may
/// be needed by several: then all edits are one fix.
std::vector<Fix> fixesOf(const Outcome &outcome);

/// The source as it was, with its lines known.
SourceFile linesOf(const Outcome &outcome);

/// The byte that the place names; nothing when it is in another file, or behind its end.
std::optional<std::size_t> offsetOf(const Location &where, const SourceFile &file);

} // namespace rewrite::driver

#endif
