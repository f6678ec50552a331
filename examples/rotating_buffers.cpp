//===- rotating_buffers.cpp - fill one buffer, copy another ---------------===//
//
//   out(b, :) = relu(x(b, :)) for blocks b of rows, software-pipelined
//
// A loop that carries a buffer into its next turn: what is assembled in one turn was
// created in the one before. A tool that follows names instead of buffers turns the
// first buffer into a view and loses all the others.
//
// Goes    `block` in `plain`: made, filled and assembled in one turn.
// Stays   `current` and `next` in `pipelined`: which buffer `current` is at the assemble
//         depends on the turn (rotating-buffer). In `pipelined_and_drained` there is
//         a second assemble behind the loop, too (assembled-twice).
//         `ping` and `pong` in `double_buffered`: made once, filled and assembled in
//         every turn (different-loops), so that one view would have to be many.
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index rows = 256, cols = 1024, row_block = 16, blocks = rows / row_block;

using Rows = Tensor<float, rows, cols>;
using Block = Tensor<float, row_block, cols>;

PTO_INCORE Block relu_block(In<Rows> x, Index b, Out<Block> block) {
  auto in = tile::load<row_block, cols>(x, {b * row_block, 0});
  return tile::store(tile::relu(in), {0, 0}, block);
}

PTO_ORCHESTRATION Rows plain(In<Rows> x, Out<Rows> out) {
  for (Index b = 0; b < blocks; ++b) {
    Block block = tensor::create<float, row_block, cols>();
    block = relu_block(x, b, block);
    out = tensor::assemble(out, block, {b * row_block, 0});
  }
  return out;
}

/// The last turn fills a buffer in vain.
PTO_ORCHESTRATION Rows pipelined(In<Rows> x, Out<Rows> out) {
  Block current = tensor::create<float, row_block, cols>();
  current = relu_block(x, 0, current);
  for (Index b = 0; b < blocks; ++b) {
    Block next = tensor::create<float, row_block, cols>();
    next = relu_block(x, math::min(b + 1, blocks - 1), next);
    out = tensor::assemble(out, current, {b * row_block, 0});
    current = next;
  }
  return out;
}

/// The last block is copied behind the loop.
PTO_ORCHESTRATION Rows pipelined_and_drained(In<Rows> x, Out<Rows> out) {
  Block current = tensor::create<float, row_block, cols>();
  current = relu_block(x, 0, current);
  for (Index b = 1; b < blocks; ++b) {
    Block next = tensor::create<float, row_block, cols>();
    next = relu_block(x, b, next);
    out = tensor::assemble(out, current, {(b - 1) * row_block, 0});
    current = next;
  }
  out = tensor::assemble(out, current, {(blocks - 1) * row_block, 0});
  return out;
}

PTO_ORCHESTRATION Rows double_buffered(In<Rows> x, Out<Rows> out) {
  Block ping = tensor::create<float, row_block, cols>();
  Block pong = tensor::create<float, row_block, cols>();
  for (Index b = 0; b < blocks; b += 2) {
    ping = relu_block(x, b, ping);
    pong = relu_block(x, b + 1, pong);
    out = tensor::assemble(out, ping, {b * row_block, 0});
    out = tensor::assemble(out, pong, {(b + 1) * row_block, 0});
  }
  return out;
}

//===-- oracle ------------------------------------------------------------===//

static example::Array<double> rectified(const example::Array<float> &x) {
  example::Array<double> out({rows, cols});
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c)
      out(r, c) = x(r, c) > 0 ? x(r, c) : 0.0;
  return out;
}

int main(int argc, char **argv) {
  auto x = example::random<float>({rows, cols}, 1);
  example::Array<float> one({rows, cols}), rotating({rows, cols}), drained({rows, cols}), two({rows, cols});
  example::repeat(argc, argv, [&] {
    plain(x.data(), one.data());
    pipelined(x.data(), rotating.data());
    pipelined_and_drained(x.data(), drained.data());
    double_buffered(x.data(), two.data());
  });

  const auto want = rectified(x);
  example::Report report("rotating_buffers");
  report.compare("one", one, want, 0);
  report.compare("rotating", rotating, want, 0);
  report.compare("drained", drained, want, 0);
  report.compare("two", two, want, 0);
  return report.finish();
}
