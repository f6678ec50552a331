//===- Footprint.h - what the edits of one candidate touch -------*- C++ -*-===//
//
// Several candidates of a function may change the text before it is parsed anew, as
// long as the proof of each still holds beside the edits of the others: their ranges
// are apart, none defines or deletes a variable that another one mentions, and none
// works inside of the loop that another one changes.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_FOOTPRINT_H
#define PTO_PASSES_FOOTPRINT_H

#include "kernel/Model.h"

#include <set>

namespace rewrite {

class Footprint {
public:
  /// Of the edits of `function` from number `first` on, made for the candidate `op`.
  Footprint(const Function &function, const Op &op, std::size_t first);
  bool touches(const Footprint &other) const;

private:
  const Op *op;
  std::vector<SourceRange> ranges;
  std::set<const Variable *> mentioned, defined;
};

} // namespace rewrite

#endif
