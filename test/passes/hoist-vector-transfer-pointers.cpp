// RUN: %pto-rewrite --passes=hoist-vector-transfer-pointers -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=hoist-vector-transfer-pointers %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Packed = mem::MemRef<int, mem::L2, 8, 2, 4, 4>;

// The counter in dimension 0: each iteration is 32 elements further. Reads and writes have counters of their own.
// CHECK-LABEL: void blocks
// CHECK:         const auto a_flat = mem::collapse(a);
// CHECK-NEXT:    Index a_at = mem::linear(a, {0, j, 0, 0});
// CHECK-NEXT:    const auto b_flat = mem::collapse(b);
// CHECK-NEXT:    Index b_at = mem::linear(b, {0, j, 0, 0});
// CHECK-NEXT:    for (Index i = 0; i < 8; ++i, a_at += 32, b_at += 32) {
// CHECK-NEXT:      const auto v = vec::shape_cast<1, 1, 4, 4>(vec::load<16>(a_flat, {a_at}));
// CHECK-NEXT:      vec::store(vec::shape_cast<16>(v + v), b_flat, {b_at});
// SAYS: [[@LINE+6]]:3: remark: 2 places are counted up by the loop, 2 transfers move runs [-Rpass=hoist-vector-transfer-pointers]
PTO_INCORE void blocks(In<Packed> x, Out<Packed> y, bool second) {
  const Index j = second ? 1 : 0;
  const auto a = mem::alloc<int, mem::L1, 8, 2, 4, 4>(), b = mem::alloc<int, mem::L1, 8, 2, 4, 4>();
  mem::copy(x, a);
  mem::copy(x, b);
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::load<1, 1, 4, 4>(a, {i, j, 0, 0});
    vec::store(v + v, b, {i, j, 0, 0});
  }
  mem::copy(b, y);
}

// A lower bound, a step, a coefficient and a constant: the first place is that of the first iteration.
// CHECK-LABEL: void walk
// CHECK:         Index a_at = mem::linear(a, {0, 5});
// CHECK-NEXT:    for (Index i = 1; i < 9; i += 3, a_at += 6)
// CHECK-NEXT:      sum = sum + vec::shape_cast<1, 4>(vec::transfer_read<4>(a_flat, {a_at}));
PTO_INCORE void walk(In<mem::MemRef<int, mem::L2, 1, 32>> x, Out<mem::MemRef<int, mem::L1, 1, 4>> y) {
  const auto a = mem::alloc<int, mem::L1, 1, 32>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 1, 4>(0);
  for (Index i = 1; i < 9; i += 3)
    sum = sum + vec::transfer_read<1, 4>(a, {0, i * 2 + 3});
  vec::transfer_write(sum, y, {0, 0});
}

// Views made in the loop are seen through, and gone; a place that stays is computed where it is; `continue` counts, too.
// CHECK-LABEL: void through_views
// CHECK:         Index a_at = mem::linear(a, {0, 0, 0, 0});
// CHECK-NEXT:    const auto c_flat = mem::collapse(c);
// CHECK-NEXT:    for (Index k = 0; k < 8; ++k, a_at += 32) {
// CHECK-NEXT:      if (k == 3)
// CHECK-NEXT:        continue;
// CHECK-NEXT:      const auto v = vec::shape_cast<4, 4>(vec::transfer_read<16>(a_flat, {a_at}));
// CHECK-NEXT:      const auto w = vec::shape_cast<1, 4, 4>(vec::transfer_read<16>(c_flat, {mem::linear(c, {0, 0, 0})}));
PTO_INCORE void through_views(In<Packed> x, Out<mem::MemRef<int, mem::L1, 4, 4>> y) {
  const auto a = mem::alloc<int, mem::L1, 8, 2, 4, 4>();
  const auto c = mem::alloc<int, mem::L1, 1, 4, 4>();
  mem::copy(x, a);
  linalg::fill(0, c);
  for (Index k = 0; k < 8; ++k) {
    if (k == 3)
      continue;
    const auto block = mem::subview<1, 1, 4, 4>(a, {k, 0, 0, 0});
    const auto plane = mem::rank_reduce<4, 4>(block);
    const auto v = vec::transfer_read<4, 4>(plane, {0, 0});
    const auto w = vec::transfer_read<1, 4, 4>(c, {0, 0, 0});
    vec::transfer_write(w + vec::shape_cast<1, 4, 4>(v), c, {0, 0, 0});
  }
  mem::copy(mem::rank_reduce<4, 4>(c), y);
}

// Four rows of a wider matrix are four runs.
// SAYS: [[@LINE+5]]:3: remark: 'a' kept: the transfer does not move one run of it [-Rpass-missed=hoist-vector-transfer-pointers,not-contiguous]
PTO_INCORE void tile_of_a_matrix(In<mem::MemRef<int, mem::L2, 4, 32>> x, Out<mem::MemRef<int, mem::L1, 4, 4>> y) {
  const auto a = mem::alloc<int, mem::L1, 4, 32>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 4, 4>(0);
  for (Index i = 0; i < 32; i += 4)
    sum = sum + vec::transfer_read<4, 4>(a, {0, i});
  vec::transfer_write(sum, y, {0, 0});
}

// A parameter may be a window of something larger.
// SAYS: [[@LINE+3]]:3: remark: 'x' kept: it is not known to be one dense buffer [-Rpass-missed=hoist-vector-transfer-pointers,unknown-layout]
PTO_INCORE void parameter(In<mem::MemRef<int, mem::L1, 8, 4>> x, Out<mem::MemRef<int, mem::L1, 1, 4>> y) {
  auto sum = vec::splat<int, 1, 4>(0);
  for (Index i = 0; i < 8; ++i)
    sum = sum + vec::transfer_read<1, 4>(x, {i, 0});
  vec::transfer_write(sum, y, {0, 0});
}

// SAYS: [[@LINE+6]]:3: remark: 'a' kept: a mask decides what is moved [-Rpass-missed=hoist-vector-transfer-pointers,masked]
PTO_INCORE void masked(In<mem::MemRef<int, mem::L2, 8, 4>> x, Out<mem::MemRef<int, mem::L1, 1, 4>> y) {
  const auto a = mem::alloc<int, mem::L1, 8, 4>();
  mem::copy(x, a);
  const auto mask = vec::shape_cast<1, 4>(vec::create_mask<4>(3));
  auto sum = vec::splat<int, 1, 4>(0);
  for (Index i = 0; i < 8; ++i)
    sum = sum + vec::transfer_read<1, 4>(a, {i, 0}, 0, mask);
  vec::transfer_write(sum, y, {0, 0});
}

// One transfer that overhangs leaves the loop alone, the other one too.
// SAYS: [[@LINE+7]]:3: remark: 'a' kept: the transfer may overhang it [-Rpass-missed=hoist-vector-transfer-pointers,maybe-out-of-bounds]
// CHECK-LABEL: void overhangs
// CHECK:           sum = sum + vec::transfer_read<1, 4>(a, {i, 0}) + vec::transfer_read<1, 4>(a, {i + 1, 0});
PTO_INCORE void overhangs(In<mem::MemRef<int, mem::L2, 8, 4>> x, Out<mem::MemRef<int, mem::L1, 1, 4>> y) {
  const auto a = mem::alloc<int, mem::L1, 8, 4>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 1, 4>(0);
  for (Index i = 0; i < 8; ++i)
    sum = sum + vec::transfer_read<1, 4>(a, {i, 0}) + vec::transfer_read<1, 4>(a, {i + 1, 0});
  vec::transfer_write(sum, y, {0, 0});
}

// SAYS: [[@LINE+5]]:3: remark: 'a' kept: the place of the transfer is not counted up evenly [-Rpass-missed=hoist-vector-transfer-pointers,not-linear]
PTO_INCORE void turns_round(In<mem::MemRef<int, mem::L2, 8, 4>> x, Out<mem::MemRef<int, mem::L1, 1, 4>> y) {
  const auto a = mem::alloc<int, mem::L1, 8, 4>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 1, 4>(0);
  for (Index i = 0; i < 16; ++i)
    sum = sum + vec::load<1, 4>(a, {i % 8, 0});
  vec::transfer_write(sum, y, {0, 0});
}

// Nothing depends on the counter: no pattern.
// CHECK-LABEL: void fixed
// CHECK:           sum = sum + vec::load<1, 4>(a, {3, 0});
PTO_INCORE void fixed(In<mem::MemRef<int, mem::L2, 8, 4>> x, Out<mem::MemRef<int, mem::L1, 1, 4>> y) {
  const auto a = mem::alloc<int, mem::L1, 8, 4>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 1, 4>(0);
  for (Index i = 0; i < 8; ++i)
    sum = sum + vec::load<1, 4>(a, {3, 0});
  vec::transfer_write(sum, y, {0, 0});
}

// What the padding does besides stays.
int calls = 0;
int next() { return ++calls; }
// SAYS: [[@LINE+7]]:3: remark: 'a' kept: its padding may have an effect [-Rpass-missed=hoist-vector-transfer-pointers,effect]
// CHECK-LABEL: int counts
// CHECK:           sum = sum + vec::transfer_read<1, 4>(a, {i, 0}, next());
PTO_INCORE int counts(In<mem::MemRef<int, mem::L2, 8, 4>> x, Out<mem::MemRef<int, mem::L1, 1, 4>> y) {
  const auto a = mem::alloc<int, mem::L1, 8, 4>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 1, 4>(0);
  for (Index i = 0; i < 8; ++i)
    sum = sum + vec::transfer_read<1, 4>(a, {i, 0}, next());
  vec::transfer_write(sum, y, {0, 0});
  return calls;
}

// A loop that does not run does not divide.
// SAYS: [[@LINE+7]]:3: remark: 'a' kept: the place of the transfer is not counted up evenly [-Rpass-missed=hoist-vector-transfer-pointers,not-linear]
// CHECK-LABEL: void divides
// CHECK:           sum = sum + vec::load<1, 4>(a, {i + 6 / n, 0});
PTO_INCORE void divides(In<mem::MemRef<int, mem::L2, 16, 4>> x, Out<mem::MemRef<int, mem::L1, 1, 4>> y, Index n) {
  const auto a = mem::alloc<int, mem::L1, 16, 4>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 1, 4>(0);
  for (Index i = 0; i < n; ++i)
    sum = sum + vec::load<1, 4>(a, {i + 6 / n, 0});
  vec::transfer_write(sum, y, {0, 0});
}

PTO_TEST_MAIN(blocks, walk, through_views, tile_of_a_matrix, parameter, masked, overhangs, turns_round, fixed, counts, divides)
