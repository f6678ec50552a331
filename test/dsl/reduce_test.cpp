// Reductions: ascending order, one accumulator, accumulation in float, NaN and zeros, valid parts.
#include "support.h"

using namespace pto::dsl;
using support::exact;
using support::Index;
using support::rounded;

namespace {

template <class T> using Accumulate = std::conditional_t<std::is_same_v<T, double>, double, float>;

template <class T> class Reduce : public testing::Test {};
using Types = testing::Types<float, half, bf16, double>;
TYPED_TEST_SUITE(Reduce, Types);

TYPED_TEST(Reduce, SumsAndProductsInOrder) {
  using T = TypeParam;
  using Acc = Accumulate<T>;
  const auto a = support::random_tile<Tile<T, 9, 13>>(1, false);
  auto x = tensor::create<T, 9, 13>();
  tile::store(a, {0, 0}, x);
  const auto row = [&](bool product) {
    return [&, product](Index r, Index) {
      volatile Acc acc = static_cast<Acc>(exact(a(r, 0)));
      for (Index c = 1; c < 13; ++c)
        acc = product ? acc * static_cast<Acc>(exact(a(r, c))) : acc + static_cast<Acc>(exact(a(r, c)));
      return rounded<T>(acc);
    };
  };
  const auto column = [&](bool product) {
    return [&, product](Index, Index c) {
      volatile Acc acc = static_cast<Acc>(exact(a(0, c)));
      for (Index r = 1; r < 9; ++r)
        acc = product ? acc * static_cast<Acc>(exact(a(r, c))) : acc + static_cast<Acc>(exact(a(r, c)));
      return rounded<T>(acc);
    };
  };
  auto sums = tile::row_sum(a);
  static_assert(std::is_same_v<decltype(sums), Tile<T, 9, 1>>);
  static_assert(std::is_same_v<decltype(tile::col_sum(a)), Tile<T, 1, 13>>);
  support::expect_cells(sums, 9, 1, row(false), "row_sum");
  support::expect_cells(tile::row_prod(a), 9, 1, row(true), "row_prod");
  support::expect_cells(tile::col_sum(a), 1, 13, column(false), "col_sum");
  support::expect_cells(tile::col_prod(a), 1, 13, column(true), "col_prod");
  support::expect_cells(tensor::row_sum(x), 9, 1, row(false), "tensor row_sum");
  support::expect_cells(tensor::row_prod(x), 9, 1, row(true), "tensor row_prod");
  support::expect_cells(tensor::col_sum(x), 1, 13, column(false), "tensor col_sum");
  support::expect_cells(tensor::col_prod(x), 1, 13, column(true), "tensor col_prod");
}

TYPED_TEST(Reduce, ExtremesAndWhereTheyAre) {
  using T = TypeParam;
  const auto a = support::random_tile<Tile<T, 40, 13>>(2);
  auto x = tensor::create<T, 40, 13>();
  tile::store(a, {0, 0}, x);
  for (bool largest : {false, true}) {
    const auto best = [&](auto get, Index n) { // of numbers the extreme one, -0 below +0; the first index in comparison
      Index where = 0;
      double value = get(Index{0});
      for (Index i = 1; i < n; ++i) {
        const double v = get(i), w = get(where);
        if (value != value || (largest ? v > value : v < value) ||
            (v == 0 && value == 0 && std::signbit(v) != std::signbit(value) && std::signbit(value) == largest))
          value = v;
        if ((w != w && v == v) || (largest ? v > w : v < w))
          where = i;
      }
      return std::pair(value, where);
    };
    const auto row = [&](Index r) { return best([&](Index c) { return exact(a(r, c)); }, 13); };
    const auto column = [&](Index c) { return best([&](Index r) { return exact(a(r, c)); }, 40); };
    const auto row_value = [&](Index r, Index) { return rounded<T>(row(r).first); };
    const auto column_value = [&](Index, Index c) { return rounded<T>(column(c).first); };
    const auto row_index = [&](Index r, Index) { return std::int32_t(row(r).second); };
    const auto column_index = [&](Index, Index c) { return std::int32_t(column(c).second); };
    support::expect_cells(largest ? tile::row_max(a) : tile::row_min(a), 40, 1, row_value, "row");
    support::expect_cells(largest ? tile::col_max(a) : tile::col_min(a), 1, 13, column_value, "column");
    support::expect_cells(largest ? tile::row_argmax(a) : tile::row_argmin(a), 40, 1, row_index, "row index");
    support::expect_cells(largest ? tile::col_argmax(a) : tile::col_argmin(a), 1, 13, column_index, "column index");
    support::expect_cells(largest ? tensor::row_max(x) : tensor::row_min(x), 40, 1, row_value, "tensor row");
    support::expect_cells(largest ? tensor::col_max(x) : tensor::col_min(x), 1, 13, column_value, "tensor column");
    support::expect_cells(largest ? tensor::row_argmax(x) : tensor::row_argmin(x), 40, 1, row_index,
                          "tensor row index");
    support::expect_cells(largest ? tensor::col_argmax(x) : tensor::col_argmin(x), 1, 13, column_index,
                          "tensor column index");
  }
}

TEST(Reduce, OrderIsVisible) {
  auto a = tile::full<float, 1, 3>(1);
  tile::write(a, {0, 0}, 0x1p24f);
  EXPECT_EQ(tile::row_sum(a)(0, 0), 0x1p24f); // (2^24 + 1) + 1, not 2^24 + (1 + 1)
  auto h = tile::full<half, 1, 3>(half(1));
  tile::write(h, {0, 0}, 2048);
  EXPECT_EQ(float(tile::row_sum(h)(0, 0)), 2050); // in float, rounded once
}

TEST(Reduce, StartsAsTheFirstElement) { EXPECT_TRUE(std::signbit(tile::row_sum(tile::full<float, 1, 2>(-0.f))(0, 0))); }

TEST(Reduce, OfIntegersWraps) {
  EXPECT_EQ(tile::row_sum(tile::full<std::int8_t, 1, 3>(100))(0, 0), std::int8_t(300 - 256));
  EXPECT_EQ(tile::col_prod(tile::full<std::uint8_t, 3, 1>(7))(0, 0), std::uint8_t(343 - 256));
  EXPECT_EQ(tile::row_max(tile::ci<std::int32_t, 2, 4>(-8))(1, 0), -1);
}

TEST(Reduce, OnlyTheValidPart) {
  auto a = tile::set_validshape(tile::full<float, 4, 8>(1), 3, 5);
  auto s = tile::row_sum(a);
  EXPECT_EQ(s.valid_rows(), 3);
  EXPECT_EQ(s(2, 0), 5);
  EXPECT_EQ(tile::col_sum(a).valid_cols(), 5);
  EXPECT_EQ(tile::col_sum(a)(0, 4), 3);
}

TEST(Reduce, OfNothing) {
  auto a = tile::set_validshape(tile::full<float, 2, 2>(5), 2, 0);
  EXPECT_EQ(tile::row_sum(a)(0, 0), 0);
  EXPECT_EQ(tile::row_prod(a)(0, 0), 1);
  EXPECT_EQ(tile::row_max(a)(0, 0), -INFINITY);
  EXPECT_EQ(tile::row_min(a)(0, 0), INFINITY);
  auto i = tile::set_validshape(tile::full<std::int16_t, 2, 2>(5), 2, 0);
  EXPECT_EQ(tile::row_max(i)(0, 0), -32768);
}

TEST(Reduce, NaN) {
  auto a = tile::full<float, 1, 3>(NAN);
  EXPECT_NE(tile::row_max(a)(0, 0), tile::row_max(a)(0, 0));
  EXPECT_EQ(tile::row_argmax(a)(0, 0), 0);
  tile::write(a, {0, 2}, -5);
  EXPECT_EQ(tile::row_max(a)(0, 0), -5);
  EXPECT_EQ(tile::row_argmin(a)(0, 0), 2);
}

TEST(Reduce, Boxed) {
  auto a = support::random_tile<Tile<half, 20, 40, Mem::Mat>>(3, false);
  support::expect_cells(
      tile::row_max(a), 20, 1,
      [&](Index r, Index) {
        half m = a(r, 0);
        for (Index c = 1; c < 40; ++c)
          m = float(a(r, c)) > float(m) ? a(r, c) : m;
        return m;
      },
      "boxed");
}

} // namespace
