// Rows without elements: a sum is 0, a product 1, the largest the lowest number. How many there are is known at run time.
// RUN: %pto-rewrite --passes=vectorize-tiles --allow=reassociate -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=vectorize-tiles --allow=reassociate %s
// RUN: %if avx512 %{ %equal --passes='vectorize-tiles,lower-vectors{target=avx512}' --allow=reassociate,target-maths --exactness=bitwise --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='vectorize-tiles{width=8},lower-vectors{target=avx2}' --allow=reassociate,target-maths --exactness=bitwise --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

// CHECK-LABEL: void none
// CHECK:         const float row_sum = a_cols == 0 ? 0.0f : row_sum_of_some;
// CHECK:         const float row_max = a_cols == 0 ? -__builtin_inff() : row_max_of_some;
PTO_INCORE void none(In<Tensor<float, 3, 20>> x, Index n,
                     Out<Tensor<float, 3, 1>> sum, Out<Tensor<float, 3, 1>> most, Out<Tensor<float, 3, 1>> prod) {
  auto a = tile::load<3, 20>(x, {0, 0}, Valid{3, n / 100});
  tile::store(tile::row_sum(a), {0, 0}, sum);
  tile::store(tile::row_max(a), {0, 0}, most);
  tile::store(tile::row_prod(a), {0, 0}, prod);
}
// SAYS: [[@LINE+1]]:17: remark: 'none_constant' kept: nothing of a tile is valid [-Rpass-missed=vectorize-tiles,unsupported-shape]
PTO_INCORE void none_constant(In<Tensor<float, 3, 20>> x, Out<Tensor<float, 3, 1>> sum, Out<Tensor<float, 3, 1>> most) {
  auto a = tile::load<3, 20>(x, {0, 0}, Valid{3, 0});
  tile::store(tile::row_sum(a), {0, 0}, sum);
  tile::store(tile::row_max(a), {0, 0}, most);
}
PTO_INCORE void none_integers(In<Tensor<std::int32_t, 3, 20>> x, Index n,
                     Out<Tensor<std::int32_t, 3, 1>> sum, Out<Tensor<std::int32_t, 3, 1>> most) {
  auto a = tile::load<3, 20>(x, {0, 0}, Valid{3, n / 100});
  tile::store(tile::row_sum(a), {0, 0}, sum);
  tile::store(tile::row_min(a), {0, 0}, most);
}
PTO_INCORE void none_product(In<Tensor<float, 3, 40>> x, In<Tensor<float, 40, 1>> y, Index n,
                     Out<Tensor<float, 3, 1>> sum) {
  auto a = tile::load<3, 40>(x, {0, 0}, Valid{3, n / 100});
  auto b = tile::load<40, 1>(y, {0, 0}, Valid{n / 100, 1});
  tile::store(tile::matmul(a, b), {0, 0}, sum);
}
PTO_INCORE void none_bytes(In<Tensor<std::int8_t, 3, 40>> x, In<Tensor<std::int8_t, 40, 20>> y, Index n,
                     Out<Tensor<std::int32_t, 3, 20>> sum) {
  auto a = tile::load<3, 40>(x, {0, 0}, Valid{3, n / 100});
  auto b = tile::load<40, 20>(y, {0, 0}, Valid{n / 100, 20});
  tile::store(tile::matmul(a, b), {0, 0}, sum);
}

PTO_TEST_MAIN(none, none_constant, none_integers, none_product, none_bytes)
