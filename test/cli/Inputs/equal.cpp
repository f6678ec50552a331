#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

PTO_INCORE void twice(In<Tensor<float, 4, 8>> x, Index r, Out<Tensor<float, 4, 8>> out) {
  auto t = tile::load<1, 8>(x, {r, 0});
  auto s = tile::mul(t, 2.0f);
  tile::store(s, {r, 0}, out);
}

// Only the first row of the staging buffer is determined.
PTO_ORCHESTRATION void garbage(In<Tensor<float, 1, 8>> x, Out<Tensor<float, 2, 8>> out) {
  auto staging = tensor::create<float, 2, 8>();
  tensor::assemble(staging, x, {0, 0});
  tensor::assemble(out, staging, {0, 0});
}

PTO_TEST_MAIN(twice, garbage)
