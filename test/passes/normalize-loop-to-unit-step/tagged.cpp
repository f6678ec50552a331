// normalize-loop-to-unit-step{loop=k}: the loops of that name, and no others.
//
// RUN: %pto-rewrite "--passes=normalize-loop-to-unit-step{loop=k}" -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal "--passes=normalize-loop-to-unit-step{loop=k}" --expect-change %s
// RUN: %exit 64 %pto-rewrite "--passes=normalize-loop-to-unit-step{loop=rows}" %s -- 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: 'normalize-loop-to-unit-step': nothing is tagged 'rows'; tags: k
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

// CHECK-LABEL: one_of_two(
// CHECK:         for (Index i = 0; i < 8; i += 2)
// CHECK:         PTO_TAG("k") for (Index j_step = 0; j_step < 4; ++j_step) {
// CHECK-NEXT:      const Index j = j_step * 2;
// CHECK-NEXT:      for (Index l = 0; l < 4; l += 2)
PTO_INCORE Index one_of_two() {
  Index acc = 1;
  for (Index i = 0; i < 8; i += 2)
    acc = acc * 3 + i;
  PTO_TAG("k") for (Index j = 0; j < 8; j += 2) { // SAYS: :[[@LINE]]:{{.*}}'j' is
    for (Index l = 0; l < 4; l += 2)
      acc = acc * 3 + j + l;
  }
  return acc;
}

// Named, a loop also begins at 0 afterwards.
// CHECK-LABEL: begins_elsewhere(
// CHECK:         PTO_TAG("k")
// CHECK-NEXT:    for (Index j_step = 0; j_step < 6; ++j_step) {
// CHECK-NEXT:      const Index j = j_step + 2;
// CHECK:         PTO_TAG("k")
// CHECK-NEXT:    for (Index l_step = 0; l_step < (n > 3 ? n - 3 : 0); ++l_step)
// CHECK-NEXT:      { const Index l = l_step + 3;
// CHECK:         PTO_TAG("k")
// CHECK-NEXT:    for (int m_step = 0; m_step < 11; ++m_step)
// CHECK-NEXT:      { const int m = m_step - 5;
// CHECK:         PTO_TAG("k")
// CHECK-NEXT:    for (Index i = 0; i < 8; ++i)
PTO_INCORE Index begins_elsewhere(Index n) {
  Index acc = 1;
  PTO_TAG("k")
  for (Index j = 2; j < 8; ++j) { // SAYS: :[[@LINE]]:{{.*}}'j' is
    acc = acc * 3 + j;
  }
  PTO_TAG("k")
  for (Index l = 3; l < n; ++l) // SAYS: :[[@LINE]]:{{.*}}'l' is
    acc = acc * 3 + l;
  PTO_TAG("k")
  for (int m = -5; m <= 5; m++) // SAYS: :[[@LINE]]:{{.*}}'m' is
    acc = acc * 3 + m;
  PTO_TAG("k")
  for (Index i = 0; i < 8; ++i)
    acc = acc * 3 + i;
  return acc;
}

// What cannot be done is said.
// CHECK-LABEL: other_loops(
PTO_INCORE Index other_loops(Index n) {
  Index acc = 1, k = 0;
  PTO_TAG("k")
  while (k < 8) { // SAYS: :[[@LINE]]:3: remark: the loop kept: it does not count one variable up to a bound [-Rpass-missed=normalize-loop-to-unit-step,not-counted]
    acc = acc * 3 + k;
    k += 2;
  }
  PTO_TAG("k")
  for (k = 0; k < 8; k += 2) // SAYS: :[[@LINE]]:{{.*}},not-counted]
    acc = acc * 3 + k;
  PTO_TAG("k")
  for (Index i = 8; i > 0; --i) // SAYS: :[[@LINE]]:{{.*}}'i' kept{{.*}},not-counted]
    acc = acc * 3 + i;
  PTO_TAG("k")
  scf::parallel(0, 8, 2, [&](Index r) { (void)(r + n); }); // SAYS: :[[@LINE]]:{{.*}}the loop kept{{.*}},not-counted]
  return acc;
}

PTO_TEST_MAIN(one_of_two, begins_elsewhere, other_loops)
