// R16-R19, R24-R26: an edit keeps what is not its own: comments, layout, tokens, the other declarators.
// The diff is checked as a whole: a line that is not listed here does not change.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice --diff -Rpass-missed=. %s -- >%t.diff 2>%t.err
// RUN: FileCheck %s --check-prefix=DIFF --implicit-check-not={{^[-+]}} --input-file=%t.diff
// RUN: FileCheck %s --check-prefixes=KEPT,NOTE --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice --expect-change %s
//
// R17: every comment of the input is in the output.
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice %s -o %t.cpp --
// RUN: grep -oE '/[*][^*]*[*]/|// .*' %s | sort > %t.before
// RUN: grep -oE '/[*][^*]*[*]/|// .*' %t.cpp | sort > %t.after
// RUN: diff %t.before %t.after
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

// R16: a comment that would go with the statement keeps the statement.
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

// Statements on one line: the others stay where they are.
// DIFF:      {{^}}-  Row row = tensor::create<float, 1, 8>(); row = fill(x, 0, row); out = tensor::assemble(out, row, {0, 0}); return out;{{$}}
// DIFF-NEXT: {{^}}+  Row row = tensor::slice<1, 8>(out, {0, 0}); row = fill(x, 0, row); return out;{{$}}
PTO_ORCHESTRATION Rows one_line(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>(); row = fill(x, 0, row); out = tensor::assemble(out, row, {0, 0}); return out;
}

// DIFF:      {{^}}-{ return tensor::assemble(out, fill(x, 0, tensor::create<float, 1, 8>()), {0, 0}); }{{$}}
// DIFF-NEXT: {{^}}+{ fill(x, 0, tensor::slice<1, 8>(out, {0, 0})); return out; }{{$}}
PTO_ORCHESTRATION Rows body_on_one_line(In<Rows> x, Out<Rows> out)
{ return tensor::assemble(out, fill(x, 0, tensor::create<float, 1, 8>()), {0, 0}); }

// R18: no two tokens become one.
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

// Tabs, and a statement over several lines.
// DIFF:      {{^}}-	    tensor::create<float,{{$}}
// DIFF-NEXT: {{^}}-	                   1, 8>();{{$}}
// DIFF-NEXT: {{^}}+	    tensor::slice<1, 8>(out, {0, 0});{{$}}
// DIFF:      {{^}}-	out ={{$}}
// DIFF-NEXT: {{^}}-	    tensor::assemble(out, row,{{$}}
// DIFF-NEXT: {{^}}-	                     {0,{{$}}
// DIFF-NEXT: {{^}}-	                      0});{{$}}
PTO_ORCHESTRATION Rows several_lines(In<Rows> x, Out<Rows> out) {
	Row row =
	    tensor::create<float,
	                   1, 8>();
	row = fill(x, 0, row);
	out =
	    tensor::assemble(out, row,
	                     {0,
	                      0});
	return out;
}

// A statement between blank lines.
// DIFF:      {{^}}-  Row row = tensor::create<float, 1, 8>();{{$}}
// DIFF-NEXT: {{^}}+  Row row = tensor::slice<1, 8>(out, {0, 0});{{$}}
// DIFF:      {{^}}-  out = tensor::assemble(out, row, {0, 0});{{$}}
PTO_ORCHESTRATION Rows blank_lines(In<Rows> x, Out<Rows> out) {
  Row row = tensor::create<float, 1, 8>();

  row = fill(x, 0, row);

  out = tensor::assemble(out, row, {0, 0});

  return out;
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

// R25: several declarators in the head of a loop.
PTO_ORCHESTRATION Rows declared_in_for(In<Rows> x, Out<Rows> out, bool c) {
  // KEPT: :[[@LINE+2]]:{{.*}},{{different-loops|several-executions}}]
  // KEPT: :[[@LINE+1]]:{{.*}},{{different-loops|several-executions}}]
  for (Row row = tensor::create<float, 1, 8>(), b = tensor::create<float, 1, 8>(); c; c = false) {
    row = fill(x, 0, row);
    b = fill(x, 1, b);
    out = tensor::assemble(out, row, {0, 0});
    out = tensor::assemble(out, b, {1, 0});
  }
  return out;
}

// R24: the other declarators keep theirs.
// DIFF:      {{^}}-  Row a = tensor::slice<1, 8>(x, {0, 0}), row = tensor::create<float, 1, 8>(), b;{{$}}
// DIFF-NEXT: {{^}}+  Row a = tensor::slice<1, 8>(x, {0, 0}), row = tensor::slice<1, 8>(out, {0, 0}), b;{{$}}
// DIFF:      {{^}}-  out = tensor::assemble(out, row, {0, 0});{{$}}
PTO_ORCHESTRATION Rows other_declarators(In<Rows> x, Out<Rows> out) {
  Row a = tensor::slice<1, 8>(x, {0, 0}), row = tensor::create<float, 1, 8>(), b;
  b = fill(x, 0, row);
  out = tensor::assemble(out, row, {0, 0});
  return tensor::write(out, {1, 1}, first(a));
}

PTO_TEST_MAIN(comments_behind, comments_around, comment_in_assemble, comment_on_the_element, comments_that_move,
              one_line, body_on_one_line, no_blanks, return_in_parentheses, several_lines, blank_lines, strings,
              declared_in_for, other_declarators)
