// The ways to spell a loop with a vector, and what happens to the text around it.
//
// RUN: %pto-rewrite --passes=flatten-for-iter-args -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=FLAT --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=flatten-for-iter-args --expect-change %s
// RUN: %pto-rewrite --passes='flatten-for-iter-args{loop=only}' %s -- | FileCheck %s --check-prefix=ONLY
#include <pto/dsl.h>
#include <pto/testing.h>
namespace dsl = pto::dsl;
using pto::dsl::In, pto::dsl::Out, pto::dsl::InOut, pto::dsl::Index;
using Small = dsl::vec::Vec<float, 2, 4>;

// Names of the DSL are spelled such that they mean it.
// CHECK-LABEL: qualified(
// CHECK-NEXT:    auto acc_flat = ::pto::dsl::vec::shape_cast<8>(init);
// CHECK-NEXT:    for (Index k = 0; k < 3; ++k) {
// CHECK-NEXT:      const auto acc = ::pto::dsl::vec::shape_cast<2, 4>(acc_flat);
// CHECK-NEXT:      acc_flat = ::pto::dsl::vec::shape_cast<8>(acc + init);
// CHECK-NEXT:    }
// CHECK-NEXT:    return ::pto::dsl::vec::shape_cast<2, 4>(acc_flat);
PTO_INCORE Small qualified(In<Small> init) {
  Small acc = init;
  // FLAT: :[[@LINE+1]]:{{.*}}'acc' goes round
  for (Index k = 0; k < 3; ++k)
    acc = acc + init;
  return acc;
}

using namespace pto::dsl;

// Declarations that cannot become that of the flat vector.
// CHECK-LABEL: declarations(
// CHECK-NEXT:    auto a = init, b = init + init;
// CHECK-NEXT:    Small c(init);
// CHECK-NEXT:    Small d{init};
// CHECK-NEXT:    Small e;
// CHECK-NEXT:    e = init;
// CHECK-NEXT:    auto f = init;
// CHECK-NEXT:    out(0, 0) = vec::extract(f, 0, 0);
// CHECK-NEXT:    PTO_TAG("g") auto g_flat = vec::shape_cast<8>(init);
// CHECK-NEXT:    auto a_flat = vec::shape_cast<8>(a);
// CHECK-NEXT:    auto b_flat = vec::shape_cast<8>(b);
// CHECK-NEXT:    auto c_flat = vec::shape_cast<8>(c);
// CHECK-NEXT:    auto d_flat = vec::shape_cast<8>(d);
// CHECK-NEXT:    auto e_flat = vec::shape_cast<8>(e);
// CHECK-NEXT:    auto f_flat = vec::shape_cast<8>(f);
// CHECK-NEXT:    for (Index k = 0; k < 3; ++k) {
// CHECK:         }
// CHECK-NEXT:    a = vec::shape_cast<2, 4>(a_flat);
// CHECK-NEXT:    b = vec::shape_cast<2, 4>(b_flat);
// CHECK-NEXT:    c = vec::shape_cast<2, 4>(c_flat);
// CHECK-NEXT:    d = vec::shape_cast<2, 4>(d_flat);
// CHECK-NEXT:    e = vec::shape_cast<2, 4>(e_flat);
// CHECK-NEXT:    f = vec::shape_cast<2, 4>(f_flat);
// CHECK-NEXT:    return a + b + c + d + e + f + vec::shape_cast<2, 4>(g_flat);
PTO_INCORE Small declarations(In<Small> init, Out<mem::MemRef<float, mem::L1, 2, 4>> out) {
  auto a = init, b = init + init;
  Small c(init);
  Small d{init};
  Small e;
  e = init;
  auto f = init;
  out(0, 0) = vec::extract(f, 0, 0);
  PTO_TAG("g") auto g = init;
  for (Index k = 0; k < 3; ++k) { // FLAT: :[[@LINE]]:{{.*}}'a', 'b', 'c', 'd', 'e', 'f', 'g' go round
    a = a + init;
    b = b + init;
    c = c + init;
    d = d + init;
    e = e + init;
    f = f + init;
    g = g + init;
  }
  return a + b + c + d + e + f + g;
}

// Names: the flat one is taken, a call can tell const, the body uses a lambda, an inner block hides the name.
template <class T> Small consts(const T &v) { return v + v; }
// CHECK-LABEL: names(
// CHECK-NEXT:    int acc_flat = 3;
// CHECK-NEXT:    auto acc_flat2 = vec::shape_cast<8>(init);
// CHECK-NEXT:    auto sum_flat = vec::shape_cast<8>(init);
// CHECK-NEXT:    auto old_flat = vec::shape_cast<8>(init);
// CHECK-NEXT:    for (Index k = 0; k < acc_flat; ++k) {
// CHECK-NEXT:      auto acc = vec::shape_cast<2, 4>(acc_flat2);
// CHECK-NEXT:      auto sum = vec::shape_cast<2, 4>(sum_flat);
// CHECK-NEXT:      auto old = vec::shape_cast<2, 4>(old_flat);
// CHECK-NEXT:      acc_flat2 = vec::shape_cast<8>(consts(acc) + init);
// CHECK-NEXT:      sum_flat = vec::shape_cast<8>([sum] { return sum + sum; }());
// CHECK-NEXT:      old = old + init;
// CHECK-NEXT:      {
// CHECK-NEXT:        const auto old = init;
// CHECK-NEXT:        out(k, 0) = vec::extract(old, 0, 0);
// CHECK-NEXT:      }
// CHECK-NEXT:      out(k, 1) = vec::extract(old, 0, 0);
// CHECK-NEXT:      old_flat = vec::shape_cast<8>(old);
// CHECK-NEXT:    }
PTO_INCORE Small names(In<Small> init, Out<mem::MemRef<float, mem::L1, 4, 4>> out) {
  int acc_flat = 3;
  auto acc = init;
  auto sum = init;
  auto old = init;
  for (Index k = 0; k < acc_flat; ++k) { // FLAT: :[[@LINE]]:{{.*}}'acc', 'sum', 'old' go round
    acc = consts(acc) + init;
    sum = [sum] { return sum + sum; }();
    old = old + init;
    {
      const auto old = init;
      out(k, 0) = vec::extract(old, 0, 0);
    }
    out(k, 1) = vec::extract(old, 0, 0);
  }
  return acc + sum + old;
}

// Where the value goes behind the loop: nowhere, to one place, to several, to a branch, to a name of its own.
// CHECK-LABEL: behind(
// CHECK:           c_flat = vec::shape_cast<8>(c);
// CHECK-NEXT:    }
// CHECK-NEXT:    auto b = vec::shape_cast<2, 4>(b_flat);
// CHECK-NEXT:    const auto c = vec::shape_cast<2, 4>(c_flat);
// CHECK-NEXT:    const auto d = vec::shape_cast<2, 4>(d_flat);
// CHECK-NEXT:    b = b + init;
// CHECK-NEXT:    if (vec::extract(b, 0, 0) < 0.0f)
// CHECK-NEXT:      return c;
// CHECK-NEXT:    for (Index k = 0; k < 2; ++k)
// CHECK-NEXT:      out(k, k) = vec::extract(d, k, k);
// CHECK-NEXT:    return b;
PTO_INCORE Small behind(In<Small> init, Out<mem::MemRef<float, mem::L1, 2, 4>> out) {
  auto a = init;
  auto b = init;
  auto c = init;
  auto d = init;
  for (Index k = 0; k < 2; ++k) { // FLAT: :[[@LINE]]:{{.*}}'a', 'b', 'c', 'd' go round
    out(k, 3) = vec::extract(a, 0, k);
    a = a + init;
    b = b * a;
    c = c - b;
    d = d * c;
  }
  b = b + init;
  if (vec::extract(b, 0, 0) < 0.0f)
    return c;
  for (Index k = 0; k < 2; ++k)
    out(k, k) = vec::extract(d, k, k);
  return b;
}

// Bodies without braces, in bodies without braces, in lambdas that capture.
// CHECK-LABEL: bodies(
// CHECK-NEXT:    auto acc = init;
// CHECK-NEXT:    if (n > 1) {
// CHECK-NEXT:      auto acc_flat = vec::shape_cast<8>(acc);
// CHECK-NEXT:      for (Index k = 0; k < 3; ++k) {
// CHECK-NEXT:        const auto acc = vec::shape_cast<2, 4>(acc_flat);
// CHECK-NEXT:        acc_flat = vec::shape_cast<8>(acc + init);
// CHECK-NEXT:      }
// CHECK-NEXT:      acc = vec::shape_cast<2, 4>(acc_flat);
// CHECK-NEXT:    }
// CHECK-NEXT:    air::herd<2>([&acc, &init](Index x) {
// CHECK-NEXT:      auto acc_flat2 = vec::shape_cast<8>(acc);
// CHECK-NEXT:      for (Index k = 0; k < x; ++k) {
// CHECK-NEXT:        auto acc = vec::shape_cast<2, 4>(acc_flat2);
// CHECK-NEXT:        if (k > 0)
// CHECK-NEXT:          acc = acc + init;
// CHECK-NEXT:        acc_flat2 = vec::shape_cast<8>(acc);
// CHECK-NEXT:      }
// CHECK-NEXT:      acc = vec::shape_cast<2, 4>(acc_flat2);
// CHECK-NEXT:    });
PTO_INCORE Small bodies(In<Small> init, Index n) {
  auto acc = init;
  // FLAT: :[[@LINE+2]]:{{.*}}'acc' goes round
  if (n > 1)
    for (Index k = 0; k < 3; ++k)
      acc = acc + init;
  air::herd<2>([&acc, &init](Index x) {
    // FLAT: :[[@LINE+1]]:{{.*}}'acc' goes round
    for (Index k = 0; k < x; ++k)
      if (k > 0)
        acc = acc + init;
  });
  return acc;
}

// A range, comments, macros and an exception to the rule in the body.
#define BUMP acc = acc + init
// CHECK-LABEL: texts(
// CHECK-NEXT:    const float values[] = {1.0f, 2.0f};
// CHECK-NEXT:    auto acc_flat = vec::shape_cast<8>(init);
// CHECK-NEXT:    for (float v : values) {
// CHECK-NEXT:      auto acc = vec::shape_cast<2, 4>(acc_flat);
// CHECK-NEXT:      BUMP;
// CHECK-NEXT:      acc = acc * vec::splat<float, 2, 4>(v);
// CHECK-NEXT:      acc_flat = vec::shape_cast<8>(acc);
// CHECK-NEXT:    }
PTO_INCORE Small texts(In<Small> init) {
  const float values[] = {1.0f, 2.0f};
  auto acc = init; // the sum
  for (float v : values) { // FLAT: :[[@LINE]]:{{.*}}'acc' goes round
    BUMP;
    acc = acc * vec::splat<float, 2, 4>(v); // NOLINT
  }
  return acc;
}

// Tags: `loop=only` means that loop alone.
// CHECK-LABEL: tagged(
// CHECK-NEXT:    auto acc_flat = vec::shape_cast<8>(init);
// CHECK-NEXT:    PTO_TAG("other")
// CHECK:         PTO_TAG("only")
// CHECK-NEXT:    for (Index k = 0; k < 3; ++k) {
// CHECK-NEXT:      const auto acc = vec::shape_cast<2, 4>(acc_flat2);
// ONLY-LABEL: Small tagged(
// ONLY-NEXT:     auto acc = init;
// ONLY-NEXT:     PTO_TAG("other")
// ONLY-NEXT:     for (Index k = 0; k < 3; ++k)
// ONLY-NEXT:       acc = acc + init;
// ONLY-NEXT:     auto acc_flat = vec::shape_cast<8>(acc);
// ONLY-NEXT:     PTO_TAG("only")
// ONLY-NEXT:     for (Index k = 0; k < 3; ++k) {
// ONLY-NEXT:       const auto acc = vec::shape_cast<2, 4>(acc_flat);
// ONLY-NEXT:       acc_flat = vec::shape_cast<8>(acc * init);
// ONLY-NEXT:     }
// ONLY-NEXT:     acc = vec::shape_cast<2, 4>(acc_flat);
// ONLY-NEXT:     return acc;
PTO_INCORE Small tagged(In<Small> init) {
  auto acc = init;
  PTO_TAG("other")
  // FLAT: :[[@LINE+1]]:{{.*}}'acc' goes round
  for (Index k = 0; k < 3; ++k)
    acc = acc + init;
  PTO_TAG("only")
  // FLAT: :[[@LINE+1]]:{{.*}}'acc' goes round
  for (Index k = 0; k < 3; ++k)
    acc = acc * init;
  return acc;
}

// Instances of a template that agree; a function that returns what it deduces.
// CHECK-LABEL: instances(
// CHECK-NEXT:    auto acc_flat = vec::shape_cast<8>(init);
template <class T> PTO_INCORE vec::Vec<T, 4, 2> instances(In<vec::Vec<T, 4, 2>> init) {
  auto acc = init;
  // FLAT: :[[@LINE+1]]:{{.*}}'acc' goes round
  for (Index k = 0; k < 3; ++k)
    acc = acc + init;
  return acc;
}
// CHECK-LABEL: deduced(
// CHECK:         return vec::shape_cast<2, 4>(acc_flat);
PTO_INCORE auto deduced(In<Small> init) {
  auto acc = init;
  // FLAT: :[[@LINE+1]]:{{.*}}'acc' goes round
  for (Index k = 0; k < 3; ++k)
    acc = acc + init;
  return acc;
}

PTO_TEST_MAIN(qualified, declarations, names, behind, bodies, texts, tagged, instances<float>, instances<int>, deduced)
