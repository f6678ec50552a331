//===- stencil.cpp - each point from its neighbours -----------------------===//
//
//   out(r, c) = (x(r - 1, c) + x(r + 1, c) + x(r, c - 1) + x(r, c + 1)) / 4     inside
//   out(r, c) = x(r, c)                                                 on the border
//
// Rows are computed into a buffer and copied. As long as source and target are two
// grids, the buffer is one copy too many; within one grid it is what keeps a row from
// being overwritten while its neighbours still want to see it.
//
// Goes    `row` in `sweep`, and in `sweep_twice`, where two grids change roles.
// Stays   `row` in `sweep_in_place`: the kernel reads the grid that it would write to
//         (producer-reads-target).
//         `panel` in `column_panels`: the kernel wants its panel as one dense block
//         (needs-dense); a window of columns has the pitch of the grid.
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index rows = 256, cols = 512, panel_cols = 64;

using Grid = Tensor<float, rows, cols>;
using Row = Tensor<float, 1, cols>;

/// Row r of the grid after one step, 0 < r < rows - 1.
PTO_INCORE Row relax(In<Grid> x, Index r, Out<Row> row) {
  constexpr Index inner = cols - 2;
  auto above = tile::load<1, inner>(x, {r - 1, 1});
  auto below = tile::load<1, inner>(x, {r + 1, 1});
  auto left = tile::load<1, inner>(x, {r, 0});
  auto right = tile::load<1, inner>(x, {r, 2});
  auto sum = tile::add(tile::add(above, below), tile::add(left, right));
  row = tile::store(tile::load<1, 1>(x, {r, 0}), {0, 0}, row);
  row = tile::store(tile::mul(sum, 0.25f), {0, 1}, row);
  row = tile::store(tile::load<1, 1>(x, {r, cols - 1}), {0, cols - 1}, row);
  return row;
}

PTO_INCORE Row copy_row(In<Grid> x, Index r, Out<Row> row) {
  return tile::store(tile::load<1, cols>(x, {r, 0}), {0, 0}, row);
}

PTO_ORCHESTRATION Grid sweep(In<Grid> x, Out<Grid> out) {
  for (Index r = 0; r < rows; ++r) {
    auto row = tensor::create<float, 1, cols>();
    if (r == 0 || r == rows - 1)
      row = copy_row(x, r, row);
    else
      row = relax(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

PTO_ORCHESTRATION Grid sweep_twice(In<Grid> x, Out<Grid> between, Out<Grid> out) {
  between = sweep(x, between);
  for (Index r = 1; r < rows - 1; ++r) {
    auto row = tensor::create<float, 1, cols>();
    row = relax(between, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  out = tensor::assemble(out, tensor::slice<1, cols>(x, {0, 0}), {0, 0});
  out = tensor::assemble(out, tensor::slice<1, cols>(x, {rows - 1, 0}), {rows - 1, 0});
  return out;
}

/// Downwards: a row sees the new row above it and the old one below.
PTO_ORCHESTRATION Grid sweep_in_place(InOut<Grid> x) {
  for (Index r = 1; r < rows - 1; ++r) {
    auto row = tensor::create<float, 1, cols>();
    row = relax(x, r, row);
    x = tensor::assemble(x, row, {r, 0});
  }
  return x;
}

/// Columns c0 ... of the grid after one step of the vertical neighbours alone, element by element.
PTO_INCORE void relax_panel(In<Grid> x, Index c0, Out<DenseTensor<float, rows, panel_cols>> panel) {
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < panel_cols; ++c) {
      const bool border = r == 0 || r == rows - 1;
      panel[r * panel_cols + c] = border ? x(r, c0 + c) : (x(r - 1, c0 + c) + x(r + 1, c0 + c)) * 0.5f;
    }
}

PTO_ORCHESTRATION Grid column_panels(In<Grid> x, Out<Grid> out) {
  for (Index c0 = 0; c0 < cols; c0 += panel_cols) {
    auto panel = tensor::create<float, rows, panel_cols>();
    relax_panel(x, c0, panel);
    out = tensor::assemble(out, panel, {0, c0});
  }
  return out;
}

//===-- oracle ------------------------------------------------------------===//

using Expected = example::Array<double>;

/// One step from `x` to `to`; they may be the same.
static void step(const Expected &x, Expected &to) {
  std::vector<double> row(static_cast<std::size_t>(cols));
  for (Index r = 1; r < rows - 1; ++r) {
    for (Index c = 1; c < cols - 1; ++c)
      row[static_cast<std::size_t>(c)] = (x(r - 1, c) + x(r + 1, c) + x(r, c - 1) + x(r, c + 1)) / 4;
    for (Index c = 1; c < cols - 1; ++c)
      to(r, c) = row[static_cast<std::size_t>(c)];
  }
}

int main(int argc, char **argv) {
  const auto start = example::random<float>({rows, cols}, 1);
  auto x = start;
  const example::Shape shape = {rows, cols};
  example::Array<float> once(shape), between(shape), twice(shape), in_place(shape), panels(shape);
  example::repeat(argc, argv, [&] {
    sweep(x.data(), once.data());
    sweep_twice(x.data(), between.data(), twice.data());
    in_place = start;
    sweep_in_place(in_place.data());
    column_panels(x.data(), panels.data());
  });

  Expected grid(shape);
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c)
      grid(r, c) = start(r, c);
  Expected want_once = grid, want_in_place = grid, want_panels = grid;
  step(grid, want_once);
  Expected want_twice = want_once;
  step(want_once, want_twice);
  step(want_in_place, want_in_place);
  for (Index r = 1; r < rows - 1; ++r)
    for (Index c = 0; c < cols; ++c)
      want_panels(r, c) = (start(r - 1, c) + start(r + 1, c)) / 2;
  example::Report report("stencil");
  report.compare("once", once, want_once, 1e-6);
  report.compare("between", between, want_once, 1e-6);
  report.compare("twice", twice, want_twice, 1e-6);
  report.compare("in_place", in_place, want_in_place, 1e-6);
  report.compare("panels", panels, want_panels, 1e-6);
  return report.finish();
}
