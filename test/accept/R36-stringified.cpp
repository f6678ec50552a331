// R36: text that a macro makes a string of, or joins to another word, is not edited: its spelling is a value. Reason `stringified`.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice %s
#include "../passes/Inputs/kernels.h"

#define SHOW(...) (void)#__VA_ARGS__; __VA_ARGS__

// The text of the argument is a value.
// CHECK-LABEL: stringified(
// CHECK:      SHOW(out = tensor::assemble(out, row, {0, 0}));
PTO_ORCHESTRATION Rows stringified(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},stringified]
  row = fill(x, 0, row);
  SHOW(out = tensor::assemble(out, row, {0, 0})); // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

// Through another macro.
#define TEXT(...) #__VA_ARGS__
#define CHECKED(...) ((void)TEXT(__VA_ARGS__), __VA_ARGS__)
// CHECK-LABEL: stringified_further_in(
// CHECK-NEXT: Row row = CHECKED(tensor::create<float, 1, 8>());
PTO_ORCHESTRATION Rows stringified_further_in(In<Rows> x, Out<Rows> out) {
  Row row = CHECKED(tensor::create<float, 1, 8>()); // KEPT: :[[@LINE]]:{{.*}}macro 'CHECKED'{{.*}},stringified]
  row = fill(x, 0, row);                            // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

#define JOIN(a, b) a##b
#define TENSOR(op) tensor::JOIN(cre, op)
// CHECK-LABEL: pasted(
// CHECK-NEXT: Row row = TENSOR(ate)<float, 1, 8>();
PTO_ORCHESTRATION Rows pasted(In<Rows> x, Out<Rows> out) {
  Row row = TENSOR(ate)<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},stringified]
  row = fill(x, 0, row);                // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_TEST_MAIN(stringified, stringified_further_in, pasted)
