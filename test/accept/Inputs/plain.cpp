#include "../passes/Inputs/kernels.h"

// plain
PTO_ORCHESTRATION Rows moves_and_goes(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>();
  Index at = tensor::dim(x, 0) - 1; // plain
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {at, 0}); // plain
  return out;
}

PTO_ORCHESTRATION Rows splits(In<Rows> x, Out<Rows> out) {
  return tensor::assemble(out, fill(x, 0, tensor::create<float, 1, 8>()), {0, 0});
}

PTO_INCORE void folds(In<Rows> x, Out<Rows> out) {
  auto a = tile::load<4, 8>(x, {0, 0});
  auto r = tile::reshape<1, 32>(a);
  auto b = tile::reshape<4, 8>(r);
  tile::store(b, {0, 0}, out);
}

PTO_TEST_MAIN(moves_and_goes, splits, folds)
