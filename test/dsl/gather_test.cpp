// Gather, scatter and sort.
#include "support.h"

#include <algorithm>

using namespace pto::dsl;
using support::Index;

namespace {

/// Indices in [0, n).
template <class I, Index R, Index C> Tile<I, R, C> indices(Index n, unsigned seed) {
  std::mt19937 engine(seed);
  auto t = tile::create<I, R, C>();
  for (Index r = 0; r < R; ++r)
    for (Index c = 0; c < C; ++c)
      tile::write(t, {r, c}, static_cast<I>(engine() % static_cast<unsigned>(n)));
  return t;
}

TEST(Gather, ByPosition) {
  auto a = support::random_tile<Tile<float, 5, 7>>(1);
  auto i = indices<std::int32_t, 3, 4>(35, 2);
  auto g = tile::gather(a, i);
  static_assert(std::is_same_v<decltype(g), Tile<float, 3, 4>>);
  support::expect_cells(g, 3, 4, [&](Index r, Index c) { return a(i(r, c) / 7, i(r, c) % 7); }, "gather");
}

template <MaskPattern P> void expect_mask(Index step, Index first) {
  auto a = support::random_tile<Tile<float, 3, 8>>(1);
  auto g = tile::gather_mask<P>(a);
  EXPECT_EQ(g.cols(), 8 / step);
  support::expect_cells(g, 3, 8 / step, [&](Index r, Index c) { return a(r, c * step + first); }, "gather_mask");
  auto b = tile::full<float, 3, 8>(0);
  tile::scatter_mask<P>(b, g);
  support::expect_cells(b, 3, 8, [&](Index r, Index c) { return c % step == first ? a(r, c) : 0.f; }, "scatter_mask");
  auto x = tensor::create<float, 3, 8>(), y = tensor::full<float, 3, 8>(0);
  tile::store(a, {0, 0}, x);
  tensor::scatter_mask<P>(y, tensor::gather_mask<P>(x));
  support::expect_cells(y, 3, 8, [&](Index r, Index c) { return c % step == first ? a(r, c) : 0.f; }, "tensor masks");
}

TEST(Gather, ByMask) {
  expect_mask<MaskPattern::P0101>(2, 0);
  expect_mask<MaskPattern::P1010>(2, 1);
  expect_mask<MaskPattern::P0001>(4, 0);
  expect_mask<MaskPattern::P0010>(4, 1);
  expect_mask<MaskPattern::P0100>(4, 2);
  expect_mask<MaskPattern::P1000>(4, 3);
  expect_mask<MaskPattern::P1111>(1, 0);
}

TEST(Gather, ByComparison) {
  auto a = support::random_tile<Tile<float, 4, 16>>(3);
  auto [at, counts] = tile::gather_compare(a, 0.5, Cmp::GT);
  for (Index r = 0; r < 4; ++r) {
    std::int32_t n = 0;
    for (Index c = 0; c < 16; ++c)
      if (a(r, c) > 0.5f) {
        EXPECT_EQ(at(r, n), c);
        ++n;
      }
    EXPECT_EQ(counts(r, 0), n);
  }
}

TEST(Gather, ByBytes) {
  auto a = tile::ci<std::int32_t, 4, 16>(0);
  auto offsets = tile::full<std::uint32_t, 1, 2>(0);
  tile::write(offsets, {0, 0}, 96);
  auto g = tile::gatherb(a, offsets);
  static_assert(std::is_same_v<decltype(g), Tile<std::int32_t, 1, 16>>);
  support::expect_cells(g, 1, 16, [](Index, Index c) { return std::int32_t(c < 8 ? 24 + c : c - 8); }, "gatherb");
}

TEST(Gather, FromMemory) {
  auto x = support::random_tensor<float, 6, 5>(4);
  auto i = indices<std::int32_t, 3, 4>(30, 5);
  support::expect_cells(
      tile::mgather(x, i), 3, 4, [&](Index r, Index c) { return x(i(r, c) / 5, i(r, c) % 5); }, "elements");
  auto rows = indices<std::int32_t, 4, 1>(6, 6);
  auto g = tile::mgather<Coalesce::Row>(x, rows);
  static_assert(std::is_same_v<decltype(g), Tile<float, 4, 5>>);
  support::expect_cells(g, 4, 5, [&](Index r, Index c) { return x(rows(r, 0), c); }, "rows");
  auto out = tile::full<std::int32_t, 1, 3>(31);
  tile::write(out, {0, 0}, -1);
  tile::write(out, {0, 1}, 7);
  auto clamped = tile::mgather(x, out, OutOfBounds::Clamp), zero = tile::mgather(x, out, OutOfBounds::Zero),
       wrapped = tile::mgather(x, out, OutOfBounds::Wrap);
  EXPECT_TRUE(support::same(clamped(0, 0), x(0, 0)));
  EXPECT_TRUE(support::same(clamped(0, 2), x(5, 4)));
  EXPECT_EQ(zero(0, 0), 0);
  EXPECT_TRUE(support::same(zero(0, 1), x(1, 2)));
  EXPECT_TRUE(support::same(wrapped(0, 0), x(5, 4)));
  EXPECT_TRUE(support::same(wrapped(0, 2), x(0, 1)));
}

TEST(Gather, WindowsAndPages) {
  auto x = support::random_tensor<float, 8, 6>(7);
  auto acc = tile::full<float, 6, 6>(0);
  auto same = tile::gather_row(acc, x, {1, 2}, {3, 1}, {{2, 3}});
  EXPECT_EQ(same.view().data, acc.view().data);
  EXPECT_TRUE(support::same(acc(2, 4), x(4, 3)));
  EXPECT_EQ(acc(0, 0), 0);
  tile::gather_row(acc, x, {0, 0}, {3, 1}, {{2, 3}}, true);
  EXPECT_TRUE(support::same(acc(1, 2), x(5, 2)));
  auto index = tensor::arange<std::int32_t, 4>(1);
  auto table = tensor::arange<std::int32_t, 4>(3, true); // blocks 3 2 1 0
  auto pages = tile::paged_gather<4>(x, index, table, 2);
  support::expect_cells(
      pages, 4, 6, [&](Index r, Index c) { return x((3 - (r + 1) / 2) * 2 + (r + 1) % 2, c); }, "pages");
  auto t = tensor::paged_gather(x, index, table, 2);
  support::expect_cells(t, 4, 6, [&](Index r, Index c) { return pages(r, c); }, "tensor pages");
}

TEST(Scatter, InOrder) {
  auto dst = tile::full<float, 4, 4>(-1);
  auto src = tile::full<float, 1, 3>(1);
  tile::write(src, {0, 2}, 2);
  auto i = tile::full<std::int32_t, 1, 3>(5);
  tile::write(i, {0, 1}, 9);
  tile::scatter(dst, src, i);
  EXPECT_EQ(dst(1, 1), 2); // the last one
  EXPECT_EQ(dst(2, 1), 1);
  EXPECT_EQ(dst(0, 0), -1);
  auto x = tensor::full<float, 4, 4>(-1);
  EXPECT_EQ(tile::mscatter(src, i, x).data(), x.data());
  EXPECT_EQ(x(1, 1), 2);
  auto rows = tile::full<std::int32_t, 2, 1>(3);
  tile::write(rows, {1, 0}, 0);
  tile::scatter_update(dst, rows, tile::full<float, 2, 4>(7));
  EXPECT_EQ(dst(3, 3), 7);
  EXPECT_EQ(dst(0, 0), 7);
  EXPECT_EQ(dst(1, 1), 2);
}

TEST(Scatter, OfTensors) {
  auto src = support::random_tensor<float, 3, 4>(1, false);
  auto index = tensor::full<std::int32_t, 3, 4>(0);
  for (Index r = 0; r < 3; ++r)
    for (Index c = 0; c < 4; ++c)
      index(r, c) = std::int32_t((r + c) % 3);
  support::expect_cells(
      tensor::gather<0>(src, index), 3, 4, [&](Index r, Index c) { return src(index(r, c), c); }, "gather<0>");
  support::expect_cells(
      tensor::gather<1>(src, index), 3, 4, [&](Index r, Index c) { return src(r, index(r, c)); }, "gather<1>");
  auto dst = tensor::full<float, 3, 4>(0);
  tensor::scatter<0>(dst, index, src);
  support::expect_cells(tensor::gather<0>(dst, index), 3, 4, [&](Index r, Index c) { return src(r, c); }, "inverse");
  tensor::scatter<1>(dst, index, src);
  EXPECT_EQ(dst(0, 0), src(0, 3)); // columns 0 and 3 go there
  auto rows = tensor::arange<std::int32_t, 3>(2, true);
  tensor::scatter_update(dst, rows, src);
  EXPECT_EQ(dst(2, 1), src(0, 1));
}

TEST(Gather, OfTensorsByComparisonAndWindow) {
  auto x = support::random_tensor<float, 3, 16>(8);
  auto [at, counts] = tensor::gather_compare(x, 1, Cmp::LE);
  for (Index r = 0; r < 3; ++r) {
    std::int32_t n = 0;
    for (Index c = 0; c < 16; ++c)
      if (x(r, c) <= 1) {
        EXPECT_EQ(at(r, n), c);
        ++n;
      }
    EXPECT_EQ(counts(r, 0), n);
  }
  auto acc = tensor::full<float, 4, 4>(0);
  EXPECT_EQ(tensor::gather_row(acc, x, {1, 1}, {1, 5}, {{2, 3}}).data(), acc.data());
  EXPECT_TRUE(support::same(acc(2, 3), x(2, 7)));
  tensor::gather_row(acc, x, {0, 0}, {0, 5}, {{3, 2}}, true);
  EXPECT_TRUE(support::same(acc(2, 1), x(1, 7)));
  EXPECT_EQ(acc(3, 3), 0);
}

TEST(Sort, RowsOfRecords) {
  auto scores = support::random_tile<Tile<float, 2, 128>>(1, false);
  tile::write(scores, {0, 5}, NAN);
  tile::write(scores, {1, 9}, scores(1, 77)); // a tie
  auto ids = tile::ci<std::uint32_t, 2, 128>(0);
  auto pairs = tile::sort32(scores, ids);
  static_assert(std::is_same_v<decltype(pairs), Tile<float, 2, 256>>);
  auto all = tile::mrgsort(pairs, 64);
  for (Index r = 0; r < 2; ++r) {
    std::vector<std::uint32_t> order(128);
    for (unsigned k = 0; k < 128; ++k)
      order[k] = k;
    std::sort(order.begin(), order.end(), [&](auto x, auto y) {
      const float a = scores(r, x), b = scores(r, y);
      return a > b || (a == a && b != b) || (!(b > a) && !(b == b && a != a) && x < y);
    });
    for (Index k = 0; k < 128; ++k) {
      ASSERT_TRUE(support::same(all(r, 2 * k), scores(r, order[size_t(k)]))) << r << " " << k;
      ASSERT_EQ(support::bits<std::uint32_t>(all(r, 2 * k + 1)), order[size_t(k)] + 128 * unsigned(r));
    }
  }
  auto best = tile::gather_mask<MaskPattern::P0101>(all);
  EXPECT_EQ(best(1, 0), tile::row_max(scores)(1, 0));
  auto x = tensor::create<float, 2, 128>();
  auto i = tensor::arange<std::uint32_t, 2, 128>(0);
  tile::store(scores, {0, 0}, x);
  auto y = tensor::mrgsort(tensor::sort32(x, i), 64);
  support::expect_cells(y, 2, 256, [&](Index r, Index c) { return all(r, c); }, "tensor");
  auto s = tensor::sort32(x, i);
  auto merged = tensor::mrgsort(tensor::slice<2, 64>(s, {0, 0}), tensor::slice<2, 64>(s, {0, 64}),
                                tensor::slice<2, 64>(s, {0, 128}), tensor::slice<2, 64>(s, {0, 192}));
  support::expect_cells(merged, 2, 256, [&](Index r, Index c) { return all(r, c); }, "merged");
}

TEST(Sort, MergesTiles) {
  const auto run = [](unsigned seed) {
    return tile::sort32(support::random_tile<Tile<half, 1, 32>>(seed, false),
                        tile::ci<std::uint32_t, 1, 32>(32 * seed));
  };
  auto a = run(0), b = run(1), c = run(2), d = run(3);
  static_assert(std::is_same_v<decltype(a), Tile<half, 1, 128>>);
  auto two = tile::mrgsort(a, b);
  auto four = tile::mrgsort(a, b, c, d);
  static_assert(std::is_same_v<decltype(four), Tile<half, 1, 512>>);
  auto again = tile::mrgsort(two, tile::mrgsort(c, d));
  for (Index k = 0; k < 128; ++k) {
    if (k != 0) {
      ASSERT_GE(float(four(0, 4 * k - 4)), float(four(0, 4 * k)));
    }
    ASSERT_EQ(four(0, 4 * k).bits(), again(0, 4 * k).bits());
    ASSERT_EQ(four(0, 4 * k + 2).bits(), again(0, 4 * k + 2).bits());
  }
}

} // namespace
