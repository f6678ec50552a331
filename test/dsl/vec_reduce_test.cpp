// Reductions and products of vectors against loops over scalars: order, rounding of each step, every type.
#include "support.h"

using namespace pto::dsl;
using support::exact;
using support::expect_lanes;
using support::filled;
using support::Index;
using support::random_vec;
using support::rounded;
using vec::Combine;
using vec::Vec;

namespace {

TEST(Reduce, AscendsFromTheAccumulator) {
  const auto v = filled<Vec<float, 3>>([](Index i) { return i == 0 ? 1e8f : i == 1 ? 1.f : -1e8f; });
  EXPECT_EQ(vec::reduce<Combine::Add>(v, 0), 0);             // (0 + 1e8) + 1 is 1e8
  EXPECT_EQ(vec::reduce<Combine::Add>(v, -1e8f), -1e8f + 1); // 0, 1, then -1e8 + 1
  EXPECT_EQ(vec::reduce<Combine::Mul>(vec::step<int, 4>(), 5), 0);
  EXPECT_EQ(vec::reduce<Combine::Max>(v, 2e8f), 2e8f);
  EXPECT_EQ(vec::reduce<Combine::Min>(v, 0), -1e8f);
  EXPECT_EQ(vec::reduce<Combine::And>(vec::splat<int, 3>(6), 12), 4);
  EXPECT_EQ(vec::reduce<Combine::Or>(vec::step<int, 4>(), 8), 11);
  EXPECT_EQ(vec::reduce<Combine::Xor>(vec::step<int, 4>(), 1), 1);
  EXPECT_TRUE(vec::reduce<Combine::Or>(vec::cmp(v, v, Cmp::EQ), false));
  EXPECT_EQ(vec::reduce<Combine::Max>(vec::splat<float, 3>(std::nanf("")), -1), -1);
}

TEST(Reduce, RoundsEachStep) {
  const bf16 one(1.f), step = rounded<bf16>(0x1p-8); // half of a unit in the last place of 1: ties to even
  EXPECT_EQ(float(vec::reduce<Combine::Add>(vec::splat<bf16, 64>(step), one)), 1);
  EXPECT_EQ(float(vec::reduce<Combine::Add>(vec::splat<half, 64>(half(0.5f)), half(2048.f))), 2048);
  EXPECT_EQ(vec::reduce<Combine::Add>(vec::splat<std::int8_t, 3>(100), 0), std::int8_t(300));
}

TEST(Reduce, SomeDimensions) {
  const auto a = random_vec<Vec<float, 3, 4, 5>>(8, false);
  const auto at = [&](Index i, Index j, Index k) { return a.lane((i * 4 + j) * 5 + k); };
  const auto rows = vec::multi_reduction<Combine::Add, 2>(a, vec::splat<float, 3, 4>(0.5f));
  expect_lanes(
      rows,
      [&](Index n) {
        float s = 0.5f;
        for (Index k = 0; k < 5; ++k)
          s += at(n / 4, n % 4, k);
        return s;
      },
      "last");
  const auto middle = vec::multi_reduction<Combine::Add, 1>(a, vec::splat<float, 3, 5>(0));
  expect_lanes(
      middle,
      [&](Index n) {
        float s = 0;
        for (Index j = 0; j < 4; ++j)
          s += at(n / 5, j, n % 5);
        return s;
      },
      "middle");
  const auto outer = vec::multi_reduction<Combine::Add, 2, 0>(a, vec::splat<float, 4>(0)); // the order of Dims is free
  expect_lanes(
      outer,
      [&](Index j) {
        float s = 0;
        for (Index i = 0; i < 3; ++i)
          for (Index k = 0; k < 5; ++k)
            s += at(i, j, k);
        return s;
      },
      "two");
  EXPECT_EQ((vec::multi_reduction<Combine::Max, 0, 1, 2>(a, 0)), vec::reduce<Combine::Max>(a, 0));
}

template <class TC, class TA, class TB, Index M, Index K, Index N> void check_contract(unsigned seed) {
  const auto a = random_vec<Vec<TA, M, K>>(seed, false);
  const auto b = random_vec<Vec<TB, K, N>>(seed + 1, false);
  const auto c = random_vec<Vec<TC, M, N>>(seed + 2, false);
  expect_lanes(
      vec::contract(a, b, c),
      [&](Index n) {
        TC sum = c.lane(n);
        for (Index k = 0; k < K; ++k) {
          const TA x = a.lane(n / N * K + k);
          const TB y = b.lane(k * N + n % N);
          if constexpr (Integer<TC>)
            sum = static_cast<TC>(static_cast<std::uint64_t>(x) * static_cast<std::uint64_t>(y) +
                                  static_cast<std::uint64_t>(sum));
          else if constexpr (sizeof(TC) == 8)
            sum = std::fma(exact(x), exact(y), sum);
          else
            sum = rounded<TC>(std::fma(float(exact(x)), float(exact(y)), float(exact(sum))));
        }
        return sum;
      },
      "contract");
}

TEST(Contract, StepsAscendAndAreFused) {
  check_contract<float, float, float, 3, 17, 5>(1);
  check_contract<float, bf16, bf16, 4, 8, 4>(2);
  check_contract<float, half, float, 4, 8, 4>(3);
  check_contract<half, half, half, 2, 9, 3>(4); // rounded to half at each step
  check_contract<bf16, bf16, bf16, 2, 9, 3>(5);
  check_contract<double, float, double, 3, 4, 5>(6);
  check_contract<std::int32_t, std::int8_t, std::uint8_t, 3, 40, 4>(7);
  check_contract<std::int8_t, std::int8_t, std::int8_t, 3, 40, 4>(8); // wraps
  check_contract<std::int64_t, std::uint32_t, std::int32_t, 1, 7, 1>(9);
}

template <class TC, class TA, class TB, Index N, Index G> void check_dot(unsigned seed) {
  const auto a = random_vec<Vec<TA, G * N>>(seed, false);
  const auto b = random_vec<Vec<TB, G * N>>(seed + 1, false);
  const auto c = random_vec<Vec<TC, N>>(seed + 2, false);
  expect_lanes(
      vec::dot(a, b, c),
      [&](Index n) {
        auto sum = static_cast<std::uint64_t>(c.lane(n));
        for (Index k = 0; k < G; ++k)
          sum += static_cast<std::uint64_t>(a.lane(n * G + k)) * static_cast<std::uint64_t>(b.lane(n * G + k));
        return static_cast<TC>(sum);
      },
      "dot");
}

TEST(Dot, OfGroups) {
  check_dot<std::int32_t, std::int16_t, std::int16_t, 8, 2>(1);
  check_dot<std::int32_t, std::uint8_t, std::int8_t, 5, 4>(2);
  check_dot<std::int16_t, std::int8_t, std::int8_t, 3, 2>(3);
  check_dot<std::int64_t, std::uint32_t, std::int32_t, 1, 7>(4);
  const auto lowest = vec::splat<std::int16_t, 4>(-32768);
  EXPECT_EQ(vec::dot(lowest, lowest, vec::splat<std::int32_t, 2>(-1)).lane(1), 0x7FFFFFFF);
}

TEST(Contract, OfBatches) {
  const auto a = random_vec<Vec<float, 2, 3, 2, 4>>(1, false);
  const auto b = random_vec<Vec<float, 2, 3, 4, 5>>(2, false);
  const auto c = random_vec<Vec<float, 2, 3, 2, 5>>(3, false);
  const auto all = vec::contract(a, b, c);
  for (Index i = 0; i < 2; ++i)
    for (Index j = 0; j < 3; ++j) {
      const auto one = vec::contract(vec::extract(a, i, j), vec::extract(b, i, j), vec::extract(c, i, j));
      const auto part = vec::extract(all, i, j);
      expect_lanes(part, [&](Index n) { return one.lane(n); }, "batch");
    }
}

} // namespace
