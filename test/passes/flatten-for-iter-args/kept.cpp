// Vectors that flatten-for-iter-args leaves as they are.
//
// RUN: %pto-rewrite --passes=flatten-for-iter-args -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: FileCheck %s --check-prefix=KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: diff %s %t.cpp
// RUN: %equal --passes=flatten-for-iter-args %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Small = vec::Vec<float, 2, 4>;

// Other names of the variable: a pointer, a reference, a lambda, a parameter of the caller's.
PTO_INCORE Small pointer(In<Small> init) {
  auto acc = init;
  auto *p = &acc;
  for (Index k = 0; k < 3; ++k) { // KEPT: :[[@LINE]]:3: remark: 'acc' kept: something else may read or assign it [-Rpass-missed=flatten-for-iter-args,referenced]
    acc = acc + init;
    *p = *p * init;
  }
  return acc;
}
PTO_INCORE Small reference(In<Small> init) {
  auto acc = init;
  auto &same = acc;
  for (Index k = 0; k < 3; ++k) // KEPT: :[[@LINE]]:{{.*}},referenced]
    same = acc + init;
  return acc;
}
PTO_INCORE Small lambda(In<Small> init) {
  auto acc = init;
  const auto bump = [&] { acc = acc * init; };
  for (Index k = 0; k < 3; ++k) { // KEPT: :[[@LINE]]:{{.*}},referenced]
    acc = acc + init;
    bump();
  }
  return acc;
}
PTO_INCORE void by_reference(Small &acc, In<Small> init) {
  for (Index k = 0; k < 3; ++k) // KEPT: :[[@LINE]]:{{.*}},referenced]
    acc = acc + init;
}
Small calls_by_reference(In<Small> init) {
  Small acc = init;
  by_reference(acc, acc);
  return acc;
}
void twice(Small &v) { v = v + v; }
PTO_INCORE Small assigned_by_call(In<Small> init) {
  auto acc = init;
  for (Index k = 0; k < 3; ++k) { // KEPT: :[[@LINE]]:{{.*}},referenced]
    acc = acc + init;
    twice(acc);
  }
  return acc;
}
Small global;
PTO_INCORE Small globals(In<Small> init) {
  static auto kept = init;
  global = init;
  for (Index k = 0; k < 3; ++k) // KEPT: :[[@LINE]]:{{.*}},referenced]
    global = global + init;
  kept = init;
  for (Index k = 0; k < 3; ++k) // KEPT: :[[@LINE]]:{{.*}},referenced]
    kept = kept + init;
  return global + kept;
}

// An iteration that ends early would take the flat vector's old value along.
PTO_INCORE Small continues(In<Small> init, Index n) {
  auto acc = init;
  for (Index k = 0; k < 3; ++k) { // KEPT: :[[@LINE]]:{{.*}},early-exit]
    acc = acc + init;
    if (k == n)
      continue;
    acc = acc * init;
  }
  return acc;
}
PTO_INCORE Small breaks(In<Small> init, Index n) {
  auto acc = init;
  while (true) { // KEPT: :[[@LINE]]:{{.*}},early-exit]
    acc = acc + init;
    if (++n > 4)
      break;
  }
  return acc;
}
PTO_INCORE Small returns(In<Small> init, Index n) {
  auto acc = init;
  for (Index k = 0; k < 3; ++k) { // KEPT: :[[@LINE]]:{{.*}},early-exit]
    acc = acc + init;
    if (k == n)
      return acc * acc;
  }
  return acc;
}

// The body has another variable of that name, or the head of the loop assigns ours.
PTO_INCORE Small hidden(In<Small> init) {
  auto acc = init;
  auto sum = init;
  for (Index k = 0; k < 3; ++k) { // KEPT: :[[@LINE]]:{{.*}},name-hidden]
    sum = sum + acc;
    acc = acc + sum;
    const auto acc = vec::splat<float, 1>(1.0f), sum = acc + acc;
  }
  return acc + sum;
}
PTO_INCORE Small head(In<Small> init) {
  auto acc = init;
  for (Index k = 0; k < 3; ++k, acc = acc + init) { // KEPT: :[[@LINE]]:{{.*}}the head of the loop assigns it{{.*}},name-hidden]
    acc = acc * init;
  }
  for (acc = init + init; vec::extract(acc, 0, 0) < 3.0f;) // KEPT: :[[@LINE]]:{{.*}},name-hidden]
    acc = vec::abs(acc) + vec::splat<float, 2, 4>(1.0f);
  return acc;
}
#define FIRST vec::extract(acc, 0, 0)
PTO_INCORE Small head_in_macro(In<Small> init) {
  auto acc = init;
  while (FIRST < 3.0f) // KEPT: :[[@LINE]]:{{.*}},name-hidden]
    acc = vec::abs(acc) + vec::splat<float, 2, 4>(1.0f);
  return acc;
}

#define TIMES(k, n) for (Index k = 0; k < n; ++k)
PTO_INCORE Small macro(In<Small> init) {
  auto acc = init;
  TIMES(k, 3) // KEPT: :[[@LINE]]:{{.*}},in-macro]
    acc = acc + init;
  return acc;
}
PTO_INCORE Small labels(In<Small> init, Index n) {
  auto acc = init;
  switch (n) {
  case 1:
    for (Index k = 0; k < 3; ++k) // KEPT: :[[@LINE]]:{{.*}},switch-label]
      acc = acc + init;
    break;
  default:
    break;
  }
  return acc;
}
PTO_INCORE Small asked_for(In<Small> init) {
  auto acc = init;
  // NOLINTNEXTLINE(pto-flatten-for-iter-args)
  for (Index k = 0; k < 3; ++k) // KEPT: :[[@LINE]]:{{.*}},suppressed]
    acc = acc + init;
  return acc;
}
// Iterations of a herd do not hand anything on. Nothing to say.
PTO_INCORE void herd(In<Small> init, Out<mem::MemRef<float, mem::L1, 4, 2, 4>> out) {
  air::herd<4>([&](Index x) {
    auto acc = init;
    acc = acc + init;
    vec::store(acc, out, {x, 0, 0});
  });
}

template <Index N> PTO_INCORE vec::Vec<float, N, 2> instances(In<vec::Vec<float, N, 2>> init) {
  auto acc = init;
  for (Index k = 0; k < 3; ++k) // KEPT: :[[@LINE]]:{{.*}},instantiations-disagree]
    acc = acc + init;
  return acc;
}

PTO_TEST_MAIN(pointer, reference, lambda, calls_by_reference, assigned_by_call, globals, continues, breaks, returns,
              hidden, head, head_in_macro, macro, labels, asked_for, herd, instances<2>, instances<4>)
