//===- Choices.cpp - ops that compare, choose and search --------------------===//
//
// A mask is 1 or 0 in bytes where it is a tile, and one of the machine's where it only
// says which element is taken (Masks.cpp).
//
//===----------------------------------------------------------------------===//

#include "passes/tiles/Builder.h"

#include <algorithm>
#include <array>

using namespace rewrite;
using namespace rewrite::tiles;

static constexpr const char *byte = "unsigned char";

bool Builder::compare(const Op &op) {
  static constexpr std::array<const char *, 6> modes = {"EQ", "NE", "LT", "LE", "GT", "GE"}; // as Cmp
  const std::vector<Expr> &mode = op.operands[2].list;
  if (mode.size() != 1 || !mode[0].isConstant() || mode[0].value < 0 || mode[0].value >= 6)
    return no("unsupported-statement", "how to compare is not known", op);
  const Type &type = op.operands[0].type;
  std::vector<Node *> in;
  if (!supported(type, op) || !valuesOf(op, {&op.operands[0], &op.operands[1]}, type.element, in) || !alike(op, in))
    return false;
  Node &n = mapped(op, "cmp", byte, in);
  n.text = modes[static_cast<std::size_t>(mode[0].value)];
  return define(op, n);
}

bool Builder::thenAdd(const Op &op, const char *function) {
  const std::string &element = op.result()->type.element;
  std::vector<Node *> in;
  if (!valuesOf(op, {&op.operands[0], &op.operands[1], &op.operands[2]}, element, in) || !alike(op, in))
    return false;
  Node &first = mapped(op, function, element, {in[0], in[1]});
  first.name = function;
  return define(op, mapped(op, "add", element, {&first, in[2]}));
}

bool Builder::leakyRelu(const Op &op) {
  const std::string &element = op.result()->type.element;
  std::vector<Node *> in;
  if (!valuesOf(op, {&op.operands[0], &op.operands[1]}, element, in) || !alike(op, in))
    return false;
  Node &isPositive = mapped(op, "cmp", byte, {in[0], &number(op, "0.0f", element)});
  isPositive.name = "positive";
  isPositive.text = "GT";
  Node &scaled = mapped(op, "mul", element, in);
  scaled.name = "scaled";
  return define(op, mapped(op, "sel", element, {&isPositive, in[0], &scaled}));
}

/// The largest element first: an element is the first one that equals it. -0 equals +0; a row of nothing but NaN has no
/// such, and its first element is it.
bool Builder::place(const Op &op, const char *function) {
  Node *const of = reducible(op);
  if (!of || !supported(op.operands[0].type, op))
    return false;
  Node &from = wide(*of);
  const auto known = std::find_if(graph.nodes.begin(), graph.nodes.end(), [&](const Node &n) {
    return n.kind == Node::Kind::Fold && n.function == function && n.operands[0] == &from;
  });
  const std::string name = function == std::string_view("Max") ? "most" : "least";
  const bool isNew = known == graph.nodes.end();
  Node &best = isNew ? folded(op, from, function) : *known;
  if (isNew)
    best.name = name;
  Node &isBest = mapped(op, "cmp", byte, {&from, &best});
  isBest.name = "is_" + name;
  isBest.text = "EQ";
  Node &column = add(Node::Kind::Map, op);
  column.function = "column";
  column.name = "columns";
  column.element = "int";
  column.rows = of->rows;
  column.cols = of->cols;
  for (Node *n : {&isBest, &column})
    n->perRow = false, n->rows = of->rows, n->cols = of->cols;
  Node &found = mapped(op, "sel", "int", {&isBest, &column, &number(op, nowhere, "int")});
  found.name = "found";
  Node &first = folded(op, found, "First");
  if (from.element != "float" && of->cols.constant)
    return define(op, first);
  first.name = "first_" + name;
  Node &isNowhere = mapped(op, "cmp", byte, {&first, &number(op, nowhere, "int")});
  isNowhere.name = "none";
  isNowhere.text = "EQ";
  return define(op, mapped(op, "sel", "int", {&isNowhere, &number(op, "0", "int"), &first}));
}

bool Builder::count(const Op &op) {
  const Operand &start = op.operands[0];
  const bool isGiven = op.operands.size() > 1 && !op.operands[1].list.empty();
  const bool isSaid = !isGiven || (op.operands[1].list.size() == 1 && op.operands[1].list[0].isConstant());
  const std::optional<std::string> text = start.list.size() == 1 ? textOf(start.list[0]) : std::nullopt;
  if (!text || !isSaid)
    return no("unsupported-statement", "a number has an effect, or is not known", op);
  Node &n = add(Node::Kind::Map, op);
  n.function = isGiven && op.operands[1].list[0].value != 0 ? "count_down" : "count_up";
  n.text = *text;
  spellShape(op, 1, n);
  return define(op, n);
}

bool Builder::parts(const Op &op, const char *function) {
  Node *const a = valueOf(op.operands[0], op), *const b = valueOf(op.operands[1], op);
  if (a && b) {
    const Shape one = shapeOf(*a, op.operands[0].type), other = shapeOf(*b, op.operands[1].type);
    if (!(one.rows == other.rows && one.cols == other.cols) || one.rows.text.empty() || one.cols.text.empty())
      return no("unsupported-shape", "other parts of two tiles are valid", op);
  }
  return map(op, function, {&op.operands[0], &op.operands[1]});
}

std::optional<Shape> Builder::shapeLike(const Operand &like, const Op &op) {
  const Node *const of = valueOf(like, op);
  const Type &type = like.type;
  if (of && !shapeOf(*of, type).rows.text.empty())
    return shapeOf(*of, type);
  if (!of && !isTemplate && like.variable && type.dims.size() == 2 && type.valid[0] != dynamicExtent &&
      type.valid[1] != dynamicExtent)
    return Shape{constant(type.valid[0]), constant(type.valid[1])};
  no("unsupported-shape", "it is not known how much of " + quoted(like.variable, "a tile") + " is valid", op);
  return std::nullopt;
}

bool Builder::expandRows(const Op &op) {
  const std::optional<Shape> shape = shapeLike(op.operands[0], op);
  Node *const value = shape ? valueOf(op.operands[1], op) : nullptr, *const v = value ? asRows(value) : nullptr;
  if (!v)
    return shape && no("unsupported-shape", "the column vector is not known row by row", op);
  Node &n = add(v->kind == Node::Kind::Number ? Node::Kind::Number : Node::Kind::Map, op);
  n.text = v->text;
  if (n.kind == Node::Kind::Map)
    n.function = "expand", n.text.clear(), n.operands = {v}, n.perRow = op.result()->type.dims[1] == 1;
  n.rows = shape->rows, n.cols = shape->cols;
  return define(op, n);
}

bool Builder::expandColumns(const Op &op) {
  const std::optional<Shape> shape = shapeLike(op.operands[0], op);
  Node *const v = shape ? valueOf(op.operands[1], op) : nullptr;
  if (!v || v->perRow || (v->kind != Node::Kind::Number && v->rows.constant != 1) || op.result()->type.dims[1] == 1)
    return shape && no("unsupported-shape", "the row vector is not known element by element", op);
  Node &n = add(v->kind == Node::Kind::Number ? Node::Kind::Number : Node::Kind::Map, op);
  n.text = v->text;
  if (n.kind == Node::Kind::Map)
    n.function = "expand", n.text.clear(), n.operands = {v};
  n.rows = shape->rows, n.cols = shape->cols;
  return define(op, n);
}

bool Builder::expandNumber(const Op &op) {
  const std::optional<Shape> shape = shapeLike(op.operands[0], op);
  const std::optional<std::string> text =
      op.operands[1].list.size() == 1 ? textOf(op.operands[1].list[0]) : std::nullopt;
  if (!shape || !text)
    return shape && no("unsupported-statement", "a number has an effect", op);
  Node &n = number(op, *text, op.result()->type.element);
  n.rows = shape->rows, n.cols = shape->cols;
  return define(op, n);
}
