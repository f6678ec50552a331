//===- Unseen.h - kernels that a pass cannot look at -------------*- C++ -*-===//

#ifndef PTO_PASSES_UNSEEN_H
#define PTO_PASSES_UNSEEN_H

#include "passes/Pass.h"

#include <functional>

namespace rewrite {

/// What may hold the pattern of the pass and is not looked at, since it has no model or no text of its own: templates
/// without an instance, functions that a macro or several files spell, what the model does not hold of a function. `selected`: the user asked for that name.
std::vector<Remark> unseenBy(const Pass &pass, const Module &module,
                             const std::function<bool(const std::string &)> &selected);

} // namespace rewrite

#endif
