//===- Choices.h - selects that one bool variable decides --------*- C++ -*-===//
//
// Where a loop chooses between two vectors, what stands there for either answer, and whether
// what is not chosen can be left out.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_UNSWITCH_CHOICES_H
#define PTO_PASSES_UNSWITCH_CHOICES_H

#include "passes/Pass.h"

namespace rewrite::unswitch {

/// A choice in the loop: the place, and what stands there in either copy.
struct Choice {
  const Op *op = nullptr;
  SourceRange range;
  SourceRange arms[2];
  const Variable *values[2] = {}; ///< what the arms are

  const Variable *result() const;
};

/// The variable that decides a select or ?: of vectors; null for other ops.
const Variable *conditionOf(const Op &op, const Analyses &a);

/// The bool variable that the expression is; null for others.
const Variable *boolean(const Expr &e);

/// All choices in the body of the loop that the variable decides, those inside of others too.
std::vector<Choice> choicesOf(const Op &loop, const Variable &flag, const Analyses &a);

/// The op does nothing but compute.
bool computes(const Op &op);

/// The ops that are evaluated where the choice is spelled may do more than compute.
bool hasEffect(const Choice &c);

/// A select gives a value of its own, a name in its place is the variable. Something that could tell one from the
/// other: a reference that is bound to it, a function that is given it. Null when nothing can.
const Op *mayRename(const Choice &c, const Variable &chosen, const Analyses &a);

/// What stands twice in the text is as good as what stands there once.
bool canBeCopied(const Statement &st, const Analyses &a);

/// A name, a literal, a call: nothing beside it takes a part of it.
bool isPrimary(std::string_view text);

/// `a, b`
bool isSequence(std::string_view text);

/// Nothing stands beside the expression: it is an argument, an initialiser, what is assigned, or in parentheses.
bool isAlone(const SourceRange &expression);

} // namespace rewrite::unswitch

#endif
