// R19: edits are complete: no comma, semicolon, blank line or half statement is left for a clean-up that
// clang-format, or an editor, would have to do.
//
// RUN: %pto-rewrite --passes=fuse-create-assemble-to-slice --diff -Rpass-missed=. %s -- >%t.diff 2>%t.err
// RUN: FileCheck %s --check-prefix=DIFF --implicit-check-not={{^[-+]}} --input-file=%t.diff
// RUN: count 0 < %t.err
// RUN: %equal --passes=fuse-create-assemble-to-slice --expect-change %s
#include "../passes/Inputs/kernels.h"

// DIFF: {{^}}---
// DIFF: {{^}}+++

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

PTO_TEST_MAIN(one_line, body_on_one_line, several_lines, blank_lines)
