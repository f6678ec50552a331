// What vector-type-cast must keep, with its reasons, under several options.
//
// RUN: %pto-rewrite --passes='vector-type-cast{type=bf16}' -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefix=KEPT --implicit-check-not=remark: --input-file=%t.err
//
// RUN: %pto-rewrite --passes='vector-type-cast{type=i16}' -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefix=NARROW --input-file=%t.err
//
// RUN: %pto-rewrite --passes='vector-type-cast{type=bf16 op=add inputs=0 outputs=0}' --allow=precision -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefix=FIRST --input-file=%t.err
// RUN: %pto-rewrite --passes='vector-type-cast{type=bf16 op=add inputs=0,1}' --allow=precision -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefix=INPUTS --input-file=%t.err
// RUN: %pto-rewrite --passes='vector-type-cast{type=bf16 op=add outputs=0}' --allow=precision -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefix=OUTPUTS --input-file=%t.err
// RUN: %pto-rewrite --passes='vector-type-cast{type=bf16 op=contract inputs=2 outputs=0}' --allow=precision -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefix=SUM --input-file=%t.err
// RUN: %pto-rewrite --passes='vector-type-cast{type=f64 op=contract inputs=0,1}' --allow=precision -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefix=FACTORS --input-file=%t.err
//
// Numbers of operands that are none, and options that do not go together.
// RUN: %exit 64 %pto-rewrite --passes='vector-type-cast{type=bf16 op=select inputs=0}' %s -- 2>&1 | FileCheck %s --check-prefix=MASK
// MASK: operand 0 of select is no vector of numbers
// RUN: %exit 64 %pto-rewrite --passes='vector-type-cast{type=bf16 op=cmp outputs=0}' %s -- 2>&1 | FileCheck %s --check-prefix=RESULT
// RESULT: result 0 of cmp is no vector of numbers
// RUN: %exit 64 %pto-rewrite --passes='vector-type-cast{type=bf16 inputs=0}' %s -- 2>&1 | FileCheck %s --check-prefix=WHICH
// WHICH: inputs and outputs are those of one op: say which
// RUN: %exit 64 %pto-rewrite --passes='vector-type-cast{op=add}' %s -- 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: needs the option 'type'
// RUN: %exit 64 %pto-rewrite --passes='vector-type-cast{type=f8}' %s -- 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: option 'type' cannot be 'f8'
// RUN: %exit 64 %pto-rewrite --passes='vector-type-cast{type=f32 op=transfer_read}' %s -- 2>&1 | FileCheck %s --check-prefix=OP
// OP: option 'op' cannot be 'transfer_read'
#include <pto/dsl.h>
#include <pto/testing.h>

using namespace pto::dsl;

using V = vec::Vec<float, 16>;
using W = vec::Vec<int, 16>;

// FIRST: [[@LINE+4]]:10: remark: add kept: it would get lanes of bf16 and of float [-Rpass-missed=vector-type-cast,types-differ]
// INPUTS: [[@LINE+3]]:10: remark: add kept: its result would have lanes of bf16 [-Rpass-missed=vector-type-cast,types-differ]
// OUTPUTS: [[@LINE+2]]:10: remark: add kept: its result has lanes of float [-Rpass-missed=vector-type-cast,types-differ]
PTO_INCORE V sum(const V &a, const V &b) {
  return a + b; // KEPT: :[[@LINE]]:10: remark: add kept: add may be another number in bf16 instead of float: 8 significant bits, not 24 [-Rpass-missed=vector-type-cast,not-allowed]
}

PTO_INCORE float reduction(const V &a) {
  const float all = vec::reduce<vec::Combine::Add>(a, 0.0f); // KEPT: :[[@LINE]]:{{.*}}reduce kept{{.*}},not-allowed]
  return all;
}

// SUM: [[@LINE+4]]:10: remark: contract kept: it would get lanes of float and of bf16 [-Rpass-missed=vector-type-cast,types-differ]
// FACTORS: [[@LINE+3]]:10: remark: contract kept: it would get lanes of double and of float [-Rpass-missed=vector-type-cast,types-differ]
PTO_INCORE vec::Vec<float, 4, 4> product(const vec::Vec<float, 4, 8> &a, const vec::Vec<float, 8, 4> &b,
                                         const vec::Vec<float, 4, 4> &c) {
  return vec::contract(a, b, c); // KEPT: :[[@LINE]]:{{.*}},not-allowed]
}

// NARROW: [[@LINE+2]]:10: remark: add kept: add may be another number in std::int16_t instead of std::int32_t [-Rpass-missed=vector-type-cast,not-allowed]
PTO_INCORE W narrow_sum(const W &a, const W &b) {
  return a + b; // KEPT: :[[@LINE]]:10: remark: add kept: its lanes are integers [-Rpass-missed=vector-type-cast,other-kind]
}

// NARROW: [[@LINE+2]]:10: remark: max kept: max may be another number
PTO_INCORE W narrow_max(const W &a, const W &b) {
  return vec::max(a, b); // KEPT: :[[@LINE]]:{{.*}},other-kind]
}

// NARROW: [[@LINE+2]]:21: remark: 'less' kept: cmp may be another number
PTO_INCORE W narrow_compare(const W &a, const W &b) {
  const auto less = vec::cmp(a, b, Cmp::LT); // KEPT: :[[@LINE]]:{{.*}}'less' kept: its lanes are integers{{.*}},other-kind]
  return vec::select(less, a, b); // KEPT: :[[@LINE]]:{{.*}},other-kind]
}

PTO_INCORE V explicit_types(const V &a) {
  return vec::exp<float, 16>(a); // KEPT: :[[@LINE]]:{{.*}}exp kept: its types are spelled as template arguments{{.*}},explicit-types]
}

PTO_INCORE float explicit_type_of_reduction(const V &a) {
  return vec::reduce<vec::Combine::Add, float, 16>(a, 0.0f); // KEPT: :[[@LINE]]:{{.*}},explicit-types]
}

//===-- no op that computes --------------------------------------------------------------===//

PTO_INCORE V moved(In<mem::MemRef<float, mem::L1, 16>> m) {
  const auto v = vec::load<16>(m, {0});
  return vec::shape_cast<16>(vec::transpose<1, 0>(vec::shape_cast<4, 4>(v)));
}
PTO_INCORE V cast(const W &a) { return vec::cast<float>(a); }
PTO_INCORE vec::Vec<int, 8> masks(const V &a, const V &b, Index n) {
  const auto none = vec::splat<bool, 8>(false), all = ~none;
  return vec::select(vec::select(n > 1, none | all, none & all), vec::step<int, 8>(), vec::splat<int, 8>(1)); // KEPT: :[[@LINE]]:{{.*}},other-kind]
}
PTO_INCORE V one_lane(const vec::Vec<float, 1> &a) { return vec::broadcast<16>(vec::exp(a) + a); }

//===-- text that is not ours ---------------------------------------------------------------===//

#define EXP(x) vec::exp(x)
PTO_INCORE V in_a_macro(const V &a) { return EXP(a); } // KEPT: :[[@LINE]]:{{.*}},in-macro]
#define VALUE a
PTO_INCORE V operand_in_a_macro(const V &a) { return vec::exp(VALUE); } // KEPT: :[[@LINE]]:{{.*}},in-macro]

PTO_INCORE V asked_for(const V &a) {
  return vec::exp(a); // NOLINT(pto-vector-type-cast) KEPT: :[[@LINE]]:{{.*}},suppressed]
}

PTO_INCORE V jumps(V a, Index n) {
again:
  a = vec::tanh(a); // KEPT: :[[@LINE]]:{{.*}},unmodelled]
  if (--n > 0)
    goto again;
  return a;
}

// The instances cast to the same, but back to different types.
// KEPT: :[[@LINE+2]]:{{.*}},not-allowed]
template <class T> PTO_INCORE vec::Vec<T, 16> of_any_type(const vec::Vec<T, 16> &x) {
  return vec::exp(x);
}
V of_float(const V &x) { return of_any_type(x); }
vec::Vec<double, 16> of_double(const vec::Vec<double, 16> &x) { return of_any_type(x); }

// Not a kernel.
V host(const V &a) { return vec::exp(a); }

PTO_TEST_MAIN(sum, of_float)
