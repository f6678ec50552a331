// R34: of code in the body of a macro the user hears both places, the use and the definition.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
#include "../passes/Inputs/kernels.h"

#define CREATE() tensor::create<float, 1, 8>()
#define MAKE tensor::create
#define ASSEMBLE(t, s, ...) t = tensor::assemble(t, s, __VA_ARGS__)
#define STAGE(t, r)                                                                                \
  do {                                                                                             \
    Row row = tensor::create<float, 1, 8>();                                                       \
    row = fill(x, r, row);                                                                         \
    t = tensor::assemble(t, row, {r, 0});                                                          \
  } while (0)
#define FOR_ROWS(r) for (Index r = 0; r < 4; ++r)

// CHECK-LABEL: create_in_a_macro(
// CHECK-NEXT: Row row = CREATE();
PTO_ORCHESTRATION Rows create_in_a_macro(In<Rows> x, Out<Rows> out) {
  Row row = CREATE(); // KEPT: :[[@LINE]]:{{.*}}'CREATE'{{.*}},in-macro]
  row = fill(x, 0, row); // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

// CHECK-LABEL: callee_in_a_macro(
// CHECK-NEXT: Row row = MAKE<float, 1, 8>();
PTO_ORCHESTRATION Rows callee_in_a_macro(In<Rows> x, Out<Rows> out) {
  Row row = MAKE<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}}'MAKE'{{.*}},in-macro]
  row = fill(x, 0, row);         // NOTE: :{{.*}}: note:
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

// CHECK-LABEL: assemble_in_a_macro(
// CHECK:      ASSEMBLE(out, row, {0, 0});
PTO_ORCHESTRATION Rows assemble_in_a_macro(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}}'ASSEMBLE'{{.*}},in-macro]
  row = fill(x, 0, row);
  ASSEMBLE(out, row, {0, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

// The user hears of both places, the use and the definition.
// CHECK-LABEL: all_in_a_macro(
// CHECK-NEXT: FOR_ROWS(r) STAGE(out, r);
PTO_ORCHESTRATION Rows all_in_a_macro(In<Rows> x, Out<Rows> out) {
  FOR_ROWS(r) STAGE(out, r); // KEPT: :[[@LINE]]:{{.*}}'STAGE'{{.*}},in-macro]
  return out;                // NOTE: :[[@LINE-1]]:{{.*}}: note: here
} // NOTE: :[[@LINE-39]]:{{.*}}: note: in this definition

// A whole kernel, its body, or its end.
#define KERNEL(name)                                                                               \
  PTO_ORCHESTRATION Rows name(In<Rows> x, Out<Rows> out) {                                         \
    FOR_ROWS(r) STAGE(out, r);                                                                     \
    return out;                                                                                    \
  }
#define BODY                                                                                       \
  {                                                                                                \
    FOR_ROWS(r) STAGE(out, r);                                                                     \
    return out;                                                                                    \
  }
#define END }
KERNEL(whole_kernel) // KEPT: :[[@LINE]]:{{.*}}'whole_kernel' kept: it is spelled in macro 'KERNEL' {{.*}},in-macro]
                     // NOTE: :[[@LINE-11]]:{{.*}}: note: in this definition
PTO_ORCHESTRATION Rows only_the_body(In<Rows> x, Out<Rows> out) BODY // KEPT: :[[@LINE]]:{{.*}}macro 'BODY' {{.*}},in-macro]
                                                                     // NOTE: :[[@LINE-8]]:{{.*}}: note: in this definition
PTO_ORCHESTRATION Rows only_the_end(In<Rows> x, Out<Rows> out) { // KEPT: :[[@LINE]]:{{.*}}macro 'END' {{.*}},in-macro]
  Row row = tensor::create<float, 1, 8>();
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  return out;
END

PTO_TEST_MAIN(create_in_a_macro, callee_in_a_macro, assemble_in_a_macro, all_in_a_macro, whole_kernel, only_the_body, only_the_end)
