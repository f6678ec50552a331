//===- Summaries.h - what a call does to its arguments -----------*- C++ -*-===//
//
// From the body where there is one, from the roles of the parameters where there
// is only a declaration of a kernel, and everything imaginable otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_SUMMARIES_H
#define PTO_ANALYSIS_SUMMARIES_H

#include "analysis/Memory.h"

#include <map>
#include <memory>

namespace rewrite {

/// What a function does to the storage behind one of its parameters.
struct ParameterEffect {
  bool reads = false;
  bool writes = false;
  bool writesAll = false;     ///< every element, on every path
  bool readsBefore = false;   ///< may read an element that it has not written
  bool retains = false;       ///< keeps the handle beyond the call
  bool needsDense = false;    ///< looks at the memory as one dense block
  bool asksValid = false;     ///< looks at or sets the valid extents
  bool usesValidPart = false; ///< works on the valid part only
  bool rebinds = false;       ///< a reference parameter that may refer to other storage afterwards
  bool fromBody = false;      ///< seen, not promised
  const Op *blame = nullptr;  ///< op of the callee behind readsBefore, needsDense, ...

  /// Windows of all reads and of all writes, over the callee's scalar parameters; nothing: anywhere.
  std::optional<std::vector<affine::SweptWindow>> readWindows, writeWindows;
  /// Windows that are written on every path.
  std::vector<affine::SweptWindow> sureWindows;
};

/// Which parameter a result refers to.
struct ResultSource {
  enum class Kind { Parameter, Fresh, Unknown };
  Kind kind = Kind::Unknown;
  int parameter = -1;
  bool whole = false; ///< the very handle, not a part of it
};

struct Summary {
  std::vector<ParameterEffect> parameters;
  std::vector<ResultSource> results;
  bool touchesUnknown = false; ///< storage that is not behind a parameter
  bool changesGlobals = false; ///< may give a global or static name another value
  bool mayThrow = false;
};

class Summaries {
public:
  const Summary &of(const Function &function);

  /// Two parameters of `function` that some call in this file gives overlapping
  /// storage, in spite of their roles.
  bool violated(const Function &function, const Variable &a, const Variable &b) const;
  /// Looks for such calls in all functions.
  void findViolations(const Module &module);

private:
  Summary fromRoles(const Function &function) const;
  Summary fromBody(const Function &function);

  std::map<const Function *, std::unique_ptr<Summary>> known;
  std::set<const Function *> inProgress;
  std::set<std::tuple<const Function *, int, int>> violations;
};

} // namespace rewrite

#endif
