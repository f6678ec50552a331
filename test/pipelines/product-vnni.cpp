// REQUIRES: avx512vnni
// RUN: %python %root/test/tools/stages --tool=%build/bin/pto-rewrite --dsl=%dsl --work=%t.stages --pipeline=@avx512-vnni --page=%root/docs/pipelines/avx512-vnni.md --check %s | FileCheck %s
//
// A product of bytes, from tiles down to intrinsics: four steps of k at once. The instruction takes unsigned bytes
// by signed ones, so 128 is added to the left factor's, and the sums start with as much less.
// CHECK: vectorize-tiles: equal
// CHECK: lower-vectors: equal
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

PTO_INCORE void product(In<Tensor<std::int8_t, 4, 64>> a, In<Tensor<std::int8_t, 64, 32>> b,
                        Out<Tensor<std::int32_t, 4, 32>> c) {
  auto sum = tile::matmul(tile::load<4, 64>(a, {0, 0}), tile::load<64, 32>(b, {0, 0}));
  tile::store(sum, {0, 0}, c);
}

PTO_TEST_MAIN(product)
