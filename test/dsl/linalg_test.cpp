// Structured ops on MemRefs, herds and loops of several dimensions.
#include "support.h"

using namespace pto::dsl;
using linalg::par;
using linalg::red;
using support::exact;
using support::Index;
using support::rounded;

namespace {

template <class T, Index... D> mem::MemRef<T, mem::L3, D...> random_memref(unsigned seed) {
  support::Numbers<T> next(seed);
  next.special = false;
  auto m = mem::alloc<T, mem::L3, D...>();
  for (Index i = 0; i < m.size(); ++i)
    m.data()[i] = next();
  return m;
}
template <class T, Index... D> std::vector<double> values(const mem::MemRef<T, mem::L3, D...> &m) {
  std::vector<double> all;
  for (Index i = 0; i < m.size(); ++i)
    all.push_back(exact(m.data()[i]));
  return all;
}
using Visits = std::vector<std::vector<Index>>;

TEST(Generic, VisitsTheDomainInOrder) {
  Visits v;
  linalg::generic<red<2>, par<2>, red<2>>([&](Index i, Index j, Index k) { v.push_back({i, j, k}); });
  EXPECT_EQ(v, (Visits{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}}));
}

TEST(Generic, Reduces) {
  auto x = random_memref<float, 4, 32>(1);
  auto out = mem::alloc<float, mem::L3, 4>();
  linalg::fill(0, out);
  linalg::generic<par<4>, red<32>>([&](Index i, Index j) { out(i) = out(i) + x(i, j); });
  for (Index i = 0; i < 4; ++i) {
    float sum = 0;
    for (Index j = 0; j < 32; ++j)
      sum += x(i, j);
    EXPECT_EQ(out(i), sum);
  }
}

TEST(Map, AppliesToEveryElement) {
  auto a = random_memref<float, 3, 5>(1), b = random_memref<float, 3, 5>(2), c = random_memref<float, 3, 5>(3);
  auto out = mem::alloc<double, mem::L1, 3, 5>();
  linalg::map([](float x, float y, float z) { return x > y ? y : z; }, a, b, c, out);
  for (Index i = 0; i < 3; ++i)
    for (Index j = 0; j < 5; ++j)
      EXPECT_EQ(out(i, j), double(a(i, j) > b(i, j) ? b(i, j) : c(i, j)));
  const auto before = values(a);
  linalg::map([](float x) { return -x; }, a, a); // in place
  for (Index i = 0; i < 15; ++i)
    EXPECT_EQ(a.data()[i], -before[std::size_t(i)]);
  int n = 0;
  linalg::map([&] { return float(n++); }, b);
  EXPECT_EQ(b(2, 4), 14);
  const mem::MemRef<float, mem::L3, dyn> none(a.data(), {{0}});
  linalg::map([&] { return float(n++); }, none);
  EXPECT_EQ(n, 15);
}

TEST(Map, TakesViewsAndDynamicExtents) {
  auto a = random_memref<half, 4, 4>(1);
  const auto top = mem::subview<dyn, 2>(a, {0, 1}, {2, 2});
  const auto bottom = mem::subview<2, 2>(a, {2, 2});
  linalg::map([](half x) { return x + x; }, top, bottom);
  EXPECT_EQ(float(a(3, 2)), 2 * float(a(1, 1)));
}

TEST(Fill, WritesTheWindowAlone) {
  auto a = random_memref<std::int32_t, 3, 4>(1);
  linalg::fill(0, a);
  linalg::fill(7, mem::subview<2, 2>(a, {0, 1}, {2, 2}));
  EXPECT_EQ(values(a), (std::vector<double>{0, 7, 0, 7, 0, 0, 0, 0, 0, 7, 0, 7}));
}

TEST(Copy, AscendsWhereItOverlaps) {
  auto a = mem::alloc<int, mem::L3, 5>();
  linalg::fill(0, a);
  a(0) = 1;
  linalg::copy(mem::subview<4>(a, {0}), mem::subview<4>(a, {1}));
  EXPECT_EQ(values(a), (std::vector<double>{1, 1, 1, 1, 1}));
  auto b = random_memref<float, 2, 3>(4), c = random_memref<float, 2, 3>(5);
  linalg::copy(b, c);
  EXPECT_EQ(values(b), values(c));
}

template <class TC, class TA, class TB, Index M, Index K, Index N> void check_matmul(unsigned seed) {
  auto a = random_memref<TA, M, K>(seed);
  auto b = random_memref<TB, K, N>(seed + 1);
  auto c = random_memref<TC, M, N>(seed + 2);
  const auto want = vec::contract(vec::load<M, K>(a, {0, 0}), vec::load<K, N>(b, {0, 0}), vec::load<M, N>(c, {0, 0}));
  linalg::matmul(a, b, c);
  for (Index i = 0; i < M * N; ++i)
    EXPECT_TRUE(support::same(c.data()[i], want.lane(i))) << i;
}

TEST(Matmul, IsContractInPlace) {
  check_matmul<float, float, float, 3, 17, 5>(1);
  check_matmul<float, bf16, half, 4, 8, 4>(2);
  check_matmul<half, half, half, 2, 9, 3>(3);
  check_matmul<double, double, float, 2, 9, 3>(4);
  check_matmul<std::int32_t, std::int8_t, std::uint8_t, 3, 40, 4>(5);
  check_matmul<std::int8_t, std::int8_t, std::int8_t, 3, 40, 4>(6);
}

TEST(Matmul, OfBatchesViewsAndDynamicExtents) {
  auto a = random_memref<float, 2, 3, 4>(1);
  auto b = random_memref<float, 2, 4, 5>(2);
  auto c = random_memref<float, 2, 3, 8>(3);
  const auto before = values(c);
  const auto window = mem::subview<2, 3, 5>(c, {0, 0, 2});
  linalg::matmul(mem::MemRef<float, mem::L3, dyn, dyn, 4>(a), b, window);
  for (Index n = 0; n < 2; ++n)
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j < 8; ++j) {
        float sum = float(before[std::size_t((n * 3 + i) * 8 + j)]);
        if (j >= 2 && j < 7)
          for (Index k = 0; k < 4; ++k)
            sum = std::fma(a(n, i, k), b(n, k, j - 2), sum);
        EXPECT_EQ(c(n, i, j), sum);
      }
}

TEST(Herd, RunsEveryCore) {
  Visits v;
  air::herd<2, 3>([&](Index x, Index y) { v.push_back({x, y}); });
  EXPECT_EQ(v, (Visits{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}));
  v.clear();
  air::herd<3>([&](Index x) { v.push_back({x}); });
  EXPECT_EQ(v, (Visits{{0}, {1}, {2}}));
}

TEST(Forall, VisitsEveryIndex) {
  Visits v;
  scf::forall(2, [&](Index i) { v.push_back({i}); });
  scf::forall(2, 2, [&](Index i, Index j) { v.push_back({i, j}); });
  scf::forall(1, 2, 2, [&](Index i, Index j, Index k) { v.push_back({i, j, k}); });
  scf::forall(0, 5, [&](Index, Index) { v.push_back({}); });
  EXPECT_EQ(v, (Visits{{0}, {1}, {0, 0}, {0, 1}, {1, 0}, {1, 1}, {0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}}));
}

} // namespace
