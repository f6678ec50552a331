// Elements of other types: loaded, stored and cast, and computed with.
// RUN: %pto-rewrite --passes=vectorize-tiles -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=vectorize-tiles %s
// RUN: %equal --passes='vectorize-tiles{width=8}' %s
// RUN: %if avx512 %{ %equal --passes='vectorize-tiles,lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='vectorize-tiles{width=8},lower-vectors{target=avx2}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

// CHECK-LABEL: void widened
// CHECK:             const auto load = vec::load<16>(x_window, {r, c});
// CHECK-NEXT:        const auto wide = vec::cast<float>(load);
// CHECK:             const auto cast = vec::cast<bf16>(
// CHECK-NEXT:        vec::store(cast, out_window, {r, c});
PTO_INCORE void widened(In<Tensor<bf16, 4, 40>> x, Out<Tensor<bf16, 4, 40>> out) {
  auto wide = tile::cast<float>(tile::load<4, 40>(x, {0, 0}));
  tile::store(tile::cast<bf16>(tile::mul(wide, wide)), {0, 0}, out);
}

// The way to round stays as it is said.
// CHECK-LABEL: void rounded
// CHECK:             vec::cast<half>({{.*}}, RoundMode::Floor);
// CHECK:             vec::cast<std::int32_t>({{.*}}, RoundMode::Trunc);
PTO_INCORE void rounded(In<Tensor<float, 4, 20>> x, Out<Tensor<half, 4, 20>> h, Out<Tensor<int, 4, 20>> n) {
  auto a = tile::load<4, 20>(x, {0, 0});
  tile::store(tile::cast<half>(a, RoundMode::Floor), {0, 0}, h);
  tile::store(tile::cast<int>(a, RoundMode::Trunc), {0, 0}, n);
}

// Integers become floats, a copy stays what it is, and a buffer has elements of its tile.
// CHECK-LABEL: void integers
// CHECK:         const auto kept = mem::alloc<std::int32_t, mem::L1, 4, 16>();
PTO_INCORE void integers(In<Tensor<int, 4, 16>> x, Out<Tensor<int, 4, 16>> out, Out<Tensor<float, 4, 16>> as_float) {
  auto kept = tile::load<4, 16>(x, {0, 0});
  for (Index k = 0; k < 2; ++k)
    tile::store(tile::mul(tile::cast<float>(kept), 0.5f), {0, 0}, as_float);
  tile::store(kept, {0, 0}, out);
}

// Values of one a row, too.
// CHECK-LABEL: void column
// CHECK:           const std::int32_t a = mem::load(x_window, r, 0);
// CHECK-NEXT:      mem::store(a, out_window, r, 0);
PTO_INCORE void column(In<Tensor<int, 4, 1>> x, Out<Tensor<int, 4, 1>> out) {
  auto a = tile::load<4, 1>(x, {0, 0});
  tile::store(a, {0, 0}, out);
}

// CHECK-LABEL: void rows
// CHECK:           const bf16 cast = math::cast<bf16>(row_max);
PTO_INCORE void rows(In<Tensor<float, 4, 16>> x, Out<Tensor<bf16, 4, 1>> out) {
  tile::store(tile::cast<bf16>(tile::row_max(tile::load<4, 16>(x, {0, 0}))), {0, 0}, out);
}
// A row of narrow numbers, as one number for each of several rows.
// CHECK-LABEL: void scales
// CHECK:           const float wide = math::cast<float>(
PTO_INCORE void scales(In<Tensor<float, 8, 16>> x, In<Tensor<bf16, 1, 8>> by, Out<Tensor<float, 8, 16>> out) {
  auto wide = tile::cast<float>(tile::load<1, 8>(by, {0, 0}));
  auto column = tile::reshape<8, 1>(wide);
  tile::store(tile::row_expand_mul(tile::load<8, 16>(x, {0, 0}), column), {0, 0}, out);
}
// CHECK-LABEL: void steps
// CHECK:           const std::int32_t whole = math::cast<std::int32_t>(row_max, RoundMode::Floor);
PTO_INCORE void steps(In<Tensor<float, 8, 16>> x, Out<Tensor<float, 8, 16>> out, Out<Tensor<std::int8_t, 8, 1>> small) {
  auto a = tile::load<8, 16>(x, {0, 0});
  auto whole = tile::cast<std::int32_t>(tile::row_max(a), RoundMode::Floor);
  tile::store(tile::row_expand_sub(a, tile::exp(tile::cast<float>(tile::neg(whole)))), {0, 0}, out);
  tile::store(tile::cast<std::int8_t>(whole), {0, 0}, small);
}
// SAYS: [[@LINE+1]]:17: remark: 'of_number' kept: a number is cast [-Rpass-missed=vectorize-tiles,unsupported-type]
PTO_INCORE void of_number(Out<Tensor<std::int32_t, 4, 16>> out) {
  tile::store(tile::cast<std::int32_t>(tile::full<float, 4, 16>(1.5f)), {0, 0}, out);
}

// Small floats are computed in float, and rounded once an op, as tiles and as vectors.
// CHECK-LABEL: void small
// CHECK:         const auto number = vec::splat<bf16, 16>(static_cast<bf16>(0.3f));
// CHECK:             const auto c = a + b;
// CHECK-NEXT:        const auto mul = c * number;
PTO_INCORE void small(In<Tensor<bf16, 4, 21>> x, In<Tensor<bf16, 4, 21>> y, Out<Tensor<bf16, 4, 21>> out,
                      Out<Tensor<bf16, 4, 21>> more) {
  auto a = tile::load<4, 21>(x, {0, 0});
  auto b = tile::load<4, 21>(y, {0, 0});
  auto c = tile::add(a, b);
  tile::store(tile::sub(tile::mul(c, 0.3f), a), {0, 0}, out);
  tile::store(tile::maximum(tile::neg(tile::div(a, b)), tile::relu(tile::abs(c))), {0, 0}, more);
}
// CHECK-LABEL: void small_rows
// CHECK:           const float top_wide = {{.*}} == 0 ? -__builtin_inff() : top_wide_of_some;
// CHECK:           const half top{{[0-9]*}} = math::cast<half>(top_wide);
PTO_INCORE void small_rows(In<Tensor<half, 4, 40>> x, In<Tensor<half, 1, 40>> y, Index n, Out<Tensor<half, 4, 40>> out,
                           Out<Tensor<half, 4, 1>> low) {
  auto in = tile::load<4, 40>(x, {0, 0}, Valid{4, 4 * n + 1});
  auto top = tile::row_max(in);
  auto all = tile::full<half, 4, 40>(half(0.1f));
  for (Index i = 0; i < 2; ++i)
    all = tile::col_expand_mul(tile::minimum(all, 3.f), tile::load<1, 40>(y, {0, 0}));
  tile::store(tile::row_expand_sub(in, tile::mul(top, 0.5f)), {0, 0}, out);
  tile::store(tile::sub(tile::row_min(all), 1.f), {0, 0}, low);
}

PTO_TEST_MAIN(widened, rounded, integers, column, rows, scales, steps, of_number, small, small_rows)
