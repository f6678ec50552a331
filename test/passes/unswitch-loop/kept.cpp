// RUN: %pto-rewrite --passes=unswitch-loop -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=unswitch-loop %s
//
// Loops that stay: what is not chosen does something, or two copies of the text are not one.
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using V = vec::Vec<float, 16>;
using In16 = In<mem::MemRef<float, mem::L1, 8, 16>>;
using Out16 = Out<mem::MemRef<float, mem::L1, 8, 16>>;

// An assignment is the value of an arm, or all that the statement is for: a branch, not a choice.
// SAYS: [[@LINE+2]]:3: remark: kept: what is not chosen may have an effect [-Rpass-missed=unswitch-loop,impure-operand]
PTO_INCORE void assigned_in_an_arm(In16 x, Out16 y, bool act) {
  for (Index i = 0; i < 8; ++i) {
    const auto a = vec::transfer_read<16>(x, {i, 0});
    V v = a, w = a;
    vec::transfer_write(vec::select(act, v = a + a, w = a * a), y, {i, 0});
    vec::transfer_write(v + w, y, {7 - i, 0});
  }
}

// SAYS: [[@LINE+2]]:3: remark: kept: what is not chosen may have an effect [-Rpass-missed=unswitch-loop,impure-operand]
PTO_INCORE void counted_in_an_arm(In16 x, Out16 y, bool act) {
  for (Index i = 0; i < 4; ++i) {
    Index k = i;
    vec::transfer_write(act ? vec::transfer_read<16>(x, {k++, 0}) : vec::splat<float, 16>(2.0f), y, {i, 0});
    vec::transfer_write(vec::transfer_read<16>(x, {k, 0}), y, {7 - i, 0});
  }
}

// CHECK-LABEL: void statement
// CHECK-NEXT:    for (Index i = 0; i < 8; ++i) {
// CHECK:           act ? (v = a + a) : (v = a * a);
PTO_INCORE void statement(In16 x, Out16 y, bool act) {
  for (Index i = 0; i < 8; ++i) {
    const auto a = vec::transfer_read<16>(x, {i, 0});
    V v = a;
    act ? (v = a + a) : (v = a * a);
    vec::transfer_write(v, y, {i, 0});
  }
}

// A static of a lambda in the loop is there once, and would be there twice.
// SAYS: [[@LINE+2]]:3: remark: kept: the text of the loop cannot be there twice [-Rpass-missed=unswitch-loop,two-copies]
PTO_INCORE void counts(In16 x, Out16 y, bool act) {
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    const auto count = [] {
      static int n = 0;
      return ++n;
    };
    vec::transfer_write(vec::select(act, v, -v) + vec::splat<float, 16>(static_cast<float>(count())), y, {i, 0});
  }
}

template <class F> int runs(F f) {
  static int n = 0;
  return n += f();
}

// So would one of a function that is a template of the lambda's type.
// SAYS: [[@LINE+2]]:3: remark: kept: the text of the loop cannot be there twice [-Rpass-missed=unswitch-loop,two-copies]
PTO_INCORE void counts_types(In16 x, Out16 y, bool act) {
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    vec::transfer_write(vec::select(act, v, -v) + vec::splat<float, 16>(static_cast<float>(runs([] { return 1; }))), y, {i, 0});
  }
}

int length(const char *text) {
  int n = 0;
  while (text[n])
    ++n;
  return n;
}

// What is in a string stays there: it cannot be moved to the right.
// SAYS: [[@LINE+2]]:3: remark: kept: the text of the loop cannot be there twice [-Rpass-missed=unswitch-loop,two-copies]
PTO_INCORE void spliced_string(In16 x, Out16 y, bool act) {
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    vec::transfer_write(vec::select(act, v, -v) + vec::splat<float, 16>(static_cast<float>(length("a\
b"))), y, {i, 0});
  }
}

// SAYS: [[@LINE+2]]:3: remark: kept: the text of the loop cannot be there twice [-Rpass-missed=unswitch-loop,two-copies]
PTO_INCORE void raw_string(In16 x, Out16 y, bool act) {
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    vec::transfer_write(vec::select(act, v, -v) + vec::splat<float, 16>(static_cast<float>(length(R"(a
b)"))), y, {i, 0});
  }
}

bool everywhere = true;
void turn() { everywhere = !everywhere; }

// Somebody else changes it.
// SAYS: [[@LINE+2]]:3: remark: kept: 'everywhere' may change while the loop runs [-Rpass-missed=unswitch-loop,condition-changes]
PTO_INCORE void global_condition(In16 x, Out16 y) {
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    vec::transfer_write(vec::select(everywhere, v, -v), y, {i, 0});
    turn();
  }
  everywhere = true;
}

// Made of others, it is no variable: !c, c && d, a comparison. The user gives it a name before the loop.
// CHECK-LABEL: void computed
// CHECK-NEXT:    for (Index i = 0; i < 8; ++i) {
// CHECK:         if (both) {
PTO_INCORE void computed(In16 x, Out16 y, bool c, bool d, Index n) {
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    const auto a = vec::select(!c, v, -v);
    const auto b = vec::select(c && d, a, a * a);
    vec::transfer_write(vec::select(n > 1, b, v), y, {i, 0});
  }
  const bool both = c && d;
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(y, {i, 0});
    vec::transfer_write(vec::select(both, v, -v), y, {i, 0});
  }
}

PTO_TEST_MAIN(assigned_in_an_arm, counted_in_an_arm, statement, counts, counts_types, spliced_string, raw_string,
              global_condition, computed)
