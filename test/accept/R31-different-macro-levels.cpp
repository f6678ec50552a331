// R31: what begins in a macro and ends outside of it, or in another one, is declined; no range is computed.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice %s
#include "../passes/Inputs/kernels.h"

#define BEGIN tensor::assemble(

// Begins in a macro, ends outside.
// CHECK-LABEL: half_in_a_macro(
// CHECK:      out = BEGIN out, row, {0, 0});
PTO_ORCHESTRATION Rows half_in_a_macro(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},in-macro]
  row = fill(x, 0, row);
  out = BEGIN out, row, {0, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

#define END_OFFSETS 0})
// CHECK-LABEL: ends_in_a_macro(
// CHECK:      out = tensor::assemble(out, row, {0, END_OFFSETS;
PTO_ORCHESTRATION Rows ends_in_a_macro(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},in-macro]
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, END_OFFSETS; // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

// CHECK-LABEL: from_one_into_another(
// CHECK:      out = BEGIN out, row, {0, END_OFFSETS;
PTO_ORCHESTRATION Rows from_one_into_another(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},in-macro]
  row = fill(x, 0, row);
  out = BEGIN out, row, {0, END_OFFSETS; // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

#define ARGUMENTS <float, 1, 8>()
// CHECK-LABEL: arguments_of_the_template(
// CHECK-NEXT: Row row = tensor::create ARGUMENTS;
PTO_ORCHESTRATION Rows arguments_of_the_template(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create ARGUMENTS; // KEPT: :[[@LINE]]:{{.*}},in-macro]
  row = fill(x, 0, row);              // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_TEST_MAIN(half_in_a_macro, ends_in_a_macro, from_one_into_another, arguments_of_the_template)
