//===- rope_kv_cache.cpp - rotate heads, append to the cache --------------===//
//
//   q(i, :)                     rotated by the angles of its sequence's position
//   k_cache(i, position, :)     = k(i, :) rotated alike
//   v_cache(i, position, :)     = v(i, :)                    i = sequence * heads + head
//
// One token a sequence. Where it goes is known when running only: sequences have
// different lengths. The rows are assembled into caches of a higher rank.
//
// Goes    `q_row`, `k_row` and `v_row` of `append`: views at a position read before
//         the rows are made. The kernel writes its row in two halves; together they
//         are all of it. Also `old_row` in `append_scored`, which reads the cache.
// Stays   `v_row` in `append_late`: its slot is looked up when the row is there already
//         (offset-not-available). `k_row` in `append_scored`: the cache is read for
//         the scores of the new key between its rotation and its append
//         (target-read-between), and whether the window is among what is read
//         depends on the position.
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index sequences = 8, heads = 4, head_dim = 128, half_dim = head_dim / 2, max_length = 128;
constexpr Index all_heads = sequences * heads;

using Heads = Tensor<float, all_heads, head_dim>;
using Angles = Tensor<float, max_length, half_dim>;
using Cache = Tensor<float, all_heads, max_length, head_dim>;
using Row = Tensor<float, 1, head_dim>;
using Positions = Tensor<std::int32_t, 1, sequences>;

PTO_INCORE Row rotate(In<Heads> x, In<Angles> cosines, In<Angles> sines, Index i, Index position, Out<Row> row) {
  auto lower = tile::load<1, half_dim>(x, {i, 0});
  auto upper = tile::load<1, half_dim>(x, {i, half_dim});
  auto cosine = tile::load<1, half_dim>(cosines, {position, 0});
  auto sine = tile::load<1, half_dim>(sines, {position, 0});
  row = tile::store(tile::sub(tile::mul(lower, cosine), tile::mul(upper, sine)), {0, 0}, row);
  row = tile::store(tile::add(tile::mul(upper, cosine), tile::mul(lower, sine)), {0, half_dim}, row);
  return row;
}

PTO_INCORE Row copy_row(In<Heads> x, Index i, Out<Row> row) {
  return tile::store(tile::load<1, head_dim>(x, {i, 0}), {0, 0}, row);
}

PTO_ORCHESTRATION Heads append(In<Heads> q, In<Heads> k, In<Heads> v, In<Angles> cosines, In<Angles> sines,
                               In<Positions> positions, InOut<Cache> k_cache, InOut<Cache> v_cache, Out<Heads> out) {
  for (Index s = 0; s < sequences; ++s) {
    const Index position = tensor::read(positions, {0, s});
    for (Index h = 0; h < heads; ++h) {
      const Index i = s * heads + h;
      auto q_row = tensor::create<float, 1, head_dim>();
      auto k_row = tensor::create<float, 1, head_dim>();
      auto v_row = tensor::create<float, 1, head_dim>();
      q_row = rotate(q, cosines, sines, i, position, q_row);
      k_row = rotate(k, cosines, sines, i, position, k_row);
      v_row = copy_row(v, i, v_row);
      out = tensor::assemble(out, q_row, {i, 0});
      k_cache = tensor::assemble(k_cache, k_row, {i, position, 0});
      v_cache = tensor::assemble(v_cache, v_row, {i, position, 0});
    }
  }
  return out;
}

PTO_ORCHESTRATION Cache append_late(In<Heads> v, In<Positions> positions, InOut<Cache> v_cache) {
  for (Index s = 0; s < sequences; ++s)
    for (Index h = 0; h < heads; ++h) {
      const Index i = s * heads + h;
      auto v_row = tensor::create<float, 1, head_dim>();
      v_row = copy_row(v, i, v_row);
      const Index slot = tensor::read(positions, {0, s});
      v_cache = tensor::assemble(v_cache, v_row, {i, slot, 0});
    }
  return v_cache;
}

/// scores(0, t) = new key . key t of head i of the cache
PTO_INCORE Tensor<float, 1, max_length> score(In<Row> key, In<Cache> cache, Index i,
                                              Out<Tensor<float, 1, max_length>> scores) {
  auto keys = tile::load<max_length, head_dim>(cache, {i, 0, 0});
  auto products = tile::col_expand_mul(keys, tile::load<1, head_dim>(key, {0, 0}));
  auto sums = tile::reshape<1, max_length>(tile::row_sum(products));
  return tile::store(sums, {0, 0}, scores);
}

/// The new key is compared with those before it, then appended.
PTO_ORCHESTRATION Cache append_scored(In<Heads> k, In<Angles> cosines, In<Angles> sines, In<Positions> positions,
                                      Out<Tensor<float, all_heads, max_length>> scores, InOut<Cache> k_cache) {
  for (Index s = 0; s < sequences; ++s) {
    const Index position = tensor::read(positions, {0, s});
    for (Index h = 0; h < heads; ++h) {
      const Index i = s * heads + h;
      auto k_row = tensor::create<float, 1, head_dim>();
      k_row = rotate(k, cosines, sines, i, position, k_row);
      auto score_row = tensor::create<float, 1, max_length>();
      score_row = score(k_row, k_cache, i, score_row);
      scores = tensor::assemble(scores, score_row, {i, 0});
      k_cache = tensor::assemble(k_cache, k_row, {i, position, 0});
    }
  }
  return k_cache;
}

//===-- oracle ------------------------------------------------------------===//

using Array = example::Array<float>;
using Expected = example::Array<double>;

static Expected as_double(const Array &x) {
  Expected out(x.shape());
  for (std::size_t n = 0; n < x.elements().size(); ++n)
    out.elements()[n] = static_cast<double>(x.elements()[n]);
  return out;
}

static Expected rotated(const Array &x, const example::Array<std::int32_t> &positions) {
  Expected out(x.shape());
  for (Index i = 0; i < all_heads; ++i)
    for (Index d = 0; d < half_dim; ++d) {
      const double angle = positions(0, i / heads) * std::pow(10000.0, -static_cast<double>(d) / half_dim);
      out(i, d) = x(i, d) * std::cos(angle) - x(i, d + half_dim) * std::sin(angle);
      out(i, d + half_dim) = x(i, d + half_dim) * std::cos(angle) + x(i, d) * std::sin(angle);
    }
  return out;
}

static Expected appended(const Array &cache, const Expected &rows, const example::Array<std::int32_t> &positions) {
  Expected out = as_double(cache);
  for (Index i = 0; i < all_heads; ++i)
    for (Index d = 0; d < head_dim; ++d)
      out(i, static_cast<Index>(positions(0, i / heads)), d) = rows(i, d);
  return out;
}

static Expected key_scores(const Array &cache, const Expected &rows) {
  Expected out({all_heads, max_length});
  for (Index i = 0; i < all_heads; ++i)
    for (Index t = 0; t < max_length; ++t)
      for (Index d = 0; d < head_dim; ++d)
        out(i, t) += cache(i, t, d) * rows(i, d);
  return out;
}

int main(int argc, char **argv) {
  auto q = example::random<float>({all_heads, head_dim}, 1), k = example::random<float>({all_heads, head_dim}, 2),
       v = example::random<float>({all_heads, head_dim}, 3);
  const auto keys = example::random<float>({all_heads, max_length, head_dim}, 4);
  const auto values = example::random<float>({all_heads, max_length, head_dim}, 5);
  example::Array<std::int32_t> positions({1, sequences});
  Array cosines({max_length, half_dim}), sines({max_length, half_dim});
  for (Index s = 0; s < sequences; ++s)
    positions(0, s) = static_cast<std::int32_t>((s * 37 + 5) % max_length);
  for (Index t = 0; t < max_length; ++t)
    for (Index d = 0; d < half_dim; ++d) {
      const double angle = static_cast<double>(t) * std::pow(10000.0, -static_cast<double>(d) / half_dim);
      cosines(t, d) = static_cast<float>(std::cos(angle));
      sines(t, d) = static_cast<float>(std::sin(angle));
    }

  Array q_out({all_heads, head_dim}), k_cache = keys, v_cache = values, late_cache = values, scored_cache = keys,
                                      scores({all_heads, max_length});
  example::repeat(argc, argv, [&] {
    append(q.data(), k.data(), v.data(), cosines.data(), sines.data(), positions.data(), k_cache.data(), v_cache.data(),
           q_out.data());
    append_late(v.data(), positions.data(), late_cache.data());
    scored_cache = keys;
    append_scored(k.data(), cosines.data(), sines.data(), positions.data(), scores.data(), scored_cache.data());
  });

  const Expected new_keys = rotated(k, positions);
  example::Report report("rope_kv_cache");
  report.compare("q_out", q_out, rotated(q, positions), 1e-5);
  report.compare("k_cache", k_cache, appended(keys, new_keys, positions), 1e-5);
  report.compare("v_cache", v_cache, appended(values, as_double(v), positions), 0);
  report.compare("late_cache", late_cache, appended(values, as_double(v), positions), 0);
  report.compare("scored_cache", scored_cache, appended(keys, new_keys, positions), 1e-5);
  report.compare("scores", scores, key_scores(keys, new_keys), 1e-4);
  return report.finish();
}
