//===- paged_attention.cpp - decode attention over a paged cache ----------===//
//
//   out(s, h, :) = softmax(q(s, h, :) * K^T / sqrt D) * V
//   K, V         the first length(s) tokens of the pages that table(s, :) lists
//
// Keys and values live in pages of 64 tokens, anywhere in the cache. One token of each
// sequence asks. How many sequences there are, how long each one is and where its pages
// are is known when running only. Four kernels a page hand each other buffers; the
// state of the softmax (largest, sum, acc) is carried from page to page.
//
// Goes    `row` in `attend`: a HEADS x DIM view of out at {s, 0, 0}.
// Stays   `row` in `attend_upstream`: the kernel that carries the state also writes the
//         result, when it is told that the page is the last one. That it is told so
//         once a sequence is not for its roles to say (partial-fill).
//         All buffers between the kernels: intermediates, no candidates.
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index heads = 16, head_dim = 64, page_size = 64, pages = 24;
constexpr float scale = 0.125f; // 1 / sqrt(head_dim)

using Queries = Tensor<float, dyn, heads, head_dim>;
using Cache = Tensor<float, pages, page_size, head_dim>;
using Table = Tensor<std::int32_t, dyn, dyn>;
using Lengths = Tensor<std::int32_t, dyn>;

using Rows = Tensor<float, heads, head_dim>;
using Page = Tensor<float, page_size, head_dim>;
using Scores = Tensor<float, heads, page_size>;
using Column = Tensor<float, heads, 1>;

PTO_INCORE Scores multiply_qk(In<Rows> q, In<Page> keys, Out<Scores> scores) {
  auto rows = tile::move<Mem::Left>(tile::load<heads, head_dim, Mem::Mat>(q, {0, 0}));
  auto columns = tile::move<Mem::Right>(tile::transpose(tile::load<page_size, head_dim>(keys, {0, 0})));
  return tile::store(tile::matmul(rows, columns), {0, 0}, scores);
}

/// Powers of the scores of the first `valid` tokens, zeros behind them; their largest and their sum.
PTO_INCORE Tuple<Scores, Column, Column> softmax_prepare(In<Scores> scores, Index valid, Out<Scores> powers,
                                                         Out<Column> largest, Out<Column> sum) {
  auto scaled = tile::mul(tile::load<heads, page_size>(scores, {0, 0}, Valid{heads, valid}), scale);
  auto padded = tile::fillpad<Pad::Min>(scaled);
  auto top = tile::row_max(padded);
  auto p = tile::row_expand_expdif(padded, top);
  powers = tile::store(p, {0, 0}, powers);
  largest = tile::store(top, {0, 0}, largest);
  sum = tile::store(tile::row_sum(p), {0, 0}, sum);
  return {powers, largest, sum};
}

PTO_INCORE Rows multiply_pv(In<Scores> powers, In<Page> values, Out<Rows> product) {
  auto p = tile::move<Mem::Left>(tile::load<heads, page_size, Mem::Mat>(powers, {0, 0}));
  auto v = tile::move<Mem::Right>(tile::load<page_size, head_dim, Mem::Mat>(values, {0, 0}));
  return tile::store(tile::matmul(p, v), {0, 0}, product);
}

/// The state after the first page is what the page gave.
PTO_INCORE Tuple<Column, Column, Rows> begin(In<Column> page_largest, In<Column> page_sum, In<Rows> product,
                                             Out<Column> largest, Out<Column> sum, Out<Rows> acc) {
  largest = tile::store(tile::load<heads, 1>(page_largest, {0, 0}), {0, 0}, largest);
  sum = tile::store(tile::load<heads, 1>(page_sum, {0, 0}), {0, 0}, sum);
  acc = tile::store(tile::load<heads, head_dim>(product, {0, 0}), {0, 0}, acc);
  return {largest, sum, acc};
}

/// Brings the state and a page to their common largest score, and adds them up.
PTO_INCORE Tuple<Column, Column, Rows> merge(In<Column> page_largest, In<Column> page_sum, In<Rows> product,
                                             InOut<Column> largest, InOut<Column> sum, InOut<Rows> acc) {
  auto here = tile::load<heads, 1>(page_largest, {0, 0});
  auto before = tile::load<heads, 1>(largest, {0, 0});
  auto top = tile::maximum(here, before);
  auto shrink_here = tile::exp(tile::sub(here, top));
  auto shrink_before = tile::exp(tile::sub(before, top));
  auto sum_here = tile::mul(tile::load<heads, 1>(page_sum, {0, 0}), shrink_here);
  auto sum_before = tile::mul(tile::load<heads, 1>(sum, {0, 0}), shrink_before);
  auto acc_here = tile::row_expand_mul(tile::load<heads, head_dim>(product, {0, 0}), shrink_here);
  auto acc_before = tile::row_expand_mul(tile::load<heads, head_dim>(acc, {0, 0}), shrink_before);
  largest = tile::store(top, {0, 0}, largest);
  sum = tile::store(tile::add(sum_before, sum_here), {0, 0}, sum);
  acc = tile::store(tile::add(acc_before, acc_here), {0, 0}, acc);
  return {largest, sum, acc};
}

PTO_INCORE Rows divide(In<Rows> acc, In<Column> sum, Out<Rows> row) {
  auto quotient = tile::row_expand_div(tile::load<heads, head_dim>(acc, {0, 0}), tile::load<heads, 1>(sum, {0, 0}));
  return tile::store(quotient, {0, 0}, row);
}

PTO_ORCHESTRATION Queries attend(In<Queries> q, In<Cache> k_cache, In<Cache> v_cache, In<Table> table,
                                 In<Lengths> lengths, Out<Queries> out) {
  for (Index s = 0; s < tensor::dim(q, 0); ++s) {
    const Index length = tensor::read(lengths, {s});
    auto query = tensor::slice<heads, head_dim>(q, {s, 0, 0});
    auto largest = tensor::create<float, heads, 1>();
    auto sum = tensor::create<float, heads, 1>();
    auto acc = tensor::create<float, heads, head_dim>();
    for (Index t = 0; t < length; t += page_size) {
      const Index page = tensor::read(table, {s, t / page_size});
      const Index valid = math::min(page_size, length - t);
      auto keys = tensor::slice<page_size, head_dim>(k_cache, {page, 0, 0});
      auto values = tensor::slice<page_size, head_dim>(v_cache, {page, 0, 0});
      auto scores = tensor::create<float, heads, page_size>();
      auto powers = tensor::create<float, heads, page_size>();
      auto page_largest = tensor::create<float, heads, 1>();
      auto page_sum = tensor::create<float, heads, 1>();
      auto product = tensor::create<float, heads, head_dim>();
      scores = multiply_qk(query, keys, scores);
      auto [p, m, l] = softmax_prepare(scores, valid, powers, page_largest, page_sum);
      product = multiply_pv(p, values, product);
      if (t == 0)
        begin(m, l, product, largest, sum, acc);
      else
        merge(m, l, product, largest, sum, acc);
    }
    auto row = tensor::create<float, heads, head_dim>();
    row = divide(acc, sum, row);
    out = tensor::assemble(out, row, {s, 0, 0});
  }
  return out;
}

/// begin, merge and divide in one, as the first and the last page ask for.
PTO_INCORE Tuple<Column, Column, Rows, Rows> online_update(In<Column> page_largest, In<Column> page_sum,
                                                           In<Rows> product, bool first, bool last,
                                                           InOut<Column> largest, InOut<Column> sum, InOut<Rows> acc,
                                                           Out<Rows> row) {
  if (first)
    begin(page_largest, page_sum, product, largest, sum, acc);
  else
    merge(page_largest, page_sum, product, largest, sum, acc);
  if (last)
    row = divide(acc, sum, row);
  return {largest, sum, acc, row};
}

PTO_ORCHESTRATION Queries attend_upstream(In<Queries> q, In<Cache> k_cache, In<Cache> v_cache, In<Table> table,
                                          In<Lengths> lengths, Out<Queries> out) {
  for (Index s = 0; s < tensor::dim(q, 0); ++s) {
    const Index length = tensor::read(lengths, {s});
    auto query = tensor::slice<heads, head_dim>(q, {s, 0, 0});
    auto largest = tensor::create<float, heads, 1>();
    auto sum = tensor::create<float, heads, 1>();
    auto acc = tensor::create<float, heads, head_dim>();
    auto row = tensor::create<float, heads, head_dim>();
    for (Index t = 0; t < length; t += page_size) {
      const Index page = tensor::read(table, {s, t / page_size});
      const Index valid = math::min(page_size, length - t);
      auto scores = tensor::create<float, heads, page_size>();
      auto powers = tensor::create<float, heads, page_size>();
      auto page_largest = tensor::create<float, heads, 1>();
      auto page_sum = tensor::create<float, heads, 1>();
      auto product = tensor::create<float, heads, head_dim>();
      scores = multiply_qk(query, tensor::slice<page_size, head_dim>(k_cache, {page, 0, 0}), scores);
      auto [p, m, l] = softmax_prepare(scores, valid, powers, page_largest, page_sum);
      product = multiply_pv(p, tensor::slice<page_size, head_dim>(v_cache, {page, 0, 0}), product);
      online_update(m, l, product, t == 0, t + page_size >= length, largest, sum, acc, row);
    }
    out = tensor::assemble(out, row, {s, 0, 0});
  }
  return out;
}

//===-- oracle ------------------------------------------------------------===//

static example::Array<double> attention(const example::Array<float> &q, const example::Array<float> &k_cache,
                                        const example::Array<float> &v_cache, const example::Array<std::int32_t> &table,
                                        const example::Array<std::int32_t> &lengths) {
  example::Array<double> out(q.shape());
  for (Index s = 0; s < q.shape()[0]; ++s)
    for (Index h = 0; h < heads; ++h) {
      std::vector<double> weights;
      double largest = -1e300, sum = 0;
      for (Index t = 0; t < static_cast<Index>(lengths(s)); ++t) {
        const Index page = static_cast<Index>(table(s, t / page_size));
        double score = 0;
        for (Index d = 0; d < head_dim; ++d)
          score += q(s, h, d) * k_cache(page, t % page_size, d);
        weights.push_back(score / std::sqrt(static_cast<double>(head_dim)));
        largest = std::fmax(largest, weights.back());
      }
      for (double &weight : weights)
        sum += weight = std::exp(weight - largest);
      for (Index t = 0; t < static_cast<Index>(lengths(s)); ++t) {
        const Index page = static_cast<Index>(table(s, t / page_size));
        for (Index d = 0; d < head_dim; ++d)
          out(s, h, d) += weights[static_cast<std::size_t>(t)] / sum * v_cache(page, t % page_size, d);
      }
    }
  return out;
}

int main(int argc, char **argv) {
  constexpr Index sequences = 4, most_pages = 6;
  constexpr std::int32_t length_of[sequences] = {100, 384, 64, 321};
  auto q = example::random<float>({sequences, heads, head_dim}, 1, 2.f);
  auto k_cache = example::random<float>({pages, page_size, head_dim}, 2, 2.f);
  auto v_cache = example::random<float>({pages, page_size, head_dim}, 3);
  example::Array<std::int32_t> table({sequences, most_pages}), lengths({sequences});
  for (Index s = 0; s < sequences; ++s) {
    lengths(s) = length_of[s];
    for (Index p = 0; p < most_pages; ++p) // each page belongs to one sequence
      table(s, p) = static_cast<std::int32_t>((s * most_pages + p) * 7 % pages);
  }

  example::Array<float> split({sequences, heads, head_dim}), merged({sequences, heads, head_dim});
  example::repeat(argc, argv, [&] {
    const Queries queries(q.data(), {{sequences, heads, head_dim}});
    const Table pages_of(table.data(), {{sequences, most_pages}});
    const Lengths lengths_of(lengths.data(), {{sequences}});
    attend(queries, k_cache.data(), v_cache.data(), pages_of, lengths_of,
           Queries(split.data(), {{sequences, heads, head_dim}}));
    attend_upstream(queries, k_cache.data(), v_cache.data(), pages_of, lengths_of,
                    Queries(merged.data(), {{sequences, heads, head_dim}}));
  });

  const auto want = attention(q, k_cache, v_cache, table, lengths);
  example::Report report("paged_attention");
  report.compare("split", split, want, 1e-5);
  report.compare("merged", merged, want, 1e-5);
  return report.finish();
}
