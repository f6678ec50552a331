//===- NamedPipelines.cpp - sequences of passes that real kernels want -------===//
//
// The inner loops of matrix products and of normalisations, step by step as the
// transform scripts of MLIR-AIR take them. docs/pipelines/ shows a kernel after each.
//
//===----------------------------------------------------------------------===//

#include "pto-rewrite/Pipeline.h"

using namespace rewrite;

const std::vector<NamedPipeline> &rewrite::namedPipelines() {
  static const std::vector<NamedPipeline> pipelines = {
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
