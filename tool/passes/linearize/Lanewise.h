//===- Lanewise.h - ops that treat every lane alike --------------*- C++ -*-===//
//
// What an op of vec:: does with the shape of its vectors, and so whether it can as
// well be done on the same lanes in one row.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_LINEARIZE_LANEWISE_H
#define PTO_PASSES_LINEARIZE_LANEWISE_H

#include "kernel/Model.h"

#include <optional>
#include <vector>

namespace rewrite::linearize {

enum class Shape {
  Lanewise,  ///< lane i of the result comes from lanes i of the operands: add, exp, cast, select, ...
  Splat,     ///< every lane is the same scalar: as easily made in one shape as in another
  Broadcast, ///< a vector repeated
  Insert,    ///< a vector with a part, at constant indices, replaced
  Cast,      ///< shape_cast, copies: the same lanes under other names
  AnyOrder,  ///< takes the lanes in row major order, whatever the shape: reduce
  Fixed,     ///< needs the shape that it has: transfers, contract, transpose, calls, ...
};
Shape shapeOf(const Op &op);

/// Vectors of more than one dimension.
bool isDeep(const Type &type);
inline bool isDeep(const Variable *v) { return v && isDeep(v->type); }

/// Beyond that a list of lanes is nothing that a person could read.
inline constexpr std::int64_t longestShuffle = 256;

/// The first lane that an Insert replaces.
std::int64_t firstLane(const Op &insert);

/// `inner` is `outer` but for parentheses around it.
bool sameButParens(const SourceRange &outer, const SourceRange &inner);

} // namespace rewrite::linearize

#endif
