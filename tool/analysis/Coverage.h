//===- Coverage.h - is storage written as a whole ----------------*- C++ -*-===//

#ifndef PTO_ANALYSIS_COVERAGE_H
#define PTO_ANALYSIS_COVERAGE_H

#include "analysis/Memory.h"

namespace rewrite {

/// The window of the access, taken over the loops around it inside `block`. Only
/// when all that it depends on is swept by these loops or never changes.
std::optional<affine::SweptWindow> sweep(const Access &access, const Block &block, const Values &values);

/// The ops of `block` behind `from` (its start when null) and before `until` (its
/// end when null) write every element of the root, on every path. `type` is that
/// of the handle that shows the whole root.
bool writtenWhole(const Memory &memory, const Root &root, const Type &type, const Block &block, const Op *from,
                  const Op *until);

} // namespace rewrite

#endif
