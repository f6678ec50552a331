// Which numbers the places are, and which names spell them.
// RUN: %pto-rewrite --passes=hoist-vector-transfer-pointers -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=hoist-vector-transfer-pointers %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Row = mem::MemRef<int, mem::L1, 1, 4>;
using Rows = mem::MemRef<int, mem::L2, 8, 4>;

// A dimension of 512 elements.
// CHECK-LABEL: void planes
// CHECK:         for (Index i = 0; i < 8; ++i, a_at += 512)
// CHECK-NEXT:      sum = sum + vec::shape_cast<1, 1, 8, 8>(vec::transfer_read<64>(a_flat, {a_at}));
PTO_INCORE void planes(In<mem::MemRef<int, mem::L2, 8, 8, 8, 8>> x, Out<mem::MemRef<int, mem::L1, 1, 1, 8, 8>> y) {
  const auto a = mem::alloc<int, mem::L1, 8, 8, 8, 8>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 1, 1, 8, 8>(0);
  for (Index i = 0; i < 8; ++i)
    sum = sum + vec::transfer_read<1, 1, 8, 8>(a, {i, 2, 0, 0});
  vec::transfer_write(sum, y, {0, 0, 0, 0});
}

// The counter twice; and eight elements an iteration, 16 behind the beginning.
// CHECK-LABEL: void sums
// CHECK:         Index a_at = mem::linear(a, {0, 0});
// CHECK:         Index b_at = mem::linear(b, {2, 0});
// CHECK:         for (Index i = 0; i < 4; ++i, a_at += 16, b_at += 8)
PTO_INCORE void sums(In<mem::MemRef<int, mem::L2, 8, 8>> x, Out<mem::MemRef<int, mem::L1, 1, 8>> y) {
  const auto a = mem::alloc<int, mem::L1, 8, 8>(), b = mem::alloc<int, mem::L1, 8, 8>();
  mem::copy(x, a);
  mem::copy(x, b);
  auto sum = vec::splat<int, 1, 8>(0);
  for (Index i = 0; i < 4; ++i)
    sum = sum + vec::transfer_read<1, 8>(a, {i + i, 0}) * vec::transfer_read<1, 8>(b, {i + 2, 0});
  vec::transfer_write(sum, y, {0, 0});
}

// Windows of a wider matrix: the rows of the window are apart, in steps of 16 and of 32.
// SAYS: [[@LINE+5]]:3: remark: 'a' kept: the transfer does not move one run of it [-Rpass-missed=hoist-vector-transfer-pointers,not-contiguous]
PTO_INCORE void four_of_sixteen(In<mem::MemRef<int, mem::L2, 16, 16>> x, Out<mem::MemRef<int, mem::L1, 4, 4>> y) {
  const auto a = mem::alloc<int, mem::L1, 16, 16>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 4, 4>(0);
  for (Index i = 0; i < 12; ++i)
    sum = sum + vec::transfer_read<4, 4>(a, {i, 4});
  vec::transfer_write(sum, y, {0, 0});
}
// SAYS: [[@LINE+5]]:3: remark: 'a' kept: the transfer does not move one run of it [-Rpass-missed=hoist-vector-transfer-pointers,not-contiguous]
PTO_INCORE void eight_of_32(In<mem::MemRef<int, mem::L2, 32, 32>> x, Out<mem::MemRef<int, mem::L1, 8, 8>> y) {
  const auto a = mem::alloc<int, mem::L1, 32, 32>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 8, 8>(0);
  for (Index i = 0; i < 24; ++i)
    sum = sum + vec::transfer_read<8, 8>(a, {0, i});
  vec::transfer_write(sum, y, {0, 0});
}

// One place, one counter, for what is read there and what is written.
// CHECK-LABEL: void in_place
// CHECK:         for (Index i = 0; i < 8; ++i, a_at += 4)
// CHECK-NEXT:      vec::store(vec::shape_cast<4>(vec::shape_cast<1, 4>(vec::load<4>(a_flat, {a_at})) + vec::splat<int, 1, 4>(3)), a_flat, {a_at});
PTO_INCORE void in_place(In<Rows> x, Out<mem::MemRef<int, mem::L1, 8, 4>> y) {
  const auto a = mem::alloc<int, mem::L1, 8, 4>();
  mem::copy(x, a);
  for (Index i = 0; i < 8; ++i)
    vec::store(vec::load<1, 4>(a, {i, 0}) + vec::splat<int, 1, 4>(3), a, {i, 0});
  mem::copy(a, y);
}

// The source computes it as Index, though what it is computed from is an int, or counts without a sign.
// CHECK-LABEL: void wide
// CHECK:         Index a_at = mem::linear(a, {Index{r} * 2000000000 - 3999999999, 0});
// CHECK:         Index b_at = mem::linear(b, {Index{u} - 2, 0});
PTO_INCORE void wide(In<Rows> x, Out<Row> y, bool second) {
  const int r = second ? 2 : 3;
  const unsigned u = second ? 2 : 3;
  const Index big = r;
  const Index count = u;
  const auto a = mem::alloc<int, mem::L1, 8, 4>(), b = mem::alloc<int, mem::L1, 8, 4>();
  mem::copy(x, a);
  mem::copy(x, b);
  auto sum = vec::splat<int, 1, 4>(0);
  if (r == 2)
    for (Index i = 0; i < 4; ++i) {
      const Index row = big * 2000000000 - 3999999999;
      sum = sum + vec::load<1, 4>(a, {i + row, 0}) - vec::load<1, 4>(b, {i + (count - 2), 0});
    }
  vec::transfer_write(sum, y, {0, 0});
}

// What is computed before the loop is no longer computed in it.
// CHECK-LABEL: void rows
// CHECK:         for (Index i = 0; i < 4; ++i, a_at += 8) {
// CHECK-NEXT:      sum = sum + vec::shape_cast<1, 4>(vec::transfer_read<4>(a_flat, {a_at}));
// CHECK-NEXT:    }
PTO_INCORE void rows(In<Rows> x, Out<Row> y) {
  const auto a = mem::alloc<int, mem::L1, 8, 4>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 1, 4>(0);
  for (Index i = 0; i < 4; ++i) {
    const Index row = 2 * i;
    sum = sum + vec::transfer_read<1, 4>(a, {row, 0});
  }
  vec::transfer_write(sum, y, {0, 0});
}

// SAYS: [[@LINE+5]]:3: remark: 'row' would be left without a use [-Rpass-missed=hoist-vector-transfer-pointers,last-use]
PTO_INCORE void two_declared(In<Rows> x, Out<Row> y) {
  const auto a = mem::alloc<int, mem::L1, 8, 4>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 1, 4>(0);
  for (Index i = 0; i < 4; ++i) {
    const Index row = 2 * i, factor = i;
    sum = sum + vec::transfer_read<1, 4>(a, {row, 0}) * vec::splat<int, 1, 4>(static_cast<int>(factor));
  }
  vec::transfer_write(sum, y, {0, 0});
}

// A name that new text asks for is not left without a use.
// CHECK-LABEL: void start
// CHECK:         const Index from = second ? 2 : 3;
// CHECK:         Index a_at = mem::linear(a, {from, 0});
PTO_INCORE void start(In<Rows> x, Out<Row> y, bool second) {
  const auto a = mem::alloc<int, mem::L1, 8, 4>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 1, 4>(0);
  const Index from = second ? 2 : 3;
  for (Index i = 0; i < 4; ++i)
    sum = sum + vec::load<1, 4>(a, {from + i, 0});
  vec::transfer_write(sum, y, {0, 0});
}

// The counter of a loop around it.
// CHECK-LABEL: void nested
// CHECK:         for (Index j = 0; j < 2; ++j) {
// CHECK:           Index a_at = mem::linear(a, {4 * j, 0});
// CHECK-NEXT:      for (Index i = 0; i < 4; ++i, a_at += 4)
PTO_INCORE void nested(In<Rows> x, Out<Row> y) {
  const auto a = mem::alloc<int, mem::L1, 8, 4>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 1, 4>(0);
  for (Index j = 0; j < 2; ++j) {
    const Index base = 4 * j;
    for (Index i = 0; i < 4; ++i)
      sum = sum + vec::transfer_read<1, 4>(a, {i + base, 0});
  }
  vec::transfer_write(sum, y, {0, 0});
}

// A lambda that captures the view alone cannot name what the view shows; one that captures all can.
// SAYS: [[@LINE+6]]:5: remark: 'v' kept: it is no buffer that was made before the loop [-Rpass-missed=hoist-vector-transfer-pointers,base-in-loop]
PTO_INCORE void captured(In<mem::MemRef<int, mem::L2, 1, 8, 4>> x, Out<Row> y) {
  const auto a = mem::alloc<int, mem::L1, 1, 8, 4>();
  mem::copy(x, a);
  const auto v = mem::rank_reduce<8, 4>(a);
  air::herd<1, 1>([&v, &y](Index, Index) {
    for (Index i = 0; i < 8; ++i)
      vec::transfer_write(vec::transfer_read<1, 4>(v, {i, 0}) + vec::transfer_read<1, 4>(y, {0, 0}), y, {0, 0});
  });
}
// CHECK-LABEL: void captures_all
// CHECK:         Index a_at = mem::linear(a, {0, 0, 0});
PTO_INCORE void captures_all(In<mem::MemRef<int, mem::L2, 1, 8, 4>> x, Out<Row> y) {
  const auto a = mem::alloc<int, mem::L1, 1, 8, 4>();
  mem::copy(x, a);
  const auto v = mem::rank_reduce<8, 4>(a);
  auto sum = vec::splat<int, 1, 4>(0);
  air::herd<1, 1>([&](Index, Index) {
    for (Index i = 0; i < 8; ++i)
      sum = sum + vec::transfer_read<1, 4>(v, {i, 0});
  });
  vec::transfer_write(sum, y, {0, 0});
}

// A shadowed name means something else before the loop.
// SAYS: [[@LINE+7]]:5: remark: 'a' kept: the place of the transfer is not counted up evenly [-Rpass-missed=hoist-vector-transfer-pointers,not-linear]
PTO_INCORE void shadowed(In<Rows> x, Out<Row> y, Index from) {
  const auto a = mem::alloc<int, mem::L1, 8, 4>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 1, 4>(0);
  const Index base = from % 2 + 2;
  if (const Index from = 3; base > 1)
    for (Index i = 0; i < from; ++i)
      sum = sum + vec::load<1, 4>(a, {i + base, 0});
  vec::transfer_write(sum, y, {0, 0});
}

// Nothing can be declared behind a label.
// SAYS: [[@LINE+7]]:5: remark: kept: a declaration cannot stand among the labels of a switch [-Rpass-missed=hoist-vector-transfer-pointers,switch-label]
PTO_INCORE void labelled(In<Rows> x, Out<Row> y, Index way) {
  const auto a = mem::alloc<int, mem::L1, 8, 4>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 1, 4>(0);
  switch (way) {
  case 0:
    for (Index i = 0; i < 8; ++i)
      sum = sum + vec::transfer_read<1, 4>(a, {i, 0});
    break;
  default:
    break;
  }
  vec::transfer_write(sum, y, {0, 0});
}

// SAYS: [[@LINE+5]]:3: remark: kept: the edit would delete a comment [-Rpass-missed=hoist-vector-transfer-pointers,comment]
PTO_INCORE void commented(In<mem::MemRef<int, mem::L2, 1, 8, 4>> x, Out<Row> y) {
  const auto a = mem::alloc<int, mem::L1, 1, 8, 4>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 1, 4>(0);
  for (Index i = 0; i < 8; ++i)
    sum = sum + vec::transfer_read<1, 4>(mem::rank_reduce<8, 4>(a /* the left half */), {i, 0});
  vec::transfer_write(sum, y, {0, 0});
}

// All instances of a template agree.
// CHECK-LABEL: PTO_INCORE void generic
// CHECK:         for (Index i = 0; i < 8; ++i, a_at += 4)
template <class T> PTO_INCORE void generic(In<mem::MemRef<T, mem::L2, 8, 4>> x, Out<mem::MemRef<T, mem::L1, 1, 4>> y) {
  const auto a = mem::alloc<T, mem::L1, 8, 4>();
  mem::copy(x, a);
  auto sum = vec::splat<T, 1, 4>(T(0));
  for (Index i = 0; i < 8; ++i)
    sum = sum + vec::transfer_read<1, 4>(a, {i, 0});
  vec::transfer_write(sum, y, {0, 0});
}

PTO_TEST_MAIN(planes, sums, four_of_sixteen, eight_of_32, in_place, wide, rows, two_declared, start, nested, captured,
              captures_all, shadowed, labelled, commented, generic<int>, generic<float>)
