#include "rows.h"
using namespace pto::dsl;

PTO_INCORE Tensor<float, 1, 8> copy_row(In<Tensor<float, 4, 8>> x, Index r, Out<Tensor<float, 1, 8>> row) {
  auto t = tile::load<1, 8>(x, {r, 0});
  return tile::store(t, {0, 0}, row);
}

PTO_ORCHESTRATION void copy_rows(In<Tensor<float, 4, 8>> x, Out<Tensor<float, 4, 8>> out) {
  for (Index r = 0; r < 4; ++r) {
    Tensor<float, 1, 8> row =
        tensor::create<float, 1, 8>();
    row = copy_row(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
}
