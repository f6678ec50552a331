//===- layernorm.cpp - rows with mean 0 and variance 1 -------------------------------===//
//
// Twice: for a width that the model fixes, and for any width.
//
//===-----------------------------------------------------------------------===//

#include "harness/Bench.h"

#include <pto/dsl.h>
using namespace pto::dsl;

namespace {

constexpr Index width = 1024, block_rows = 8;

using Rows = Tensor<float, dyn, width>;
using Weights = Tensor<float, 1, width>;

PTO_INCORE Rows layernorm_block(In<Rows> x, In<Weights> gamma, In<Weights> beta, Index r0, Out<Rows> out) {
  auto in = tile::load<block_rows, width>(x, {r0, 0});
  auto centred = tile::row_expand_sub(in, tile::mul(tile::row_sum(in), 1.f / width));
  auto variance = tile::mul(tile::row_sum(tile::mul(centred, centred)), 1.f / width);
  auto normal = tile::row_expand_mul(centred, tile::rsqrt(tile::add(variance, bench::epsilon)));
  auto scaled = tile::col_expand_mul(normal, tile::load<1, width>(gamma, {0, 0}));
  return tile::store(tile::col_expand_add(scaled, tile::load<1, width>(beta, {0, 0})), {r0, 0}, out);
}

PTO_ORCHESTRATION Rows layernorm(In<Rows> x, In<Weights> gamma, In<Weights> beta, Out<Rows> out) {
  for (Index r0 = 0; r0 < x.extent(0); r0 += block_rows)
    out = layernorm_block(x, gamma, beta, r0, out);
  return out;
}

using Plane = Tensor<float, dyn, dyn>;

PTO_INCORE Plane layernorm_any_block(In<Plane> x, In<Plane> gamma, In<Plane> beta, Index r0, Index rows,
                                     Out<Plane> out) {
  const Index cols = x.extent(1);
  const auto n = static_cast<float>(cols);
  auto in = tile::load<block_rows, width>(x, {r0, 0}, Valid{rows, cols});
  auto centred = tile::row_expand_sub(in, tile::div(tile::row_sum(in), n));
  auto variance = tile::div(tile::row_sum(tile::mul(centred, centred)), n);
  auto normal = tile::row_expand_mul(centred, tile::rsqrt(tile::add(variance, bench::epsilon)));
  auto scaled = tile::col_expand_mul(normal, tile::load<1, width>(gamma, {0, 0}, Valid{1, cols}));
  return tile::store(tile::col_expand_add(scaled, tile::load<1, width>(beta, {0, 0}, Valid{1, cols})), {r0, 0}, out);
}

PTO_ORCHESTRATION Plane layernorm_any(In<Plane> x, In<Plane> gamma, In<Plane> beta, Out<Plane> out) {
  const Index rows = x.extent(0);
  for (Index r0 = 0; r0 < rows; r0 += block_rows)
    out = layernorm_any_block(x, gamma, beta, r0, math::min(block_rows, rows - r0), out);
  return out;
}

bool run(const bench::LayerNorm &s) {
  if (s.cols > width)
    return false;
  if (s.cols == width && s.rows % block_rows == 0)
    layernorm(Rows(s.x, {s.rows, width}), s.gamma, s.beta, Rows(s.out, {s.rows, width}));
  else
    layernorm_any(Plane(s.x, {s.rows, s.cols}), Plane(s.gamma, {1, s.cols}), Plane(s.beta, {1, s.cols}),
                  Plane(s.out, {s.rows, s.cols}));
  return true;
}

const bench::Add entry("", run);

} // namespace
