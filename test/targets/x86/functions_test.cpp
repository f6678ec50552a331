// The vector functions: dense samples, all 16-bit floats, special values, lanes that do not disturb each other.
// scripts/ulp runs them on every float.
#include "oracle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace {

using x86::Function;

struct Case {
  const Function *function;
  bool avx512;
  bool here() const { return avx512 ? x86::has_avx512() : x86::has_avx2(); }
  x86::Loop loop() const { return avx512 ? function->avx512 : function->avx2; }
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Function &f : x86::functions)
    for (bool avx512 : {true, false})
      all.push_back({&f, avx512});
  return all;
}

class Vector : public testing::TestWithParam<Case> {
protected:
  void SetUp() override {
    if (!GetParam().here())
      GTEST_SKIP() << "this CPU has no " << (GetParam().avx512 ? "AVX-512 (F, BW, DQ, VL)" : "AVX2 with FMA and F16C");
  }

  /// Its results on any number of arguments.
  std::vector<float> apply(std::vector<float> arguments) const {
    const std::size_t count = arguments.size();
    arguments.resize((count + 15) / 16 * 16, 1);
    std::vector<float> results(arguments.size());
    GetParam().loop()(arguments.data(), results.data(), static_cast<long>(arguments.size()));
    results.resize(count);
    return results;
  }

  void expect_within_bound(const std::vector<float> &arguments) const {
    const Function &f = *GetParam().function;
    const std::vector<float> results = apply(arguments);
    int shown = 0;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      const double exact = f.reference(arguments[i]);
      const double ulps = x86::ulps(results[i], exact);
      if ((ulps > f.bound || (f.at_most_one && std::fabs(results[i]) > 1)) && shown++ < 4)
        ADD_FAILURE() << f.name << "(" << arguments[i] << ") = " << results[i] << ", exactly " << exact << ": " << ulps
                      << " ULP";
    }
    EXPECT_EQ(shown, 0);
  }
};

std::uint32_t bits_of(float x) {
  std::uint32_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

/// Zeros, infinities, NaN of both kinds, the ends of the subnormals and of the numbers, the ends of each function's
/// range, multiples of pi/2: each with its neighbours and with both signs.
std::vector<float> special_values() {
  std::vector<float> values;
  for (std::uint32_t bits : {0x00000000u, 0x00000001u, 0x00400000u, 0x007FFFFFu, 0x00800000u, 0x7F7FFFFFu, 0x7F800000u,
                             0x7F800001u, 0x7FC00000u, 0x7FFFFFFFu})
    for (std::uint32_t sign : {0u, 0x80000000u})
      values.push_back(x86::from_bits(bits | sign));
  const double pi = 3.141592653589793;
  for (double x : {1.0,     2.0,      0.5,       0.75,     1.5,       0x1p23,    0x1p24,       0x1p31,  0x1p-24,
                   0x1p-12, 88.02969, 88.722839, 87.33655, 103.27893, 103.97208, 9.0109,       9.02,    3.92,
                   3.93,    0x1p-128, 0x1p126,   0x1p127,  0x1p-126,  0x1p17,    0x1p20,       pi / 16, pi / 8,
                   pi / 4,  pi / 2,   pi,        1.5 * pi, 2 * pi,    100 * pi,  10000.5 * pi, 1e10,    1e30})
    for (float signed_x : {static_cast<float>(x), static_cast<float>(-x)})
      for (int step : {-2, -1, 0, 1, 2})
        values.push_back(x86::from_bits(bits_of(signed_x) + static_cast<std::uint32_t>(step)));
  return values;
}

TEST_P(Vector, SpecialValues) { expect_within_bound(special_values()); }

TEST_P(Vector, IsTheScalarWhereThatIsExact) {
  const std::vector<float> arguments = special_values(), results = apply(arguments);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const float scalar = GetParam().function->scalar(arguments[i]);
    if (scalar != scalar)
      EXPECT_NE(results[i], results[i]) << arguments[i];
    else if (scalar == 0 || std::isinf(scalar) || arguments[i] == 0)
      EXPECT_EQ(bits_of(results[i]), bits_of(scalar)) << arguments[i];
  }
}

TEST_P(Vector, AllSixteenBitFloats) {
  std::vector<float> arguments;
  for (std::uint32_t u = 0; u < 65536; ++u) {
    arguments.push_back(x86::from_bits(u << 16)); // bf16
    const int exponent = static_cast<int>(u >> 10 & 31), mantissa = static_cast<int>(u & 1023);
    const double magnitude = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25);
    if (exponent < 31) // half; infinities and NaN are above
      arguments.push_back(static_cast<float>((u & 0x8000u) != 0 ? -magnitude : magnitude));
  }
  expect_within_bound(arguments);
}

TEST_P(Vector, DenseSample) {
  std::vector<float> arguments;
  for (std::uint64_t u = 0; u < std::uint64_t{1} << 32; u += 20011)
    arguments.push_back(x86::from_bits(static_cast<std::uint32_t>(u)));
  for (double x = -110; x < 110; x += 0.001953) // where most users are
    arguments.push_back(static_cast<float>(x));
  expect_within_bound(arguments);
}

// Any value among other ones has the bits that it has among its like.
TEST_P(Vector, LanesAreIndependent) {
  const std::vector<float> values = special_values();
  std::vector<float> alone, mixed;
  for (std::size_t i = 0; i < values.size(); ++i) {
    alone.insert(alone.end(), 16, values[i]);
    for (std::size_t k = 0; k < 16; ++k)
      mixed.push_back(k == i % 16 ? values[i] : values[(i * 7 + k * 31) % values.size()]);
  }
  const std::vector<float> from_alone = apply(alone), from_mixed = apply(mixed);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float a = from_alone[i * 16], b = from_mixed[i * 16 + i % 16];
    EXPECT_TRUE(bits_of(a) == bits_of(b) || (a != a && b != b)) << values[i] << ": " << a << " " << b;
  }
}

INSTANTIATE_TEST_SUITE_P(X86, Vector, testing::ValuesIn(cases()), [](const testing::TestParamInfo<Case> &info) {
  return std::string(info.param.function->name) + (info.param.avx512 ? "_avx512" : "_avx2");
});

TEST(Ulps, CountsFromTheExactResult) {
  EXPECT_EQ(x86::ulps(1, 1), 0);
  EXPECT_EQ(x86::ulps(1 + 0x1p-23f, 1), 1);
  EXPECT_EQ(x86::ulps(1 - 0x1p-24f, 1), 0.5);
  EXPECT_EQ(x86::ulps(1, 1 - 0x1p-24), 1); // below 1 they are half as large
  EXPECT_EQ(x86::ulps(0x1p-149f, 0x1p-150), 0.5);
  EXPECT_EQ(x86::ulps(0, 0x1p-151), 0.25);
  EXPECT_EQ(x86::ulps(INFINITY, 0x1p128 - 0x1p103), 0.5);
  EXPECT_EQ(x86::ulps(std::numeric_limits<float>::max(), 0x1p130), 1);
  EXPECT_EQ(x86::ulps(INFINITY, INFINITY), 0);
  EXPECT_EQ(x86::ulps(NAN, NAN), 0);
  for (double exact : {0.0, 1.0, double(INFINITY)})
    EXPECT_GT(x86::ulps(NAN, exact), 1e8);
  EXPECT_GT(x86::ulps(-0.f, 0.0), 1e8);
  EXPECT_GT(x86::ulps(-0.f, 1e-60), 1e8);
  EXPECT_GT(x86::ulps(INFINITY, 1), 1e8);
  EXPECT_GT(x86::ulps(1, INFINITY), 1e8);
  for (double exact : {1.0, 0.7, 1e-20, 1e-40, 1e-46, 3e38})
    for (float y : {1.f, 0.7000001f, 1.1e-20f, 1.00001e-40f, 1e-45f, 2.99e38f})
      EXPECT_NEAR(x86::rough_ulps(y, exact), x86::ulps(y, exact), 1e-6 * x86::ulps(y, exact));
}

} // namespace
