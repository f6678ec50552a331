// RUN: %python %root/test/tools/stages --tool=%build/bin/pto-rewrite --dsl=%dsl --work=%t.stages --pipeline=@rmsnorm --within=0.001 --page=%root/docs/pipelines/rmsnorm.md --check %s | FileCheck %s
//
// RMS normalisation of rows on a herd, as it is after bufferisation: a tile takes two rows
// of 64 numbers, one at a time, into its own memory.
// CHECK: herd-vectorize: {{.*}}; 160 vectors read, 96 written
// CHECK: convert-size1-vector-to-scalar: {{.*}}; 64 vectors read, 32 written
// CHECK: 7 of 7 stages compute the same
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

PTO_INCORE void rmsnorm(In<mem::MemRef<float, mem::L2, 8, 64>> x, In<mem::MemRef<float, mem::L2, 1, 64>> weight,
                        Out<mem::MemRef<float, mem::L2, 8, 64>> out) {
  air::herd<4, 1>([&](Index t, Index) {
    for (Index r = 0; r < 2; ++r) {
      const auto row = mem::alloc<float, mem::L1, 1, 64>();
      const auto gain = mem::alloc<float, mem::L1, 1, 64>();
      const auto squares = mem::alloc<float, mem::L1, 1>();
      const auto result = mem::alloc<float, mem::L1, 1, 64>();
      mem::copy(mem::subview<1, 64>(x, {2 * t + r, 0}), row);
      mem::copy(weight, gain);
      linalg::fill(0.0f, squares);
      linalg::generic<linalg::par<1>, linalg::red<64>>(
          [&](Index i, Index j) { squares(i) = squares(i) + row(i, j) * row(i, j); });
      linalg::generic<linalg::par<1>, linalg::par<64>>([&](Index i, Index j) {
        const float mean = squares(i) * 0.015625f;
        const float deviation = math::sqrt(mean + 0.00001f);
        const float scale = 1.0f / deviation;
        result(i, j) = row(i, j) * scale * gain(i, j);
      });
      mem::copy(result, mem::subview<1, 64>(out, {2 * t + r, 0}));
    }
  });
}

PTO_TEST_MAIN(rmsnorm)
