//===- kernels.h - the kernels that the tests of the passes call ----------------===//
//
// Two shapes and a few kernels of each kind: that write all of their output, a part of
// it, that read it first, that only look.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_TEST_KERNELS_H
#define PTO_TEST_KERNELS_H

#include <pto/dsl.h>
#include <pto/testing.h>

using namespace pto::dsl;

using Rows = Tensor<float, 4, 8>;
using Row = Tensor<float, 1, 8>;

/// row := x[r]
PTO_INCORE inline Row fill(In<Rows> x, Index r, Out<Row> row) {
  auto t = tile::load<1, 8>(x, {r, 0});
  return tile::store(t, {0, 0}, row);
}

/// row := value. Reads no tensor.
PTO_INCORE inline Row paint(float value, Out<Row> row) {
  for (Index c = 0; c < 8; ++c)
    tensor::write(row, {0, c}, value);
  return row;
}

/// The left half of row := that of x[r]. The right half stays as it is.
PTO_INCORE inline Row fill_left(In<Rows> x, Index r, Out<Row> row) {
  auto t = tile::load<1, 4>(x, {r, 0});
  return tile::store(t, {0, 0}, row);
}

/// chunk := the 2 x 4 elements of x from (r, c) on
PTO_INCORE inline Tensor<float, 2, 4> fill_chunk(In<Rows> x, Index r, Index c, Out<Tensor<float, 2, 4>> chunk) {
  return tile::store(tile::load<2, 4>(x, {r, c}), {0, 0}, chunk);
}

/// row := 2 row
PTO_INCORE inline Row twice(InOut<Row> row) {
  auto t = tile::load<1, 8>(row, {0, 0});
  return tile::store(tile::add(t, t), {0, 0}, row);
}

/// row := row + x[r]
PTO_INCORE inline Row accumulate(In<Rows> x, Index r, InOut<Row> row) {
  auto sum = tile::add(tile::load<1, 8>(row, {0, 0}), tile::load<1, 8>(x, {r, 0}));
  return tile::store(sum, {0, 0}, row);
}

/// The sum of all elements.
PTO_INCORE inline float sum(In<Rows> m) {
  float s = 0;
  for (Index r = 0; r < 4; ++r)
    for (Index c = 0; c < 8; ++c)
      s += tensor::read(m, {r, c});
  return s;
}

PTO_INCORE inline float first(In<Row> row) { return tensor::read(row, {0, 0}); }

/// m := 0
PTO_INCORE inline Rows clear(Out<Rows> m) {
  for (Index r = 0; r < 4; ++r)
    for (Index c = 0; c < 8; ++c)
      tensor::write(m, {r, c}, 0.f);
  return m;
}

#endif
