//===- bf16gemm.cpp - product of bf16 matrices, accumulated in f32 ------------------------===//

#include "harness/Bench.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index block = 64, size = 512;
using Narrow = Tensor<bf16, size, size>;
using Wide = Tensor<float, size, size>;

PTO_INCORE Wide product_block(In<Narrow> a, In<Narrow> b, Index i, Index j, Out<Wide> c) {
  auto sum = tile::matmul(tile::move<Mem::Left>(tile::load<block, block, Mem::Mat>(a, {i, 0})),
                          tile::move<Mem::Right>(tile::load<block, block, Mem::Mat>(b, {0, j})));
  for (Index k = block; k < size; k += block) {
    auto left = tile::move<Mem::Left>(tile::load<block, block, Mem::Mat>(a, {i, k}));
    auto right = tile::move<Mem::Right>(tile::load<block, block, Mem::Mat>(b, {k, j}));
    sum = tile::matmul_acc(sum, left, right);
  }
  return tile::store(sum, {i, j}, c);
}

PTO_ORCHESTRATION Wide product(In<Narrow> a, In<Narrow> b, Out<Wide> c) {
  for (Index i = 0; i < size; i += block)
    for (Index j = 0; j < size; j += block)
      c = product_block(a, b, i, j, c);
  return c;
}

static bool run(const bench::Bf16Gemm &g) {
  if (g.m != size || g.n != size || g.k != size)
    return false;
  product(reinterpret_cast<bf16 *>(g.a), reinterpret_cast<bf16 *>(g.b), g.c);
  return true;
}
static const bench::Add entry("", run);
