// R30: what stands in the arguments of a macro is rewritten completely or not at all; a macro that is one whole argument is
// spelled again as it was.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=FUSED,KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
//
// Any token of a kernel may be spelled by a macro: the rewritten kernels compute the same.
// RUN: %python %S/Inputs/boundaries.py macro %S/Inputs/boundaries.cpp %t.many.cpp
// RUN: %pto-rewrite --passes=@O2 %t.many.cpp -Rpass-missed=. -o %t.after.cpp -- -iquote %S 2>%t.remarks
// RUN: %python %S/Inputs/boundaries.py --check stages %t.many.cpp %t.after.cpp %t.remarks
// RUN: %python %S/Inputs/boundaries.py --check folds %t.many.cpp %t.after.cpp %t.remarks
// RUN: %equal --passes=@O2 --expect-change %t.many.cpp -- -iquote %S
// RUN: %equal --passes=fuse-create-assemble-to-slice %s
#include "../passes/Inputs/kernels.h"

#define WIDTH 8
#define SHAPE 1, 8
#define FIRST_ROW {0, 0}
#define OFFSET 2
#define SAME(...) (__VA_ARGS__)
#define TWICE(...) __VA_ARGS__; __VA_ARGS__
#define FOR_ROWS(r) for (Index r = 0; r < 4; ++r)
#define FILL(x, r, row) row = fill(x, r, row)

// A macro that is one whole argument is spelled again as it was.
// CHECK-LABEL: macros_as_numbers(
// CHECK-NEXT: Row row = tensor::slice<1, WIDTH>(out, {OFFSET, 0});
// CHECK-NEXT: row = fill(x, 0, row);
// CHECK-NEXT: return out;
PTO_ORCHESTRATION Rows macros_as_numbers(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, WIDTH>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {OFFSET, 0});
  return out;
}

// CHECK-LABEL: loop_and_fill_in_macros(
// CHECK-NEXT: FOR_ROWS(r) {
// CHECK-NEXT:   Row row = tensor::slice<1, 8>(out, {r, 0});
// CHECK-NEXT:   FILL(x, r, row);
// CHECK-NEXT: }
PTO_ORCHESTRATION Rows loop_and_fill_in_macros(In<Rows> x, Out<Rows> out) {
  FOR_ROWS(r) {
    Row row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
    FILL(x, r, row);
    out = tensor::assemble(out, row, {r, 0});
  }
  return out;
}

// CHECK-LABEL: two_arguments_in_a_macro(
// CHECK-NEXT: Row row = tensor::slice<SHAPE>(out, {0, 0});
PTO_ORCHESTRATION Rows two_arguments_in_a_macro(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, SHAPE>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

// CHECK-LABEL: offsets_in_a_macro(
PTO_ORCHESTRATION Rows offsets_in_a_macro(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},in-macro]
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, FIRST_ROW); // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

// An argument of a macro.
// CHECK-LABEL: arguments(
// CHECK-NEXT: Row row = SAME(tensor::create<float, 1, 8>());
// CHECK:      out = SAME(tensor::assemble(out, row, {0, 0}));
PTO_ORCHESTRATION Rows arguments(In<Rows> x, Out<Rows> out) {
  Row row = SAME(tensor::create<float, 1, 8>()); // KEPT: :[[@LINE]]:{{.*}},in-macro]
  row = fill(x, 0, row);                         // NOTE: :{{.*}}: note:
  out = SAME(tensor::assemble(out, row, {0, 0}));
  return out;
}

// CHECK-LABEL: expanded_twice(
// CHECK-NEXT: TWICE(out = tensor::assemble(out, fill(x, 0, tensor::create<float, 1, 8>()), {0, 0}));
PTO_ORCHESTRATION Rows expanded_twice(In<Rows> x, Out<Rows> out) {
  TWICE(out = tensor::assemble(out, fill(x, 0, tensor::create<float, 1, 8>()), {0, 0})); // KEPT: :[[@LINE]]:{{.*}},in-macro]
  return out;                                                                            // NOTE: :{{.*}}: note:
}

PTO_TEST_MAIN(macros_as_numbers, loop_and_fill_in_macros, two_arguments_in_a_macro, offsets_in_a_macro, arguments, expanded_twice)
