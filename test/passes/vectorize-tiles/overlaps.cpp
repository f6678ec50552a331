// What is read and what is written in place: computed elsewhere first, or kept.
// RUN: %pto-rewrite --passes=vectorize-tiles -Rpass-missed=. %s -o /dev/null -- 2>&1 | FileCheck %s
// RUN: %if avx512 %{ %equal --passes=@avx512 --exactness=bitwise --ulp=8 --within=1e-5 --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes=@avx2 --exactness=bitwise --ulp=8 --within=1e-5 --expect-change %s %}
// CHECK: remark: 'swapped' kept: what is loaded and what is stored may overlap [-Rpass-missed=vectorize-tiles,memory-overlap]
// CHECK: remark: 'sum_in_place' kept: what is loaded and what is stored may overlap [-Rpass-missed=vectorize-tiles,memory-overlap]
// CHECK: remark: 'sum_one' kept: 'c' is an operand and the result [-Rpass-missed=vectorize-tiles,memory-overlap]
// CHECK: remark: 'pad_in_place' kept: what is loaded and what is stored may overlap [-Rpass-missed=vectorize-tiles,memory-overlap]
// CHECK-NOT: remark
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;
PTO_INCORE void swapped(InOut<Tensor<float, 3, 32>> c) {
  auto a = tile::load<3, 16>(c, {0, 0});
  auto b = tile::load<3, 16>(c, {0, 16});
  tile::store(tile::concat(b, a), {0, 0}, c);
}
PTO_INCORE void sum_in_place(InOut<Tensor<float, 3, 32>> c) {
  auto a = tile::load<3, 32>(c, {0, 0});
  tile::store(tile::col_sum(a), {0, 0}, c);
}
PTO_INCORE void sum_one(InOut<Tensor<float, 1, 32>> c) {
  auto a = tile::load<1, 32>(c, {0, 0});
  tile::store(tile::col_sum(a), {0, 0}, c);
}
PTO_INCORE void pad_in_place(Index n, InOut<Tensor<float, 3, 32>> c) {
  auto a = tile::load<3, 32>(c, {0, 0}, Valid{3, n});
  tile::store(tile::fillpad<Pad::Zero>(a), {0, 0}, c);
}
PTO_INCORE void bytes_in_place(InOut<Tensor<std::int32_t, 4, 8>> c, In<Tensor<std::int8_t, 4, 4>> a,
                               In<Tensor<std::int8_t, 4, 8>> b) {
  auto s = tile::load<4, 8>(c, {0, 0});
  for (Index k = 0; k < 2; ++k) {
    auto l = tile::load<4, 4>(a, {0, 0});
    auto r = tile::load<4, 8>(b, {0, 0});
    s = tile::matmul_acc(s, l, r, k == 1);
    auto t = tile::add(s, 1);
    tile::store(t, {0, 0}, c);
  }
}
PTO_INCORE void gemv_alias(InOut<Tensor<float, 32, 1>> v, In<Tensor<float, 32, 32>> a) {
  auto x = tile::load<32, 1>(v, {0, 0});
  auto m = tile::load<32, 32>(a, {0, 0});
  auto y = tile::matmul(m, x);
  tile::store(y, {0, 0}, v);
}
PTO_INCORE void bias_alias(InOut<Tensor<float, 1, 32>> v, In<Tensor<float, 32, 32>> a, In<Tensor<float, 1, 32>> x) {
  auto l = tile::load<1, 32>(x, {0, 0});
  auto m = tile::load<32, 32>(a, {0, 0});
  auto b = tile::load<1, 32>(v, {0, 0});
  auto y = tile::gemv_bias(l, m, b);
  tile::store(y, {0, 0}, v);
}
PTO_INCORE void left_is_result(InOut<Tensor<float, 1, 32>> v, In<Tensor<float, 32, 32>> a) {
  auto l = tile::load<1, 32>(v, {0, 0});
  auto m = tile::load<32, 32>(a, {0, 0});
  auto y = tile::gemv(l, m);
  tile::store(y, {0, 0}, v);
}

PTO_TEST_MAIN(swapped, sum_in_place, sum_one, pad_in_place, bytes_in_place, gemv_alias, bias_alias,
              left_is_result)
