//===- projection_chunked.cpp - a projection, column chunk by column chunk ===//
//
//   out = x * w          x is BATCH x HIDDEN, w HIDDEN x OUT, both bf16; out is float
//
// The projections of a decode step (as in Qwen3): few rows, a wide weight matrix. Chunks
// of columns are independent; within one, the products of K blocks are added up in a
// staging accumulator, which is copied to {0, q0} when it is complete.
//
// Goes    `acc` in `project`: a kernel with an Out accumulator writes all of it before
//         kernels with an InOut accumulator add to it, so it can be a view of `out`.
//         `acc` in `project_pipelined`: the whole K loop is inside one kernel.
// Stays   `acc` in `project_flagged`: one kernel for all steps that takes a flag and an
//         InOut accumulator. Its contract says that it reads what the create left
//         undefined; that the flag forbids this is nowhere written
//         (accumulates).
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index batch = 16, hidden = 512, out_features = 1024;
constexpr Index chunk = 128, k_block = 128;

using Hidden = Tensor<bf16, batch, hidden>;
using Weight = Tensor<bf16, hidden, out_features>;
using Chunk = Tensor<float, batch, chunk>;
using Projected = Tensor<float, batch, out_features>;

/// acc = x[:, 0 : k_block] * w[0 : k_block, q0 : q0 + chunk]
PTO_INCORE Chunk start(In<Hidden> x, In<Weight> w, Index q0, Out<Chunk> acc) {
  auto a = tile::move<Mem::Left>(tile::load<batch, k_block, Mem::Mat>(x, {0, 0}));
  auto b = tile::move<Mem::Right>(tile::load<k_block, chunk, Mem::Mat>(w, {0, q0}));
  return tile::store(tile::matmul(a, b), {0, 0}, acc);
}

/// acc += x[:, k0 : k0 + k_block] * w[k0 : k0 + k_block, q0 : q0 + chunk]
PTO_INCORE Chunk accumulate(In<Hidden> x, In<Weight> w, Index k0, Index q0, InOut<Chunk> acc) {
  auto a = tile::move<Mem::Left>(tile::load<batch, k_block, Mem::Mat>(x, {0, k0}));
  auto b = tile::move<Mem::Right>(tile::load<k_block, chunk, Mem::Mat>(w, {k0, q0}));
  auto sum = tile::move<Mem::Acc>(tile::load<batch, chunk>(acc, {0, 0}));
  sum = tile::matmul_acc(sum, a, b);
  return tile::store(sum, {0, 0}, acc);
}

PTO_ORCHESTRATION Projected project(In<Hidden> x, In<Weight> w, Out<Projected> out) {
  scf::parallel(out_features / chunk, [&](Index c) {
    const Index q0 = c * chunk;
    auto acc = tensor::create<float, batch, chunk>();
    acc = start(x, w, q0, acc);
    for (Index k0 = k_block; k0 < hidden; k0 += k_block)
      acc = accumulate(x, w, k0, q0, acc);
    out = tensor::assemble(out, acc, {0, q0});
  });
  return out;
}

/// The same in one kernel: the accumulator stays on the chip until it is complete.
PTO_INCORE Chunk project_chunk(In<Hidden> x, In<Weight> w, Index q0, Out<Chunk> acc) {
  auto a = tile::move<Mem::Left>(tile::load<batch, k_block, Mem::Mat>(x, {0, 0}));
  auto b = tile::move<Mem::Right>(tile::load<k_block, chunk, Mem::Mat>(w, {0, q0}));
  auto sum = tile::matmul(a, b);
  for (Index k0 = k_block; k0 < hidden; k0 += k_block) {
    auto a_k = tile::move<Mem::Left>(tile::load<batch, k_block, Mem::Mat>(x, {0, k0}));
    auto b_k = tile::move<Mem::Right>(tile::load<k_block, chunk, Mem::Mat>(w, {k0, q0}));
    sum = tile::matmul_acc(sum, a_k, b_k);
  }
  return tile::store(sum, {0, 0}, acc);
}

PTO_ORCHESTRATION Projected project_pipelined(In<Hidden> x, In<Weight> w, Out<Projected> out) {
  for (Index q0 = 0; q0 < out_features; q0 += chunk) {
    auto acc = tensor::create<float, batch, chunk>();
    acc = project_chunk(x, w, q0, acc);
    out = tensor::assemble(out, acc, {0, q0});
  }
  return out;
}

/// `start` and `accumulate` in one: with `first` the old contents of acc do not count.
PTO_INCORE Chunk accumulate_or_start(In<Hidden> x, In<Weight> w, Index k0, Index q0, bool first, InOut<Chunk> acc) {
  auto a = tile::move<Mem::Left>(tile::load<batch, k_block, Mem::Mat>(x, {0, k0}));
  auto b = tile::move<Mem::Right>(tile::load<k_block, chunk, Mem::Mat>(w, {k0, q0}));
  auto sum = tile::move<Mem::Acc>(tile::load<batch, chunk>(acc, {0, 0}));
  sum = tile::matmul_acc(sum, a, b, first);
  return tile::store(sum, {0, 0}, acc);
}

PTO_ORCHESTRATION Projected project_flagged(In<Hidden> x, In<Weight> w, Out<Projected> out) {
  for (Index q0 = 0; q0 < out_features; q0 += chunk) {
    auto acc = tensor::create<float, batch, chunk>();
    for (Index k0 = 0; k0 < hidden; k0 += k_block)
      acc = accumulate_or_start(x, w, k0, q0, k0 == 0, acc);
    out = tensor::assemble(out, acc, {0, q0});
  }
  return out;
}

//===-- oracle ------------------------------------------------------------===//

static example::Array<double> product(const example::Array<bf16> &x, const example::Array<bf16> &w) {
  example::Array<double> out({batch, out_features});
  for (Index i = 0; i < batch; ++i)
    for (Index k = 0; k < hidden; ++k)
      for (Index j = 0; j < out_features; ++j)
        out(i, j) += x(i, k) * w(k, j);
  return out;
}

int main(int argc, char **argv) {
  auto x = example::random<bf16>({batch, hidden}, 1), w = example::random<bf16>({hidden, out_features}, 2);
  example::Array<float> split({batch, out_features}), pipelined({batch, out_features}), flagged({batch, out_features});
  example::repeat(argc, argv, [&] {
    project(x.data(), w.data(), split.data());
    project_pipelined(x.data(), w.data(), pipelined.data());
    project_flagged(x.data(), w.data(), flagged.data());
  });

  const auto want = product(x, w);
  example::Report report("projection_chunked");
  report.compare("split", split, want, 1e-4);
  report.compare("pipelined", pipelined, want, 1e-4);
  report.compare("flagged", flagged, want, 1e-4);
  return report.finish();
}
