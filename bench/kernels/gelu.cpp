//===- gelu.cpp - gelu of x * a + b, in its tanh form ---------------------------------===//

#include "harness/Bench.h"

#include <pto/dsl.h>
using namespace pto::dsl;

namespace {

constexpr Index chunk = 1024;
using Array = Tensor<float, dyn>;

PTO_INCORE Array gelu_chunk(In<Array> x, float a, float b, Index i, Index n, Out<Array> out) {
  auto v = tile::add(tile::mul(tile::load<1, chunk>(x, {i}, Valid{1, n}), a), b);
  auto cube = tile::mul(tile::mul(v, v), v);
  auto inner = tile::mul(tile::add(v, tile::mul(cube, bench::cubic)), bench::root_2_over_pi);
  auto result = tile::mul(tile::mul(v, 0.5f), tile::add(tile::tanh(inner), 1.f));
  return tile::store(result, {i}, out);
}

PTO_ORCHESTRATION Array gelu(In<Array> x, float a, float b, Out<Array> out) {
  const Index n = x.extent(0);
  for (Index i = 0; i < n; i += chunk)
    out = gelu_chunk(x, a, b, i, math::min(chunk, n - i), out);
  return out;
}

void run(const bench::Gelu &g) { gelu(Array(g.x, {g.n}), g.a, g.b, Array(g.out, {g.n})); }

const bench::Add entry("", run);

} // namespace
