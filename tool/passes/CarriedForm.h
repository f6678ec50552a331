//===- CarriedForm.h - a carried vector in another form -----------*- C++ -*-===//
//
//     auto v = init;                        auto w = to(init);
//     for (...) { ... v = next(v); }        for (...) { ... w = ...; }
//     use(v);                               use(from(w));
//
// Passes that let a loop carry a vector flat, or wide, agree on what happens beside the
// loop: whether the declaration of v can become that of w, and where v's last value goes.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_CARRIEDFORM_H
#define PTO_PASSES_CARRIEDFORM_H

#include "passes/Pass.h"

namespace rewrite {

class CarriedForm {
public:
  CarriedForm() = default;
  /// `replaced`: places in the loop that spell v and will not. `own`: the part of the loop that has a
  /// variable of that name itself then, if there is one.
  CarriedForm(const Variable &v, const Op &loop, const Analyses &a, const std::vector<SourceRange> &replaced,
              const SourceRange &own);

  /// Before the loop: `auto name = to(...)`; `to` ends with its bracket.
  void before(const std::string &name, const std::string &to, Rewriter &rw) const;
  /// Behind the loop: `from` is what has the old form.
  void behind(const std::string &from, Rewriter &rw) const;

private:
  enum class Behind { Nothing, Inline, Declare, Assign };

  void declaration(const Analyses &a, const std::vector<SourceRange> &replaced, const SourceRange &own);
  bool isReadBehind(const Analyses &a) const;

  const Variable *variable = nullptr;
  const Op *loop = nullptr;
  SourceRange init; ///< of the declaration, where that can be the new variable's
  Behind last = Behind::Assign;
  SourceRange use;         ///< Inline: the only one
  bool isConstant = false; ///< Declare: nothing assigns it any more
};

/// What stands behind the sign of the statement `v = value;`; invalid when it is spelled otherwise.
SourceRange assignedValue(const Statement &st, const Variable &v);

/// The uses for which `which` holds cannot tell whether v is const. (Calls of templates can.)
template <class Which> bool usesTakeConst(const Variable &v, const Analyses &a, Which which) {
  for (const Op *use : a.values.uses(v))
    if (which(*use) && (!takesAnyValue(*use, v) || (use->callee && !use->callee->pattern.empty())))
      return false;
  return true;
}

} // namespace rewrite

#endif
