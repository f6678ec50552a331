//===- Rewriter.h - the changes that a pass may make to a model --*- C++ -*-===//

#ifndef PTO_KERNEL_REWRITER_H
#define PTO_KERNEL_REWRITER_H

#include "kernel/Model.h"

namespace rewrite {

/// Changes one function. Each change keeps model and text in step: after it the
/// analyses see what the printed program would mean.
class Rewriter {
public:
  explicit Rewriter(Function &function) : function(function) {}

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

private:
  Function &function;
};

} // namespace rewrite

#endif
