//===- Products.h - matrix products as loops over vectors ---------*- C++ -*-===//
//
// The result is computed block by block: some rows by some vectors of columns, whose elements
// stay in registers while k counts up. A step takes these vectors of the right operand and
// a number of each row of the left one. The order of the steps is that of the tile op, each
// of which is a fused multiply-add: the result has the same bits.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_TILES_PRODUCTS_H
#define PTO_PASSES_TILES_PRODUCTS_H

#include "passes/tiles/Writer.h"

namespace rewrite::tiles {

/// The loops that write the product to the area. \pre its operands are areas.
void emitProduct(Writer &writer, const Node &product, const Area &to);

/// The product has one column, and may be added up along its rows: that is what emitDots() does.
bool isDot(const Writer &writer, const Node &product);
void emitDots(Writer &writer, const Node &product, const Area &to);

/// The loops that write the operand's columns as rows.
void emitTranspose(Writer &writer, const Node &transposed, const Area &to);

} // namespace rewrite::tiles

#endif
