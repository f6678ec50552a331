//===- Lanes.h - vectors with a dimension a loop -----------------*- C++ -*-===//
//
// What one scalar of a body is at all points of the domain: a vector that has a
// dimension for each loop that it depends on.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_VECTORIZE_LANES_H
#define PTO_PASSES_VECTORIZE_LANES_H

#include "kernel/Model.h"

#include <set>

namespace rewrite::vectorize {

using Loops = std::vector<int>;          ///< numbers of dimensions of the domain, each at most once
using Shape = std::vector<std::int64_t>; ///< extents of a vector

/// How tightly an expression of C++ binds.
enum Binds {
  ternary,
  logicalOr,
  logicalAnd,
  bitOr,
  bitXor,
  bitAnd,
  equality,
  relational,
  shift,
  sum,
  product,
  prefix,
  primary
};

struct Lanes {
  std::string element;  ///< type of a lane; bool: a mask
  Loops loops;          ///< of its dimensions, in their order; none: one lane, Vec<T, 1>
  bool uniform = false; ///< no vector but a scalar: the same at all points
  Text text;
  Binds binds = primary;
  bool named = false; ///< the text is a name: it costs nothing to say it again
};

/// Those of both, in the order of the one that has all of them, otherwise ascending.
Loops united(const Loops &a, const Loops &b);
/// Those of the first that the second does not have, or has; in the order of the first.
Loops without(const Loops &a, const Loops &b);
Loops common(const Loops &a, const Loops &b);
bool includes(const Loops &all, const Loops &part);

/// Makes the text of vector code, and collects its statements.
class Writer {
public:
  /// `taken`: names that are not free, though nothing spells them yet.
  Writer(const Function &function, Shape extents, std::set<std::string> taken = {})
      : taken(std::move(taken)),
        function(function),
        extents(std::move(extents)) {}

  std::string dsl(const std::string &name) const { return function.dslPrefix + name; }
  std::string element(const std::string &type) const;
  std::int64_t extent(int loop) const { return extents[static_cast<std::size_t>(loop)]; }

  /// Extents of a vector with these dimensions; {1} for none.
  Shape shape(const Loops &loops) const;
  /// "4, 8": the extents of a vector that is made.
  std::string spell(const Shape &shape);

  /// The text, in brackets when it binds less tightly than `least`.
  static Text bracket(const Lanes &v, Binds least);
  /// As a vector that has exactly these dimensions, more than it depends on.
  Lanes spread(const Lanes &v, const Loops &loops);
  /// shape_cast where the shapes differ.
  Text reshape(Text vector, const Shape &from, const Shape &to);
  /// transpose where the orders differ.
  Text transpose(Text vector, const Loops &from, const Loops &to);
  /// Without dimensions of extent 1.
  Lanes drop(Lanes v, const Loops &units);

  /// A name that is free here, `base` if that is.
  std::string fresh(const std::string &base);
  /// const auto name = v;
  Lanes declare(const std::string &base, const Lanes &v);
  void add(Text statement) { statements.push_back(std::move(statement)); }

  std::vector<Text> statements;
  std::int64_t largest = 0; ///< lanes of any vector so far
  std::set<std::string> taken;

private:
  const Function &function;
  const Shape extents;
};

} // namespace rewrite::vectorize

#endif
