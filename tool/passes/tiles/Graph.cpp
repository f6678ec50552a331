//===- Graph.cpp - which tile ops there are, and what they become -----------===//

#include "passes/tiles/Builder.h"

#include <algorithm>
#include <array>

using namespace rewrite;
using namespace rewrite::tiles;

namespace {

/// Ops that work element by element, and what vec:: calls them.
struct Elementwise {
  const char *tile, *vec;
};
constexpr std::array<Elementwise, 12> unary = {{{"neg", "neg"},
                                                {"not", "not"},
                                                {"abs", "abs"},
                                                {"exp", "exp"},
                                                {"log", "log"},
                                                {"sin", "sin"},
                                                {"cos", "cos"},
                                                {"tanh", "tanh"},
                                                {"erf", "erf"},
                                                {"sqrt", "sqrt"},
                                                {"rsqrt", "rsqrt"},
                                                {"relu", "relu"}}};
constexpr std::array<Elementwise, 11> binary = {{{"add", "add"},
                                                 {"sub", "sub"},
                                                 {"mul", "mul"},
                                                 {"div", "div"},
                                                 {"maximum", "max"},
                                                 {"minimum", "min"},
                                                 {"and", "and"},
                                                 {"or", "or"},
                                                 {"xor", "xor"},
                                                 {"shl", "shl"},
                                                 {"shr", "shr"}}};
/// Of integers: no lane divides, for those behind a row's end are 0.
constexpr std::array<const char *, 17> whole = {"neg", "not", "abs", "relu", "add", "sub", "mul", "max",   "min",
                                                "and", "or",  "xor", "shl",  "shr", "cmp", "sel", "expand"};
constexpr std::array<Elementwise, 7> expand = {{{"add", "add"},
                                                {"sub", "sub"},
                                                {"mul", "mul"},
                                                {"div", "div"},
                                                {"max", "max"},
                                                {"min", "min"},
                                                {"expdif", "expdif"}}};
constexpr std::array<Elementwise, 4> fold = {
    {{"row_sum", "Add"}, {"row_max", "Max"}, {"row_min", "Min"}, {"row_prod", "Mul"}}};

constexpr std::array<Elementwise, 2> places = {{{"row_argmax", "Max"}, {"row_argmin", "Min"}}};
constexpr std::array<Elementwise, 4> thenAdds = {
    {{"addc", "add"}, {"subc", "sub"}, {"addsc", "add"}, {"subsc", "sub"}}};
constexpr std::array<Elementwise, 4> partial = {
    {{"part_add", "add"}, {"part_mul", "mul"}, {"part_max", "max"}, {"part_min", "min"}}};

constexpr std::array<Elementwise, 6> foldColumns = {{{"col_sum", "Add"},
                                                     {"col_max", "Max"},
                                                     {"col_min", "Min"},
                                                     {"col_prod", "Mul"},
                                                     {"col_argmax", "ArgMax"},
                                                     {"col_argmin", "ArgMin"}}};

template <std::size_t N> const char *find(const std::array<Elementwise, N> &table, std::string_view name) {
  for (const Elementwise &e : table)
    if (name == e.tile)
      return e.vec;
  return nullptr;
}

} // namespace

bool tiles::takesWhole(const std::string &function) {
  return std::find(whole.begin(), whole.end(), function) != whole.end();
}

bool tiles::isSmallFloat(const std::string &element) {
  return element.ends_with("::bf16") || element.ends_with("::half");
}

bool tiles::isWhole(const std::string &element) {
  static constexpr std::array<const char *, 6> known = {"signed char",    "unsigned char", "short",
                                                        "unsigned short", "int",           "unsigned int"};
  return std::find(known.begin(), known.end(), element) != known.end();
}

bool Builder::take(const Op &op) {
  if (op.kind == OpKind::Return) { // hands on what a store returned
    const Variable *v = op.operands.size() == 1 ? op.operands[0].variable : nullptr;
    const bool stored = std::any_of(graph.stores.begin(), graph.stores.end(),
                                    [&](const Store &s) { return v && s.op && s.op->result() == v; });
    return stored || no("unsupported-statement", "the result is made here", op);
  }
  if (op.kind == OpKind::Copy && op.operands.size() == 1 && op.result())
    return alias(op);
  if (isNumber(op)) // spelled where it is an operand
    return true;
  if (op.kind != OpKind::Dsl || !op.info.name.starts_with("tile."))
    return no("unsupported-op", "something else than tile ops is done here", op);
  const std::string name = op.info.name.substr(5);
  const auto isSized = [](const Operand &o) { return o.type.kind != Type::Kind::Tile || o.type.isStatic(); };
  if ((isOnMatrices(op) || name == "reshape") &&
      (!std::all_of(op.operands.begin(), op.operands.end(), isSized) || !op.result() || !op.result()->type.isStatic()))
    return no("unsupported-shape", "a tile has run-time extents", op);
  if (name == "load")
    return load(op);
  if (name == "store")
    return store(op);
  if (name == "create")
    return create(op);
  if (name == "full")
    return full(op);
  if (name == "reshape")
    return reshape(op);
  if (name == "set_validshape" && op.operands.size() == 3 && op.operands[1].kind == Operand::Kind::Scalar)
    return revalidate(op);
  if (name == "move" && op.operands.size() == 1)
    return move(op);
  if (isProduct(op))
    return product(op);
  if (name == "transpose")
    return transpose(op);
  if (name == "concat")
    return concat(op);
  if (name == "fillpad" || name == "fillpad_expand")
    return padded(op);
  if (name == "tri")
    return triangle(op);
  if (const char *f = find(foldColumns, name))
    return reduceColumns(op, f);
  if (name == "cast")
    return cast(op);
  if (const char *f = find(unary, name))
    return map(op, f, {&op.operands[0]});
  if (const char *f = find(binary, name); f && op.operands.size() == 2)
    return map(op, f, {&op.operands[0], &op.operands[1]});
  if (name == "recip")
    return map(op, "recip", {&op.operands[0]});
  if (name.starts_with("row_expand_"))
    if (const char *f = find(expand, name.substr(11)))
      return map(op, f, {&op.operands[0], &op.operands[1]}, true);
  if (name.starts_with("col_expand_"))
    if (const char *f = find(expand, name.substr(11)))
      return columns(op, f);
  if (const char *f = find(fold, name))
    return reduce(op, f);
  if (const char *f = find(places, name))
    return place(op, f);
  if (name == "cmp")
    return compare(op);
  if (name == "sel")
    return map(op, "sel", {&op.operands[0], &op.operands[1], &op.operands[2]});
  if (name == "lrelu" || name == "prelu")
    return leakyRelu(op);
  if (const char *f = find(thenAdds, name))
    return thenAdd(op, f);
  if (const char *f = find(partial, name))
    return parts(op, f);
  if (name == "ci")
    return count(op);
  if (name == "row_expand")
    return expandRows(op);
  if (name == "col_expand")
    return expandColumns(op);
  if (name == "expands")
    return expandNumber(op);
  return no("unsupported-op", "'tile::" + name + "' has no vector form yet", op);
}

bool tiles::isUpdate(const Op &op) { return op.is("tile.matmul_acc") || op.is("tile.gemv_acc"); }

bool tiles::isProduct(const Op &op) {
  static constexpr std::array<const char *, 4> fresh = {"tile.matmul", "tile.matmul_bias", "tile.gemv",
                                                        "tile.gemv_bias"};
  return isUpdate(op) || std::any_of(fresh.begin(), fresh.end(), [&](const char *name) { return op.is(name); });
}

bool tiles::isOnMatrices(const Op &op) {
  return isProduct(op) || op.is("tile.transpose") || op.is("tile.concat") || op.is("tile.fillpad") ||
         op.is("tile.fillpad_expand") ||
         (op.info.name.starts_with("tile.col_") && find(foldColumns, op.info.name.substr(5)));
}

bool tiles::isNumber(const Op &op) {
  return op.kind == OpKind::Dsl && (op.info.name.starts_with("math.") || op.is("tensor.extent"));
}

bool tiles::isAccess(const Op &op) { return op.is("tile.load") || op.is("tile.move"); }

std::optional<Problem> tiles::build(const std::vector<Statement *> &statements, const Buffers &buffers,
                                    const Shapes &shapes, bool isTemplate, Graph &graph) {
  return Builder(buffers, shapes, isTemplate, graph).run(statements);
}
