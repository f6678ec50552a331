//===- Strips.h - structured ops as loops over vectors -------------*- C++ -*-===//
//
// Where a vector of all points of the domain would be too large for registers, one loop of
// the domain is walked in strips of a vector's lanes, and the others by loops of C++:
//
//   linalg::generic<par<8>, par<100>>(            for (Index i = 0; i < 8; ++i) {
//       [&](Index i, Index j) {                     const float s_value = mem::load(s, i);
//         o(i, j) = x(i, j) * s(i);                 for (Index j = 0; j < 96; j += 16) {
//       });                                           const auto x_vec = vec::load<16>(x, {i, j});
//                                                     vec::store(x_vec * vec::splat<float, 16>(s_value), o, {i, j});
//                                                   }
//                                                   { ... the last four under a mask ... }
//                                                 }
//
// What moves with no lane stays a scalar, and is spelled as it was. Lanes must be neighbours
// in memory: the strips go along the last index of what is written, or, where that is summed
// up along the last index of what is read, along that one.
//
// What is accumulated stays in registers while it is: in four of them, which do not wait for
// one another. Where the strips are not what is summed up, each lane accumulates what it did in
// the same order, so with the same bits; where they are, the sum of floats has another order.
// Rows of what is accumulated that share vectors which are read (a product of matrices, point by
// point) are computed some at a time.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_VECTORIZE_STRIPS_H
#define PTO_PASSES_VECTORIZE_STRIPS_H

#include "passes/vectorize/Lanes.h"
#include "passes/vectorize/Vectorize.h"

#include <map>

namespace rewrite::vectorize {

/// One index of an element: the value of a loop, if any, and a number that is the same at all points, if any.
struct Subscript {
  int loop = -1;
  Text offset;         ///< empty: 0
  int point = -1;      ///< the loop that it moves with, by lanes or not
  bool varies = false; ///< it moves with loops in another way, too
};

/// handle(subscripts): at all points of the domain, a window.
struct Place {
  const Variable *handle = nullptr;
  std::vector<Subscript> at;

  Loops loops() const;  ///< that its lanes move with, as the dimensions of the memory have them
  Loops points() const; ///< that it moves with
};

/// The domain and the steps of a generic; other ops are said in these terms.
struct Domain {
  Shape extents;
  std::vector<std::string> sizes;                                ///< C++ of the extents, where they are not constant
  std::vector<std::string> names;                                ///< for the loops
  std::vector<std::pair<const Variable *, std::size_t>> sizedBy; ///< a handle and its dimension of that extent
  std::vector<bool> reduction;
  std::vector<Step> steps;
  bool contraction = false; ///< linalg::matmul: contract, whatever the extents
};

/// What has been read.
using Reads = std::vector<std::pair<Place, Lanes>>;

/// Some neighbours along one loop of the domain, at one point of the others.
struct Strip {
  int loop = -1; ///< whose points are lanes
  std::int64_t lanes = 0;
  std::vector<std::string> counters; ///< C++ for each loop: which point it is, or where the lanes begin
  std::string mask;                  ///< names the lanes that there are; "": all
  std::set<std::string> taken;       ///< names
  Reads known;                       ///< by code before

  Shape shape(std::size_t loops) const;
};

/// What is accumulated: `start` before the points that it comes from, `next` at each, `last` behind them.
struct Accumulator {
  std::string name;
  Text start, next, last;
};

/// The code of a strip.
struct Part {
  std::vector<Text> scalars; ///< what moves with no lane: statements
  std::vector<Text> vectors; ///< statements
  std::vector<Accumulator> accumulators;
  Loops over;                  ///< what they come from
  Loops shared;                ///< vectors are read that do not move with these
  std::set<std::string> taken; ///< names
  Reads known;
  bool reassociates = false, contracts = false;
  unsigned reads = 0, writes = 0;
};

/// The op as loops over strips. `names` and `locals`: of handles and of numbers that `before` declares.
std::variant<Code, Verdict> inStrips(const Op &op, const Domain &domain, const Analyses &analyses, const Policy &policy,
                                     std::vector<Text> before, const std::map<const Variable *, std::string> &names,
                                     const std::map<std::string, Lanes> &locals, std::set<std::string> taken);

} // namespace rewrite::vectorize

#endif
