//===- Direct.h - products that are computed where they are stored -*- C++ -*-===//
//
//   auto sum = tile::load<64, 64>(c, {i, j});
//   sum = tile::matmul_acc(sum, left, right);
//   tile::store(sum, {i, j}, c);
//
// Each element of c is read, added to in a register, and written: the tile between is
// nothing but a name. So is the result of tile::matmul that the next statement stores.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_TILES_DIRECT_H
#define PTO_PASSES_TILES_DIRECT_H

#include "passes/Pass.h"

namespace rewrite::tiles {

/// The tile that the statement makes of matrices, where the next statement stores it, and nothing else has to do with
/// it; null otherwise. No factor that is loaded in front of it overlaps what is stored.
const Variable *storedProduct(const Statement &statement, const Analyses &analyses);

} // namespace rewrite::tiles

#endif
