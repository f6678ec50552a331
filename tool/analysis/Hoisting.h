//===- Hoisting.h - what an op needs to run before its loop -------*- C++ -*-===//
//
// An op that is to run once beside a loop instead of in each of its iterations must find
// the same operands there, under the same names. What the loop only computes anew each
// time (`const Index row = 2 * r;`, a view of what does not change) can move with it.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_HOISTING_H
#define PTO_ANALYSIS_HOISTING_H

#include "analysis/Memory.h"

namespace rewrite {

class Hoisting {
public:
  /// \pre the loop's statement has a valid range
  Hoisting(const Op &loop, const Memory &memory) : loop(loop), memory(memory) {}

  /// All operands of the op but number `except` have one value for all iterations, and the text
  /// of the op means it beside the loop, too, once declarations() stand before it.
  bool add(const Op &op, int except = -1);

  /// Declarations of the body that have to move, in order.
  const std::vector<const Statement *> &declarations() const { return moved; }

  /// Of what was added, something that may go wrong where the loop runs no iteration: a window that is
  /// not known to lie inside of its memory though its op promises it, a division. Null when there is none.
  const Op *riskyWithoutIterations() const { return risk; }

private:
  bool value(const Variable &variable, const Op &at);
  bool expression(const Expr &expr, const Op &at);
  bool move(const Variable &variable, const Op &made);
  bool textCanMove(const SourceRange &text, const Op &at);
  bool fits(const Op &view) const;

  const Op &loop;
  const Memory &memory;
  std::vector<const Statement *> moved;
  std::set<const Variable *> movedVariables;
  const Op *risk = nullptr;
};

/// The loop runs its body at least once.
bool runsAtLeastOnce(const Op &loop, const Memory &memory);

} // namespace rewrite

#endif
