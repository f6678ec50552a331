// Products: ascending k, one fused multiply-add a step, in the accumulator's type.
#include "support.h"

using namespace pto::dsl;
using support::exact;
using support::Index;

namespace {

/// start + sum of a(i, k) * b(k, j), one std::fma a step.
template <class Acc, class A, class B> Acc dot(const A &a, const B &b, Index i, Index j, Index n, Acc start) {
  for (Index k = 0; k < n; ++k)
    if constexpr (std::is_floating_point_v<Acc>)
      start = std::fma(static_cast<Acc>(exact(a(i, k))), static_cast<Acc>(exact(b(k, j))), start);
    else
      start = static_cast<Acc>(static_cast<std::uint64_t>(start) +
                               static_cast<std::uint64_t>(std::int64_t(a(i, k)) * std::int64_t(b(k, j))));
  return start;
}

template <class T, class Acc> void expect_products(const char *what) {
  auto a = support::random_tile<Tile<T, 20, 37>>(1), b = a; // shapes differ below
  auto c = support::random_tile<Tile<T, 37, 24>>(2);
  auto left = tile::move<Mem::Left>(a);
  auto right = tile::move<Mem::Right>(c);
  auto p = tile::matmul(left, right);
  static_assert(std::is_same_v<decltype(p), Tile<Acc, 20, 24, Mem::Acc>>);
  support::expect_cells(p, 20, 24, [&](Index i, Index j) { return dot<Acc>(a, c, i, j, 37, 0); }, what);
  support::expect_cells(
      tile::matmul(a, c), 20, 24, [&](Index i, Index j) { return dot<Acc>(a, c, i, j, 37, 0); }, what);
  auto d = support::random_tile<Tile<T, 20, 5>>(3);
  auto e = support::random_tile<Tile<T, 5, 24>>(4);
  auto before = tile::move<Mem::Vec>(p);
  auto q = tile::matmul_acc(p, d, e);
  EXPECT_EQ(q.view().data, p.view().data);
  support::expect_cells(p, 20, 24, [&](Index i, Index j) { return dot<Acc>(d, e, i, j, 5, before(i, j)); }, what);
  tile::matmul_acc(p, d, e, true);
  support::expect_cells(p, 20, 24, [&](Index i, Index j) { return dot<Acc>(d, e, i, j, 5, 0); }, what);
  auto bias = tile::cast<Acc>(support::random_tile<Tile<T, 1, 24>>(5));
  support::expect_cells(
      tile::matmul_bias(d, e, bias), 20, 24, [&](Index i, Index j) { return dot<Acc>(d, e, i, j, 5, bias(0, j)); },
      what);

  auto row = support::random_tile<Tile<T, 1, 37>>(6);
  auto g = tile::gemv(row, c);
  support::expect_cells(g, 1, 24, [&](Index, Index j) { return dot<Acc>(row, c, 0, j, 37, 0); }, what);
  auto g0 = tile::move<Mem::Vec>(g);
  tile::gemv_acc(g, row, c);
  support::expect_cells(g, 1, 24, [&](Index, Index j) { return dot<Acc>(row, c, 0, j, 37, g0(0, j)); }, what);
  support::expect_cells(
      tile::gemv_bias(row, c, bias), 1, 24, [&](Index, Index j) { return dot<Acc>(row, c, 0, j, 37, bias(0, j)); },
      what);
}

TEST(Matmul, Float) { expect_products<float, float>("float"); }
TEST(Matmul, Half) { expect_products<half, float>("half"); }
TEST(Matmul, BFloat) { expect_products<bf16, float>("bf16"); }
TEST(Matmul, Double) { expect_products<double, double>("double"); }
TEST(Matmul, Bytes) { expect_products<std::int8_t, std::int32_t>("int8"); }
TEST(Matmul, Words) { expect_products<std::int32_t, std::int64_t>("int32"); }

TEST(Matmul, StepsAreFused) {
  auto a = tile::full<float, 1, 2>(0x1.000002p0f);
  auto b = tile::full<float, 2, 1>(0x1.000002p0f);
  tile::write(a, {0, 0}, -0x1.000004p0f);
  tile::write(b, {0, 0}, 1);
  EXPECT_EQ(tile::matmul(a, b)(0, 0), 0x1p-46f);
}

TEST(Matmul, OfTheValidPart) {
  auto a = tile::set_validshape(support::random_tile<Tile<half, 8, 8>>(1, false), 5, 6);
  auto b = tile::set_validshape(support::random_tile<Tile<half, 8, 8>>(2, false), 6, 7);
  auto p = tile::matmul(a, b);
  EXPECT_EQ(p.valid_rows(), 5);
  EXPECT_EQ(p.valid_cols(), 7);
  support::expect_cells(p, 5, 7, [&](Index i, Index j) { return dot<float>(a, b, i, j, 6, 0); }, "valid");
}

TEST(Matmul, SplitInK) {
  auto x = support::random_tensor<bf16, 16, 64>(1, false);
  auto y = support::random_tensor<bf16, 64, 16>(2, false);
  auto whole = tile::matmul(tile::load<16, 64>(x, {0, 0}), tile::load<64, 16>(y, {0, 0}));
  auto acc = tile::create<float, 16, 16, Mem::Acc>();
  for (Index k = 0; k < 64; k += 16)
    acc = tile::matmul_acc(acc, tile::load<16, 16>(x, {0, k}), tile::load<16, 16>(y, {k, 0}), k == 0);
  support::expect_cells(acc, 16, 16, [&](Index i, Index j) { return whole(i, j); }, "split");
}

TEST(TensorMatmul, AllForms) {
  auto a = support::random_tensor<half, 6, 9>(1, false);
  auto b = support::random_tensor<half, 9, 5>(2, false);
  auto p = tensor::matmul(a, b);
  static_assert(std::is_same_v<decltype(p), Tensor<float, 6, 5>>);
  support::expect_cells(p, 6, 5, [&](Index i, Index j) { return dot<float>(a, b, i, j, 9, 0); }, "matmul");
  auto h = tensor::matmul<half>(a, b);
  support::expect_cells(
      h, 6, 5, [&](Index i, Index j) { return support::rounded<half>(dot<float>(a, b, i, j, 9, 0)); }, "rounded");
  auto before = tensor::cast<float>(tensor::add(p, 0));
  tensor::matmul_acc(p, a, b);
  support::expect_cells(p, 6, 5, [&](Index i, Index j) { return dot<float>(a, b, i, j, 9, before(i, j)); }, "acc");
  tensor::matmul_acc(p, a, b, true);
  support::expect_cells(p, 6, 5, [&](Index i, Index j) { return before(i, j); }, "init");
  auto t = tensor::matmul(tensor::transpose<0, 1>(b), tensor::transpose<0, 1>(a));
  support::expect_cells(t, 5, 6, [&](Index i, Index j) { return before(j, i); }, "transposed");
}

TEST(TensorMatmul, Batches) {
  auto a = tensor::cast<float>(tensor::arange<std::int32_t, 2, 3, 4>(0));
  auto b = tensor::cast<float>(tensor::arange<std::int32_t, 2, 4, 5>(3));
  auto p = tensor::batch_matmul(a, b);
  static_assert(std::is_same_v<decltype(p), Tensor<float, 2, 3, 5>>);
  for (Index g = 0; g < 2; ++g)
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j < 5; ++j) {
        float sum = 0;
        for (Index k = 0; k < 4; ++k)
          sum += a(g, i, k) * b(g, k, j);
        EXPECT_EQ(p(g, i, j), sum);
      }
}

} // namespace
