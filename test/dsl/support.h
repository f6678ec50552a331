//===- support.h - what the tests of the DSL share ------------------------------===//
//
// Oracles here use nothing of the DSL but its types: no rounding, no arithmetic.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_TEST_DSL_SUPPORT_H
#define PTO_TEST_DSL_SUPPORT_H

#include <pto/dsl.h>

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace support {

namespace dsl = pto::dsl;
using dsl::Index;

template <class To, class From> To bits(const From &from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(static_cast<void *>(&to), static_cast<const void *>(&from), sizeof to);
  return to;
}

/// Same bits, any NaN equal to any NaN.
template <class T> bool same(T a, T b) {
  if (a != a || b != b)
    return a != a && b != b;
  return std::memcmp(static_cast<const void *>(&a), static_cast<const void *>(&b), sizeof a) == 0;
}

/// The numbers of a 16-bit format by its bits, from the definition.
inline double value16(unsigned u, int exponent_bits) {
  const int mantissa_bits = 15 - exponent_bits, bias = (1 << (exponent_bits - 1)) - 1;
  const unsigned exponent = (u >> mantissa_bits) & ((1u << exponent_bits) - 1);
  const unsigned mantissa = u & ((1u << mantissa_bits) - 1);
  const double sign = (u & 0x8000u) != 0 ? -1 : 1;
  if (exponent == (1u << exponent_bits) - 1)
    return mantissa != 0 ? std::nan("") : sign * INFINITY;
  if (exponent == 0)
    return sign * std::ldexp(double(mantissa), 1 - bias - mantissa_bits);
  return sign * std::ldexp(double(mantissa | (1u << mantissa_bits)), int(exponent) - bias - mantissa_bits);
}

/// x rounded to a 16-bit format by looking through its numbers: they ascend with their bits.
inline unsigned round16(double x, int exponent_bits, dsl::RoundMode mode) {
  using dsl::RoundMode;
  const unsigned infinity = ((1u << exponent_bits) - 1) << (15 - exponent_bits);
  const unsigned sign = std::signbit(x) ? 0x8000u : 0;
  const double magnitude = std::fabs(x);
  if (std::isinf(x))
    return sign | infinity;
  unsigned low = 0, high = infinity; // value(low) <= magnitude < value(high), the last being infinity
  while (high - low > 1) {
    const unsigned middle = (low + high) / 2;
    (value16(middle, exponent_bits) <= magnitude ? low : high) = middle;
  }
  const double below = value16(low, exponent_bits);
  // Beyond the largest number the next one would be where the exponent goes on.
  const double above = high == infinity ? std::ldexp(1.0, 1 << (exponent_bits - 1)) : value16(high, exponent_bits);
  if (below == magnitude)
    return sign | low;
  const bool past_end = high == infinity && magnitude >= above;
  const double middle = below + (above - below) / 2;
  bool up = false;
  switch (mode) {
  case RoundMode::None:
  case RoundMode::Rint:
    up = magnitude > middle || (magnitude == middle && (low & 1) != 0);
    break;
  case RoundMode::Round:
    up = magnitude >= middle;
    break;
  case RoundMode::Floor:
    up = sign != 0;
    break;
  case RoundMode::Ceil:
    up = sign == 0;
    break;
  case RoundMode::Trunc:
    break;
  case RoundMode::Odd:
    up = (low & 1) == 0 && !past_end;
    break;
  }
  return sign | (up ? high : low);
}

template <class T> struct Rounded {
  static T of(double x) { return static_cast<T>(x); }
};
template <> struct Rounded<dsl::half> {
  static dsl::half of(double x) {
    return dsl::half::from_bits(static_cast<std::uint16_t>(x != x ? 0x7E00u : round16(x, 5, dsl::RoundMode::Rint)));
  }
};
template <> struct Rounded<dsl::bf16> {
  static dsl::bf16 of(double x) {
    return dsl::bf16::from_bits(static_cast<std::uint16_t>(x != x ? 0x7FC0u : round16(x, 8, dsl::RoundMode::Rint)));
  }
};
/// x as a T, rounded to nearest even.
template <class T> T rounded(double x) { return Rounded<T>::of(x); }

/// A number as a double, exactly.
template <class T> double exact(T x) { return static_cast<double>(x); }
inline double exact(dsl::half x) { return value16(x.bits(), 5); }
inline double exact(dsl::bf16 x) { return value16(x.bits(), 8); }

/// Numbers that find mistakes: mixed magnitudes, zeros of both signs, exact values, now and then NaN and infinity.
template <class T> class Numbers {
public:
  explicit Numbers(unsigned seed) : engine_(seed) {}
  T operator()() {
    if constexpr (dsl::Integer<T>) {
      return static_cast<T>(engine_());
    } else {
      switch (engine_() % 32) {
      case 0:
        return rounded<T>(0.0);
      case 1:
        return rounded<T>(-0.0);
      case 2:
        return special ? rounded<T>(std::nan("")) : rounded<T>(1);
      case 3:
        return special ? rounded<T>(engine_() % 2 ? INFINITY : -INFINITY) : rounded<T>(-1);
      case 4:
        return rounded<T>(double(engine_() % 9) - 4);
      default: {
        const double magnitude = std::ldexp(1 + double(engine_()) / 4294967296.0, int(engine_() % 11) - 5);
        return rounded<T>(engine_() % 2 ? magnitude : -magnitude);
      }
      }
    }
  }
  bool special = true;

private:
  std::mt19937 engine_;
};

/// A tile, a tensor full of numbers.
template <class A> A random_tile(unsigned seed, bool special = true) {
  Numbers<dsl::ElementOf<A>> next(seed);
  next.special = special;
  A t = dsl::detail::new_tile<A>(A::static_rows, A::static_cols, A::static_rows, A::static_cols);
  for (Index r = 0; r < t.rows(); ++r)
    for (Index c = 0; c < t.cols(); ++c)
      dsl::tile::write(t, {r, c}, next());
  return t;
}
template <class T, Index R, Index C> dsl::Tensor<T, R, C> random_tensor(unsigned seed, bool special = true) {
  Numbers<T> next(seed);
  next.special = special;
  auto t = dsl::tensor::create<T, R, C>();
  for (Index r = 0; r < R; ++r)
    for (Index c = 0; c < C; ++c)
      t(r, c) = next();
  return t;
}

/// a(r, c) of rows x cols elements are expected(r, c), to the bit.
template <class A, class F> void expect_cells(const A &a, Index rows, Index cols, F expected, const char *what) {
  int shown = 0;
  for (Index r = 0; r < rows; ++r)
    for (Index c = 0; c < cols; ++c) {
      const auto got = a(r, c);
      const auto want = static_cast<decltype(a(r, c) + expected(r, c))>(expected(r, c));
      if (!same(static_cast<decltype(want)>(got), want) && shown++ < 4)
        ADD_FAILURE() << what << " (" << r << ", " << c << "): " << exact(got) << " expected " << exact(want);
    }
  EXPECT_EQ(shown, 0) << what;
}

/// The Vec whose lane i is f(i).
template <class V, class F> V filled(F f) {
  V v;
  for (Index i = 0; i < V::lanes; ++i)
    dsl::detail::Lanes::of(v)[i] = static_cast<typename V::element>(f(i));
  return v;
}
template <class V> V counting() {
  return filled<V>([](Index i) { return i; });
}
template <class V> V random_vec(unsigned seed, bool special = true) {
  Numbers<typename V::element> next(seed);
  next.special = special;
  return filled<V>([&](Index) { return next(); });
}

/// Lane i of v is expected(i), to the bit.
template <class V, class F> void expect_lanes(const V &v, F expected, const char *what) {
  for (Index i = 0; i < V::lanes; ++i) {
    const auto want = static_cast<typename V::element>(expected(i));
    EXPECT_TRUE(same(v.lane(i), want)) << what << " lane " << i << ": " << exact(v.lane(i)) << " expected "
                                       << exact(want);
  }
}
template <class V> void expect_values(const V &v, std::vector<double> expected, const char *what = "") {
  ASSERT_EQ(std::size_t(V::lanes), expected.size()) << what;
  for (Index i = 0; i < V::lanes; ++i)
    EXPECT_EQ(exact(v.lane(i)), expected[std::size_t(i)]) << what << " lane " << i;
}

} // namespace support

#endif
