//===- LowBits.h - integer ops that see no high bits --------------*- C++ -*-===//
//
// Two values that agree in their low n bits agree there still after a sum or a product,
// not after a right shift: the question behind every change of an integer's width.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_LOWBITS_H
#define PTO_ANALYSIS_LOWBITS_H

#include "kernel/Model.h"

namespace rewrite {

/// The low n bits of each lane of the op's result are a function of the low n bits of `operand`, and of
/// the other operands, for every n. vec:: integers are defined modulo 2^bits, so that nothing else can happen.
bool keepsLowBits(const Op &op, const Variable &operand);

} // namespace rewrite

#endif
