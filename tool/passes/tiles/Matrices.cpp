//===- Matrices.cpp - ops that move tiles as wholes -------------------------===//

#include "passes/tiles/Builder.h"

using namespace rewrite;
using namespace rewrite::tiles;

bool Builder::window(const Op &op, const Operand &tensor, const Operand &at, const Shape &shape,
                     const std::string &element, std::size_t &number) {
  if (tensor.kind != Operand::Kind::Handle || !tensor.variable || tensor.variable->name.empty())
    return no("unsupported-statement", "the tensor is no variable", op);
  if (tensor.variable->type.dims.size() < 2 && shape.rows.constant != 1)
    return no("unsupported-shape", quoted(tensor.variable) + " has one dimension, the tile not one row", op);
  Area w{tensor.variable->name, {}, shape.rows, shape.cols, "", element};
  for (const Expr &e : at.list) {
    const std::optional<std::string> text = textOf(e);
    if (!text)
      return no("unsupported-statement", "an offset has an effect, or no text of its own", op);
    w.offsets.push_back(*text);
  }
  if (w.offsets.size() != tensor.variable->type.dims.size())
    return no("unsupported-statement", "the offsets are not spelled as a list", op);
  for (std::size_t i = 0; i < graph.windows.size(); ++i) {
    const Area &o = graph.windows[i];
    if (o.memory == w.memory && o.offsets == w.offsets && o.rows == w.rows && o.cols == w.cols) {
      number = i;
      return true;
    }
  }
  graph.windows.push_back(std::move(w));
  number = graph.windows.size() - 1;
  return true;
}

/// What is valid, in a list behind the offsets: a part of the tile, or all of one with run-time extents.
static bool isSize(const Operand &o, const Type &tile) {
  return o.list.size() == 2 &&
         (o.type.spelling.ends_with("::Valid") || (!tile.isStatic() && o.kind == Operand::Kind::List));
}

bool Builder::load(const Op &op) {
  const bool valid = op.operands.size() == 3 && isSize(op.operands[2], op.result()->type);
  if ((op.operands.size() != 2 && !valid) || op.operands[1].kind != Operand::Kind::List)
    return no("unsupported-op", "'tile::load' with a place has no vector form yet", op);
  if (!supported(op.result()->type, op, true))
    return false;
  Node &n = add(Node::Kind::Window, op);
  spellShape(op, 0, n);
  if (valid && !sizes(op, op.operands[2].list, n))
    return false;
  return define(op, n) && window(op, op.operands[0], op.operands[1], {n.rows, n.cols}, n.element, n.window);
}

bool Builder::sizes(const Op &op, const std::vector<Expr> &list, Node &n) {
  for (std::size_t d = 0; d < 2; ++d) {
    const Expr &e = list[d];
    const std::optional<std::string> text = textOf(e);
    if (!text)
      return no("unsupported-statement", "what is valid has an effect, or no text of its own", op);
    (d ? n.cols : n.rows) = e.isConstant() ? constant(e.value) : shapes.size(*text, *op.parent);
  }
  return true;
}

bool Builder::store(const Op &op) {
  if (op.operands.size() != 3 || op.operands[1].kind != Operand::Kind::List)
    return no("unsupported-op", "'tile::store' with a mode has no vector form yet", op);
  Node *value = valueOf(op.operands[0], op);
  if (!value)
    return no("unsupported-statement", "what is stored is not known", op);
  Store s{value, 0, &op};
  const Type &type = op.operands[0].type;
  if (!supported(type, op, true) ||
      !window(op, op.operands[2], op.operands[1], shapeOf(*value, type), type.element, s.window))
    return false;
  graph.stores.push_back(s);
  return true;
}

/// Its elements are what its memory happens to hold.
bool Builder::create(const Op &op) {
  const Variable *v = op.result();
  if (!v || !op.operands.empty())
    return no("unsupported-op", "this form of 'tile::create' has no vector form yet", op);
  if (!supported(v->type, op, true))
    return false;
  if (buffers.count(v))
    bufferOf(*v);
  return true;
}

bool Builder::revalidate(const Op &op) {
  Node *const of = valueOf(op.operands[0], op);
  if (!of || of->kind != Node::Kind::Number)
    return no("unsupported-shape", "other parts of a tile become valid", op);
  Node &n = add(Node::Kind::Number, op);
  n.text = of->text;
  if (!sizes(op, {op.operands[1].list[0], op.operands[2].list[0]}, n))
    return false;
  return define(op, n);
}

bool Builder::alias(const Op &op) {
  Node *const of = valueOf(op.operands[0], op);
  if (!of)
    return no("unsupported-statement", quoted(op.operands[0].variable, "an operand") + " is not known here", op);
  values[op.result()] = of;
  return true;
}

bool Builder::move(const Op &op) {
  Node *const of = valueOf(op.operands[0], op);
  if (!of)
    return no("unsupported-statement", quoted(op.operands[0].variable, "an operand") + " is not known here", op);
  if (!supported(op.result()->type, op, true))
    return false;
  values[op.result()] = of;
  return true;
}

bool Builder::transpose(const Op &op) {
  Node *const of = valueOf(op.operands[0], op);
  if (!of || of->kind != Node::Kind::Window)
    return no("unsupported-statement",
              quoted(op.operands[0].variable, "what is transposed") + " is made in this statement", op);
  if (of->element != "float")
    return no("unsupported-type", "its elements are " + of->element, op);
  Node &n = add(Node::Kind::Transpose, op);
  n.operands = {of};
  n.rows = of->cols;
  n.cols = of->rows;
  return define(op, n);
}

/// Operands: the factors, and what they are added to: a tile, in place, or a row for all rows.
bool Builder::product(const Op &op) {
  const bool adds = isUpdate(op), bias = op.is("tile.matmul_bias") || op.is("tile.gemv_bias");
  const std::size_t first = adds ? 1 : 0;
  const Operand *const init = adds && op.operands.size() > 3 ? &op.operands[3] : nullptr;
  const Expr *const starts = init && init->list.size() == 1 ? &init->list.front() : nullptr;
  if (op.operands.size() < first + 2 + bias || (init && !starts))
    return no("unsupported-op", "this form of 'tile::matmul_acc' has no vector form yet", op);
  const std::optional<std::string> condition = starts ? textOf(*starts) : "";
  if (!condition)
    return no("unsupported-statement", "what says where the sum starts has an effect, or no text of its own", op);
  std::vector<Node *> in;
  for (const std::size_t i : {first, first + 1, std::size_t{adds ? 0u : 2u}}) {
    if (in.size() == 2 && !adds && !bias)
      break;
    Node *const n = valueOf(op.operands[i], op);
    if (!n || n->kind != Node::Kind::Window)
      return no("unsupported-statement", quoted(op.operands[i].variable, "a factor") + " is made in this statement",
                op);
    in.push_back(n);
  }
  Node &n = add(Node::Kind::Product, op);
  n.operands = in;
  if (starts && starts->isConstant() && starts->value != 0) // what was there does not count
    n.operands.resize(2);
  else if (starts && !starts->isConstant())
    n.text = *condition;
  n.rows = in[0]->rows;
  n.cols = in[1]->cols;
  if (!define(op, n))
    return false;
  if (adds) {                                                            // in place
    const bool isLoaded = !graph.windows[in[2]->window].offsets.empty(); // and stored in this run
    if (!isLoaded && !buffersOf.count(op.operands[0].variable))
      return no("unsupported-statement", "the sum is no tile of its own", op);
    values[op.operands[0].variable] = &n;
    n.name = op.operands[0].variable->name;
  }
  return true;
}
