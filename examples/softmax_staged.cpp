//===- softmax_staged.cpp - softmax in three stages -----------------------===//
//
//   out(r, c) = exp(x(r, c) - max(x(r, :))) / sum over c of the same
//
// Each stage is a kernel of its own: largest element, exponentials and their sum,
// quotient. The stages of 32 rows hand each other buffers.
//
// Goes    `block` becomes a view of `out`, in `softmax` and in `softmax_with_entropy`,
//         where it is read again after it was assembled: nothing writes to `out` in
//         between, so the view holds what the buffer held. `entropy`, `total`: columns
//         and single numbers go the same way.
// Stays   `largest`, `powers` and `sums`: intermediates, not assembled, no candidates.
//         `block` in `softmax_audited`: between its first write and the assemble all of
//         `out` is summed up (target-read-between); with a view the sum would count
//         the new rows too early.
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index rows = 256, cols = 1024, row_block = 32;

using Logits = Tensor<float, rows, cols>;
using Block = Tensor<float, row_block, cols>;
using Column = Tensor<float, row_block, 1>;
using Single = Tensor<float, 1, 1>;

PTO_INCORE Column row_largest(In<Logits> x, Index r0, Out<Column> largest) {
  return tile::store(tile::row_max(tile::load<row_block, cols>(x, {r0, 0})), {0, 0}, largest);
}

PTO_INCORE Tuple<Block, Column> exponentials(In<Logits> x, In<Column> largest, Index r0, Out<Block> powers,
                                             Out<Column> sums) {
  auto in = tile::load<row_block, cols>(x, {r0, 0});
  auto e = tile::row_expand_expdif(in, tile::load<row_block, 1>(largest, {0, 0}));
  powers = tile::store(e, {0, 0}, powers);
  sums = tile::store(tile::row_sum(e), {0, 0}, sums);
  return {powers, sums};
}

PTO_INCORE Block quotients(In<Block> powers, In<Column> sums, Out<Block> block) {
  auto e = tile::load<row_block, cols>(powers, {0, 0});
  return tile::store(tile::row_expand_div(e, tile::load<row_block, 1>(sums, {0, 0})), {0, 0}, block);
}

PTO_ORCHESTRATION Logits softmax(In<Logits> x, Out<Logits> out) {
  for (Index r0 = 0; r0 < rows; r0 += row_block) {
    auto largest = tensor::create<float, row_block, 1>();
    auto powers = tensor::create<float, row_block, cols>();
    auto sums = tensor::create<float, row_block, 1>();
    auto block = tensor::create<float, row_block, cols>();
    largest = row_largest(x, r0, largest);
    auto [e, s] = exponentials(x, largest, r0, powers, sums);
    block = quotients(e, s, block);
    out = tensor::assemble(out, block, {r0, 0});
  }
  return out;
}

/// entropy(r0 + i) = -sum of p log p over row i of block
PTO_INCORE Column entropy_of(In<Block> block, Out<Column> entropy) {
  auto p = tile::load<row_block, cols>(block, {0, 0});
  return tile::store(tile::neg(tile::row_sum(tile::mul(p, tile::log(p)))), {0, 0}, entropy);
}

PTO_ORCHESTRATION Logits softmax_with_entropy(In<Logits> x, Out<Tensor<float, rows, 1>> entropies, Out<Logits> out) {
  for (Index r0 = 0; r0 < rows; r0 += row_block) {
    auto largest = tensor::create<float, row_block, 1>();
    auto powers = tensor::create<float, row_block, cols>();
    auto sums = tensor::create<float, row_block, 1>();
    largest = row_largest(x, r0, largest);
    auto [e, s] = exponentials(x, largest, r0, powers, sums);
    auto block = tensor::create<float, row_block, cols>();
    block = quotients(e, s, block);
    out = tensor::assemble(out, block, {r0, 0});
    auto entropy = tensor::create<float, row_block, 1>();
    entropy = entropy_of(block, entropy);
    entropies = tensor::assemble(entropies, entropy, {r0, 0});
  }
  return out;
}

/// total(0, 0) = sum of all elements of t
PTO_INCORE Single total_of(In<Logits> t, Out<Single> total) {
  auto sum = tile::full<float, 1, 1>(0.f);
  for (Index r = 0; r < rows; ++r)
    sum = tile::add(sum, tile::row_sum(tile::load<1, cols>(t, {r, 0})));
  return tile::store(sum, {0, 0}, total);
}

/// totals(0, b) = what `out` sums up to before block b of it is replaced
PTO_ORCHESTRATION Logits softmax_audited(In<Logits> x, Out<Tensor<float, 1, rows / row_block>> totals,
                                         InOut<Logits> out) {
  for (Index b = 0; b < rows / row_block; ++b) {
    const Index r0 = b * row_block;
    auto largest = tensor::create<float, row_block, 1>();
    auto powers = tensor::create<float, row_block, cols>();
    auto sums = tensor::create<float, row_block, 1>();
    auto block = tensor::create<float, row_block, cols>();
    largest = row_largest(x, r0, largest);
    auto [e, s] = exponentials(x, largest, r0, powers, sums);
    block = quotients(e, s, block);
    auto total = tensor::create<float, 1, 1>();
    total = total_of(out, total);
    totals = tensor::assemble(totals, total, {0, b});
    out = tensor::assemble(out, block, {r0, 0});
  }
  return out;
}

//===-- oracle ------------------------------------------------------------===//

static example::Array<double> probabilities(const example::Array<float> &x) {
  example::Array<double> out({rows, cols});
  for (Index r = 0; r < rows; ++r) {
    double largest = x(r, 0), sum = 0;
    for (Index c = 1; c < cols; ++c)
      largest = std::fmax(largest, x(r, c));
    for (Index c = 0; c < cols; ++c)
      sum += std::exp(x(r, c) - largest);
    for (Index c = 0; c < cols; ++c)
      out(r, c) = std::exp(x(r, c) - largest) / sum;
  }
  return out;
}

int main(int argc, char **argv) {
  auto x = example::random<float>({rows, cols}, 1, 8.f);
  example::Array<float> plain({rows, cols}), measured({rows, cols}), audited({rows, cols}), entropies({rows, 1}),
      totals({1, rows / row_block});
  example::repeat(argc, argv, [&] {
    softmax(x.data(), plain.data());
    softmax_with_entropy(x.data(), entropies.data(), measured.data());
    audited = example::Array<float>({rows, cols});
    softmax_audited(x.data(), totals.data(), audited.data());
  });

  const auto want = probabilities(x);
  example::Array<double> want_entropies({rows, 1}), want_totals({1, rows / row_block});
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c)
      want_entropies(r, 0) -= want(r, c) * std::log(want(r, c));
  for (Index b = 0; b < rows / row_block; ++b)
    want_totals(0, b) = static_cast<double>(b * row_block); // a row of probabilities sums up to 1
  example::Report report("softmax_staged");
  report.compare("plain", plain, want, 1e-6);
  report.compare("measured", measured, want, 1e-6);
  report.compare("entropies", entropies, want_entropies, 1e-5);
  report.compare("audited", audited, want, 1e-6);
  report.compare("totals", totals, want_totals, 1e-4);
  return report.finish();
}
