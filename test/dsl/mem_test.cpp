// MemRefs: handles, windows, other shapes, and vectors to and from them.
#include "support.h"

using namespace pto::dsl;
using support::Index;
using vec::Vec;

namespace {

/// A MemRef whose element n in row major order is n.
template <mem::Space S, Index... D> mem::MemRef<int, S, D...> counting() {
  auto m = mem::alloc<int, S, D...>();
  for (Index i = 0; i < m.size(); ++i)
    m.data()[i] = static_cast<int>(i);
  return m;
}
template <class V> std::vector<int> lanes(const V &v) {
  std::vector<int> all;
  for (Index i = 0; i < V::lanes; ++i)
    all.push_back(static_cast<int>(v.lane(i)));
  return all;
}
using Ints = std::vector<int>;

TEST(MemRef, IsAHandle) {
  auto m = counting<mem::L1, 2, 3>();
  const auto n = m;
  n(1, 2) = 42;
  EXPECT_EQ(m(1, 2), 42);
  EXPECT_EQ(m.extent(0), 2);
  EXPECT_EQ(m.stride(0), 3);
  EXPECT_EQ(m.size(), 6);
  EXPECT_FALSE(m.is_null());
  m = mem::MemRef<int, mem::L1, 2, 3>();
  EXPECT_TRUE(m.is_null());
  EXPECT_EQ(n(1, 2), 42);
  static_assert(decltype(m)::space == mem::L1 && decltype(m)::rank == 2);
}

TEST(MemRef, WrapsMemoryOfTheUser) {
  float data[6] = {0, 1, 2, 3, 4, 5};
  mem::MemRef<float, mem::L3, 2, 3> m = data;
  m(0, 1) = 7;
  EXPECT_EQ(data[1], 7);
  mem::MemRef<float, mem::L3, dyn, 3> d(data, {{2, 3}});
  EXPECT_EQ(d.extent(0), 2);
  EXPECT_EQ(d(1, 2), 5);
}

TEST(MemRef, StaticExtentsCanBeForgotten) {
  const auto m = counting<mem::L2, 2, 3>();
  const mem::MemRef<int, mem::L2, dyn, 3> d = m;
  const mem::MemRef<int, mem::L2, 2, 3> back(d);
  EXPECT_EQ(back.data(), m.data());
  EXPECT_EQ(d.extent(0), 2);
  static_assert(!std::is_convertible_v<mem::MemRef<int, mem::L2, dyn, 3>, mem::MemRef<int, mem::L2, 2, 3>>);
  static_assert(!std::is_constructible_v<mem::MemRef<int, mem::L2, 2, 3>, mem::MemRef<int, mem::L2, 2, 4>>);
  static_assert(!std::is_constructible_v<mem::MemRef<int, mem::L1, 2, 3>, mem::MemRef<int, mem::L2, 2, 3>>);
}

TEST(MemRef, AllocOfDynamicSize) {
  const Index n = 5;
  auto m = mem::alloc<half, mem::L1, dyn, 8>({n, 8});
  EXPECT_EQ(m.extent(0), 5);
  EXPECT_EQ(m.size(), 40);
  EXPECT_EQ((mem::alloc<float, mem::L1, dyn>({0}).size()), 0);
}

TEST(MemRef, Subview) {
  const auto m = counting<mem::L3, 4, 8>();
  const auto w = mem::subview<2, 3>(m, {1, 4});
  static_assert(std::is_same_v<decltype(w), const mem::MemRef<int, mem::L3, 2, 3>>);
  EXPECT_EQ(w(0, 0), 12);
  EXPECT_EQ(w(1, 2), 22);
  w(1, 2) = -1;
  EXPECT_EQ(m(2, 6), -1);
  const auto d = mem::subview<dyn, 3>(m, {1, 4}, {3, 3});
  EXPECT_EQ(d.extent(0), 3);
  EXPECT_EQ(d(2, 0), 28);
  const auto s = mem::subview<2, 3>(m, {1, 1}, {2, 3}); // rows 1, 3; columns 1, 4, 7
  EXPECT_EQ(s(1, 2), 31);
  EXPECT_EQ(mem::subview<2>(mem::rank_reduce<3>(mem::subview<1, 3>(s, {1, 0})), {1})(1), 31);
}

TEST(MemRef, RankReduce) {
  const auto m = counting<mem::L3, 4, 8>();
  const auto row = mem::rank_reduce<8>(mem::subview<1, 8>(m, {2, 0}));
  EXPECT_EQ(row(3), 19);
  const auto column = mem::rank_reduce<4>(mem::subview<4, 1>(m, {0, 5}));
  EXPECT_EQ(column(3), 29);
  const auto some = mem::rank_reduce<1, dyn>(mem::expand<1, 1, dyn, 1>(mem::collapse(m)));
  EXPECT_EQ(some.extent(1), 32);
  EXPECT_EQ(some(0, 31), 31);
}

TEST(MemRef, CollapseAndExpand) {
  const auto m = counting<mem::L3, 2, 3, 4>();
  EXPECT_EQ(mem::collapse(m)(23), 23);
  EXPECT_EQ((mem::collapse<6, 4>(m)(5, 1)), 21);
  EXPECT_EQ((mem::collapse<2, 12>(m)(1, 7)), 19);
  EXPECT_EQ((mem::expand<2, 3, 2, 2>(m)(1, 2, 1, 0)), 22);
  EXPECT_EQ((mem::expand<1, 2, 1, 3, 4, 1>(m)(0, 1, 0, 2, 3, 0)), 23);
  // Only the dimensions of a group must follow each other.
  const auto w = mem::subview<2, 3, 2>(m, {0, 0, 2});
  const auto rows = mem::collapse<6, 2>(w);
  EXPECT_EQ(rows.stride(0), 4);
  EXPECT_EQ(rows(5, 1), 23);
  const auto back = mem::expand<2, 3, 2>(rows);
  EXPECT_EQ(back(1, 2, 1), 23);
  const auto every = mem::subview<2, 3, 2>(m, {0, 0, 0}, {1, 1, 2});
  EXPECT_EQ(mem::collapse<12>(every)(11), 22); // one step throughout: 4 = 2 * 2
}

TEST(MemRef, CollapseAndExpandOfDynamicSize) {
  const auto m = counting<mem::L3, 4, 3, 5>();
  const mem::MemRef<int, mem::L3, dyn, 3, 5> d = m;
  EXPECT_EQ((mem::collapse<dyn, 5>(d)(11, 4)), 59);
  EXPECT_EQ((mem::collapse<dyn>(d).extent(0)), 60);
  EXPECT_EQ((mem::collapse<4, dyn>(d)(3, 14)), 59);
  EXPECT_EQ((mem::expand<dyn, 2, 3, 5>(d)(1, 1, 2, 4)), 59);
  const mem::MemRef<int, mem::L3, dyn, 5> none(m.data(), {{0, 5}});
  EXPECT_EQ((mem::collapse<dyn>(none).extent(0)), 0);
  EXPECT_EQ((mem::expand<dyn, 1, 5>(none).extent(0)), 0);
}

TEST(MemRef, Reinterpret) {
  const auto m = counting<mem::L3, 4, 8>();
  const auto diagonal = mem::reinterpret<4>(m, 0, {9});
  EXPECT_EQ(diagonal(3), 27);
  const auto windows = mem::reinterpret<3, 4>(mem::subview<4, 4>(m, {0, 2}), 1, {1, 8}); // they overlap
  EXPECT_EQ(windows(2, 3), 29);
}

TEST(MemRef, CopyLoadStoreLinear) {
  const auto m = counting<mem::L3, 4, 8>();
  auto to = mem::alloc<int, mem::L1, 2, 3>();
  mem::copy(mem::subview<2, 3>(m, {1, 1}, {2, 2}), to);
  EXPECT_EQ(to(1, 2), 29);
  mem::store(5, to, 0, 1);
  EXPECT_EQ(mem::load(to, 0, 1), 5);
  const auto w = mem::subview<2, 3>(m, {1, 1});
  EXPECT_EQ(mem::linear(w, {1, 2}), 5);
  EXPECT_EQ(mem::collapse(to)(mem::linear(to, {1, 2})), 29);
}

TEST(MemRef, PrefetchIsAHint) {
  const auto m = counting<mem::L3, 4, 8>();
  mem::prefetch(m, 1, 1);
  mem::prefetch_write(mem::subview<2, 3>(m, {1, 1}), 100, -100); // outside
  EXPECT_EQ(m(3, 7), 31);
}

//===-- vectors -----------------------------------------------------------------------===//

TEST(Transfer, ReadsInsideAndPads) {
  const auto m = counting<mem::L3, 3, 4>();
  EXPECT_EQ(lanes(vec::transfer_read<2, 2>(m, {1, 1})), (Ints{5, 6, 9, 10}));
  EXPECT_EQ(lanes(vec::transfer_read<2, 3>(m, {2, 2}, -1)), (Ints{10, 11, -1, -1, -1, -1}));
  EXPECT_EQ(lanes(vec::transfer_read<2, 3>(m, {-1, -2}, -1)), (Ints{-1, -1, -1, -1, -1, 0}));
  EXPECT_EQ(lanes(vec::transfer_read<2>(m, {0, 100})), (Ints{0, 0}));
  EXPECT_EQ(lanes(vec::transfer_read<2>(m, {0, -100}, 3)), (Ints{3, 3}));
}

TEST(Transfer, OfFewerDimensions) {
  const auto m = counting<mem::L3, 2, 3, 4>();
  EXPECT_EQ(lanes(vec::transfer_read<3>(m, {1, 2, 1})), (Ints{21, 22, 23}));
  EXPECT_EQ(lanes(vec::transfer_read<3>(m, {2, 0, 0}, 7)), (Ints{7, 7, 7})); // the leading one is outside, too
  EXPECT_EQ(lanes(vec::transfer_read<3>(m, {0, -1, 0}, 7)), (Ints{7, 7, 7}));
  EXPECT_EQ(lanes(vec::transfer_read<1, 3>(m, {1, 2, 1})), (Ints{21, 22, 23}));
}

TEST(Transfer, ThroughStrides) {
  const auto m = counting<mem::L3, 4, 8>();
  const auto w = mem::subview<2, 3>(m, {0, 1}, {2, 3});
  EXPECT_EQ(lanes(vec::transfer_read<2, 4>(w, {0, 0}, -1)), (Ints{1, 4, 7, -1, 17, 20, 23, -1}));
  vec::transfer_write(vec::splat<int, 4>(-5), w, {1, 1});
  EXPECT_EQ(m(2, 4), -5);
  EXPECT_EQ(m(2, 7), -5);
  EXPECT_EQ(m(2, 5), 21);
  EXPECT_EQ(m(3, 2), 26);
}

TEST(Transfer, Masks) {
  const auto m = counting<mem::L3, 8>();
  const auto odd = vec::cmp(vec::step<int, 4>() & vec::splat<int, 4>(1), vec::splat<int, 4>(1), Cmp::EQ);
  EXPECT_EQ(lanes(vec::transfer_read<4>(m, {2}, -1, odd)), (Ints{-1, 3, -1, 5}));
  EXPECT_EQ(lanes(vec::transfer_read<4>(m, {6}, -1, odd)), (Ints{-1, 7, -1, -1}));
  vec::transfer_write(vec::splat<int, 4>(9), m, {6}, odd);
  vec::transfer_write(vec::splat<int, 4>(8), m, {0}, odd);
  EXPECT_EQ(lanes(vec::load<8>(m, {0})), (Ints{0, 8, 2, 8, 4, 5, 6, 9}));
}

TEST(Transfer, WritesInsideAndDrops) {
  int data[5] = {0, 1, 2, 3, 4};
  mem::MemRef<int, mem::L3, 3> m(data + 1);
  vec::transfer_write(vec::splat<int, 2>(9), m, {2});
  vec::transfer_write(vec::splat<int, 2>(8), m, {-1});
  vec::transfer_write(vec::splat<int, 2>(7), m, {3});
  vec::transfer_write(vec::splat<int, 2>(7), m, {-2});
  EXPECT_EQ((Ints{data, data + 5}), (Ints{0, 8, 2, 9, 4}));
}

TEST(Transfer, LoadAndStore) {
  const auto m = counting<mem::L3, 3, 4>();
  EXPECT_EQ(lanes(vec::load<2, 2>(m, {1, 2})), (Ints{6, 7, 10, 11}));
  vec::store(vec::splat<int, 4>(1), m, {2, 0});
  EXPECT_EQ(lanes(vec::load<1, 4>(m, {2, 0})), (Ints{1, 1, 1, 1}));
  EXPECT_EQ(m(1, 3), 7);
}

TEST(Transfer, OfDynamicSize) {
  const auto m = counting<mem::L3, 3, 5>();
  const mem::MemRef<int, mem::L3, dyn, dyn> d = m;
  EXPECT_EQ(lanes(vec::transfer_read<2, 4>(d, {2, 3}, -1)), (Ints{13, 14, -1, -1, -1, -1, -1, -1}));
  const mem::MemRef<int, mem::L3, dyn> none(m.data(), {{0}});
  EXPECT_EQ(lanes(vec::transfer_read<2>(none, {0}, 4)), (Ints{4, 4}));
}

TEST(Transfer, KeepsBits) {
  const std::uint32_t bits[2] = {0x7FA00001u, 0x80000000u}; // a signalling NaN, -0
  float data[2];
  std::memcpy(data, bits, sizeof data);
  mem::MemRef<float, mem::L3, 2> m = data;
  auto to = mem::alloc<float, mem::L1, 2>();
  vec::store(vec::load<2>(m, {0}), to, {0});
  EXPECT_EQ(std::memcmp(to.data(), bits, sizeof bits), 0);
}

} // namespace
