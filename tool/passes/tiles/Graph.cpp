//===- Graph.cpp - a run of tile ops as a graph of values -------------------===//

#include "passes/tiles/Graph.h"

#include "kernel/Spelling.h"

#include <algorithm>
#include <array>

using namespace rewrite;
using namespace rewrite::tiles;

namespace {

/// Ops that work element by element, and what vec:: calls them.
struct Elementwise {
  const char *tile, *vec;
};
constexpr std::array<Elementwise, 11> unary = {{{"neg", "neg"},
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
constexpr std::array<Elementwise, 6> binary = {
    {{"add", "add"}, {"sub", "sub"}, {"mul", "mul"}, {"div", "div"}, {"maximum", "max"}, {"minimum", "min"}}};
constexpr std::array<Elementwise, 7> expand = {{{"add", "add"},
                                                {"sub", "sub"},
                                                {"mul", "mul"},
                                                {"div", "div"},
                                                {"max", "max"},
                                                {"min", "min"},
                                                {"expdif", "expdif"}}};
constexpr std::array<Elementwise, 4> fold = {
    {{"row_sum", "Add"}, {"row_max", "Max"}, {"row_min", "Min"}, {"row_prod", "Mul"}}};

template <std::size_t N> const char *find(const std::array<Elementwise, N> &table, std::string_view name) {
  for (const Elementwise &e : table)
    if (name == e.tile)
      return e.vec;
  return nullptr;
}

Size constant(std::int64_t n) { return {n, std::to_string(n)}; }

class Builder {
public:
  Builder(const std::set<const Variable *> &buffers, const Shapes &shapes, Graph &graph)
      : buffers(buffers),
        shapes(shapes),
        graph(graph) {}

  std::optional<Problem> run(const std::vector<Statement *> &statements) {
    graph.statements = statements;
    for (const Statement *s : statements) {
      for (const Op *op : s->block->ops)
        if (op->statement == s && !take(*op))
          return problem;
      if (s->form == Statement::Form::Declaration && s->declares.size() == 1 && buffers.count(s->declares[0]))
        graph.declared.push_back(s->declares[0]);
    }
    // What a variable has at the end goes to its buffer.
    std::vector<const Variable *> ordered(buffers.begin(), buffers.end());
    std::sort(ordered.begin(), ordered.end(),
              [](const Variable *x, const Variable *y) { return x->declaredAt < y->declaredAt; });
    for (const Variable *v : ordered) {
      const auto known = values.find(v);
      if (known == values.end())
        continue;
      Node *node = known->second;
      if (!keepsShape(*v, *node))
        return problem;
      if (node->kind != Node::Kind::Window || !buffersOf.count(v) || buffersOf[v] != node->window)
        graph.stores.push_back({node, bufferOf(*v, node), node->op});
    }
    graph.buffers.assign(buffersOf.begin(), buffersOf.end());
    return std::nullopt;
  }

private:
  bool no(const char *reason, std::string message, const Op &op) {
    problem = {reason, std::move(message), &op};
    return false;
  }

  Node &add(Node::Kind kind, const Op &op) {
    Node &n = graph.nodes.emplace_back();
    n.kind = kind;
    n.op = &op;
    const Variable *v = op.result();
    n.name = v && !v->name.empty() ? v->name : op.info.name.substr(op.info.name.find('.') + 1);
    n.element = v ? v->type.element : "";
    return n;
  }

  static void setShape(Area &w, const Shape &shape) {
    w.rows = shape.rows;
    w.cols = shape.cols;
  }

  /// What is valid of a value in a tile of that type: R x 1 and 1 x R are the same value.
  static Shape shapeOf(const Node &value, const Type &type) {
    const bool isKnown = type.valid[0] != dynamicExtent && type.valid[1] != dynamicExtent;
    if (value.kind == Node::Kind::Number && isKnown)
      return {constant(type.valid[0]), constant(type.valid[1])};
    if (!value.perRow)
      return {value.rows, value.cols};
    return type.dims[1] == 1 ? Shape{value.rows, constant(1)} : Shape{constant(1), value.rows};
  }

  /// `value`: what is stored there.
  std::size_t bufferOf(const Variable &v, const Node *value = nullptr) {
    const auto known = buffersOf.find(&v);
    if (known != buffersOf.end())
      return known->second;
    Area w{
        v.name, {}, constant(v.type.dims[0]), constant(v.type.dims[1]), v.name, v.type.element, spellDims(v.type.dims)};
    if (const auto shape = shapes.find(&v); shape != shapes.end())
      setShape(w, shape->second);
    else if (value)
      setShape(w, shapeOf(*value, v.type));
    graph.windows.push_back(std::move(w));
    return buffersOf[&v] = graph.windows.size() - 1;
  }

  /// What a variable is assigned is as valid as what it had.
  bool keepsShape(const Variable &v, const Node &value) {
    const auto known = shapes.find(&v);
    const Shape shape = shapeOf(value, v.type);
    return known == shapes.end() || (known->second.rows == shape.rows && known->second.cols == shape.cols) ||
           no("unsupported-shape", "other parts of " + quoted(&v) + " become valid", *value.op);
  }

  /// The value that an operand has; null when it cannot be said.
  Node *valueOf(const Operand &o, const Op &user) {
    if (o.kind != Operand::Kind::Handle || !o.variable)
      return nullptr;
    const auto known = values.find(o.variable);
    if (known != values.end())
      return known->second;
    if (!buffers.count(o.variable))
      return nullptr;
    Node &n = add(Node::Kind::Window, user);
    n.name = o.variable->name;
    n.element = o.variable->type.element;
    n.window = bufferOf(*o.variable);
    n.perRow = o.variable->type.dims[1] == 1;
    n.rows = graph.windows[n.window].rows;
    n.cols = graph.windows[n.window].cols;
    return values[o.variable] = &n;
  }

  /// A 1 x R value, element by element, as one value a row of something with R rows.
  Node *asRows(Node *n) {
    if (n->perRow || n->kind == Node::Kind::Number)
      return n;
    if (n->kind == Node::Kind::Fold || n->rows.constant != 1)
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

  static std::optional<std::string> textOf(const Expr &e) {
    if (e.isImpure())
      return std::nullopt;
    if (e.range.valid())
      return std::string(e.range.text());
    return e.isConstant() ? std::optional(std::to_string(e.value)) : std::nullopt;
  }

  bool take(const Op &op) {
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
    if (name == "load")
      return load(op);
    if (name == "store")
      return store(op);
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
    return no("unsupported-op", "'tile::" + name + "' has no vector form yet", op);
  }

  /// Tiles whose elements are what they look like: constant extents, one value an element.
  /// Only windows have elements of other types: those that products widen.
  bool supported(const Type &t, const Op &op, bool isWindow = false) {
    if (t.dims.size() != 2 || !t.isStatic())
      return no("unsupported-shape", "a tile has run-time extents", op);
    const bool narrow = t.element.ends_with("::bf16") || t.element.ends_with("::half");
    if (t.element != "float" && !(isWindow && narrow))
      return no("unsupported-type", "its elements are " + t.element, op);
    return true;
  }

  bool define(const Op &op, Node &n) {
    const Type &t = op.result()->type;
    if (!supported(t, op, n.kind == Node::Kind::Window))
      return false;
    n.perRow |= n.kind == Node::Kind::Window && t.dims[1] == 1;
    for (std::size_t d = 0; d < 2; ++d) {
      Size &size = d ? n.cols : n.rows;
      if (size.text.empty() && t.valid[d] == dynamicExtent)
        return no("unsupported-shape", "it is not known how much of a tile is valid", op);
      if (size.text.empty())
        size = constant(t.valid[d]);
    }
    values[op.result()] = &n;
    return true;
  }

  bool window(const Op &op, const Operand &tensor, const Operand &at, const Shape &shape, const std::string &element,
              std::size_t &number) {
    if (tensor.kind != Operand::Kind::Handle || !tensor.variable || tensor.variable->name.empty())
      return no("unsupported-statement", "the tensor is no variable", op);
    if (tensor.variable->type.dims.size() < 2)
      return no("unsupported-shape", quoted(tensor.variable) + " has one dimension", op);
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

  bool load(const Op &op) {
    const bool valid =
        op.operands.size() == 3 && op.operands[2].type.spelling.ends_with("::Valid") && op.operands[2].list.size() == 2;
    if ((op.operands.size() != 2 && !valid) || op.operands[1].kind != Operand::Kind::List)
      return no("unsupported-op", "'tile::load' with a place has no vector form yet", op);
    if (!supported(op.result()->type, op, true))
      return false;
    Node &n = add(Node::Kind::Window, op);
    for (std::size_t d = 0; valid && d < 2; ++d) {
      const Expr &e = op.operands[2].list[d];
      const std::optional<std::string> text = textOf(e);
      if (!text)
        return no("unsupported-statement", "what is valid has an effect, or no text of its own", op);
      (d ? n.cols : n.rows) = e.isConstant() ? constant(e.value) : Size{std::nullopt, *text};
    }
    return define(op, n) && window(op, op.operands[0], op.operands[1], {n.rows, n.cols}, n.element, n.window);
  }

  bool store(const Op &op) {
    if (op.operands.size() != 3 || op.operands[1].kind != Operand::Kind::List)
      return no("unsupported-op", "'tile::store' with a mode has no vector form yet", op);
    Node *value = valueOf(op.operands[0], op);
    if (!value)
      return no("unsupported-statement", "what is stored is not known", op);
    Store s{value, 0, &op};
    const Type &type = op.operands[0].type;
    if (!supported(type, op) ||
        !window(op, op.operands[2], op.operands[1], shapeOf(*value, type), type.element, s.window))
      return false;
    graph.stores.push_back(s);
    return true;
  }

  /// Numbers are the same whatever is valid of them.
  bool revalidate(const Op &op) {
    Node *const of = valueOf(op.operands[0], op);
    if (!of || of->kind != Node::Kind::Number)
      return no("unsupported-shape", "other parts of a tile become valid", op);
    Node &n = add(Node::Kind::Number, op);
    n.text = of->text;
    for (std::size_t d = 0; d < 2; ++d) {
      const Expr &e = op.operands[1 + d].list[0];
      const std::optional<std::string> text = textOf(e);
      if (!text)
        return no("unsupported-statement", "what is valid has an effect, or no text of its own", op);
      (d ? n.cols : n.rows) = e.isConstant() ? constant(e.value) : Size{std::nullopt, *text};
    }
    return define(op, n);
  }

  /// Another name of the tile, which nothing changes in place.
  bool alias(const Op &op) {
    Node *const of = valueOf(op.operands[0], op);
    if (!of)
      return no("unsupported-statement", quoted(op.operands[0].variable, "an operand") + " is not known here", op);
    values[op.result()] = of;
    return true;
  }

  bool transpose(const Op &op) {
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

  static bool isZero(const Expr &e) { return e.isConstant() && e.value == 0; }

  bool move(const Op &op) {
    Node *const of = valueOf(op.operands[0], op);
    if (!of)
      return no("unsupported-statement", quoted(op.operands[0].variable, "an operand") + " is not known here", op);
    if (!supported(op.result()->type, op, of->kind == Node::Kind::Window))
      return false;
    values[op.result()] = of;
    return true;
  }

  bool product(const Op &op) {
    const bool adds = op.is("tile.matmul_acc");
    const std::size_t first = adds ? 1 : 0;
    const bool starts = op.operands.size() > first + 2 &&
                        (op.operands[first + 2].list.size() != 1 || !isZero(op.operands[first + 2].list[0]));
    if (op.operands.size() < first + 2 || starts) // `init`, not known to be false
      return no("unsupported-op", "this form of 'tile::matmul_acc' has no vector form yet", op);
    std::vector<Node *> in;
    for (const std::size_t i : {first, first + 1, std::size_t{0}}) {
      if (in.size() == 2 && !adds)
        break;
      Node *const n = valueOf(op.operands[i], op);
      if (!n || n->kind != Node::Kind::Window)
        return no("unsupported-statement", quoted(op.operands[i].variable, "a factor") + " is made in this statement",
                  op);
      in.push_back(n);
    }
    Node &n = add(Node::Kind::Product, op);
    n.operands = in;
    n.rows = in[0]->rows;
    n.cols = in[1]->cols;
    if (!define(op, n))
      return false;
    if (adds) { // in place
      if (!buffersOf.count(op.operands[0].variable))
        return no("unsupported-statement", "the sum is no tile of its own", op);
      values[op.operands[0].variable] = &n;
      n.name = op.operands[0].variable->name;
    }
    return true;
  }

  bool full(const Op &op) {
    const Operand *value = nullptr;
    for (const Operand &o : op.operands)
      if (o.kind == Operand::Kind::Scalar)
        value = &o;
    Node &n = add(Node::Kind::Number, op);
    const std::optional<std::string> text = value ? textOf(value->list[0]) : std::nullopt;
    if (!text)
      return no("unsupported-statement", "the value has an effect", op);
    n.text = *text;
    return define(op, n);
  }

  bool map(const Op &op, const char *function, std::vector<const Operand *> operands, bool rowOperand = false) {
    std::vector<Node *> in;
    bool rows = false;
    for (const Operand *o : operands) {
      if (o->kind == Operand::Kind::Scalar) {
        const std::optional<std::string> text = textOf(o->list[0]);
        if (!text)
          return no("unsupported-statement", "a number has an effect", op);
        Node &number = add(Node::Kind::Number, op);
        number.name = "number";
        number.text = *text;
        in.push_back(&number);
        continue;
      }
      Node *value = valueOf(*o, op);
      if (!value)
        return no("unsupported-statement", quoted(o->variable, "an operand") + " is not known here", op);
      in.push_back(value);
    }
    if (rowOperand) {
      if (!(in[1] = asRows(in[1])))
        return no("unsupported-shape", "the column vector is not known row by row", op);
      if (in[0]->perRow && in[0]->cols.constant != 1)
        return no("unsupported-shape", "a value of one a row is used as a whole row", op);
    } else {
      for (const Node *n : in)
        rows |= n->perRow;
      for (Node *&n : in)
        if (rows && !(n = asRows(n)))
          return no("unsupported-shape", "one operand is known by rows, the other by elements", op);
    }
    Node &n = add(Node::Kind::Map, op);
    n.function = function;
    n.operands = in;
    n.perRow = rows || in[0]->perRow;
    // Operands are valid alike; numbers are so everywhere.
    const auto shaped = std::find_if(
        in.begin(), in.end(), [&](const Node *o) { return o->kind != Node::Kind::Number && o->perRow == n.perRow; });
    if (shaped != in.end())
      n.rows = (*shaped)->rows, n.cols = n.perRow ? constant(op.result()->type.dims[1]) : (*shaped)->cols;
    return define(op, n);
  }

  /// Row c of v goes to column c of each row.
  bool columns(const Op &op, const char *function) {
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

  bool reduce(const Op &op, const char *function) {
    Node *const of = valueOf(op.operands[0], op);
    if (!of)
      return no("unsupported-statement", "an operand is not known here", op);
    if (of->perRow || of->kind == Node::Kind::Number)
      return no("unsupported-shape", "a row of one value is reduced", op);
    Node &n = add(Node::Kind::Fold, op);
    n.function = function;
    n.operands = {of};
    n.perRow = true;
    n.rows = of->rows;
    return define(op, n);
  }

  /// R x 1 and 1 x R are the same values one a row; anything else moves elements between rows.
  bool reshape(const Op &op) {
    Node *const of = op.operands.size() == 1 ? valueOf(op.operands[0], op) : nullptr;
    if (!of)
      return no("unsupported-op", "this form of 'tile::reshape' has no vector form yet", op);
    const std::vector<Extent> &from = op.operands[0].type.dims, &to = op.result()->type.dims;
    Node *value = of;
    if (from != to) {
      const bool line = (from[0] == 1 || from[1] == 1) && (to[0] == 1 || to[1] == 1);
      value = line ? asRows(of) : nullptr;
    }
    if (!value)
      return no("unsupported-shape", "the reshape moves elements to other rows", op);
    if (!supported(op.result()->type, op))
      return false;
    values[op.result()] = value;
    return true;
  }

  const std::set<const Variable *> &buffers;
  const Shapes &shapes;
  Graph &graph;
  std::map<const Variable *, Node *> values;
  std::map<const Variable *, std::size_t> buffersOf;
  std::map<Node *, Node *> turned;
  Problem problem;
};

} // namespace

bool tiles::isProduct(const Op &op) { return op.is("tile.matmul") || op.is("tile.matmul_acc"); }

bool tiles::isOnMatrices(const Op &op) { return isProduct(op) || op.is("tile.transpose"); }

bool tiles::isNumber(const Op &op) {
  return op.kind == OpKind::Dsl && (op.info.name.starts_with("math.") || op.is("tensor.extent"));
}

bool tiles::isAccess(const Op &op) { return op.is("tile.load") || op.is("tile.move"); }

std::optional<Problem> tiles::build(const std::vector<Statement *> &statements,
                                    const std::set<const Variable *> &buffers, const Shapes &shapes, Graph &graph) {
  return Builder(buffers, shapes, graph).run(statements);
}
