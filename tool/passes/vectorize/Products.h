//===- Products.h - linalg::matmul in tiles of registers -------------*- C++ -*-===//

#ifndef PTO_PASSES_VECTORIZE_PRODUCTS_H
#define PTO_PASSES_VECTORIZE_PRODUCTS_H

#include "passes/vectorize/Strips.h"

namespace rewrite::vectorize {

/// The matrices are such as products of tiles can be of: passes/tiles/Products.h.
bool isInTiles(const Op &matmul);

/// The product, computed as that of tiles is. Its domain is [i, k, j].
Code inTiles(const Op &matmul, const Domain &domain, const Analyses &analyses, const Policy &policy,
             std::vector<Text> before, const std::map<const Variable *, std::string> &names,
             std::set<std::string> taken);

} // namespace rewrite::vectorize

#endif
