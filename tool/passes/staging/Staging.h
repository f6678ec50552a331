//===- Staging.h - a staging buffer and what happens to it -------*- C++ -*-===//
//
// The facts about one `create` whose storage is copied into a target by one
// `assemble`, and the proof that a view of the target can stand in its place.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_STAGING_H
#define PTO_PASSES_STAGING_H

#include "passes/Pass.h"

namespace rewrite {

struct Staging {
  Op *create = nullptr;
  Op *assemble = nullptr;
  Root root;                  ///< the storage that create makes
  std::string name;           ///< of the variable, quoted; "the staging buffer" for a temporary
  Variable *target = nullptr; ///< the named variable that assemble writes to
  const Operand *offsets = nullptr;
  bool sink = false;           ///< create must move down ...
  Statement *anchor = nullptr; ///< ... before this statement

  /// What becomes of the assemble.
  enum class Assemble {
    Erased,   ///< out = assemble(out, row, ...);         is gone
    Filled,   ///< out = assemble(out, fill(...), ...);   fill(...);
    Renamed,  ///< auto out2 = assemble(out, ...);        is gone, out2 is out
    Replaced, ///< return assemble(out, row, ...);        return out;
    Split,    ///< return assemble(out, fill(...), ...);  fill(...); return out;
  };
  Assemble becomes = Assemble::Erased;
  std::vector<Statement *> dead; ///< declarations that nothing uses afterwards
};

struct StagingPolicy {
  bool allowPartialFill = false;
};

/// Proves that `create` can become a slice of the assemble's target, and fills
/// `staging` with what apply needs. The order of the checks is the order in which
/// a reader of the code would ask: which buffer, where, when, who else looks.
Verdict proveStaging(Op &create, const Analyses &analyses, const StagingPolicy &policy, Staging &staging);

/// The assembles whose source may be (a view of) the storage that `create` makes.
std::vector<Op *> assemblesOf(const Op &create, const Analyses &analyses);

} // namespace rewrite

#endif
