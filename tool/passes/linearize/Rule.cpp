//===- Rule.cpp - what the rules of linearize-vectors share -----------------===//

#include "passes/linearize/Rule.h"

#include "kernel/Spelling.h"

#include <algorithm>

using namespace rewrite;

std::optional<Verdict> linearize::obstacle(const Op &op) {
  if (auto v = guard(op.range, {op.range}, op))
    return v;
  const SourceFile &file = *op.range.file;
  // What #if leaves out of the statement would not fit to what is left in.
  const SourceRange &all = op.statement && op.statement->range.valid() ? op.statement->range : op.range;
  if (std::any_of(file.directives.begin(), file.directives.end(),
                  [&](const SourceRange &r) { return r.overlaps(all); }))
    return decline("preprocessor", "kept: a preprocessor line stands inside").note(&op, "in this statement");
  if (isFrozen(op.range))
    return decline("suppressed", "kept: `pto-rewrite: off` covers it");
  if (auto v = guardComment(op, *findPass("linearize-vectors")))
    return v;
  return std::nullopt;
}

Text linearize::castTo(const std::vector<Extent> &dims, const Text &value, const Rewriter &rw) {
  Text t(rw.dsl("vec::shape_cast") + "<" + spellDims(dims) + ">(");
  t << value << ")";
  return t;
}
