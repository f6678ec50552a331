//===- Plan.h - which vectors of a function become rank 1 --------*- C++ -*-===//
//
// Problem. `auto d = a * b; vec::transfer_write(d + c, m, {0, 0});` works on 4 x 8 lanes
// in rows of 8. On 32 lanes in one row it computes the same. Changing one op at a time
// would leave a shape_cast before and behind each and count on somebody to cancel them.
//
// Idea. Decide for all values of the function at once which of them are rank 1 from now
// on, such that the ops on lanes and the variables between them agree, and put casts only
// where such a value meets one that keeps its shape:
//
//   * ops that treat all lanes alike are done on rank 1, if they can be edited;
//   * a variable that one of them defines becomes rank 1 with it, `auto` by itself and a
//     spelled type by an edit; what needs the shape gets it back where it is used;
//   * a variable that something else defines (a read, a call) becomes rank 1 when only
//     such ops use it: it is cast once, where it is made;
//   * a variable that may hold one of several values (carried by a loop, merged behind a
//     branch) keeps its shape, and so do parameters and what is seen by code that the
//     model does not know.
//
// The answer is the greatest one: all that might be rank 1 is, until a rule above says
// otherwise; rules only take away, so the order in which they are asked is no matter.
//
// A Chain is what hangs together by rank 1 variables: it changes as a whole or not at all.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_LINEARIZE_PLAN_H
#define PTO_PASSES_LINEARIZE_PLAN_H

#include "passes/Pass.h"
#include "passes/linearize/Lanewise.h"

#include <functional>
#include <map>

namespace rewrite::linearize {

/// What is in the way of an edit of the op; nothing when it can be edited.
using Obstacles = std::function<std::optional<Verdict>(const Op &)>;

struct Chain {
  std::vector<const Op *> ops;             ///< of the shapes Lanewise, Splat, Broadcast, Insert, Cast; in order
  std::vector<const Variable *> variables; ///< with names, rank 1 from now on
  unsigned computes = 0;                   ///< how many of the ops do more than cast or repeat a scalar
  bool cancels = false;                    ///< a cast that another one undoes
};

class Plan {
public:
  /// `inTarget` says which ops may be touched at all.
  Plan(const Analyses &analyses, const std::function<bool(const Op &)> &inTarget, const Obstacles &obstacles);

  const std::vector<Chain> &chains() const { return found; }
  /// Ops on lanes that keep their shape since they cannot be edited.
  const std::vector<const Op *> &stuck() const { return obstructed; }

  /// The value is rank 1 once all chains are changed.
  bool isFlat(const Variable *v) const { return !isDeep(v) || flat.count(v) != 0; }
  /// The op is done on rank 1.
  bool isFlat(const Op &op) const { return flatOps.count(&op) != 0; }

private:
  bool canEdit(const Op &op) const { return inTarget(op) && !obstacles(op); }
  bool canChangeType(const Variable &v) const;
  bool namesLocalType(const SourceRange &type) const;
  bool definesCleanly(const Op &op, const Variable &v) const;
  bool oneValueEach(const Variable &v) const;
  bool wantsFlat(const Op &user, const Variable &v) const;
  bool takesEither(const Op &user) const;
  bool canCastFor(const Op &user, const Variable &v) const;
  bool staysFlat(const Variable &v) const;
  bool temporaryStaysFlat(const Variable &v) const;
  bool makesFlat(const Op &op) const;
  bool cancels(const Op &op) const;
  void start();
  void settle();
  void join();

  const Analyses &a;
  std::function<bool(const Op &)> inTarget;
  Obstacles obstacles;
  std::set<const Variable *> flat;
  std::set<const Op *> flatOps;
  std::vector<const Op *> obstructed;
  std::vector<Chain> found;
};

} // namespace rewrite::linearize

#endif
