// fold-iter-args-into-induction-var{loop=k}: the loops of that name, and no others.
//
// RUN: %pto-rewrite "--passes=fold-iter-args-into-induction-var{loop=k}" -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal "--passes=fold-iter-args-into-induction-var{loop=k}" --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Line = mem::MemRef<std::int64_t, mem::L1, 2048>;

// CHECK-LABEL: inner_only(
// CHECK:         for (Index r = 0; r < 4; ++r) {
// CHECK-NEXT:      PTO_TAG("k")
// CHECK-NEXT:      for (Index k = 0; k < 4; ++k) {
// CHECK-NEXT:        const Index off_k = off + k * 7;
// CHECK-NEXT:        s = s * 3 + a(off_k);
// CHECK-NEXT:      }
// CHECK-NEXT:      off += 28;
// CHECK-NEXT:    }
// CHECK-NEXT:    for (Index k = 0; k < 4; ++k) {
// CHECK-NEXT:      s = s * 3 + a(off);
// CHECK-NEXT:      off += 7;
PTO_INCORE Index inner_only(In<Line> a) {
  Index s = 0, off = 0;
  for (Index r = 0; r < 4; ++r) {
    PTO_TAG("k")
    for (Index k = 0; k < 4; ++k) {
      s = s * 3 + a(off);
      off += 7; // SAYS: :[[@LINE]]:{{.*}}'off' is
    }
  }
  for (Index k = 0; k < 4; ++k) {
    s = s * 3 + a(off);
    off += 7;
  }
  return s;
}

// What cannot be done is said.
// CHECK-LABEL: kept(
PTO_INCORE Index kept(In<Line> a, Index n) {
  Index s = 0, off = 0;
  PTO_TAG("k")
  while (off < 30) {
    s = s * 3 + a(off);
    off += 7; // SAYS: :[[@LINE]]:5: remark: 'off' kept: the loop does not count one variable up to a bound [-Rpass-missed=fold-iter-args-into-induction-var,not-counted]
  }
  PTO_TAG("k")
  for (Index k = 0; k < 8; k += n + 1) {
    s = s * 3 + a(off);
    off += 7; // SAYS: :[[@LINE]]:{{.*}}'off' kept{{.*}},not-counted]
  }
  PTO_TAG("k")
  for (Index k = 0; k < 8; ++k)
    s = s * 3 + a(k);
  return s;
}

PTO_TEST_MAIN(inner_only, kept)
