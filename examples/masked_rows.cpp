//===- masked_rows.cpp - only some rows are replaced ----------------------===//
//
//   out(r, :) = x(r, :) * 2 where mask(r) != 0; the others stay as they are
//
// A row is computed, and then it is decided whether it counts. With a view the row would
// be in `out` before that.
//
// Goes    `row` in `decide_first`, where it is made, filled and assembled under the
//         condition; and in `skip_first`, where `continue` comes before it.
// Stays   `row` in `decide_late`: assembled under a condition (assemble-conditional);
//         and in `skip_late`: `continue` may come between (exit-between).
//
//===----------------------------------------------------------------------===//

#include "common.h"

#include <pto/dsl.h>
using namespace pto::dsl;

constexpr Index rows = 256, cols = 1024;

using Rows = Tensor<float, rows, cols>;
using Row = Tensor<float, 1, cols>;
using Mask = Tensor<std::int32_t, rows>;

PTO_INCORE Row twice(In<Rows> x, Index r, Out<Row> row) {
  return tile::store(tile::mul(tile::load<1, cols>(x, {r, 0}), 2.f), {0, 0}, row);
}

PTO_ORCHESTRATION Rows decide_first(In<Rows> x, In<Mask> mask, InOut<Rows> out) {
  for (Index r = 0; r < rows; ++r) {
    if (tensor::read(mask, {r}) != 0) {
      auto row = tensor::create<float, 1, cols>();
      row = twice(x, r, row);
      out = tensor::assemble(out, row, {r, 0});
    }
  }
  return out;
}

PTO_ORCHESTRATION Rows skip_first(In<Rows> x, In<Mask> mask, InOut<Rows> out) {
  for (Index r = 0; r < rows; ++r) {
    if (tensor::read(mask, {r}) == 0)
      continue;
    auto row = tensor::create<float, 1, cols>();
    row = twice(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

PTO_ORCHESTRATION Rows decide_late(In<Rows> x, In<Mask> mask, InOut<Rows> out) {
  for (Index r = 0; r < rows; ++r) {
    auto row = tensor::create<float, 1, cols>();
    row = twice(x, r, row);
    if (tensor::read(mask, {r}) != 0)
      out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

PTO_ORCHESTRATION Rows skip_late(In<Rows> x, In<Mask> mask, InOut<Rows> out) {
  for (Index r = 0; r < rows; ++r) {
    auto row = tensor::create<float, 1, cols>();
    row = twice(x, r, row);
    if (tensor::read(mask, {r}) == 0)
      continue;
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

//===-- oracle ------------------------------------------------------------===//

static example::Array<double> updated(const example::Array<float> &x, const example::Array<std::int32_t> &mask,
                                      const example::Array<float> &before) {
  example::Array<double> out({rows, cols});
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c)
      out(r, c) = mask(r) != 0 ? x(r, c) * 2 : before(r, c);
  return out;
}

int main(int argc, char **argv) {
  auto x = example::random<float>({rows, cols}, 1);
  const auto before = example::random<float>({rows, cols}, 2);
  example::Array<std::int32_t> mask({rows});
  for (Index r = 0; r < rows; ++r)
    mask(r) = r * r % 3 == 1;
  auto a = before, b = before, c = before, d = before;
  example::repeat(argc, argv, [&] {
    decide_first(x.data(), mask.data(), a.data());
    skip_first(x.data(), mask.data(), b.data());
    decide_late(x.data(), mask.data(), c.data());
    skip_late(x.data(), mask.data(), d.data());
  });

  const auto want = updated(x, mask, before);
  example::Report report("masked_rows");
  report.compare("decide_first", a, want, 0);
  report.compare("skip_first", b, want, 0);
  report.compare("decide_late", c, want, 0);
  report.compare("skip_late", d, want, 0);
  return report.finish();
}
