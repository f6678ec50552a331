//===- Check.h - is what an entry computes right? -------------------------------===//
#ifndef PTO_BENCH_CHECK_H
#define PTO_BENCH_CHECK_H

#include "harness/Cases.h"

#include <string>

namespace bench {

struct Verdict {
  enum Kind { Right, Wrong, NotOffered } kind;
  std::string detail; // what is wrong, or how the library does it
  double seconds = 0; // of a second run: how long to expect
};

/// Runs an entry in a process of its own, so that one that crashes or hangs is a line of the table, not its end.
Verdict check(const Entry &entry, const Problem &problem);

} // namespace bench

#endif
