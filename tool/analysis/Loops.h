//===- Loops.h - how often an op runs ----------------------------*- C++ -*-===//

#ifndef PTO_ANALYSIS_LOOPS_H
#define PTO_ANALYSIS_LOOPS_H

#include "analysis/Affine.h"
#include "kernel/Model.h"

namespace rewrite {

/// The op runs whenever `block` runs to its end: no branch decides about it, and
/// each loop around it inside `block` is one that sweeps its whole range (a loop
/// of zero trips sweeps it, too: what it would touch is then empty). `outermost`
/// is the op of `block` that contains it.
/// Exits before `from` in `block` do not count.
bool happensAlways(const Op &op, const Block &block, const Op **outermost = nullptr, const Op *from = nullptr);

/// Something in `block` (or inside one of its ops) may leave it before its end:
/// a return, throw, or a break or continue of a loop around `block`.
const Op *earlyExit(const Block &block, const Op *from = nullptr, const Op *to = nullptr);

/// How often the op runs for one run of the function; nothing when not constant.
std::optional<std::int64_t> executions(const Op &op);

} // namespace rewrite

#endif
