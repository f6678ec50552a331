//===- projection_batched_3d.cpp - a projection of whole batches ----------===//
//
//   out(b, s, :) = x(b, s, :) * w        out is BATCH x SEQUENCE x OUT
//
// The kernel knows nothing of batches: its chunk is a matrix. The target has one
// dimension more, so the view has to drop it, and the kernel has to write with the
// pitch of the target.
//
// Goes    `chunk` in `project`: a SEQUENCE x CHUNK view of out at {b, 0, q0}, with the
//         rank of the chunk; `chunk` in `project_any`, whose extents are known at run
//         time only; `rows` and `panel` in `project_bottom_up`: a view of a view.
// Stays   `panel` in `project_dense`: it is handed to code that wants one dense block
//         of memory (needs-dense), which a window of columns is not.
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index batch = 4, sequence = 64, features = 128, out_features = 512, chunk_size = 128;

using Input = Tensor<float, batch, sequence, features>;
using Weight = Tensor<float, features, out_features>;
using Output = Tensor<float, batch, sequence, out_features>;
using Chunk = Tensor<float, sequence, chunk_size>;

PTO_INCORE Chunk project_chunk(In<Input> x, In<Weight> w, Index b, Index q0, Out<Chunk> chunk) {
  auto rows = tile::load<sequence, features, Mem::Mat>(x, {b, 0, 0});
  auto columns = tile::load<features, chunk_size, Mem::Mat>(w, {0, q0});
  auto product = tile::matmul(tile::move<Mem::Left>(rows), tile::move<Mem::Right>(columns));
  return tile::store(product, {0, 0}, chunk);
}

PTO_ORCHESTRATION Output project(In<Input> x, In<Weight> w, Out<Output> out) {
  for (Index b = 0; b < batch; ++b)
    for (Index c = 0; c < out_features / chunk_size; ++c) {
      const Index q0 = c * chunk_size;
      auto chunk = tensor::create<float, sequence, chunk_size>();
      chunk = project_chunk(x, w, b, q0, chunk);
      out = tensor::assemble(out, chunk, {b, 0, q0});
    }
  return out;
}

/// Any number of sequences of any length; the width of the weights decides that of the result.
using AnyInput = Tensor<float, dyn, dyn, features>;
using AnyOutput = Tensor<float, dyn, dyn, out_features>;
using AnyChunk = Tensor<float, dyn, chunk_size>;

PTO_INCORE AnyChunk project_any_chunk(In<AnyInput> x, In<Weight> w, Index b, Index q0, Out<AnyChunk> chunk) {
  auto columns = tile::move<Mem::Right>(tile::load<features, chunk_size, Mem::Mat>(w, {0, q0}));
  for (Index s = 0; s < tensor::dim(chunk, 0); ++s) {
    auto row = tile::move<Mem::Left>(tile::load<1, features, Mem::Mat>(x, {b, s, 0}));
    chunk = tile::store(tile::gemv(row, columns), {s, 0}, chunk);
  }
  return chunk;
}

PTO_ORCHESTRATION AnyOutput project_any(In<AnyInput> x, In<Weight> w, Out<AnyOutput> out) {
  const Index length = tensor::dim(x, 1);
  for (Index b = 0; b < tensor::dim(x, 0); ++b)
    for (Index q0 = 0; q0 < out_features; q0 += chunk_size) {
      auto chunk = tensor::create<float, dyn, chunk_size>({length, chunk_size});
      chunk = project_any_chunk(x, w, b, q0, chunk);
      out = tensor::assemble(out, chunk, {b, 0, q0});
    }
  return out;
}

/// C code from elsewhere: adds `bias` to n floats in a row.
static void add_bias(float *data, Index n, float bias) {
  for (Index i = 0; i < n; ++i)
    data[i] += bias;
}

PTO_OPAQUE void add_bias_to(DenseTensor<float, sequence, chunk_size> panel, float bias) {
  add_bias(panel.data(), panel.size(), bias);
}

PTO_ORCHESTRATION Output project_dense(In<Input> x, In<Weight> w, float bias, Out<Output> out) {
  for (Index b = 0; b < batch; ++b)
    for (Index q0 = 0; q0 < out_features; q0 += chunk_size) {
      auto panel = tensor::create<float, sequence, chunk_size>();
      panel = project_chunk(x, w, b, q0, panel);
      add_bias_to(panel, bias);
      out = tensor::assemble(out, panel, {b, 0, q0});
    }
  return out;
}

using Rows = Tensor<float, 16, out_features>;

PTO_INCORE Rows project_rows(In<Input> x, In<Weight> w, Index b, Index s0, Out<Rows> rows) {
  auto in = tile::move<Mem::Left>(tile::load<16, features, Mem::Mat>(x, {b, s0, 0}));
  auto all = tile::move<Mem::Right>(tile::load<features, out_features, Mem::Mat>(w, {0, 0}));
  return tile::store(tile::matmul(in, all), {0, 0}, rows);
}

PTO_ORCHESTRATION Output project_bottom_up(In<Input> x, In<Weight> w, Out<Output> out) {
  for (Index b = 0; b < batch; ++b) {
    auto panel = tensor::create<float, sequence, out_features>();
    for (Index s0 = 0; s0 < sequence; s0 += 16) {
      auto rows = tensor::create<float, 16, out_features>();
      rows = project_rows(x, w, b, s0, rows);
      panel = tensor::assemble(panel, rows, {s0, 0});
    }
    out = tensor::assemble(out, panel, {b, 0, 0});
  }
  return out;
}

//===-- oracle ------------------------------------------------------------===//

static example::Array<double> product(const example::Array<float> &x, const example::Array<float> &w, double bias) {
  example::Array<double> out({batch, sequence, out_features});
  for (Index b = 0; b < batch; ++b)
    for (Index s = 0; s < sequence; ++s)
      for (Index j = 0; j < out_features; ++j) {
        double sum = bias;
        for (Index k = 0; k < features; ++k)
          sum += x(b, s, k) * w(k, j);
        out(b, s, j) = sum;
      }
  return out;
}

int main(int argc, char **argv) {
  auto x = example::random<float>({batch, sequence, features}, 1);
  auto w = example::random<float>({features, out_features}, 2);
  const example::Shape shape = {batch, sequence, out_features};
  example::Array<float> fixed(shape), any(shape), dense(shape), bottom_up(shape);
  example::repeat(argc, argv, [&] {
    project(x.data(), w.data(), fixed.data());
    project_any(Input(x.data()), w.data(), Output(any.data()));
    project_dense(x.data(), w.data(), 0.5f, dense.data());
    project_bottom_up(x.data(), w.data(), bottom_up.data());
  });

  const auto want = product(x, w, 0.0);
  example::Report report("projection_batched_3d");
  report.compare("fixed", fixed, want, 1e-4);
  report.compare("any", any, want, 1e-4);
  report.compare("dense", dense, product(x, w, 0.5), 1e-4);
  report.compare("bottom_up", bottom_up, want, 1e-4);
  return report.finish();
}
