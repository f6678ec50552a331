// RUN: %python %root/test/tools/stages --tool=%build/bin/pto-rewrite --dsl=%dsl --work=%t.stages --pipeline=@matmul-inner %s | FileCheck %s
//
// A matrix product on a herd, floats: each tile multiplies 4 x 4 by 4 x 4 blocks that
// lie in its own memory, two by two, so that each block that it reads is used twice.
//
// Four tiles of four blocks each, eight steps of k, four runs: 512 products read and write C. At the end each block of
// C is read and written once.
// CHECK: original: equal; 0 vectors read, 0 written
// CHECK: herd-vectorize: {{.*}}; 1536 vectors read, 528 written
// CHECK: eliminate-redundant-vector-transfers: {{.*}}; 1024 vectors read, 528 written
// CHECK: hoist-loop-invariant-transfers: {{.*}}; 576 vectors read, 80 written
// CHECK: hoist-cast-pair: {{.*}}; 576 vectors read, 80 written
// CHECK: 10 of 10 stages compute the same
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

PTO_INCORE void matmul_f32(In<mem::MemRef<float, mem::L2, 4, 8, 4, 4>> a, In<mem::MemRef<float, mem::L2, 8, 4, 4, 4>> b,
                           Out<mem::MemRef<float, mem::L2, 4, 4, 4, 4>> c) {
  air::herd<2, 2>([&](Index x, Index y) {
    const auto al = mem::alloc<float, mem::L1, 2, 8, 4, 4>();
    const auto bl = mem::alloc<float, mem::L1, 8, 2, 4, 4>();
    const auto cl = mem::alloc<float, mem::L1, 2, 2, 4, 4>();
    mem::copy(mem::subview<2, 8, 4, 4>(a, {2 * x, 0, 0, 0}), al);
    mem::copy(mem::subview<8, 2, 4, 4>(b, {0, 2 * y, 0, 0}), bl);
    linalg::fill(0.0f, cl);
    PTO_TAG("k")
    for (Index k = 0; k < 8; ++k) {
      const auto a0 = mem::subview<1, 1, 4, 4>(al, {0, k, 0, 0});
      const auto a1 = mem::subview<1, 1, 4, 4>(al, {1, k, 0, 0});
      const auto b0 = mem::subview<1, 1, 4, 4>(bl, {k, 0, 0, 0});
      const auto b1 = mem::subview<1, 1, 4, 4>(bl, {k, 1, 0, 0});
      const auto c00 = mem::subview<1, 1, 4, 4>(cl, {0, 0, 0, 0});
      const auto c01 = mem::subview<1, 1, 4, 4>(cl, {0, 1, 0, 0});
      const auto c10 = mem::subview<1, 1, 4, 4>(cl, {1, 0, 0, 0});
      const auto c11 = mem::subview<1, 1, 4, 4>(cl, {1, 1, 0, 0});
      linalg::matmul(a0, b0, c00);
      linalg::matmul(a0, b1, c01);
      linalg::matmul(a1, b0, c10);
      linalg::matmul(a1, b1, c11);
    }
    mem::copy(cl, mem::subview<2, 2, 4, 4>(c, {2 * x, 2 * y, 0, 0}));
  });
}

PTO_TEST_MAIN(matmul_f32)
