//===- WholeTiles.h - ops that take tiles as wholes ---------------*- C++ -*-===//
//
// What reduces columns, puts tiles side by side or fills them up reads its operands from memory
// and writes its result there, in loops of its own.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_TILES_WHOLETILES_H
#define PTO_PASSES_TILES_WHOLETILES_H

#include "passes/tiles/Writer.h"

namespace rewrite::tiles {

/// Each column as one number: the rows in their order, as the tile op takes them.
void emitColumns(Writer &writer, const Node &node, const Area &to);

/// The first operand's columns, then the second one's.
void emitConcat(Writer &writer, const Node &node, const Area &to);

/// The operand, and the value that the node's text says where it has nothing valid.
void emitPadded(Writer &writer, const Node &node, const Area &to);

} // namespace rewrite::tiles

#endif
