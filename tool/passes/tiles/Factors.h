//===- Factors.h - the factors of a product as the steps take them -*- C++ -*-===//
//
// A step of a product multiplies a number of each row of the left factor with vectors of a
// row of the right one, and adds that to the sums. Factors that are narrower than the sums are
// laid out for that first: 16-bit floats and their like as elements of the sum, 8- and 16-bit
// integers in groups of neighbours along k, which one step takes at once (vec::dot). Integers
// wrap, so their sums are the same in every order.
//
// Groups are pairs of 16-bit integers. Where the target has a dot of unsigned and signed bytes,
// groups of signed bytes are four: 128 is added to those of the left factor, and the sums start
// with 128 less for each number of the right factor's column that they will be multiplied with,
// which is the same number modulo 2^32.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_TILES_FACTORS_H
#define PTO_PASSES_TILES_FACTORS_H

#include "passes/tiles/Writer.h"

namespace rewrite::tiles {

struct Factors {
  Area left, right;    ///< rows(left) x steps, steps x columns(right)
  std::string element; ///< of both, and of the sums
  int group = 1;       ///< how many integers an element is
  Area starts = {};    ///< a row of what is added to all sums of a column; none: "" is its name

  std::string zero(const Writer &w, std::int64_t lanes) const;
  /// What sums of these columns start as; `given`: what they are added to, or "".
  std::string start(const Writer &w, const std::string &given, const std::string &column, std::int64_t lanes,
                    bool masked) const;
  /// The sum after a step: `x`, a number, times `row`, a vector, is added.
  std::string step(const Writer &w, const std::string &x, const std::string &row, const std::string &sum,
                   std::int64_t lanes) const;
};

/// Writes what lays the factors of the product out, where something is to be.
Factors factorsOf(Writer &w, const Node &product);

} // namespace rewrite::tiles

#endif
