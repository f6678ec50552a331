// Tiles of integers: they wrap, and their sums have the same bits in every order.
// RUN: %pto-rewrite --passes=vectorize-tiles -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=vectorize-tiles %s
// RUN: %pto-rewrite --passes='vectorize-tiles,lower-vectors{target=avx512}' -Rpass-missed=lower-vectors -o %t.avx512.cpp %s -- 2>&1 | FileCheck %s --check-prefix=KEPT
// RUN: FileCheck %s --check-prefix=AVX512 --input-file=%t.avx512.cpp
// RUN: %if avx512 %{ %equal --passes='vectorize-tiles,lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='vectorize-tiles{width=8},lower-vectors{target=avx2}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

// CHECK-LABEL: void arithmetic
// CHECK:         const auto number = vec::splat<std::int32_t, 16>(7);
// CHECK:             const auto mul = a * b;
// CHECK-NEXT:        const auto d = mul + a;
// CHECK-NEXT:        const auto sub = d - number;
// AVX512-LABEL: PTO_X86_AVX512 void arithmetic
PTO_INCORE void arithmetic(In<Tensor<std::int32_t, 3, 37>> x, In<Tensor<std::int32_t, 3, 37>> y,
                           Out<Tensor<std::int32_t, 3, 37>> out, Out<Tensor<std::int32_t, 3, 37>> more) {
  auto a = tile::load<3, 37>(x, {0, 0});
  auto b = tile::load<3, 37>(y, {0, 0});
  auto d = tile::add(tile::mul(a, b), a);
  tile::store(tile::sub(d, 7), {0, 0}, out);
  tile::store(tile::maximum(tile::minimum(tile::neg(d), tile::abs(b)), tile::relu(a)), {0, 0}, more);
}

// CHECK-LABEL: void bits
// CHECK:             const auto shl = a << number;
// CHECK:             const auto not_ = ~
PTO_INCORE void bits(In<Tensor<std::int32_t, 2, 40>> x, In<Tensor<std::int32_t, 2, 40>> y,
                     Out<Tensor<std::int32_t, 2, 40>> out, Out<Tensor<std::int32_t, 2, 40>> more) {
  auto a = tile::load<2, 40>(x, {0, 0});
  auto b = tile::load<2, 40>(y, {0, 0});
  tile::store(tile::xor_(tile::shl(a, 3), tile::shr(a, b)), {0, 0}, out);
  auto not_ = tile::not_(tile::and_(a, 0x0F0F));
  tile::store(tile::or_(not_, b), {0, 0}, more);
}

PTO_INCORE void unsigned_words(In<Tensor<std::uint32_t, 2, 21>> x, In<Tensor<std::uint32_t, 2, 21>> y,
                               Out<Tensor<std::uint32_t, 2, 21>> out) {
  auto a = tile::load<2, 21>(x, {0, 0});
  auto b = tile::load<2, 21>(y, {0, 0});
  tile::store(tile::maximum(tile::shr(a, 5), tile::mul(b, 4000000000u)), {0, 0}, out);
}

// CHECK-LABEL: void small
// CHECK:         const auto number = vec::splat<std::int16_t, 16>(static_cast<std::int16_t>(300));
PTO_INCORE void small(In<Tensor<std::int16_t, 2, 21>> x, In<Tensor<std::int8_t, 2, 21>> y,
                      Out<Tensor<std::int16_t, 2, 21>> out, Out<Tensor<std::int8_t, 2, 21>> bytes) {
  auto a = tile::load<2, 21>(x, {0, 0});
  auto b = tile::load<2, 21>(y, {0, 0});
  tile::store(tile::minimum(tile::mul(a, a), 300), {0, 0}, out);
  tile::store(tile::sub(tile::maximum(b, -3), b), {0, 0}, bytes);
}

// Sums in four accumulators, as they wrap. What rows are reduced to are integers, too.
// CHECK-LABEL: void rows
// CHECK:           auto sums_lanes0 = vec::splat<std::int32_t, 16>(0);
// CHECK:           const std::int32_t sums = vec::reduce<vec::Combine::Add>(sums_all, 0);
// CHECK:           const std::int32_t scaled = math::mul(sums, 3);
// AVX512-LABEL: PTO_X86_AVX512 void rows
// AVX512:         const std::int32_t sums = pto::x86::reduce_add(sums_all);
PTO_INCORE void rows(In<Tensor<std::int32_t, 5, 100>> x, Out<Tensor<std::int32_t, 5, 100>> out,
                     Out<Tensor<std::int32_t, 5, 1>> most, Out<Tensor<std::int32_t, 5, 1>> least) {
  auto a = tile::load<5, 100>(x, {0, 0});
  auto sums = tile::row_sum(a);
  auto scaled = tile::mul(sums, 3);
  tile::store(tile::row_expand_sub(a, scaled), {0, 0}, out);
  tile::store(tile::row_max(a), {0, 0}, most);
  tile::store(tile::add(tile::row_min(a), tile::row_prod(a)), {0, 0}, least);
}
// AVX512-LABEL: PTO_X86_AVX512 void valid
PTO_INCORE void valid(In<Tensor<std::int32_t, dyn, dyn>> x, Index n, Out<Tensor<std::int32_t, dyn, dyn>> out) {
  auto a = tile::load<4, 64>(x, {0, 0}, Valid{n, n});
  tile::store(tile::row_expand_max(tile::and_(a, 255), tile::neg(tile::row_sum(a))), {0, 0}, out);
}

// A tile that lives on from turn to turn; a row for all rows; a value everywhere.
PTO_INCORE void turns(In<Tensor<std::int32_t, 4, 24>> x, In<Tensor<std::int32_t, 1, 24>> y,
                      Out<Tensor<std::int32_t, 4, 24>> out, Out<Tensor<std::int8_t, 4, 24>> bytes) {
  auto sum = tile::full<std::int32_t, 4, 24>(-1);
  auto zero = tile::full<std::int8_t, 4, 24>(0);
  for (Index i = 0; i < 3; ++i) {
    auto a = tile::col_expand_add(tile::load<4, 24>(x, {0, 0}), tile::load<1, 24>(y, {0, 0}));
    sum = tile::sub(tile::mul(sum, a), a);
  }
  tile::store(sum, {0, 0}, out);
  tile::store(zero, {0, 0}, bytes);
}

// To floats and back, with the sums of a product in between.
PTO_INCORE void requantised(In<Tensor<std::int8_t, 4, 32>> a, In<Tensor<std::int8_t, 32, 24>> b,
                            In<Tensor<std::int32_t, 1, 24>> bias, Out<Tensor<std::int8_t, 4, 24>> c) {
  auto sum = tile::matmul(tile::load<4, 32>(a, {0, 0}), tile::load<32, 24>(b, {0, 0}));
  auto biased = tile::col_expand_add(sum, tile::load<1, 24>(bias, {0, 0}));
  auto scaled = tile::mul(tile::cast<float>(tile::relu(biased)), 0.003f);
  tile::store(tile::cast<std::int8_t>(scaled), {0, 0}, c);
}

// No lane may be divided by what is behind a row's end.
// SAYS: [[@LINE+1]]:17: remark: 'divided' kept: its elements are int [-Rpass-missed=vectorize-tiles,unsupported-type]
PTO_INCORE void divided(In<Tensor<std::int32_t, 4, 24>> x, Out<Tensor<std::int32_t, 4, 24>> out) {
  tile::store(tile::div(tile::load<4, 24>(x, {0, 0}), 3), {0, 0}, out);
}
// SAYS: [[@LINE+1]]:17: remark: 'long_ones' kept: its elements are long [-Rpass-missed=vectorize-tiles,unsupported-type]
PTO_INCORE void long_ones(In<Tensor<std::int64_t, 4, 24>> x, Out<Tensor<std::int64_t, 4, 24>> out) {
  tile::store(tile::neg(tile::load<4, 24>(x, {0, 0})), {0, 0}, out);
}
// KEPT: [[@LINE+1]]:17: remark: 'no_such_instruction' kept: 'vec::mul' has no form in avx512 [-Rpass-missed=lower-vectors,unsupported-op]
PTO_INCORE void no_such_instruction(In<Tensor<std::int8_t, 4, 24>> x, Out<Tensor<std::int8_t, 4, 24>> out) {
  auto a = tile::load<4, 24>(x, {0, 0});
  tile::store(tile::mul(a, a), {0, 0}, out);
}

PTO_TEST_MAIN(arithmetic, bits, unsigned_words, small, rows, valid, turns, requantised, divided, long_ones,
              no_such_instruction)
