//===- Carried.h - values that a loop hands to its next iteration *- C++ -*-===//
//
//     auto acc = init;
//     for (...) { ...; acc = f(acc); }
//     use(acc);
//
// is what other compilers write with an iteration argument. Here it is a local of the
// function that the loop reads and assigns.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_CARRIED_H
#define PTO_ANALYSIS_CARRIED_H

#include "analysis/Memory.h"

namespace rewrite {

struct Carried {
  Variable *variable = nullptr;
  std::vector<const Op *> inits; ///< what may define it before the loop; null: it is a parameter
  const Op *update = nullptr;    ///< what alone assigns it in the loop: in the loop's own body, once an iteration
  std::vector<const Op *> readsBefore, readsAfter; ///< ops of the loop that see the old, or the new value
  std::vector<const Op *> usesBehind;              ///< ops behind the loop that may see its last value
};

/// The body of a loop of any kind.
const Block &bodyOf(const Op &loop);

/// Locals and parameters by value that the loop carries and that nothing else touches: no reference, no capture
/// by what is not modelled, no assignment in a branch or in an inner loop, no way to leave
/// an iteration early.
std::vector<Carried> carriedBy(const Op &loop, const Values &values);

/// `op` is `loop` or lies in one of its regions.
bool isIn(const Op &op, const Op &loop);

/// Nothing in the loop gives the variable another value: it has one for all iterations.
bool isInvariant(const Variable &variable, const Op &loop, const Values &values);
/// The same of every variable that the expression depends on; impure and opaque ones are not.
bool isInvariant(const Expr &expr, const Op &loop, const Values &values);

} // namespace rewrite

#endif
