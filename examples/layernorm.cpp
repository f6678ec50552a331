//===- layernorm.cpp - layer normalisation of rows, with statistics -------===//
//
//   out(r, c) = (x(r, c) - mean(r)) * rstd(r) * gamma(c) + beta(c)
//   mean, rstd  of each row, as training wants them back
//
// A kernel with three results, each of which is assembled into a target of its own.
//
// Goes    `mean`, `rstd` and `block` become views of `means`, `rstds` and `out`. In the
//         kernels: `in`, which has the shape of what was loaded (in the tail kernel with
//         the same run-time number of valid rows); `squares_again`, which comes back
//         from a trip to 32 x 1; the reshape of `shifted`.
// Stays   the reshapes between 32 x 1 and 1 x 32 whose result is used, and the one that
//         gives a column of sums its valid extents anew: its type is another one.
//         `block` in `layernorm_ragged`: the tail kernel writes 26 of its 32 rows, and
//         what is assembled is a slice with these (source-is-view).
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index rows = 256, ragged_rows = 250, cols = 1024, row_block = 32;
constexpr float epsilon = 1e-5f;

template <Index R> using Activations = Tensor<float, R, cols>;
using Block = Tensor<float, row_block, cols>;
using Statistics = Tensor<float, 1, row_block>;
using Weights = Tensor<float, 1, cols>;

template <Index R>
PTO_INCORE Tuple<Statistics, Statistics, Block> layernorm_block(In<Activations<R>> x, In<Weights> gamma,
                                                                In<Weights> beta, Index r0, Out<Statistics> mean,
                                                                Out<Statistics> rstd, Out<Block> block) {
  auto loaded = tile::load<row_block, cols>(x, {r0, 0});
  auto in = tile::reshape<row_block, cols>(loaded);

  auto sum = tile::row_sum(in);
  auto sum_row = tile::reshape<1, row_block>(sum);
  auto mean_row = tile::mul(sum_row, 1.f / cols);
  auto mean_column = tile::reshape<row_block, 1>(mean_row);
  auto centred = tile::row_expand_sub(in, mean_column);

  auto squares = tile::row_sum(tile::mul(centred, centred));
  auto squares_row = tile::reshape<1, row_block>(squares);
  auto squares_column = tile::reshape<row_block, 1>(squares_row);
  auto squares_again = tile::reshape<1, row_block>(squares_column);
  auto variance = tile::mul(squares_again, 1.f / cols);
  auto rstd_row = tile::rsqrt(tile::add(variance, epsilon));
  auto rstd_column = tile::reshape<row_block, 1>(rstd_row);

  auto scaled = tile::col_expand_mul(tile::row_expand_mul(centred, rstd_column), tile::load<1, cols>(gamma, {0, 0}));
  auto shifted = tile::col_expand_add(scaled, tile::load<1, cols>(beta, {0, 0}));

  mean = tile::store(tile::reshape<1, row_block>(mean_column), {0, 0}, mean);
  rstd = tile::store(tile::reshape<1, row_block>(rstd_column), {0, 0}, rstd);
  block = tile::store(tile::reshape<row_block, cols>(shifted), {0, 0}, block);
  return {mean, rstd, block};
}

PTO_ORCHESTRATION Activations<rows> layernorm(In<Activations<rows>> x, In<Weights> gamma, In<Weights> beta,
                                              Out<Tensor<float, 1, rows>> means, Out<Tensor<float, 1, rows>> rstds,
                                              Out<Activations<rows>> out) {
  for (Index r0 = 0; r0 < rows; r0 += row_block) {
    auto mean_buffer = tensor::create<float, 1, row_block>();
    auto rstd_buffer = tensor::create<float, 1, row_block>();
    auto block_buffer = tensor::create<float, row_block, cols>();
    auto [mean, rstd, block] = layernorm_block(x, gamma, beta, r0, mean_buffer, rstd_buffer, block_buffer);
    means = tensor::assemble(means, mean, {0, r0});
    rstds = tensor::assemble(rstds, rstd, {0, r0});
    out = tensor::assemble(out, block, {r0, 0});
  }
  return out;
}

/// The last rows, fewer than a block: only the first n of `block` are written.
PTO_INCORE Block layernorm_tail(In<Activations<ragged_rows>> x, In<Weights> gamma, In<Weights> beta, Index r0, Index n,
                                Out<Block> block) {
  auto loaded = tile::load<row_block, cols>(x, {r0, 0}, Valid{n, cols});
  auto in = tile::reshape<row_block, cols>(loaded, Valid{n, cols});
  auto mean = tile::mul(tile::reshape<row_block, 1>(tile::row_sum(in), Valid{n, 1}), 1.f / cols);
  auto centred = tile::row_expand_sub(in, mean);
  auto variance = tile::mul(tile::row_sum(tile::mul(centred, centred)), 1.f / cols);
  auto rstd = tile::rsqrt(tile::add(variance, epsilon));
  auto scaled = tile::col_expand_mul(tile::row_expand_mul(centred, rstd), tile::load<1, cols>(gamma, {0, 0}));
  auto shifted = tile::col_expand_add(scaled, tile::load<1, cols>(beta, {0, 0}));
  return tile::store(shifted, {0, 0}, block);
}

PTO_ORCHESTRATION Activations<ragged_rows> layernorm_ragged(In<Activations<ragged_rows>> x, In<Weights> gamma,
                                                            In<Weights> beta, Out<Activations<ragged_rows>> out) {
  constexpr Index whole = ragged_rows / row_block * row_block, rest = ragged_rows - whole;
  for (Index r0 = 0; r0 < whole; r0 += row_block) {
    auto mean_buffer = tensor::create<float, 1, row_block>();
    auto rstd_buffer = tensor::create<float, 1, row_block>();
    auto block_buffer = tensor::create<float, row_block, cols>();
    auto [mean, rstd, block] = layernorm_block(x, gamma, beta, r0, mean_buffer, rstd_buffer, block_buffer);
    out = tensor::assemble(out, block, {r0, 0});
  }
  auto block = tensor::create<float, row_block, cols>();
  block = layernorm_tail(x, gamma, beta, whole, rest, block);
  auto tail = tensor::slice<rest, cols>(block, {0, 0});
  out = tensor::assemble(out, tail, {whole, 0});
  return out;
}

//===-- oracle ------------------------------------------------------------===//

struct Expected {
  example::Array<double> mean, rstd, out;
};

static Expected normalised(const example::Array<float> &x, const example::Array<float> &gamma,
                           const example::Array<float> &beta) {
  const Index n = x.shape()[0];
  Expected e{example::Array<double>({1, n}), example::Array<double>({1, n}), example::Array<double>({n, cols})};
  for (Index r = 0; r < n; ++r) {
    double sum = 0, squares = 0;
    for (Index c = 0; c < cols; ++c)
      sum += x(r, c);
    const double mean = sum / cols;
    for (Index c = 0; c < cols; ++c)
      squares += (x(r, c) - mean) * (x(r, c) - mean);
    const double rstd = 1 / std::sqrt(squares / cols + 1e-5);
    e.mean(0, r) = mean;
    e.rstd(0, r) = rstd;
    for (Index c = 0; c < cols; ++c)
      e.out(r, c) = (x(r, c) - mean) * rstd * gamma(0, c) + beta(0, c);
  }
  return e;
}

int main(int argc, char **argv) {
  auto x = example::random<float>({rows, cols}, 1, 3.f), ragged = example::random<float>({ragged_rows, cols}, 2, 3.f);
  auto gamma = example::random<float>({1, cols}, 3), beta = example::random<float>({1, cols}, 4);
  example::Array<float> means({1, rows}), rstds({1, rows}), out({rows, cols}), ragged_out({ragged_rows, cols});
  example::repeat(argc, argv, [&] {
    layernorm(x.data(), gamma.data(), beta.data(), means.data(), rstds.data(), out.data());
    layernorm_ragged(ragged.data(), gamma.data(), beta.data(), ragged_out.data());
  });

  const Expected want = normalised(x, gamma, beta);
  example::Report report("layernorm");
  report.compare("means", means, want.mean, 1e-5);
  report.compare("rstds", rstds, want.rstd, 1e-5);
  report.compare("out", out, want.out, 1e-5);
  report.compare("ragged_out", ragged_out, normalised(ragged, gamma, beta).out, 1e-5);
  return report.finish();
}
