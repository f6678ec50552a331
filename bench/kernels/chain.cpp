//===- chain.cpp - three ops on a tile ------------------------------------------------------===//
//
// Each op makes a tile of its own. What is computed costs nothing: if the tiles between
// the ops go, this is a copy.
//
//===-----------------------------------------------------------------------===//

#include "harness/Bench.h"

#include <pto/dsl.h>
using namespace pto::dsl;

namespace {

constexpr Index most_cols = 4096;
using Plane = Tensor<float, dyn, dyn>;

PTO_INCORE Plane chain_row(In<Plane> x, float scale, float shift, Index r, Out<Plane> out) {
  auto in = tile::load<1, most_cols>(x, {r, 0}, Valid{1, x.extent(1)});
  auto scaled = tile::mul(in, scale);
  auto shifted = tile::add(scaled, shift);
  auto positive = tile::relu(shifted);
  return tile::store(positive, {r, 0}, out);
}

PTO_ORCHESTRATION Plane chain(In<Plane> x, float scale, float shift, Out<Plane> out) {
  for (Index r = 0; r < x.extent(0); ++r)
    out = chain_row(x, scale, shift, r, out);
  return out;
}

bool run(const bench::Chain &s) {
  if (s.cols > most_cols)
    return false;
  chain(Plane(s.x, {s.rows, s.cols}), s.scale, s.shift, Plane(s.out, {s.rows, s.cols}));
  return true;
}

const bench::Add entry("", run);

} // namespace
