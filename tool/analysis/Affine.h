//===- Affine.h - windows as integer sets ------------------------*- C++ -*-===//
//
// Questions about rectangles of tensors, answered by isl: are two windows
// disjoint, is one inside the other, do all iterations of a loop together cover
// a tensor, do two iterations touch the same element. What is not affine becomes
// a symbol of its own, equal only to the same expression over the same
// variables; an answer of "no" therefore means "not proven".
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_AFFINE_H
#define PTO_ANALYSIS_AFFINE_H

#include "kernel/Model.h"

#include <vector>

namespace rewrite {

/// offsets[d] <= x[d] < offsets[d] + sizes[d]
struct Window {
  std::vector<Expr> offsets, sizes;
};

/// lower <= variable < upper, in steps from lower.
using Ranges = std::vector<Induction>;

namespace affine {

/// No element lies in both. Variables have the same value in both windows.
bool disjoint(const Window &a, const Window &b, const Ranges &ranges);

/// Every element of `inner` lies in `outer`.
bool contains(const Window &outer, const Window &inner, const Ranges &ranges);

/// Some element of the window certainly lies outside 0 <= x < extents.
bool certainlyOutside(const Window &window, const std::vector<Expr> &extents, const Ranges &ranges);

/// One window, taken for all values of `over` (innermost last), may depend on them.
struct SweptWindow {
  Window window;
  Ranges over;
};

/// The windows together contain every element of 0 <= x < extents.
bool cover(const std::vector<SweptWindow> &windows, const std::vector<Expr> &extents, const Ranges &ranges);

/// Different values of `iterated` give disjoint windows; all other variables
/// in `inner` may differ between the two, the rest is the same.
bool disjointAcross(const Window &window, const Induction &iterated, const Ranges &inner, const Ranges &ranges);
/// The same of two windows: what the one is at one value is apart from what the other is at another value.
bool disjointAcross(const SweptWindow &a, const SweptWindow &b, const Induction &iterated, const Ranges &ranges);

/// The two have the same value.
bool equal(const Expr &a, const Expr &b, const Ranges &ranges);

} // namespace affine
} // namespace rewrite

#endif
