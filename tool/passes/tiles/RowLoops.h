//===- RowLoops.h - loops over rows, and sweeps over columns -------*- C++ -*-===//
//
// What Sweeps.h promises, in five files: Sweeps.cpp has the loops over rows and the values
// of one a row, SeveralRows.cpp those that are computed for several rows at once, Columns.cpp
// one sweep over the columns, Folds.cpp what a sweep reduces, Masks.cpp what is compared and
// chosen by it.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_TILES_ROWLOOPS_H
#define PTO_PASSES_TILES_ROWLOOPS_H

#include "passes/tiles/Writer.h"

namespace rewrite::tiles {

/// Functions whose result is rather kept than computed again.
bool isDear(const std::string &function);

class RowLoops : Writer {
public:
  using Writer::Writer;

  std::optional<Problem> run();

private:
  using Values = std::vector<const Node *>;
  using Stores = std::vector<const Store *>;

  /// Where in a sweep a vector is: its column, and whether it may overhang the row.
  struct Place {
    std::string column, suffix;
    bool tail = false;
    int level = 0;
    std::map<const Node *, std::string> known, masks = {};
  };

  // Sweeps.cpp
  void group(const std::string &rows, const Stores &roots);
  /// One value a row goes there.
  bool isOfRow(const Store &s) const;
  void storeScalar(const Store &s);
  void decideBuffers(const Stores &roots);
  void declareRowBuffers();
  void decidePrefetch(const Stores &roots);
  void numberVector(const Node &n);
  std::string numberText(const Node &n) const;
  /// The name of a value of one a row, computed here unless it is known.
  std::string scalar(const Node &n);
  /// The function of the node's operands, of scalars ("math::") or vectors ("vec::").
  std::string apply(const Node &n, const std::vector<std::string> &in, const char *level) const;

  // SeveralRows.cpp
  /// What the first reductions give is argument of a function that has no instruction.
  bool ofSeveralRows() const;
  void severalRows(const std::string &rows, const Stores &roots, int last);

  // Columns.cpp
  void sweep(int level, const Stores &roots);
  /// Values of one a row that the vectors of this sweep want in every lane.
  void splats(const Values &folds, const Values &kept, const Stores &stores);
  /// Whole vectors, several at once where they are joined, then what is left of a row.
  std::int64_t accumulatorsOf(const Values &folds, bool doesMore) const;
  void sweepColumns(int level, const Size &columns, const Values &folds, const Values &kept, const Stores &stores);
  /// The name of a vector of the value at the place.
  std::string vector(const Node &n, Place &at);
  std::string triangle(const Node &n, const Place &at) const;
  /// Numbers that follow from the columns, and from the row.
  std::string counted(const Node &n, const Place &at) const;
  /// The product that the sum `n` adds, if no one wants it rounded: `operand` says which one it is.
  const Node *contractible(const Node &n, std::size_t &operand) const;
  std::string fma(const Node &product, const std::string &added, Place &at, const char *sign = "");
  void prefetch(const Place &at, const Size &columns, const Stores &stores);
  /// The largest multiple of n that is no larger.
  static std::string multiple(const Size &size, std::int64_t n);
  std::string remainder(const Size &size) const;

  // Masks.cpp
  /// The name of a mask: where the value is not 0.
  std::string truth(const Node &n, Place &at);
  std::string splatOf(const std::string &element, const std::string &number) const;
  /// Of values of one a row.
  std::string comparison(const Node &n);
  std::string selection(const Node &n);
  /// Nobody wants the bytes of what is compared.
  bool onlyAsked(const Node &n) const;

  // Folds.cpp
  std::string join(const std::string &f, const std::string &x, const std::string &y) const;
  void start(const Node &f, int level, const Size &columns, std::int64_t unroll,
             std::vector<std::string> &accumulators);
  void finish(const Node &f, std::vector<std::string> accumulators);
  /// A mask of the first n lanes.
  std::string mask(const std::string &n);

  std::set<const Node *> members; ///< of the loop over rows
  std::map<const Node *, int> uses;
  std::string row;
  int prefetching = -1; ///< the sweep that asks for what later rows read; none: memory is not what is waited for
  std::map<const Node *, std::string> numbers, rowBuffers, scalars, rowVectors;
  std::map<const Node *, std::string> knownRows; ///< how what is computed for several rows at once is loaded
  std::map<std::pair<std::string, std::string>, std::string> masks;
};

} // namespace rewrite::tiles

#endif
