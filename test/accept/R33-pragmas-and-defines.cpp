// R33: #define, #pragma, #include and _Pragma are kept where they stand, as #if is.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice %s
#include "../passes/Inputs/kernels.h"

// CHECK-LABEL: pragma_between(
// CHECK-NEXT: Row row = tensor::create<float, 1, 8>();
PTO_ORCHESTRATION Rows pragma_between(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},preprocessor]
#pragma GCC unroll 1
  for (Index i = 0; i < 1; ++i) // NOTE: :[[@LINE-1]]:{{.*}}: note:
    row = fill(x, i, row);
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

// CHECK-LABEL: define_between(
// CHECK-NEXT: Row row = tensor::create<float, 1, 8>();
// CHECK:      #define FIRST 0
PTO_ORCHESTRATION Rows define_between(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},preprocessor]
  row = fill(x, 0, row);
#define FIRST 0 // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {FIRST, 0});
  return out;
}

// CHECK-LABEL: include_between(
// CHECK-NEXT: Row row = tensor::create<float, 1, 8>();
// CHECK:      #include <pto/dsl.h>
PTO_ORCHESTRATION Rows include_between(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},preprocessor]
  row = fill(x, 0, row);
#include <pto/dsl.h> // NOTE: :[[@LINE]]:{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

// CHECK-LABEL: operator_between(
// CHECK-NEXT: Row row = tensor::create<float, 1, 8>();
// CHECK:      _Pragma("GCC diagnostic push")
PTO_ORCHESTRATION Rows operator_between(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},preprocessor]
  row = fill(x, 0, row);
  _Pragma("GCC diagnostic push") // NOTE: :[[@LINE]]:{{.*}}: note:
  _Pragma("GCC diagnostic pop")
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

// A macro that has one in it is one, too.
#define UNROLL _Pragma("GCC unroll 1")
// CHECK-LABEL: operator_in_a_macro(
// CHECK-NEXT: Row row = tensor::create<float, 1, 8>();
// CHECK:      UNROLL for
PTO_ORCHESTRATION Rows operator_in_a_macro(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},preprocessor]
  UNROLL for (Index i = 0; i < 1; ++i) // NOTE: :[[@LINE]]:{{.*}}: note:
    row = fill(x, i, row);
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_TEST_MAIN(pragma_between, define_between, include_between, operator_between, operator_in_a_macro)
