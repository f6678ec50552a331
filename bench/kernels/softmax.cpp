//===- softmax.cpp - softmax of the rows of a matrix --------------------------------===//
//
// Rows and columns are known when running, so one kernel does for every matrix of up to
// 1024 columns: a tile has room for eight rows, and a valid part.
//
//===-----------------------------------------------------------------------===//

#include "harness/Bench.h"

#include <pto/dsl.h>
using namespace pto::dsl;

namespace {

constexpr Index block_rows = 8, most_cols = 1024;
using Plane = Tensor<float, dyn, dyn>;

PTO_INCORE Plane softmax_block(In<Plane> x, Index r0, Index rows, Out<Plane> out) {
  auto in = tile::load<block_rows, most_cols>(x, {r0, 0}, Valid{rows, x.extent(1)});
  auto powers = tile::row_expand_expdif(in, tile::row_max(in));
  return tile::store(tile::row_expand_div(powers, tile::row_sum(powers)), {r0, 0}, out);
}

PTO_ORCHESTRATION Plane softmax(In<Plane> x, Out<Plane> out) {
  const Index rows = x.extent(0);
  for (Index r0 = 0; r0 < rows; r0 += block_rows)
    out = softmax_block(x, r0, math::min(block_rows, rows - r0), out);
  return out;
}

bool run(const bench::Softmax &s) {
  if (s.cols > most_cols)
    return false;
  softmax(Plane(s.x, {s.rows, s.cols}), Plane(s.out, {s.rows, s.cols}));
  return true;
}

const bench::Add entry("", run);

} // namespace
