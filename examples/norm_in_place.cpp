//===- norm_in_place.cpp - rows are normalised within one matrix ----------===//
//
//   x(r, :) = x(s, :) / sqrt(mean(x(s, :)^2) + epsilon)      s = r, or another row
//
// Source and target are one matrix. The buffer in between makes that safe: the kernel
// has read all before anything is written. With a view it writes where it may still
// have to read, unless the two are provably apart.
//
// Goes    `row` in `shift_up`: row r + 1 is read, row r is written, whatever r is; and
//         in `upper_from_lower`: the lower half is read, a row of the upper half is
//         written.
// Stays   `row` in `in_place`: the kernel is handed all of `x`, and writes a row of it
//         (producer-reads-target); and in `gather_rows`: which row is read is decided
//         when running, and may be the one that is written.
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index rows = 256, half_rows = rows / 2, cols = 1024;
constexpr float epsilon = 1e-5f;

using Activations = Tensor<float, rows, cols>;
using LowerHalf = Tensor<float, half_rows, cols>;
using Row = Tensor<float, 1, cols>;
using Order = Tensor<std::int32_t, rows>;

/// Row r of an R x cols matrix, normalised.
template <Index R> PTO_INCORE Row normalise(In<Tensor<float, R, cols>> x, Index r, Out<Row> row) {
  auto in = tile::load<1, cols>(x, {r, 0});
  auto mean = tile::mul(tile::row_sum(tile::mul(in, in)), 1.f / cols);
  auto rms = tile::sqrt(tile::add(mean, epsilon));
  return tile::store(tile::row_expand_div(in, rms), {0, 0}, row);
}

PTO_ORCHESTRATION Activations in_place(InOut<Activations> x) {
  for (Index r = 0; r < rows; ++r) {
    auto row = tensor::create<float, 1, cols>();
    row = normalise(x, r, row);
    x = tensor::assemble(x, row, {r, 0});
  }
  return x;
}

PTO_ORCHESTRATION Activations gather_rows(In<Order> order, InOut<Activations> x) {
  for (Index r = 0; r < rows; ++r) {
    const Index s = tensor::read(order, {r});
    auto source = tensor::slice<1, cols>(x, {s, 0});
    auto row = tensor::create<float, 1, cols>();
    row = normalise(source, 0, row);
    x = tensor::assemble(x, row, {r, 0});
  }
  return x;
}

PTO_ORCHESTRATION Activations shift_up(InOut<Activations> x) {
  for (Index r = 0; r < rows - 1; ++r) {
    auto below = tensor::slice<1, cols>(x, {r + 1, 0});
    auto row = tensor::create<float, 1, cols>();
    row = normalise(below, 0, row);
    x = tensor::assemble(x, row, {r, 0});
  }
  return x;
}

PTO_ORCHESTRATION Activations upper_from_lower(InOut<Activations> x) {
  LowerHalf lower = tensor::slice<half_rows, cols>(x, {half_rows, 0});
  for (Index r = 0; r < half_rows; ++r) {
    auto row = tensor::create<float, 1, cols>();
    row = normalise(lower, r, row);
    x = tensor::assemble(x, row, {r, 0});
  }
  return x;
}

//===-- oracle ------------------------------------------------------------===//

using Expected = example::Array<double>;

static void normalise_row(Expected &x, Index from, Index to) {
  double squares = 0;
  for (Index c = 0; c < cols; ++c)
    squares += x(from, c) * x(from, c);
  const double rms = std::sqrt(squares / cols + 1e-5);
  for (Index c = 0; c < cols; ++c)
    x(to, c) = x(from, c) / rms;
}

int main(int argc, char **argv) {
  const auto x = example::random<float>({rows, cols}, 1, 3.f);
  example::Array<std::int32_t> order({rows});
  for (Index r = 0; r < rows; ++r)
    order(r) = static_cast<std::int32_t>(r * 5 % rows);
  example::Array<float> each = x, gathered = x, shifted = x, halves = x;
  example::repeat(argc, argv, [&] {
    each = gathered = shifted = halves = x;
    in_place(each.data());
    gather_rows(order.data(), gathered.data());
    shift_up(shifted.data());
    upper_from_lower(halves.data());
  });

  Expected start({rows, cols});
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c)
      start(r, c) = x(r, c);
  Expected want_each = start, want_gathered = start, want_shifted = start, want_halves = start;
  for (Index r = 0; r < rows; ++r)
    normalise_row(want_each, r, r);
  for (Index r = 0; r < rows; ++r)
    normalise_row(want_gathered, r * 5 % rows, r);
  for (Index r = 0; r + 1 < rows; ++r)
    normalise_row(want_shifted, r + 1, r);
  for (Index r = 0; r < half_rows; ++r)
    normalise_row(want_halves, half_rows + r, r);
  example::Report report("norm_in_place");
  report.compare("each", each, want_each, 1e-5);
  report.compare("gathered", gathered, want_gathered, 1e-5);
  report.compare("shifted", shifted, want_shifted, 1e-5);
  report.compare("halves", halves, want_halves, 1e-5);
  return report.finish();
}
