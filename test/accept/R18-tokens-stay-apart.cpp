// R18: an edit joins no two words: `return(a)` does not become `returna`, whatever blanks there are.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice --diff -Rpass-missed=. %s -- >%t.diff 2>%t.err
// RUN: FileCheck %s --check-prefix=DIFF --implicit-check-not={{^[-+]}} --input-file=%t.diff
// RUN: count 0 < %t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice --expect-change %s
#include "../passes/Inputs/kernels.h"

// DIFF: {{^}}---
// DIFF: {{^}}+++

// No two tokens become one.
// DIFF:      {{^}}-  if(c)out=tensor::assemble(out,fill(x,0,tensor::create<float,1,8>()),{0,0});else out=tensor::assemble(out,fill(x,1,tensor::create<float,1,8>()),{1,0});{{$}}
// DIFF-NEXT: {{^}}+  if(c)fill(x,0,tensor::slice<1,{{ ?}}8>(out, {0,0}));else fill(x,1,tensor::slice<1,{{ ?}}8>(out, {1,0}));{{$}}
PTO_ORCHESTRATION Rows no_blanks(In<Rows> x, Out<Rows> out, bool c) {
  if(c)out=tensor::assemble(out,fill(x,0,tensor::create<float,1,8>()),{0,0});else out=tensor::assemble(out,fill(x,1,tensor::create<float,1,8>()),{1,0});
  return out;
}

// DIFF:      {{^}}-  auto row=tensor::create<float,1,8>();fill(x,0,row);return(tensor::assemble(out,row,{0,0}));{{$}}
// DIFF-NEXT: {{^}}+  auto row=tensor::slice<1,{{ ?}}8>(out, {0,0});fill(x,0,row);return{{( out|\(out\))}};{{$}}
PTO_ORCHESTRATION Rows return_in_parentheses(In<Rows> x, Out<Rows> out) {
  auto row=tensor::create<float,1,8>();fill(x,0,row);return(tensor::assemble(out,row,{0,0}));
}

// What looks like a comment or a switch in a string is none.
// DIFF:      {{^}}-  Row row = tensor::create<float, 1, 8>();{{$}}
// DIFF-NEXT: {{^}}+  Row row = tensor::slice<1, 8>(out, {0, 0});{{$}}
// DIFF:      {{^}}-  out = tensor::assemble(out, row, {0, 0});{{$}}
PTO_ORCHESTRATION Index strings(In<Rows> x, Out<Rows> out) {
  const char *a = "/* pto-rewrite: off", *b = R"(// " NOLINTBEGIN)", c = '"';
  Row row = tensor::create<float, 1, 8>();
  row = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  return a[0] + b[0] + c + 1'000;
}

PTO_TEST_MAIN(no_blanks, return_in_parentheses, strings)
