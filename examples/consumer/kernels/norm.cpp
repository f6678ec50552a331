#include "norm.h"

using namespace pto::dsl;

namespace norm {

PTO_INCORE Tensor<float, block, cols> normalise_block(In<Matrix> x, Index r, Out<Tensor<float, block, cols>> out) {
  auto in = tile::load<block, cols>(x, {r, 0});
  auto mean = tile::mul(tile::row_sum(tile::mul(in, in)), 1.f / cols);
  auto scaled = tile::row_expand_mul(in, tile::rsqrt(tile::add(mean, 1e-6f)));
  return tile::store(scaled, {0, 0}, out);
}

PTO_ORCHESTRATION void normalise(In<Matrix> x, Out<Matrix> out) {
  for (Index r = 0; r < rows; r += block) {
    auto staged = tensor::create<float, block, cols>(); // rewriting makes it a view of out
    staged = normalise_block(x, r, staged);
    out = tensor::assemble(out, staged, {r, 0});
  }
}

} // namespace norm
