//===- Vectorize.h - structured ops as vector code ---------------*- C++ -*-===//
//
// A linalg op on MemRefs becomes: read each operand as one vector, compute, write once.
//
//   linalg::map([](float p, float q) { return p * q; }, a, b, out);
//
//   const auto p = vec::transfer_read<4, 8>(a, {0, 0});
//   const auto q = vec::transfer_read<4, 8>(b, {0, 0});
//   vec::transfer_write(p * q, out, {0, 0});
//
// The idea. A point of the domain is a lane. A scalar of the body that depends on the
// loops i and k only is a vector with a dimension for i and one for k (Lanes.h), so that
// nothing is repeated before it has to be: where two scalars meet, both are broadcast to
// the loops of either. The types are those that C++ gives each node of the body (bf16 is
// rounded at each operation, a short is an int where it is added), so that each lane goes
// through the roundings that the scalar went through.
//
// Why it is right. Reading all and then writing all is the same as going from point to
// point when no point reads what another one has written. That holds when what is
// written overlaps nothing that is read (Memory), but for the very element that the point
// itself writes. A reduction is the exception, and has ops that say its order: the lanes
// of multi_reduction and the steps of contract ascend as the points of the domain do.
//
//   Lanes.h         vectors with a dimension a loop, and how they are spelled
//   Places.cpp      which elements of which memory the body reads and writes
//   Terms.cpp       scalars to vectors
//   Reductions.cpp  out(i) = out(i) + f(i, k): multi_reduction and contract
//   Body.cpp        the steps of a body in order
//   Strips.h        loops over vectors of one register, where a vector of all would be too large
//   Parts.cpp       a body on some of its points
//   Vectorize.cpp   the ops of linalg
//   Replace.cpp     their code in the text
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_VECTORIZE_VECTORIZE_H
#define PTO_PASSES_VECTORIZE_VECTORIZE_H

#include "passes/Pass.h"

#include <map>
#include <variant>

namespace rewrite::vectorize {

struct Policy {
  std::int64_t mostLanes = 4096; ///< of one vector
  bool contract = false;         ///< a product that is added may become an fma even if that rounds otherwise
  unsigned width = 0;            ///< lanes of a register: loops over vectors of such; 0: one vector is all
  bool reassociate = false;      ///< of floats: what is summed up may be joined in another order
  bool quads = false;            ///< the target multiplies groups of four unsigned and signed bytes
  /// Parameters that the code knows by the name of a window.
  std::map<const Variable *, std::string> windows = {};
};

/// What takes the place of an op.
struct Code {
  std::vector<Text> before; ///< statements
  Text last;                ///< an expression
  unsigned reads = 0, writes = 0;
  std::int64_t lanes = 0;   ///< of the largest vector
  bool contracts = false;   ///< a product and a sum became one op though that rounds otherwise
  bool isStatement = false; ///< `last` is a statement of its own, of several lines
};

/// A map, generic, fill, copy or matmul, understood or not.
bool isStructured(const Op &op);

/// "linalg::map"
std::string nameOf(const Op &op);

/// The op as vector code, or why not. The reasons are those of `reasons()`.
std::variant<Code, Verdict> vectorize(const Op &op, const Analyses &analyses, const Policy &policy);

/// Puts the code in the place of the op.
void replace(const Op &op, const Code &code, Rewriter &rewriter);

/// Why vectorize() may keep an op: for the PassInfo of passes that use it.
std::vector<ReasonInfo> reasons();

} // namespace rewrite::vectorize

#endif
