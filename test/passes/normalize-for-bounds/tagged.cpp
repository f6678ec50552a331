// normalize-for-bounds{loop=k}: the loops of that name, and no others. In them also what is a part of something else.
//
// RUN: %pto-rewrite "--passes=normalize-for-bounds{loop=k}" -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal "--passes=normalize-for-bounds{loop=k}" --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Line = mem::MemRef<std::int64_t, mem::L1, 1024>;

// CHECK-LABEL: one_of_two(
// CHECK:         for (Index i = 0; i < 8; ++i) {
// CHECK-NEXT:      const Index off = i * 8;
// CHECK:         PTO_TAG("k")
// CHECK-NEXT:    for (Index off = 0; off < 64; off += 8) {
PTO_INCORE Index one_of_two(In<Line> a) {
  Index s = 0;
  for (Index i = 0; i < 8; ++i) {
    const Index off = i * 8;
    s = s * 3 + a(off);
  }
  PTO_TAG("k")
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:{{.*}}'off' is
    const Index off = i * 8;
    s = s * 3 + a(off);
  }
  return s;
}

// CHECK-LABEL: in_place(
// CHECK:         PTO_TAG("k")
// CHECK-NEXT:    for (Index i = 0; i < 64; i += 8)
// CHECK-NEXT:      s = s * 3 + a(i);
// CHECK:         PTO_TAG("k")
// CHECK-NEXT:    for (Index i = 4; i < 36; i += 8) {
// CHECK-NEXT:      vec::store(vec::load<4>(x, {r * 16 + i}), y, {0});
// CHECK:         PTO_TAG("k")
// CHECK-NEXT:    for (Index i = 0; i < 64; i += 8) {
// CHECK-NEXT:      Index off = i;
// CHECK-NEXT:      off += 1;
PTO_INCORE Index in_place(In<Line> a, In<mem::MemRef<float, mem::L1, 128>> x, Index r, Out<mem::MemRef<float, mem::L1, 4>> y) {
  Index s = 0;
  PTO_TAG("k")
  for (Index i = 0; i < 8; ++i) // SAYS: :[[@LINE]]:3: remark: 'i' counts what 'i * 8' was [-Rpass=normalize-for-bounds]
    s = s * 3 + a(i * 8);
  PTO_TAG("k")
  for (Index i = 0; i < 4; ++i) { // SAYS: :[[@LINE]]:3: remark: 'i' counts what '(2 * i + 1) * 4' was
    vec::store(vec::load<4>(x, {r * 16 + (2 * i + 1) * 4}), y, {0});
  }
  PTO_TAG("k")
  for (Index i = 0; i < 8; ++i) { // SAYS: :[[@LINE]]:3: remark: 'i' counts what 'i * 8' was
    Index off = i * 8;
    off += 1;
    s = s * 3 + a(off);
  }
  return s;
}

// What it has already, it keeps.
// CHECK-LABEL: nothing_to_do(
// CHECK:         for (Index i = 3; i < 8; ++i)
// CHECK-NEXT:      s = s * 3 + a(i);
PTO_INCORE Index nothing_to_do(In<Line> a) {
  Index s = 0;
  PTO_TAG("k")
  for (Index i = 3; i < 8; ++i)
    s = s * 3 + a(i);
  return s;
}

// What cannot be done is said.
// CHECK-LABEL: kept(
PTO_INCORE Index kept(In<Line> a, Index n) {
  Index s = 0, k = 0;
  PTO_TAG("k")
  while (k < 8) { // SAYS: :[[@LINE]]:3: remark: the loop kept: it does not count one variable up to a bound [-Rpass-missed=normalize-for-bounds,not-counted]
    s = s * 3 + a(k * 8);
    ++k;
  }
  PTO_TAG("k")
  for (Index i = 0; i < 8; i += n + 1) // SAYS: :[[@LINE]]:3: remark: 'i' kept: something else than the head may change it or its bound, or its step is no positive constant [-Rpass-missed=normalize-for-bounds,not-counted]
    s = s * 3 + a(i * 8);
  PTO_TAG("k")
  for (Index i = 0; i < 64; ++i) // SAYS: :[[@LINE]]:3: remark: 'i' kept: what is computed from it is no multiple of it [-Rpass-missed=normalize-for-bounds,not-linear]
    s = s * 3 + a(i % 8);
  PTO_TAG("k")
  for (Index i = 0; i < 64; ++i) // SAYS: :[[@LINE]]:{{.*}},not-linear]
    s = s * 3 + a(i / 8);
  PTO_TAG("k")
  for (int i = 0; i < 8; ++i) // SAYS: :[[@LINE]]:3: remark: 'i' kept: what is computed from it has another type [-Rpass-missed=normalize-for-bounds,not-linear]
    s = s * 3 + a(i * 8L);
  PTO_TAG("k")
  for (Index i = 0; i < 8; ++i) // SAYS: :[[@LINE]]:{{.*}},other-use]
    s = s * 3 + a(i * 8) + a(i);
  PTO_TAG("k")
  for (unsigned i = 0; i < 8; ++i) // SAYS: :[[@LINE]]:{{.*}},narrow-counter]
    s = s * 3 + a(i * 8);
  PTO_TAG("k")
  scf::parallel(8, [&](Index i) { (void)a(i * 8); }); // SAYS: :[[@LINE]]:{{.*}}the loop kept{{.*}},not-counted]
  return s;
}

PTO_TEST_MAIN(one_of_two, in_place, nothing_to_do, kept)
