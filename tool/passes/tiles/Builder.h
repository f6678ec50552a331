//===- Builder.h - the graph of a run, op by op -------------------*- C++ -*-===//
//
// Builder.cpp has what all ops need, Elements.cpp the ops on elements and rows, Choices.cpp
// those that compare, choose and search, Matrices.cpp those that move whole tiles,
// Rearrangements.cpp those that make other tiles of them.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_TILES_BUILDER_H
#define PTO_PASSES_TILES_BUILDER_H

#include "passes/tiles/Graph.h"

namespace rewrite::tiles {

class Builder {
public:
  Builder(const Buffers &buffers, const Shapes &shapes, bool isTemplate, Graph &graph)
      : buffers(buffers),
        shapes(shapes),
        isTemplate(isTemplate),
        graph(graph) {}

  /// What variables have at the end of the run goes to their buffers.
  std::optional<Problem> run(const std::vector<Statement *> &statements);

private:
  bool no(const char *reason, std::string message, const Op &op);
  Node &add(Node::Kind kind, const Op &op);
  /// What is loaded, in elements of a wider type.
  Node &widened(Node &of, const std::string &element);
  static void setShape(Area &w, const Shape &shape);
  /// What is valid of a value in a tile of that type: R x 1 and 1 x R are the same value.
  Shape shapeOf(const Node &value, const Type &type) const;
  /// The sizes that the op's template arguments spell, from number `first` on.
  void spellShape(const Op &op, std::size_t first, Node &n) const;
  /// `value`: what is stored there.
  std::size_t bufferOf(const Variable &v, const Node *value = nullptr);
  /// What a variable is assigned is as valid as what it had.
  bool keepsShape(const Variable &v, const Node &value);
  /// The value that an operand has; null when it cannot be said.
  Node *valueOf(const Operand &o, const Op &user);
  /// A 1 x R value, element by element, as one value a row of something with R rows.
  Node *asRows(Node *n);
  static std::optional<std::string> textOf(const Expr &e);
  bool take(const Op &op);
  /// Tiles whose elements are what they look like: constant extents, one value an element.
  /// Only what is loaded, stored and cast has elements of other types than float.
  bool supported(const Type &t, const Op &op, bool anyElement = false);
  bool define(const Op &op, Node &n);
  bool window(const Op &op, const Operand &tensor, const Operand &at, const Shape &shape, const std::string &element,
              std::size_t &number);
  bool load(const Op &op);
  /// Rows and columns that a list says.
  bool sizes(const Op &op, const std::vector<Expr> &list, Node &n);
  bool store(const Op &op);
  bool create(const Op &op);
  /// Numbers are the same whatever is valid of them.
  bool revalidate(const Op &op);
  /// Another name of the tile, which nothing changes in place.
  bool alias(const Op &op);
  bool transpose(const Op &op);
  bool move(const Op &op);
  /// The operand, which has to be in memory.
  Node *inMemory(const Operand &o, const Op &op);
  bool reduceColumns(const Op &op, const char *function);
  bool concat(const Op &op);
  bool padded(const Op &op);
  bool triangle(const Op &op);
  bool product(const Op &op);
  bool full(const Op &op);
  /// What the operands are, numbers as such elements.
  bool valuesOf(const Op &op, const std::vector<const Operand *> &operands, const std::string &element,
                std::vector<Node *> &out);
  /// All of them are known by rows, or none.
  bool alike(const Op &op, std::vector<Node *> &values);
  Node &number(const Op &op, const std::string &text, const std::string &element);
  /// Computed element by element, valid as what it is computed from.
  Node &mapped(const Op &op, const char *function, const std::string &element, std::vector<Node *> operands);
  /// Operands are valid alike; numbers are so everywhere.
  bool map(const Op &op, const char *function, std::vector<const Operand *> operands, bool rowOperand = false);
  /// Row c of v goes to column c of each row.
  bool columns(const Op &op, const char *function);
  bool reduce(const Op &op, const char *function);
  /// What a row is reduced from.
  Node *reducible(const Op &op);
  /// One value a row; of small elements in larger ones, as the DSL adds them up and registers join them.
  Node &folded(const Op &op, Node &of, const char *function);
  /// Elements of 8 and 16 bits in those of 32.
  Node &wide(Node &of);
  bool compare(const Op &op);
  /// (a + b) + c and kin: `function` first.
  bool thenAdd(const Op &op, const char *function);
  bool leakyRelu(const Op &op);
  /// Where the first largest or smallest element of a row is.
  bool place(const Op &op, const char *function);
  /// 0, 1, ... as elements.
  bool count(const Op &op);
  /// The parts of two tiles that are valid are the same.
  bool parts(const Op &op, const char *function);
  /// What is valid of a tile whose elements are not read.
  std::optional<Shape> shapeLike(const Operand &like, const Op &op);
  bool expandRows(const Op &op);
  bool expandColumns(const Op &op);
  bool expandNumber(const Op &op);
  bool cast(const Op &op);
  /// R x 1 and 1 x R are the same values one a row; anything else moves elements between rows.
  bool reshape(const Op &op);

  const Buffers &buffers;
  const Shapes &shapes;
  const bool isTemplate;
  Graph &graph;
  std::map<const Variable *, Node *> values;
  std::map<const Variable *, std::size_t> buffersOf;
  std::map<Node *, Node *> turned, wider;
  Problem problem;
};

} // namespace rewrite::tiles

#endif
