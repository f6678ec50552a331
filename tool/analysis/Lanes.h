//===- Lanes.h - where each lane of a vector comes from ----------*- C++ -*-===//
//
// Through all that only moves lanes about (shuffle, broadcast, concat, insert, shape_cast,
// copies) back to what computed or read them, and to integers that are known: those of
// splat and step, and what is computed of such.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_LANES_H
#define PTO_ANALYSIS_LANES_H

#include "analysis/Values.h"

#include <map>

namespace rewrite {

/// A number, or lane `index` (row major) of the vector that `vector` is where `source` has run.
struct Lane {
  std::optional<std::int64_t> number;
  const Variable *vector = nullptr; ///< null: it may be any
  const Op *source = nullptr;       ///< what made the vector; null: it was there on entry
  std::int64_t index = 0;
};

class Lanes {
public:
  explicit Lanes(const Values &values) : values(values) {}

  /// Of the vector just before `at`, in row major order.
  const std::vector<Lane> &of(const Variable &vector, const Op &at);

private:
  using Key = std::pair<const Op *, const Variable *>;
  std::vector<Lane> made(const Op &op, const Variable &vector);
  std::vector<Lane> opaque(const Op *source, const Variable &vector) const;

  const Values &values;
  std::map<Key, std::vector<Lane>> known; ///< by what made them
  std::vector<Lane> unknown;
};

/// The lanes of a broadcast's source that the lanes of the result are.
std::vector<std::int64_t> broadcastLanes(const std::vector<Extent> &from, const std::vector<Extent> &to);

} // namespace rewrite

#endif
