// Tiles whose extents are known at run time: all of them is valid, and rows end in a masked part.
// RUN: %pto-rewrite --passes=vectorize-tiles -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=vectorize-tiles %s
// RUN: %if avx512 %{ %equal --passes='vectorize-tiles,lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='vectorize-tiles{width=8},lower-vectors{target=avx2}' --expect-change %s %}
// RUN: %pto-rewrite --passes='vectorize-tiles{width=8},lower-vectors{target=avx2}' -Rpass-missed=lower-vectors %s -o %t.2.cpp -- 2>&1 | count 0
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;
using Any = Tensor<float, dyn, dyn>;

// CHECK-LABEL: void chain
// CHECK-NEXT:    const Index a_rows = n + 1;
// CHECK-NEXT:    const Index a_cols = 2 * n + 1;
// CHECK-NEXT:    const auto x_window = mem::subview<dyn, dyn>(mem::view(x), {0, 0}, {a_rows, a_cols});
// CHECK:         for (Index r = 0; r < a_rows; ++r) {
// CHECK:           const float top = a_cols == 0 ? -__builtin_inff() : top_of_some;
// CHECK:             vec::transfer_write(relu, out_window, {r, c});
PTO_INCORE void chain(In<Any> x, Index n, Out<Any> out) {
  auto a = tile::load(x, {0, 0}, {n + 1, 2 * n + 1});
  auto top = tile::row_max(a);
  tile::store(tile::relu(tile::row_expand_sub(a, tile::mul(top, 0.5f))), {0, 0}, out);
}
// CHECK-LABEL: void turns
// CHECK:         const auto a = mem::alloc<float, mem::L1, dyn, dyn>({rows, cols});
PTO_INCORE void turns(In<Any> x, Index n, Out<Any> out) {
  const Index rows = x.extent(0) - 1, cols = x.extent(1) - n;
  auto a = tile::full<float>({rows, cols}, 0.5f);
  for (Index k = 0; k < n; ++k) {
    auto b = tile::load(x, {0, 0}, {rows, cols});
    a = tile::add(tile::mul(a, b), 1.f);
  }
  tile::store(a, {0, 0}, out);
}
PTO_INCORE void searched(In<Any> x, In<Any> y, Index n, Out<Any> out, Out<Tensor<std::int32_t, dyn, 1>> at) {
  auto a = tile::load(x, {0, 0}, {n + 2, n + 3});
  auto b = tile::load(y, {0, 1}, {n + 2, n + 3});
  auto row = tile::load(y, {0, 0}, {1, n + 3});
  tile::store(tile::row_argmax(tile::col_expand_add(a, row)), {0, 0}, at);
  tile::store(tile::sel(tile::cmp(a, b, Cmp::LT), tile::cast<float>(tile::cast<bf16>(b)), 2.f), {0, 0}, out);
}
// Of nothing there is nothing to do.
PTO_INCORE void nothing(In<Any> x, Index n, Out<Any> out, Out<Tensor<float, dyn, 1>> most) {
  auto a = tile::load(x, {0, 0}, {2 * n, 2 * n});
  auto b = tile::load(x, {0, 0}, {3, 2 * n});
  tile::store(tile::neg(a), {0, 0}, out);
  tile::store(tile::row_max(b), {0, 0}, most);
}
PTO_INCORE void reused(In<Any> x, Index n, Out<Any> out) {
  Index rows = n + 1;
  auto a = tile::load(x, {0, 0}, {rows, 3});
  rows = 1;
  auto b = tile::load(x, {rows, 0}, {rows, 3});
  tile::store(tile::neg(a), {0, 0}, out);
  tile::store(tile::abs(b), {5, 0}, out);
}

// SAYS: [[@LINE+1]]:17: remark: 'product' kept: a tile has run-time extents [-Rpass-missed=vectorize-tiles,unsupported-shape]
PTO_INCORE void product(In<Any> x, Index n, Out<Any> out) {
  auto a = tile::load<Mem::Mat>(x, {0, 0}, {n + 2, n + 2});
  tile::store(tile::matmul(tile::move<Mem::Left>(a), tile::move<Mem::Right>(a)), {0, 0}, out);
}
// SAYS: [[@LINE+1]]:17: remark: 'summed' kept: a tile has run-time extents [-Rpass-missed=vectorize-tiles,unsupported-shape]
PTO_INCORE void summed(In<Any> x, Index n, Out<Any> out) {
  auto a = tile::load(x, {0, 0}, {n + 2, n + 2});
  tile::store(tile::col_max(a), {0, 0}, out);
}
// SAYS: [[@LINE+1]]:17: remark: 'grows' kept: other parts of 'a' become valid [-Rpass-missed=vectorize-tiles,unsupported-shape]
PTO_INCORE void grows(In<Any> x, Index n, Out<Any> out) {
  auto a = tile::load(x, {0, 0}, {2, 2});
  for (Index k = 0; k < n; ++k)
    a = tile::load(x, {0, 0}, {k + 2, 2});
  tile::store(a, {0, 0}, out);
}
// SAYS: [[@LINE+1]]:17: remark: 'another_one' kept: other parts of 'a' become valid [-Rpass-missed=vectorize-tiles,unsupported-shape]
PTO_INCORE void another_one(In<Any> x, Index n, Out<Any> out) {
  const Index k = 3;
  auto a = tile::load(x, {0, 0}, {k, 2});
  for (Index i = 0; i < n; ++i) {
    const Index k = i + 1;
    a = tile::load(x, {0, 0}, {k, 2});
  }
  tile::store(a, {0, 0}, out);
}
// SAYS: [[@LINE+1]]:17: remark: 'made_empty' kept: {{.*}} [-Rpass-missed=vectorize-tiles,unsupported-op]
PTO_INCORE void made_empty(In<Any> x, Index n, Out<Any> out) {
  auto a = tile::create<float>({n + 1, 3});
  for (Index k = 0; k < 2; ++k)
    a = tile::load(x, {0, 0}, {n + 1, 3});
  tile::store(a, {0, 0}, out);
}
// SAYS: [[@LINE+1]]:17: remark: 'as_column' kept: the column vector is not known row by row [-Rpass-missed=vectorize-tiles,unsupported-shape]
PTO_INCORE void as_column(In<Any> x, Index n, Out<Any> out) {
  auto a = tile::load(x, {0, 0}, {n + 1, 3});
  auto v = tile::load(x, {0, 1}, {n + 1, 1});
  tile::store(tile::row_expand_mul(a, v), {0, 0}, out);
}
// SAYS: [[@LINE+1]]:17: remark: 'reshaped' kept: {{.*}} [-Rpass-missed=vectorize-tiles,unsupported-shape]
PTO_INCORE void reshaped(In<Any> x, Index n, Out<Any> out) {
  auto a = tile::load(x, {0, 0}, {2, 4 + 0 * n});
  tile::store(tile::reshape<4, 2>(a), {0, 0}, out);
}

PTO_TEST_MAIN(chain, turns, searched, nothing, reused, product, summed, grows, another_one, made_empty, as_column,
              reshaped)
