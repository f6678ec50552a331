// Tiles in and out of memory: load, store, move, extract, assemble, concat, pads, known contents.
#include "support.h"

using namespace pto::dsl;
using support::Index;

namespace {

TEST(Load, ReadsAWindow) {
  auto x = support::random_tensor<float, 9, 11>(1);
  auto t = tile::load<3, 4>(x, {2, 5});
  static_assert(std::is_same_v<decltype(t), Tile<float, 3, 4>>);
  support::expect_cells(t, 3, 4, [&](Index r, Index c) { return x(r + 2, c + 5); }, "load");
  x(2, 5) = 42; // a copy
  EXPECT_NE(t(0, 0), 42);
}

TEST(Load, ReadsStridedViews) {
  auto x = support::random_tensor<float, 9, 11>(2);
  auto t = tile::load<4, 3>(tensor::transpose<0, 1>(x), {5, 2});
  support::expect_cells(t, 4, 3, [&](Index r, Index c) { return x(c + 2, r + 5); }, "transposed");
  auto s = tile::load<2, 2>(tensor::slice<4, 4>(x, {3, 3}), {1, 1});
  support::expect_cells(s, 2, 2, [&](Index r, Index c) { return x(r + 4, c + 4); }, "slice");
}

TEST(Load, OfOtherRanks) {
  auto x = tensor::arange<int, 2, 3, 4>(0);
  auto t = tile::load<2, 3>(x, {1, 1, 1});
  support::expect_cells(t, 2, 3, [](Index r, Index c) { return int(12 + 4 * (r + 1) + c + 1); }, "rank 3");
  auto v = tensor::arange<int, 8>(0);
  EXPECT_EQ((tile::load<1, 4>(v, {2})(0, 3)), 5);
}

TEST(Load, PartlyValid) {
  auto x = support::random_tensor<float, 5, 5>(3);
  auto t = tile::load<8, 8>(x, {2, 1}, Valid{3, 4}); // only the valid part needs to lie inside
  EXPECT_EQ(t.valid_rows(), 3);
  EXPECT_EQ(t.valid_cols(), 4);
  support::expect_cells(t, 3, 4, [&](Index r, Index c) { return x(r + 2, c + 1); }, "valid part");
}

TEST(Load, OfDynamicSize) {
  auto x = support::random_tensor<float, 5, 6>(4);
  const Index rows = 3;
  auto t = tile::load(x, {1, 2}, {rows, 4});
  static_assert(std::is_same_v<decltype(t), Tile<float, dyn, dyn>>);
  support::expect_cells(t, 3, 4, [&](Index r, Index c) { return x(r + 1, c + 2); }, "dynamic");
}

TEST(Load, ToTheMatrixBuffer) {
  auto x = support::random_tensor<half, 20, 40>(5);
  auto t = tile::load<16, 32, Mem::Mat>(x, {4, 8});
  static_assert(decltype(t)::space == Mem::Mat);
  support::expect_cells(t, 16, 32, [&](Index r, Index c) { return x(r + 4, c + 8); }, "Mat");
}

TEST(Store, WritesOnlyTheValidPart) {
  auto out = tensor::full<float, 6, 6>(0);
  auto t = tile::set_validshape(tile::full<float, 4, 4>(1), 2, 3);
  auto r = tile::store(t, {3, 3}, out);
  EXPECT_EQ(r.data(), out.data());
  support::expect_cells(out, 6, 6, [](Index r, Index c) { return r >= 3 && r < 5 && c >= 3 ? 1.f : 0.f; }, "store");
}

TEST(Store, ThroughViewsAndRanks) {
  auto out = tensor::full<int, 2, 3, 4>(0);
  tile::store(tile::ci<int, 2, 2>(1), {1, 1, 2}, out);
  EXPECT_EQ(out(1, 2, 3), 4);
  auto m = tensor::full<int, 4, 4>(0);
  tile::store(tile::ci<int, 1, 4>(1), {0, 0}, tensor::transpose<0, 1>(m));
  EXPECT_EQ(m(3, 0), 4);
  auto v = tensor::full<int, 6>(0);
  tile::store(tile::ci<int, 1, 4>(1), {2}, v);
  EXPECT_EQ(v(5), 4);
}

TEST(Store, AddsAtomically) {
  auto out = tensor::full<half, 2, 2>(half(1.f));
  tile::store(tile::full<half, 2, 2>(half(0.5f)), {0, 0}, out, Atomic::Add);
  EXPECT_EQ(float(out(1, 1)), 1.5f);
}

TEST(Move, CopiesIntoTheOtherLayout) {
  auto a = support::random_tile<Tile<half, 32, 32>>(6);
  auto left = tile::move<Mem::Left>(a);
  auto right = tile::move<Mem::Right>(left);
  static_assert(decltype(right)::space == Mem::Right);
  support::expect_cells(right, 32, 32, [&](Index r, Index c) { return a(r, c); }, "move");
  tile::write(a, {0, 0}, 42);
  EXPECT_NE(float(left(0, 0)), 42);
  auto l0 = tile::alloc<4096, Mem::Left>();
  EXPECT_TRUE(support::same(tile::move<Mem::Left>(a, l0.at(1024))(5, 6), a(5, 6)));
}

TEST(Extract, CopiesAPart) {
  auto a = support::random_tile<Tile<float, 8, 8>>(7);
  auto e = tile::extract<4, 4, Mem::Left>(a, {2, 3});
  static_assert(std::is_same_v<decltype(e), Tile<float, 4, 4, Mem::Left>>);
  support::expect_cells(e, 4, 4, [&](Index r, Index c) { return a(r + 2, c + 3); }, "extract");
  auto ragged = tile::extract<4, 4>(tile::set_validshape(a, 5, 5), {2, 3});
  EXPECT_EQ(ragged.valid_rows(), 3);
  EXPECT_EQ(ragged.valid_cols(), 2);
}

TEST(Assemble, WritesInPlace) {
  auto a = tile::full<float, 6, 6>(0);
  auto b = tile::assemble(a, tile::set_validshape(tile::full<float, 4, 4>(1), 2, 3), {1, 2});
  EXPECT_EQ(b.view().data, a.view().data);
  support::expect_cells(
      a, 6, 6, [](Index r, Index c) { return r >= 1 && r < 3 && c >= 2 && c < 5 ? 1.f : 0.f; }, "assemble");
}

TEST(Concat, JoinsColumns) {
  auto a = support::random_tile<Tile<float, 4, 3>>(8);
  auto b = support::random_tile<Tile<float, 4, 5>>(9);
  auto c = tile::concat(a, b);
  static_assert(std::is_same_v<decltype(c), Tile<float, 4, 8>>);
  support::expect_cells(c, 4, 8, [&](Index r, Index k) { return k < 3 ? a(r, k) : b(r, k - 3); }, "concat");
  auto d = tile::concat(tile::set_validshape(a, 4, 2), b);
  EXPECT_EQ(d.valid_cols(), 7);
  support::expect_cells(d, 4, 7, [&](Index r, Index k) { return k < 2 ? a(r, k) : b(r, k - 2); }, "ragged");
}

TEST(Pad, FillsWhatIsNotValid) {
  auto a = tile::set_validshape(support::random_tile<Tile<float, 4, 6>>(10, false), 3, 4);
  const auto in = [](Index r, Index c) { return r < 3 && c < 4; };
  auto zero = tile::fillpad<Pad::Zero>(a);
  static_assert(decltype(zero)::pad == Pad::Zero);
  EXPECT_TRUE(zero.is_fully_valid());
  support::expect_cells(zero, 4, 6, [&](Index r, Index c) { return in(r, c) ? a(r, c) : 0.f; }, "zero");
  support::expect_cells(
      tile::fillpad<Pad::Min>(a), 4, 6, [&](Index r, Index c) { return in(r, c) ? a(r, c) : -INFINITY; }, "min");
  support::expect_cells(
      tile::fillpad_expand<Pad::Max, 8, 8>(a), 8, 8, [&](Index r, Index c) { return in(r, c) ? a(r, c) : INFINITY; },
      "expand");
  auto i = tile::set_validshape(tile::full<int8_t, 2, 2>(0), 1, 1);
  EXPECT_EQ(tile::fillpad<Pad::Max>(i)(1, 1), 127);
  EXPECT_EQ(tile::fillpad<Pad::Min>(i)(0, 1), -128);
  auto u = tile::set_validshape(tile::full<uint16_t, 2, 2>(1), 1, 1);
  EXPECT_EQ(tile::fillpad<Pad::Max>(u)(1, 1), 65535);
  EXPECT_EQ(tile::fillpad<Pad::Min>(u)(1, 1), 0);
  auto same = tile::fillpad_inplace<Pad::Zero>(a);
  EXPECT_EQ(same.view().data, a.view().data);
  EXPECT_EQ(a(3, 5), 0);
  EXPECT_TRUE(same.is_fully_valid());
}

TEST(Make, KnownContents) {
  support::expect_cells(tile::full<half, 3, 5>(half(2.f)), 3, 5, [](Index, Index) { return half(2.f); }, "full");
  EXPECT_EQ(tile::full<float>({2, 3}, 4)(1, 2), 4);
  support::expect_cells(
      tile::ci<int16_t, 2, 4>(10, true), 2, 4, [](Index r, Index c) { return int16_t(10 - 4 * r - c); }, "ci");
  support::expect_cells(
      tile::tri<float, 4, 4>(1), 4, 4, [](Index r, Index c) { return c <= r + 1 ? 1.f : 0.f; }, "lower");
  support::expect_cells(
      tile::tri<float, 4, 4>(-1, true), 4, 4, [](Index r, Index c) { return c >= r - 1 ? 1.f : 0.f; }, "upper");
  auto e = tile::create<float>({3, 4});
  EXPECT_EQ(e.rows(), 3);
  EXPECT_EQ(e.valid_cols(), 4);
}

TEST(Make, RandomIsPhilox) {
  // The known answers of Random123's kat_vectors for philox4x32-10.
  auto zero = tile::random<1, 4>({0, 0}, {0, 0, 0, 0});
  EXPECT_EQ(zero(0, 0), 0x6627e8d5u);
  EXPECT_EQ(zero(0, 1), 0xe169c58du);
  EXPECT_EQ(zero(0, 2), 0xbc57ac4cu);
  EXPECT_EQ(zero(0, 3), 0x9b00dbd8u);
  auto pi = tile::random<2, 2>({0xa4093822u, 0x299f31d0u}, {0x243f6a88u, 0x85a308d3u, 0x13198a2eu, 0x03707344u});
  EXPECT_EQ(pi(0, 0), 0xd16cfe09u);
  EXPECT_EQ(pi(0, 1), 0x94fdccebu);
  EXPECT_EQ(pi(1, 0), 0x5001e420u);
  EXPECT_EQ(pi(1, 1), 0x24126ea1u);
  auto longer = tile::random<2, 4>({0, 0}, {0, 0, 0, 0}), next = tile::random<2, 4>({0, 0}, {1, 0, 0, 0});
  EXPECT_EQ(longer(0, 3), zero(0, 3));
  EXPECT_EQ(longer(1, 2), next(0, 2)); // four elements a count
}

TEST(Element, ReadAndWrite) {
  auto a = tile::full<bf16, 3, 5>(bf16(0.f));
  auto b = tile::write(a, {2, 4}, 1.5);
  EXPECT_EQ(float(tile::read(b, {2, 4})), 1.5f);
  EXPECT_EQ(float(a(2, 4)), 1.5f);
}

} // namespace
