//===- Schedule.h - when the values of a graph are known ----------*- C++ -*-===//

#ifndef PTO_PASSES_TILES_SCHEDULE_H
#define PTO_PASSES_TILES_SCHEDULE_H

#include "passes/tiles/Graph.h"

namespace rewrite::tiles {

/// Gives each value the first sweep over the columns in which it is known. `cut`: long chains of ops become two sweeps.
void schedule(Graph &graph, bool cut);

/// Ops read before they write; a sweep does both. What is read and written must be apart, or be the
/// same elements, the last time that they are read.
std::optional<Problem> hazardOf(const Graph &graph, const Analyses &analyses);

} // namespace rewrite::tiles

#endif
