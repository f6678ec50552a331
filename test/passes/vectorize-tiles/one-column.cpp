// Products with one column or one row, and those that start with a row for all rows.
// RUN: %pto-rewrite --passes=vectorize-tiles --allow=reassociate -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %pto-rewrite --passes=vectorize-tiles %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s --check-prefix=EXACT
// RUN: %equal --passes=vectorize-tiles %s
// RUN: %equal --passes=vectorize-tiles --allow=reassociate --ulp=8 --within=1e-5 %s
// RUN: %if avx512 %{ %equal --passes=@avx512 --exactness=bitwise --ulp=8 --within=1e-5 --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes=@avx2 --exactness=bitwise --ulp=8 --within=1e-5 --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

// Rows times a column: vectors are of neighbours in rows, where sums may be joined in another order.
// CHECK-LABEL: void column
// CHECK:         const auto b_column = mem::alloc<float, mem::L1, 100>();
// CHECK-NEXT:    for (Index k = 0; k < 100; ++k) {
// CHECK-NEXT:      mem::store(mem::load(b_window, k, 0), b_column, k);
// CHECK:         for (Index r = 0; r < 8; r += 4) {
// CHECK-NEXT:      auto sum0_0 = vec::splat<float, 16>(0.0f);
// CHECK:           for (Index k = 0; k < 96; k += 32) {
// CHECK-NEXT:        const auto numbers = vec::load<16>(b_column, {k});
// CHECK-NEXT:        sum0_0 = vec::fma(vec::load<16>(a_window, {r, k}), numbers, sum0_0);
// CHECK:             const auto numbers = vec::transfer_read<16>(b_column, {96});
// CHECK-NEXT:        const auto last = vec::create_mask<16>(4);
// CHECK-NEXT:        sum0_0 = vec::select(last, vec::fma(vec::transfer_read<16>(a_window, {r, 96}), numbers, sum0_0), sum0_0);
// CHECK:           mem::store(vec::reduce<vec::Combine::Add>(sum0_0 + sum0_1, -0.0f), c_window, r, 0);
// CHECK:           auto sum0_3 = vec::splat<float, 16>(0.0f);
// EXACT-LABEL: void column
// EXACT:           sum0 = vec::fma(vec::splat<float, 16>(mem::load(a_window, 0, k)), b_row, sum0);
PTO_INCORE void column(In<Tensor<float, 9, 100>> a, In<Tensor<float, 100, 1>> b, Out<Tensor<float, 9, 1>> c) {
  auto sum = tile::matmul(tile::load<9, 100>(a, {0, 0}), tile::load<100, 1>(b, {0, 0}));
  tile::store(sum, {0, 0}, c);
}
// CHECK-LABEL: void added
// CHECK:         mem::store(mem::load(c_window, 0, 0) + vec::reduce<vec::Combine::Add>((sum0_0 + sum0_1) + (sum0_2 + sum0_3), -0.0f), c_window, 0, 0);
PTO_INCORE void added(In<Tensor<float, 1, 64>> a, In<Tensor<float, 64, 1>> b, InOut<Tensor<float, 1, 1>> c) {
  auto sum = tile::load<1, 1>(c, {0, 0});
  auto left = tile::load<1, 64>(a, {0, 0});
  auto right = tile::load<64, 1>(b, {0, 0});
  sum = tile::gemv_acc(sum, left, right);
  tile::store(sum, {0, 0}, c);
}
// CHECK-LABEL: void narrow
// CHECK:           mem::store(static_cast<float>(mem::load(b_window, k, 0)), b_column, k);
// CHECK:             sum0_0 = vec::fma(vec::cast<float>(vec::load<16>(a_window, {0, k})), numbers, sum0_0);
PTO_INCORE void narrow(In<Tensor<bf16, 6, 77>> a, In<Tensor<bf16, 77, 1>> b, Out<Tensor<float, 6, 1>> c) {
  auto sum = tile::matmul(tile::load<6, 77>(a, {0, 0}), tile::load<77, 1>(b, {0, 0}));
  tile::store(sum, {0, 0}, c);
}
// Integers have the same bits in every order.
// EXACT-LABEL: void bytes
// EXACT:           mem::store(static_cast<std::int16_t>(mem::load(b_window, k, 0)), b_column, k);
// EXACT:           sum0_0 = vec::dot(vec::cast<std::int16_t>(vec::load<32>(a_window, {0, 0})), numbers, sum0_0);
// EXACT:           mem::store(math::add(mem::load(c_window, 0, 0), vec::reduce<vec::Combine::Add>(sum0_0 + sum0_1, 0)), c_window, 0, 0);
PTO_INCORE void bytes(In<Tensor<std::int8_t, 5, 107>> a, In<Tensor<std::int8_t, 107, 1>> b,
                      InOut<Tensor<std::int32_t, 5, 1>> c) {
  auto sum = tile::load<5, 1>(c, {0, 0});
  auto left = tile::load<5, 107>(a, {0, 0});
  auto right = tile::load<107, 1>(b, {0, 0});
  sum = tile::matmul_acc(sum, left, right);
  tile::store(sum, {0, 0}, c);
}
PTO_INCORE void words(In<Tensor<std::uint16_t, 5, 40>> a, In<Tensor<std::uint16_t, 40, 1>> b,
                      Out<Tensor<std::int32_t, 5, 1>> c) {
  tile::store(tile::matmul(tile::load<5, 40>(a, {0, 0}), tile::load<40, 1>(b, {0, 0})), {0, 0}, c);
}
// Behind the valid part of a buffer there may be anything, infinities, too.
PTO_INCORE void valid(In<Tensor<float, 6, 40>> a, In<Tensor<float, 40, 1>> b, Index n, Out<Tensor<float, 6, 1>> c) {
  auto all = tile::mul(tile::load<6, 40>(a, {0, 0}), 3e38f);
  auto left = tile::mul(tile::load<6, 40>(a, {0, 0}, Valid{6, 4 * n + 1}), 0.5f);
  auto right = tile::load<40, 1>(b, {0, 0}, Valid{4 * n + 1, 1});
  for (Index i = 0; i < 2; ++i) {
    auto sum = tile::matmul(left, right);
    tile::store(sum, {0, 0}, c);
  }
}

// A row times a matrix: eight vectors of columns at once.
// EXACT-LABEL: void row
// EXACT:         auto sum0 = vec::splat<float, 128>(0.0f);
// EXACT:           const auto b_row = vec::load<128>(b_window, {k, c2});
// EXACT:             auto sum0 = vec::splat<float, 64>(0.0f);
PTO_INCORE void row(In<Tensor<float, 1, 50>> a, In<Tensor<float, 50, 327>> b, Out<Tensor<float, 1, 327>> c) {
  auto sum = tile::gemv(tile::load<1, 50>(a, {0, 0}), tile::load<50, 327>(b, {0, 0}));
  tile::store(sum, {0, 0}, c);
}
PTO_INCORE void row_of_bytes(In<Tensor<std::int8_t, 1, 51>> a, In<Tensor<std::int8_t, 51, 130>> b,
                             Out<Tensor<std::int32_t, 1, 130>> c) {
  auto sum = tile::gemv(tile::load<1, 51>(a, {0, 0}), tile::load<51, 130>(b, {0, 0}));
  tile::store(sum, {0, 0}, c);
}

// EXACT-LABEL: void bias
// EXACT:         auto sum0 = vec::load<32>(v_window, {0, 0});
// EXACT:         auto sum3 = vec::load<32>(v_window, {0, 0});
PTO_INCORE void bias(In<Tensor<float, 4, 8>> a, In<Tensor<float, 8, 35>> b, In<Tensor<float, 1, 35>> v,
                     Out<Tensor<float, 4, 35>> c) {
  auto sum = tile::matmul_bias(tile::load<4, 8>(a, {0, 0}), tile::load<8, 35>(b, {0, 0}), tile::load<1, 35>(v, {0, 0}));
  tile::store(sum, {0, 0}, c);
}
PTO_INCORE void computed_bias(In<Tensor<bf16, 1, 8>> a, In<Tensor<bf16, 8, 35>> b, In<Tensor<float, 1, 35>> v,
                              Out<Tensor<float, 1, 35>> c) {
  auto twice = tile::mul(tile::load<1, 35>(v, {0, 0}), 2.f);
  auto sum = tile::gemv_bias(tile::load<1, 8>(a, {0, 0}), tile::load<8, 35>(b, {0, 0}), twice);
  tile::store(sum, {0, 0}, c);
}
PTO_INCORE void bias_of_column(In<Tensor<float, 5, 40>> a, In<Tensor<float, 40, 1>> b, In<Tensor<float, 1, 1>> v,
                               Out<Tensor<float, 5, 1>> c) {
  auto sum = tile::matmul_bias(tile::load<5, 40>(a, {0, 0}), tile::load<40, 1>(b, {0, 0}), tile::load<1, 1>(v, {0, 0}));
  tile::store(sum, {0, 0}, c);
}
// The bias is read to its end before the result is written to where it is.
// EXACT-LABEL: void bias_is_result
// EXACT:         const auto sum = mem::alloc<float, mem::L1, 4, 35>();
PTO_INCORE void bias_is_result(In<Tensor<float, 4, 8>> a, In<Tensor<float, 8, 35>> b, InOut<Tensor<float, 4, 35>> c) {
  auto sum = tile::matmul_bias(tile::load<4, 8>(a, {0, 0}), tile::load<8, 35>(b, {0, 0}), tile::load<1, 35>(c, {0, 0}));
  tile::store(sum, {0, 0}, c);
}

// SAYS: [[@LINE+1]]:17: remark: 'bias_made_here' kept: a factor is made in this statement [-Rpass-missed=vectorize-tiles,unsupported-statement]
PTO_INCORE void bias_made_here(In<Tensor<float, 4, 8>> a, In<Tensor<float, 8, 35>> b, Out<Tensor<float, 4, 35>> c) {
  auto sum = tile::matmul_bias(tile::load<4, 8>(a, {0, 0}), tile::load<8, 35>(b, {0, 0}), tile::full<float, 1, 35>(1.f));
  tile::store(sum, {0, 0}, c);
}

PTO_TEST_MAIN(column, added, narrow, bytes, words, valid, row, row_of_bytes, bias, computed_bias, bias_of_column,
              bias_is_result, bias_made_here)
