//===- RemarksFile.h - remarks as LLVM's tools read them ---------*- C++ -*-===//

#ifndef REWRITE_DRIVER_REMARKSFILE_H
#define REWRITE_DRIVER_REMARKSFILE_H

#include "driver/Outcome.h"
#include "driver/Paths.h"

namespace rewrite::driver {

/// The YAML of -fsave-optimization-record, for llvm-remarkutil and opt-viewer: all remarks of the outcomes, in order.
std::string remarksFile(const std::vector<Outcome> &outcomes, const DisplayPaths &shown);

} // namespace rewrite::driver

#endif
