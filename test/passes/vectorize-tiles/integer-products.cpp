// Products of integers: neighbours along k are multiplied in pairs, and the sums wrap as those of the tile op do.
// RUN: %pto-rewrite --passes=vectorize-tiles -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=vectorize-tiles %s
// RUN: %pto-rewrite --passes='vectorize-tiles{quads}' %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s --check-prefix=QUADS
// RUN: %equal --passes='vectorize-tiles{quads}' %s
// RUN: %if avx512vnni %{ %equal --passes='vectorize-tiles{quads},lower-vectors{target=avx512-vnni}' --expect-change %s %}
// RUN: %if avx512 %{ %equal --passes='vectorize-tiles,lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='vectorize-tiles{width=8},lower-vectors{target=avx2}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

// CHECK-LABEL: void bytes
// CHECK:         const auto a_pairs = mem::alloc<std::int32_t, mem::L1, 8, 32>();
// CHECK-NEXT:    for (Index r = 0; r < 8; ++r) {
// CHECK-NEXT:      for (Index c2 = 0; c2 < 64; c2 += 32) {
// CHECK-NEXT:        vec::store(vec::bitcast<std::int32_t>(vec::cast<std::int16_t>(vec::load<32>(a_window, {r, c2}))), a_pairs, {r, c2 / 2});
// CHECK:         const auto b_pairs = mem::alloc<std::int32_t, mem::L1, 32, 32>();
// CHECK-NEXT:    for (Index r = 0; r < 32; ++r) {
// CHECK:             const auto part1 = vec::cast<std::int32_t>(vec::load<16>(b_window, {2 * r + 1, c2}));
// CHECK-NOT:     b_window
// CHECK:           sum0 = vec::dot(vec::bitcast<std::int16_t>(vec::splat<std::int32_t, 32>(mem::load(a_pairs, 0, k))), vec::bitcast<std::int16_t>(b_pairs_row), sum0);
// Four bytes at once, those of the left factor with 128 added, which the sums start with less of.
// QUADS-LABEL: void bytes
// QUADS:         vec::store(vec::bitcast<std::int32_t>(vec::load<64>(a_window, {r, 0})) ^ vec::splat<std::int32_t, 16>(-2139062144), a_quads, {r, 0});
// QUADS:         const auto part3 = vec::cast<std::int32_t>(vec::load<16>(b_window, {4 * r + 3, c2}));
// QUADS:         const auto b_starts = mem::alloc<std::int32_t, mem::L1, 32>();
// QUADS:           bytes = vec::dot(vec::bitcast<std::uint8_t>(vec::splat<std::int32_t, 16>(-2139062144)), vec::bitcast<std::int8_t>(vec::load<16>(b_quads, {k, c2})), bytes);
// QUADS:           vec::store(-bytes, b_starts, {c2});
// QUADS:         auto sum0 = vec::load<32>(b_starts, {0});
// QUADS:           sum0 = vec::dot(vec::bitcast<std::uint8_t>(vec::splat<std::int32_t, 32>(mem::load(a_quads, 0, k))), vec::bitcast<std::int8_t>(b_quads_row), sum0);
PTO_INCORE void bytes(In<Tensor<std::int8_t, 8, 64>> a, In<Tensor<std::int8_t, 64, 32>> b,
                      Out<Tensor<std::int32_t, 8, 32>> c) {
  auto sum = tile::matmul(tile::load<8, 64>(a, {0, 0}), tile::load<64, 32>(b, {0, 0}));
  tile::store(sum, {0, 0}, c);
}

// The last one of an odd number has no neighbour: it is multiplied with 0.
// CHECK-LABEL: void odd
// CHECK:             const auto part0 = vec::cast<std::int32_t>(vec::transfer_read<16>(b_window, {36, 48}));
// CHECK-NEXT:        vec::transfer_write((part0 & vec::splat<std::int32_t, 16>(65535)), b_pairs, {18, 48});
PTO_INCORE void odd(In<Tensor<std::int8_t, 15, 37>> a, In<Tensor<std::int8_t, 37, 55>> b,
                    Out<Tensor<std::int32_t, 15, 55>> c) {
  auto sum = tile::matmul(tile::load<15, 37>(a, {0, 0}), tile::load<37, 55>(b, {0, 0}));
  tile::store(sum, {0, 0}, c);
}
PTO_INCORE void one(In<Tensor<std::int8_t, 1, 1>> a, In<Tensor<std::int8_t, 1, 3>> b,
                    Out<Tensor<std::int32_t, 1, 3>> c) {
  tile::store(tile::matmul(tile::load<1, 1>(a, {0, 0}), tile::load<1, 3>(b, {0, 0})), {0, 0}, c);
}

// QUADS-LABEL: void valid
// QUADS:           if (k % 4 != 0) {
// QUADS:             const auto part3 = vec::select(k / 4 * 4 + 3 < k, vec::cast<std::int32_t>(vec::transfer_read<16>(right, {k / 4 * 4 + 3, c2})), vec::splat<std::int32_t, 16>(0));
// QUADS:           auto sum0 = vec::load<32>(c_window, {0, 0}) + vec::load<32>(right_starts, {0});
// What is behind the valid part of a buffer is no neighbour, either.
// CHECK-LABEL: void valid
// CHECK:         const auto right = mem::alloc<std::int8_t, mem::L1, 20, 32>();
// CHECK:           const Index a_pairs_cols = (k + 1) / 2;
// CHECK:           if (k % 2 != 0) {
// CHECK:             const auto part1 = vec::select(k / 2 * 2 + 1 < k, vec::cast<std::int32_t>(vec::transfer_read<16>(right, {k / 2 * 2 + 1, c2})), vec::splat<std::int32_t, 16>(0));
PTO_INCORE void valid(In<Tensor<std::int8_t, 8, 60>> a, In<Tensor<std::int8_t, 20, 32>> b, Index n,
                      InOut<Tensor<std::int32_t, 8, 32>> c) {
  const Index k = 2 * n + 1;
  auto right = tile::load<20, 32>(b, {0, 0}, Valid{k, 32});
  for (Index i = 0; i < 60; i += 20) {
    auto left = tile::load<8, 20>(a, {0, i}, Valid{8, k});
    auto sum = tile::load<8, 32>(c, {0, 0});
    tile::matmul_acc(sum, left, right);
    tile::store(sum, {0, 0}, c);
  }
}

// The products of pairs, and their sums, have all bits set that an int32 has.
// CHECK-LABEL: void extreme
// CHECK:         const auto left = mem::alloc<std::int16_t, mem::L1, 5, 33>();
PTO_INCORE void extreme(In<Tensor<float, 5, 33>> a, In<Tensor<float, 33, 17>> b, Out<Tensor<std::int32_t, 5, 17>> c) {
  auto left = tile::cast<std::int16_t>(tile::mul(tile::load<5, 33>(a, {0, 0}), -1e9f));
  auto right = tile::cast<std::int16_t>(tile::mul(tile::load<33, 17>(b, {0, 0}), -1e9f));
  auto sum = tile::matmul(left, right);
  sum = tile::matmul_acc(sum, left, right);
  sum = tile::matmul_acc(sum, left, right);
  tile::store(sum, {0, 0}, c);
}

PTO_INCORE void extreme_bytes(In<Tensor<float, 5, 33>> a, In<Tensor<float, 33, 17>> b, InOut<Tensor<std::int32_t, 5, 17>> c) {
  auto left = tile::cast<std::int8_t>(tile::mul(tile::load<5, 33>(a, {0, 0}), -1e9f));
  auto right = tile::cast<std::int8_t>(tile::mul(tile::load<33, 17>(b, {0, 0}), -1e9f));
  auto sum = tile::load<5, 17>(c, {0, 0});
  tile::matmul_acc(sum, left, right);
  tile::matmul_acc(sum, left, right);
  tile::store(sum, {0, 0}, c);
}

// Quantised, multiplied, and scaled back.
// CHECK-LABEL: void quantised
// CHECK:         vec::store(vec::bitcast<std::int32_t>(vec::cast<std::int16_t>(vec::load<32>(left, {r, 0}))), left_pairs, {r, 0});
// CHECK:         vec::cast<float>(
PTO_INCORE void quantised(In<Tensor<float, 6, 40>> a, In<Tensor<std::int8_t, 40, 24>> b, Out<Tensor<float, 6, 24>> c) {
  auto left = tile::cast<std::int8_t>(tile::mul(tile::load<6, 40>(a, {0, 0}), 100.f));
  auto sum = tile::matmul(left, tile::load<40, 24>(b, {0, 0}));
  tile::store(tile::mul(tile::cast<float>(sum), 0.01f), {0, 0}, c);
}

// Unsigned bytes are 16-bit integers, unsigned 16-bit integers are not: these are multiplied one by one.
// CHECK-LABEL: void unsigned_bytes
// CHECK:         vec::bitcast<std::int32_t>(vec::cast<std::int16_t>(vec::load<32>(a_window, {r, 0})))
// CHECK-LABEL: void unsigned_words
// CHECK-NOT:     pairs
// CHECK:         sum0 = vec::fma(vec::splat<std::int32_t, 16>(mem::load(a_wide, 0, k)), b_wide_row, sum0);
PTO_INCORE void unsigned_bytes(In<Tensor<std::uint8_t, 7, 33>> a, In<Tensor<std::uint8_t, 33, 17>> b,
                               Out<Tensor<std::int32_t, 7, 17>> c) {
  tile::store(tile::matmul(tile::load<7, 33>(a, {0, 0}), tile::load<33, 17>(b, {0, 0})), {0, 0}, c);
}
PTO_INCORE void unsigned_words(In<Tensor<std::uint16_t, 7, 33>> a, In<Tensor<std::uint16_t, 33, 17>> b,
                               Out<Tensor<std::int32_t, 7, 17>> c) {
  auto sum = tile::matmul(tile::load<7, 33>(a, {0, 0}), tile::load<33, 17>(b, {0, 0}));
  tile::store(sum, {0, 0}, c);
}

// Sizes in the words of a template.
// CHECK-LABEL: void of_any_size
// CHECK:         const auto a_pairs = mem::alloc<std::int32_t, mem::L1, dyn, dyn>({load_rows, a_pairs_cols});
template <Index M, Index K, Index N>
PTO_INCORE void of_any_size(In<Tensor<std::int8_t, M, K>> a, In<Tensor<std::int8_t, K, N>> b,
                            Out<Tensor<std::int32_t, M, N>> c) {
  tile::store(tile::matmul(tile::load<M, K>(a, {0, 0}), tile::load<K, N>(b, {0, 0})), {0, 0}, c);
}
PTO_INCORE void instances(In<Tensor<std::int8_t, 3, 7>> a, In<Tensor<std::int8_t, 7, 18>> b,
                          In<Tensor<std::int8_t, 18, 16>> c, Out<Tensor<std::int32_t, 3, 18>> first,
                          Out<Tensor<std::int32_t, 7, 16>> second) {
  of_any_size<3, 7, 18>(a, b, first);
  of_any_size<7, 18, 16>(b, c, second);
}

// SAYS: [[@LINE+1]]:17: remark: 'of_words' kept: its elements are long [-Rpass-missed=vectorize-tiles,unsupported-type]
PTO_INCORE void of_words(In<Tensor<std::int32_t, 4, 8>> a, In<Tensor<std::int32_t, 8, 16>> b,
                         Out<Tensor<std::int64_t, 4, 16>> c) {
  auto sum = tile::matmul(tile::load<4, 8>(a, {0, 0}), tile::load<8, 16>(b, {0, 0}));
  tile::store(sum, {0, 0}, c);
}

PTO_TEST_MAIN(bytes, odd, one, valid, extreme, extreme_bytes, quantised, unsigned_bytes, unsigned_words, instances, of_words)
