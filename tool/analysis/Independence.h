//===- Independence.h - may the iterations of a loop run at once -*- C++ -*-===//
//
// They may when none of them needs another one: nothing outside of an iteration gets a value
// in it, none leaves the loop, all that is done is known, and no two touch an element that
// one of them writes. Then they give the same bits in any order and on any number of threads.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_INDEPENDENCE_H
#define PTO_ANALYSIS_INDEPENDENCE_H

#include "analysis/Memory.h"

#include <string>
#include <vector>

namespace rewrite {

/// Why two iterations may not run at once: a reason code, a sentence, and where.
struct Conflict {
  const char *reason;
  std::string why;
  const Op *at = nullptr;
};

/// Variables, control flow, and calls of what is not known. `loop`: a For or a Parallel.
std::optional<Conflict> conflictOfState(const Op &loop, const Memory &memory);

/// Elements. \pre the loop has an induction, and no conflict of state
std::optional<Conflict> conflictOfElements(const Op &loop, const Memory &memory);

/// Handles from before the loop whose elements it writes, each once; nothing when one cannot be told.
std::optional<std::vector<const Variable *>> writtenIn(const Op &loop, const Memory &memory);

/// The variable is the iteration's own: declared in it.
bool isDeclaredIn(const Variable &variable, const Op &loop);

/// `out = kernel(x, r, out);` of a kernel that gives back the handle it is given: the assignment changes nothing.
bool isHandedBack(const Op &call, Summaries &summaries);

} // namespace rewrite

#endif
