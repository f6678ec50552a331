// RUN: %pto-rewrite --passes='parallelize-loops{elements=1}' -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes='parallelize-loops{elements=1}' --expect-change %s
// RUN: %pto-rewrite --passes=parallelize-loops -Rpass-missed=. %s -- 2>&1 | FileCheck %s --check-prefix=SMALL
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Rows = Tensor<float, dyn, 32>;
using Memory = mem::MemRef<float, mem::L2, 24, 32>;

// Rows: the loop over them, not the one over columns. Without {elements=1}, 768 elements are too few.
// CHECK-LABEL: void elementwise(
// CHECK-NEXT:    scf::parallel(0, 24, 1, [&](Index r) {
// CHECK-NEXT:      for (Index c = 0; c < 32; c += 16)
// CHECK-NEXT:        vec::store(
// CHECK-NEXT: {{^  }}});
// SAYS: [[@LINE+3]]:3: remark: the iterations are independent [-Rpass=parallelize-loops]
// SMALL: [[@LINE+2]]:3: remark: iterations run one after another: they write 768 elements [-Rpass-missed=parallelize-loops,small-work]
PTO_INCORE void elementwise(In<Memory> x, Out<Memory> y) {
  for (Index r = 0; r < 24; ++r)
    for (Index c = 0; c < 32; c += 16)
      vec::store(vec::abs(vec::load<16>(x, {r, c})), y, {r, c});
}

// Blocks of several rows, bounds and steps with names; what is read belongs to the iteration, or to no one.
// CHECK-LABEL: void blocks(
// CHECK-NEXT:    constexpr Index step = 4;
// CHECK-NEXT:    scf::parallel(first, (first + 15) + 1, step, [&](Index r) {
PTO_INCORE void blocks(In<Memory> x, Index first, InOut<Memory> y) {
  constexpr Index step = 4;
  for (Index r = first; r <= first + 15; r += step) {
    for (Index k = 0; k < 4; ++k) {
      const auto mine = vec::load<16>(y, {r + k, 16});
      vec::store(mine + vec::load<16>(x, {k, 0}), y, {r + k, 0});
    }
  }
}

// Every iteration has a buffer and sums of its own.
// CHECK-LABEL: void own_buffers(
// CHECK-NEXT:    scf::parallel(0, 24, 1, [&](Index r) {
// CHECK-NEXT:      const auto row = mem::alloc<float, mem::L1, 32>();
PTO_INCORE void own_buffers(In<Memory> x, Out<Memory> y) {
  for (Index r = 0; r < 24; ++r) {
    const auto row = mem::alloc<float, mem::L1, 32>();
    float sum = 0;
    for (Index c = 0; c < 32; ++c) {
      mem::store(mem::load(x, r, c) * 2.0f, row, c);
      sum += mem::load(row, c);
    }
    for (Index c = 0; c < 32; ++c)
      mem::store(mem::load(row, c) - sum, y, r, c);
  }
}

PTO_INCORE Rows copied(In<Rows> x, Index r, Index rows, Out<Rows> out) {
  auto a = tile::load<8, 32>(x, {r, 0}, Valid{rows, 32});
  return tile::store(a, {r, 0}, out);
}

// A kernel for each block; it gives back the handle that it is given, so the assignment is nothing to wait for.
// CHECK-LABEL: Rows all_copied(
// CHECK-NEXT:    const Index rows = x.extent(0);
// CHECK-NEXT:    scf::parallel(0, rows, 8, [&](Index r) {
// CHECK-NEXT: {{^    }}copied(x, r, math::min<Index>(8, rows - r), out);
// CHECK-NEXT: {{^  }}});
// CHECK-NEXT:    return out;
PTO_ORCHESTRATION Rows all_copied(In<Rows> x, Out<Rows> out) {
  const Index rows = x.extent(0);
  for (Index r = 0; r < rows; r += 8)
    out = copied(x, r, math::min<Index>(8, rows - r), out);
  return out;
}

// The outer loop goes over the rows again and again; the inner one can be shared.
// CHECK-LABEL: void again(
// CHECK-NEXT:    for (Index k = 0; k < 3; ++k)
// CHECK-NEXT:      scf::parallel(0, 24, 1, [&](Index r) {
// CHECK-NEXT:        for
// CHECK-NEXT:          vec::store
// CHECK-NEXT: {{^      }}});
// SAYS: [[@LINE+2]]:3: remark: iterations run one after another: two iterations may touch the same element [-Rpass-missed=parallelize-loops,memory-carried]
PTO_INCORE void again(InOut<Memory> y) {
  for (Index k = 0; k < 3; ++k)
    for (Index r = 0; r < 24; ++r)
      for (Index c = 0; c < 32; c += 16)
        vec::store(vec::abs(vec::load<16>(y, {r, c})), y, {r, c});
}

// An innermost loop is shared where there is nothing around it.
// CHECK-LABEL: void one_row(
// CHECK-NEXT:    scf::parallel(0, 32, 16, [&](Index c) {
PTO_INCORE void one_row(In<Memory> x, Out<Memory> y) {
  for (Index c = 0; c < 32; c += 16)
    vec::store(vec::load<16>(x, {1, c}), y, {1, c});
}

PTO_TEST_MAIN(elementwise, blocks, own_buffers, all_copied, again, one_row)
