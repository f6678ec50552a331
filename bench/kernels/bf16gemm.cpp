//===- bf16gemm.cpp - product of bf16 matrices, accumulated in f32 ------------------------===//
//
// 64 x 64 elements of b stay in the matrix unit while the rows of a and c go by in blocks
// of 64.
//
//===-----------------------------------------------------------------------===//

#include "harness/Bench.h"

#include <pto/dsl.h>
using namespace pto::dsl;

namespace {

constexpr Index block = 64, size = 512;
using Narrow = Tensor<bf16, size, size>;
using Wide = Tensor<float, size, size>;

/// The columns of c from j on, as far as the first steps of k bring them.
PTO_INCORE Wide start_columns(In<Narrow> a, In<Narrow> b, Index j, Out<Wide> c) {
  auto right = tile::move<Mem::Right>(tile::load<block, block, Mem::Mat>(b, {0, j}));
  for (Index i = 0; i < size; i += block) {
    auto left = tile::move<Mem::Left>(tile::load<block, block, Mem::Mat>(a, {i, 0}));
    auto sum = tile::matmul(left, right);
    tile::store(sum, {i, j}, c);
  }
  return c;
}

/// Adds what the steps from k on bring.
PTO_INCORE Wide add_columns(In<Narrow> a, In<Narrow> b, Index k, Index j, InOut<Wide> c) {
  auto right = tile::move<Mem::Right>(tile::load<block, block, Mem::Mat>(b, {k, j}));
  for (Index i = 0; i < size; i += block) {
    auto sum = tile::load<block, block, Mem::Mat>(c, {i, j});
    auto left = tile::move<Mem::Left>(tile::load<block, block, Mem::Mat>(a, {i, k}));
    tile::matmul_acc(sum, left, right);
    tile::store(sum, {i, j}, c);
  }
  return c;
}

PTO_ORCHESTRATION Wide product(In<Narrow> a, In<Narrow> b, Out<Wide> c) {
  for (Index j = 0; j < size; j += block)
    c = start_columns(a, b, j, c);
  for (Index k = block; k < size; k += block)
    for (Index j = 0; j < size; j += block)
      c = add_columns(a, b, k, j, c);
  return c;
}

bool run(const bench::Bf16Gemm &g) {
  if (g.m != size || g.n != size || g.k != size)
    return false;
  product(reinterpret_cast<bf16 *>(g.a), reinterpret_cast<bf16 *>(g.b), g.c);
  return true;
}

const bench::Add entry("", run);

} // namespace
