//===- arrays.cpp - vadd, saxpy, sum ---------------------------------------------------===//
//
// Nothing to win here but the tiles themselves: the goal is what a plain loop does.
//
//===-----------------------------------------------------------------------===//

#include "harness/Bench.h"

#include <pto/dsl.h>
using namespace pto::dsl;

namespace {

constexpr Index chunk = 2048;
using Array = Tensor<float, dyn>;

PTO_INCORE Array vadd_chunk(In<Array> x, In<Array> y, Index i, Index n, Out<Array> out) {
  auto a = tile::load<1, chunk>(x, {i}, Valid{1, n});
  auto b = tile::load<1, chunk>(y, {i}, Valid{1, n});
  return tile::store(tile::add(a, b), {i}, out);
}

PTO_ORCHESTRATION Array vadd(In<Array> x, In<Array> y, Out<Array> out) {
  const Index n = x.extent(0);
  for (Index i = 0; i < n; i += chunk)
    out = vadd_chunk(x, y, i, math::min(chunk, n - i), out);
  return out;
}

PTO_INCORE Array saxpy_chunk(float a, In<Array> x, Index i, Index n, InOut<Array> y) {
  auto scaled = tile::mul(tile::load<1, chunk>(x, {i}, Valid{1, n}), a);
  return tile::store(tile::add(scaled, tile::load<1, chunk>(y, {i}, Valid{1, n})), {i}, y);
}

PTO_ORCHESTRATION Array saxpy(float a, In<Array> x, InOut<Array> y) {
  const Index n = x.extent(0);
  for (Index i = 0; i < n; i += chunk)
    y = saxpy_chunk(a, x, i, math::min(chunk, n - i), y);
  return y;
}

PTO_INCORE Tensor<float, 1, 1> sum(In<Array> x, Out<Tensor<float, 1, 1>> total) {
  const Index n = x.extent(0);
  auto so_far = tile::full<float, 1, 1>(0.f);
  for (Index i = 0; i < n; i += chunk) {
    auto part = tile::load<1, chunk>(x, {i}, Valid{1, math::min(chunk, n - i)});
    so_far = tile::add(so_far, tile::row_sum(part));
  }
  return tile::store(so_far, {0, 0}, total);
}

void run_vadd(const bench::Vadd &v) { vadd(Array(v.x, {v.n}), Array(v.y, {v.n}), Array(v.out, {v.n})); }
void run_saxpy(const bench::Saxpy &s) { saxpy(s.a, Array(s.x, {s.n}), Array(s.y, {s.n})); }
void run_sum(const bench::Sum &s) { sum(Array(s.x, {s.n}), s.out); }

const bench::Add entries[] = {{"", run_vadd}, {"", run_saxpy}, {"", run_sum}};

} // namespace
