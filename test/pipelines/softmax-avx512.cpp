// REQUIRES: avx512
// RUN: %python %root/test/tools/stages --tool=%build/bin/pto-rewrite --dsl=%dsl --work=%t.stages --pipeline=@avx512 --within=1e-6 --page=%root/docs/pipelines/avx512.md --check %s | FileCheck %s
//
// Softmax of rows, from tiles down to intrinsics: a sweep for the largest element, one for the
// exponentials and their sum, one for the quotients.
// CHECK: vectorize-tiles: within
// CHECK: lower-vectors: within
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

PTO_INCORE void softmax(In<Tensor<float, 32, 100>> x, Index r, Out<Tensor<float, 32, 100>> out) {
  auto in = tile::load<4, 100>(x, {r, 0});
  auto powers = tile::row_expand_expdif(in, tile::row_max(in));
  tile::store(tile::row_expand_div(powers, tile::row_sum(powers)), {r, 0}, out);
}

PTO_TEST_MAIN(softmax)
