//===- histogram.cpp - how often each value occurs in each row ------------===//
//
//   counts(r, v) = number of columns c with x(r, c) = v      0 <= v < 64
//   best(r, 0)   = the value that occurs most often in row r
//
// Counting adds to what is there. Where that starts from matters: a buffer may be made
// with zeros in it; a view of `counts` has in it what was there before.
//
// Goes    `bins` in `count_cleared`: a kernel clears all of them before another one adds
//         up. `winner` in both: a buffer of one number.
// Stays   `bins` in `count_initialised`: the create gives it zeros (create-initialised).
//         `bins` in `count_into_full`: made by tensor::full, which is no create; the
//         pass does not look at it.
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index rows = 256, cols = 1024, values = 64;

using Data = Tensor<std::int32_t, rows, cols>;
using Counts = Tensor<std::int32_t, rows, values>;
using Bins = Tensor<std::int32_t, 1, values>;
using Best = Tensor<std::int32_t, rows, 1>;
using Single = Tensor<std::int32_t, 1, 1>;

PTO_INCORE Bins clear(Out<Bins> bins) { return tile::store(tile::full<std::int32_t, 1, values>(0), {0, 0}, bins); }

/// Adds row r to bins.
PTO_INCORE Bins count(In<Data> x, Index r, InOut<Bins> bins) {
  for (Index c = 0; c < cols; ++c) {
    const Index v = tensor::read(x, {r, c});
    bins = tensor::write(bins, {0, v}, tensor::read(bins, {0, v}) + 1);
  }
  return bins;
}

PTO_INCORE Single most_frequent(In<Bins> bins, Out<Single> winner) {
  return tile::store(tile::row_argmax(tile::load<1, values>(bins, {0, 0})), {0, 0}, winner);
}

PTO_ORCHESTRATION Counts count_cleared(In<Data> x, Out<Best> best, Out<Counts> counts) {
  for (Index r = 0; r < rows; ++r) {
    auto bins = tensor::create<std::int32_t, 1, values>();
    bins = clear(bins);
    bins = count(x, r, bins);
    auto winner = tensor::create<std::int32_t, 1, 1>();
    winner = most_frequent(bins, winner);
    best = tensor::assemble(best, winner, {r, 0});
    counts = tensor::assemble(counts, bins, {r, 0});
  }
  return counts;
}

PTO_ORCHESTRATION Counts count_initialised(In<Data> x, Out<Best> best, Out<Counts> counts) {
  for (Index r = 0; r < rows; ++r) {
    auto bins = tensor::create<std::int32_t, 1, values>({.init_value = 0});
    bins = count(x, r, bins);
    auto winner = tensor::create<std::int32_t, 1, 1>();
    winner = most_frequent(bins, winner);
    best = tensor::assemble(best, winner, {r, 0});
    counts = tensor::assemble(counts, bins, {r, 0});
  }
  return counts;
}

PTO_ORCHESTRATION Counts count_into_full(In<Data> x, Out<Counts> counts) {
  for (Index r = 0; r < rows; ++r) {
    auto bins = tensor::full<std::int32_t, 1, values>(0);
    bins = count(x, r, bins);
    counts = tensor::assemble(counts, bins, {r, 0});
  }
  return counts;
}

//===-- oracle ------------------------------------------------------------===//

struct Expected {
  example::Array<double> counts{{rows, values}}, best{{rows, 1}};
};

static Expected counted(const example::Array<std::int32_t> &x) {
  Expected e;
  for (Index r = 0; r < rows; ++r) {
    for (Index c = 0; c < cols; ++c)
      e.counts(r, static_cast<Index>(x(r, c))) += 1;
    for (Index v = 0; v < values; ++v)
      if (e.counts(r, v) > e.counts(r, static_cast<Index>(e.best(r, 0))))
        e.best(r, 0) = static_cast<double>(v);
  }
  return e;
}

int main(int argc, char **argv) {
  const auto noise = example::random<float>({rows, cols}, 1);
  example::Array<std::int32_t> x({rows, cols});
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c)
      x(r, c) = static_cast<std::int32_t>(noise(r, c) * noise(r, c) * values);
  example::Array<std::int32_t> cleared({rows, values}), cleared_best({rows, 1});
  example::Array<std::int32_t> initialised({rows, values}), initialised_best({rows, 1});
  example::Array<std::int32_t> full({rows, values});
  example::repeat(argc, argv, [&] {
    count_cleared(x.data(), cleared_best.data(), cleared.data());
    count_initialised(x.data(), initialised_best.data(), initialised.data());
    count_into_full(x.data(), full.data());
  });

  const Expected want = counted(x);
  example::Report report("histogram");
  report.compare("cleared", cleared, want.counts, 0);
  report.compare("cleared_best", cleared_best, want.best, 0);
  report.compare("initialised", initialised, want.counts, 0);
  report.compare("initialised_best", initialised_best, want.best, 0);
  report.compare("full", full, want.counts, 0);
  return report.finish();
}
