// RUN: %python %root/test/tools/stages --tool=%build/bin/pto-rewrite --dsl=%dsl --work=%t.stages --pipeline=@layernorm --within=0.001 --page=%root/docs/pipelines/layernorm.md --check %s | FileCheck %s
//
// Layer normalisation of rows on a herd, as it is after bufferisation: a tile takes two rows
// of 32 numbers, one at a time, into its own memory.
// CHECK: herd-vectorize: {{.*}}; 224 vectors read, 160 written
// CHECK: convert-size1-vector-to-scalar: {{.*}}; 32 vectors read, 32 written
// CHECK: 7 of 7 stages compute the same
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

PTO_INCORE void layernorm(In<mem::MemRef<float, mem::L2, 8, 32>> x, Out<mem::MemRef<float, mem::L2, 8, 32>> out) {
  air::herd<4, 1>([&](Index t, Index) {
    for (Index r = 0; r < 2; ++r) {
      const auto row = mem::alloc<float, mem::L1, 1, 32>();
      const auto sum = mem::alloc<float, mem::L1, 1>();
      const auto squares = mem::alloc<float, mem::L1, 1>();
      const auto result = mem::alloc<float, mem::L1, 1, 32>();
      mem::copy(mem::subview<1, 32>(x, {2 * t + r, 0}), row);
      linalg::fill(0.0f, sum);
      linalg::fill(0.0f, squares);
      linalg::generic<linalg::par<1>, linalg::red<32>>([&](Index i, Index j) { sum(i) = sum(i) + row(i, j); });
      linalg::generic<linalg::par<1>, linalg::red<32>>(
          [&](Index i, Index j) { squares(i) = squares(i) + row(i, j) * row(i, j); });
      linalg::generic<linalg::par<1>, linalg::par<32>>([&](Index i, Index j) {
        const float mean = sum(i) * 0.03125f;
        const float variance = squares(i) * 0.03125f - mean * mean;
        const float deviation = math::sqrt(variance + 0.00001f);
        const float scale = 1.0f / deviation;
        result(i, j) = (row(i, j) - mean) * scale;
      });
      mem::copy(result, mem::subview<1, 32>(out, {2 * t + r, 0}));
    }
  });
}

PTO_TEST_MAIN(layernorm)
