// RUN: %pto-rewrite --passes=unswitch-loop -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=unswitch-loop %s
//
// What stands in the place of a choice: parentheses, choices in choices, names, and what nothing needs any more.
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using V = vec::Vec<float, 16>;
using In16 = In<mem::MemRef<float, mem::L1, 8, 16>>;
using Out16 = Out<mem::MemRef<float, mem::L1, 8, 16>>;

// Parentheses where something stands beside it that binds, and only there.
// CHECK-LABEL: void parentheses
// CHECK:         if (act) {
// CHECK:             const auto z = v*v + v;
// CHECK:             vec::transfer_write((v+w) * v, y, {i, 0});
// CHECK:             vec::transfer_write(z - (v+w), y, {i, 0});
// CHECK:             vec::transfer_write(-(w - z), y, {i, 0});
// CHECK:         } else {
// CHECK:             const auto z = w;
// CHECK:             vec::transfer_write((w-v) * v, y, {i, 0});
// CHECK:             vec::transfer_write(z - vec::exp(w-v), y, {i, 0});
// CHECK:             vec::transfer_write(-w, y, {i, 0});
PTO_INCORE void parentheses(In16 x, Out16 y, bool act) {
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    const auto w = vec::sqrt(vec::abs(v));
    const auto z = act ? v*v + v : w;
    vec::transfer_write((act ? v+w : w-v) * v, y, {i, 0});
    vec::transfer_write(z - vec::select(act, v+w, vec::exp(w-v)), y, {i, 0});
    vec::transfer_write(-vec::select(act, w - z, w), y, {i, 0});
  }
}

// Choices in both arms, of another condition and of the same one.
// CHECK-LABEL: void nested
// CHECK-NEXT:    if (b) {
// CHECK-NEXT:      if (a) {
// CHECK:               vec::transfer_write(v, y, {i, 0});
// CHECK:           } else {
// CHECK:               vec::transfer_write(v + v, y, {i, 0});
// CHECK:         } else {
// CHECK-NEXT:      if (a) {
// CHECK:               vec::transfer_write(-v, y, {i, 0});
// CHECK:           } else {
// CHECK:               vec::transfer_write(v * v, y, {i, 0});
PTO_INCORE void nested(In16 x, Out16 y, bool a, bool b) {
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    vec::transfer_write(vec::select(a, vec::select(b, v, -v), vec::select(b, v + v, v * v)), y, {i, 0});
  }
}

// CHECK-LABEL: void same_condition
// CHECK-NEXT:    if (a) {
// CHECK-NEXT:      for (Index i = 0; i < 8; ++i) {
// CHECK-NEXT:        const auto v = vec::transfer_read<16>(x, {i, 0});
// CHECK-NEXT:        const auto u = v + v;
// CHECK-NEXT:        vec::transfer_write(u * v, y, {i, 0});
// CHECK-NEXT:      }
// CHECK-NEXT:    } else {
// CHECK-NEXT:      for (Index i = 0; i < 8; ++i) {
// CHECK-NEXT:        const auto v = vec::transfer_read<16>(x, {i, 0});
// CHECK-NEXT:        const auto u = v * v;
// CHECK-NEXT:        vec::transfer_write(vec::exp(u) * v, y, {i, 0});
PTO_INCORE void same_condition(In16 x, Out16 y, bool a) {
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    const auto u = a ? (a ? v + v : -v) : (a ? v : v * v);
    vec::transfer_write(vec::select(a, vec::select(a, u, -u), vec::select(a, -u, vec::exp(u))) * v, y, {i, 0});
  }
}

// Whatever only the other answer asks for goes: numbers, reads, views, choices.
// CHECK-LABEL: void left_over
// CHECK:         if (act) {
// CHECK-NEXT:      for (Index i = 0; i < 8; ++i) {
// CHECK-NEXT:        const auto v = vec::transfer_read<16>(x, {i, 0});
// CHECK-NEXT:        const float g = f * 2.0f;
// CHECK-NEXT:        vec::transfer_write(v * vec::splat<float, 16>(g), y, {i, 0});
// CHECK-NEXT:      }
// CHECK-NEXT:    } else {
// CHECK-NEXT:      for (Index i = 0; i < 8; ++i) {
// CHECK-NEXT:        const auto v = vec::transfer_read<16>(x, {i, 0});
// CHECK-NEXT:        const Index row = 7 - i;
// CHECK-NEXT:        const auto other = mem::subview<1, 16>(x, {row, 0});
// CHECK-NEXT:        const auto r = vec::transfer_read<16>(other, {0, 0});
// CHECK-NEXT:        const auto t = v;
// CHECK-NEXT:        vec::transfer_write(t + r, y, {i, 0});
PTO_INCORE void left_over(In16 x, Out16 y, bool act, float f) {
  const auto mask = vec::splat<bool, 16>(act);
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    const float g = f * 2.0f;
    const Index row = 7 - i;
    const auto other = mem::subview<1, 16>(x, {row, 0});
    const auto r = vec::transfer_read<16>(other, {0, 0});
    const auto t = act ? r : v;
    vec::transfer_write(vec::select(mask, v * vec::splat<float, 16>(g), t + r), y, {i, 0});
  }
}

// What cannot go would be warned of.
// SAYS: [[@LINE+2]]:3: remark: kept: 'h' would be left without a use [-Rpass-missed=unswitch-loop,last-use]
PTO_INCORE void two_names(In16 x, Out16 y, bool act, float f) {
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    const float g = f * 2.0f, h = g * f;
    vec::transfer_write(vec::select(act, v, v * vec::splat<float, 16>(h)) + vec::splat<float, 16>(g), y, {i, 0});
  }
}

// SAYS: [[@LINE+3]]:3: remark: kept: 'm' would be left without a use [-Rpass-missed=unswitch-loop,last-use]
PTO_INCORE void two_masks(In16 x, Out16 y, bool act, bool b) {
  const auto m = vec::splat<bool, 16>(act), n = vec::splat<bool, 16>(b);
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    vec::transfer_write(vec::select(m, v, -v), y, {i, 0});
    vec::transfer_write(vec::select(n, v, -v), y, {i, 0});
  }
}

// What is assigned to itself is not assigned.
// CHECK-LABEL: void carried
// CHECK:         if (act) {
// CHECK-NEXT:      for (Index i = 0; i < 8; ++i) {
// CHECK-NEXT:        vec::transfer_write(acc, y, {i, 0});
// CHECK-NEXT:      }
// CHECK-NEXT:    } else {
// CHECK:             acc = acc + v;
PTO_INCORE void carried(In16 x, Out16 y, bool act) {
  V acc = vec::splat<float, 16>(1.0f);
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    acc = vec::select(act, acc, acc + v);
    vec::transfer_write(acc, y, {i, 0});
  }
}

// A value of its own, not another name of what changes later.
// SAYS: [[@LINE+3]]:3: remark: kept: the result would be another name of 'acc' [-Rpass-missed=unswitch-loop,another-name]
PTO_INCORE void bound(In16 x, Out16 y, bool act) {
  V acc = vec::splat<float, 16>(0.0f);
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    const auto &r = vec::select(act, acc, v);
    acc = acc + v;
    vec::transfer_write(r, y, {i, 0});
  }
}

void add_twice(const V &a, V &b) {
  b = b + b;
  b = b + a;
}

// SAYS: [[@LINE+3]]:3: remark: kept: the result would be another name of 'acc' [-Rpass-missed=unswitch-loop,another-name]
PTO_INCORE void given(In16 x, Out16 y, bool act) {
  V acc = vec::splat<float, 16>(1.0f);
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    add_twice(vec::select(act, vec::select(act, acc, v), v + v), acc);
    vec::transfer_write(acc, y, {i, 0});
  }
}

// CHECK-LABEL: void bound_to_a_result
// CHECK:             const auto &r = v + v;
// CHECK:             const auto &r = vec::exp(v);
PTO_INCORE void bound_to_a_result(In16 x, Out16 y, bool act) {
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    const auto &r = vec::select(act, v + v, vec::exp(v));
    vec::transfer_write(r, y, {i, 0});
  }
}

PTO_TEST_MAIN(parentheses, nested, same_condition, left_over, two_names, two_masks, carried, bound, given, bound_to_a_result)
