//===- Manager.h - runs a pipeline over a unit -------------------*- C++ -*-===//

#ifndef PTO_PASSES_MANAGER_H
#define PTO_PASSES_MANAGER_H

#include "kernel/Model.h"
#include "pto-rewrite/Rewrite.h"

#include <functional>
#include <memory>
#include <set>

namespace rewrite {

/// The model of the unit with other bytes in some files. When they do not compile: null, and the result of the unit has
/// its status, the diagnostics and the place of the first error in these bytes.
using Reparse = std::function<std::unique_ptr<Module>(const Texts &texts)>;

/// What the caller has to know of the text that the pipeline ended with.
struct PipelineEnd {
  bool parsed = false; ///< the compiler has seen it
  /// Otherwise: what changed since it last saw the text, byte offsets of functions' names in the main file.
  std::optional<std::set<unsigned>> changedFunctions;
};

/// Runs the pipeline over every function of the module that may change, and
/// fills remarks, stats, stages, files and, where something went wrong, status of `result`.
PipelineEnd runPipeline(std::unique_ptr<Module> module, const RewriteOptions &options, const Reparse &reparse,
                        UnitResult &result);

} // namespace rewrite

#endif
