// Conversions: all 65536 values of the 16-bit formats, every rounding mode at every boundary, saturation.
#include "support.h"

using namespace pto::dsl;
using support::Index;

namespace {

constexpr RoundMode modes[] = {RoundMode::None, RoundMode::Rint,  RoundMode::Round, RoundMode::Floor,
                               RoundMode::Ceil, RoundMode::Trunc, RoundMode::Odd};

template <class To, class From> To cast_one(From x, RoundMode mode) {
  return tile::cast<To>(tile::full<From, 1, 1>(x), mode)(0, 0);
}

template <class H> constexpr int exponent_bits = std::is_same_v<H, half> ? 5 : 8;

template <class H> class Float16 : public testing::Test {};
using Float16Types = testing::Types<half, bf16>;
TYPED_TEST_SUITE(Float16, Float16Types);

TYPED_TEST(Float16, EveryValueWidensExactly) {
  for (unsigned u = 0; u < 65536; ++u) {
    const auto h = TypeParam::from_bits(static_cast<std::uint16_t>(u));
    const double want = support::value16(u, exponent_bits<TypeParam>);
    ASSERT_TRUE(support::same(static_cast<double>(float(h)), want)) << std::hex << u;
    ASSERT_TRUE(support::same((cast_one<double>(h, RoundMode::None)), want)) << std::hex << u;
  }
}

TYPED_TEST(Float16, EveryValueSurvivesTheRoundTrip) {
  for (unsigned u = 0; u < 65536; ++u) {
    const auto h = TypeParam::from_bits(static_cast<std::uint16_t>(u));
    const bool nan = float(h) != float(h);
    for (RoundMode mode : modes) {
      const auto back = cast_one<TypeParam>(cast_one<float>(h, RoundMode::None), mode);
      const auto from_double = cast_one<TypeParam>(static_cast<double>(float(h)), mode);
      if (nan) {
        ASSERT_NE(float(back), float(back));
        ASSERT_NE(float(from_double), float(from_double));
      } else {
        ASSERT_EQ(back.bits(), u);
        ASSERT_EQ(from_double.bits(), u);
      }
    }
    if (!nan) {
      ASSERT_EQ(TypeParam(float(h)).bits(), u);
    }
  }
}

// Just below, at and just above the middle between two neighbours, and next to each of them.
TYPED_TEST(Float16, RoundsAtEveryBoundary) {
  constexpr int e = exponent_bits<TypeParam>;
  const unsigned infinity = TypeParam(INFINITY).bits();
  for (unsigned u = 0; u < infinity; ++u) {
    const double low = support::value16(u, e);
    const double high = u + 1 == infinity ? std::ldexp(1.0, 1 << (e - 1)) : support::value16(u + 1, e);
    const double middle = low + (high - low) / 2;
    for (double magnitude : {std::nextafter(low, high), std::nextafter(middle, low), middle,
                             std::nextafter(middle, high), std::nextafter(high, low)})
      for (double x : {magnitude, -magnitude})
        for (RoundMode mode : modes) {
          ASSERT_EQ((detail::convert<TypeParam>(x, mode).bits()), support::round16(x, e, mode))
              << x << " mode " << int(mode);
          const float f = static_cast<float>(x);
          ASSERT_EQ((detail::convert<TypeParam>(f, mode).bits()), support::round16(f, e, mode))
              << f << " mode " << int(mode);
        }
    ASSERT_EQ(TypeParam(middle).bits(), support::round16(middle, e, RoundMode::Rint));
    ASSERT_EQ(TypeParam(static_cast<float>(middle)).bits(),
              support::round16(static_cast<float>(middle), e, RoundMode::Rint));
  }
}

TYPED_TEST(Float16, OverflowsAsTheModeSays) {
  constexpr int e = exponent_bits<TypeParam>;
  for (double x : {1e30, -1e30, 1e39, -1e39, 1e300, 65519.999, 65520.0, -65520.0, double(INFINITY)})
    for (RoundMode mode : modes) {
      ASSERT_EQ((cast_one<TypeParam>(x, mode).bits()), support::round16(x, e, mode)) << x << " mode " << int(mode);
      ASSERT_EQ((cast_one<TypeParam>(float(x), mode).bits()), support::round16(float(x), e, mode)) << x;
    }
}

TEST(Cast, DoubleToFloat) {
  support::Numbers<double> next(1);
  for (int i = 0; i < 2000; ++i) {
    const double x = i % 3 == 0 ? next() * 1e-42 : i % 3 == 1 ? next() * 1e37 : next();
    ASSERT_TRUE(support::same((cast_one<float>(x, RoundMode::Rint)), static_cast<float>(x))) << x;
    const float up = cast_one<float>(x, RoundMode::Ceil), down = cast_one<float>(x, RoundMode::Floor);
    if (std::isfinite(x)) {
      ASSERT_GE(double(up), x);
      ASSERT_LE(double(down), x);
      ASSERT_TRUE(up == down || std::nextafter(down, INFINITY) == up) << x;
      const float zero = cast_one<float>(x, RoundMode::Trunc);
      ASSERT_TRUE(support::same(zero, x < 0 ? up : down) || x == 0) << x;
    }
  }
}

TEST(Cast, BetweenTheSixteenBitFormats) {
  for (unsigned u = 0; u < 65536; ++u) {
    const auto h = half::from_bits(static_cast<std::uint16_t>(u));
    const auto b = bf16::from_bits(static_cast<std::uint16_t>(u));
    for (RoundMode mode : modes) {
      if (float(h) == float(h)) {
        ASSERT_EQ((detail::convert<bf16>(h, mode).bits()), support::round16(float(h), 8, mode)) << u;
      }
      if (float(b) == float(b)) {
        ASSERT_EQ((detail::convert<half>(b, mode).bits()), support::round16(float(b), 5, mode)) << u;
      }
    }
  }
}

double integral(double x, RoundMode mode) {
  switch (mode) {
  case RoundMode::Round:
    return std::round(x);
  case RoundMode::Floor:
    return std::floor(x);
  case RoundMode::Ceil:
    return std::ceil(x);
  case RoundMode::Trunc:
    return std::trunc(x);
  case RoundMode::Odd:
    return std::floor(x) == x ? x : std::fmod(std::floor(x), 2) != 0 ? std::floor(x) : std::ceil(x);
  case RoundMode::None:
  case RoundMode::Rint:
    break;
  }
  return std::nearbyint(x);
}

template <class To, class From> void expect_to_integer(From x) {
  for (RoundMode mode : modes) {
    const double exact = support::exact(x), value = integral(exact, mode);
    const long double low = std::numeric_limits<To>::min(), high = std::numeric_limits<To>::max();
    const To want = exact != exact  ? To(0)
                    : value <= low  ? std::numeric_limits<To>::min()
                    : value >= high ? std::numeric_limits<To>::max()
                                    : static_cast<To>(value);
    ASSERT_EQ((cast_one<To>(x, mode)), want) << exact << " mode " << int(mode);
  }
}

template <class From> void expect_to_integers(From x) {
  expect_to_integer<std::int8_t>(x);
  expect_to_integer<std::uint8_t>(x);
  expect_to_integer<std::int16_t>(x);
  expect_to_integer<std::uint16_t>(x);
  expect_to_integer<std::int32_t>(x);
  expect_to_integer<std::uint32_t>(x);
  expect_to_integer<std::int64_t>(x);
  expect_to_integer<std::uint64_t>(x);
}

TEST(Cast, FloatToIntegerRoundsAndClamps) {
  const double values[] = {0,
                           -0.0,
                           0.5,
                           1.5,
                           2.5,
                           -0.5,
                           -1.5,
                           -2.5,
                           0.49,
                           -0.51,
                           126.5,
                           127.5,
                           128,
                           -128,
                           -128.5,
                           -129,
                           255.5,
                           256,
                           3e9,
                           -3e9,
                           4.3e9,
                           1e19,
                           -1e19,
                           1e300,
                           1e18,
                           -1,
                           32767.5,
                           -32768.5,
                           65535.5,
                           2147483646.5,
                           9223372036854775807.0,
                           INFINITY,
                           -INFINITY,
                           std::nan("")};
  for (double x : values) {
    expect_to_integers(x);
    expect_to_integers(static_cast<float>(x));
    expect_to_integers(half(x));
    expect_to_integers(bf16(x));
  }
}

template <class From> void expect_from_integer(From x) {
  for (RoundMode mode : modes) {
    ASSERT_EQ((cast_one<half>(x, mode).bits()), support::round16(double(x), 5, mode)) << x;
    ASSERT_EQ((cast_one<bf16>(x, mode).bits()), support::round16(double(x), 8, mode)) << x;
  }
  ASSERT_EQ((cast_one<float>(x, RoundMode::Rint)), static_cast<float>(x)) << x;
  ASSERT_EQ((cast_one<double>(x, RoundMode::Rint)), static_cast<double>(x)) << x;
}

TEST(Cast, IntegerToFloatRoundsOnce) {
  for (int x = -32768; x < 32768; x += 7)
    expect_from_integer(static_cast<std::int16_t>(x));
  for (std::int64_t x : {std::int64_t(16777217), std::int64_t(16777219), std::int64_t(-16777217), std::int64_t(65519),
                         std::int64_t(65520), std::int64_t(1) << 40, (std::int64_t(1) << 40) + 1, std::int64_t(257),
                         std::int64_t(385), std::int64_t(-257)})
    expect_from_integer(x);
  // Where rounding twice would differ: 2^54 + 2^30 + 1 is above the middle of two floats by its last bit.
  const std::int64_t x = (std::int64_t(1) << 54) + (std::int64_t(1) << 30) + 1;
  EXPECT_EQ((cast_one<float>(x, RoundMode::Rint)), static_cast<float>(x));
  EXPECT_EQ((cast_one<float>(std::numeric_limits<std::uint64_t>::max(), RoundMode::Trunc)), 0x1.fffffep63f);
  EXPECT_EQ((cast_one<float>(std::numeric_limits<std::int64_t>::min(), RoundMode::Trunc)), -0x1p63f);
}

TEST(Cast, IntegerToIntegerWraps) {
  EXPECT_EQ((cast_one<std::int8_t>(std::int32_t(0x1FF), RoundMode::None)), -1);
  EXPECT_EQ((cast_one<std::uint8_t>(std::int16_t(-1), RoundMode::None)), 255);
  EXPECT_EQ((cast_one<std::int64_t>(std::int8_t(-5), RoundMode::None)), -5);
}

TEST(Cast, ToTheSameTypeChangesNothing) {
  EXPECT_EQ((cast_one<float>(2.5f, RoundMode::Floor)), 2.5f);
  EXPECT_EQ((cast_one<half>(half::from_bits(0x7C01), RoundMode::Floor).bits()), 0x7C01);
}

TEST(Cast, KeepsShapeLayoutAndValidPart) {
  auto a = tile::set_validshape(support::random_tile<Tile<float, 20, 20, Mem::Mat>>(2), 3, 4);
  auto b = tile::cast<half>(a);
  static_assert(std::is_same_v<decltype(b)::layout, decltype(a)::layout>);
  EXPECT_EQ(b.valid_cols(), 4);
  support::expect_cells(b, 3, 4, [&](Index r, Index c) { return support::rounded<half>(a(r, c)); }, "boxed");
  auto t = support::random_tensor<float, 5, 7>(3);
  support::expect_cells(
      tensor::cast<bf16>(tensor::transpose<0, 1>(t)), 7, 5,
      [&](Index r, Index c) { return support::rounded<bf16>(t(c, r)); }, "tensor");
}

TEST(HalfType, Arithmetic) {
  support::Numbers<half> next(5);
  for (int i = 0; i < 2000; ++i) {
    const half a = next(), b = next();
    const double x = support::exact(a), y = support::exact(b);
    ASSERT_TRUE(support::same(a + b, support::rounded<half>(x + y)));
    ASSERT_TRUE(support::same(a - b, support::rounded<half>(x - y)));
    ASSERT_TRUE(support::same(a * b, support::rounded<half>(x * y)));
    ASSERT_TRUE(support::same(a / b, support::rounded<half>(x / y)));
    half c = a;
    c += b;
    ASSERT_TRUE(support::same(c, a + b));
    ASSERT_EQ(a < b, x < y);
    ASSERT_EQ((-a).bits(), a.bits() ^ 0x8000);
  }
  EXPECT_EQ(half(1) + 0.5f, 1.5f);              // with a float: in float
  EXPECT_EQ(half(0x1.002001p0).bits(), 0x3C01); // from double, not by way of float
}

} // namespace
