//===- Transfers.h - vectors between registers and memory --------*- C++ -*-===//
//
// transfer_read, transfer_write, load and store, seen alike: which window of which
// memory they move, and whether two of them move the same one.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_TRANSFERS_H
#define PTO_ANALYSIS_TRANSFERS_H

#include "analysis/Memory.h"

namespace rewrite {

struct Transfer {
  const Op *op = nullptr;
  bool writes = false;
  bool promised = false;         ///< load, store: in bounds
  unsigned memory = 0;           ///< number of the operand
  unsigned indices = 0;          ///< number of the operand
  const Operand *pad = nullptr;  ///< of a transfer_read that names one
  const Operand *mask = nullptr; ///< of a masked one

  const Operand &memoryOperand() const { return op->operands[memory]; }
  const std::vector<Expr> &at() const { return op->operands[indices].list; }
  /// Of the vector.
  const Type &type() const { return writes ? op->operands[0].type : op->result()->type; }
};

std::optional<Transfer> transferOf(const Op &op);

/// The elements that the transfer touches, in terms of the root it shows; nothing when not known.
std::optional<View> viewOf(const Transfer &transfer, const Memory &memory);

/// Both move the same elements of the same storage, in the same order: whatever happens in between.
bool sameWindow(const Transfer &a, const Transfer &b, const Memory &memory);

/// Lanes outside of the memory read the same: the same padding, or there are none.
bool samePadding(const Transfer &a, const Transfer &b, const Memory &memory);

/// Every lane lies in the memory that the handle shows; the `inner` last dimensions are not asked about.
bool inBounds(const Transfer &transfer, const Memory &memory, std::size_t inner = 0);

/// The same, shown without what the op promises and with what is known at `place`, an op around it.
bool fitsAt(const Transfer &transfer, const Memory &memory, const Op &place, std::size_t inner = 0);

/// The elements are one run of memory: the handle is known to be row major and dense, and
/// the vector fills its last dimensions.
bool isContiguous(const Transfer &transfer, const Memory &memory);

} // namespace rewrite

#endif
