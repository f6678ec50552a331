//===- Builder.cpp - what is common to all ops of a run ---------------------===//

#include "passes/tiles/Builder.h"

#include "kernel/Spelling.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::tiles;

std::optional<Problem> Builder::run(const std::vector<Statement *> &statements) {
  graph.statements = statements;
  for (const Statement *s : statements) {
    for (const Op *op : s->block->ops)
      if (op->statement == s && !take(*op))
        return problem;
    if (s->form == Statement::Form::Declaration && s->declares.size() == 1 && buffers.count(s->declares[0]))
      graph.declared.push_back(s->declares[0]);
  }
  std::vector<const Variable *> ordered;
  for (const auto &[variable, element] : buffers)
    ordered.push_back(variable);
  std::sort(ordered.begin(), ordered.end(),
            [](const Variable *x, const Variable *y) { return x->declaredAt < y->declaredAt; });
  for (const Variable *v : ordered) {
    const auto known = values.find(v);
    if (known == values.end())
      continue;
    Node *node = known->second;
    if (!keepsShape(*v, *node))
      return problem;
    if (node->kind == Node::Kind::Window && node->element != buffers.at(v))
      node = &widened(*node, buffers.at(v));
    if (node->kind != Node::Kind::Window || !buffersOf.count(v) || buffersOf[v] != node->window)
      graph.stores.push_back({node, bufferOf(*v, node), node->op});
  }
  graph.buffers.assign(buffersOf.begin(), buffersOf.end());
  return std::nullopt;
}

bool Builder::no(const char *reason, std::string message, const Op &op) {
  problem = {reason, std::move(message), &op};
  return false;
}

Node &Builder::add(Node::Kind kind, const Op &op) {
  Node &n = graph.nodes.emplace_back();
  n.kind = kind;
  n.op = &op;
  const Variable *v = op.result();
  n.name = v && !v->name.empty() ? v->name : op.info.name.substr(op.info.name.find('.') + 1);
  if (n.name == "and" || n.name == "or" || n.name == "xor" || n.name == "not") // words of C++
    n.name += "_bits";
  n.element = v ? v->type.element : "";
  return n;
}

Node &Builder::widened(Node &of, const std::string &element) {
  Node &n = add(Node::Kind::Map, *of.op);
  n.function = "cast";
  n.element = element;
  n.operands = {&of};
  n.rows = of.rows;
  n.cols = of.cols;
  return n;
}

void Builder::setShape(Area &w, const Shape &shape) {
  w.rows = shape.rows;
  w.cols = shape.cols;
}

void Builder::spellShape(const Op &op, std::size_t first, Node &n) const {
  const std::string_view text = op.range.valid() ? op.range.text() : "";
  const std::size_t open = text.find('<');
  if (!isTemplate || open == text.npos || text.find('(') < open)
    return;
  std::vector<std::string> arguments(1);
  int depth = 0;
  for (std::size_t at = open + 1; at < text.size() && (depth || text[at] != '>'); ++at) {
    depth += (text[at] == '(' || text[at] == '<') - (text[at] == ')' || text[at] == '>');
    if (text[at] == ',' && depth == 0)
      arguments.emplace_back();
    else if (text[at] != ' ' || !arguments.back().empty())
      arguments.back() += text[at];
  }
  for (std::size_t d = 0; d < 2 && first + d < arguments.size(); ++d) {
    const std::string &argument = arguments[first + d];
    const bool isNumber = argument.find_first_not_of("0123456789") == argument.npos;
    if (!isNumber)
      (d ? n.cols : n.rows) = shapes.size(argument, *op.parent);
  }
}

Shape Builder::shapeOf(const Node &value, const Type &type) const {
  const bool isKnown = type.valid[0] != dynamicExtent && type.valid[1] != dynamicExtent;
  if (value.kind == Node::Kind::Number && isKnown && !isTemplate)
    return {constant(type.valid[0]), constant(type.valid[1])};
  if (!value.perRow)
    return {value.rows, value.cols};
  return type.dims[1] == 1 ? Shape{value.rows, constant(1)} : Shape{constant(1), value.rows};
}

std::size_t Builder::bufferOf(const Variable &v, const Node *value) {
  const auto known = buffersOf.find(&v);
  if (known != buffersOf.end())
    return known->second;
  Area w{v.name,
         {},
         constant(v.type.dims[0]),
         constant(v.type.dims[1]),
         v.name,
         buffers.at(&v),
         isTemplate || !v.type.isStatic() ? "" : spellDims(v.type.dims)};
  if (const auto shape = shapes.of.find(&v); shape != shapes.of.end())
    setShape(w, shape->second);
  else if (value)
    setShape(w, shapeOf(*value, v.type));
  graph.windows.push_back(std::move(w));
  return buffersOf[&v] = graph.windows.size() - 1;
}

bool Builder::keepsShape(const Variable &v, const Node &value) {
  const auto known = shapes.of.find(&v);
  const Shape shape = shapeOf(value, v.type);
  return known == shapes.of.end() || (known->second.rows == shape.rows && known->second.cols == shape.cols) ||
         no("unsupported-shape", "other parts of " + quoted(&v) + " become valid", *value.op);
}

Node *Builder::valueOf(const Operand &o, const Op &user) {
  if (o.kind != Operand::Kind::Handle || !o.variable)
    return nullptr;
  const auto known = values.find(o.variable);
  if (known != values.end())
    return known->second;
  const bool isSized = o.variable->type.isStatic() || shapes.of.count(o.variable) || buffersOf.count(o.variable);
  if (!buffers.count(o.variable) || !isSized)
    return nullptr;
  Node &n = add(Node::Kind::Window, user);
  n.name = o.variable->name;
  n.element = buffers.at(o.variable);
  n.window = bufferOf(*o.variable);
  n.perRow = o.variable->type.dims[1] == 1;
  n.rows = graph.windows[n.window].rows;
  n.cols = graph.windows[n.window].cols;
  return values[o.variable] = &n;
}

Node *Builder::asRows(Node *n) {
  if (n->perRow || n->kind == Node::Kind::Number)
    return n;
  if (n->kind == Node::Kind::Fold || isOnMatrices(*n) || isByPlace(*n) || n->rows.constant != 1)
    return nullptr;
  const auto known = turned.find(n);
  if (known != turned.end())
    return known->second;
  Node copy = *n;
  for (Node *&o : copy.operands)
    if (!(o = asRows(o)))
      return nullptr;
  copy.perRow = true;
  copy.rows = n->cols;
  copy.cols = n->cols;
  graph.nodes.push_back(std::move(copy));
  return turned[n] = &graph.nodes.back();
}

std::optional<std::string> Builder::textOf(const Expr &e) {
  if (e.isImpure())
    return std::nullopt;
  if (e.range.valid())
    return std::string(e.range.text());
  return e.isConstant() ? std::optional(std::to_string(e.value)) : std::nullopt;
}

bool Builder::supported(const Type &t, const Op &op, bool anyElement) {
  if (t.dims.size() != 2)
    return no("unsupported-shape", "a tile has not two dimensions", op);
  if (t.element != "float" && !isWhole(t.element) && !isSmallFloat(t.element) && !anyElement)
    return no("unsupported-type", "its elements are " + t.element, op);
  return true;
}

bool Builder::define(const Op &op, Node &n) {
  const Type &t = op.result()->type;
  if (!supported(t, op, n.kind == Node::Kind::Window || n.function == "cast"))
    return false;
  if (n.kind == Node::Kind::Map && n.function != "cast" && isWhole(t.element) && !n.operands.empty() &&
      !takesWhole(n.function))
    return no("unsupported-type", "its elements are " + t.element, op);
  if (isSmallFloat(t.element) && (n.function == "lower" || n.function == "upper"))
    return no("unsupported-type", "its elements are " + t.element, op);
  n.perRow |= n.kind == Node::Kind::Window && t.dims[1] == 1;
  if (n.perRow && t.dims[0] == dynamicExtent && t.dims[1] == dynamicExtent)
    return no("unsupported-shape", "one value a row is in a tile of run-time columns", op);
  for (std::size_t d = 0; d < 2; ++d) {
    Size &size = d ? n.cols : n.rows;
    if (size.text.empty() && t.valid[d] == dynamicExtent)
      return no("unsupported-shape", "it is not known how much of a tile is valid", op);
    if (size.text.empty())
      size = constant(t.valid[d]);
    if (size.constant && *size.constant < 1)
      return no("unsupported-shape", "nothing of a tile is valid", op);
  }
  values[op.result()] = &n;
  return true;
}
