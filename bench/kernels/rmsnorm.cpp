//===- rmsnorm.cpp - rows by the root of their mean square ---------------------------===//
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

PTO_INCORE Rows rmsnorm_block(In<Rows> x, In<Weights> gamma, Index r0, Out<Rows> out) {
  auto in = tile::load<block_rows, width>(x, {r0, 0});
  auto mean = tile::mul(tile::row_sum(tile::mul(in, in)), 1.f / width);
  auto factor = tile::rsqrt(tile::add(mean, bench::epsilon));
  auto scaled = tile::col_expand_mul(tile::row_expand_mul(in, factor), tile::load<1, width>(gamma, {0, 0}));
  return tile::store(scaled, {r0, 0}, out);
}

PTO_ORCHESTRATION Rows rmsnorm(In<Rows> x, In<Weights> gamma, Out<Rows> out) {
  for (Index r0 = 0; r0 < x.extent(0); r0 += block_rows)
    out = rmsnorm_block(x, gamma, r0, out);
  return out;
}

using Plane = Tensor<float, dyn, dyn>;

PTO_INCORE Plane rmsnorm_any_block(In<Plane> x, In<Plane> gamma, Index r0, Index rows, Out<Plane> out) {
  const Index cols = x.extent(1);
  auto in = tile::load<block_rows, width>(x, {r0, 0}, Valid{rows, cols});
  auto weights = tile::load<1, width>(gamma, {0, 0}, Valid{1, cols});
  auto mean = tile::div(tile::row_sum(tile::mul(in, in)), static_cast<float>(cols));
  auto factor = tile::rsqrt(tile::add(mean, bench::epsilon));
  return tile::store(tile::col_expand_mul(tile::row_expand_mul(in, factor), weights), {r0, 0}, out);
}

PTO_ORCHESTRATION Plane rmsnorm_any(In<Plane> x, In<Plane> gamma, Out<Plane> out) {
  const Index rows = x.extent(0);
  for (Index r0 = 0; r0 < rows; r0 += block_rows)
    out = rmsnorm_any_block(x, gamma, r0, math::min(block_rows, rows - r0), out);
  return out;
}

bool run(const bench::RmsNorm &s) {
  if (s.cols > width)
    return false;
  if (s.cols == width && s.rows % block_rows == 0)
    rmsnorm(Rows(s.x, {s.rows, width}), s.gamma, Rows(s.out, {s.rows, width}));
  else
    rmsnorm_any(Plane(s.x, {s.rows, s.cols}), Plane(s.gamma, {1, s.cols}), Plane(s.out, {s.rows, s.cols}));
  return true;
}

const bench::Add entry("", run);

} // namespace
