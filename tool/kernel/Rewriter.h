//===- Rewriter.h - the changes that a pass may make to a model --*- C++ -*-===//

#ifndef PTO_KERNEL_REWRITER_H
#define PTO_KERNEL_REWRITER_H

#include "kernel/Model.h"

namespace rewrite {

/// Changes one function, in one of two ways.
///
/// The first group of changes keeps model and text in step: after each the analyses
/// see what the printed program would mean, and a pass can go on.
///
/// The second group changes the text alone. For a pass that makes such changes
/// (Pass::editsText()) the manager prints the unit and parses it again before anybody
/// asks the model anything. That is how code comes in that has no form in the source
/// yet: Clang, not we, says what it means and which types it has.
class Rewriter {
public:
  explicit Rewriter(Function &function) : function(function) {}

  //===-- model and text -----------------------------------------------------===//

  /// Removes the statement and all of its ops.
  void erase(Statement &statement);

  /// `op` becomes a plain copy of the handle `operands[index]`, spelled as that operand.
  void replaceByOperand(Op &op, unsigned index);

  /// The statement `v = op(...)` or `op(...)` becomes the expression statement
  /// of its operand `index` alone ("fill(x, row);").
  void keepOnlyOperand(Statement &statement, unsigned index);

  /// Every handle operand that names `from` names `to` from now on.
  /// \pre Names(function).usesCanBeRenamed(from)
  void replaceUses(Variable &from, Variable &to);

  /// Operand `index` of `op`, evaluated in a statement of its own right before `statement`.
  void splitOperand(Statement &statement, Op &op, unsigned index);

  /// Puts `info(operands)` in the place of `op`, spelled `text`.
  void replace(Op &op, OpInfo info, std::vector<Operand> operands, Text text);

  /// Moves a statement before another one of the same block.
  void moveBefore(Statement &statement, Statement &anchor);

  //===-- text ---------------------------------------------------------------===//

  /// `range` is spelled `text`. Ranges in `text` keep their bytes and the edits inside them.
  void respell(SourceRange range, Text text);
  /// `op` is spelled `text`.
  void respell(const Op &op, Text text) { respell(op.range, std::move(text)); }
  /// The statement goes, with its line where it is alone there.
  void remove(const Statement &statement);
  /// The same of a statement that has no op of its own: a step of a Lambda.
  void remove(SourceRange statement);
  /// `text` (a statement, with its semicolon) on a line of its own. Several at one place keep
  /// their order. A body without braces gets some.
  void before(const Statement &statement, Text text);
  void after(const Statement &statement, Text text);
  void first(const Block &body, Text text);
  void last(const Block &body, Text text);

  /// The file includes <header> from now on.
  void include(const std::string &header) { function.includes.insert(header); }

  /// `name` as the DSL declares it, in words that mean it here: "vec::fma", "::pto::dsl::vec::fma".
  std::string dsl(const std::string &name) const;
  /// `base`, or base with a number, such that nothing in the function has that name. Each answer is another one.
  std::string fresh(const std::string &base);

private:
  Function &function;
};

} // namespace rewrite

#endif
