// Vectors against scalars: values, moved lanes, arithmetic of every type, casts.
#include "support.h"

using namespace pto::dsl;
using support::counting;
using support::exact;
using support::expect_lanes;
using support::expect_values;
using support::filled;
using support::Index;
using support::random_vec;
using support::rounded;
using support::same;
using vec::Mask;
using vec::Vec;

namespace {

//===-- values and moved lanes --------------------------------------------------===//

TEST(Vec, IsAValue) {
  auto a = counting<Vec<int, 2, 3>>();
  const auto b = a;
  a = vec::splat<int, 2, 3>(7);
  expect_values(b, {0, 1, 2, 3, 4, 5});
  expect_values(a, {7, 7, 7, 7, 7, 7});
  static_assert(Vec<half, 4, 8>::lanes == 32 && Vec<half, 4, 8>::rank == 2 && sizeof(Vec<half, 4, 8>) == 64);
  static_assert(std::is_same_v<Vec<half, 4>::element, half> && std::is_same_v<Mask<4>, Vec<bool, 4>>);
}

TEST(Vec, SplatAndStep) {
  expect_values(vec::splat<float, 3>(2.5f), {2.5, 2.5, 2.5});
  expect_values(vec::splat<bool, 2>(true), {1, 1});
  expect_values(vec::step<half, 4>(), {0, 1, 2, 3});
  EXPECT_EQ((vec::step<std::int8_t, 200>().lane(199)), std::int8_t(199 - 256));
}

TEST(Vec, Broadcast) {
  expect_values(vec::broadcast<2, 2>(3.f), {3, 3, 3, 3});
  expect_values(vec::broadcast<2, 3>(counting<Vec<int, 3>>()), {0, 1, 2, 0, 1, 2});
  expect_values(vec::broadcast<2, 3>(counting<Vec<int, 2, 1>>()), {0, 0, 0, 1, 1, 1});
  expect_values(vec::broadcast<2, 2, 2>(counting<Vec<int, 2, 1>>()), {0, 0, 1, 1, 0, 0, 1, 1});
  expect_values(vec::broadcast<2, 2>(counting<Vec<int, 2, 2>>()), {0, 1, 2, 3});
  expect_values(vec::broadcast<2>(vec::cmp(vec::step<int, 1>(), vec::splat<int, 1>(0), Cmp::EQ)), {1, 1});
}

TEST(Vec, ShapeCastAndTranspose) {
  const auto a = counting<Vec<int, 2, 3>>();
  expect_values(vec::shape_cast<3, 1, 2>(a), {0, 1, 2, 3, 4, 5});
  const auto t = vec::transpose<1, 0>(a);
  static_assert(std::is_same_v<decltype(t), const Vec<int, 3, 2>>);
  expect_values(t, {0, 3, 1, 4, 2, 5});
  const auto b = counting<Vec<int, 2, 3, 4>>();
  const auto c = vec::transpose<2, 0, 1>(b); // c[i][j][k] = b[j][k][i]
  static_assert(std::is_same_v<decltype(c), const Vec<int, 4, 2, 3>>);
  expect_lanes(c, [](Index i) { return i % 6 / 3 * 12 + i % 3 * 4 + i / 6; }, "transpose");
  expect_values(vec::transpose<0>(vec::step<int, 3>()), {0, 1, 2});
}

TEST(Vec, ExtractAndInsert) {
  const auto a = counting<Vec<int, 2, 3, 2>>();
  EXPECT_EQ(vec::extract(a, 1, 2, 0), 10);
  expect_values(vec::extract(a, 1, 0), {6, 7});
  expect_values(vec::extract(a, 1), {6, 7, 8, 9, 10, 11});
  expect_values(vec::extract(vec::insert(42, a, 1, 0, 1), 1), {6, 42, 8, 9, 10, 11});
  expect_values(vec::extract(vec::insert(vec::splat<int, 2>(5), a, 1, 1), 1), {6, 7, 5, 5, 10, 11});
  expect_values(vec::extract(vec::insert(vec::splat<int, 3, 2>(5), a, 0), 0), {5, 5, 5, 5, 5, 5});
  EXPECT_EQ(vec::extract(a, 1, 0, 1), 7); // as before
}

TEST(Vec, Slices) {
  const auto a = counting<Vec<int, 3, 4>>();
  expect_values(vec::extract_slice<2, 2>(a, {1, 2}), {6, 7, 10, 11});
  expect_values(vec::insert_slice(vec::splat<int, 1, 2>(-1), a, {2, 1}), {0, 1, 2, 3, 4, 5, 6, 7, 8, -1, -1, 11});
  expect_values(vec::extract_slice<3>(vec::step<int, 8>(), {5}), {5, 6, 7});
}

TEST(Vec, ShuffleConcatInterleave) {
  const auto a = counting<Vec<int, 3>>();
  const auto b = filled<Vec<int, 2>>([](Index i) { return 10 + i; });
  expect_values(vec::shuffle<4, 0, 0, 3>(a, b), {11, 0, 0, 10});
  expect_values(vec::shuffle<2, 1, 0>(a), {2, 1, 0});
  expect_values(vec::concat(a, b), {0, 1, 2, 10, 11});
  expect_values(vec::interleave(b, b + b), {10, 20, 11, 22});
}

//===-- arithmetic ----------------------------------------------------------------===//

template <class T> class Floats : public testing::Test {};
using FloatTypes = testing::Types<float, half, bf16, double>;
TYPED_TEST_SUITE(Floats, FloatTypes);

/// What T computes, or for 16-bit types double does (it has more than twice the bits), then rounds once.
template <class T, class F> T by(F f, T a, T b) {
  if constexpr (sizeof(T) >= 4)
    return f(a, b);
  else
    return rounded<T>(f(exact(a), exact(b)));
}

TYPED_TEST(Floats, Binary) {
  using T = TypeParam;
  using V = Vec<T, 32, 33>;
  const V a = random_vec<V>(1), b = random_vec<V>(2);
  const auto check = [&](const V &v, auto op, const char *what) {
    expect_lanes(v, [&](Index i) { return by(op, a.lane(i), b.lane(i)); }, what);
  };
  check(a + b, [](auto p, auto q) { return p + q; }, "+");
  check(a - b, [](auto p, auto q) { return p - q; }, "-");
  check(a * b, [](auto p, auto q) { return p * q; }, "*");
  check(a / b, [](auto p, auto q) { return p / q; }, "/");
  expect_lanes(vec::max(a, b), [&](Index i) { return math::max(a.lane(i), b.lane(i)); }, "max");
  expect_lanes(vec::min(a, b), [&](Index i) { return math::min(a.lane(i), b.lane(i)); }, "min");
  const V minus = -a;
  for (Index i = 0; i < V::lanes; ++i) // the sign bit is in the last byte, of NaN too
    EXPECT_EQ(reinterpret_cast<const unsigned char *>(detail::Lanes::of(minus) + i)[sizeof(T) - 1],
              reinterpret_cast<const unsigned char *>(detail::Lanes::of(a) + i)[sizeof(T) - 1] ^ 0x80u);
}

TYPED_TEST(Floats, MaxAndMinOfNaNAndZeros) {
  using T = TypeParam;
  const T nan = rounded<T>(std::nan("")), zero = rounded<T>(0.0), minus = rounded<T>(-0.0), one = rounded<T>(1);
  const auto v = [](T a, T b) { return filled<Vec<T, 2>>([=](Index i) { return i == 0 ? a : b; }); };
  EXPECT_TRUE(same(vec::max(v(nan, minus), v(one, zero)).lane(0), one));
  EXPECT_TRUE(same(vec::max(v(nan, minus), v(one, zero)).lane(1), zero));
  EXPECT_TRUE(same(vec::min(v(one, zero), v(nan, minus)).lane(0), one));
  EXPECT_TRUE(same(vec::min(v(one, zero), v(nan, minus)).lane(1), minus));
  EXPECT_TRUE(same(vec::max(v(nan, nan), v(nan, one)).lane(0), nan));
  EXPECT_TRUE(same(vec::relu(v(nan, minus)).lane(0), zero));
  EXPECT_TRUE(same(vec::relu(v(nan, minus)).lane(1), zero));
}

TYPED_TEST(Floats, FmaRoundsOnce) {
  using T = TypeParam;
  using V = Vec<T, 64>;
  const V a = random_vec<V>(3), b = random_vec<V>(4), c = random_vec<V>(5);
  expect_lanes(
      vec::fma(a, b, c),
      [&](Index i) {
        const T x = a.lane(i), y = b.lane(i), z = c.lane(i);
        if constexpr (sizeof(T) == 8)
          return std::fma(x, y, z);
        else
          return rounded<T>(std::fma(float(exact(x)), float(exact(y)), float(exact(z))));
      },
      "fma");
}

TYPED_TEST(Floats, UnaryIsThatOfScalarsAndTiles) {
  using T = TypeParam;
  using V = Vec<T, 4, 8>;
  const V a = random_vec<V>(6);
  auto t = tile::create<T, 4, 8>();
  for (Index i = 0; i < 32; ++i)
    tile::write(t, {i / 8, i % 8}, a.lane(i));
  const auto check = [&](const V &v, auto scalar, auto tiled, const char *what) {
    expect_lanes(v, [&](Index i) { return scalar(a.lane(i)); }, what);
    expect_lanes(v, [&](Index i) { return tiled(i / 8, i % 8); }, what);
  };
  check(vec::abs(a), [](T x) { return math::abs(x); }, tile::abs(t), "abs");
  check(vec::exp(a), [](T x) { return math::exp(x); }, tile::exp(t), "exp");
  check(vec::log(a), [](T x) { return math::log(x); }, tile::log(t), "log");
  check(vec::sin(a), [](T x) { return math::sin(x); }, tile::sin(t), "sin");
  check(vec::cos(a), [](T x) { return math::cos(x); }, tile::cos(t), "cos");
  check(vec::tanh(a), [](T x) { return math::tanh(x); }, tile::tanh(t), "tanh");
  check(vec::erf(a), [](T x) { return math::erf(x); }, tile::erf(t), "erf");
  check(vec::sqrt(a), [](T x) { return math::sqrt(x); }, tile::sqrt(t), "sqrt");
  check(vec::rsqrt(a), [](T x) { return math::rsqrt(x); }, tile::rsqrt(t), "rsqrt");
  check(vec::recip(a), [](T x) { return math::recip(x); }, tile::recip(t), "recip");
  check(vec::relu(a), [](T x) { return math::relu(x); }, tile::relu(t), "relu");
}

template <class T> class Integers : public testing::Test {};
using IntegerTypes = testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                                    std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(Integers, IntegerTypes);

TYPED_TEST(Integers, ArithmeticWraps) {
  using T = TypeParam;
  using V = Vec<T, 8, 9>;
  using Wide = std::uint64_t; // everything modulo 2^64
  const V a = random_vec<V>(1), b = vec::max(vec::splat<T, 8, 9>(1), random_vec<V>(2)), c = random_vec<V>(3);
  const auto check = [&](const V &v, auto op, const char *what) {
    for (Index i = 0; i < V::lanes; ++i)
      EXPECT_EQ(v.lane(i), static_cast<T>(op(Wide(a.lane(i)), Wide(b.lane(i)), Wide(c.lane(i))))) << what;
  };
  check(a + b, [](Wide p, Wide q, Wide) { return p + q; }, "+");
  check(a - b, [](Wide p, Wide q, Wide) { return p - q; }, "-");
  check(a * b, [](Wide p, Wide q, Wide) { return p * q; }, "*");
  check(vec::fma(a, b, c), [](Wide p, Wide q, Wide r) { return p * q + r; }, "fma");
  check(-a, [](Wide p, Wide, Wide) { return Wide(0) - p; }, "-");
  check(a & b, [](Wide p, Wide q, Wide) { return p & q; }, "&");
  check(a | b, [](Wide p, Wide q, Wide) { return p | q; }, "|");
  check(a ^ b, [](Wide p, Wide q, Wide) { return p ^ q; }, "^");
  check(~a, [](Wide p, Wide, Wide) { return ~p; }, "~");
  check(a << b, [](Wide p, Wide q, Wide) { return p << int(q % (8 * sizeof(T))); }, "<<");
  for (Index i = 0; i < V::lanes; ++i) {
    EXPECT_EQ((a / b).lane(i), static_cast<T>(a.lane(i) / b.lane(i)));
    EXPECT_EQ((a >> b).lane(i), static_cast<T>(a.lane(i) >> (Wide(b.lane(i)) % (8 * sizeof(T)))));
    EXPECT_EQ(vec::max(a, c).lane(i), std::max(a.lane(i), c.lane(i)));
    EXPECT_EQ(vec::min(a, c).lane(i), std::min(a.lane(i), c.lane(i)));
  }
}

TEST(IntegerEdges, OfInt8) {
  const auto v = [](int x) { return vec::splat<std::int8_t, 2>(static_cast<std::int8_t>(x)); };
  expect_values(v(127) + v(1), {-128, -128});
  expect_values(v(-128) - v(1), {127, 127});
  expect_values(v(-128) / v(-1), {-128, -128});
  expect_values(-v(-128), {-128, -128});
  expect_values(vec::abs(v(-128)), {-128, -128});
  expect_values(v(16) * v(16), {0, 0});
  expect_values(v(-1) >> v(9), {-1, -1}); // by 9 % 8
  expect_values(v(1) << v(15), {-128, -128});
}

TEST(Vec, CompareSelectAndMasks) {
  const float nan = std::nanf("");
  const auto a = filled<Vec<float, 4>>([&](Index i) { return i == 3 ? nan : float(i); });
  const auto b = vec::splat<float, 4>(1);
  expect_values(vec::cmp(a, b, Cmp::LT), {1, 0, 0, 0});
  expect_values(vec::cmp(a, b, Cmp::LE), {1, 1, 0, 0});
  expect_values(vec::cmp(a, b, Cmp::GT), {0, 0, 1, 0});
  expect_values(vec::cmp(a, b, Cmp::GE), {0, 1, 1, 0});
  expect_values(vec::cmp(a, b, Cmp::EQ), {0, 1, 0, 0});
  expect_values(vec::cmp(a, b, Cmp::NE), {1, 0, 1, 1});
  const Mask<4> m = vec::cmp(a, b, Cmp::LE), n = vec::cmp(a, b, Cmp::GE);
  expect_values(m & n, {0, 1, 0, 0});
  expect_values(m | n, {1, 1, 1, 0});
  expect_values(m ^ n, {1, 0, 1, 0});
  expect_values(~m, {0, 0, 1, 1});
  expect_values(vec::select(m, vec::splat<float, 4>(5), b), {5, 5, 1, 1});
  expect_values(vec::select(m, ~m, m), {0, 0, 0, 0});
  expect_values(vec::select(true, b, a), {1, 1, 1, 1});
  EXPECT_EQ(vec::select(false, b, a).lane(2), 2);
}

//===-- other types -----------------------------------------------------------------===//

TEST(Vec, CastIsThatOfTiles) {
  const auto a = random_vec<Vec<float, 4, 8>>(7);
  auto t = tile::create<float, 4, 8>();
  for (Index i = 0; i < 32; ++i)
    tile::write(t, {i / 8, i % 8}, a.lane(i));
  for (RoundMode mode : {RoundMode::None, RoundMode::Rint, RoundMode::Round, RoundMode::Floor, RoundMode::Ceil,
                         RoundMode::Trunc, RoundMode::Odd}) {
    const auto h = tile::cast<half>(t, mode);
    expect_lanes(vec::cast<half>(a, mode), [&](Index i) { return h(i / 8, i % 8); }, "half");
    const auto k = tile::cast<std::int8_t>(t, mode);
    expect_lanes(vec::cast<std::int8_t>(a, mode), [&](Index i) { return k(i / 8, i % 8); }, "int8");
  }
  expect_values(vec::cast<std::int8_t>(vec::splat<int, 1>(300)), {44});
  expect_values(vec::cast<std::int32_t>(vec::splat<float, 1>(std::nanf(""))), {0});
  expect_values(vec::cast<std::uint8_t>(vec::splat<float, 1>(-7)), {0});
}

TEST(Vec, Bitcast) {
  const auto a = vec::splat<float, 2, 3>(1);
  const auto b = vec::bitcast<std::uint16_t>(a);
  static_assert(std::is_same_v<decltype(b), const Vec<std::uint16_t, 2, 6>>);
  expect_values(vec::extract(b, 0), {0, 0x3F80, 0, 0x3F80, 0, 0x3F80});
  const auto c = vec::bitcast<std::uint64_t>(vec::splat<half, 8>(half(1.f)));
  static_assert(std::is_same_v<decltype(c), const Vec<std::uint64_t, 2>>);
  EXPECT_EQ(c.lane(1), 0x3C003C003C003C00u);
}

TEST(Vec, Unpack4) {
  const auto u = filled<Vec<std::uint8_t, 2>>([](Index i) { return i == 0 ? 0x1F : 0x80; });
  expect_values(vec::unpack4<std::uint8_t>(u), {15, 1, 0, 8});
  const auto s = vec::bitcast<std::int8_t>(u);
  expect_values(vec::unpack4<std::int32_t>(s), {-1, 1, 0, -8});
  expect_values(vec::unpack4<half>(s), {-1, 1, 0, -8});
}

} // namespace
