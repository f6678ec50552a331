//===- Factors.h - the factors of a product as the steps take them -*- C++ -*-===//
//
// A step of a product multiplies a number of each row of the left factor with vectors of a
// row of the right one, and adds that to the sums. Factors that are narrower than the sums are
// laid out for that first: 16-bit floats and their like as elements of the sum, 8- and 16-bit
// integers in pairs of neighbours, which one step takes at once (vec::dot). Integers wrap, so
// their sums are the same in every order.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_TILES_FACTORS_H
#define PTO_PASSES_TILES_FACTORS_H

#include "passes/tiles/Writer.h"

namespace rewrite::tiles {

struct Factors {
  Area left, right;    ///< rows(left) x steps, steps x columns(right)
  std::string element; ///< of both, and of the sums
  bool pairs = false;  ///< each element is two 16-bit integers

  /// Sums that start as +0.
  std::string zero(const Writer &w, std::int64_t lanes) const;
  /// The sum after a step: `x`, a number, times `row`, a vector, is added.
  std::string step(const Writer &w, const std::string &x, const std::string &row, const std::string &sum,
                   std::int64_t lanes) const;
};

/// Writes what lays the factors of the product out, where something is to be.
Factors factorsOf(Writer &w, const Node &product);

} // namespace rewrite::tiles

#endif
