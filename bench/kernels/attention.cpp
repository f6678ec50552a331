//===- attention.cpp - attention without the score matrix ----------------------------------===//
//
// 128 queries go over blocks of 128 keys and carry their largest score so far, the sum of
// powers and the weighted sum of values. A new largest score rescales the two sums.
//
//===-----------------------------------------------------------------------===//

#include "harness/Bench.h"

#include <pto/dsl.h>
using namespace pto::dsl;

namespace {

constexpr Index block = 128, dim = 64;
using Sequence = Tensor<float, dyn, dim>;

/// `rows` queries from q0 on.
PTO_INCORE Sequence attend_block(In<Sequence> q, In<Sequence> k, In<Sequence> v, float scale, Index q0, Index rows,
                                 Out<Sequence> out) {
  const Index length = k.extent(0);
  auto queries = tile::move<Mem::Left>(tile::mul(tile::load<block, dim>(q, {q0, 0}, Valid{rows, dim}), scale));
  auto largest = tile::set_validshape(tile::full<float, block, 1>(-1e30f), rows, 1);
  auto sum = tile::set_validshape(tile::full<float, block, 1>(0.f), rows, 1);
  auto acc = tile::set_validshape(tile::full<float, block, dim>(0.f), rows, dim);
  for (Index k0 = 0; k0 < length; k0 += block) {
    const Index n = math::min(block, length - k0);
    auto keys = tile::transpose(tile::load<block, dim, Mem::Mat>(k, {k0, 0}, Valid{n, dim}));
    auto scores = tile::move<Mem::Vec>(tile::matmul(queries, tile::move<Mem::Right>(keys)));
    auto top = tile::maximum(largest, tile::row_max(scores));
    auto rescale = tile::exp(tile::sub(largest, top));
    auto powers = tile::row_expand_expdif(scores, top);
    sum = tile::add(tile::mul(sum, rescale), tile::row_sum(powers));
    acc = tile::row_expand_mul(acc, rescale);
    largest = top;
    auto values = tile::move<Mem::Right>(tile::load<block, dim, Mem::Mat>(v, {k0, 0}, Valid{n, dim}));
    tile::matmul_acc(acc, tile::move<Mem::Left>(powers), values);
  }
  return tile::store(tile::row_expand_div(acc, sum), {q0, 0}, out);
}

PTO_ORCHESTRATION Sequence attend(In<Sequence> q, In<Sequence> k, In<Sequence> v, float scale, Out<Sequence> out) {
  const Index length = q.extent(0);
  for (Index q0 = 0; q0 < length; q0 += block)
    out = attend_block(q, k, v, scale, q0, math::min(block, length - q0), out);
  return out;
}

bool run(const bench::Attention &t) {
  if (t.dim != dim)
    return false;
  const Extents<2> shape = {{t.length, dim}};
  attend(Sequence(t.q, shape), Sequence(t.k, shape), Sequence(t.v, shape), t.scale, Sequence(t.out, shape));
  return true;
}

const bench::Add entry("", run);

} // namespace
