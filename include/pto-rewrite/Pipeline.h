//===- Pipeline.h - a sequence of passes with their options ------*- C++ -*-===//
//
// MLIR's textual syntax:  pass-a,pass-b{flag key=value list=0,1}
// or the name of a predefined pipeline behind '@' (a file with the same text
// where no predefined one has that name).
//
//===----------------------------------------------------------------------===//

#ifndef PTO_REWRITE_PIPELINE_H
#define PTO_REWRITE_PIPELINE_H

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rewrite {

struct PassStep {
  std::string pass;
  std::map<std::string, std::string> options; ///< a flag that is set has the value "true"
  bool allowed = false;                       ///< its class of rounding is: by --allow=, or by a predefined pipeline
  bool optedIn = false;                       ///< its other class of rounding is: by --allow= alone
  bool whole = false;  ///< with its neighbours that are, too: a function that the last of them keeps, all of them keep
  unsigned column = 0; ///< where it stands in the pipeline's text, from 1

  bool flag(const std::string &name) const { return options.count(name) != 0; }
  /// The value, or "".
  std::string value(const std::string &name) const {
    const auto it = options.find(name);
    return it == options.end() ? "" : it->second;
  }
  std::vector<long> integers(const std::string &name) const;
};

using Pipeline = std::vector<PassStep>;

/// A usage error in a pipeline text. `column` counts from 1 in `text`.
struct PipelineError {
  std::string message; ///< with the nearest valid choice where there is one
  std::string text;
  unsigned column = 0;
};

/// Parses `text` into `out`. Names and options are checked against the registry.
/// Returns false and fills `error` when something is off; `out` is then empty.
bool parsePipeline(std::string_view text, Pipeline &out, PipelineError &error);

/// A sequence of passes that real kernels want, by its name behind '@'. Naming it
/// allows the roundings of its steps.
struct NamedPipeline {
  std::string name;
  std::string summary;
  std::string text;
  unsigned wholeFrom = ~0u; ///< the first step that is `whole`; all behind it are
};

const std::vector<NamedPipeline> &namedPipelines();

/// The passes that run at -O`level` without --passes.
Pipeline defaultPipeline(unsigned level);

/// What --target= takes, "native" being one of these that this CPU can run.
const std::vector<std::string> &targets();
/// The passes that run at -O`level` with --target=`target`: from tiles down to its intrinsics. Only
/// -O3 lets results be rounded otherwise. `threads`: independent iterations run on those of OpenMP.
Pipeline targetPipeline(unsigned level, const std::string &target, bool threads = false);

/// The candidate nearest to `word` by edit distance, or "" when none is near.
std::string nearest(std::string_view word, const std::vector<std::string> &candidates);

} // namespace rewrite

#endif
