//===- Sweeps.h - a graph of tile ops as loops over vectors ------*- C++ -*-===//
//
// All values of a run that have the same rows share one loop over these rows. Inside, a
// value is known after a number of sweeps over the columns: what a row is reduced to is
// known after the sweep that reduces it. So softmax is, for each row, a sweep for the
// largest element, one for the exponentials and their sum, and one for the quotients.
// What a later sweep needs again is computed again where that is cheap, and kept in a
// buffer of one row where it is not. While a row is computed, the memory of the row after the
// next one is asked for.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_TILES_SWEEPS_H
#define PTO_PASSES_TILES_SWEEPS_H

#include "passes/tiles/Graph.h"

namespace rewrite::tiles {

struct Settings {
  unsigned width = 16;      ///< lanes of a vector
  bool contract = false;    ///< a product that is added need not be rounded
  bool reassociate = false; ///< a row's products may be added up in another order
  bool quads = false;       ///< the target multiplies groups of four unsigned and signed bytes
};

struct Emitted {
  std::vector<std::string> lines; ///< without indentation of the place they go to
  unsigned sweeps = 0, buffers = 0, products = 0;
  unsigned contracted = 0;   ///< products and sums that became one op
  bool reassociates = false; ///< a sum or product is joined in another order
};

/// C++ for the graph in vectors, or what is in the way. `names`: those that other runs
/// of the function declare; those that this one declares are added. `shapes`: of buffers, likewise.
std::optional<Problem> emit(Graph &graph, const Settings &settings, const Analyses &analyses,
                            std::set<std::string> &names, Shapes &shapes, Emitted &out);

} // namespace rewrite::tiles

#endif
