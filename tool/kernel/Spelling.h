//===- Spelling.h - types and expressions as a user would write them -*- C++ -*-===//

#ifndef PTO_KERNEL_SPELLING_H
#define PTO_KERNEL_SPELLING_H

#include "kernel/Model.h"

#include <optional>
#include <string>

namespace rewrite {

/// "1, 8, 8": template arguments. A dimension that is not constant is `dyn`, with `prefix` before it.
std::string spellDims(const std::vector<Extent> &dims, const std::string &prefix = "");

/// The element type as a kernel author writes it: "float", "std::int16_t", and the DSL's own
/// with `prefix` before them: "bf16".
std::string spellElement(const std::string &element, const std::string &prefix);

/// The number of lanes or elements. \pre all dimensions constant
std::int64_t countOf(const std::vector<Extent> &dims);

/// C++ for the tree, by the names of its variables; nothing when a part of it is opaque,
/// impure, an extent, or a variable without a name. `index`, where it is not empty, spells the type
/// Index: variables of other types are converted to it, "Index{n}".
std::optional<Text> spell(const Expr &expr, const std::string &index = "");

/// The expression with the parentheses around it that group it alone: a call or a name can stand
/// there without them. Those of a function call or a condition are not such.
SourceRange withParentheses(const SourceRange &expression);
/// What the expression's own outermost parentheses group, where it has some.
SourceRange withoutParentheses(const SourceRange &expression);

} // namespace rewrite

#endif
