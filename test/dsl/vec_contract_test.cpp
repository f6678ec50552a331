// Built with -O3 -march=native: separate ops on vectors must not be contracted, products must stay fused.
#include "support.h"

using namespace pto::dsl;

namespace {

constexpr float x = 0x1.000002p0f, minus_square = -0x1.000004p0f; // x * x rounds to 0x1.000004p0

template <Index N> void expect_separate_lanes() {
  auto m = mem::alloc<float, mem::L1, 2, N>();
  linalg::fill(x, m);
  const auto a = vec::load<2, N>(m, {0, 0}), c = vec::splat<float, 2, N>(minus_square);
  EXPECT_EQ(vec::extract(a * a + c, 1, N - 1), 0);
  EXPECT_EQ(vec::extract(c - (-a) * a, 1, N - 1), 0);
  EXPECT_EQ(vec::extract(vec::fma(a, a, c), 1, N - 1), 0x1p-46f);
  EXPECT_EQ(vec::reduce<vec::Combine::Add>(vec::extract(a * a, 0), minus_square),
            vec::reduce<vec::Combine::Add>(vec::splat<float, N>(-minus_square), minus_square));
  linalg::map([](float p) { return math::fma(p, p, minus_square); }, m, m);
  EXPECT_EQ(m(1, N - 1), 0x1p-46f);
}

TEST(VecContract, LanesRoundSeparately) {
  expect_separate_lanes<1>();
  expect_separate_lanes<8>();
  expect_separate_lanes<64>();
}

TEST(VecContract, ProductsOfVectorsAreFused) {
  auto a = vec::insert(minus_square, vec::splat<float, 1, 2>(x), 0, 0);
  auto b = vec::insert(1.0f, vec::splat<float, 2, 1>(x), 0, 0);
  EXPECT_EQ(vec::extract(vec::contract(a, b, vec::splat<float, 1, 1>(0)), 0, 0), 0x1p-46f);
}

} // namespace
