// R24: of several declarators only the one that was matched changes; what cannot be done so is declined.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice --diff -Rpass-missed=. %s -- >%t.diff 2>%t.err
// RUN: FileCheck %s --check-prefix=DIFF --implicit-check-not={{^[-+]}} --input-file=%t.diff
// RUN: FileCheck %s --check-prefixes=KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice --expect-change %s
#include "../passes/Inputs/kernels.h"

// DIFF: {{^}}---
// DIFF: {{^}}+++

// The other declarators keep theirs.
// DIFF:      {{^}}-  Row a = tensor::slice<1, 8>(x, {0, 0}), row = tensor::create<float, 1, 8>(), b;{{$}}
// DIFF-NEXT: {{^}}+  Row a = tensor::slice<1, 8>(x, {0, 0}), row = tensor::slice<1, 8>(out, {0, 0}), b;{{$}}
// DIFF:      {{^}}-  out = tensor::assemble(out, row, {0, 0});{{$}}
PTO_ORCHESTRATION Rows other_declarators(In<Rows> x, Out<Rows> out) {
  Row a = tensor::slice<1, 8>(x, {0, 0}), row = tensor::create<float, 1, 8>(), b;
  b = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  return tensor::write(out, {1, 1}, first(a));
}

// One of them would have to go.
PTO_ORCHESTRATION Rows one_would_go(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); // KEPT: :[[@LINE]]:{{.*}},multi-declarator]
  row = fill(x, 0, row);
  Rows a = tensor::assemble(out, row, {0, 0}), b = x; // NOTE: :[[@LINE]]:{{.*}}: note:
  (void)b;
  return a;
}

PTO_TEST_MAIN(other_declarators, one_would_go)
