//===- Threads.h - scf::parallel on the threads of OpenMP ----------*- C++ -*-===//
//
//   scf::parallel(0, n, 1, [&](Index r) {         pto::x86::parallel16(0, n, 1, pto::x86::elements(y),
//                                                                      [=, y = pto::x86::borrow(y)](Index r) {
//
// The body becomes a value that each thread copies, with the numbers and windows that it uses, and handles without
// their counts. See dsl/pto/x86/threads.h.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_TARGETS_X86_THREADS_H
#define PTO_TARGETS_X86_THREADS_H

#include "passes/Pass.h"

#include <map>
#include <set>

namespace rewrite::x86 {

/// What the lowering makes of variables: memory becomes a window, a vector several registers.
struct Lowered {
  std::set<const Variable *> windows;
  std::map<const Variable *, std::vector<std::string>> registers; ///< their names, where it is not that of the vector
};

/// The edits that make the loop one of `function` ("parallel16"). Nothing: threads could not share what the iterations
/// use, or it is no outermost scf::parallel of one dimension.
std::optional<std::vector<std::pair<SourceRange, Text>>> threadsOf(const Op &loop, const Analyses &a,
                                                                   const Lowered &lowered, const std::string &function);

} // namespace rewrite::x86

#endif
