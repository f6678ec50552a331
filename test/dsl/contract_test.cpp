// Built with -O3 -march=native -ffp-contract=fast: separate ops must not be contracted, products must stay fused.
#include "support.h"

using namespace pto::dsl;

namespace {

constexpr float x = 0x1.000002p0f, minus_square = -0x1.000004p0f; // x * x rounds to 0x1.000004p0

template <Index R, Index C> void expect_separate() {
  auto a = tile::full<float, R, C>(x), c = tile::full<float, R, C>(minus_square);
  auto d = tile::add(tile::mul(a, a), c);
  EXPECT_EQ(d(R - 1, C - 1), 0); // fused: 0x1p-46
  auto e = tensor::full<float, R, C>(x), f = tensor::full<float, R, C>(minus_square);
  EXPECT_EQ(tensor::add(tensor::mul(e, e), f)(R - 1, C - 1), 0);
  EXPECT_EQ(tile::addc(tile::mul(a, a), c, tile::full<float, R, C>(0))(0, 0), 0);
  EXPECT_EQ(tile::row_sum(tile::concat(tile::mul(a, a), c))(0, 0),
            R * C == 1 ? 0 : tile::row_sum(tile::concat(tile::mul(a, a), c))(R - 1, 0));
  EXPECT_EQ(tile::subc(a, a, tile::lrelu(tile::neg(a), x))(0, 0), minus_square);
  auto g =
      tile::col_expand_add(tile::row_expand_mul(a, tile::full<float, R, 1>(x)), tile::full<float, 1, C>(minus_square));
  EXPECT_EQ(g(0, 0), 0);
}

TEST(Contract, SeparateOpsRoundSeparately) {
  expect_separate<1, 1>();
  expect_separate<1, 8>();
  expect_separate<4, 16>();
  expect_separate<32, 32>();
}

TEST(Contract, ProductsAreFused) {
  auto a = tile::full<float, 1, 2>(x), b = tile::full<float, 1, 2>(x);
  tile::write(a, {0, 0}, minus_square);
  tile::write(b, {0, 0}, 1);
  EXPECT_EQ(tile::matmul(a, tile::transpose(b))(0, 0), 0x1p-46f);
}

TEST(Contract, SixteenBitTypes) {
  const half h(1.0009765625f); // 1 + 2^-10
  auto a = tile::full<half, 1, 8>(h);
  EXPECT_EQ(float(tile::sub(tile::mul(a, a), tile::mul(a, h))(0, 3)), 0);
  EXPECT_EQ(float(tile::add(tile::mul(a, a), -1.001953125f)(0, 0)), 0); // the square rounds to 1 + 2^-9
}

} // namespace
