//===- Driver.h - from the command line to the exit code ---------*- C++ -*-===//

#ifndef REWRITE_DRIVER_DRIVER_H
#define REWRITE_DRIVER_DRIVER_H

#include "driver/Unit.h"

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <vector>

namespace rewrite::driver {

/// `executable` is the tool's own path, from which it finds what belongs to it;
/// `arguments` do not contain it. Results go to `out`, everything else to `err`.
Exit run(const std::string &executable, const std::vector<std::string> &arguments, llvm::raw_ostream &out,
         llvm::raw_ostream &err, const Rewriter &rewriter);

} // namespace rewrite::driver

#endif
