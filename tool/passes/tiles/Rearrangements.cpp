//===- Rearrangements.cpp - ops that reduce columns, join tiles, fill them up -===//

#include "passes/tiles/Builder.h"

using namespace rewrite;
using namespace rewrite::tiles;

Node *Builder::inMemory(const Operand &o, const Op &op) {
  Node *const n = valueOf(o, op);
  if (n && n->kind == Node::Kind::Window)
    return n;
  no("unsupported-statement", quoted(o.variable, "an operand") + " is made in this statement", op);
  return nullptr;
}

/// The order is that of the tile op, row by row, in one accumulator a column.
bool Builder::reduceColumns(const Op &op, const char *function) {
  Node *const of = inMemory(op.operands[0], op);
  if (!of || !supported(op.operands[0].type, op))
    return false;
  if (!of->rows.constant || *of->rows.constant < 1)
    return no("unsupported-shape", "it is not known whether a column has elements", op);
  Node &n = add(Node::Kind::Columns, op);
  n.function = function;
  n.operands = {of};
  n.cols = of->cols;
  return define(op, n);
}

bool Builder::concat(const Op &op) {
  Node *const a = inMemory(op.operands[0], op), *const b = a ? inMemory(op.operands[1], op) : nullptr;
  if (!b)
    return false;
  Node &n = add(Node::Kind::Concat, op);
  n.operands = {a, b};
  n.rows = a->rows;
  n.cols = a->cols.constant && b->cols.constant ? constant(*a->cols.constant + *b->cols.constant)
                                                : Size{std::nullopt, "(" + a->cols.text + ") + (" + b->cols.text + ")"};
  return define(op, n);
}

bool Builder::padded(const Op &op) {
  Node *const of = inMemory(op.operands[0], op);
  if (!of)
    return false;
  Node &n = add(Node::Kind::Padded, op);
  const std::int64_t pad = op.numbers.empty() ? 0 : op.numbers[0]; // as Pad
  if (pad < 1 || pad > 3 || (n.element != "float" && n.element != "int"))
    return no("unsupported-type", "its elements are " + n.element, op);
  static constexpr const char *floats[] = {"0.0f", "__builtin_inff()", "-__builtin_inff()"};
  static constexpr const char *integers[] = {"0", "2147483647", "-2147483647 - 1"};
  n.text = (n.element == "float" ? floats : integers)[pad - 1];
  n.operands = {of};
  return define(op, n);
}

/// 1 in the lower or upper triangle, else 0, by the place of an element.
bool Builder::triangle(const Op &op) {
  const std::optional<std::string> diagonal =
      op.operands.empty() || op.operands[0].list.size() != 1 ? "" : textOf(op.operands[0].list[0]);
  const bool isGiven = op.operands.size() > 1 && !op.operands[1].list.empty();
  const bool isSaid = !isGiven || (op.operands[1].list.size() == 1 && op.operands[1].list[0].isConstant());
  if (!diagonal || !isSaid)
    return no("unsupported-statement", "a number has an effect, or is not known", op);
  Node &n = add(Node::Kind::Map, op);
  n.function = isGiven && op.operands[1].list[0].value != 0 ? "upper" : "lower";
  n.text = *diagonal == "0" ? "" : *diagonal;
  spellShape(op, 1, n);
  return define(op, n);
}
