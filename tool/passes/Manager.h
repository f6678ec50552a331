//===- Manager.h - runs a pipeline over a module -----------------*- C++ -*-===//

#ifndef PTO_PASSES_MANAGER_H
#define PTO_PASSES_MANAGER_H

#include "kernel/Model.h"
#include "pto-rewrite/Rewrite.h"

namespace rewrite {

/// Runs the pipeline over every function of the module that may change, and
/// fills remarks, stats, stages and files of `result`.
void runPipeline(Module &module, const RewriteOptions &options, UnitResult &result);

} // namespace rewrite

#endif
