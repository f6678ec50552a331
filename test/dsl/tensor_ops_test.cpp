// Tensors of known contents, unions and pads; the elementwise ops are in elementwise_test.cpp.
#include "support.h"

using namespace pto::dsl;
using support::Index;

namespace {

TEST(TensorMake, Arange) {
  auto a = tensor::arange<std::int16_t, 2, 3>(5);
  support::expect_cells(a, 2, 3, [](Index r, Index c) { return std::int16_t(5 + 3 * r + c); }, "arange");
  EXPECT_EQ((tensor::arange<std::uint8_t, 4>(1, true)(3)), 254);
}

TEST(TensorMake, RandomIsTheTilesRandom) {
  auto a = tensor::random<3, 5>({1, 2}, {3, 4, 5, 6});
  auto b = tile::random<3, 5>({1, 2}, {3, 4, 5, 6});
  support::expect_cells(a, 3, 5, [&](Index r, Index c) { return b(r, c); }, "random");
}

TEST(TensorMake, Fillpad) {
  auto a = tensor::set_validshape(support::random_tensor<float, 4, 6>(1, false), {2, 3});
  const auto in = [](Index r, Index c) { return r < 2 && c < 3; };
  auto b = tensor::fillpad<Pad::Zero>(a);
  EXPECT_EQ(b.valid(1), 6);
  support::expect_cells(b, 4, 6, [&](Index r, Index c) { return in(r, c) ? a(r, c) : 0.f; }, "zero");
  auto c = tensor::fillpad_expand<Pad::Min, 5, 8>(a);
  static_assert(std::is_same_v<decltype(c), Tensor<float, 5, 8>>);
  support::expect_cells(c, 5, 8, [&](Index r, Index k) { return in(r, k) ? a(r, k) : -INFINITY; }, "expand");
}

TEST(TensorMake, Concat) {
  auto a = support::random_tensor<float, 3, 2>(1);
  auto b = support::random_tensor<float, 3, 4>(2);
  auto c = tensor::concat(a, b);
  static_assert(std::is_same_v<decltype(c), Tensor<float, 3, 6>>);
  support::expect_cells(c, 3, 6, [&](Index r, Index k) { return k < 2 ? a(r, k) : b(r, k - 2); }, "concat");
  Tensor<float, 3, dyn> d = b;
  static_assert(std::is_same_v<decltype(tensor::concat(a, d)), Tensor<float, 3, dyn>>);
}

TEST(TensorOps, DynamicShapes) {
  auto a = tensor::create<float>({3, 4}, {.init_value = 2});
  auto b = tensor::full<float, 3, 4>(3);
  auto c = tensor::add(a, b);
  static_assert(std::is_same_v<decltype(c), Tensor<float, dyn, dyn>>);
  EXPECT_EQ(c(2, 3), 5);
  EXPECT_EQ(tensor::row_sum(c)(1, 0), 20);
  EXPECT_EQ(tensor::matmul(c, tensor::transpose<0, 1>(b))(0, 0), 60);
  EXPECT_EQ(tensor::row_expand_sub(c, tensor::row_max(c))(2, 2), 0);
}

TEST(TensorOps, ResultsAreFreshAndDense) {
  auto a = tensor::slice<2, 2>(support::random_tensor<float, 4, 4>(1, false), {1, 1});
  auto b = tensor::add(a, 0);
  EXPECT_TRUE(b.is_contiguous());
  const float before = a(0, 0);
  b(0, 0) = 99;
  EXPECT_EQ(a(0, 0), before);
}

} // namespace
