//===- Producers.h - the op that made a value, and its name ------*- C++ -*-===//
//
//     const float sd = math::sqrt(x);             1.0f / math::sqrt(x)
//     ... 1.0f / sd
//
// are the same to who looks for a quotient by a root, but not to who edits the text:
// the one on the left has a name that goes, or that something else may need.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_PRODUCERS_H
#define PTO_ANALYSIS_PRODUCERS_H

#include "analysis/Values.h"

namespace rewrite {

struct Producer {
  const Op *op = nullptr;
  const Variable *name = nullptr;  ///< that the value has; null when it is spelled where it is used
  const Op *declaration = nullptr; ///< what gave it the name: `op` itself, or a Scalar op
};

/// The variable that the operand is, temporaries included; null for what is computed in place.
const Variable *variableOf(const Operand &operand);

/// What made the operand of `user`, when that is one op on every path.
std::optional<Producer> producerOf(const Operand &operand, const Op &user, const Values &values);

/// Something that uses the value besides `user`; null when nothing does.
const Op *otherUse(const Producer &producer, const Op &user, const Values &values);

/// The name is declared for the value alone, in a statement of its own, and besides that
/// spelled in the text of `user` alone: nothing misses it when it goes or means something else.
bool ownsItsName(const Producer &producer, const Op &user, const Function &function);

/// The name in its declaration.
SourceRange nameIn(const Producer &producer);

} // namespace rewrite

#endif
