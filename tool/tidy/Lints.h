//===- Lints.h - kernels that cannot be meant as they are written -*- C++ -*-===//
//
// What no pass can repair, but the model sees: results that are lost and values
// that nobody wrote. A lint speaks only when it holds on every path.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_TIDY_LINTS_H
#define PTO_TIDY_LINTS_H

#include "passes/Pass.h"

namespace rewrite::tidy {

struct Finding {
  Location where;
  std::string message;
  std::vector<Note> notes = {};

  friend bool operator==(const Finding &, const Finding &) = default;
};

struct Lint {
  const char *name;    ///< of the check, behind "pto-"
  const char *summary; ///< one line, for the page
  void (*find)(const Analyses &analyses, std::vector<Finding> &out);
};

/// Sorted by name.
const std::vector<Lint> &allLints();

/// What the lint finds in the functions of the main file and of headers, in order, once a place.
std::vector<Finding> findingsOf(const Lint &lint, const Module &module);

} // namespace rewrite::tidy

#endif
