//===- Graph.h - a run of tile ops as a graph of values ----------*- C++ -*-===//
//
// A run is a sequence of neighbouring statements of one block that consist of tile ops
// alone. Its graph says what is computed, element by element: where a value comes from
// (a window of a tensor, a buffer, a number), how it is computed, and where it goes.
// Two kinds of values are enough for what rows are made of: one an element (r, c), and
// one a row (r), which is what a reduction along a row gives and row_expand ops take.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_TILES_GRAPH_H
#define PTO_PASSES_TILES_GRAPH_H

#include "passes/Pass.h"

#include <deque>
#include <map>

namespace rewrite::tiles {

/// A number of valid rows or columns: constant, or C++ that says it.
struct Size {
  std::optional<std::int64_t> constant;
  std::string text;
  friend bool operator==(const Size &a, const Size &b) { return a.text == b.text; }
};

inline Size constant(std::int64_t n) { return {n, std::to_string(n)}; }

/// Elements of memory that a load, a store or a buffer shows: `name(r + row offset, c + ...)`.
struct Area {
  std::string memory;               ///< the tensor, or the variable whose buffer it is
  std::vector<std::string> offsets; ///< of a tensor; none: a buffer
  Size rows, cols;
  std::string name;              ///< of the mem::MemRef in the emitted code
  std::string element = "float"; ///< as the model spells it
  std::string extents = {};      ///< of a buffer; none: as much as is valid
};

struct Node {
  enum class Kind {
    Window,    ///< read from memory
    Number,    ///< `text` everywhere
    Map,       ///< `function` of the operands, element by element
    Fold,      ///< `function` along each row: one value a row
    Product,   ///< of two windows as matrices, added to the third operand where there is one
    Transpose, ///< of a window
    Columns,   ///< `function` along each column of a window
    Concat,    ///< two windows side by side
    Padded,    ///< a window, and `text` where it is not valid
  };
  Kind kind = Kind::Window;
  const Op *op = nullptr;
  std::string name;     ///< for the code: the user's name where there is one
  std::string element;  ///< element type as spelled
  std::string function; ///< vec:: op
  std::string text;     ///< Number: the value; Map: further arguments; Fold: the element type of what is
                        ///< reduced; Product: where it starts as 0, not as operand 2
  std::vector<Node *> operands;
  std::size_t window = 0; ///< Window: number in Graph::windows
  Size rows, cols;
  bool perRow = false; ///< one value a row; columns do not count

  // Schedule.h
  int level = 0;         ///< the first sweep over the columns in which it is known
  bool kept = false;     ///< better kept in a buffer between sweeps than computed again
  bool buffered = false; ///< kept in one
};

/// A value that goes to memory at the end of what computes it.
struct Store {
  Node *value = nullptr;
  std::size_t window = 0;
  const Op *op = nullptr;
  int level = 0; ///< the sweep that writes it: the last one that reads what was there
};

struct Graph {
  std::vector<Statement *> statements;
  std::deque<Node> nodes; ///< operands before their users
  std::vector<Area> windows;
  std::vector<Store> stores;
  std::vector<const Variable *> declared;                        ///< tile variables whose buffers are declared here
  std::vector<std::pair<const Variable *, std::size_t>> buffers; ///< and windows of all that are used
};

/// What runs tell one another: how much of a buffer is valid, in words that mean the same in all of them.
struct Shape {
  Size rows, cols;
};
struct Shapes {
  std::map<const Variable *, Shape> of;
  /// What has a name by now, and in which block.
  std::map<std::string, std::pair<std::string, const Block *>> names;

  /// The size that the text says, by its name where it has one that can be spelled there.
  Size size(const std::string &text, const Block &there) const {
    const auto known = names.find(text);
    return {std::nullopt, known != names.end() && encloses(*known->second.second, there) ? known->second.first : text};
  }
};

/// Integers of at most 32 bits: those that fit the lanes that floats have.
bool isWhole(const std::string &element);
/// bf16 and half: computed in float, and rounded once an op.
bool isSmallFloat(const std::string &element);
/// The op on elements is known for integers.
bool takesWhole(const std::string &function);

/// No column: what a row is searched for stands in none.
inline constexpr const char *nowhere = "2147483647";

/// Why a run, or the function that it stands in, cannot be lowered.
struct Problem {
  std::string reason, message;
  const Op *where = nullptr;
};

/// What an op on matrices as wholes gives goes to memory, and its operands come from there.
inline bool isOnMatrices(const Node &n) { return n.kind >= Node::Kind::Product; }
/// What an element is follows from its place alone.
inline bool isByPlace(const Node &n) { return n.kind == Node::Kind::Map && n.operands.empty(); }
bool isProduct(const Op &op);
/// The product is added to a tile in place: operand 0.
bool isUpdate(const Op &op);
bool isOnMatrices(const Op &op);
/// The op gives a number that an argument is computed from.
bool isNumber(const Op &op);
/// Ops that only say where elements are.
bool isAccess(const Op &op);

/// Tiles that are needed in other runs than the one that makes them: their elements are kept in memory in between, as
/// elements of this type.
using Buffers = std::map<const Variable *, std::string>;

/// Builds the graph of the run, or says what is in the way. `shapes`: what is valid of those that
/// have elements by now. `isTemplate`: sizes are said in its words, so that one text does for all instances.
std::optional<Problem> build(const std::vector<Statement *> &statements, const Buffers &buffers, const Shapes &shapes,
                             bool isTemplate, Graph &graph);

} // namespace rewrite::tiles

#endif
