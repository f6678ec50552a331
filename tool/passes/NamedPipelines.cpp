//===- NamedPipelines.cpp - sequences of passes that real kernels want -------===//
//
// The inner loops of matrix products and of normalisations, step by step as the
// transform scripts of MLIR-AIR take them. docs/pipelines/ shows a kernel after each.
// And the way of tiles down to the intrinsics of a target: what -O3 --target= runs.
//
//===----------------------------------------------------------------------===//

#include "pto-rewrite/Pipeline.h"

#include "targets/x86/Machine.h"

#include <algorithm>
#include <cassert>

using namespace rewrite;

/// Fewer tiles and tensors; functions on tiles in their kernels; loops over vectors of one register, of tiles and of
/// structured ops; transfers that can be spared; instructions. Vectors of several dimensions have none but for
/// transpositions: what has such is tried again on rank 1. A function that has no instructions for something is taken
/// back to where its tiles were.
static std::string downTo(const std::string &target, const std::string &tiles) {
  return "fold-no-op-reshape, fuse-create-assemble-to-slice, inline-tile-functions, vectorize-tiles{" + tiles +
         "}, vectorize-linalg{" + tiles +
         "}, eliminate-redundant-vector-transfers, hoist-loop-invariant-transfers, lower-vectors{target=" + target +
         "}, linearize-vectors, lower-vectors{target=" + target + "}";
}

const std::vector<NamedPipeline> &rewrite::namedPipelines() {
  static const std::vector<NamedPipeline> pipelines = {
      {"avx2", "tiles, structured ops and vectors down to AVX2 intrinsics", downTo("avx2", "width=8"), 2},
      {"avx512", "tiles, structured ops and vectors down to AVX-512 intrinsics", downTo("avx512", "width=16"), 2},
      {"avx512-vnni", "the same with its dot products of integers", downTo("avx512-vnni", "width=16 quads"), 2},
      {"layernorm", "rows of a layer normalisation on a herd, from structured ops to vectors",
       "fold-unit-extent-dims, herd-vectorize, eliminate-redundant-vector-transfers, convert-divf-sqrt-to-rsqrt, "
       "broadcast-before-unary, convert-size1-vector-to-scalar"},
      {"matmul-inner",
       "the loop over k of a matrix product on a herd: vectors, transfers merged and hoisted, wide sums",
       // Blocks are matrices of their own before they are vectors; then each is read once, and what
       // is summed up stays in registers, flat and wide, until the loop ends.
       "fold-unit-extent-dims, herd-vectorize, eliminate-redundant-vector-transfers, "
       "vector-type-cast{type=f32 op=contract inputs=2 outputs=0}, "
       "vector-type-cast{type=i32 op=contract inputs=2 outputs=0}, hoist-loop-invariant-transfers, "
       "flatten-for-iter-args, hoist-vector-transfer-pointers, hoist-cast-pair"},
      {"rmsnorm", "rows of a root-mean-square normalisation on a herd, from structured ops to vectors",
       "fold-unit-extent-dims, herd-vectorize, eliminate-redundant-vector-transfers, convert-divf-sqrt-to-rsqrt, "
       "broadcast-before-unary, convert-size1-vector-to-scalar"},
  };
  return pipelines;
}

const std::vector<std::string> &rewrite::targets() { return x86::targetNames(); }

static bool isLowering(const PassStep &step) { return step.pass == "lower-vectors"; }

Pipeline rewrite::targetPipeline(unsigned level, const std::string &target, bool threads) {
  Pipeline out;
  const x86::Machine *machine = x86::machineOf(target);
  if (level == 0 || !machine)
    return out;
  PipelineError error;
  [[maybe_unused]] const bool parsed = parsePipeline(std::string("@") + machine->name, out, error);
  assert(parsed && "every target has a predefined pipeline");
  if (threads) { // the last step that still knows which loops there are
    const auto lowering = std::find_if(out.begin(), out.end(), isLowering);
    PassStep step;
    step.pass = "parallelize-loops";
    step.whole = lowering->whole;
    out.insert(lowering, std::move(step));
  }
  for (PassStep &step : out) {
    step.allowed = level == 3;
    if (threads && isLowering(step))
      step.options["threads"] = "openmp";
  }
  return out;
}
