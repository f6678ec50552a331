//===- flash_attention.cpp - causal attention without the score matrix ----===//
//
//   out(h, i, :) = softmax(q(h, i, :) * k(h, 0 : i + 1, :)^T / sqrt D) * v(h, 0 : i + 1, :)
//
// A block of queries goes over the blocks of keys and carries, for each query, the
// largest score so far (`largest`), the sum of powers (`sum`) and the weighted sum of
// values (`acc`). A new largest score rescales the two sums.
//
// Goes    `block` in `attend`: made, filled and assembled after the loop.
//         `acc` in `attend_in_place`: the first block of keys fills it, the others
//         update it, the last step divides it: all of that can happen in `out`.
//         `block` in `attend_at_the_end`: made and assembled under one condition.
// Stays   `largest`, `sum`, and `acc` in the others: carried, but not assembled.
//         `acc` in `attend_by_case`: in each turn of the loop one of two kernels writes
//         it, and that the first turn takes the one that fills is a fact about
//         numbers, not about roles (accumulates).
//         `block` in `attend_last_turn`: made before the loop, assembled in one turn
//         of it (different-loops).
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index heads = 2, length = 256, head_dim = 64, block_size = 64;
constexpr float scale = 0.125f; // 1 / sqrt(head_dim)

using Sequence = Tensor<float, heads, length, head_dim>;
using Block = Tensor<float, block_size, head_dim>;
using Column = Tensor<float, block_size, 1>;
using State = Tuple<Column, Column, Block>;

using Scores = Tile<float, block_size, block_size>;

/// Scaled scores of a block of queries for a block of keys; on the diagonal later keys count nothing.
PTO_INCORE Scores scores_of(In<Sequence> q, In<Sequence> k, Index h, Index q0, Index k0) {
  auto queries = tile::load<block_size, head_dim, Mem::Mat>(q, {h, q0, 0});
  auto keys = tile::transpose(tile::load<block_size, head_dim>(k, {h, k0, 0}));
  auto product = tile::matmul(tile::move<Mem::Left>(queries), tile::move<Mem::Right>(keys));
  auto scores = tile::mul(tile::move<Mem::Vec>(product), scale);
  if (q0 == k0) {
    auto visible = tile::tri<float, block_size, block_size>();
    scores = tile::add(tile::mul(scores, visible), tile::mul(tile::sub(visible, 1.f), 1e30f));
  }
  return scores;
}

PTO_INCORE Tile<float, block_size, head_dim> weighted_values(const Scores &powers, In<Sequence> v, Index h, Index k0) {
  auto values = tile::load<block_size, head_dim, Mem::Mat>(v, {h, k0, 0});
  auto product = tile::matmul(tile::move<Mem::Left>(powers), tile::move<Mem::Right>(values));
  return tile::move<Mem::Vec>(product);
}

/// The state after the first block of keys.
PTO_INCORE State start(In<Sequence> q, In<Sequence> k, In<Sequence> v, Index h, Index q0, Out<Column> largest,
                       Out<Column> sum, Out<Block> acc) {
  auto scores = scores_of(q, k, h, q0, 0);
  auto top = tile::row_max(scores);
  auto powers = tile::row_expand_expdif(scores, top);
  largest = tile::store(top, {0, 0}, largest);
  sum = tile::store(tile::row_sum(powers), {0, 0}, sum);
  acc = tile::store(weighted_values(powers, v, h, 0), {0, 0}, acc);
  return {largest, sum, acc};
}

/// The state after one more block of keys.
PTO_INCORE State update(In<Sequence> q, In<Sequence> k, In<Sequence> v, Index h, Index q0, Index k0,
                        InOut<Column> largest, InOut<Column> sum, InOut<Block> acc) {
  auto scores = scores_of(q, k, h, q0, k0);
  auto old_top = tile::load<block_size, 1>(largest, {0, 0});
  auto top = tile::maximum(old_top, tile::row_max(scores));
  auto rescale = tile::exp(tile::sub(old_top, top));
  auto powers = tile::row_expand_expdif(scores, top);
  auto old_sum = tile::mul(tile::load<block_size, 1>(sum, {0, 0}), rescale);
  auto old_acc = tile::row_expand_mul(tile::load<block_size, head_dim>(acc, {0, 0}), rescale);
  largest = tile::store(top, {0, 0}, largest);
  sum = tile::store(tile::add(old_sum, tile::row_sum(powers)), {0, 0}, sum);
  acc = tile::store(tile::add(old_acc, weighted_values(powers, v, h, k0)), {0, 0}, acc);
  return {largest, sum, acc};
}

PTO_INCORE Block finish(In<Column> sum, In<Block> acc, Out<Block> block) {
  auto quotient =
      tile::row_expand_div(tile::load<block_size, head_dim>(acc, {0, 0}), tile::load<block_size, 1>(sum, {0, 0}));
  return tile::store(quotient, {0, 0}, block);
}

PTO_INCORE Block finish_in_place(In<Column> sum, InOut<Block> acc) {
  auto quotient =
      tile::row_expand_div(tile::load<block_size, head_dim>(acc, {0, 0}), tile::load<block_size, 1>(sum, {0, 0}));
  return tile::store(quotient, {0, 0}, acc);
}

PTO_ORCHESTRATION Sequence attend(In<Sequence> q, In<Sequence> k, In<Sequence> v, Out<Sequence> out) {
  for (Index h = 0; h < heads; ++h)
    for (Index q0 = 0; q0 < length; q0 += block_size) {
      auto largest = tensor::create<float, block_size, 1>();
      auto sum = tensor::create<float, block_size, 1>();
      auto acc = tensor::create<float, block_size, head_dim>();
      for (Index k0 = 0; k0 <= q0; k0 += block_size)
        if (k0 == 0)
          start(q, k, v, h, q0, largest, sum, acc);
        else
          update(q, k, v, h, q0, k0, largest, sum, acc);
      auto block = tensor::create<float, block_size, head_dim>();
      block = finish(sum, acc, block);
      out = tensor::assemble(out, block, {h, q0, 0});
    }
  return out;
}

PTO_ORCHESTRATION Sequence attend_in_place(In<Sequence> q, In<Sequence> k, In<Sequence> v, Out<Sequence> out) {
  for (Index h = 0; h < heads; ++h)
    scf::parallel(length / block_size, [&](Index b) {
      const Index q0 = b * block_size;
      auto largest = tensor::create<float, block_size, 1>();
      auto sum = tensor::create<float, block_size, 1>();
      auto acc = tensor::create<float, block_size, head_dim>();
      start(q, k, v, h, q0, largest, sum, acc);
      for (Index k0 = block_size; k0 <= q0; k0 += block_size)
        update(q, k, v, h, q0, k0, largest, sum, acc);
      acc = finish_in_place(sum, acc);
      out = tensor::assemble(out, acc, {h, q0, 0});
    });
  return out;
}

PTO_ORCHESTRATION Sequence attend_at_the_end(In<Sequence> q, In<Sequence> k, In<Sequence> v, Out<Sequence> out) {
  for (Index h = 0; h < heads; ++h)
    for (Index q0 = 0; q0 < length; q0 += block_size) {
      auto largest = tensor::create<float, block_size, 1>();
      auto sum = tensor::create<float, block_size, 1>();
      auto acc = tensor::create<float, block_size, head_dim>();
      for (Index k0 = 0; k0 <= q0; k0 += block_size) {
        if (k0 == 0)
          start(q, k, v, h, q0, largest, sum, acc);
        else
          update(q, k, v, h, q0, k0, largest, sum, acc);
        if (k0 == q0) {
          auto block = tensor::create<float, block_size, head_dim>();
          block = finish(sum, acc, block);
          out = tensor::assemble(out, block, {h, q0, 0});
        }
      }
    }
  return out;
}

PTO_ORCHESTRATION Sequence attend_by_case(In<Sequence> q, In<Sequence> k, In<Sequence> v, Out<Sequence> out) {
  for (Index h = 0; h < heads; ++h)
    for (Index q0 = 0; q0 < length; q0 += block_size) {
      auto largest = tensor::create<float, block_size, 1>();
      auto sum = tensor::create<float, block_size, 1>();
      auto acc = tensor::create<float, block_size, head_dim>();
      for (Index k0 = 0; k0 <= q0; k0 += block_size)
        if (k0 == 0)
          start(q, k, v, h, q0, largest, sum, acc);
        else
          update(q, k, v, h, q0, k0, largest, sum, acc);
      acc = finish_in_place(sum, acc);
      out = tensor::assemble(out, acc, {h, q0, 0});
    }
  return out;
}

PTO_ORCHESTRATION Sequence attend_last_turn(In<Sequence> q, In<Sequence> k, In<Sequence> v, Out<Sequence> out) {
  for (Index h = 0; h < heads; ++h)
    for (Index q0 = 0; q0 < length; q0 += block_size) {
      auto largest = tensor::create<float, block_size, 1>();
      auto sum = tensor::create<float, block_size, 1>();
      auto acc = tensor::create<float, block_size, head_dim>();
      auto block = tensor::create<float, block_size, head_dim>();
      for (Index k0 = 0; k0 <= q0; k0 += block_size) {
        if (k0 == 0)
          start(q, k, v, h, q0, largest, sum, acc);
        else
          update(q, k, v, h, q0, k0, largest, sum, acc);
        if (k0 == q0) {
          block = finish(sum, acc, block);
          out = tensor::assemble(out, block, {h, q0, 0});
        }
      }
    }
  return out;
}

//===-- oracle ------------------------------------------------------------===//

static example::Array<double> attention(const example::Array<float> &q, const example::Array<float> &k,
                                        const example::Array<float> &v) {
  example::Array<double> out({heads, length, head_dim});
  std::vector<double> weights(length);
  for (Index h = 0; h < heads; ++h)
    for (Index i = 0; i < length; ++i) {
      double largest = -1e300, sum = 0;
      for (Index j = 0; j <= i; ++j) {
        double score = 0;
        for (Index d = 0; d < head_dim; ++d)
          score += q(h, i, d) * k(h, j, d);
        weights[static_cast<std::size_t>(j)] = score / std::sqrt(static_cast<double>(head_dim));
        largest = std::fmax(largest, weights[static_cast<std::size_t>(j)]);
      }
      for (Index j = 0; j <= i; ++j) {
        double &weight = weights[static_cast<std::size_t>(j)];
        weight = std::exp(weight - largest);
        sum += weight;
      }
      for (Index j = 0; j <= i; ++j)
        for (Index d = 0; d < head_dim; ++d)
          out(h, i, d) += weights[static_cast<std::size_t>(j)] / sum * v(h, j, d);
    }
  return out;
}

int main(int argc, char **argv) {
  const example::Shape shape = {heads, length, head_dim};
  auto q = example::random<float>(shape, 1, 2.f), k = example::random<float>(shape, 2, 2.f),
       v = example::random<float>(shape, 3);
  example::Array<float> block(shape), in_place(shape), at_the_end(shape), by_case(shape), last_turn(shape);
  example::repeat(argc, argv, [&] {
    attend(q.data(), k.data(), v.data(), block.data());
    attend_in_place(q.data(), k.data(), v.data(), in_place.data());
    attend_at_the_end(q.data(), k.data(), v.data(), at_the_end.data());
    attend_by_case(q.data(), k.data(), v.data(), by_case.data());
    attend_last_turn(q.data(), k.data(), v.data(), last_turn.data());
  });

  const auto want = attention(q, k, v);
  example::Report report("flash_attention");
  report.compare("block", block, want, 1e-5);
  report.compare("in_place", in_place, want, 1e-5);
  report.compare("at_the_end", at_the_end, want, 1e-5);
  report.compare("by_case", by_case, want, 1e-5);
  report.compare("last_turn", last_turn, want, 1e-5);
  return report.finish();
}
