// Two checks that want to change different lines of one function: one fix is made, not both, since each was proven alone.
// What the other check wants is there the next time.
// REQUIRES: tidy
// RUN: cp %s %t.cpp
// RUN: %tidy --checks='-*,pto-convert-divf-sqrt-to-rsqrt,pto-eliminate-redundant-vector-transfers' --config='{CheckOptions: {Allow: rsqrt}}' --fix %t.cpp -- %tidy-flags > %t.log
// RUN: FileCheck %s --check-prefix=LOG --input-file %t.log
// RUN: FileCheck %s --input-file %t.cpp
// RUN: %tidy --checks='-*,pto-convert-divf-sqrt-to-rsqrt,pto-eliminate-redundant-vector-transfers' --config='{CheckOptions: {Allow: rsqrt}}' --fix %t.cpp -- %tidy-flags > %t.log
// RUN: FileCheck %s --check-prefix=TWICE --input-file %t.cpp
#include <pto/dsl.h>
using namespace pto::dsl;

// LOG-DAG: warning: {{.*}} [pto-convert-divf-sqrt-to-rsqrt]
// LOG-DAG: warning: {{.*}} [pto-eliminate-redundant-vector-transfers]
// LOG-DAG: note: this fix will not be applied because it overlaps with another fix

// TWICE-LABEL: PTO_INCORE void both(
PTO_INCORE void both(In<mem::MemRef<float, mem::L1, 16>> x, Out<mem::MemRef<float, mem::L1, 16>> out) {
  const auto a = vec::transfer_read<16>(x, {0});
  const auto b = vec::transfer_read<16>(x, {0});
  const auto sum = a + b;
  const auto sd = vec::sqrt(sum);
  const auto inv = vec::splat<float, 16>(1.0f) / sd;
  vec::transfer_write(inv, out, {0});
}
// CHECK-LABEL: PTO_INCORE void both(
// CHECK:      {{vec::rsqrt|vec::sqrt}}
// TWICE:      transfer_read
// TWICE-NOT:  transfer_read
// TWICE:      vec::rsqrt
