// R32: no edit reaches over a preprocessor line: it is declined with the reason `preprocessor`.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=FUSED,KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
//
// A directive at every boundary between two tokens of a kernel.
// RUN: %python %S/Inputs/boundaries.py directive %S/Inputs/boundaries.cpp %t.many.cpp
// RUN: %pto-rewrite --passes=@O2 %t.many.cpp -Rpass-missed=. -o %t.after.cpp -- -iquote %S -w 2>%t.remarks
// RUN: %python %S/Inputs/boundaries.py --check stages %t.many.cpp %t.after.cpp %t.remarks
// RUN: %python %S/Inputs/boundaries.py --check folds %t.many.cpp %t.after.cpp %t.remarks
// RUN: %equal --passes=fuse-create-assemble-to-slice %s
#include "../passes/Inputs/kernels.h"

// R32, R33: a directive between.
// CHECK-LABEL: branch_between(
// CHECK-NEXT: Row row = tensor::create<float, 1, 8>();
PTO_ORCHESTRATION Rows branch_between(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},preprocessor]
#ifndef OTHER
  row = fill(x, 0, row); // NOTE: :[[@LINE-1]]:{{.*}}: note:
#else
  row = fill(out, 0, row);
#endif
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

// CHECK-LABEL: directive_in_the_assemble(
// CHECK-NEXT: Row row = tensor::create<float, 1, 8>();
PTO_ORCHESTRATION Rows directive_in_the_assemble(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},preprocessor]
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, // NOTE: :{{.*}}: note:
#ifndef OTHER
                         {0, 0}
#else
                         {1, 0}
#endif
  );
  return out;
}

// Around all of it there may be one.
// CHECK-LABEL: inside_one_branch(
// CHECK:      #ifndef OTHER
// CHECK-NEXT: Row row = tensor::slice<1, 8>(out, {0, 0});
// CHECK-NEXT: row = fill(x, 0, row);
// CHECK-NEXT: #else
// CHECK-NEXT: Row row = tensor::create<float, 1, 8>();
// CHECK-NEXT: out = tensor::assemble(out, row, {0, 0});
// CHECK-NEXT: #endif
PTO_ORCHESTRATION Rows inside_one_branch(In<Rows> x, Out<Rows> out) {
#ifndef OTHER
  Row row = tensor::create<float, 1, 8>(); // FUSED: :[[@LINE]]:{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
#else
  Row row = tensor::create<float, 1, 8>();
  out = tensor::assemble(out, row, {0, 0});
#endif
  return out;
}

PTO_TEST_MAIN(branch_between, directive_in_the_assemble, inside_one_branch)
