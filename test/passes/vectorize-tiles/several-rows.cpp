// What a function that is a call gets of each row is computed for as many rows at once as a vector has lanes.
// RUN: %pto-rewrite --passes=vectorize-tiles --allow=reassociate -Rpass=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: %equal --passes=vectorize-tiles %s
// RUN: %equal --passes='vectorize-tiles{width=8}' %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Plane = Tensor<float, dyn, 24>;

// Before the second sweeps: what rows were reduced to, and what else the function is of, goes to vectors.
// CHECK-LABEL: void carried
// CHECK:           for (Index r = 0; r < 20; r += 16) {
// CHECK-NEXT:        const auto row_max_rows = mem::alloc<float, mem::L1, 16>();
// CHECK:             const Index r_end = math::min<Index>(r + 16, 20);
// CHECK-NEXT:        for (Index r2 = r; r2 < r_end; ++r2) {
// CHECK:               mem::store(row_max, row_max_rows, r2 - r);
// CHECK:               mem::store(largest2, largest_rows, r2 - r);
// CHECK:             const auto row_maxs = vec::load<16>(row_max_rows, {0});
// CHECK-NEXT:        const auto largests = vec::load<16>(largest_rows, {0});
// CHECK-NEXT:        const auto tops = vec::max(largests, row_maxs);
// CHECK-NEXT:        vec::store(tops, top_rows, {0});
// CHECK-NEXT:        const auto subs = largests - tops;
// CHECK-NEXT:        const auto rescales = vec::exp(subs);
// CHECK:             for (Index r2 = r; r2 < r_end; ++r2) {
// CHECK-NEXT:          const float top = mem::load(top_rows, r2 - r);
// CHECK-NEXT:          mem::store(top, largest, r2, 0);
PTO_INCORE void carried(In<Tensor<float, 20, 72>> x, Out<Tensor<float, 20, 24>> out, Out<Tensor<float, 20, 1>> most) {
  auto largest = tile::full<float, 20, 1>(-1e30f);
  auto acc = tile::full<float, 20, 24>(0.f);
  for (Index k = 0; k < 72; k += 24) {
    auto part = tile::load<20, 24>(x, {0, k});
    auto top = tile::maximum(largest, tile::row_max(part));
    auto rescale = tile::exp(tile::sub(largest, top));
    acc = tile::add(tile::row_expand_mul(acc, rescale), tile::row_expand_sub(part, top));
    largest = top;
  }
  tile::store(acc, {0, 0}, out);
  tile::store(largest, {0, 0}, most);
}

// As many rows as there happen to be, a second reduction of what the first one gives, and an operand of one a row.
// CHECK-LABEL: void any_rows
// CHECK:           for (Index r = 0; r < rows; r += 16) {
PTO_INCORE void any_rows(In<Plane> x, In<Tensor<float, 40, 1>> shift, Index rows, Out<Plane> out,
                         Out<Tensor<float, 40, 1>> sums) {
  auto in = tile::load<40, 24>(x, {0, 0}, Valid{rows, 24});
  auto least = tile::load<40, 1>(shift, {0, 0}, Valid{rows, 1});
  auto moved = tile::row_expand_add(in, least);
  auto soft = tile::tanh(tile::mul(tile::row_max(moved), 0.5f));
  auto scaled = tile::row_expand_mul(tile::row_expand_sub(moved, least), soft);
  auto second = tile::row_min(scaled);
  tile::store(scaled, {0, 0}, out);
  tile::store(tile::add(second, tile::log(tile::abs(soft))), {0, 0}, sums);
}

// Powers that are kept from one sweep to the next are those of one row.
// CHECK-LABEL: void one_by_one
// CHECK:         for (Index r = 0; r < 16; ++r) {
// CHECK-NEXT:      const auto powers_row = mem::alloc<float, mem::L1, 24>();
// CHECK:           math::log(
PTO_INCORE void one_by_one(In<Tensor<float, 16, 24>> x, Out<Tensor<float, 16, 24>> out) {
  auto powers = tile::exp(tile::load<16, 24>(x, {0, 0}));
  tile::store(tile::row_expand_sub(powers, tile::log(tile::row_max(powers))), {0, 0}, out);
}

PTO_TEST_MAIN(carried, any_rows, one_by_one)
