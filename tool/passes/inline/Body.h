//===- Body.h - a function's text, to stand where it is called ----*- C++ -*-===//

#ifndef PTO_PASSES_INLINE_BODY_H
#define PTO_PASSES_INLINE_BODY_H

#include "passes/Pass.h"

#include <map>

namespace rewrite::inlining {

struct Problem {
  std::string reason, message;
  const Op *where = nullptr;
};

class Body {
public:
  /// Of `callee`, to stand in the function of `caller`.
  Body(const Function &callee, const Analyses &caller);

  /// It stands where its names can be looked up from f as well.
  std::optional<Problem> isSeenFrom(const Function &f) const;
  /// It computes, and returns at its end.
  std::optional<Problem> isStraight();
  /// Nothing between it and f, and nothing in f, gives a name of its text another meaning.
  std::optional<Problem> namesMeanTheSame() const;
  /// Gives parameters and locals the names that they have there. `into`: what the returned local becomes.
  std::optional<Problem> bind(const Op &call, const Variable *into);

  /// Without a last line end; lines behind the first one are indented.
  std::string statements(const std::string &indentation) const;
  std::string result() const { return spelled(returns->expression); }

  /// The local that it returns, declared by itself in its outermost block.
  const Variable *returnedLocal() const;
  bool isConst(const Variable &local) const;
  /// No other file can call it: compilers warn where this one does not.
  bool isOnlyHere() const;

private:
  void spellTemplateArguments();
  std::string spelled(SourceRange range) const;
  std::string unique(const std::string &base);
  std::optional<Problem> rename(const Variable &v, const std::string &name);

  const Function &g, &f;
  Summaries &summaries;
  SourceRange block; ///< with its braces
  const Statement *returns = nullptr;
  const Op *end = nullptr; ///< the return
  bool intoCaller = false;
  std::vector<std::string> constants;                                ///< declarations of parameters
  std::map<unsigned, std::pair<std::size_t, std::string>> respelled; ///< by offset: what goes, and what comes
  std::set<std::string> taken;
};

} // namespace rewrite::inlining

#endif
