// Sums of bf16 and half are floats until their end, those of small integers wrap; the numbers of this file have the same
// sum in every order.
// RUN: %pto-rewrite --passes=vectorize-tiles --allow=reassociate -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: %pto-rewrite --passes=vectorize-tiles -Rpass-missed=. %s -o %t.exact.cpp -- 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: %equal --passes=vectorize-tiles --allow=reassociate --exactness=bitwise %s
// RUN: %if avx512 %{ %equal --passes='vectorize-tiles,lower-vectors{target=avx512}' --allow=reassociate,target-maths --exactness=bitwise --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='vectorize-tiles{width=8},lower-vectors{target=avx2}' --allow=reassociate,target-maths --exactness=bitwise --expect-change %s %}
// RUN: %pto-rewrite --passes='vectorize-tiles,lower-vectors{target=avx512}' --allow=reassociate,target-maths -Rpass-missed=. %s -o %t.512.cpp -- 2>&1 | count 0
// RUN: %pto-rewrite --passes='vectorize-tiles{width=8},lower-vectors{target=avx2}' --allow=reassociate,target-maths -Rpass-missed=. %s -o %t.2.cpp -- 2>&1 | count 0
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

// CHECK-LABEL: void sums
// CHECK:             const auto a2 = vec::cast<float>(a);
// CHECK-NEXT:        sum_wide_lanes = sum_wide_lanes + a2;
// CHECK:           const float sum_wide = vec::reduce<vec::Combine::Add>(sum_wide_all, -0.0f);
// CHECK:           const bf16 sum = math::cast<bf16>(sum_wide);
// SAYS: [[@LINE+1]]:17: remark: 'sums' kept: a row would be added up in another order [-Rpass-missed=vectorize-tiles,not-allowed]
PTO_INCORE void sums(In<Tensor<std::int32_t, 4, 21>> x, Out<Tensor<bf16, 4, 21>> out, Out<Tensor<bf16, 4, 1>> more) {
  auto a = tile::cast<bf16>(tile::cast<std::int16_t>(tile::load<4, 21>(x, {0, 0})));
  auto sum = tile::row_sum(a);
  tile::store(tile::row_expand_sub(a, sum), {0, 0}, out);
  tile::store(tile::row_prod(tile::maximum(a, 1.f)), {0, 0}, more);
}
// The largest and the smallest do not have to be allowed.
PTO_INCORE void extremes(In<Tensor<half, 4, 40>> x, Out<Tensor<half, 4, 40>> out, Out<Tensor<half, 4, 1>> least) {
  auto a = tile::sqrt(tile::load<4, 40>(x, {0, 0}));
  auto top = tile::row_max(a);
  tile::store(tile::row_expand_mul(a, top), {0, 0}, out);
  tile::store(tile::row_min(a), {0, 0}, least);
}
// Of no elements: 0, 1, the lowest and the highest number.
PTO_INCORE void none(In<Tensor<std::int32_t, 4, 40>> x, Index n, Out<Tensor<half, 4, 1>> sum,
                     Out<Tensor<half, 4, 1>> product, Out<Tensor<half, 4, 1>> most, Out<Tensor<half, 4, 1>> least) {
  auto a = tile::cast<half>(tile::cast<std::int16_t>(tile::load<4, 40>(x, {0, 0}, Valid{4, 13 * n})));
  tile::store(tile::row_sum(a), {0, 0}, sum);
  tile::store(tile::row_prod(tile::minimum(a, 1.f)), {0, 0}, product);
  tile::store(tile::row_max(a), {0, 0}, most);
  tile::store(tile::row_min(a), {0, 0}, least);
}
PTO_INCORE void no_bytes(In<Tensor<std::int8_t, 4, 40>> x, Index n, Out<Tensor<std::int8_t, 4, 1>> sum,
                         Out<Tensor<std::int8_t, 4, 1>> product, Out<Tensor<std::int8_t, 4, 1>> most,
                         Out<Tensor<std::int8_t, 4, 1>> least) {
  auto a = tile::load<4, 40>(x, {0, 0}, Valid{4, 13 * n});
  tile::store(tile::row_sum(a), {0, 0}, sum);
  tile::store(tile::row_prod(a), {0, 0}, product);
  tile::store(tile::row_max(a), {0, 0}, most);
  tile::store(tile::row_min(a), {0, 0}, least);
}
PTO_INCORE void wraps(In<Tensor<std::uint8_t, 4, 100>> x, In<Tensor<std::int16_t, 4, 100>> y,
                      In<Tensor<std::uint32_t, 4, 100>> z, Out<Tensor<std::uint8_t, 4, 1>> bytes,
                      Out<Tensor<std::int16_t, 4, 1>> words, Out<Tensor<std::uint32_t, 4, 3>> longs) {
  auto a = tile::mul(tile::load<4, 100>(y, {0, 0}), 12345);
  auto b = tile::mul(tile::load<4, 100>(z, {0, 0}), 987654321u);
  tile::store(tile::row_sum(tile::load<4, 100>(x, {0, 0})), {0, 0}, bytes);
  tile::store(tile::row_sum(a), {0, 0}, words);
  tile::store(tile::row_sum(b), {0, 0}, longs);
  tile::store(tile::row_max(b), {0, 1}, longs);
  tile::store(tile::sub(tile::row_prod(b), tile::row_min(b)), {0, 2}, longs);
}

// Row by row, as the op does: any numbers have the same bits.
// CHECK-LABEL: void columns
// CHECK:           auto sums2 = vec::cast<float>(vec::load<128>(a, {0, c}));
// CHECK-NEXT:      for (Index r = 1; r < 5; ++r) {
// CHECK-NEXT:        sums2 = sums2 + vec::cast<float>(vec::load<128>(a, {r, c}));
// CHECK-NEXT:      }
// CHECK-NEXT:      vec::store(vec::cast<bf16>(sums2), sums, {0, c});
PTO_INCORE void columns(In<Tensor<bf16, 5, 300>> x, Out<Tensor<bf16, 5, 300>> out) {
  auto a = tile::mul(tile::load<5, 300>(x, {0, 0}), 1.5f);
  auto sums = tile::col_sum(a);
  tile::store(tile::col_expand_sub(a, sums), {0, 0}, out);
}
PTO_INCORE void columns_of_halves(In<Tensor<half, 7, 21>> x, Index n, Out<Tensor<half, 3, 21>> out) {
  auto a = tile::load<7, 21>(x, {0, 0}, Valid{7, 6 * n + 1});
  tile::store(tile::col_prod(a), {0, 0}, out);
  tile::store(tile::col_max(a), {1, 0}, out);
  auto one = tile::load<1, 21>(x, {0, 0});
  tile::store(tile::col_sum(one), {2, 0}, out);
}

PTO_TEST_MAIN(sums, extremes, none, no_bytes, wraps, columns, columns_of_halves)
