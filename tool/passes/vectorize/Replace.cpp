//===- Replace.cpp - vector code in the place of an op ------------------------===//

#include "passes/vectorize/Vectorize.h"

using namespace rewrite;
using namespace rewrite::vectorize;

/// Lines of statements, in a block of their own where they declare something.
static void replaceStatement(const Statement &statement, const Code &code, Rewriter &rw) {
  const SourceRange &range = statement.range;
  const std::string indent = std::string(range.file->endOfLine()) + range.file->indentation(range.begin);
  std::size_t statements = 0;
  bool block = false;
  for (const Text &line : code.before) {
    const auto *text = std::get_if<std::string>(&line.pieces.at(0));
    if (!text || text->starts_with(" ") || *text == "}")
      continue;
    ++statements;
    block |= !text->ends_with("{");
  }
  block |= statement.soleBody && statements > 1;
  Text t;
  if (block)
    t << "{";
  for (std::size_t i = 0; i < code.before.size(); ++i)
    t << (i || block ? indent + (block ? "  " : "") : "") << code.before[i];
  rw.respell(range, block ? t << indent + "}" : t);
}

void vectorize::replace(const Op &op, const Code &code, Rewriter &rw) {
  if (code.isStatement)
    return replaceStatement(*op.statement, code, rw);
  const Block &block = *op.statement->block;
  if (block.owner && block.owner->kind == OpKind::Switch && !code.before.empty()) {
    Text t("{ "); // no label may be jumped to past a declaration
    for (const Text &statement : code.before)
      t << statement << " ";
    t << code.last << "; }";
    rw.respell(op.statement->range, std::move(t));
    return;
  }
  for (const Text &statement : code.before)
    rw.before(*op.statement, statement);
  rw.respell(op, code.last);
}
