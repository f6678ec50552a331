// The tables are what their comments say, computed here from the C library.
#include "functions.h"

#include <pto/x86/coefficients.h>
#include <pto/x86/pieces.h>

#include <gtest/gtest.h>

#include <cmath>

namespace {

using namespace pto::x86::detail;

constexpr double pi = 3.14159265358979323846;
constexpr double almost_exact = 1.0 / 512; // of a unit in the last place

TEST(Coefficients, Exp) {
  EXPECT_EQ(log2_e, float(1 / std::log(2.0)));
  EXPECT_EQ(ln2, float(std::log(2.0)));
  EXPECT_EQ(ln2_low, float(std::log(2.0) - double(ln2_high)));
  for (int j = 0; j < 32; ++j)
    EXPECT_EQ(exp2_32nds[j], float(std::exp2(j / 32.0)));
  for (int j = 0; j < 8; ++j)
    EXPECT_EQ(x86::from_bits(std::uint32_t(exp2_eighths[j] + (127 << 23) + (j << 20))), float(std::exp2(j / 8.0)));
}

template <int N> void expect_log_table(const float (&c)[N], const float (&log_c)[N]) {
  EXPECT_EQ(c[0], 1);
  EXPECT_EQ(log_c[0], 0);
  EXPECT_EQ(c[N - 1], 0.5);
  EXPECT_EQ(log_c[N - 1], ln2);
  for (int j = 1; j < N - 1; ++j) {
    const double exact = -std::log(double(c[j])) + (j < N / 2 ? 0 : double(ln2) - std::log(2.0));
    EXPECT_LT(x86::ulps(log_c[j], exact), almost_exact) << j;
  }
  for (int j = 0; j < N; ++j) // r is within what the polynomial was fitted for
    for (int end : {j, j + 1}) {
      EXPECT_GE((1 + double(end) / N) * double(c[j]) - 1, -0.5 / N) << j;
      EXPECT_LE((1 + double(end) / N) * double(c[j]) - 1, 1.0 / N) << j;
    }
}
TEST(Coefficients, Log) {
  expect_log_table(log16_c, log16_log_c);
  expect_log_table(log8_c, log8_log_c);
}

TEST(Coefficients, Angles) {
  EXPECT_EQ(eight_over_pi, float(8 / pi));
  EXPECT_EQ(four_over_pi, float(4 / pi));
  EXPECT_EQ(pi_8_1, float(pi / 8));
  EXPECT_EQ(pi_8_2, float(pi / 8 - double(pi_8_1)));
  EXPECT_NEAR(pi_8_3, 1.2246467991473532e-16 / 8 + (pi / 8 - double(pi_8_1) - double(pi_8_2)), 1e-23);
  const auto exact = [](double x) { return std::fabs(x) < 1e-9 ? 0.f : float(x); };
  for (int j = 0; j < 16; ++j) {
    EXPECT_EQ(sines_16[j], exact(std::sin(j * pi / 8))) << j;
    EXPECT_EQ(cosines_16[j], exact(std::cos(j * pi / 8))) << j;
  }
  for (int j = 0; j < 8; ++j) {
    EXPECT_EQ(sines_8[j], exact(std::sin(j * pi / 4))) << j;
    EXPECT_EQ(cosines_8[j], exact(std::cos(j * pi / 4))) << j;
  }
}

template <int N, int D> void expect_pieces(const Pieces<N, D> &pieces, double (*f)(double), double tolerance) {
  EXPECT_LT(std::fma(pieces.scale, pieces.limit, 2.f), 32.f);
  EXPECT_EQ(float(f(pieces.limit)), 1);
  EXPECT_EQ(pieces.centre[0], 0);
  EXPECT_EQ(pieces.c[0][0], 0);
  constexpr int steps = N / 4;
  const auto edge = [&](int i) {
    return (std::ldexp(1 + double(i % steps) / steps, i / steps + 1) - 2) / double(pieces.scale);
  };
  for (int i = 0; i < N; ++i) {
    const double low = edge(i), high = edge(i + 1);
    if (i > 0) {
      EXPECT_NEAR(pieces.centre[i], (low + high) / 2, 0.04 * (high - low)) << i;
      EXPECT_LT(x86::ulps(pieces.c[0][i], f(pieces.centre[i])), i + 1 < N ? almost_exact : 0.25) << i;
    }
    for (int k = i == 0 ? 1 : 0; k <= 64; ++k) {
      const double x = low + (high - low) * k / 64, t = x - double(pieces.centre[i]);
      double y = 0;
      for (int d = D; d >= 0; --d)
        y = y * t + double(pieces.c[d][i]);
      EXPECT_LT(std::fabs(y - f(x)) / f(x) * 0x1p23, tolerance) << i << " " << k;
    }
  }
}
TEST(Coefficients, Pieces) {
  expect_pieces(tanh32, std::tanh, 0.33);
  expect_pieces(erf32, std::erf, 0.44);
  expect_pieces(erf8, std::erf, 0.6);
}

} // namespace
