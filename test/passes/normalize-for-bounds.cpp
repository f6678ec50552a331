// What normalize-for-bounds rewrites: MLIR-AIR's cases, every form of declaration, bounds of every kind. The folder of
// the same name has what must be kept, odd spellings, and loops that are named.
//
// RUN: %pto-rewrite --passes=normalize-for-bounds -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=normalize-for-bounds --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Line = mem::MemRef<std::int64_t, mem::L1, 1024>;

// The pair of the documentation, which is upstream's first test. The message, once in full.
// CHECK-LABEL: times_eight(
// CHECK-NEXT:    Index s = 0;
// CHECK-NEXT:    for (Index off = 0; off < 512; off += 64) {
// CHECK-NEXT:      s += a(off);
// CHECK-NEXT:    }
// CHECK-NEXT:    return s;
PTO_INCORE Index times_eight(In<Line> a) {
  Index s = 0;
  for (Index i = 0; i < 64; i += 8) { // SAYS: :[[@LINE]]:3: remark: 'off' is counted by the loop: 'i' is not needed [-Rpass=normalize-for-bounds]
    const Index off = i * 8;
    s += a(off);
  }
  return s;
}

// Upstream: + 16.
// CHECK-LABEL: plus_sixteen(
// CHECK:         for (Index off = 16; off < 48; off += 4) {
PTO_INCORE Index plus_sixteen(In<Line> a) {
  Index s = 0;
  for (Index i = 0; i < 32; i += 4) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = i + 16;
    s = s * 3 + a(off);
  }
  return s;
}

// Upstream: two nested loops, both.
// CHECK-LABEL: nested(
// CHECK:         for (Index row = 0; row < 128; row += 32) {
// CHECK-NEXT:      for (Index column = 0; column < 32; column += 8) {
// CHECK-NEXT:        s = s * 3 + a(row + column);
PTO_INCORE Index nested(In<Line> a) {
  Index s = 0;
  for (Index r = 0; r < 4; ++r) { // SAYS: :[[@LINE]]:{{.*}}'row' is
    const Index row = r * 32;
    for (Index c = 0; c < 4; ++c) { // SAYS: :[[@LINE]]:{{.*}}'column' is
      const Index column = c * 8;
      s = s * 3 + a(row + column);
    }
  }
  return s;
}

// Upstream: 4 i + 8.
// CHECK-LABEL: linear(
// CHECK:         for (Index off = 8; off < 136; off += 16) {
PTO_INCORE Index linear(In<Line> a) {
  Index s = 0;
  for (Index i = 0; i < 32; i += 4) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = 4 * i + 8;
    s = s * 3 + a(off);
  }
  return s;
}

// A range that is no multiple of the step: the step is the product, not what upstream makes of the two bounds. And
// loops that never run.
// CHECK-LABEL: remainders(
// CHECK:         for (Index off = 0; off < 96; off += 32) {
// CHECK:         for (Index off = 16; off < 16; off += 8) {
// CHECK:         for (Index off = 73; off < 73; off += 24) {
PTO_INCORE Index remainders(In<Line> a) {
  Index s = 0;
  for (Index i = 0; i < 10; i += 4) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = i * 8;
    s = s * 3 + a(off);
  }
  for (Index i = 2; i < 2; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = i * 8;
    s = s * 3 + a(off);
  }
  for (Index i = 9; i < 4; i += 3) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = i * 8 + 1;
    s = s * 3 + a(off);
  }
  return s;
}

// Other forms of the sum; <= and !=; steps that are spelled otherwise.
// CHECK-LABEL: forms(
// CHECK:         for (Index off = 8; off < 64; off += 8) {
// CHECK:         for (Index off = 3; off < 23; off += 5) {
// CHECK:         for (Index off = -7; off < 13; off += 10) {
// CHECK:         for (Index off = 16; off < 28; off += 4) {
// CHECK:         for (Index off = 0; off < 4; ++off) {
// CHECK:         for (Index off = 6; off < 10; ++off) {
PTO_INCORE Index forms(In<Line> a) {
  Index s = 0;
  for (Index i = 0; i <= 6; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = (i + 1) * 8;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i != 4; i++) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = 3 + 5 * i;
    s = s * 3 + a(off);
  }
  for (Index i = 0; 4 > i; i = i + 2) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = 5 * i - 7;
    s = s * 3 + a(off + 7);
  }
  for (Index i = 4; i < 7; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = 2 * (i + i * 1 - i + 3) + i * 2 - 2 * 3 - i * 0 + i * 0;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 4; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = i;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 4; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = 6 + +i;
    s = s * 3 + a(off);
  }
  return s;
}

// Of a chain each link.
// CHECK-LABEL: chain(
// CHECK:         for (Index place = 1; place < 97; place += 24) {
// CHECK-NEXT:      s = s * 3 + a(place);
PTO_INCORE Index chain(In<Line> a) {
  Index s = 0;
  for (Index i = 0; i < 4; ++i) { // SAYS: :[[@LINE]]:{{.*}} is counted by the loop
    const Index row = i * 8;
    const Index place = row * 3 + 1;
    s = s * 3 + a(place);
  }
  return s;
}

// The variable that is left has the type that was declared.
// CHECK-LABEL: types(
// CHECK:         for (Index off = 0; off < 32; off += 8) {
// CHECK:         for (int off = 0; off < 32; off += 8) {
// CHECK:         for (std::int64_t off = 0; off < 32; off += 8) {
// CHECK:         for (Index off = 0; off < 32; off += 8) {
// CHECK:         for (int off = 0; off < 32; off += 8) {
// CHECK:         for (Index off = 0; off < 32; off += 8) {
PTO_INCORE Index types(In<Line> a) {
  Index s = 0;
  for (Index i = 0; i < 4; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    auto off = i * 8;
    s = s * 3 + a(off);
  }
  for (int i = 0; i < 4; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const auto off = i * 8;
    s = s * 3 + a(off);
  }
  for (int i = 0; i < 4; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const std::int64_t off(i * 8);
    s = s * 3 + a(off);
  }
  for (int i = 0; i < 4; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    Index const off{i * 8};
    s = s * 3 + a(off);
  }
  for (int i = 0; i < 4; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const int off = 8 * i;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 4; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    [[maybe_unused]] const Index off = 8 * i;
    s = s * 3;
  }
  return s;
}

constexpr Index rows = 16, height = 4, margin = 2;

// Bounds, steps, factors keep their names. An extent times a factor does not overflow.
// CHECK-LABEL: names(
// CHECK:         for (Index off = 0; off < rows * 8; off += 8) {
// CHECK:         for (Index off = margin; off < rows * height + margin; off += height * 2) {
// CHECK:         for (Index off = 0; off < y.extent(0) * 8; off += 8) {
// CHECK:         for (Index off = 8 - margin; off <= 8 * tensor::dim(x, 0) - margin; off += 8) {
// CHECK:         for (Index off = 0; off < height * 12; off += height * 3) {
// CHECK:         for (Index off = margin * 8; off <= 48; off += 8) {
// CHECK:         for (Index off = 8; off <= height * 8; off += 8) {
PTO_INCORE Index names(In<Line> a, In<Tensor<float, dyn>> x, In<mem::MemRef<float, mem::L1, dyn>> y) {
  Index s = 0;
  for (Index i = 0; i < rows; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = i * 8;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < rows; i += 2) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = i * height + margin;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < y.extent(0); ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = i * 8;
    s = s * 3 + a(off);
  }
  for (Index i = 1; i <= tensor::dim(x, 0); ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = 8 * i - margin;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 12; i += 3) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = height * i;
    s = s * 3 + a(off);
  }
  for (Index i = margin; i <= 6; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = i * 8;
    s = s * 3 + a(off);
  }
  for (Index i = 1; i <= height; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = i * 8;
    s = s * 3 + a(off);
  }
  return s;
}

// Wherever it stands in the body: behind other statements, in a branch, in an inner loop, in a lambda.
// CHECK-LABEL: anywhere(
// CHECK:         for (Index off = 0; off < 64; off += 8) {
// CHECK-NEXT:      s = s + n;
// CHECK-NEXT:      s = s * 3 + a(off);
// CHECK:         for (Index off = 0; off < 64; off += 8) {
// CHECK-NEXT:      if (s > n) {
// CHECK-NEXT:        s = s * 3 + a(off);
// CHECK:         for (Index off = 0; off < 64; off += 8) {
// CHECK-NEXT:      for (Index j = 0; j < 2; ++j) {
// CHECK-NEXT:        s = s * 3 + a(off + j);
// CHECK:         for (Index off = 0; off < 64; off += 8) {
// CHECK-NEXT:      scf::forall(2, [&](Index j) {
// CHECK-NEXT:        b(off + j) = a(off + j);
PTO_INCORE Index anywhere(In<Line> a, Index n, Out<Line> b) {
  Index s = 0;
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    s = s + n;
    const Index off = i * 8;
    s = s * 3 + a(off);
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    if (s > n) {
      const Index off = i * 8;
      s = s * 3 + a(off);
    } else {
      s = s + 100;
    }
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    for (Index j = 0; j < 2; ++j) {
      const Index off = i * 8;
      s = s * 3 + a(off + j);
    }
  }
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    scf::forall(2, [&](Index j) {
      const Index off = i * 8;
      b(off + j) = a(off + j);
    });
  }
  return s;
}

// continue and break go where they went.
// CHECK-LABEL: left_early(
// CHECK:         for (Index off = 0; off < 64; off += 8) {
// CHECK-NEXT:      if (off == 8)
// CHECK-NEXT:        continue;
PTO_INCORE Index left_early(In<Line> a, Index n) {
  Index s = 0;
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = i * 8;
    if (off == 8)
      continue;
    if (off == 32 && n > 1)
      break;
    s = s * 3 + a(off);
  }
  return s;
}

// What the K loop of a matrix product looks like, and the loop that its copies have.
// CHECK-LABEL: product(
// CHECK:         for (Index k = 0; k < 32; k += 8) {
// CHECK-NEXT:      const auto left = mem::alloc<float, mem::L1, 8, 8>(), right = mem::alloc<float, mem::L1, 8, 8>();
// CHECK-NEXT:      mem::copy(mem::subview<8, 8>(a, {0, k}), left);
PTO_INCORE void product(In<mem::MemRef<float, mem::L2, 8, 32>> a, In<mem::MemRef<float, mem::L2, 32, 8>> b,
                        InOut<mem::MemRef<float, mem::L1, 8, 8>> c) {
  for (Index block = 0; block < 4; ++block) { // SAYS: :[[@LINE]]:{{.*}}'k' is
    const Index k = block * 8;
    const auto left = mem::alloc<float, mem::L1, 8, 8>(), right = mem::alloc<float, mem::L1, 8, 8>();
    mem::copy(mem::subview<8, 8>(a, {0, k}), left);
    mem::copy(mem::subview<8, 8>(b, {k, 0}), right);
    linalg::matmul(left, right, c);
  }
}

PTO_TEST_MAIN(times_eight, plus_sixteen, nested, linear, remainders, forms, chain, types, names, anywhere, left_early,
              product)
