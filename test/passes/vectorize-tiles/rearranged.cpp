// Columns reduced, tiles side by side, filled up, triangles.
// RUN: %pto-rewrite --passes=vectorize-tiles -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=vectorize-tiles %s
// RUN: %if avx512 %{ %equal --passes='vectorize-tiles,lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='vectorize-tiles{width=8},lower-vectors{target=avx2}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

// Row by row, as the op does: the same bits.
// CHECK-LABEL: void columns
// CHECK:         for (Index c = 0; c < 256; c += 128) {
// CHECK-NEXT:      auto sums2 = vec::load<128>(x_window, {0, c});
// CHECK-NEXT:      for (Index r = 1; r < 7; ++r) {
// CHECK-NEXT:        sums2 = sums2 + vec::load<128>(x_window, {r, c});
// CHECK-NEXT:      }
// CHECK-NEXT:      vec::store(sums2, sums, {0, c});
// CHECK:           auto sums2 = vec::transfer_read<16>(x_window, {0, 288});
PTO_INCORE void columns(In<Tensor<float, 7, 300>> x, Out<Tensor<float, 7, 300>> out) {
  auto a = tile::load<7, 300>(x, {0, 0});
  auto sums = tile::col_sum(a);
  tile::store(tile::col_expand_sub(a, sums), {0, 0}, out);
}
PTO_INCORE void extremes(In<Tensor<float, 5, 37>> x, Out<Tensor<float, 4, 37>> out) {
  auto a = tile::mul(tile::load<5, 37>(x, {0, 0}), 2.f);
  tile::store(tile::col_max(a), {0, 0}, out);
  tile::store(tile::col_min(a), {1, 0}, out);
  tile::store(tile::col_prod(a), {2, 0}, out);
  auto first = tile::load<1, 37>(x, {0, 0});
  tile::store(tile::col_sum(first), {3, 0}, out);
}
PTO_INCORE void integers(In<Tensor<std::int32_t, 5, 20>> x, Index n, Out<Tensor<std::int32_t, 2, 20>> out) {
  auto a = tile::load<5, 20>(x, {0, 0}, Valid{5, 2 * n + 1});
  tile::store(tile::col_sum(a), {0, 0}, out);
  tile::store(tile::col_min(a), {1, 0}, out);
}
// A column of one number a row.
PTO_INCORE void single(In<Tensor<float, 9, 40>> x, Out<Tensor<float, 1, 1>> out) {
  auto most = tile::row_max(tile::load<9, 40>(x, {0, 0}));
  tile::store(tile::col_max(most), {0, 0}, out);
}
// SAYS: [[@LINE+1]]:17: remark: 'no_rows' kept: it is not known whether a column has elements [-Rpass-missed=vectorize-tiles,unsupported-shape]
PTO_INCORE void no_rows(In<Tensor<float, 5, 20>> x, Index n, Out<Tensor<float, 1, 20>> out) {
  auto a = tile::load<5, 20>(x, {0, 0}, Valid{n, 20});
  tile::store(tile::col_sum(a), {0, 0}, out);
}
// SAYS: [[@LINE+1]]:17: remark: 'made_here' kept: an operand is made in this statement [-Rpass-missed=vectorize-tiles,unsupported-statement]
PTO_INCORE void made_here(In<Tensor<float, 5, 20>> x, Out<Tensor<float, 1, 20>> out) {
  tile::store(tile::col_sum(tile::neg(tile::load<5, 20>(x, {0, 0}))), {0, 0}, out);
}
// What overhangs the first one's columns is written again, in the end in bounds.
// CHECK-LABEL: void side_by_side
// CHECK:           vec::transfer_write(vec::transfer_read<16>(x_window, {r, 16}), both, {r, 16});
// CHECK:           vec::transfer_write(vec::transfer_read<16>(y_window, {r, 0}), both, {r, 19});
PTO_INCORE void side_by_side(In<Tensor<float, 3, 19>> x, In<Tensor<float, 3, 2>> y, Out<Tensor<float, 3, 21>> out) {
  auto a = tile::load<3, 19>(x, {0, 0});
  auto b = tile::load<3, 2>(y, {0, 0});
  auto both = tile::concat(a, b);
  tile::store(tile::neg(both), {0, 0}, out);
}
PTO_INCORE void valid_ones(In<Tensor<float, 3, 40>> x, Index n, Out<Tensor<float, 3, 80>> out) {
  auto a = tile::load<3, 40>(x, {0, 0}, Valid{3, 4 * n + 1});
  auto b = tile::load<3, 40>(x, {0, 0}, Valid{3, n + 2});
  tile::store(tile::concat(a, b), {0, 0}, out);
}
PTO_INCORE void words(In<Tensor<std::int32_t, 3, 19>> x, Out<Tensor<std::int32_t, 3, 38>> out) {
  auto a = tile::load<3, 19>(x, {0, 0});
  auto b = tile::add(a, 1);
  tile::store(tile::concat(a, b), {0, 0}, out);
}

// CHECK-LABEL: void filled
// CHECK:         const auto pad = vec::splat<float, 16>(-__builtin_inff());
// CHECK-NEXT:    for (Index r = 0; r < 2; ++r) {
// CHECK:             vec::store(vec::select(vec::create_mask<16>(load_cols - c), vec::transfer_read<16>(a, {r, c}), pad), full, {r, c});
// CHECK:         for (Index r = 2; r < 4; ++r) {
PTO_INCORE void filled(In<Tensor<float, 4, 40>> x, Index n, Out<Tensor<float, 4, 40>> out, Out<Tensor<float, 4, 1>> most) {
  auto a = tile::neg(tile::load<4, 40>(x, {0, 0}, Valid{2, 4 * n + 1}));
  auto full = tile::fillpad<Pad::Min>(a);
  tile::store(tile::row_max(full), {0, 0}, most);
  tile::store(full, {0, 0}, out);
}
PTO_INCORE void filled_up(In<Tensor<float, 4, 21>> x, Index n, Out<Tensor<float, 6, 40>> out, Out<Tensor<float, 4, 21>> most) {
  auto a = tile::load<4, 21>(x, {0, 0}, Valid{n, n});
  tile::store(tile::fillpad_expand<Pad::Zero, 6, 40>(a), {0, 0}, out);
  tile::store(tile::fillpad<Pad::Max>(a), {0, 0}, most);
}
PTO_INCORE void filled_words(In<Tensor<std::int32_t, 4, 21>> x, Index n, Out<Tensor<std::int32_t, 4, 21>> out) {
  auto a = tile::load<4, 21>(x, {0, 0}, Valid{3, n});
  tile::store(tile::fillpad<Pad::Min>(a), {0, 0}, out);
}
// SAYS: [[@LINE+1]]:17: remark: 'filled_shorts' kept: its elements are short [-Rpass-missed=vectorize-tiles,unsupported-type]
PTO_INCORE void filled_shorts(In<Tensor<std::int16_t, 4, 21>> x, Index n, Out<Tensor<std::int16_t, 4, 21>> out) {
  auto a = tile::load<4, 21>(x, {0, 0}, Valid{3, n});
  tile::store(tile::fillpad<Pad::Min>(a), {0, 0}, out);
}

// CHECK-LABEL: void triangles
// CHECK:             const auto visible = vec::select(vec::create_mask<16>(r + 1 - c), vec::splat<float, 16>(1.0f), vec::splat<float, 16>(0.0f));
PTO_INCORE void triangles(In<Tensor<float, 20, 20>> x, Index n, Out<Tensor<float, 20, 20>> out,
                          Out<Tensor<float, 20, 20>> upper, Out<Tensor<std::int32_t, 9, 33>> bits) {
  auto a = tile::load<20, 20>(x, {0, 0});
  auto visible = tile::tri<float, 20, 20>();
  tile::store(tile::add(tile::mul(a, visible), tile::mul(tile::sub(visible, 1.f), 1e30f)), {0, 0}, out);
  tile::store(tile::mul(a, tile::tri<float, 20, 20>(n - 5, true)), {0, 0}, upper);
  tile::store(tile::tri<std::int32_t, 9, 33>(-2), {0, 0}, bits);
}
PTO_INCORE void one_row(In<Tensor<float, 1, 20>> x, Index n, Out<Tensor<float, 1, 20>> out) {
  tile::store(tile::mul(tile::load<1, 20>(x, {0, 0}), tile::tri<float, 1, 20>(n)), {0, 0}, out);
}

// What is said to be valid is what is valid.
PTO_INCORE void said_again(In<Tensor<float, 8, 20>> x, Index n, Out<Tensor<float, 8, 20>> out) {
  auto loaded = tile::load<8, 20>(x, {0, 0}, Valid{n, 20});
  auto in = tile::reshape<8, 20>(loaded, Valid{n, 20});
  auto most = tile::mul(tile::reshape<8, 1>(tile::row_max(in), Valid{n, 1}), 0.5f);
  tile::store(tile::row_expand_sub(in, most), {0, 0}, out);
}
// SAYS: [[@LINE+1]]:17: remark: 'said_otherwise' kept: another part of the tile becomes valid [-Rpass-missed=vectorize-tiles,unsupported-shape]
PTO_INCORE void said_otherwise(In<Tensor<float, 8, 20>> x, Index n, Out<Tensor<float, 8, 20>> out) {
  auto loaded = tile::load<8, 20>(x, {0, 0}, Valid{n + 1, 20});
  tile::store(tile::reshape<8, 20>(loaded, Valid{n, 20}), {0, 0}, out);
}

PTO_TEST_MAIN(columns, extremes, integers, single, no_rows, made_here, side_by_side, valid_ones, words, filled,
              filled_up, filled_words, filled_shorts, triangles, one_row, said_again, said_otherwise)
