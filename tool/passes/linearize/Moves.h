//===- Moves.h - what an expression leaves behind, and may take along --------===//

#ifndef PTO_PASSES_LINEARIZE_MOVES_H
#define PTO_PASSES_LINEARIZE_MOVES_H

#include "passes/Pass.h"

namespace rewrite::linearize {

/// The op writes, calls, or gives something that has a name another value.
bool hasEffect(const Op &op);

/// Declarations that nothing needs any more once what is spelled in `gone`, but for what is in `kept`, has gone: all
/// of them pure. `needed` is used again. When one of them cannot go, the verdict says why.
struct Leftovers {
  std::vector<Statement *> dead;
  std::optional<Verdict> stuck;
};
Leftovers leftovers(const std::vector<SourceRange> &gone, std::vector<SourceRange> kept,
                    const std::vector<const Variable *> &needed, const Analyses &analyses);

/// What spells the vector that `source` made for `vector`, where `at` is: its name, or its own text when it lies in
/// `at`. Nothing when there is no such thing.
std::optional<Text> spellingOf(const Variable &vector, const Op *source, const Op &at, const Analyses &analyses);

/// The declaration that `maker` initialises may get a type of other extents: nothing else knows the type.
bool canRetype(const Variable &v, const Op &maker, const Analyses &analyses);
/// Spells it with one extent, where it is spelled.
void retype(const Variable &v, std::int64_t lanes, Rewriter &rewriter);

/// The initialiser of the one declaration that makes `v`, when `v` has no other use than `user`, and it means the same
/// there: it can be spelled in the place of the name. Null otherwise.
const Op *movable(const Variable &v, const Op &user, const Analyses &analyses);

} // namespace rewrite::linearize

#endif
