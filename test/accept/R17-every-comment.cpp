// R17: every comment of the input is in the output: at the end of lines, between tokens, between statements.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice --diff -Rpass-missed=. %s -- >%t.diff 2>%t.err
// RUN: FileCheck %s --check-prefix=DIFF --implicit-check-not={{^[-+]}} --input-file=%t.diff
// RUN: count 0 < %t.err
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice %s -o %t.cpp --
// RUN: grep -oE '/[*][^*]*[*]/|// .*' %s | sort > %t.before
// RUN: grep -oE '/[*][^*]*[*]/|// .*' %t.cpp | sort > %t.after
// RUN: diff %t.before %t.after
//
// A line comment at every boundary between two tokens: what comes behind it does not become a part of it.
// RUN: %python %S/Inputs/boundaries.py line-comment %S/Inputs/boundaries.cpp %t.many.cpp
// RUN: %pto-rewrite --passes=@O2 %t.many.cpp -Rpass-missed=. -o %t.after.cpp -- -iquote %S 2>%t.remarks
// RUN: %python %S/Inputs/boundaries.py --check stages %t.many.cpp %t.after.cpp %t.remarks
// RUN: %python %S/Inputs/boundaries.py --check folds %t.many.cpp %t.after.cpp %t.remarks
// RUN: %equal --passes=fuse-create-assemble-to-slice --expect-change %s
#include "../passes/Inputs/kernels.h"

// DIFF: {{^}}---
// DIFF: {{^}}+++

// DIFF:      {{^}}-  Row row = tensor::create<float, 1, 8>(); // a row of its own{{$}}
// DIFF-NEXT: {{^}}+  Row row = tensor::slice<1, 8>(out, {0, 0}); // a row of its own{{$}}
// DIFF:      {{^}}-  out = tensor::assemble(out, row, {0, 0}); // in place{{$}}
// DIFF-NEXT: {{^}}+  // in place{{$}}
PTO_ORCHESTRATION Rows comments_behind(In<Rows> x, Out<Rows> out) {
  // before the create
  Row row = tensor::create<float, 1, 8>(); // a row of its own
  // before the fill
  row = fill(x, 0, row); // filled
  /* before the assemble */
  out = tensor::assemble(out, row, {0, 0}); // in place
  // before the return
  return out;
}

// DIFF:      {{^}}-  /* make */ Row row = /* a */ tensor::create<float, 1, 8>() /* row */; /* made */{{$}}
// DIFF-NEXT: {{^}}+  /* make */ Row row = /* a */ tensor::slice<1, 8>(out, {0, 0}) /* row */; /* made */{{$}}
// DIFF:      {{^}}-  /* put */ out = tensor::assemble(out, row, {0, 0}); /* put */{{$}}
// DIFF-NEXT: {{^}}+  /* put */ /* put */{{$}}
PTO_ORCHESTRATION Rows comments_around(In<Rows> x, Out<Rows> out) {
  /* make */ Row row = /* a */ tensor::create<float, 1, 8>() /* row */; /* made */
  row = fill(x, 0, row);
  /* put */ out = tensor::assemble(out, row, {0, 0}); /* put */
  return out;
}

PTO_TEST_MAIN(comments_behind, comments_around)
