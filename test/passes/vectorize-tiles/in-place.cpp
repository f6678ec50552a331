// Memory that is read and written by one loop: in each place all is read before anything is written, and what a later
// sweep reads again is written by that one.
// RUN: %pto-rewrite --passes=vectorize-tiles -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=vectorize-tiles %s
// RUN: %if avx512 %{ %equal --passes='vectorize-tiles,lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='vectorize-tiles{width=8},lower-vectors{target=avx2}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

// CHECK-LABEL: void exchanged
// CHECK:             const auto a = vec::load<16>(x_window, {r, c});
// CHECK-NEXT:        const auto b = vec::load<16>(y_window, {r, c});
// CHECK-NEXT:        vec::store(a, y_window, {r, c});
// CHECK-NEXT:        vec::store(b, x_window, {r, c});
PTO_INCORE void exchanged(InOut<Tensor<float, 5, 100>> x, InOut<Tensor<float, 5, 100>> y) {
  auto a = tile::load<5, 100>(x, {0, 0});
  auto b = tile::load<5, 100>(y, {0, 0});
  tile::store(a, {0, 0}, y);
  tile::store(b, {0, 0}, x);
}
PTO_INCORE void exchanged_columns(InOut<Tensor<float, 5, 1>> x, InOut<Tensor<float, 5, 1>> y) {
  auto a = tile::load<5, 1>(x, {0, 0});
  auto b = tile::load<5, 1>(y, {0, 0});
  tile::store(tile::add(a, b), {0, 0}, y);
  tile::store(tile::sub(b, a), {0, 0}, x);
}
PTO_INCORE void exchanged_in_turns(In<Tensor<float, 3, 20>> x, In<Tensor<float, 3, 20>> y, Index n,
                                   Out<Tensor<float, 3, 20>> out) {
  auto a = tile::load<3, 20>(x, {0, 0});
  auto b = tile::load<3, 20>(y, {0, 0});
  for (Index k = 0; k < n; ++k) {
    auto c = a;
    a = b;
    b = tile::mul(c, 0.5f);
  }
  tile::store(tile::sub(a, b), {0, 0}, out);
}

// The sweep for the largest element leaves the row as it is.
// CHECK-LABEL: void reduced_in_turns
// CHECK:             const auto tops = vec::splat<float, 16>(top);
// CHECK-NOT:         vec::store
// CHECK:             const auto lows = vec::splat<float, 16>(low);
// CHECK:               const auto a3 = shifted - number;
// CHECK:               vec::store(a3, a, {r, c});
PTO_INCORE void reduced_in_turns(In<Tensor<float, 3, 100>> x, Index n, Out<Tensor<float, 3, 100>> out) {
  auto a = tile::load<3, 100>(x, {0, 0});
  for (Index k = 0; k < n; ++k) {
    auto top = tile::row_max(a);
    auto shifted = tile::row_expand_sub(a, top);
    auto low = tile::row_min(shifted);
    tile::store(tile::row_expand_mul(a, low), {0, 0}, out);
    a = tile::sub(shifted, 1.f);
  }
  tile::store(a, {0, 0}, out);
}
PTO_INCORE void reduced_in_place(InOut<Tensor<float, 9, 37>> x, InOut<Tensor<float, 9, 37>> y) {
  auto a = tile::load<9, 37>(x, {0, 0});
  auto b = tile::load<9, 37>(y, {0, 0});
  tile::store(tile::mul(b, 2.f), {0, 0}, x);
  tile::store(tile::row_expand_sub(tile::add(a, b), tile::row_max(tile::sub(a, b))), {0, 0}, y);
}

// SAYS: [[@LINE+1]]:17: remark: 'two_lengths' kept: 'b' is read and written in rows of two lengths [-Rpass-missed=vectorize-tiles,memory-overlap]
PTO_INCORE void two_lengths(In<Tensor<float, 3, 20>> x, Index n, Out<Tensor<float, 3, 20>> out) {
  auto b = tile::load<3, 20>(x, {0, 0});
  auto d = tile::load<3, 20>(x, {0, 0}, Valid{3, 20 + 0 * n});
  for (Index k = 0; k < 2; ++k) {
    auto both = tile::add(d, b);
    b = tile::mul(b, 2.f);
    d = both;
  }
  tile::store(d, {0, 0}, out);
}

PTO_TEST_MAIN(exchanged, exchanged_columns, exchanged_in_turns, reduced_in_turns, reduced_in_place, two_lengths)
