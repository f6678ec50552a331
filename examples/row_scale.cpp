//===- row_scale.cpp - each row times a factor of its own -----------------===//
//
//   out(r, c) = x(r, c) * scale(r)
//
// The smallest kernel with a staging buffer: a row is computed into a buffer of its
// own and then copied to where it belongs. Four ways to write the loop that the
// rewriter sees through, and two that it leaves.
//
// Goes    `row` becomes a view of `out`: in a for loop, a while loop with the calls
//         nested in each other, a parallel loop of a function template (two
//         instantiations, one text), and a scope of submitted tasks that also
//         returns statistics (`largest` is not assembled: no candidate).
// Stays   in `bookends`: the same row is copied to two places (assembled-twice);
//         and what is copied there from `x` is a slice, not a buffer: no candidate.
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index rows = 256, cols = 1024;

template <Index R, Index C>
PTO_INCORE Tensor<float, 1, C> scale_row(In<Tensor<float, R, C>> x, In<Tensor<float, R, 1>> scale, Index r,
                                         Out<Tensor<float, 1, C>> row) {
  auto in = tile::load<1, C>(x, {r, 0});
  auto factor = tile::load<1, 1>(scale, {r, 0});
  auto scaled = tile::row_expand_mul(in, factor);
  return tile::store(scaled, {0, 0}, row);
}

PTO_ORCHESTRATION Tensor<float, rows, cols> scale_for(In<Tensor<float, rows, cols>> x, In<Tensor<float, rows, 1>> scale,
                                                      Out<Tensor<float, rows, cols>> out) {
  for (Index r = 0; r < rows; ++r) {
    Tensor<float, 1, cols> row = tensor::create<float, 1, cols>();
    row = scale_row(x, scale, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

PTO_ORCHESTRATION Tensor<float, rows, cols>
scale_while(In<Tensor<float, rows, cols>> x, In<Tensor<float, rows, 1>> scale, Out<Tensor<float, rows, cols>> out) {
  Index r = 0;
  while (r < rows) {
    out = tensor::assemble(out, scale_row(x, scale, r, tensor::create<float, 1, cols>()), {r, 0});
    r = r + 1;
  }
  return out;
}

template <Index R, Index C>
PTO_ORCHESTRATION Tensor<float, R, C> scale_parallel(In<Tensor<float, R, C>> x, In<Tensor<float, R, 1>> scale,
                                                     Out<Tensor<float, R, C>> out) {
  scf::parallel(R, [&](Index r) {
    auto row = tensor::create<float, 1, C>();
    row = scale_row(x, scale, r, row);
    out = tensor::assemble(out, row, {r, 0});
  });
  return out;
}

PTO_INCORE Tuple<Tensor<float, 1, 1>, Tensor<float, 1, cols>>
scale_and_measure(In<Tensor<float, rows, cols>> x, In<Tensor<float, rows, 1>> scale, Index r,
                  Out<Tensor<float, 1, 1>> largest, Out<Tensor<float, 1, cols>> row) {
  auto in = tile::load<1, cols>(x, {r, 0});
  auto scaled = tile::row_expand_mul(in, tile::load<1, 1>(scale, {r, 0}));
  largest = tile::store(tile::row_max(tile::abs(scaled)), {0, 0}, largest);
  row = tile::store(scaled, {0, 0}, row);
  return {largest, row};
}

PTO_INCORE Tensor<float, 1, 1> keep_larger(In<Tensor<float, 1, 1>> candidate, InOut<Tensor<float, 1, 1>> record) {
  auto larger = tile::maximum(tile::load<1, 1>(candidate, {0, 0}), tile::load<1, 1>(record, {0, 0}));
  return tile::store(larger, {0, 0}, record);
}

PTO_ORCHESTRATION Tensor<float, rows, cols> scale_tasks(In<Tensor<float, rows, cols>> x,
                                                        In<Tensor<float, rows, 1>> scale,
                                                        InOut<Tensor<float, 1, 1>> record,
                                                        Out<Tensor<float, rows, cols>> out) {
  task::manual_scope scope;
  for (Index r = 0; r < rows; ++r) {
    auto largest = tensor::create<float, 1, 1>();
    auto row = tensor::create<float, 1, cols>();
    auto [results, id] = task::submit(scale_and_measure, x, scale, r, largest, row);
    record = keep_larger(results.first, record);
    out = tensor::assemble(out, results.second, {r, 0});
  }
  return out;
}

/// The first row of the result, scaled, is also its last one; in between is a copy of x.
PTO_ORCHESTRATION Tensor<float, rows, cols> bookends(In<Tensor<float, rows, cols>> x, In<Tensor<float, rows, 1>> scale,
                                                     Out<Tensor<float, rows, cols>> out) {
  auto middle = tensor::slice<rows - 2, cols>(x, {1, 0});
  out = tensor::assemble(out, middle, {1, 0});
  auto row = tensor::create<float, 1, cols>();
  row = scale_row(x, scale, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  out = tensor::assemble(out, row, {rows - 1, 0});
  return out;
}

//===-- oracle ------------------------------------------------------------===//

static example::Array<double> scaled(const example::Array<float> &x, const example::Array<float> &scale) {
  example::Array<double> out(x.shape());
  for (Index r = 0; r < x.shape()[0]; ++r)
    for (Index c = 0; c < x.shape()[1]; ++c)
      out(r, c) = x(r, c) * scale(r, 0);
  return out;
}

static double largest_magnitude(const example::Array<double> &x) {
  double largest = 0;
  for (double v : x.elements())
    largest = std::fmax(largest, std::fabs(v));
  return largest;
}

int main(int argc, char **argv) {
  auto x = example::random<float>({rows, cols}, 1), scale = example::random<float>({rows, 1}, 2, 4.f);
  auto small = example::random<float>({16, 512}, 3), small_scale = example::random<float>({16, 1}, 4);
  example::Array<float> by_for({rows, cols}), by_while({rows, cols}), by_parallel({rows, cols}), by_tasks({rows, cols}),
      by_template({16, 512}), record({1, 1}), ends({rows, cols});
  example::repeat(argc, argv, [&] {
    scale_for(x.data(), scale.data(), by_for.data());
    scale_while(x.data(), scale.data(), by_while.data());
    scale_parallel<rows, cols>(x.data(), scale.data(), by_parallel.data());
    scale_parallel<16, 512>(small.data(), small_scale.data(), by_template.data());
    record(0, 0) = 0.f;
    scale_tasks(x.data(), scale.data(), record.data(), by_tasks.data());
    bookends(x.data(), scale.data(), ends.data());
  });

  const auto want = scaled(x, scale);
  example::Array<double> want_record({1, 1}), want_ends({rows, cols});
  want_record(0, 0) = largest_magnitude(want);
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c) {
      const bool end = r == 0 || r == rows - 1;
      want_ends(r, c) = end ? want(0, c) : static_cast<double>(x(r, c));
    }
  example::Report report("row_scale");
  report.compare("by_for", by_for, want, 1e-6);
  report.compare("by_while", by_while, want, 1e-6);
  report.compare("by_parallel", by_parallel, want, 1e-6);
  report.compare("by_template", by_template, scaled(small, small_scale), 1e-6);
  report.compare("by_tasks", by_tasks, want, 1e-6);
  report.compare("record", record, want_record, 1e-6);
  report.compare("ends", ends, want_ends, 1e-6);
  return report.finish();
}
