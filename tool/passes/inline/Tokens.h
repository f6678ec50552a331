//===- Tokens.h - words of a text, and what it declares -----------*- C++ -*-===//

#ifndef PTO_PASSES_INLINE_TOKENS_H
#define PTO_PASSES_INLINE_TOKENS_H

#include "kernel/Model.h"

#include <functional>

namespace rewrite::inlining {

/// Of a name.
bool isLetter(char c);
/// Calls `visit(word, offset)` with the words of the range that stand in no comment, literal or directive.
void forEachWord(const SourceRange &range, const std::function<void(std::string_view, unsigned)> &visit);
/// The word there is a part of something: `a.name`, `a->name`, `a::name`.
bool isMember(const SourceFile &file, unsigned at);
/// What may be declared in the range, but for parameters and what function bodies declare. Inner namespaces and
/// enumerations count: some show their names outside.
std::set<std::string> declaredIn(const SourceRange &range);
/// The function's body with its braces: behind its parameters.
SourceRange bodyOf(const Function &function);

} // namespace rewrite::inlining

#endif
