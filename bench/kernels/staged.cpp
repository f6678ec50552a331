//===- staged.cpp - rows that are made in a buffer, and rows that are not ----------------------===//
//
// "staged" is what a rewriter is for: a row is made in a buffer of its own and assembled.
// "direct" is the same kernel with the row in its place: the best that can come of it.
// Each for a width that the model fixes, and for any width.
//
//===-----------------------------------------------------------------------===//

#include "harness/Bench.h"

#include <pto/dsl.h>
using namespace pto::dsl;

namespace {

constexpr Index width = 1024;
using Rows = Tensor<float, dyn, width>;
using Row = Tensor<float, 1, width>;

/// row = x[r, :] * scale + shift
PTO_INCORE Row scale_row(In<Rows> x, float scale, float shift, Index r, Out<Row> row) {
  auto in = tile::load<1, width>(x, {r, 0});
  return tile::store(tile::add(tile::mul(in, scale), shift), {0, 0}, row);
}

PTO_ORCHESTRATION Rows scale_staged(In<Rows> x, float scale, float shift, Out<Rows> out) {
  for (Index r = 0; r < x.extent(0); ++r) {
    auto row = tensor::create<float, 1, width>();
    row = scale_row(x, scale, shift, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

PTO_ORCHESTRATION Rows scale_direct(In<Rows> x, float scale, float shift, Out<Rows> out) {
  for (Index r = 0; r < x.extent(0); ++r)
    scale_row(x, scale, shift, r, tensor::slice<1, width>(out, {r, 0}));
  return out;
}

using Plane = Tensor<float, dyn, dyn>;

PTO_INCORE Plane scale_any_row(In<Plane> x, float scale, float shift, Index r, Out<Plane> row) {
  auto in = tile::load<1, width>(x, {r, 0}, Valid{1, x.extent(1)});
  return tile::store(tile::add(tile::mul(in, scale), shift), {0, 0}, row);
}

PTO_ORCHESTRATION Plane scale_any_staged(In<Plane> x, float scale, float shift, Out<Plane> out) {
  const Index cols = x.extent(1);
  for (Index r = 0; r < x.extent(0); ++r) {
    auto row = tensor::create<float>({1, cols});
    row = scale_any_row(x, scale, shift, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

PTO_ORCHESTRATION Plane scale_any_direct(In<Plane> x, float scale, float shift, Out<Plane> out) {
  const Index cols = x.extent(1);
  for (Index r = 0; r < x.extent(0); ++r)
    scale_any_row(x, scale, shift, r, tensor::slice(out, {r, 0}, {1, cols}));
  return out;
}

template <auto Fixed, auto Any> bool run(const bench::StagedRows &s) {
  if (s.cols > width)
    return false;
  if (s.cols == width)
    Fixed(Rows(s.x, {s.rows, width}), s.scale, s.shift, Rows(s.out, {s.rows, width}));
  else
    Any(Plane(s.x, {s.rows, s.cols}), s.scale, s.shift, Plane(s.out, {s.rows, s.cols}));
  return true;
}

const bench::Add entries[] = {{"", run<scale_staged, scale_any_staged>},
                              {"direct", run<scale_direct, scale_any_direct>}};

} // namespace
