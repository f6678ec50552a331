//===- Elements.cpp - ops on elements and rows ------------------------------===//

#include "passes/tiles/Builder.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::tiles;

bool Builder::full(const Op &op) {
  const Operand *value = nullptr;
  for (const Operand &o : op.operands)
    if (o.kind == Operand::Kind::Scalar)
      value = &o;
  Node &n = add(Node::Kind::Number, op);
  const std::optional<std::string> text = value ? textOf(value->list[0]) : std::nullopt;
  if (!text)
    return no("unsupported-statement", "the value has an effect", op);
  n.text = *text;
  spellShape(op, 1, n);
  if (const Operand &shape = op.operands[0]; !op.result()->type.isStatic()) // full<float>({n, 32}, 0.f)
    if (shape.kind != Operand::Kind::List || shape.list.size() != 2 || !sizes(op, shape.list, n))
      return shape.list.size() == 2 ? false : no("unsupported-shape", "a tile has run-time extents", op);
  return define(op, n);
}

bool Builder::valuesOf(const Op &op, const std::vector<const Operand *> &operands, const std::string &element,
                       std::vector<Node *> &out) {
  for (const Operand *o : operands) {
    if (o->kind == Operand::Kind::Scalar) {
      const std::optional<std::string> text = textOf(o->list[0]);
      if (!text)
        return no("unsupported-statement", "a number has an effect", op);
      out.push_back(&number(op, *text, element));
      continue;
    }
    Node *value = valueOf(*o, op);
    if (!value)
      return no("unsupported-statement", quoted(o->variable, "an operand") + " is not known here", op);
    out.push_back(value);
  }
  return true;
}

bool Builder::alike(const Op &op, std::vector<Node *> &values) {
  const bool rows = std::any_of(values.begin(), values.end(), [](const Node *n) { return n->perRow; });
  for (Node *&n : values)
    if (rows && !(n = asRows(n)))
      return no("unsupported-shape", "one operand is known by rows, the other by elements", op);
  return true;
}

Node &Builder::number(const Op &op, const std::string &text, const std::string &element) {
  Node &n = add(Node::Kind::Number, op);
  n.name = "number";
  n.text = text;
  n.element = element;
  return n;
}

Node &Builder::mapped(const Op &op, const char *function, const std::string &element, std::vector<Node *> operands) {
  Node &n = add(Node::Kind::Map, op);
  n.function = function;
  n.element = element;
  n.operands = std::move(operands);
  const std::vector<Node *> &in = n.operands;
  n.perRow = std::any_of(in.begin(), in.end(), [](const Node *o) { return o->perRow; });
  const auto shaped = std::find_if(in.begin(), in.end(), [&](const Node *o) { return o->kind != Node::Kind::Number; });
  if (shaped != in.end())
    n.rows = (*shaped)->rows, n.cols = n.perRow ? constant(op.result()->type.dims[1]) : (*shaped)->cols;
  return n;
}

bool Builder::map(const Op &op, const char *function, std::vector<const Operand *> operands, bool rowOperand) {
  std::vector<Node *> in;
  if (!valuesOf(op, operands, op.result()->type.element, in))
    return false;
  if (!rowOperand)
    return alike(op, in) && define(op, mapped(op, function, op.result()->type.element, in));
  if (!(in[1] = asRows(in[1])))
    return no("unsupported-shape", "the column vector is not known row by row", op);
  if (in[0]->perRow && in[0]->cols.constant != 1)
    return no("unsupported-shape", "a value of one a row is used as a whole row", op);
  Node &n = add(Node::Kind::Map, op);
  n.function = function;
  n.operands = in;
  n.perRow = in[0]->perRow;
  const auto shaped = std::find_if(
      in.begin(), in.end(), [&](const Node *o) { return o->kind != Node::Kind::Number && o->perRow == n.perRow; });
  if (shaped != in.end())
    n.rows = (*shaped)->rows, n.cols = n.perRow ? constant(op.result()->type.dims[1]) : (*shaped)->cols;
  return define(op, n);
}

bool Builder::columns(const Op &op, const char *function) {
  Node *const of = valueOf(op.operands[0], op), *const v = valueOf(op.operands[1], op);
  if (!of || !v)
    return no("unsupported-statement", "an operand is not known here", op);
  if (of->perRow || v->perRow || (v->kind != Node::Kind::Number && v->rows.constant != 1))
    return no("unsupported-shape", "the row vector is not known element by element", op);
  Node &n = add(Node::Kind::Map, op);
  n.function = function;
  n.operands = {of, v};
  n.rows = of->rows, n.cols = of->cols;
  return define(op, n);
}

Node *Builder::reducible(const Op &op) {
  Node *const of = valueOf(op.operands[0], op);
  if (of && !of->perRow && of->kind != Node::Kind::Number)
    return of;
  no(of ? "unsupported-shape" : "unsupported-statement",
     of ? "a row of one value is reduced" : "an operand is not known here", op);
  return nullptr;
}

Node &Builder::wide(Node &of) {
  const bool isInteger = isWhole(of.element) && !of.element.ends_with("int");
  if (!isSmallFloat(of.element) && !isInteger)
    return of;
  Node *&known = wider[&of];
  if (!known)
    known = &widened(of, isInteger ? "int" : "float");
  return *known;
}

Node &Builder::folded(const Op &op, Node &of, const char *function) {
  Node &from = wide(of);
  Node &n = add(Node::Kind::Fold, op);
  n.function = function;
  n.element = from.element;
  n.text = of.element;
  n.operands = {&from};
  n.perRow = true;
  n.rows = of.rows;
  n.cols = constant(1);
  if (&from == &of)
    return n;
  Node &narrow = mapped(op, "cast", of.element, {&n});
  n.name += "_wide";
  return narrow;
}

bool Builder::reduce(const Op &op, const char *function) {
  Node *const of = reducible(op);
  return of && define(op, folded(op, *of, function));
}

bool Builder::reshape(const Op &op) {
  const bool valid =
      op.operands.size() == 2 && op.operands[1].type.spelling.ends_with("::Valid") && op.operands[1].list.size() == 2;
  Node *const of = op.operands.size() == 1 || valid ? valueOf(op.operands[0], op) : nullptr;
  if (!of)
    return no("unsupported-op", "this form of 'tile::reshape' has no vector form yet", op);
  for (std::size_t d = 0; valid && d < 2; ++d) {
    const Expr &e = op.operands[1].list[d];
    const std::optional<std::string> text = textOf(e);
    const Shape is = shapeOf(*of, op.result()->type);
    if (!text || !((d ? is.cols : is.rows) == (e.isConstant() ? constant(e.value) : shapes.size(*text, *op.parent))))
      return no("unsupported-shape", "another part of the tile becomes valid", op);
  }
  const std::vector<Extent> &from = op.operands[0].type.dims, &to = op.result()->type.dims;
  Node *value = of;
  if (from != to) {
    const bool line = (from[0] == 1 || from[1] == 1) && (to[0] == 1 || to[1] == 1);
    value = line ? asRows(of) : nullptr;
  }
  if (!value)
    return no("unsupported-shape", "the reshape moves elements to other rows", op);
  if (!supported(op.result()->type, op, value->kind == Node::Kind::Window))
    return false;
  values[op.result()] = value;
  return true;
}

bool Builder::cast(const Op &op) {
  Node *const of = valueOf(op.operands[0], op);
  if (!of)
    return no("unsupported-statement", quoted(op.operands[0].variable, "an operand") + " is not known here", op);
  if (of->kind == Node::Kind::Number)
    return no("unsupported-type", "a number is cast", op);
  Node &n = add(Node::Kind::Map, op);
  n.function = "cast";
  if (op.operands.size() > 1 && op.operands[1].range.valid())
    n.text = op.operands[1].range.text();
  n.operands = {of};
  n.perRow = of->perRow;
  n.rows = of->rows;
  n.cols = n.perRow ? constant(op.result()->type.dims[1]) : of->cols;
  return define(op, n);
}
