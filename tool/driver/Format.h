//===- Format.h - the changed lines, as .clang-format says -------*- C++ -*-===//

#ifndef REWRITE_DRIVER_FORMAT_H
#define REWRITE_DRIVER_FORMAT_H

#include "pto-rewrite/Rewrite.h"

namespace rewrite::driver {

/// Formats what the edits of `file` changed, and nothing else. Files without a style stay.
void formatChanged(FileResult &file);

} // namespace rewrite::driver

#endif
