//===- Modules.h - opening what was built ---------------------------------------===//
#ifndef PTO_BENCH_MODULES_H
#define PTO_BENCH_MODULES_H

#include "harness/Bench.h"

#include <string>
#include <vector>

namespace bench {

/// A line of the list that the build writes: kind, label, families, path and, where there is nothing to build, why;
/// separated by tabs. Kinds: written, rewritten (both: kernels of the DSL), peer, limit.
struct Module {
  std::string kind, label, families, path, missing;
  const Entry *entries = nullptr;

  bool has(const std::string &family) const;
};

/// Reads the list and opens the modules of some families. One that cannot be opened says so in `missing`.
std::vector<Module> open_modules(const std::string &list, const std::vector<std::string> &families);

} // namespace bench

#endif
