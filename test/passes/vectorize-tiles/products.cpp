// Matrix products: the same steps in the same order, so the same bits.
// RUN: %pto-rewrite --passes=vectorize-tiles -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=vectorize-tiles %s
// RUN: %equal --passes='vectorize-tiles{width=8}' %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

// The sum is a buffer: made by the first step, updated by the others. The factors are read where they are.
// CHECK-LABEL: void blocks
// CHECK-NEXT:    const auto sum = mem::alloc<float, mem::L1, 24, 32>();
// CHECK-NEXT:    const auto a_window = mem::subview<24, 8>(mem::view(a), {0, 0});
// CHECK-NEXT:    const auto b_window = mem::subview<8, 32>(mem::view(b), {0, 0});
// CHECK-NEXT:    for (Index r = 0; r < 24; r += 12) {
// CHECK-NEXT:      auto sum0 = vec::splat<float, 32>(0.0f);
// CHECK:             for (Index k2 = 0; k2 < 8; ++k2) {
// CHECK-NEXT:        const auto b_row = vec::load<32>(b_window, {k2, 0});
// CHECK-NEXT:          sum0 = vec::fma(vec::splat<float, 32>(mem::load(a_window, r, k2)), b_row, sum0);
// CHECK:               sum11 = vec::fma(vec::splat<float, 32>(mem::load(a_window, r + 11, k2)), b_row, sum11);
// CHECK-NEXT:        }
// CHECK-NEXT:        vec::store(sum0, sum, {r, 0});
// CHECK:         for (Index k = 8; k < 24; k += 8) {
// CHECK-NEXT:      const auto a_window2 = mem::subview<24, 8>(mem::view(a), {0, k});
// CHECK-NEXT:      const auto b_window2 = mem::subview<8, 32>(mem::view(b), {k, 0});
// CHECK:               auto sum0 = vec::load<32>(sum, {r, 0});
// SAYS: [[@LINE+1]]:17: remark: tile ops became 1 loop over rows with 1 sweep over the columns and 0 row buffers, and 2 matrix products [-Rpass=vectorize-tiles]
PTO_INCORE void blocks(In<Tensor<float, 24, 24>> a, In<Tensor<float, 24, 32>> b, Out<Tensor<float, 24, 32>> c) {
  auto sum = tile::matmul(tile::move<Mem::Left>(tile::load<24, 8, Mem::Mat>(a, {0, 0})),
                          tile::move<Mem::Right>(tile::load<8, 32, Mem::Mat>(b, {0, 0})));
  for (Index k = 8; k < 24; k += 8) {
    auto left = tile::move<Mem::Left>(tile::load<24, 8, Mem::Mat>(a, {0, k}));
    auto right = tile::move<Mem::Right>(tile::load<8, 32, Mem::Mat>(b, {k, 0}));
    sum = tile::matmul_acc(sum, left, right);
  }
  tile::store(sum, {0, 0}, c);
}

// Sizes that no block divides: what is left of the rows is a smaller block, what is left of the columns may overhang.
// CHECK-LABEL: void odd
// CHECK:           auto sum11 = vec::splat<float, 32>(0.0f);
// CHECK:           auto sum2 = vec::splat<float, 32>(0.0f);
// CHECK-NEXT:      for (Index k = 0; k < 5; ++k) {
// CHECK-NEXT:        const auto b_row = vec::load<32>(b_window, {k, 0});
// CHECK-NEXT:        sum0 = vec::fma(vec::splat<float, 32>(mem::load(a_window, 12, k)), b_row, sum0);
// CHECK:               const auto b_row = vec::load<16>(b_window, {k, 32});
// CHECK:               const auto b_row = vec::transfer_read<16>(b_window, {k, 48});
// CHECK:             vec::transfer_write(sum2, c_window, {14, 48});
PTO_INCORE void odd(In<Tensor<float, 15, 5>> a, In<Tensor<float, 5, 55>> b, Out<Tensor<float, 15, 55>> c) {
  auto left = tile::load<15, 5>(a, {0, 0});
  auto right = tile::load<5, 55>(b, {0, 0});
  auto sum = tile::matmul(left, right);
  tile::store(sum, {0, 0}, c);
}
PTO_INCORE void thin(In<Tensor<float, 3, 7>> a, In<Tensor<float, 7, 1>> b, Out<Tensor<float, 3, 1>> c) {
  auto sum = tile::matmul(tile::load<3, 7>(a, {0, 0}), tile::load<7, 1>(b, {0, 0}));
  tile::store(sum, {0, 0}, c);
}

// Narrow factors are widened once, not at each use.
// CHECK-LABEL: void narrow
// CHECK:         const auto a_wide = mem::alloc<float, mem::L1, 8, 20>();
// CHECK-NEXT:    for (Index r = 0; r < 8; ++r) {
// CHECK:           vec::store(vec::cast<float>(vec::load<16>(a_window, {r, 0})), a_wide, {r, 0});
// CHECK:           vec::transfer_write(vec::cast<float>(vec::transfer_read<16>(a_window, {r, 16})), a_wide, {r, 16});
PTO_INCORE void narrow(In<Tensor<bf16, 8, 20>> a, In<Tensor<bf16, 20, 32>> b, Out<Tensor<float, 8, 32>> c) {
  auto sum = tile::matmul(tile::load<8, 20>(a, {0, 0}), tile::load<20, 32>(b, {0, 0}));
  tile::store(sum, {0, 0}, c);
}
PTO_INCORE void halves(In<Tensor<half, 8, 20>> a, In<Tensor<half, 20, 32>> b, Out<Tensor<float, 8, 32>> c) {
  auto left = tile::load<8, 20>(a, {0, 0});
  auto right = tile::load<20, 32>(b, {0, 0});
  auto sum = tile::matmul(left, right);
  sum = tile::matmul_acc(sum, left, right);
  tile::store(sum, {0, 0}, c);
}

// SAYS: [[@LINE+1]]:17: remark: 'two_names' kept: what is computed from matrices goes to two places at once [-Rpass-missed=vectorize-tiles,unsupported-statement]
PTO_INCORE void two_names(In<Tensor<float, 8, 16>> a, In<Tensor<float, 16, 32>> b, Out<Tensor<float, 8, 32>> c) {
  auto left = tile::load<8, 16>(a, {0, 0});
  auto right = tile::load<16, 32>(b, {0, 0});
  auto sum = tile::matmul(left, right);
  auto twice = tile::matmul_acc(sum, left, right);
  tile::store(twice, {0, 0}, c);
}

// The floats have room for as much as the tile has.
// CHECK-LABEL: void narrow_part
// CHECK:         const auto a_wide = mem::alloc<float, mem::L1, 8, 20>();
PTO_INCORE void narrow_part(In<Tensor<bf16, 8, 20>> a, In<Tensor<bf16, 20, 32>> b, Index n, Out<Tensor<float, 8, 32>> c) {
  const Index rows = n + 2;
  auto left = tile::load<8, 20>(a, {0, 0}, Valid{rows, 20});
  auto right = tile::load<20, 32>(b, {0, 0}, Valid{20, rows});
  auto sum = tile::matmul(left, right);
  tile::store(sum, {0, 0}, c);
}

// What is computed goes to memory before it is a factor, and a product before it is computed with.
// CHECK-LABEL: void between
// CHECK:         const auto scaled = mem::alloc<float, mem::L1, 8, 16>();
// CHECK:         const auto product = mem::alloc<float, mem::L1, 8, 32>();
// CHECK:             product0 = vec::fma(vec::splat<float, 32>(mem::load(scaled, 0, k)), b_row, product0);
// CHECK:             const auto tanh = vec::tanh(
PTO_INCORE void between(In<Tensor<float, 8, 16>> a, In<Tensor<float, 16, 32>> b, Out<Tensor<float, 8, 32>> c) {
  auto scaled = tile::mul(tile::load<8, 16>(a, {0, 0}), 0.5f);
  auto product = tile::matmul(scaled, tile::load<16, 32>(b, {0, 0}));
  tile::store(tile::tanh(product), {0, 0}, c);
}

// Squares of whole vectors.
// CHECK-LABEL: void turned
// CHECK:           for (Index c2 = 0; c2 < 32; c2 += 16) {
// CHECK-NEXT:        vec::store(vec::transpose<1, 0>(vec::load<16, 16>(a_window, {r, c2})), c_window, {c2, r});
// CHECK:         for (Index r = 16; r < 20; ++r) {
// CHECK-NEXT:      for (Index c2 = 0; c2 < 35; ++c2) {
// CHECK-NEXT:        mem::store(mem::load(a_window, r, c2), c_window, c2, r);
PTO_INCORE void turned(In<Tensor<float, 20, 35>> a, Out<Tensor<float, 35, 20>> c) {
  tile::store(tile::transpose(tile::load<20, 35>(a, {0, 0})), {0, 0}, c);
}

// An accumulator that starts with other numbers.
PTO_INCORE void biased(In<Tensor<float, 8, 16>> a, In<Tensor<float, 16, 32>> b, In<Tensor<float, 8, 32>> bias,
                       Out<Tensor<float, 8, 32>> c) {
  auto sum = tile::move<Mem::Acc>(tile::load<8, 32>(bias, {0, 0}));
  auto left = tile::load<8, 16>(a, {0, 0});
  auto right = tile::load<16, 32>(b, {0, 0});
  sum = tile::matmul_acc(sum, left, right);
  tile::store(sum, {0, 0}, c);
}

// A product that is only stored is computed in the tensor, and what is loaded from there, added to and stored as well.
// CHECK-LABEL: void in_place
// CHECK:         const auto right = mem::alloc<float, mem::L1, 16, 32>();
// CHECK-NOT:     alloc
// CHECK:           auto sum0 = vec::load<32>(c_window, {r, 0});
// CHECK:           vec::store(sum0, c_window, {r, 0});
PTO_INCORE void in_place(In<Tensor<float, 48, 16>> a, In<Tensor<float, 16, 32>> b, InOut<Tensor<float, 48, 32>> c) {
  auto right = tile::move<Mem::Right>(tile::load<16, 32, Mem::Mat>(b, {0, 0}));
  for (Index i = 0; i < 48; i += 24) {
    auto sum = tile::load<24, 32, Mem::Mat>(c, {i, 0});
    auto left = tile::move<Mem::Left>(tile::load<24, 16, Mem::Mat>(a, {i, 0}));
    tile::matmul_acc(sum, left, right);
    tile::store(sum, {i, 0}, c);
  }
}
// CHECK-LABEL: void at_once
// CHECK-NOT:     alloc
PTO_INCORE void at_once(In<Tensor<float, 8, 16>> a, In<Tensor<float, 16, 32>> b, Out<Tensor<float, 8, 32>> c) {
  auto left = tile::load<8, 16>(a, {0, 0});
  auto right = tile::load<16, 32>(b, {0, 0});
  auto sum = tile::matmul(left, right);
  tile::store(sum, {0, 0}, c);
}
// From elsewhere, used again, and with a factor that is where the product goes: the tile stays.
// CHECK-LABEL: void from_elsewhere
// CHECK:         const auto sum = mem::alloc
PTO_INCORE void from_elsewhere(In<Tensor<float, 8, 16>> a, In<Tensor<float, 16, 32>> b,
                               InOut<Tensor<float, 16, 32>> c) {
  auto sum = tile::load<8, 32>(c, {4, 0});
  auto left = tile::load<8, 16>(a, {0, 0});
  auto right = tile::load<16, 32>(b, {0, 0});
  tile::matmul_acc(sum, left, right);
  tile::store(sum, {0, 0}, c);
}
// CHECK-LABEL: void used_again
// CHECK:         const auto sum = mem::alloc
PTO_INCORE void used_again(In<Tensor<float, 8, 16>> a, In<Tensor<float, 16, 32>> b, InOut<Tensor<float, 16, 32>> c) {
  auto sum = tile::load<8, 32>(c, {0, 0});
  auto left = tile::load<8, 16>(a, {0, 0});
  auto right = tile::load<16, 32>(b, {0, 0});
  tile::matmul_acc(sum, left, right);
  tile::store(sum, {0, 0}, c);
  tile::store(tile::add(sum, sum), {8, 0}, c);
}
// CHECK-LABEL: void own_place
// CHECK:         const auto sum = mem::alloc
PTO_INCORE void own_place(In<Tensor<float, 8, 16>> a, InOut<Tensor<float, 16, 32>> c) {
  auto left = tile::load<8, 16>(a, {0, 0});
  auto right = tile::load<16, 32>(c, {0, 0});
  auto sum = tile::matmul(left, right);
  tile::store(sum, {4, 0}, c);
}

// What is nothing but a factor is kept in floats.
// CHECK-LABEL: void kept_wide
// CHECK:         const auto right = mem::alloc<float, mem::L1, 16, 32>();
// CHECK:             const auto [[NARROW:[a-z0-9_]+]] = vec::load<16>(b_window, {r, c2});
// CHECK-NEXT:        const auto [[FLOATS:[a-z0-9_]+]] = vec::cast<float>([[NARROW]]);
// CHECK-NEXT:        vec::store([[FLOATS]], right, {r, c2});
// CHECK-NOT:     right_wide
PTO_INCORE void kept_wide(In<Tensor<bf16, 48, 16>> a, In<Tensor<bf16, 16, 32>> b, Out<Tensor<float, 48, 32>> c) {
  auto right = tile::move<Mem::Right>(tile::load<16, 32, Mem::Mat>(b, {0, 0}));
  for (Index i = 0; i < 48; i += 24) {
    auto left = tile::move<Mem::Left>(tile::load<24, 16, Mem::Mat>(a, {i, 0}));
    tile::store(tile::matmul(left, right), {i, 0}, c);
  }
}
// CHECK-LABEL: void kept_narrow
// CHECK:         const auto x = mem::alloc<bf16, mem::L1, 16, 32>();
PTO_INCORE void kept_narrow(In<Tensor<bf16, 8, 16>> a, In<Tensor<bf16, 16, 32>> b, Out<Tensor<float, 8, 32>> c,
                            Out<Tensor<bf16, 16, 32>> copy) {
  auto x = tile::load<16, 32>(b, {0, 0});
  for (Index i = 0; i < 1; ++i) {
    auto left = tile::load<8, 16>(a, {0, 0});
    tile::store(tile::matmul(left, x), {0, 0}, c);
    tile::store(x, {0, 0}, copy);
  }
}

// SAYS: [[@LINE+1]]:17: remark: 'made_inside' kept: a factor is made in this statement [-Rpass-missed=vectorize-tiles,unsupported-statement]
PTO_INCORE void made_inside(In<Tensor<float, 8, 16>> a, In<Tensor<float, 16, 32>> b, Out<Tensor<float, 8, 32>> c) {
  auto sum = tile::matmul(tile::neg(tile::load<8, 16>(a, {0, 0})), tile::load<16, 32>(b, {0, 0}));
  tile::store(sum, {0, 0}, c);
}

// A sum that starts anew is not read.
// CHECK-LABEL: void restarts
// CHECK:         vec::store(sum0, sum, {0, 0});
// CHECK-NOT:     vec::load<32>(sum
// CHECK:         auto sum{{[0-9_]+}} = vec::splat<float, 32>(0.0f);
PTO_INCORE void restarts(In<Tensor<float, 8, 16>> a, In<Tensor<float, 16, 32>> b, Out<Tensor<float, 8, 32>> c) {
  auto left = tile::load<8, 16>(a, {0, 0});
  auto right = tile::load<16, 32>(b, {0, 0});
  auto sum = tile::matmul(left, right);
  sum = tile::matmul_acc(sum, left, right, true);
  tile::store(sum, {0, 0}, c);
}
// CHECK-LABEL: void restarts_at
// CHECK:           const bool sum_anew = k == 1;
// CHECK:           auto sum0 = vec::select(sum_anew, vec::splat<float, 32>(0.0f), vec::load<32>(sum, {0, 0}));
PTO_INCORE void restarts_at(In<Tensor<float, 8, 16>> a, In<Tensor<float, 16, 32>> b, Out<Tensor<float, 8, 32>> c) {
  auto right = tile::load<16, 32>(b, {0, 0});
  auto sum = tile::full<float, 8, 32>(1.f);
  for (Index k = 0; k < 3; ++k) {
    auto left = tile::load<8, 16>(a, {0, 0});
    tile::matmul_acc(sum, left, right, k == 1);
  }
  tile::store(sum, {0, 0}, c);
}

// The first step makes the sum; what its memory held before does not count.
// CHECK-LABEL: void starts
// CHECK-NEXT:    const auto sum = mem::alloc<float, mem::L1, 12, 40>();
// CHECK:           const bool sum_anew = k == 0;
PTO_INCORE void starts(In<Tensor<float, 12, 24>> a, In<Tensor<float, 24, 40>> b, Out<Tensor<float, 12, 40>> c) {
  auto sum = tile::create<float, 12, 40, Mem::Acc>();
  for (Index k = 0; k < 24; k += 8) {
    auto left = tile::load<12, 8>(a, {0, k});
    auto right = tile::load<8, 40>(b, {k, 0});
    sum = tile::matmul_acc(sum, left, right, k == 0);
  }
  tile::store(sum, {0, 0}, c);
}
PTO_INCORE void starts_bytes(In<Tensor<std::int8_t, 3, 24>> a, In<Tensor<std::int8_t, 24, 40>> b, Index n,
                             InOut<Tensor<std::int32_t, 3, 40>> c) {
  for (Index k = 0; k < 24; k += 8) {
    auto sum = tile::load<3, 40>(c, {0, 0});
    auto left = tile::load<3, 8>(a, {0, k});
    auto right = tile::load<8, 40>(b, {k, 0});
    tile::matmul_acc(sum, left, right, k == 0 && n > 2);
    tile::store(sum, {0, 0}, c);
  }
}
PTO_INCORE void starts_column(In<Tensor<float, 12, 64>> a, In<Tensor<float, 64, 1>> b, Out<Tensor<float, 12, 1>> c) {
  auto sum = tile::create<float, 12, 1, Mem::Acc>();
  for (Index k = 0; k < 64; k += 32) {
    auto left = tile::load<12, 32>(a, {0, k});
    auto right = tile::load<32, 1>(b, {k, 0});
    sum = tile::matmul_acc(sum, left, right, k == 0);
  }
  tile::store(sum, {0, 0}, c);
}
// SAYS: [[@LINE+1]]:17: remark: 'starts_when' kept: something that is no tile op works on a tile [-Rpass-missed=vectorize-tiles,unsupported-statement]
PTO_INCORE void starts_when(In<Tensor<float, 8, 16>> a, In<Tensor<float, 16, 32>> b, Out<Tensor<float, 8, 32>> c) {
  Index n = 0;
  auto sum = tile::full<float, 8, 32>(1.f);
  auto left = tile::load<8, 16>(a, {0, 0});
  auto right = tile::load<16, 32>(b, {0, 0});
  for (Index k = 0; k < 3; ++k)
    tile::matmul_acc(sum, left, right, n++ == 1);
  tile::store(sum, {0, 0}, c);
}

// A square that is multiplied with itself is read to its end before it is written.
// CHECK-LABEL: void square
PTO_INCORE void square(In<Tensor<float, 16, 16>> a, Out<Tensor<float, 16, 16>> c) {
  auto x = tile::load<16, 16>(a, {0, 0});
  auto y = tile::matmul(x, x);
  auto z = tile::matmul(y, x);
  z = tile::matmul_acc(z, y, y);
  tile::store(z, {0, 0}, c);
}
// SAYS: [[@LINE+1]]:17: remark: 'own_factor' kept: 'y' is an operand and the result [-Rpass-missed=vectorize-tiles,memory-overlap]
PTO_INCORE void own_factor(In<Tensor<float, 16, 16>> a, Out<Tensor<float, 16, 16>> c) {
  auto y = tile::move<Mem::Acc>(tile::load<16, 16>(a, {0, 0}));
  y = tile::matmul_acc(y, y, y);
  tile::store(y, {0, 0}, c);
}

PTO_TEST_MAIN(blocks, odd, thin, narrow, narrow_part, halves, between, turned, two_names, biased, in_place, at_once,
              from_elsewhere, used_again, own_place, kept_wide, kept_narrow, made_inside, restarts, restarts_at, starts,
              starts_bytes, starts_column, starts_when, square)
