// R30-R34, R36: macros and directives. Code that is spelled in a macro is rewritten completely or not at all, and
// no edit reaches over a directive.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=FUSED,KEPT,ANY,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice --expect-change %s
#include "../passes/Inputs/kernels.h"

#define WIDTH 8
#define SHAPE 1, 8
#define FIRST_ROW {0, 0}
#define OFFSET 2
#define CREATE() tensor::create<float, 1, 8>()
#define MAKE tensor::create
#define ASSEMBLE(t, s, ...) t = tensor::assemble(t, s, __VA_ARGS__)
#define STAGE(t, r)                                                                                \
  do {                                                                                             \
    Row row = tensor::create<float, 1, 8>();                                                       \
    row = fill(x, r, row);                                                                         \
    t = tensor::assemble(t, row, {r, 0});                                                          \
  } while (0)
#define SAME(...) (__VA_ARGS__)
#define TWICE(...) __VA_ARGS__; __VA_ARGS__
#define SHOW(...) (void)#__VA_ARGS__; __VA_ARGS__
#define FOR_ROWS(r) for (Index r = 0; r < 4; ++r)
#define FILL(x, r, row) row = fill(x, r, row)
#define BEGIN tensor::assemble(

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
// CHECK-NEXT: Row row = tensor::{{create<float, SHAPE>\(\)|slice<SHAPE>\(out, \{0, 0\}\)}};
PTO_ORCHESTRATION Rows two_arguments_in_a_macro(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, SHAPE>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

// CHECK-LABEL: offsets_in_a_macro(
PTO_ORCHESTRATION Rows offsets_in_a_macro(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // ANY: :[[@LINE]]:{{.*}}: remark:
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, FIRST_ROW);
  return out;
}

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

// R34: the user hears of both places, the use and the definition.
// CHECK-LABEL: all_in_a_macro(
// CHECK-NEXT: FOR_ROWS(r) STAGE(out, r);
PTO_ORCHESTRATION Rows all_in_a_macro(In<Rows> x, Out<Rows> out) {
  FOR_ROWS(r) STAGE(out, r); // KEPT: :[[@LINE]]:{{.*}}'STAGE'{{.*}},in-macro]
  return out;                // NOTE: :[[@LINE-86]]:{{.*}}: note:
}

// R30: an argument of a macro.
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

// R36: the text of the argument is a value.
// CHECK-LABEL: stringified(
// CHECK:      SHOW(out = tensor::assemble(out, row, {0, 0}));
PTO_ORCHESTRATION Rows stringified(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},{{stringified|in-macro}}]
  row = fill(x, 0, row);
  SHOW(out = tensor::assemble(out, row, {0, 0})); // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

// R31: begins in a macro, ends outside.
// CHECK-LABEL: half_in_a_macro(
// CHECK:      out = BEGIN out, row, {0, 0});
PTO_ORCHESTRATION Rows half_in_a_macro(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},in-macro]
  row = fill(x, 0, row);
  out = BEGIN out, row, {0, 0}); // NOTE: :[[@LINE]]:{{.*}}: note:
  return out;
}

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

// A line that goes on in the next: no backslash is left alone.
// CHECK-LABEL: line_continuation(
PTO_ORCHESTRATION Rows line_continuation(In<Rows> x, Out<Rows> out) {
  Row row = tensor::cre\
ate<float, 1, 8>(); // ANY: :[[@LINE-1]]:{{.*}}: remark:
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, \
                         {0, \
                          0});
  return out;
}

// #line moves what is printed, not what is edited.
// CHECK-LABEL: line_directive(
// CHECK:      Row row = tensor::slice<1, 8>(out, {0, 0});
// CHECK-NEXT: row = fill(x, 0, row);
// CHECK-NEXT: return out;
#line 1000 "elsewhere.cpp"
PTO_ORCHESTRATION Rows line_directive(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // ANY: :{{.*}}'row' became a view of 'out'
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

PTO_TEST_MAIN(macros_as_numbers, loop_and_fill_in_macros, two_arguments_in_a_macro, offsets_in_a_macro,
              create_in_a_macro, callee_in_a_macro, assemble_in_a_macro, all_in_a_macro, arguments, expanded_twice,
              stringified, half_in_a_macro, branch_between, pragma_between, directive_in_the_assemble,
              inside_one_branch, line_continuation, line_directive)
