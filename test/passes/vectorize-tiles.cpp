// RUN: %pto-rewrite --passes=vectorize-tiles --allow=reassociate -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=vectorize-tiles --allow=reassociate --ulp=8 --within=1e-5 %s
// RUN: %equal --passes='vectorize-tiles{width=8}' --allow=reassociate --ulp=8 --within=1e-5 %s
// RUN: %pto-rewrite --passes=vectorize-tiles -Rpass-missed=. -o /dev/null %s -- 2>&1 | FileCheck %s --check-prefix=EXACT
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Rows = Tensor<float, 8, 100>;

// One loop over rows, one sweep over the columns, and what is left of a row at its end.
// CHECK-LABEL: void chain
// CHECK-NEXT:    const auto x_window = mem::subview<4, 100>(mem::view(x), {r, 0});
// CHECK-NEXT:    const auto out_window = mem::subview<4, 100>(mem::view(out), {r, 0});
// CHECK-NEXT:    const auto number = vec::splat<float, 16>(0.5f);
// CHECK-NEXT:    for (Index r2 = 0; r2 < 4; ++r2) {
// CHECK-NEXT:      for (Index c = 0; c < 96; c += 16) {
// CHECK-NEXT:        mem::prefetch(x_window, r2 + 2, c);
// CHECK-NEXT:        mem::prefetch_write(out_window, r2, c);
// CHECK-NEXT:        const auto a = vec::load<16>(x_window, {r2, c});
// CHECK-NEXT:        const auto b = a * number;
// CHECK-NEXT:        const auto exp = vec::exp(b);
// CHECK-NEXT:        const auto d = exp + a;
// CHECK-NEXT:        vec::store(d, out_window, {r2, c});
// CHECK-NEXT:      }
// CHECK-NEXT:      {
// CHECK-NEXT:        const auto a = vec::transfer_read<16>(x_window, {r2, 96});
// CHECK:             vec::transfer_write(d, out_window, {r2, 96});
// SAYS: [[@LINE+1]]:17: remark: tile ops became 1 loop over rows with 1 sweep over the columns and 0 row buffers [-Rpass=vectorize-tiles]
PTO_INCORE void chain(In<Rows> x, Index r, Out<Rows> out) {
  auto a = tile::load<4, 100>(x, {r, 0});
  auto b = tile::mul(a, 0.5f);
  auto d = tile::add(tile::exp(b), a);
  tile::store(d, {r, 0}, out);
}

// Three sweeps a row: the largest, the exponentials and their sum, the quotients. The
// exponentials are kept, the differences are computed again.
// CHECK-LABEL: void softmax
// CHECK:         const auto e_row = mem::alloc<float, mem::L1, 100>();
// CHECK:         auto largest_lanes0 = in_first;
// CHECK:         const float largest = vec::reduce<vec::Combine::Max>(largest_all, vec::extract(largest_all, 0));
// CHECK:           const auto e_0 = vec::exp(row_expand_sub_0);
// CHECK-NEXT:      vec::store(e_0, e_row, {c});
// CHECK-NEXT:      sum_lanes0 = sum_lanes0 + e_0;
// CHECK:         sum_lanes0 = vec::select(first4, sum_lanes0 + {{e[0-9]*}}, sum_lanes0);
// CHECK:           vec::store(y, out_window, {r2, c});
// SAYS: [[@LINE+2]]:17: remark: tile ops became 1 loop over rows with 3 sweeps over the columns and 1 row buffer
// EXACT: [[@LINE+1]]:17: remark: 'softmax' kept: a row would be added up in another order [-Rpass-missed=vectorize-tiles,not-allowed]
PTO_INCORE void softmax(In<Rows> x, Index r, Out<Rows> out) {
  auto in = tile::load<4, 100>(x, {r, 0});
  auto largest = tile::row_max(in);
  auto e = tile::exp(tile::row_expand_sub(in, largest));
  auto sum = tile::row_sum(e);
  auto y = tile::row_expand_div(e, sum);
  tile::store(y, {r, 0}, out);
}

// Columns of one value a row change to rows and back: they are one number a row all the way.
// CHECK-LABEL: layernorm
// CHECK:         const float mean = row_sum * static_cast<float>(1.f / 64);
// CHECK:         mem::store(mean, mean_out_window, 0, {{r[0-9]*}});
// CHECK:         const float rstd = math::rsqrt(
// CHECK:         const auto gain = vec::load<16>(gamma_window, {0, c});
// CHECK:       return out;
PTO_INCORE Tensor<float, 4, 64> layernorm(In<Tensor<float, 4, 64>> x, In<Tensor<float, 1, 64>> gamma,
                                          Out<Tensor<float, 1, 4>> mean_out, Out<Tensor<float, 4, 64>> out) {
  auto in = tile::load<4, 64>(x, {0, 0});
  auto sum = tile::reshape<1, 4>(tile::row_sum(in));
  auto mean = tile::mul(sum, 1.f / 64);
  auto centred = tile::row_expand_sub(in, tile::reshape<4, 1>(mean));
  auto variance = tile::mul(tile::row_sum(tile::mul(centred, centred)), 1.f / 64);
  auto rstd = tile::rsqrt(tile::add(variance, 1e-5f));
  auto gain = tile::load<1, 64>(gamma, {0, 0});
  auto scaled = tile::col_expand_mul(tile::row_expand_mul(centred, rstd), gain);
  mean_out = tile::store(mean, {0, 0}, mean_out);
  return tile::store(scaled, {0, 0}, out);
}

// A tile that lives longer than its run of statements has a buffer.
// CHECK-LABEL: sum_of_squares
// CHECK-NEXT:    const auto squares = mem::alloc<float, mem::L1, 1, 4>();
// CHECK:         for (Index c0 = 0; c0 < 128; c0 += 64) {
// CHECK:           const float [[OLD:squares[0-9]*]] = mem::load(squares, 0, [[R:r[0-9]*]]);
// CHECK:           const float [[NEW:squares[0-9]*]] = [[OLD]] + sums;
// CHECK-NEXT:      mem::store([[NEW]], squares, 0, [[R]]);
PTO_INCORE void sum_of_squares(In<Tensor<float, 4, 128>> x, Out<Tensor<float, 1, 4>> out) {
  auto squares = tile::full<float, 1, 4>(0.f);
  for (Index c0 = 0; c0 < 128; c0 += 64) {
    auto part = tile::load<4, 64>(x, {0, c0});
    auto sums = tile::row_sum(tile::mul(part, part));
    squares = tile::add(squares, tile::reshape<1, 4>(sums));
  }
  tile::store(squares, {0, 0}, out);
}

// Rows that are shorter than a vector; a row of NaN stays one.
// CHECK-LABEL: void short_rows
// CHECK:         auto m_lanes = vec::select(first7, sqrt_first, vec::splat<float, 16>(vec::extract(sqrt_first, 0)));
PTO_INCORE void short_rows(In<Tensor<float, 3, 7>> x, Out<Tensor<float, 3, 7>> out, Out<Tensor<float, 3, 1>> most) {
  auto a = tile::load<3, 7>(x, {0, 0});
  auto m = tile::row_max(tile::sqrt(a));
  tile::store(tile::row_expand_sub(a, m), {0, 0}, out);
  tile::store(m, {0, 0}, most);
}

// In place: the same elements are read and written.
// CHECK-LABEL: void in_place
// CHECK-NEXT:    const auto x_window = mem::subview<8, 100>(mem::view(x), {0, 0});
// CHECK-NEXT:    for
PTO_INCORE void in_place(InOut<Rows> x) {
  auto a = tile::load<8, 100>(x, {0, 0});
  tile::store(tile::row_expand_sub(a, tile::row_min(a)), {0, 0}, x);
}

// A body without braces, and a tensor of three dimensions.
// CHECK-LABEL: void planes
// CHECK:         const auto x_window = mem::subview<1, 4, 16>(mem::view(x), {p, 0, 0});
// CHECK:         vec::load<16>(x_window, {0, r, c})
PTO_INCORE void planes(In<Tensor<float, 3, 4, 16>> x, Out<Tensor<float, 3, 4, 16>> out) {
  for (Index p = 0; p < 3; ++p)
    tile::store(tile::abs(tile::load<4, 16>(x, {p, 0, 0})), {p, 0, 0}, out);
}

// What is stored is loaded again, shifted by a row: the loads have to come first.
// SAYS: remark: 'shifted' kept: what is loaded and what is stored may overlap [-Rpass-missed=vectorize-tiles,memory-overlap]
// CHECK-LABEL: void shifted
// CHECK-NEXT:    auto a = tile::load
PTO_INCORE void shifted(InOut<Rows> x) {
  auto a = tile::load<4, 100>(x, {0, 0});
  tile::store(tile::neg(a), {1, 0}, x);
}

// SAYS: remark: 'again' kept: 'out' is read again after it is written [-Rpass-missed=vectorize-tiles,memory-overlap]
PTO_INCORE void again(In<Rows> x, InOut<Rows> out) {
  auto a = tile::load<4, 100>(x, {0, 0});
  tile::store(tile::neg(a), {0, 0}, out);
  auto b = tile::load<4, 100>(out, {0, 0});
  tile::store(tile::add(a, b), {4, 0}, out);
}

// SAYS: remark: 'doubles' kept: its elements are double [-Rpass-missed=vectorize-tiles,unsupported-type]
PTO_INCORE void doubles(In<Tensor<double, 4, 16>> x, Out<Tensor<double, 4, 16>> out) {
  tile::store(tile::add(tile::load<4, 16>(x, {0, 0}), 1.), {0, 0}, out);
}

// CHECK-LABEL: void turned
// CHECK:           mem::store(mem::load(x_window, r, c), out_window, c, r);
PTO_INCORE void turned(In<Tensor<float, 4, 16>> x, Out<Tensor<float, 16, 4>> out) {
  tile::store(tile::transpose(tile::load<4, 16>(x, {0, 0})), {0, 0}, out);
}

// SAYS: remark: 'reshaped' kept: the reshape moves elements to other rows [-Rpass-missed=vectorize-tiles,unsupported-shape]
PTO_INCORE void reshaped(In<Tensor<float, 4, 16>> x, Out<Tensor<float, 8, 8>> out) {
  tile::store(tile::reshape<8, 8>(tile::load<4, 16>(x, {0, 0})), {0, 0}, out);
}

// SAYS: remark: 'element' kept: something that is no tile op works on a tile [-Rpass-missed=vectorize-tiles,unsupported-statement]
PTO_INCORE float element(In<Rows> x) {
  auto a = tile::load<4, 100>(x, {0, 0});
  return a(0, 0);
}

// SAYS: remark: 'picked' kept: 'tile::gather' has no vector form yet [-Rpass-missed=vectorize-tiles,unsupported-op]
PTO_INCORE void picked(In<Rows> x, In<Tensor<std::int32_t, 4, 100>> at, Out<Rows> out) {
  auto a = tile::load<4, 100>(x, {0, 0});
  auto indices = tile::load<4, 100>(at, {0, 0});
  tile::store(tile::gather(a, indices), {0, 0}, out);
}

// SAYS: remark: 'passed' kept: 'a' is a parameter, captured or referred to [-Rpass-missed=vectorize-tiles,tile-escapes]
PTO_INCORE void passed(In<Tile<float, 4, 100>> a, Out<Rows> out) { tile::store(tile::neg(a), {0, 0}, out); }

PTO_TEST_MAIN(chain, softmax, layernorm, sum_of_squares, short_rows, in_place, planes, shifted, again, doubles, turned,
              reshaped, element, picked, passed)
