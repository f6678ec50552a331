//===- Remarks.h - what a run of the pipeline has to say ---------*- C++ -*-===//

#ifndef PTO_PASSES_REMARKS_H
#define PTO_PASSES_REMARKS_H

#include "kernel/History.h"
#include "kernel/Model.h"
#include "pto-rewrite/Rewrite.h"

namespace rewrite {

/// Collects remarks from all passes, instances and stages, and makes of them one a place.
class Remarks {
public:
  /// `original`: the main file as the user has it.
  explicit Remarks(const SourceFile &original) : original(original) {}

  /// `r` speaks of `f` (null: of something without a model) in the text as `history` has it now.
  void add(const Function *f, Remark r, const SourceFile &file, const History &history);
  /// What was applied to these instances was taken back, since they would become different texts.
  void disagree(const std::vector<const Function *> &instances);
  /// One remark a place, in order, and the counts.
  void finish(UnitResult &result);

private:
  void toOriginal(Location &where, const SourceFile &file, const History &history) const;

  const SourceFile original;
  std::vector<std::pair<const Function *, Remark>> all;
};

} // namespace rewrite

#endif
