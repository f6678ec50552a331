//===- Lanewise.cpp - ops that treat every lane alike -----------------------===//

#include "passes/linearize/Lanewise.h"

#include "kernel/Spelling.h"

#include <algorithm>
#include <string_view>

using namespace rewrite;
using namespace rewrite::linearize;

static bool constantIndices(const Op &insert) {
  const std::vector<Extent> &dims = insert.result()->type.dims;
  for (std::size_t i = 2; i < insert.operands.size(); ++i) {
    const Operand &o = insert.operands[i];
    if (i - 2 >= dims.size() || o.list.size() != 1 || !o.list[0].isConstant() || !o.range.valid() ||
        o.list[0].value < 0 || o.list[0].value >= dims[i - 2])
      return false;
  }
  return insert.operands.size() > 2;
}

Shape linearize::shapeOf(const Op &op) {
  static constexpr std::string_view lanewise[] = {"add",   "sub",  "mul",  "div",     "and",   "or",   "xor",  "shl",
                                                  "shr",   "neg",  "not",  "max",     "min",   "fma",  "cmp",  "abs",
                                                  "exp",   "log",  "sin",  "cos",     "erf",   "tanh", "sqrt", "rsqrt",
                                                  "recip", "relu", "cast", "bitcast", "select"};
  if (op.kind == OpKind::Copy)
    return Shape::Cast;
  if (op.kind != OpKind::Dsl || op.info.name.rfind("vec.", 0) != 0)
    return Shape::Fixed;
  const std::string_view name = std::string_view(op.info.name).substr(4);
  const Variable *result = op.result();
  if (name == "reduce")
    return op.templateArguments.size() == 1 ? Shape::AnyOrder : Shape::Fixed;
  if (!result || result->type.kind != Type::Kind::Vector || op.operands.empty())
    return Shape::Fixed;
  const Operand &first = op.operands[0];
  const bool ofVector = first.kind == Operand::Kind::Handle;
  if (name == "splat" || (name == "broadcast" && !ofVector))
    return Shape::Splat;
  if (name == "broadcast")
    return countOf(result->type.dims) <= longestShuffle ? Shape::Broadcast : Shape::Fixed;
  if (name == "shape_cast")
    return Shape::Cast;
  if (name == "insert")
    return constantIndices(op) ? Shape::Insert : Shape::Fixed;
  return std::find(std::begin(lanewise), std::end(lanewise), name) != std::end(lanewise) ? Shape::Lanewise
                                                                                         : Shape::Fixed;
}

bool linearize::isDeep(const Type &type) { return type.kind == Type::Kind::Vector && type.dims.size() > 1; }

std::int64_t linearize::firstLane(const Op &insert) {
  const std::vector<Extent> &dims = insert.result()->type.dims;
  std::int64_t at = 0;
  for (std::size_t d = 0; d < dims.size(); ++d)
    at = at * dims[d] + (d + 2 < insert.operands.size() ? insert.operands[d + 2].list[0].value : 0);
  return at;
}

bool linearize::sameButParens(const SourceRange &outer, const SourceRange &inner) {
  if (!outer.contains(inner))
    return false;
  const std::string_view before = SourceRange{outer.file, outer.begin, inner.begin}.text(),
                         after = SourceRange{outer.file, inner.end, outer.end}.text();
  return before.find_first_not_of("( \t\r\n") == before.npos && after.find_first_not_of(") \t\r\n") == after.npos;
}
