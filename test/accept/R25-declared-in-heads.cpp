// R25: groups of declarations in the heads of for, if and switch are rewritten in their place, or kept with a reason.
//
// RUN: %pto-rewrite --passes=@O2 --diff -Rpass-missed=. %s -- >%t.diff 2>%t.err
// RUN: FileCheck %s --check-prefix=DIFF --implicit-check-not={{^[-+]}} --input-file=%t.diff
// RUN: FileCheck %s --check-prefix=KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=@O2 --expect-change %s
#include "../passes/Inputs/kernels.h"

// DIFF: {{^}}---
// DIFF: {{^}}+++

// Several declarators in the head of a loop.
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

// DIFF:      {{^}}-  for (auto a = tile::load<4, 8>(x, {0, 0}), b = tile::reshape<4, 8>(a); c; c = false)
// DIFF-NEXT: {{^}}+  for (auto a = tile::load<4, 8>(x, {0, 0}), b = a; c; c = false)
PTO_INCORE void folded_in_for(In<Rows> x, Out<Rows> out, bool c) {
  for (auto a = tile::load<4, 8>(x, {0, 0}), b = tile::reshape<4, 8>(a); c; c = false)
    tile::store(b, {0, 0}, out);
}

// DIFF:      {{^}}-  if (auto b = tile::reshape<4, 8>(a), d = tile::reshape<4, 8>(b); c)
// DIFF-NEXT: {{^}}+  if (auto b = a, d = b; c)
PTO_INCORE void folded_in_if(In<Rows> x, Out<Rows> out, bool c) {
  auto a = tile::load<4, 8>(x, {0, 0});
  if (auto b = tile::reshape<4, 8>(a), d = tile::reshape<4, 8>(b); c)
    tile::store(tile::add(b, d), {0, 0}, out);
}

// KEPT: :[[@LINE+1]]:{{.*}}'kept_in_switch' kept: it uses a switch{{.*}},unmodelled]
PTO_INCORE void kept_in_switch(In<Rows> x, Out<Rows> out, int c) {
  auto a = tile::load<4, 8>(x, {0, 0});
  switch (auto b = tile::reshape<4, 8>(a), d = b; c) {
  case 0:
    tile::store(tile::add(b, d), {0, 0}, out);
  }
}

PTO_TEST_MAIN(declared_in_for, folded_in_for, folded_in_if, kept_in_switch)
