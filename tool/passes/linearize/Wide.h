//===- Wide.h - what has more lanes than the machine --------------*- C++ -*-===//
//
// Which ops are done in two halves, and which variables with them: those that such an op
// defines where they are declared become two variables. Other vectors are cut where they
// are used, and put together again where somebody needs them whole.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_LINEARIZE_WIDE_H
#define PTO_PASSES_LINEARIZE_WIDE_H

#include "passes/linearize/Rule.h"

#include <map>
#include <set>

namespace rewrite::linearize {

/// Ops that hang together: they are halved as a whole or not at all.
struct WideChain {
  std::vector<const Op *> ops;             ///< in order
  std::vector<const Variable *> variables; ///< that become two
};

class Wide {
public:
  Wide(const Analyses &analyses, const Settings &settings);

  const std::vector<WideChain> &chains() const { return found; }
  /// Ops that would be halved, could they be edited.
  const std::vector<const Op *> &stuck() const { return obstructed; }

  bool isHalved(const Op &op) const { return ops.count(&op) != 0; }
  bool becomesTwo(const Variable &v) const { return two.count(&v) != 0; }
  /// What makes the operand, when it is spelled there and nothing else uses it; null otherwise.
  const Op *madeThere(const Operand &operand) const;
  /// The op is not a part of another one that is halved.
  bool isRoot(const Op &op) const;
  /// Users of a variable that becomes two which need it as one.
  std::vector<const Op *> wholeUsers(const Variable &v) const;

private:
  bool canHalve(const Op &op) const;
  bool canBecomeTwo(const Variable &v) const;
  void addParts(const Op &op);

  const Analyses &a;
  std::set<const Op *> ops;
  std::set<const Variable *> two;
  std::vector<const Op *> obstructed;
  std::vector<WideChain> found;
};

} // namespace rewrite::linearize

#endif
