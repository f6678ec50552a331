//===- sgemm.cpp - product of f32 matrices ----------------------------------------------===//
//
// 128 x 64 elements of b stay in the matrix unit while the rows of a and c go by in blocks
// of 64. Twice: whole blocks only, and with edges.
//
//===-----------------------------------------------------------------------===//

#include "harness/Bench.h"

#include <pto/dsl.h>
using namespace pto::dsl;

namespace {

constexpr Index block = 64, depth = 128;
using Plane = Tensor<float, dyn, dyn>;

/// The columns of c from j on, as far as the first steps of k bring them.
PTO_INCORE Plane start_columns(In<Plane> a, In<Plane> b, Index j, Out<Plane> c) {
  auto right = tile::move<Mem::Right>(tile::load<depth, block, Mem::Mat>(b, {0, j}));
  for (Index i = 0; i < a.extent(0); i += block) {
    auto left = tile::move<Mem::Left>(tile::load<block, depth, Mem::Mat>(a, {i, 0}));
    auto sum = tile::matmul(left, right);
    tile::store(sum, {i, j}, c);
  }
  return c;
}

/// Adds what the steps from k on bring.
PTO_INCORE Plane add_columns(In<Plane> a, In<Plane> b, Index k, Index j, InOut<Plane> c) {
  auto right = tile::move<Mem::Right>(tile::load<depth, block, Mem::Mat>(b, {k, j}));
  for (Index i = 0; i < a.extent(0); i += block) {
    auto sum = tile::load<block, block, Mem::Mat>(c, {i, j});
    auto left = tile::move<Mem::Left>(tile::load<block, depth, Mem::Mat>(a, {i, k}));
    tile::matmul_acc(sum, left, right);
    tile::store(sum, {i, j}, c);
  }
  return c;
}

PTO_ORCHESTRATION Plane product(In<Plane> a, In<Plane> b, Out<Plane> c) {
  for (Index j = 0; j < c.extent(1); j += block)
    c = start_columns(a, b, j, c);
  for (Index k = depth; k < a.extent(1); k += depth)
    for (Index j = 0; j < c.extent(1); j += block)
      c = add_columns(a, b, k, j, c);
  return c;
}

PTO_INCORE Plane start_edge(In<Plane> a, In<Plane> b, Index j, Out<Plane> c) {
  const Index rows = a.extent(0), cols = math::min(block, c.extent(1) - j), n = math::min(depth, a.extent(1));
  auto right = tile::move<Mem::Right>(tile::load<depth, block, Mem::Mat>(b, {0, j}, Valid{n, cols}));
  for (Index i = 0; i < rows; i += block) {
    const Index m = math::min(block, rows - i);
    auto left = tile::move<Mem::Left>(tile::load<block, depth, Mem::Mat>(a, {i, 0}, Valid{m, n}));
    auto sum = tile::matmul(left, right);
    tile::store(sum, {i, j}, c);
  }
  return c;
}

PTO_INCORE Plane add_edge(In<Plane> a, In<Plane> b, Index k, Index j, InOut<Plane> c) {
  const Index rows = a.extent(0), cols = math::min(block, c.extent(1) - j), n = math::min(depth, a.extent(1) - k);
  auto right = tile::move<Mem::Right>(tile::load<depth, block, Mem::Mat>(b, {k, j}, Valid{n, cols}));
  for (Index i = 0; i < rows; i += block) {
    const Index m = math::min(block, rows - i);
    auto sum = tile::load<block, block, Mem::Mat>(c, {i, j}, Valid{m, cols});
    auto left = tile::move<Mem::Left>(tile::load<block, depth, Mem::Mat>(a, {i, k}, Valid{m, n}));
    tile::matmul_acc(sum, left, right);
    tile::store(sum, {i, j}, c);
  }
  return c;
}

PTO_ORCHESTRATION Plane product_any(In<Plane> a, In<Plane> b, Out<Plane> c) {
  for (Index j = 0; j < c.extent(1); j += block)
    c = start_edge(a, b, j, c);
  for (Index k = depth; k < a.extent(1); k += depth)
    for (Index j = 0; j < c.extent(1); j += block)
      c = add_edge(a, b, k, j, c);
  return c;
}

void run(const bench::Sgemm &g) {
  const Plane a(g.a, {g.m, g.k}), b(g.b, {g.k, g.n}), c(g.c, {g.m, g.n});
  if (g.m % block == 0 && g.n % block == 0 && g.k % depth == 0)
    product(a, b, c);
  else
    product_any(a, b, c);
}

const bench::Add entry("", run);

} // namespace
