//===- Coverage.h - is storage written as a whole ----------------*- C++ -*-===//

#ifndef PTO_ANALYSIS_COVERAGE_H
#define PTO_ANALYSIS_COVERAGE_H

#include "analysis/Memory.h"

namespace rewrite {

/// The window of the access, taken over the loops around it inside `block` and the
/// loops `inside` a callee. Only when all that it depends on is swept by these or
/// keeps its value from `from` (the start of the block when null) on.
std::optional<affine::SweptWindow> sweep(const Access &access, const Block &block, const Memory &memory,
                                         const Op *from = nullptr, const Ranges &inside = {});

/// The ops of `block` behind `from` (its start when null) and before `until` (its
/// end when null) write every element of the root, on every path. `type` is that
/// of the handle that shows the whole root. `parts`, where given, receives the
/// windows that are written for sure.
bool writtenWhole(const Memory &memory, const Root &root, const Type &type, const Block &block, const Op *from,
                  const Op *until, std::vector<affine::SweptWindow> *parts = nullptr);

} // namespace rewrite

#endif
