//===- Specialisation.h - an instance with a text of its own -----*- C++ -*-===//

#ifndef PTO_PASSES_SPECIALISATION_H
#define PTO_PASSES_SPECIALISATION_H

#include "kernel/Printer.h"

#include <optional>

namespace rewrite {

/// Behind the template of the instance, an explicit specialisation that is the template with the edits of `f` made.
/// Nothing where there cannot be one.
std::optional<Edit> specialisationOf(const Function &f);

} // namespace rewrite

#endif
