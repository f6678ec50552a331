//===- Guard.cpp - text that no edit may touch ------------------------------===//

#include "passes/Pass.h"
#include "passes/Suppressions.h"

using namespace rewrite;

std::optional<Verdict> rewrite::guard(const SourceRange &range, const std::vector<SourceRange> &kept, const Op &op) {
  if (op.quoted)
    return decline("stringified", "kept: macro '" + op.macro + "' makes a string of its text, or joins words of it");
  if (!op.macro.empty() && op.macroBody.line)
    return decline("in-macro", "kept: it is spelled in macro '" + op.macro + "'")
        .note(op.macroBody, "in this definition");
  if (!op.macro.empty() || !range.valid())
    return decline("in-macro", op.macro.empty() ? "kept: the code is not spelled in one place of this file"
                                                : "kept: it is spelled in macro '" + op.macro + "'");
  switch (obstacleIn(range, kept)) {
  case Obstacle::Nothing:
    return std::nullopt;
  case Obstacle::Comment:
    return decline("comment", "kept: the edit would delete a comment").note(&op, "in this statement");
  case Obstacle::Directive:
    return decline("preprocessor", "kept: a preprocessor line stands inside").note(&op, "in this statement");
  case Obstacle::Macro:
    return decline("in-macro", "kept: it is spelled in a macro");
  case Obstacle::Frozen:
    return decline("suppressed", "kept: `pto-rewrite: off` covers it");
  }
  return std::nullopt;
}

std::optional<Verdict> rewrite::guardComment(const Op &op, const PassInfo &pass) {
  if (op.range.valid() && isSuppressed(*op.range.file, op.where, pass.name))
    return decline("suppressed", "kept: it would change a line that a comment asks to keep").note(&op, "this one");
  return std::nullopt;
}

std::optional<Verdict> rewrite::guardDeclarationBefore(const Op &op) {
  const SourceRange range = op.statement ? op.statement->range : SourceRange();
  if (auto v = guard(range, {range}, op))
    return v;
  if (op.parent->owner && op.parent->owner->kind == OpKind::Switch)
    return decline("switch-label", "kept: a declaration cannot stand among the labels of a switch")
        .note(&op, "before this");
  return std::nullopt;
}
