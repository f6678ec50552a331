// What flatten-for-iter-args flattens: upstream's cases, and loops that assign in other ways. The folder of the same
// name has spellings, and what must be kept.
//
// RUN: %pto-rewrite --passes=flatten-for-iter-args -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=FLAT --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=flatten-for-iter-args --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

template <class T> using Quad = vec::Vec<T, 1, 1, 8, 8>;
using Small = vec::Vec<float, 2, 4>;

// The example of the specification, and upstream's first test.
// CHECK-LABEL: specification(
// CHECK-NEXT:    auto acc_flat = vec::shape_cast<64>(init);
// CHECK-NEXT:    for (int k = 0; k < n; ++k) {
// CHECK-NEXT:      const auto acc = vec::shape_cast<1, 1, 8, 8>(acc_flat);
// CHECK-NEXT:      acc_flat = vec::shape_cast<64>(acc + acc * b);
// CHECK-NEXT:    }
// CHECK-NEXT:    return vec::shape_cast<1, 1, 8, 8>(acc_flat);
// CHECK-NEXT:  }
PTO_INCORE Quad<std::int16_t> specification(const Quad<std::int16_t> &init, const Quad<std::int16_t> &b, int n) {
  auto acc = init;
  for (int k = 0; k < n; ++k) { // FLAT: :[[@LINE]]:3: remark: 'acc' goes round the loop with one dimension: 'acc_flat' [-Rpass=flatten-for-iter-args]
    acc = acc + acc * b;
  }
  return acc;
}

// Upstream: four of them, which go together.
// CHECK-LABEL: four(
// CHECK-NEXT:    auto c0_flat = vec::shape_cast<64>(init);
// CHECK-NEXT:    auto c1_flat = vec::shape_cast<64>(init + b);
// CHECK-NEXT:    auto c2_flat = vec::shape_cast<64>(vec::splat<std::int16_t, 1, 1, 8, 8>(2));
// CHECK-NEXT:    auto c3_flat = vec::shape_cast<64>(b);
// CHECK-NEXT:    for (Index k = 0; k < 3; ++k) {
// CHECK-NEXT:      const auto c0 = vec::shape_cast<1, 1, 8, 8>(c0_flat);
// CHECK-NEXT:      const auto c1 = vec::shape_cast<1, 1, 8, 8>(c1_flat);
// CHECK-NEXT:      const auto c2 = vec::shape_cast<1, 1, 8, 8>(c2_flat);
// CHECK-NEXT:      const auto c3 = vec::shape_cast<1, 1, 8, 8>(c3_flat);
// CHECK-NEXT:      const auto product = b * c3;
// CHECK-NEXT:      c0_flat = vec::shape_cast<64>(c0 + product);
// CHECK-NEXT:      c1_flat = vec::shape_cast<64>(c1 * b);
// CHECK-NEXT:      c2_flat = vec::shape_cast<64>(product - c2);
// CHECK-NEXT:      c3_flat = vec::shape_cast<64>(c3 + b);
// CHECK-NEXT:    }
// CHECK-NEXT:    const auto c0 = vec::shape_cast<1, 1, 8, 8>(c0_flat);
// CHECK-NEXT:    const auto c3 = vec::shape_cast<1, 1, 8, 8>(c3_flat);
// CHECK-NEXT:    return c0 + vec::shape_cast<1, 1, 8, 8>(c1_flat) * vec::shape_cast<1, 1, 8, 8>(c2_flat) - c3 * c3 + c0;
PTO_INCORE Quad<std::int16_t> four(const Quad<std::int16_t> &init, const Quad<std::int16_t> &b) {
  auto c0 = init;
  auto c1 = init + b;
  auto c2 = vec::splat<std::int16_t, 1, 1, 8, 8>(2);
  auto c3 = b;
  for (Index k = 0; k < 3; ++k) { // FLAT: :[[@LINE]]:{{.*}}'c0', 'c1', 'c2', 'c3' go round the loop with one dimension: 'c0_flat', 'c1_flat', 'c2_flat', 'c3_flat'
    const auto product = b * c3;
    c0 = c0 + product;
    c1 = c1 * b;
    c2 = product - c2;
    c3 = c3 + b;
  }
  return c0 + c1 * c2 - c3 * c3 + c0;
}

// Upstream: a scalar goes round, too.
// CHECK-LABEL: with_scalar(
// CHECK-NEXT:    std::int16_t count = 0;
// CHECK-NEXT:    auto acc_flat = vec::shape_cast<64>(init);
// CHECK-NEXT:    for (Index k = 0; k < 3; ++k) {
// CHECK-NEXT:      const auto acc = vec::shape_cast<1, 1, 8, 8>(acc_flat);
// CHECK-NEXT:      ++count;
// CHECK-NEXT:      acc_flat = vec::shape_cast<64>(acc + vec::splat<std::int16_t, 1, 1, 8, 8>(count));
// CHECK-NEXT:    }
PTO_INCORE Quad<std::int16_t> with_scalar(const Quad<std::int16_t> &init) {
  std::int16_t count = 0;
  auto acc = init;
  for (Index k = 0; k < 3; ++k) { // FLAT: :[[@LINE]]:{{.*}}'acc' goes round
    ++count;
    acc = acc + vec::splat<std::int16_t, 1, 1, 8, 8>(count);
  }
  return acc;
}

// Upstream: other element types and shapes.
// CHECK-LABEL: shapes(
// CHECK:         auto x_flat = vec::shape_cast<16>(a);
// CHECK-NEXT:    auto y_flat = vec::shape_cast<8>(b);
// CHECK-NEXT:    for (Index k = 0; k < 3; ++k) {
// CHECK-NEXT:      const auto x = vec::shape_cast<4, 4>(x_flat);
// CHECK-NEXT:      const auto y = vec::shape_cast<2, 2, 2>(y_flat);
// CHECK-NEXT:      x_flat = vec::shape_cast<16>(vec::transpose<1, 0>(x) + a);
// CHECK-NEXT:      y_flat = vec::shape_cast<8>(y * b);
// CHECK-NEXT:    }
// CHECK-NEXT:    auto x = vec::shape_cast<4, 4>(x_flat);
// CHECK-NEXT:    auto y = vec::shape_cast<2, 2, 2>(y_flat);
// CHECK-NEXT:    return Tuple{x, y};
PTO_INCORE Tuple<vec::Vec<float, 4, 4>, vec::Vec<half, 2, 2, 2>> shapes(In<vec::Vec<float, 4, 4>> a,
                                                                        In<vec::Vec<half, 2, 2, 2>> b) {
  auto x = a;
  auto y = b;
  for (Index k = 0; k < 3; ++k) { // FLAT: :[[@LINE]]:{{.*}}'x', 'y' go round
    x = vec::transpose<1, 0>(x) + a;
    y = y * b;
  }
  return Tuple{x, y};
}

// Upstream: flat already. Nothing to say.
// CHECK-LABEL: flat_already(
// CHECK-NEXT:    auto acc = init;
PTO_INCORE vec::Vec<float, 8> flat_already(In<vec::Vec<float, 8>> init) {
  auto acc = init;
  for (Index k = 0; k < 3; ++k)
    acc = acc + acc * init;
  return acc;
}

// Upstream: a loop in a loop. Each by itself, in whichever order.
// CHECK-LABEL: nest(
// CHECK-NEXT:    auto acc_flat = vec::shape_cast<8>(init);
// CHECK-NEXT:    for (Index i = 0; i < 2; ++i) {
// CHECK-NEXT:      auto acc = vec::shape_cast<2, 4>(acc_flat);
// CHECK-NEXT:      acc = acc + init;
// CHECK-NEXT:      auto acc_flat2 = vec::shape_cast<8>(acc);
// CHECK-NEXT:      for (Index k = 0; k < 3; ++k) {
// CHECK-NEXT:        const auto acc = vec::shape_cast<2, 4>(acc_flat2);
// CHECK-NEXT:        acc_flat2 = vec::shape_cast<8>(acc * init);
// CHECK-NEXT:      }
// CHECK-NEXT:      acc = vec::shape_cast<2, 4>(acc_flat2);
// CHECK-NEXT:      acc_flat = vec::shape_cast<8>(acc);
// CHECK-NEXT:    }
// CHECK-NEXT:    return vec::shape_cast<2, 4>(acc_flat);
PTO_INCORE Small nest(In<Small> init) {
  auto acc = init;
  for (Index i = 0; i < 2; ++i) { // FLAT: :[[@LINE]]:{{.*}}'acc' goes round
    acc = acc + init;
    for (Index k = 0; k < 3; ++k) { // FLAT: :[[@LINE]]:{{.*}}'acc' goes round
      acc = acc * init;
    }
  }
  return acc;
}

// Assignments in branches, several of them, and reads of the new value.
// CHECK-LABEL: branches(
// CHECK-NEXT:    auto acc_flat = vec::shape_cast<8>(init);
// CHECK-NEXT:    auto sum_flat = vec::shape_cast<8>(init);
// CHECK-NEXT:    for (Index k = 0; k < n; ++k) {
// CHECK-NEXT:      auto acc = vec::shape_cast<2, 4>(acc_flat);
// CHECK-NEXT:      const auto sum = vec::shape_cast<2, 4>(sum_flat);
// CHECK-NEXT:      acc = acc + init;
// CHECK-NEXT:      if (k > 1)
// CHECK-NEXT:        acc = acc * init;
// CHECK-NEXT:      sum_flat = vec::shape_cast<8>(sum + acc);
// CHECK-NEXT:      acc_flat = vec::shape_cast<8>(acc);
// CHECK-NEXT:    }
// CHECK-NEXT:    return vec::shape_cast<2, 4>(sum_flat);
PTO_INCORE Small branches(In<Small> init, Index n) {
  auto acc = init;
  auto sum = init;
  for (Index k = 0; k < n; ++k) { // FLAT: :[[@LINE]]:{{.*}}'acc', 'sum' go round
    acc = acc + init;
    if (k > 1)
      acc = acc * init;
    sum = sum + acc;
  }
  return sum;
}

// While and do loops, whose conditions look at the vector.
// CHECK-LABEL: conditions(
// CHECK-NEXT:    auto acc_flat = vec::shape_cast<8>(init);
// CHECK-NEXT:    while (vec::extract(vec::shape_cast<2, 4>(acc_flat), 0, 1) < 100.0f) {
// CHECK-NEXT:      const auto acc = vec::shape_cast<2, 4>(acc_flat);
// CHECK-NEXT:      acc_flat = vec::shape_cast<8>(vec::abs(acc) + vec::abs(acc) + vec::splat<float, 2, 4>(1.0f));
// CHECK-NEXT:    }
// CHECK-NEXT:    auto acc_flat2 = vec::shape_cast<8>(vec::shape_cast<2, 4>(acc_flat));
// CHECK-NEXT:    do {
// CHECK-NEXT:      const auto acc = vec::shape_cast<2, 4>(acc_flat2);
// CHECK-NEXT:      acc_flat2 = vec::shape_cast<8>(acc * vec::splat<float, 2, 4>(0.5f));
// CHECK-NEXT:    } while (vec::extract(vec::shape_cast<2, 4>(acc_flat2), 0, 0) > 1.0f);
// CHECK-NEXT:    const auto acc = vec::shape_cast<2, 4>(acc_flat2);
// CHECK-NEXT:    return acc + acc;
PTO_INCORE Small conditions(In<Small> init) {
  auto acc = init;
  while (vec::extract(acc, 0, 1) < 100.0f) { // FLAT: :[[@LINE]]:{{.*}}'acc' goes round
    acc = vec::abs(acc) + vec::abs(acc) + vec::splat<float, 2, 4>(1.0f);
  }
  do { // FLAT: :[[@LINE]]:{{.*}}'acc' goes round
    acc = acc * vec::splat<float, 2, 4>(0.5f);
  } while (vec::extract(acc, 0, 0) > 1.0f);
  return acc + acc;
}

// A parameter; a loop that nobody asks for its last value.
// CHECK-LABEL: parameter(
// CHECK-NEXT:    auto acc_flat = vec::shape_cast<8>(acc);
// CHECK-NEXT:    for (Index k = 0; k < 8; ++k) {
// CHECK-NEXT:      const auto acc = vec::shape_cast<2, 4>(acc_flat);
// CHECK-NEXT:      out(k) = vec::extract(acc, 0, 1);
// CHECK-NEXT:      acc_flat = vec::shape_cast<8>(acc + acc);
// CHECK-NEXT:    }
// CHECK-NEXT:  }
PTO_INCORE void parameter(Small acc, Out<mem::MemRef<float, mem::L1, 8>> out) {
  for (Index k = 0; k < 8; ++k) { // FLAT: :[[@LINE]]:{{.*}}'acc' goes round
    out(k) = vec::extract(acc, 0, 1);
    acc = acc + acc;
  }
}

// Each iteration makes its value from nothing: that goes nowhere. Nothing to say.
// CHECK-LABEL: not_carried(
// CHECK-NEXT:    Small t = init, last = init;
// CHECK-NEXT:    for (Index k = 0; k < 3; ++k) {
// CHECK-NEXT:      t = init * init;
// CHECK-NEXT:      last = t + init;
// CHECK-NEXT:    }
PTO_INCORE Small not_carried(In<Small> init) {
  Small t = init, last = init;
  for (Index k = 0; k < 3; ++k) {
    t = init * init;
    last = t + init;
  }
  return last;
}

PTO_TEST_MAIN(specification, four, with_scalar, shapes, flat_already, nest, branches, conditions, parameter, not_carried)
