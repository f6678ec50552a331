//===- Targets.h - what PTO_TAG names for a step of a pipeline ---*- C++ -*-===//

#ifndef PTO_PASSES_TARGETS_H
#define PTO_PASSES_TARGETS_H

#include "kernel/Model.h"
#include "pto-rewrite/PassInfo.h"
#include "pto-rewrite/Pipeline.h"

namespace rewrite {

/// True when the statement of the op has the tag.
bool isTagged(const Op &op, const std::string &tag);

/// True when `tag` is "", or the statement of the op or one around it has the tag.
bool isTargeted(const Op &op, const std::string &tag);

/// What is wrong with the tags that the step's options name: that no statement of the
/// module has one, or that what has it is of another kind. "" when nothing is.
std::string missingTarget(const Module &module, const PassInfo &info, const PassStep &step);

} // namespace rewrite

#endif
