// Kernel templates: sizes are said in the words of the template, so that one text does for all instances.
// RUN: %pto-rewrite --passes=vectorize-tiles -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=vectorize-tiles %s
// RUN: %if avx512 %{ %equal --passes='vectorize-tiles,lower-vectors{target=avx512}' --allow=target-maths --ulp=2 --within=1e-6 %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

// CHECK-LABEL: void scale(
// CHECK-NEXT:    const Index a_rows = R;
// CHECK-NEXT:    const Index a_cols = C;
// CHECK-NEXT:    const auto x_window = mem::subview<dyn, dyn>(mem::view(x), {0, 0}, {a_rows, a_cols});
// CHECK-NEXT:    const auto out_window = mem::subview<dyn, dyn>(mem::view(out), {0, 0}, {a_rows, a_cols});
// CHECK-NEXT:    for (Index r = 0; r < a_rows; ++r) {
// CHECK-NEXT:      const auto e_row = mem::alloc<float, mem::L1, dyn>({a_cols});
template <Index R, Index C> PTO_INCORE void scale(In<Tensor<float, R, C>> x, Out<Tensor<float, R, C>> out) {
  auto a = tile::load<R, C>(x, {0, 0});
  auto e = tile::exp(a);
  auto m = tile::row_max(e);
  tile::store(tile::row_expand_div(e, m), {0, 0}, out);
}

// CHECK-LABEL: void product(
// CHECK:         const auto s = mem::alloc<float, mem::L1, dyn, dyn>({load_rows, load_cols2});
// CHECK:         const auto a_wide = mem::alloc<float, mem::L1, dyn, dyn>({load_rows, load_cols});
template <Index M, Index K, Index N>
PTO_INCORE void product(In<Tensor<bf16, M, K>> a, In<Tensor<bf16, K, N>> b, Out<Tensor<float, M, N>> out) {
  auto s = tile::matmul(tile::load<M, K>(a, {0, 0}), tile::load<K, N>(b, {0, 0}));
  tile::store(tile::mul(s, 0.5f), {0, 0}, out);
}

// What is a number in the template is one in the text.
// CHECK-LABEL: void carried(
// CHECK:         const auto sum = mem::alloc<float, mem::L1, 4, dyn>({4, sum_cols});
template <Index C> PTO_INCORE void carried(In<Tensor<float, 4, 2 * C>> x, Out<Tensor<float, 4, 2 * C>> out) {
  auto sum = tile::full<float, 4, 2 * C>(0.f);
  for (Index k = 0; k < 3; ++k)
    sum = tile::add(sum, tile::load<4, 2 * C>(x, {0, 0}));
  tile::store(sum, {0, 0}, out);
}

// One column is one value a row, and another loop.
// SAYS: [[@LINE+1]]:{{[0-9]+}}: remark: kept: the instances of 'columns' would be rewritten differently [-Rpass-missed=vectorize-tiles,instantiations-disagree]
template <Index C> PTO_INCORE void columns(In<Tensor<float, 4, C>> x, Out<Tensor<float, 4, C>> out) {
  tile::store(tile::neg(tile::load<4, C>(x, {0, 0})), {0, 0}, out);
}

PTO_TEST_MAIN(scale<4, 20>, scale<8, 100>, scale<1, 3>, product<8, 16, 32>, product<5, 3, 50>, carried<7>, carried<32>,
              columns<1>, columns<8>)
