// Comparisons, selections, places of the largest, and what is spread out from numbers, rows and columns.
// RUN: %pto-rewrite --passes=vectorize-tiles -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=vectorize-tiles %s
// RUN: %pto-rewrite --passes='vectorize-tiles{width=8},lower-vectors{target=avx2}' -Rpass-missed=lower-vectors -o %t.avx2.cpp %s -- 2>&1 | count 0
// RUN: FileCheck %s --check-prefix=AVX2 --input-file=%t.avx2.cpp
// RUN: %if avx512 %{ %equal --passes='vectorize-tiles,lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='vectorize-tiles{width=8},lower-vectors{target=avx2}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

// The largest element, then the first one that equals it; of nothing but NaN the first.
// CHECK-LABEL: void largest
// CHECK:             most_lanes0 = vec::max(most_lanes0, load_0);
// CHECK:           auto first_most_lanes0 = vec::splat<std::int32_t, 16>(2147483647);
// CHECK:             const auto is_most_mask_0 = vec::cmp(load_0, mosts, Cmp::EQ);
// CHECK-NEXT:        const auto columns_0 = vec::splat<std::int32_t, 16>(static_cast<std::int32_t>(c)) + vec::step<std::int32_t, 16>();
// CHECK-NEXT:        const auto found_0 = vec::select(is_most_mask_0, columns_0, number);
// CHECK-NEXT:        first_most_lanes0 = vec::min(first_most_lanes0, found_0);
// CHECK:           const std::int32_t first_most = vec::reduce<vec::Combine::Min>(first_most_all, 2147483647);
// CHECK:           const std::int32_t row_argmax = first_most == 2147483647 ? 0 : first_most;
// AVX2-LABEL: PTO_X86_AVX2 void largest
// AVX2:           const std::int32_t first_most = pto::x86::reduce_min(
PTO_INCORE void largest(In<Tensor<float, 5, 100>> x, Out<Tensor<std::int32_t, 5, 2>> out) {
  tile::store(tile::row_argmax(tile::load<5, 100>(x, {0, 0})), {0, 0}, out);
  tile::store(tile::row_argmin(tile::load<5, 100>(x, {0, 0})), {0, 1}, out);
}
// Integers have no NaN; whose largest one is known is searched for that.
// CHECK-LABEL: void ties
// CHECK:           const std::int32_t most = vec::reduce<vec::Combine::Max>(
// CHECK-NOT:       vec::Combine::Max
// CHECK:           const std::int32_t row_argmax = vec::reduce<vec::Combine::Min>(row_argmax_all, 2147483647);
// CHECK-NEXT:      mem::store(row_argmax, out_window, r, 0);
// CHECK-LABEL: void halves
PTO_INCORE void ties(In<Tensor<std::int32_t, 9, 33>> x, Out<Tensor<std::int32_t, 9, 2>> out) {
  auto a = tile::load<9, 33>(x, {0, 0});
  auto most = tile::row_max(a);
  tile::store(tile::row_argmax(a), {0, 0}, out);
  tile::store(most, {0, 1}, out);
}
// NaN (roots of negative numbers), infinities (quotients by 0), rows of one kind only, zeros of both signs.
PTO_INCORE void halves(In<Tensor<half, 9, 21>> x, Out<Tensor<std::int32_t, 9, 2>> out) {
  auto roots = tile::sqrt(tile::load<9, 21>(x, {0, 0}));
  tile::store(tile::row_argmax(roots), {0, 0}, out);
  tile::store(tile::row_argmin(roots), {0, 1}, out);
}
PTO_INCORE void never_a_number(In<Tensor<float, 9, 37>> x, Out<Tensor<std::int32_t, 9, 4>> out) {
  auto a = tile::load<9, 37>(x, {0, 0});
  auto zeros = tile::mul(tile::maximum(tile::minimum(a, 3.f), -3.f), 0.f);
  auto nan = tile::div(zeros, zeros);
  auto infinite = tile::recip(zeros);
  tile::store(tile::row_argmax(zeros), {0, 0}, out);
  tile::store(tile::row_argmin(nan), {0, 1}, out);
  tile::store(tile::row_argmax(infinite), {0, 2}, out);
  tile::store(tile::row_argmin(tile::sqrt(infinite)), {0, 3}, out);
}
PTO_INCORE void bytes(In<Tensor<std::uint8_t, 4, 40>> x, In<Tensor<std::int16_t, 4, 40>> y,
                      In<Tensor<std::uint32_t, 4, 40>> z, Out<Tensor<std::int32_t, 4, 4>> out) {
  auto a = tile::load<4, 40>(x, {0, 0});
  auto b = tile::load<4, 40>(y, {0, 0});
  auto c = tile::mul(tile::load<4, 40>(z, {0, 0}), 715827882u);
  tile::store(tile::row_argmax(a), {0, 0}, out);
  tile::store(tile::row_argmin(b), {0, 1}, out);
  tile::store(tile::row_argmax(c), {0, 2}, out);
  tile::store(tile::row_argmin(tile::cast<float>(b)), {0, 3}, out);
}
PTO_INCORE void valid_part(In<Tensor<float, 8, 64>> x, Index n, Out<Tensor<std::int32_t, 8, 1>> out,
                           Out<Tensor<float, 8, 64>> more) {
  auto a = tile::load<8, 64>(x, {0, 0}, Valid{n + 1, 19 * n + 1});
  auto at = tile::row_argmax(a);
  tile::store(at, {0, 0}, out);
  tile::store(tile::row_expand_mul(a, tile::cast<float>(at)), {0, 0}, more);
}
// In a row that is one tile of numbers, in one that is computed, and where the result lives on.
PTO_INCORE void in_turns(In<Tensor<float, 3, 48>> x, Index n, Out<Tensor<std::int32_t, 3, 1>> out) {
  auto a = tile::load<3, 48>(x, {0, 0});
  auto at = tile::row_argmin(tile::abs(a));
  for (Index k = 0; k < n; ++k) {
    a = tile::sub(a, 1.f);
    at = tile::maximum(at, tile::row_argmin(tile::abs(a)));
  }
  tile::store(at, {0, 0}, out);
}

// CHECK-LABEL: void in_columns
// CHECK:               const auto better = ~vec::cmp(next, most, Cmp::LE) & vec::cmp(next, next, Cmp::EQ);
// CHECK-LABEL: void columns_of_bytes
// CHECK:               const auto better = vec::cmp(next, least, Cmp::LT);
// AVX2-LABEL: PTO_X86_AVX2 void in_columns
PTO_INCORE void in_columns(In<Tensor<float, 7, 100>> x, Out<Tensor<std::int32_t, 3, 100>> out) {
  auto a = tile::sqrt(tile::load<7, 100>(x, {0, 0}));
  tile::store(tile::col_argmax(a), {0, 0}, out);
  tile::store(tile::col_argmin(a), {1, 0}, out);
  auto first = tile::load<1, 100>(x, {0, 0});
  tile::store(tile::col_argmin(first), {2, 0}, out);
}
PTO_INCORE void columns_of_bytes(In<Tensor<std::int8_t, 5, 21>> x, In<Tensor<bf16, 5, 21>> y,
                                 In<Tensor<std::uint32_t, 5, 21>> z, Out<Tensor<std::int32_t, 3, 21>> out) {
  auto a = tile::load<5, 21>(x, {0, 0});
  auto b = tile::load<5, 21>(y, {0, 0});
  auto c = tile::load<5, 21>(z, {0, 0});
  tile::store(tile::col_argmin(a), {0, 0}, out);
  tile::store(tile::col_argmax(b), {1, 0}, out);
  tile::store(tile::col_argmax(c), {2, 0}, out);
}

// Masks are bytes only where they are stored.
// CHECK-LABEL: void chosen
// CHECK:             const auto less_mask = vec::cmp(a, b, Cmp::LT);
// CHECK-NEXT:        const auto cmp_mask = vec::cmp(a, number, Cmp::GE);
// CHECK-NEXT:        const auto both_mask = less_mask & cmp_mask;
// CHECK-NEXT:        const auto sel = vec::select(less_mask, b, number2);
// CHECK-NEXT:        const auto sel2 = vec::select(both_mask, a, sel);
// CHECK-NEXT:        const auto less = vec::select(less_mask, vec::splat<std::uint8_t, 16>(1), vec::splat<std::uint8_t, 16>(0));
PTO_INCORE void chosen(In<Tensor<float, 5, 20>> x, In<Tensor<float, 5, 20>> y, Out<Tensor<float, 5, 20>> out,
                       Out<Tensor<std::uint8_t, 5, 20>> mask) {
  auto a = tile::load<5, 20>(x, {0, 0});
  auto b = tile::load<5, 20>(y, {0, 0});
  auto less = tile::cmp(a, b, Cmp::LT);
  auto both = tile::and_(less, tile::cmp(a, 0, Cmp::GE));
  tile::store(tile::sel(both, a, tile::sel(less, b, 7)), {0, 0}, out);
  tile::store(both, {0, 0}, mask);
}
// `not_` of 1 is 254, which is not 0; sums of masks count.
PTO_INCORE void masks_as_numbers(In<Tensor<float, 5, 20>> x, Out<Tensor<float, 5, 20>> out,
                                 Out<Tensor<std::uint8_t, 5, 1>> many) {
  auto a = tile::load<5, 20>(x, {0, 0});
  auto negative = tile::cmp(a, 0.f, Cmp::LT);
  auto neither = tile::not_(negative);
  auto twice = tile::xor_(tile::or_(negative, tile::cmp(a, 1.f, Cmp::GT)), tile::cmp(a, -1.f, Cmp::NE));
  tile::store(tile::sel(neither, tile::sel(twice, a, 3.f), tile::neg(a)), {0, 0}, out);
  tile::store(tile::row_sum(negative), {0, 0}, many);
}
// A mask from memory, of any bytes; lanes of all sizes; every comparison.
// AVX2-LABEL: PTO_X86_AVX2 void from_memory
PTO_INCORE void from_memory(In<Tensor<std::uint8_t, 3, 40>> m, In<Tensor<bf16, 3, 40>> x,
                            In<Tensor<std::int8_t, 3, 40>> y, In<Tensor<std::uint32_t, 3, 40>> z,
                            Out<Tensor<bf16, 3, 40>> u, Out<Tensor<std::int8_t, 3, 40>> v,
                            Out<Tensor<std::uint32_t, 3, 40>> w) {
  auto mask = tile::load<3, 40>(m, {0, 0});
  auto a = tile::load<3, 40>(x, {0, 0});
  auto b = tile::load<3, 40>(y, {0, 0});
  auto c = tile::sub(tile::load<3, 40>(z, {0, 0}), 4u);
  tile::store(tile::sel(mask, a, tile::sel(tile::cmp(a, -0.f, Cmp::LE), tile::abs(a), 1.f)), {0, 0}, u);
  tile::store(tile::sel(tile::cmp(b, 2, Cmp::EQ), b, tile::sel(tile::cmp(mask, 3, Cmp::GE), b, -1)), {0, 0}, v);
  tile::store(tile::sel(tile::cmp(c, 3u, Cmp::GT), c, tile::sel(mask, tile::not_(c), 9u)), {0, 0}, w);
}
// One value a row.
// CHECK-LABEL: void of_rows
// CHECK:           const float p = m > n ? n : 2.f;
// CHECK:           const std::uint8_t asked = static_cast<std::uint8_t>(p <= m);
PTO_INCORE void of_rows(In<Tensor<float, 5, 20>> x, Out<Tensor<float, 5, 20>> out,
                        Out<Tensor<std::uint8_t, 5, 1>> mask) {
  auto a = tile::load<5, 20>(x, {0, 0});
  auto m = tile::row_max(a);
  auto n = tile::row_min(a);
  auto p = tile::sel(tile::cmp(m, n, Cmp::GT), n, 2.f);
  auto asked = tile::cmp(p, m, Cmp::LE);
  tile::store(tile::row_expand_add(a, tile::sel(asked, p, m)), {0, 0}, out);
  tile::store(asked, {0, 0}, mask);
}
PTO_INCORE void leaky(In<Tensor<float, 5, 20>> x, In<Tensor<half, 5, 20>> y, Out<Tensor<float, 5, 20>> out,
                      Out<Tensor<half, 5, 20>> more) {
  auto a = tile::load<5, 20>(x, {0, 0});
  auto b = tile::load<5, 20>(y, {0, 0});
  tile::store(tile::lrelu(tile::sqrt(tile::prelu(a, tile::row_expand_sub(a, tile::row_max(a)))), -0.1), {0, 0}, out);
  tile::store(tile::lrelu(b, 0.01f), {0, 0}, more);
}

// CHECK-LABEL: void spread
// CHECK:           const auto vs = vec::splat<float, 16>(v);
// CHECK:             vec::store(vs, out_window, {r, c});
PTO_INCORE void spread(In<Tensor<float, 5, 20>> x, In<Tensor<float, 1, 20>> y, Index n, Out<Tensor<float, 5, 20>> out,
                       Out<Tensor<float, 5, 20>> more, Out<Tensor<float, 5, 20>> numbers) {
  auto a = tile::load<5, 20>(x, {0, 0});
  auto v = tile::row_min(a);
  tile::store(tile::row_expand(a, v), {0, 0}, out);
  tile::store(tile::mul(tile::col_expand(a, tile::load<1, 20>(y, {0, 0})), a), {0, 0}, more);
  tile::store(tile::row_expand_add(tile::expands(a, n), tile::expands(v, 2)), {0, 0}, numbers);
}
PTO_INCORE void spread_valid(In<Tensor<float, 5, 20>> x, In<Tensor<float, 5, 1>> y, Index n,
                             Out<Tensor<float, 5, 20>> out, Out<Tensor<float, 5, 20>> numbers) {
  auto a = tile::load<5, 20>(x, {0, 0}, Valid{n + 1, 5 * n + 1});
  auto v = tile::load<5, 1>(y, {0, 0});
  tile::store(tile::row_expand(a, v), {0, 0}, out);
  tile::store(tile::expands(a, 3), {0, 0}, numbers);
}

// CHECK-LABEL: void counted
// CHECK:             const auto up = vec::splat<std::int32_t, 16>(static_cast<std::int32_t>(static_cast<std::int32_t>(2 * n) + r * 20 + c)) + vec::step<std::int32_t, 16>();
// CHECK:             const auto ci = vec::splat<std::int16_t, 16>(static_cast<std::int16_t>(3 - (r * 20 + c))) - vec::step<std::int16_t, 16>();
PTO_INCORE void counted(In<Tensor<std::int32_t, 5, 20>> x, Index n, Out<Tensor<std::int32_t, 5, 20>> out,
                        Out<Tensor<std::int16_t, 5, 20>> down, Out<Tensor<std::uint8_t, 16, 40>> wraps) {
  auto a = tile::load<5, 20>(x, {0, 0});
  auto up = tile::ci<std::int32_t, 5, 20>(2 * n);
  tile::store(tile::addc(a, up, a), {0, 0}, out);
  tile::store(tile::ci<std::int16_t, 5, 20>(3, true), {0, 0}, down);
  tile::store(tile::maximum(tile::ci<std::uint8_t, 16, 40>(0), tile::ci<std::uint8_t, 16, 40>(0, true)), {0, 0}, wraps);
}
PTO_INCORE void three(In<Tensor<float, 5, 20>> x, In<Tensor<float, 5, 20>> y, Out<Tensor<float, 5, 20>> out,
                      Out<Tensor<float, 5, 20>> more) {
  auto a = tile::load<5, 20>(x, {0, 0});
  auto b = tile::load<5, 20>(y, {0, 0});
  tile::store(tile::addc(a, b, tile::subc(a, b, b)), {0, 0}, out);
  tile::store(tile::addsc(a, 3, tile::subsc(b, 0.1, a)), {0, 0}, more);
}
PTO_INCORE void parts(In<Tensor<float, 5, 20>> x, In<Tensor<float, 5, 20>> y, Index n, Out<Tensor<float, 5, 20>> out) {
  auto a = tile::load<5, 20>(x, {0, 0}, Valid{5, 3 * n + 1});
  auto b = tile::load<5, 20>(y, {0, 0}, Valid{5, 3 * n + 1});
  tile::store(tile::part_max(tile::part_add(a, b), tile::part_mul(a, b)), {0, 0}, out);
}

// SAYS: [[@LINE+1]]:17: remark: 'other_parts' kept: other parts of two tiles are valid [-Rpass-missed=vectorize-tiles,unsupported-shape]
PTO_INCORE void other_parts(In<Tensor<float, 5, 20>> x, Index n, Out<Tensor<float, 5, 20>> out) {
  auto a = tile::load<5, 20>(x, {0, 0}, Valid{5, 3 * n + 1});
  auto b = tile::load<5, 20>(x, {0, 0}, Valid{5, 7});
  tile::store(tile::part_max(a, b), {0, 0}, out);
}
// SAYS: [[@LINE+1]]:17: remark: 'any_way' kept: how to compare is not known [-Rpass-missed=vectorize-tiles,unsupported-statement]
PTO_INCORE void any_way(In<Tensor<float, 5, 20>> x, Index n, Out<Tensor<std::uint8_t, 5, 20>> out) {
  const Cmp mode = n > 1 ? Cmp::LT : Cmp::GE;
  auto a = tile::load<5, 20>(x, {0, 0});
  tile::store(tile::cmp(a, 1.f, mode), {0, 0}, out);
}
// SAYS: [[@LINE+1]]:17: remark: 'doubles' kept: its elements are double [-Rpass-missed=vectorize-tiles,unsupported-type]
PTO_INCORE void doubles(In<Tensor<double, 5, 20>> x, Out<Tensor<std::int32_t, 5, 1>> out) {
  auto a = tile::load<5, 20>(x, {0, 0});
  tile::store(tile::row_argmax(a), {0, 0}, out);
}
// SAYS: [[@LINE+1]]:17: remark: 'pairs' kept: its elements are double [-Rpass-missed=vectorize-tiles,unsupported-type]
PTO_INCORE void pairs(In<Tensor<double, 5, 20>> x, Out<Tensor<std::uint8_t, 5, 20>> out) {
  auto a = tile::load<5, 20>(x, {0, 0});
  tile::store(tile::cmp(a, a, Cmp::EQ), {0, 0}, out);
}
// What counts up goes along a row; as a column it has another place.
// SAYS: [[@LINE+1]]:17: remark: 'turned' kept: {{.*}} [-Rpass-missed=vectorize-tiles,unsupported-shape]
PTO_INCORE void turned(In<Tensor<std::int32_t, 20, 1>> x, Out<Tensor<std::int32_t, 20, 1>> out) {
  auto line = tile::reshape<20, 1>(tile::ci<std::int32_t, 1, 20>(0));
  tile::store(tile::add(line, tile::load<20, 1>(x, {0, 0})), {0, 0}, out);
}
// SAYS: [[@LINE+1]]:17: remark: 'changing' kept: something that is no tile op works on a tile [-Rpass-missed=vectorize-tiles,unsupported-statement]
PTO_INCORE void changing(In<Tensor<float, 5, 20>> x, Index n, Out<Tensor<float, 5, 20>> out) {
  tile::store(tile::expands(tile::load<5, 20>(x, {0, 0}), ++n), {0, 0}, out);
}

PTO_TEST_MAIN(largest, ties, halves, never_a_number, bytes, valid_part, in_turns, in_columns, columns_of_bytes, chosen,
              masks_as_numbers, from_memory, of_rows, leaky, spread, spread_valid, counted, three, parts, other_parts,
              any_way, doubles, pairs, turned, changing)
