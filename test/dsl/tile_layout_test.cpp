// Layouts are physical: which byte holds which element, and what reshape and the other views make of it.
#include "support.h"

using namespace pto::dsl;
using support::Index;

namespace {

using RowMajor = TileLayout<BLayout::RowMajor>;
using ColMajor = TileLayout<BLayout::ColMajor>;
using Nz = TileLayout<BLayout::ColMajor, SLayout::RowMajor>;
using Zn = TileLayout<BLayout::RowMajor, SLayout::ColMajor>;

/// The place of element (r, c) of a rows x cols buffer, in elements, written down case by case.
template <class L> Index place(Index r, Index c, Index rows, Index cols, Index size) {
  const Index minor = L::fractal / 16 / size; // elements in a line of a box
  const auto up = [](Index n, Index to) { return (n + to - 1) / to; };
  if (L::slayout == SLayout::NoneBox)
    return L::blayout == BLayout::RowMajor ? r * cols + c : c * rows + r;
  const Index br = L::slayout == SLayout::RowMajor ? 16 : minor, bc = L::slayout == SLayout::RowMajor ? minor : 16;
  const Index boxes_down = up(rows, br), boxes_across = up(cols, bc);
  const Index box = L::blayout == BLayout::RowMajor ? r / br * boxes_across + c / bc : c / bc * boxes_down + r / br;
  const Index ri = r % br, ci = c % bc;
  return box * br * bc + (L::slayout == SLayout::RowMajor ? ri * bc + ci : ci * br + ri);
}

template <class A> void expect_layout() {
  using T = ElementOf<A>;
  const A t = support::random_tile<A>(7);
  for (Index r = 0; r < t.rows(); ++r)
    for (Index c = 0; c < t.cols(); ++c) {
      T raw;
      std::memcpy(static_cast<void *>(&raw),
                  t.view().data + place<typename A::layout>(r, c, t.rows(), t.cols(), sizeof(T)) * Index(sizeof(T)),
                  sizeof raw);
      ASSERT_TRUE(support::same(raw, t(r, c))) << r << ", " << c;
    }
}

TEST(Layout, DefaultsFollowTheMemory) {
  static_assert(std::is_same_v<DefaultLayout<Mem::Vec, 4, 8>, RowMajor>);
  static_assert(std::is_same_v<DefaultLayout<Mem::Vec, 4, 1>, ColMajor>);
  static_assert(std::is_same_v<DefaultLayout<Mem::Vec, 1, 1>, RowMajor>);
  static_assert(std::is_same_v<DefaultLayout<Mem::Vec, dyn, dyn>, RowMajor>);
  static_assert(std::is_same_v<DefaultLayout<Mem::Mat, 4, 8>, Nz>);
  static_assert(std::is_same_v<DefaultLayout<Mem::Left, 4, 8>, Nz>);
  static_assert(std::is_same_v<DefaultLayout<Mem::Right, 4, 8>, Zn>);
  static_assert(std::is_same_v<DefaultLayout<Mem::Acc, 4, 8>, TileLayout<BLayout::ColMajor, SLayout::RowMajor, 1024>>);
}

TEST(Layout, PlacesEveryElement) {
  expect_layout<Tile<float, 5, 7>>();
  expect_layout<Tile<float, 5, 1>>();
  expect_layout<Tile<float, 5, 7, Mem::Vec, ColMajor>>();
  expect_layout<Tile<float, 32, 16, Mem::Mat>>();
  expect_layout<Tile<half, 32, 48, Mem::Mat>>();
  expect_layout<Tile<int8_t, 32, 64, Mem::Left>>();
  expect_layout<Tile<half, 48, 32, Mem::Right>>();
  expect_layout<Tile<float, 32, 48, Mem::Acc>>();
  expect_layout<Tile<bf16, 32, 32, Mem::Mat, TileLayout<BLayout::RowMajor, SLayout::RowMajor>>>();
  expect_layout<Tile<bf16, 32, 32, Mem::Mat, TileLayout<BLayout::ColMajor, SLayout::ColMajor>>>();
}

TEST(Layout, RoundsUpToWholeBoxes) {
  expect_layout<Tile<float, 5, 9, Mem::Mat>>();
  expect_layout<Tile<half, 17, 20, Mem::Right>>();
  expect_layout<Tile<float, 20, 17, Mem::Acc>>();
}

TEST(Reshape, ReinterpretsStorageOrder) {
  auto a = tile::ci<int32_t, 4, 8>(0);
  auto b = tile::reshape<2, 16>(a);
  static_assert(std::is_same_v<decltype(b), Tile<int32_t, 2, 16>>);
  support::expect_cells(b, 2, 16, [](Index r, Index c) { return int32_t(16 * r + c); }, "rows");
  // A column vector is stored as the row it becomes, and back.
  auto column = tile::row_sum(a);
  auto row = tile::reshape<1, 4>(column);
  static_assert(std::is_same_v<decltype(row)::layout, RowMajor>);
  support::expect_cells(row, 1, 4, [&](Index, Index c) { return column(c, 0); }, "vector");
  static_assert(std::is_same_v<decltype(tile::reshape<4, 1>(row)), decltype(column)>);
}

TEST(Reshape, ColumnMajorStaysColumnMajor) {
  Tile<float, 4, 6, Mem::Vec, ColMajor> a = support::random_tile<Tile<float, 4, 6, Mem::Vec, ColMajor>>(1);
  auto b = tile::reshape<8, 3>(a);
  static_assert(std::is_same_v<decltype(b)::layout, ColMajor>);
  support::expect_cells(b, 8, 3, [&](Index r, Index c) { return a((8 * c + r) % 4, (8 * c + r) / 4); }, "column major");
}

TEST(Reshape, OfBoxedTilesMovesBoxes) {
  auto a = support::random_tile<Tile<float, 32, 16, Mem::Mat>>(2);
  auto b = tile::reshape<16, 32>(a);
  support::expect_cells(
      b, 16, 32,
      [&](Index r, Index c) { // box k of b is box k of a, counted down the columns
        const Index k = c / 8;
        return a(k % 2 * 16 + r, k / 2 * 8 + c % 8);
      },
      "boxes");
}

TEST(Reshape, SharesItsBytes) {
  auto a = support::random_tile<Tile<float, 4, 8>>(3);
  auto b = tile::reshape<8, 4>(a);
  tile::write(b, {7, 3}, 42);
  EXPECT_EQ(a(3, 7), 42);
}

TEST(Reshape, ToItsOwnShapeIsTheSameView) {
  auto part = tile::slice<4, 4>(support::random_tile<Tile<float, 4, 8>>(4), {0, 2}); // has gaps
  auto same = tile::reshape<4, 4>(part);
  static_assert(std::is_same_v<decltype(same), decltype(part)>);
  EXPECT_EQ(same(3, 3), part(3, 3));
  auto ragged = tile::set_validshape(support::random_tile<Tile<float, 4, 8>>(4), 3, 5);
  EXPECT_EQ((tile::reshape<4, 8>(ragged).valid_rows()), 3);
}

TEST(Reshape, TakesValidExtents) {
  auto a = support::random_tile<Tile<float, 4, 8>>(5);
  auto b = tile::reshape<8, 4>(a, Valid{7, 3});
  EXPECT_EQ(b.valid_rows(), 7);
  EXPECT_EQ(b.valid_cols(), 3);
  EXPECT_EQ(b(7, 3), a(3, 7));
}

TEST(Reshape, OfDynamicShape) {
  const Index n = 2;
  auto a = tile::full<float>({4, 8}, 1);
  auto b = tile::reshape(a, {n, 16});
  EXPECT_EQ(b.rows(), 2);
  EXPECT_EQ(b.valid_cols(), 16);
  auto c = tile::reshape<8, 4>(a);
  static_assert(std::is_same_v<decltype(c), Tile<float, 8, 4>>);
  EXPECT_EQ(tile::reshape(support::random_tile<Tile<float, 4, 8>>(5), {1, 32}).cols(), 32);
}

TEST(Placement, PutsTilesAtTheirBytes) {
  auto ub = tile::alloc<256>();
  auto a = tile::create<float, 4, 8>(ub.at(0));
  auto b = tile::create<float, 2, 8>(ub.at(64));
  tile::write(b, {0, 0}, 5);
  EXPECT_EQ(a(2, 0), 5);
  auto x = support::random_tensor<float, 4, 8>(1, false);
  auto c = tile::load<4, 8>(x, {0, 0}, ub.at(128));
  EXPECT_EQ(c(3, 7), x(3, 7));
  EXPECT_EQ(b(0, 0), 5);
  auto d = tile::load<2, 8>(x, {0, 0}, Valid{1, 4}, ub.at(64));
  EXPECT_EQ(a(2, 3), x(0, 3));
  EXPECT_EQ(d.valid_rows(), 1);
}

TEST(Placement, ReshapeCopiesOnlyToAnotherPlace) {
  auto ub = tile::alloc<256>();
  auto x = support::random_tensor<float, 4, 8>(1, false);
  auto a = tile::load<4, 8>(x, {0, 0}, ub.at(0));
  auto view = tile::reshape<8, 4>(a, ub.at(0));
  auto copy = tile::reshape<8, 4>(a, ub.at(128));
  tile::write(a, {3, 7}, 42);
  EXPECT_EQ(view(7, 3), 42);
  EXPECT_EQ(copy(7, 3), x(3, 7));
}

TEST(Placement, BufferLivesAsLongAsItsTiles) {
  Tile<float, 4, 8> a;
  {
    auto ub = tile::alloc<128>();
    a = tile::create<float, 4, 8>(ub.at(0));
    tile::write(a, {0, 0}, 3);
  }
  auto churn = tile::alloc<128>();
  tile::write(tile::create<float, 4, 8>(churn.at(0)), {0, 0}, 4);
  EXPECT_EQ(a(0, 0), 3);
}

TEST(Slice, IsAView) {
  auto a = support::random_tile<Tile<float, 6, 8>>(6);
  auto s = tile::slice<2, 3>(a, {3, 4});
  static_assert(std::is_same_v<decltype(s), Tile<float, 2, 3>>);
  support::expect_cells(s, 2, 3, [&](Index r, Index c) { return a(r + 3, c + 4); }, "slice");
  tile::write(s, {1, 1}, 42);
  EXPECT_EQ(a(4, 5), 42);
  const Index n = 2;
  EXPECT_EQ(tile::slice(s, {0, 1}, {n, 2})(1, 0), 42);
}

TEST(Slice, OfBoxedTiles) {
  auto a = support::random_tile<Tile<half, 40, 40, Mem::Mat>>(6);
  auto s = tile::slice<20, 20>(a, {7, 13});
  support::expect_cells(s, 20, 20, [&](Index r, Index c) { return a(r + 7, c + 13); }, "slice");
  auto twice = tile::slice<5, 5>(s, {9, 9});
  support::expect_cells(twice, 5, 5, [&](Index r, Index c) { return a(r + 16, c + 22); }, "slice of slice");
}

TEST(Slice, KeepsWhatIsValid) {
  auto a = tile::set_validshape(support::random_tile<Tile<float, 6, 8>>(6), 4, 5);
  auto s = tile::slice<3, 4>(a, {2, 3});
  EXPECT_EQ(s.valid_rows(), 2);
  EXPECT_EQ(s.valid_cols(), 2);
}

TEST(Transpose, CopiesOrViews) {
  auto a = support::random_tile<Tile<float, 6, 8>>(8);
  auto t = tile::transpose(a);
  static_assert(std::is_same_v<decltype(t), Tile<float, 8, 6>>);
  support::expect_cells(t, 8, 6, [&](Index r, Index c) { return a(c, r); }, "transpose");
  auto v = tile::transpose_view(a);
  static_assert(std::is_same_v<decltype(v)::layout, ColMajor>);
  tile::write(v, {7, 5}, 42);
  EXPECT_EQ(a(5, 7), 42);
  auto b = support::random_tile<Tile<half, 32, 48, Mem::Mat>>(8);
  auto w = tile::transpose_view(b);
  static_assert(std::is_same_v<decltype(w)::layout, Zn>);
  support::expect_cells(w, 48, 32, [&](Index r, Index c) { return b(c, r); }, "boxed view");
  support::expect_cells(
      tile::transpose_view(tile::slice<10, 20>(b, {3, 5})), 20, 10, [&](Index r, Index c) { return b(c + 3, r + 5); },
      "view of a slice");
}

TEST(Reinterpret, SeesTheBytes) {
  auto a = tile::full<float, 2, 8>(1.f);
  auto h = tile::reinterpret<uint16_t>(a);
  static_assert(std::is_same_v<decltype(h), Tile<uint16_t, 2, 16>>);
  EXPECT_EQ(h(1, 0), 0);
  EXPECT_EQ(h(1, 1), 0x3F80);
  tile::write(h, {0, 1}, 0x4000);
  EXPECT_EQ(a(0, 0), 2);
}

TEST(ValidShape, IsMetadata) {
  auto a = support::random_tile<Tile<float, 6, 8>>(9);
  auto b = tile::set_validshape(a, 2, 3);
  static_assert(std::is_same_v<decltype(b), Tile<float, 6, 8, Mem::Vec, RowMajor, dyn, dyn>>);
  tile::write(b, {5, 5}, 42); // outside the valid part, inside the tile
  EXPECT_EQ(a(5, 5), 42);
  Tile<float, 6, 8> full(tile::set_validshape(b, 6, 8));
  EXPECT_EQ(full(5, 5), 42);
}

} // namespace
