//===- sgemm.cpp - product of f32 matrices ----------------------------------------------===//
//
// A 64 x 64 block of the result stays in the accumulators of the matrix unit while k goes
// by in steps of 64. Twice: whole blocks only, and with edges.
//
//===-----------------------------------------------------------------------===//

#include "harness/Bench.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index block = 64;
using Plane = Tensor<float, dyn, dyn>;

PTO_INCORE Plane product_block(In<Plane> a, In<Plane> b, Index i, Index j, Out<Plane> c) {
  auto sum = tile::matmul(tile::move<Mem::Left>(tile::load<block, block, Mem::Mat>(a, {i, 0})),
                          tile::move<Mem::Right>(tile::load<block, block, Mem::Mat>(b, {0, j})));
  for (Index k = block; k < a.extent(1); k += block) {
    auto left = tile::move<Mem::Left>(tile::load<block, block, Mem::Mat>(a, {i, k}));
    auto right = tile::move<Mem::Right>(tile::load<block, block, Mem::Mat>(b, {k, j}));
    sum = tile::matmul_acc(sum, left, right);
  }
  return tile::store(sum, {i, j}, c);
}

PTO_ORCHESTRATION Plane product(In<Plane> a, In<Plane> b, Out<Plane> c) {
  for (Index i = 0; i < c.extent(0); i += block)
    for (Index j = 0; j < c.extent(1); j += block)
      c = product_block(a, b, i, j, c);
  return c;
}

/// rows x cols elements of the block count.
PTO_INCORE Plane product_edge(In<Plane> a, In<Plane> b, Index i, Index j, Index rows, Index cols, Out<Plane> c) {
  const Index depth = a.extent(1), first = math::min(block, depth);
  auto sum = tile::matmul(tile::move<Mem::Left>(tile::load<block, block, Mem::Mat>(a, {i, 0}, Valid{rows, first})),
                          tile::move<Mem::Right>(tile::load<block, block, Mem::Mat>(b, {0, j}, Valid{first, cols})));
  for (Index k = block; k < depth; k += block) {
    const Index n = math::min(block, depth - k);
    auto left = tile::move<Mem::Left>(tile::load<block, block, Mem::Mat>(a, {i, k}, Valid{rows, n}));
    auto right = tile::move<Mem::Right>(tile::load<block, block, Mem::Mat>(b, {k, j}, Valid{n, cols}));
    sum = tile::matmul_acc(sum, left, right);
  }
  return tile::store(sum, {i, j}, c);
}

PTO_ORCHESTRATION Plane product_any(In<Plane> a, In<Plane> b, Out<Plane> c) {
  const Index rows = c.extent(0), cols = c.extent(1);
  for (Index i = 0; i < rows; i += block)
    for (Index j = 0; j < cols; j += block)
      c = product_edge(a, b, i, j, math::min(block, rows - i), math::min(block, cols - j), c);
  return c;
}

static void run(const bench::Sgemm &g) {
  const Plane a(g.a, {g.m, g.k}), b(g.b, {g.k, g.n}), c(g.c, {g.m, g.n});
  if (g.m % block == 0 && g.n % block == 0 && g.k % block == 0)
    product(a, b, c);
  else
    product_any(a, b, c);
}
static const bench::Add entry("", run);
