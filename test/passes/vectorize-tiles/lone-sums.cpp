// RUN: %pto-rewrite --passes='vectorize-tiles{width=8}' --allow=reassociate %s -o - -- | sed '/^ *\/\//d' | FileCheck %s
// RUN: %pto-rewrite --passes=vectorize-tiles --allow=reassociate %s -o - -- | sed '/^ *\/\//d' | FileCheck %s --check-prefix=WIDE
// RUN: %equal --passes='vectorize-tiles{width=8}' --allow=reassociate --ulp=8 --within=1e-5 %s
// RUN: %if avx2 %{ %equal --passes='vectorize-tiles{width=8},lower-vectors{target=avx2}' --allow=reassociate,target-maths --ulp=8 --within=1e-5 --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

// A sum of what is loaded waits for its own additions: 64 lanes of them, whatever the width.
// CHECK-LABEL: sum_of(
// CHECK:         row_sum_lanes7 = row_sum_lanes7 + in_7;
// CHECK:       for (Index c = 128; c < 144; c += 8)
// WIDE-LABEL: sum_of(
// WIDE:          row_sum_lanes3 = row_sum_lanes3 + in_3;
// WIDE-NOT:      row_sum_lanes4
PTO_INCORE void sum_of(In<Tensor<float, 2, 150>> x, Out<Tensor<float, 2, 1>> out) {
  auto in = tile::load<2, 150>(x, {0, 0});
  tile::store(tile::row_sum(in), {0, 0}, out);
}

// Whoever computes, or takes the largest, has enough to do meanwhile.
// CHECK-LABEL: largest_of(
// CHECK-NOT:     lanes4
// WIDE-LABEL: largest_of(
PTO_INCORE void largest_of(In<Tensor<float, 2, 150>> x, Out<Tensor<float, 2, 1>> out) {
  auto in = tile::load<2, 150>(x, {0, 0});
  tile::store(tile::row_max(in), {0, 0}, out);
}
// CHECK-LABEL: small_of(
// CHECK:         row_sum_lanes1 =
// CHECK-NOT:     row_sum_lanes2
PTO_INCORE void small_of(In<Tensor<float, 2, 20>> x, Out<Tensor<float, 2, 1>> out) {
  auto in = tile::load<2, 20>(x, {0, 0});
  tile::store(tile::row_sum(in), {0, 0}, out);
}
// CHECK: PTO_TEST_MAIN

PTO_TEST_MAIN(sum_of, largest_of, small_of)
