//===- Writer.h - what loops over tiles are written with ----------*- C++ -*-===//
//
// Lines, names that are free, and the handles by which the emitted code knows the areas
// of a graph.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_TILES_WRITER_H
#define PTO_PASSES_TILES_WRITER_H

#include "passes/tiles/Sweeps.h"

namespace rewrite::tiles {

inline std::string number(std::int64_t n) { return std::to_string(n); }

class Writer {
public:
  Writer(Graph &graph, unsigned width, const Analyses &a, Emitted &out) : graph(graph), width(width), a(a), out(out) {}

  /// `base`, or base with a number: nothing else in the function has the name.
  std::string fresh(const std::string &base);
  /// A name of a block that is closed is free again.
  void release(const std::string &name) { names.erase(name); }

  void line(const std::string &text) { out.lines.push_back(std::string(2 * depth, ' ') + text); }
  void open(const std::string &text) {
    line(text + (text.empty() ? "{" : " {"));
    ++depth;
  }
  void close() {
    --depth;
    line("}");
  }
  /// Opens `for (Index name = from; name < to; name += step)`.
  void loop(const std::string &name, const std::string &from, const std::string &to, std::int64_t step);

  std::string dsl(const std::string &name) const { return a.function.dslPrefix + name; }
  std::string lanes() const { return "float, " + number(width); }

  /// Memory for the tiles that live longer than the run, windows of tensors.
  void declareAreas();

  /// The indices of an element, from the row and the column.
  static std::string indices(const Area &w, const std::string &row, const std::string &column);
  /// Those of the value that a row has.
  static std::string rowIndices(const Area &w, const std::string &row);

protected:
  Graph &graph;
  const unsigned width;
  const Analyses &a;
  Emitted &out;

private:
  bool isSpelledOutside(const std::string &name) const;
  bool numberSpells(const std::string &name) const;

  unsigned depth = 0;
  std::set<std::string> names;
};

} // namespace rewrite::tiles

#endif
