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
  /// `names`: those that other runs of the function have given to something, and to what is valid of tiles.
  Writer(Graph &graph, const Settings &settings, const Analyses &a, std::set<std::string> &names, Shapes &shapes,
         Emitted &out)
      : graph(graph),
        width(settings.width),
        contract(settings.contract),
        quads(settings.quads),
        reassociate(settings.reassociate),
        a(a),
        out(out),
        names(names),
        shapes(shapes) {}

  /// `base`, or base with a number: nothing else has the name until the open block is closed.
  std::string fresh(const std::string &base);

  void line(const std::string &text) { out.lines.push_back(std::string(2 * (scopes.size() - 1), ' ') + text); }
  void open(const std::string &text);
  void close();
  /// Opens `for (Index name = from; name < to; name += step)`, and says the name.
  std::string loop(const std::string &base, const std::string &from, const std::string &to, std::int64_t step);

  std::string dsl(const std::string &name) const { return a.function.dslPrefix + name; }
  /// One text has to do for all instances.
  bool isTemplate() const { return !a.function.pattern.empty(); }
  /// The template arguments of a vector of such.
  std::string lanes(const std::string &element) const;
  std::string spelled(const std::string &element) const;

  /// Names for sizes that are known at run time only.
  void declareSizes();
  /// Memory for the tiles that live longer than the run, windows of tensors.
  void declareAreas();

  /// New memory of these extents, or of as many elements as the sizes say.
  std::string alloc(const std::string &element, const std::string &extents, const std::vector<Size> &sizes) const;

  /// The indices of an element, from the row and the column.
  static std::string indices(const Area &w, const std::string &row, const std::string &column);
  /// Those of the value that a row has.
  static std::string rowIndices(const Area &w, const std::string &row);

  Graph &graph;
  const unsigned width; ///< lanes of a vector
  const bool contract, quads, reassociate;
  const Analyses &a;
  Emitted &out;

private:
  bool isSpelledOutside(const std::string &name) const;
  bool isName(const std::string &text) const;
  bool isConstant(const Variable &v) const;
  bool staysWhatItIs(const std::string &text) const;
  bool numberSpells(const std::string &name) const;

  std::set<std::string> &names;
  Shapes &shapes;
  std::vector<std::vector<std::string>> scopes{1}; ///< names by the block that they are declared in
};

} // namespace rewrite::tiles

#endif
