//===- rmsnorm.cpp - root mean square normalisation of rows ---------------===//
//
//   out(r, c) = x(r, c) / sqrt(mean(x(r, :)^2) + epsilon) * gamma(c)
//
// Statistics of rows come as columns, 32 x 1, and are computed with as rows, 1 x 32,
// which fill vector registers. A generator that turns every operand to the shape that
// the next op wants leaves a trail of reshapes, of which only some do anything.
//
// Goes    `block` becomes a view of `out`. In the kernel: `squares_row` (has the shape
//         already), the pair `mean_column`, `mean_row` (there and back) and the
//         reshape around the product (32 x 256 already).
// Stays   the reshapes of `sums` and of `rms`: 32 x 1 and 1 x 32 are not the same.
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index rows = 256, cols = 1024, row_block = 32, col_block = 256;
constexpr float epsilon = 1e-5f;

using Activations = Tensor<float, rows, cols>;
using Block = Tensor<float, row_block, cols>;

PTO_INCORE Block rmsnorm_block(In<Activations> x, In<Tensor<float, 1, cols>> gamma, Index r0, Out<Block> block) {
  auto squares = tile::full<float, 1, row_block>(0.f);
  for (Index c0 = 0; c0 < cols; c0 += col_block) {
    auto part = tile::load<row_block, col_block>(x, {r0, c0});
    auto sums = tile::row_sum(tile::mul(part, part));
    auto sums_row = tile::reshape<1, row_block>(sums);
    squares = tile::add(squares, sums_row);
  }

  auto squares_row = tile::reshape<1, row_block>(squares);
  auto mean = tile::mul(squares_row, 1.f / cols);
  auto mean_column = tile::reshape<row_block, 1>(mean);
  auto mean_row = tile::reshape<1, row_block>(mean_column);
  auto rms = tile::sqrt(tile::add(mean_row, epsilon));
  auto rms_column = tile::reshape<row_block, 1>(rms);

  for (Index c0 = 0; c0 < cols; c0 += col_block) {
    auto part = tile::load<row_block, col_block>(x, {r0, c0});
    auto weights = tile::load<1, col_block>(gamma, {0, c0});
    auto scaled = tile::col_expand_mul(tile::row_expand_div(part, rms_column), weights);
    block = tile::store(tile::reshape<row_block, col_block>(scaled), {0, c0}, block);
  }
  return block;
}

PTO_ORCHESTRATION Activations rmsnorm(In<Activations> x, In<Tensor<float, 1, cols>> gamma, Out<Activations> out) {
  scf::parallel(rows / row_block, [&](Index b) {
    auto block = tensor::create<float, row_block, cols>();
    block = rmsnorm_block(x, gamma, b * row_block, block);
    out = tensor::assemble(out, block, {b * row_block, 0});
  });
  return out;
}

//===-- oracle ------------------------------------------------------------===//

static example::Array<double> normalised(const example::Array<float> &x, const example::Array<float> &gamma) {
  example::Array<double> out({rows, cols});
  for (Index r = 0; r < rows; ++r) {
    double squares = 0;
    for (Index c = 0; c < cols; ++c)
      squares += x(r, c) * x(r, c);
    for (Index c = 0; c < cols; ++c)
      out(r, c) = x(r, c) / std::sqrt(squares / cols + 1e-5) * gamma(0, c);
  }
  return out;
}

int main(int argc, char **argv) {
  auto x = example::random<float>({rows, cols}, 1, 3.f), gamma = example::random<float>({1, cols}, 2);
  example::Array<float> out({rows, cols});
  example::repeat(argc, argv, [&] { rmsnorm(x.data(), gamma.data(), out.data()); });

  example::Report report("rmsnorm");
  report.compare("out", out, normalised(x, gamma), 1e-5);
  return report.finish();
}
