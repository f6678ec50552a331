// What normalize-loop-to-unit-step rewrites: MLIR-AIR's cases, every form of head, bounds of every kind. The folder of
// the same name has what must be kept, and odd spellings.
//
// RUN: %pto-rewrite --passes=normalize-loop-to-unit-step -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=normalize-loop-to-unit-step --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Line = mem::MemRef<float, mem::L1, 64>;

// The pair of the documentation. The message, once in full.
// CHECK-LABEL: documented(
// CHECK-NEXT:    Index acc = 0;
// CHECK-NEXT:    for (Index i_step = 0; i_step < 15; ++i_step) { const Index i = i_step * 4 + 4; acc = acc * 3 + i; }
// CHECK-NEXT:    return acc;
PTO_INCORE Index documented() {
  Index acc = 0;
  for (Index i = 4; i < 64; i += 4) { acc = acc * 3 + i; } // SAYS: :[[@LINE]]:3: remark: 'i' is computed from 'i_step', which counts the iterations [-Rpass=normalize-loop-to-unit-step]
  return acc;
}

// Upstream: 0 .. 256 by 8.
// CHECK-LABEL: from_zero(
// CHECK-NEXT:    for (Index k_step = 0; k_step < 32; ++k_step) {
// CHECK-NEXT:      const Index k = k_step * 8;
// CHECK-NEXT:      vec::store(vec::splat<float, 8>(static_cast<float>(k)), out, {k});
// CHECK-NEXT:    }
PTO_INCORE void from_zero(Out<mem::MemRef<float, mem::L1, 256>> out) {
  for (Index k = 0; k < 256; k += 8) { // SAYS: :[[@LINE]]:{{.*}}'k' is computed from 'k_step'
    vec::store(vec::splat<float, 8>(static_cast<float>(k)), out, {k});
  }
}

// Upstream: 4 .. 64 by 4, with a value that the loop carries.
// CHECK-LABEL: carried(
// CHECK:         for (Index k_step = 0; k_step < 15; ++k_step) {
// CHECK-NEXT:      const Index k = k_step * 4 + 4;
// CHECK-NEXT:      acc = acc + vec::load<4>(x, {k - 4});
PTO_INCORE vec::Vec<float, 4> carried(In<Line> x) {
  auto acc = vec::splat<float, 4>(0.f);
  for (Index k = 4; k < 64; k += 4) { // SAYS: :[[@LINE]]:{{.*}}'k' is
    acc = acc + vec::load<4>(x, {k - 4});
  }
  return acc;
}

// Upstream rejects other types than index. Here they are as good, where they are signed: all values stay.
// CHECK-LABEL: other_types(
// CHECK:         for (int i_step = 0; i_step < 8; ++i_step)
// CHECK-NEXT:      { const int i = i_step * 8;
// CHECK:         for (long long j_step = 0; j_step < 3; ++j_step)
// CHECK-NEXT:      { const long long j = j_step * 5 - 7;
// CHECK:         for (std::int32_t k_step = 0; k_step < 2; ++k_step)
// CHECK-NEXT:      { const std::int32_t k = k_step * 3 + 1;
PTO_INCORE Index other_types() {
  Index acc = 0;
  for (int i = 0; i < 64; i += 8) // SAYS: :[[@LINE]]:{{.*}}'i' is
    acc = acc * 3 + i;
  for (long long j = -7; j < 7; j += 5) // SAYS: :[[@LINE]]:{{.*}}'j' is
    acc = acc * 3 + j;
  for (std::int32_t k = 1; k < 7; k += 3) // SAYS: :[[@LINE]]:{{.*}}'k' is
    acc = acc * 3 + k;
  return acc;
}

// Not a multiple of the step; none at all.
// CHECK-LABEL: remainders(
// CHECK:         for (Index a_step = 0; a_step < 3; ++a_step)
// CHECK:         for (Index b_step = 0; b_step < 0; ++b_step)
// CHECK:         for (Index c_step = 0; c_step < 1; ++c_step)
// CHECK:         for (Index d_step = 0; d_step < 0; ++d_step)
PTO_INCORE Index remainders() {
  Index acc = 1;
  for (Index a = 0; a < 10; a += 4) // SAYS: :[[@LINE]]:{{.*}}'a' is
    acc = acc * 3 + a;
  for (Index b = 4; b < 4; b += 4) // SAYS: :[[@LINE]]:{{.*}}'b' is
    acc = acc * 3 + b;
  for (Index c = 3; c < 4; c += 4) // SAYS: :[[@LINE]]:{{.*}}'c' is
    acc = acc * 3 + c;
  for (Index d = 9; d < 4; d += 4) // SAYS: :[[@LINE]]:{{.*}}'d' is
    acc = acc * 3 + d;
  return acc;
}

// <=, !=, and the variable on the right.
// CHECK-LABEL: conditions(
// CHECK:         for (Index a_step = 0; a_step < 3; ++a_step)
// CHECK:         for (Index b_step = 0; b_step < 3; ++b_step)
// CHECK:         for (Index c_step = 0; c_step < 3; ++c_step)
// CHECK:         for (Index d_step = 0; d_step < (n + 4) / 4; ++d_step)
// CHECK:         for (Index e_step = 0; e_step < (n + 6) / 4; ++e_step)
PTO_INCORE Index conditions(In<Tensor<float, dyn>> x) {
  const Index n = x.extent(0);
  Index acc = 1;
  for (Index a = 0; a <= 8; a += 4) // SAYS: :[[@LINE]]:{{.*}}'a' is
    acc = acc * 3 + a;
  for (Index b = 0; b != 12; b += 4) // SAYS: :[[@LINE]]:{{.*}}'b' is
    acc = acc * 3 + b;
  for (Index c = 0; 9 > c; c += 4) // SAYS: :[[@LINE]]:{{.*}}'c' is
    acc = acc * 3 + c;
  for (Index d = 0; d <= n; d += 4) // SAYS: :[[@LINE]]:{{.*}}'d' is
    acc = acc * 3 + d;
  for (Index e = -2; n >= e; e += 4) // SAYS: :[[@LINE]]:{{.*}}'e' is
    acc = acc * 3 + e;
  return acc;
}

// Other ways to add.
// CHECK-LABEL: increments(
// CHECK:         for (Index a_step = 0; a_step < 4; ++a_step)
// CHECK:         for (Index b_step = 0; b_step < 4; ++b_step)
PTO_INCORE Index increments() {
  Index acc = 1;
  for (Index a = 0; a < 8; a = a + 2) // SAYS: :[[@LINE]]:{{.*}}'a' is
    acc = acc * 3 + a;
  for (Index b = 0; b < 8; b = 2 + b) // SAYS: :[[@LINE]]:{{.*}}'b' is
    acc = acc * 3 + b;
  return acc;
}

// Bounds known at run time keep their names. An extent is not so large that the sum could overflow.
// CHECK-LABEL: extents(
// CHECK:         for (Index a_step = 0; a_step < (x.extent(0) + 7) / 8; ++a_step)
// CHECK:         for (Index b_step = 0; b_step < (tensor::dim(y, 1) - from + 7) / 8; ++b_step)
// CHECK:         for (Index c_step = 0; c_step < x.extent(0) / 8; ++c_step)
// CHECK:         for (Index d_step = 0; d_step < (x.extent(0) * 2 + 1) / 2; ++d_step)
// CHECK:         for (Index s_step = 0; s_step < (static_cast<Index>(sizeof(float) * 4) + 1) / 2; ++s_step)
// CHECK:         for (Index r = 0; r < x.extent(0); ++r)
// CHECK-NEXT:      for (Index e_step = 0; e_step < (x.extent(0) - r + 2) / 3; ++e_step)
// CHECK-NEXT:        { const Index e = e_step * 3 + r;
PTO_INCORE Index extents(In<mem::MemRef<float, mem::L1, dyn>> x, In<Tensor<float, 4, dyn>> y) {
  constexpr Index from = 1;
  Index acc = 1;
  for (Index a = 0; a < x.extent(0); a += 8) // SAYS: :[[@LINE]]:{{.*}}'a' is
    acc = acc * 3 + a;
  for (Index b = from; b < tensor::dim(y, 1); b += 8) // SAYS: :[[@LINE]]:{{.*}}'b' is
    acc = acc * 3 + b;
  for (Index c = 7; c < x.extent(0); c += 8) // SAYS: :[[@LINE]]:{{.*}}'c' is
    acc = acc * 3 + c;
  for (Index d = 0; d < x.extent(0) * 2; d += 2) // SAYS: :[[@LINE]]:{{.*}}'d' is
    acc = acc * 3 + d;
  for (Index s = 0; s < static_cast<Index>(sizeof(float) * 4); s += 2) // SAYS: :[[@LINE]]:{{.*}}'s' is
    acc = acc * 3 + s;
  for (Index r = 0; r < x.extent(0); ++r)
    for (Index e = r; e < x.extent(0); e += 3) // SAYS: :[[@LINE]]:{{.*}}'e' is
      acc = acc * 3 + e;
  return acc;
}

// Any number: a loop that comes within a step of the largest number never ends. One that is left early may well have
// such a bound, and an int gets there: then the sum is not made.
// CHECK-LABEL: numbers(
// CHECK:         for (Index a_step = 0; a_step < (n + 3) / 4; ++a_step)
// CHECK:         for (Index b_step = 0; b_step < (n > 0 ? (n - 1) / 4 + 1 : 0); ++b_step) {
// CHECK-NEXT:      const Index b = b_step * 4;
// CHECK:         for (int c_step = 0; c_step < (m > 2 ? (m - 3) / 4 + 1 : 0); ++c_step)
// CHECK-NEXT:      { const int c = c_step * 4 + 2;
// CHECK:         for (int d_step = 0; d_step < (m >= 0 ? m / 4 + 1 : 0); ++d_step)
// CHECK:         for (int e_step = 0; e_step < (n > 0 ? (n - 1) / 4 + 1 : 0); ++e_step) {
PTO_INCORE Index numbers(Index n, int m) {
  Index acc = 1;
  for (Index a = 0; a < n; a += 4) // SAYS: :[[@LINE]]:{{.*}}'a' is
    acc = acc * 3 + a;
  for (Index b = 0; b < n; b += 4) { // SAYS: :[[@LINE]]:{{.*}}'b' is
    if (acc > 100)
      break;
    acc = acc * 3 + b;
  }
  for (int c = 2; c < m; c += 4) // SAYS: :[[@LINE]]:{{.*}}'c' is
    acc = acc * 3 + c;
  for (int d = 0; d <= m; d += 4) // SAYS: :[[@LINE]]:{{.*}}'d' is
    acc = acc * 3 + d;
  for (int e = 0; e < n; e += 4) { // SAYS: :[[@LINE]]:{{.*}}'e' is
    acc = acc * 3 + e;
    if (acc > 1000)
      return acc;
  }
  return acc;
}

// The part of a tile: the number is known though neither end is.
// CHECK-LABEL: part(
// CHECK:         for (Index k_step = 0; k_step < 3; ++k_step)
// CHECK-NEXT:      { const Index k = k_step * 2 + k0;
// CHECK:         for (Index j_step = 0; j_step < 4; ++j_step)
// CHECK-NEXT:      { const Index j = j_step * 2 + (k0 - 1);
PTO_INCORE Index part(Index k0) {
  Index acc = 1;
  const Index end = k0 + 6;
  for (Index k = k0; k < k0 + 6; k += 2) // SAYS: :[[@LINE]]:{{.*}}'k' is
    acc = acc * 3 + k;
  for (Index j = k0 - 1; j < end; j += 2) // SAYS: :[[@LINE]]:{{.*}}'j' is
    acc = acc * 3 + j;
  return acc;
}

// Two nested loops, a loop in a loop that stays, and one in a lambda.
// CHECK-LABEL: nested(
// CHECK-NEXT:    for (Index r_step = 0; r_step < 4; ++r_step)
// CHECK-NEXT:      { const Index r = r_step * 2; for (Index c_step = 0; c_step < 2; ++c_step) {
// CHECK-NEXT:        const Index c = c_step * 4;
// CHECK-NEXT:        vec::store(vec::load<2, 4>(x, {r, c}), y, {r, c});
// CHECK-NEXT:      } }
// CHECK-NEXT:    air::herd<2>([=](Index h) {
// CHECK-NEXT:      for (Index r = h * 4; r < h * 4 + 4; ++r)
// CHECK-NEXT:        for (Index k_step = 0; k_step < 2; ++k_step)
// CHECK-NEXT:          { const Index k = k_step * 4; vec::store(vec::load<1, 4>(y, {r, k}) + vec::load<1, 4>(x, {r, k}), y, {r, k}); }
// CHECK-NEXT:    });
PTO_INCORE void nested(In<mem::MemRef<float, mem::L1, 8, 8>> x, Out<mem::MemRef<float, mem::L1, 8, 8>> y) {
  for (Index r = 0; r < 8; r += 2)     // SAYS: :[[@LINE]]:{{.*}}'r' is
    for (Index c = 0; c < 8; c += 4) { // SAYS: :[[@LINE]]:{{.*}}'c' is
      vec::store(vec::load<2, 4>(x, {r, c}), y, {r, c});
    }
  air::herd<2>([=](Index h) {
    for (Index r = h * 4; r < h * 4 + 4; ++r)
      for (Index k = 0; k < 8; k += 4) // SAYS: :[[@LINE]]:{{.*}}'k' is
        vec::store(vec::load<1, 4>(y, {r, k}) + vec::load<1, 4>(x, {r, k}), y, {r, k});
  });
}

// continue, break and return go where they went.
// CHECK-LABEL: left_early(
// CHECK:         for (Index i_step = 0; i_step < 7; ++i_step) {
// CHECK-NEXT:      const Index i = i_step * 3;
// CHECK-NEXT:      if (i == 3)
// CHECK-NEXT:        continue;
PTO_INCORE Index left_early(Index n) {
  Index acc = n;
  for (Index i = 0; i < 20; i += 3) { // SAYS: :[[@LINE]]:{{.*}}'i' is
    if (i == 3)
      continue;
    if (i == 9 && n == 1)
      break;
    if (i == 12 && n == 2)
      return -acc;
    acc = acc * 3 + i;
  }
  return acc;
}

// Nothing asks for the values: the name stays.
// CHECK-LABEL: only_counts(
// CHECK:         for (Index i = 0; i < 5; ++i)
// CHECK-NEXT:      acc = acc * 3;
// CHECK-NEXT:    for (Index j = 0; j < 5; ++j);
PTO_INCORE Index only_counts() {
  Index acc = 1;
  for (Index i = 3; i < 13; i += 2) // SAYS: :[[@LINE]]:{{.*}}'i' counts the iterations: nothing asks for its values
    acc = acc * 3;
  for (Index j = 3; j < 13; j += 2); // SAYS: :[[@LINE]]:{{.*}}'j' counts
  return acc;
}

PTO_TEST_MAIN(documented, from_zero, carried, other_types, remainders, conditions, increments, extents, numbers, part,
              nested, left_early, only_counts)
