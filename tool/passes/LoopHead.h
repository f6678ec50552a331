//===- LoopHead.h - the head of a for loop, as text --------------*- C++ -*-===//
//
// What passes that write another head for a loop have in common.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_LOOPHEAD_H
#define PTO_PASSES_LOOPHEAD_H

#include "passes/Pass.h"

namespace rewrite {

/// The variable that the head declares and changes, whether or not the loop has an induction.
const Variable *counterOf(const Op &loop);

/// Declines when declaration, condition and increment of the head, or the beginning of the body, cannot be respelled.
/// \pre the loop has an induction
std::optional<Verdict> guardHead(const Op &loop);

/// The type of the variable without const, in the user's words where they name one. `declaration` begins with it.
std::string typeOf(const Variable &variable, const SourceRange &declaration);
/// \pre the loop has an induction
std::string counterType(const Op &loop);

enum class Use {
  None,
  Seen,
  Unseen, ///< its name stands there, but not for what the model sees: decltype(i), code that #if leaves out
};

/// What the body of the loop has to do with a variable.
Use useIn(const Block &body, const Variable &variable);

/// The type with const before it, where the body does not need it to be without.
std::string constant(const std::string &type, const Block &body, const Variable &variable);

} // namespace rewrite

#endif
