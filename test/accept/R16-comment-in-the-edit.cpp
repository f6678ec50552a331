// R16: a comment inside of an edit is carried over, or the edit is declined with the reason `comment`.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice --diff -Rpass-missed=. %s -- >%t.diff 2>%t.err
// RUN: FileCheck %s --check-prefix=DIFF --implicit-check-not={{^[-+]}} --input-file=%t.diff
// RUN: FileCheck %s --check-prefixes=KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
//
// The same at every boundary between two tokens of a kernel: carried over or declined, never lost.
// RUN: %python %S/Inputs/boundaries.py comment %S/Inputs/boundaries.cpp %t.cpp
// RUN: %pto-rewrite --passes=@O2 %t.cpp -Rpass-missed=. -o %t.after.cpp -- -iquote %S 2>%t.remarks
// RUN: %python %S/Inputs/boundaries.py --check stages %t.cpp %t.after.cpp %t.remarks | FileCheck %s --check-prefix=STAGES
// RUN: %python %S/Inputs/boundaries.py --check folds %t.cpp %t.after.cpp %t.remarks | FileCheck %s --check-prefix=FOLDS
// STAGES: {{^[0-9]+}} rewritten, {{[0-9]+}} kept
// FOLDS: {{^[0-9]+}} rewritten, {{[0-9]+}} kept
// RUN: %equal --passes=fuse-create-assemble-to-slice --expect-change %s
#include "../passes/Inputs/kernels.h"

// DIFF: {{^}}---
// DIFF: {{^}}+++

// A comment that would go with the statement keeps the statement.
PTO_ORCHESTRATION Rows comment_in_assemble(In<Rows> x, Out<Rows> out) {
  // KEPT: :[[@LINE+2]]:{{.*}},comment]
  // NOTE: :[[@LINE+3]]:{{.*}}: note:
  Row row = tensor::create<float, 1, 8>();
  row = fill(x, 0, row);
  out = tensor::assemble(out, /* the row */ row, {0, 0});
  return out;
}

PTO_ORCHESTRATION Rows comment_on_the_element(In<Rows> x, Out<Rows> out) {
  // KEPT: :[[@LINE+2]]:{{.*}},comment]
  // NOTE: :[[@LINE+1]]:{{.*}}: note:
  Row row = tensor::create</* type */ float, 1, 8>();
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  return out;
}

// Comments in what moves move along.
// DIFF:      {{^}}-  Row row = tensor::create<float, 1 /* one */, 8>();{{$}}
// DIFF-NEXT: {{^}}+  Row row = tensor::slice<1 /* one */, 8>(out, {2, /* all of it */ 0});{{$}}
// DIFF:      {{^}}-  out = tensor::assemble(out, row, {2, /* all of it */ 0});{{$}}
PTO_ORCHESTRATION Rows comments_that_move(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1 /* one */, 8>();
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {2, /* all of it */ 0});
  return out;
}

PTO_TEST_MAIN(comment_in_assemble, comment_on_the_element, comments_that_move)
