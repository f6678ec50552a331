// REQUIRES: avx512
// RUN: %python %root/test/tools/stages --tool=%build/bin/pto-rewrite --dsl=%dsl --work=%t.stages --pipeline=@avx512 --page=%root/docs/pipelines/avx512-product.md --check %s | FileCheck %s
//
// A matrix product, from tiles down to intrinsics: the sum, four rows of two registers, stays in
// registers while k goes by.
// CHECK: vectorize-tiles: equal
// CHECK: lower-vectors: equal
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

PTO_INCORE void product(In<Tensor<float, 4, 64>> a, In<Tensor<float, 64, 32>> b, Out<Tensor<float, 4, 32>> c) {
  auto sum = tile::matmul(tile::load<4, 16>(a, {0, 0}), tile::load<16, 32>(b, {0, 0}));
  for (Index k = 16; k < 64; k += 16) {
    auto left = tile::load<4, 16>(a, {0, k});
    auto right = tile::load<16, 32>(b, {k, 0});
    sum = tile::matmul_acc(sum, left, right);
  }
  tile::store(sum, {0, 0}, c);
}

PTO_TEST_MAIN(product)
