// RUN: %pto-rewrite --passes=unswitch-loop -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=unswitch-loop %s
// RUN: %pto-rewrite --passes='unswitch-loop{size=60}' -Rpass-missed=. -o /dev/null %s -- 2>&1 | FileCheck %s --check-prefix=SIZE
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using In16 = In<mem::MemRef<float, mem::L1, 8, 16>>;
using Out16 = Out<mem::MemRef<float, mem::L1, 8, 16>>;

// What the other answer does not need is gone.
// CHECK-LABEL: void activate
// CHECK-NEXT:    if (act) {
// CHECK-NEXT:      for (Index i = 0; i < 8; ++i) {
// CHECK-NEXT:        const auto v = vec::transfer_read<16>(x, {i, 0});
// CHECK-NEXT:        const auto a = vec::relu(v);
// CHECK-NEXT:        vec::transfer_write(a, y, {i, 0});
// CHECK-NEXT:      }
// CHECK-NEXT:    } else {
// CHECK-NEXT:      for (Index i = 0; i < 8; ++i) {
// CHECK-NEXT:        const auto v = vec::transfer_read<16>(x, {i, 0});
// CHECK-NEXT:        vec::transfer_write(v, y, {i, 0});
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// SAYS: [[@LINE+3]]:3: remark: 'act' is asked once: a loop for either answer [-Rpass=unswitch-loop]
// SIZE: [[@LINE+2]]:3: remark: kept: the loop would be there twice [-Rpass-missed=unswitch-loop,code-size]
PTO_INCORE void activate(In16 x, Out16 y, bool act) {
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    const auto a = vec::relu(v);
    vec::transfer_write(vec::select(act, a, v), y, {i, 0});
  }
}

// A chain of dead values, comments, a tag, and a name that both answers need.
// CHECK-LABEL: void chain
// CHECK:         if (wide) {
// CHECK-NEXT:      PTO_TAG("rows") for (Index i = 0; i < 8; ++i) {
// CHECK-NEXT:        const auto v
// CHECK:             const auto s = f - v;
// CHECK:         } else {
// CHECK-NEXT:      PTO_TAG("rows") for (Index i = 0; i < 8; ++i) {
// CHECK-NEXT:        const auto v = vec::transfer_read<16>(x, {i, 0});
// CHECK-NEXT:        const auto both = v + v;
// CHECK-NEXT:        const auto s = both;
// CHECK-NEXT:        vec::transfer_write(s * both, y, {i, 0});
PTO_INCORE void chain(In16 x, Out16 y, bool wide) {
  PTO_TAG("rows") for (Index i = 0; i < 8; ++i) {
    // every row
    const auto v = vec::transfer_read<16>(x, {i, 0});
    const auto both = v + v;
    const auto e = vec::exp(both);
    const auto f = e * e;
    const auto s = vec::select(wide, f - v, both);
    vec::transfer_write(s * both, y, {i, 0});
  }
}

// ?: of vectors; the condition in every lane; a while loop without braces around it.
// CHECK-LABEL: void other_forms
// CHECK:         if (c) {
// CHECK:             vec::transfer_write(v + v, y, {i, 0});
// CHECK:         } else {
// CHECK:             vec::transfer_write(v, y, {i, 0});
// CHECK:         if (c) {
// CHECK-NEXT:      while (k < 8) {
// CHECK:             vec::transfer_write(-w, z, {k, 0});
PTO_INCORE void other_forms(In16 x, Out16 y, Out16 z, bool c) {
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    vec::transfer_write(c ? v + v : v, y, {i, 0});
  }
  Index k = 0;
  const auto mask = vec::splat<bool, 16>(c);
  while (k < 8) {
    const auto w = vec::transfer_read<16>(x, {k, 0});
    vec::transfer_write(vec::select(mask, -w, w), z, {k, 0});
    ++k;
  }
}

// Two conditions: one at a time, four loops in the end.
// CHECK-LABEL: void two
// CHECK-NEXT:    if (b) {
// CHECK-NEXT:      if (a) {
// CHECK-NEXT:        for
// CHECK:             vec::transfer_write(v, y, {i, 0});
// CHECK:           } else {
// CHECK-NEXT:        for
// CHECK:             vec::transfer_write(-v, y, {i, 0});
// CHECK:         } else {
// CHECK-NEXT:      if (a) {
// CHECK:             vec::transfer_write(vec::abs(v), y, {i, 0});
PTO_INCORE void two(In16 x, Out16 y, bool a, bool b) {
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    vec::transfer_write(vec::select(a, v, vec::select(b, -v, vec::abs(v))), y, {i, 0});
  }
}

// The body of an if, which has an else of its own.
// CHECK-LABEL: void sole_body
// CHECK-NEXT:    if (x(0, 0) > 0.0f)
// CHECK-NEXT:      if (c) {
PTO_INCORE void sole_body(In16 x, Out16 y, bool c) {
  if (x(0, 0) > 0.0f)
    for (Index i = 0; i < 8; ++i)
      vec::transfer_write(vec::select(c, vec::transfer_read<16>(x, {i, 0}), vec::splat<float, 16>(1.0f)), y, {i, 0});
  else
    mem::copy(x, y);
}

// SAYS: [[@LINE+3]]:3: remark: kept: 'flag' may change while the loop runs [-Rpass-missed=unswitch-loop,condition-changes]
PTO_INCORE void flips(In16 x, Out16 y) {
  bool flag = true;
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    vec::transfer_write(vec::select(flag, v, -v), y, {i, 0});
    flag = !flag;
  }
}

// SAYS: [[@LINE+3]]:3: remark: kept: 'flag' may change while the loop runs [-Rpass-missed=unswitch-loop,condition-changes]
PTO_INCORE void changed_elsewhere(In16 x, Out16 y, bool flag) {
  bool &other = flag;
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    vec::transfer_write(vec::select(flag, v, -v), y, {i, 0});
    other = i < 3;
  }
}

int calls = 0;
vec::Vec<float, 16> counted(const vec::Vec<float, 16> &v) {
  ++calls;
  return v;
}

// SAYS: [[@LINE+2]]:3: remark: kept: what is not chosen may have an effect [-Rpass-missed=unswitch-loop,impure-operand]
PTO_INCORE Index effects(In16 x, Out16 y, bool c) {
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    vec::transfer_write(vec::select(c, v, counted(v)), y, {i, 0});
  }
  return calls;
}

// SAYS: [[@LINE+2]]:3: remark: kept: the text of the loop cannot be there twice [-Rpass-missed=unswitch-loop,two-copies]
PTO_INCORE void counts(In16 x, Out16 y, bool c) {
  for (Index i = 0; i < 8; ++i) {
    static Index runs = 0;
    ++runs;
    const auto v = vec::transfer_read<16>(x, {i, 0});
    vec::transfer_write(vec::select(c, v, vec::splat<float, 16>(static_cast<float>(runs))), y, {i, 0});
  }
}

// SAYS: [[@LINE+2]]:3: remark: kept: {{.*}} [-Rpass-missed=unswitch-loop,preprocessor]
PTO_INCORE void directives(In16 x, Out16 y, bool c) {
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
#ifndef NEVER
    vec::transfer_write(vec::select(c, v, -v), y, {i, 0});
#endif
  }
}

// A condition of each lane is no condition of the loop.
// CHECK-LABEL: void lanes
// CHECK-NEXT:    for
PTO_INCORE void lanes(In16 x, Out16 y) {
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    vec::transfer_write(vec::select(vec::cmp(v, vec::splat<float, 16>(0.0f), Cmp::GT), v, -v), y, {i, 0});
  }
}

PTO_TEST_MAIN(activate, chain, other_forms, two, sole_body, flips, changed_elsewhere, effects, counts, directives, lanes)
