// Elementwise ops of tiles and tensors against scalars: every op, several types, NaN, infinities, zeros, valid parts.
#include "support.h"

using namespace pto::dsl;
using support::exact;
using support::Index;
using support::rounded;

namespace {

template <class T> T lower(T a, T b) { // minimumNumber
  if (a != a)
    return b;
  if (b != b)
    return a;
  if constexpr (!Integer<T>)
    if (exact(a) == 0 && exact(b) == 0)
      return std::signbit(exact(a)) ? a : b;
  return exact(a) < exact(b) ? a : b;
}
template <class T> T upper(T a, T b) { // maximumNumber
  if (a != a)
    return b;
  if (b != b)
    return a;
  if constexpr (!Integer<T>)
    if (exact(a) == 0 && exact(b) == 0)
      return std::signbit(exact(a)) ? b : a;
  return exact(a) < exact(b) ? b : a;
}

template <class T> class Floats : public testing::Test {};
using FloatTypes = testing::Types<float, half, bf16, double>;
TYPED_TEST_SUITE(Floats, FloatTypes);

/// What float (for 16-bit types) or T computes, then rounds.
template <class T, class F> T by(F f, T a, T b) {
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>)
    return f(a, b);
  else
    return rounded<T>(f(exact(a), exact(b))); // exact enough: double has twice the bits
}

TYPED_TEST(Floats, Binary) {
  using T = TypeParam;
  using A = Tile<T, 32, 33>;
  const A a = support::random_tile<A>(1), b = support::random_tile<A>(2);
  auto x = tensor::create<T, 32, 33>(), y = tensor::create<T, 32, 33>();
  tile::store(a, {0, 0}, x);
  tile::store(b, {0, 0}, y);
  const T s = rounded<T>(1.25);
  const auto check = [&](auto op, auto tile_tile, auto tile_scalar, auto tensors, auto tensor_scalar,
                         const char *what) {
    support::expect_cells(tile_tile, 32, 33, [&](Index r, Index c) { return op(a(r, c), b(r, c)); }, what);
    support::expect_cells(tile_scalar, 32, 33, [&](Index r, Index c) { return op(a(r, c), s); }, what);
    support::expect_cells(tensors, 32, 33, [&](Index r, Index c) { return op(a(r, c), b(r, c)); }, what);
    support::expect_cells(tensor_scalar, 32, 33, [&](Index r, Index c) { return op(a(r, c), s); }, what);
  };
  check([](T p, T q) { return by([](auto u, auto v) { return u + v; }, p, q); }, tile::add(a, b), tile::add(a, 1.25),
        tensor::add(x, y), tensor::add(x, s), "add");
  check([](T p, T q) { return by([](auto u, auto v) { return u - v; }, p, q); }, tile::sub(a, b), tile::sub(a, 1.25f),
        tensor::sub(x, y), tensor::sub(x, s), "sub");
  check([](T p, T q) { return by([](auto u, auto v) { return u * v; }, p, q); }, tile::mul(a, b), tile::mul(a, s),
        tensor::mul(x, y), tensor::mul(x, s), "mul");
  check([](T p, T q) { return by([](auto u, auto v) { return u / v; }, p, q); }, tile::div(a, b), tile::div(a, s),
        tensor::div(x, y), tensor::div(x, s), "div");
  check([](T p, T q) { return by([](auto u, auto v) { return std::fmod(u, v); }, p, q); }, tile::fmod(a, b),
        tile::fmod(a, s), tensor::fmod(x, y), tensor::fmod(x, s), "fmod");
  check(
      [](T p, T q) {
        const double m = std::fmod(exact(p), exact(q));
        if (m != 0 && (m < 0) != (exact(q) < 0))
          return by([](auto u, auto v) { return u + v; }, rounded<T>(m), q);
        return rounded<T>(m);
      },
      tile::rem(a, b), tile::rem(a, s), tensor::rem(x, y), tensor::rem(x, s), "rem");
  check(upper<T>, tile::maximum(a, b), tile::maximum(a, s), tensor::maximum(x, y), tensor::maximum(x, s), "maximum");
  check(lower<T>, tile::minimum(a, b), tile::minimum(a, s), tensor::minimum(x, y), tensor::minimum(x, s), "minimum");
}

TYPED_TEST(Floats, Unary) {
  using T = TypeParam;
  using F = std::conditional_t<std::is_same_v<T, double>, double, float>;
  using A = Tile<T, 32, 33>;
  const A a = support::random_tile<A>(3);
  auto x = tensor::create<T, 32, 33>();
  tile::store(a, {0, 0}, x);
  const auto check = [&](auto op, auto tiles, auto tensors, const char *what) {
    const auto want = [&](Index r, Index c) { return rounded<T>(exact(op(static_cast<F>(exact(a(r, c)))))); };
    support::expect_cells(tiles, 32, 33, want, what);
    support::expect_cells(tensors, 32, 33, want, what);
  };
  check([](F v) { return -v; }, tile::neg(a), tensor::neg(x), "neg");
  check([](F v) { return std::fabs(v); }, tile::abs(a), tensor::abs(x), "abs");
  check([](F v) { return std::exp(v); }, tile::exp(a), tensor::exp(x), "exp");
  check([](F v) { return std::log(v); }, tile::log(a), tensor::log(x), "log");
  check([](F v) { return std::sin(v); }, tile::sin(a), tensor::sin(x), "sin");
  check([](F v) { return std::cos(v); }, tile::cos(a), tensor::cos(x), "cos");
  check([](F v) { return std::tanh(v); }, tile::tanh(a), tensor::tanh(x), "tanh");
  check([](F v) { return std::erf(v); }, tile::erf(a), tensor::erf(x), "erf");
  check([](F v) { return std::sqrt(v); }, tile::sqrt(a), tensor::sqrt(x), "sqrt");
  check([](F v) { return 1 / std::sqrt(v); }, tile::rsqrt(a), tensor::rsqrt(x), "rsqrt");
  check([](F v) { return 1 / v; }, tile::recip(a), tensor::recip(x), "recip");
  check([](F v) { return v > 0 ? v : F(0); }, tile::relu(a), tensor::relu(x), "relu");
  check([](F v) { return v > 0 ? v : static_cast<F>(exact(rounded<T>(exact(v) * 0.5))); }, tile::lrelu(a, 0.5),
        tile::lrelu(a, T(0.5f)), "lrelu");
}

TYPED_TEST(Floats, Mixed) {
  using T = TypeParam;
  using A = Tile<T, 16, 17>;
  const A a = support::random_tile<A>(4), b = support::random_tile<A>(5), c = support::random_tile<A>(6);
  const auto sum = [](T p, T q) { return by([](auto u, auto v) { return u + v; }, p, q); };
  const auto difference = [](T p, T q) { return by([](auto u, auto v) { return u - v; }, p, q); };
  support::expect_cells(
      tile::addc(a, b, c), 16, 17, [&](Index r, Index k) { return sum(sum(a(r, k), b(r, k)), c(r, k)); }, "addc");
  support::expect_cells(
      tile::subc(a, b, c), 16, 17, [&](Index r, Index k) { return sum(difference(a(r, k), b(r, k)), c(r, k)); },
      "subc");
  support::expect_cells(
      tile::addsc(a, 2, c), 16, 17, [&](Index r, Index k) { return sum(sum(a(r, k), T(2)), c(r, k)); }, "addsc");
  support::expect_cells(
      tile::subsc(a, 2, c), 16, 17, [&](Index r, Index k) { return sum(difference(a(r, k), T(2)), c(r, k)); }, "subsc");
  support::expect_cells(
      tile::prelu(a, b), 16, 17,
      [&](Index r, Index k) {
        return exact(a(r, k)) > 0 ? a(r, k) : by([](auto u, auto v) { return u * v; }, a(r, k), b(r, k));
      },
      "prelu");
}

TYPED_TEST(Floats, CompareAndSelect) {
  using T = TypeParam;
  using A = Tile<T, 16, 17>;
  const A a = support::random_tile<A>(7), b = support::random_tile<A>(7 + (sizeof(T) > 0)); // some are equal below
  A e = tile::maximum(b, b);
  for (Index i = 0; i < 16; ++i)
    tile::write(e, {i, i}, a(i, i));
  const auto check = [&](Cmp mode, auto op) {
    const auto m = tile::cmp(a, e, mode);
    static_assert(std::is_same_v<ElementOf<decltype(m)>, std::uint8_t>);
    support::expect_cells(m, 16, 17, [&](Index r, Index c) { return op(exact(a(r, c)), exact(e(r, c))); }, "cmp");
    support::expect_cells(
        tile::cmp(a, 1, mode), 16, 17, [&](Index r, Index c) { return op(exact(a(r, c)), 1.0); }, "cmp scalar");
    support::expect_cells(
        tile::sel(m, a, e), 16, 17, [&](Index r, Index c) { return m(r, c) ? a(r, c) : e(r, c); }, "sel");
    support::expect_cells(
        tile::sel(m, a, 3), 16, 17, [&](Index r, Index c) { return m(r, c) ? a(r, c) : T(3); }, "sel scalar");
  };
  check(Cmp::EQ, [](double x, double y) { return x == y; });
  check(Cmp::NE, [](double x, double y) { return x != y; });
  check(Cmp::LT, [](double x, double y) { return x < y; });
  check(Cmp::LE, [](double x, double y) { return x <= y; });
  check(Cmp::GT, [](double x, double y) { return x > y; });
  check(Cmp::GE, [](double x, double y) { return x >= y; });
}

template <class T> class Integers : public testing::Test {};
using IntegerTypes = testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::int32_t, std::uint32_t, std::int64_t>;
TYPED_TEST_SUITE(Integers, IntegerTypes);

TYPED_TEST(Integers, WrapShiftAndDivide) {
  using T = TypeParam;
  using A = Tile<T, 16, 17>;
  __extension__ using W = __int128;
  const A a = support::random_tile<A>(8);
  A b = support::random_tile<A>(9);
  tile::write(b, {0, 0}, -1);
  tile::write(a, {0, 0}, std::numeric_limits<T>::min());
  for (Index r = 0; r < 16; ++r)
    for (Index c = 0; c < 17; ++c)
      if (b(r, c) == 0)
        tile::write(b, {r, c}, 1);
  const auto check = [&](auto op, auto got, const char *what) {
    support::expect_cells(
        got, 16, 17, [&](Index r, Index c) { return static_cast<T>(op(W(a(r, c)), W(b(r, c)))); }, what);
  };
  check([](W x, W y) { return x + y; }, tile::add(a, b), "add");
  check([](W x, W y) { return x - y; }, tile::sub(a, b), "sub");
  check([](W x, W y) { return x * y; }, tile::mul(a, b), "mul");
  check([](W x, W y) { return x / y; }, tile::div(a, b), "div");
  check([](W x, W y) { return x % y; }, tile::fmod(a, b), "fmod");
  check([](W x, W y) { return (x % y + y) % y; }, tile::rem(a, b), "rem");
  check([](W x, W y) { return x > y ? x : y; }, tile::maximum(a, b), "maximum");
  check([](W x, W y) { return x < y ? x : y; }, tile::minimum(a, b), "minimum");
  check([](W x, W y) { return x & y; }, tile::and_(a, b), "and");
  check([](W x, W y) { return x | y; }, tile::or_(a, b), "or");
  check([](W x, W y) { return x ^ y; }, tile::xor_(a, b), "xor");
  const auto count = [](W y) { return static_cast<int>(y & static_cast<W>(8 * sizeof(T) - 1)); };
  check([&](W x, W y) { return x * (W(1) << count(y)); }, tile::shl(a, b), "shl");
  check([&](W x, W y) { return x >> count(y); }, tile::shr(a, b), "shr");
  check([](W x, W) { return -x; }, tile::neg(a), "neg");
  check([](W x, W) { return ~x; }, tile::not_(a), "not");
  check([](W x, W) { return x < 0 ? -x : x; }, tile::abs(a), "abs");
  check([](W x, W) { return x < 0 ? 0 : x; }, tile::relu(a), "relu");
  check([](W x, W) { return x & 5; }, tile::and_(a, 5), "and scalar");
  check([](W x, W) { return x >> 3; }, tile::shr(a, 3), "shr scalar");
}

TEST(Valid, OnlyThatPartIsComputed) {
  auto a = tile::set_validshape(support::random_tile<Tile<float, 4, 8>>(1), 2, 3);
  auto b = tile::set_validshape(support::random_tile<Tile<float, 4, 8>>(2), 2, 3);
  auto sum = tile::add(a, b);
  EXPECT_EQ(sum.valid_rows(), 2);
  EXPECT_EQ(sum.valid_cols(), 3);
  support::expect_cells(sum, 2, 3, [&](Index r, Index c) { return a(r, c) + b(r, c); }, "valid");
  EXPECT_EQ(tile::exp(a).valid_cols(), 3);
  auto t = tensor::set_validshape(tensor::full<float, 4, 8>(1), {3, 2});
  EXPECT_EQ(tensor::mul(t, 2).valid(1), 2);
}

TEST(Valid, LayoutsMayDiffer) {
  auto a = support::random_tile<Tile<half, 20, 24, Mem::Mat>>(1);
  auto b = tile::move<Mem::Vec>(support::random_tile<Tile<half, 20, 24>>(2));
  support::expect_cells(tile::mul(a, b), 20, 24, [&](Index r, Index c) { return a(r, c) * b(r, c); }, "boxed by rows");
}

TEST(Valid, Parts) {
  auto a = tile::set_validshape(support::random_tile<Tile<float, 4, 8>>(1, false), 2, 6);
  auto b = tile::set_validshape(support::random_tile<Tile<float, 4, 8>>(2, false), 3, 4);
  const auto check = [&](auto got, auto op, const char *what) {
    EXPECT_EQ(got.valid_rows(), 3);
    EXPECT_EQ(got.valid_cols(), 6);
    for (Index r = 0; r < 3; ++r)
      for (Index c = 0; c < 6; ++c) {
        const bool in_a = r < 2, in_b = c < 4;
        if (in_a || in_b) {
          EXPECT_EQ(got(r, c), in_a && in_b ? op(a(r, c), b(r, c)) : in_a ? a(r, c) : b(r, c)) << what;
        }
      }
  };
  check(tile::part_add(a, b), [](float x, float y) { return x + y; }, "part_add");
  check(tile::part_mul(a, b), [](float x, float y) { return x * y; }, "part_mul");
  check(tile::part_max(a, b), upper<float>, "part_max");
  check(tile::part_min(a, b), lower<float>, "part_min");
  auto x = tensor::set_validshape(tensor::full<float, 4, 8>(2), {2, 6}), y = tensor::full<float, 4, 8>(3);
  auto z = tensor::part_mul(x, y);
  EXPECT_EQ(z(1, 5), 6);
  EXPECT_EQ(z(1, 6), 3);
  EXPECT_EQ(tensor::part_max(x, y)(3, 0), 3);
  EXPECT_EQ(tensor::part_min(x, y)(0, 0), 2);
  EXPECT_EQ(tensor::part_add(x, y).valid(0), 4);
}

TEST(Expand, RowsAndColumns) {
  auto a = support::random_tile<Tile<float, 5, 7>>(1, false);
  auto v = support::random_tile<Tile<float, 5, 1>>(2, false);
  auto w = support::random_tile<Tile<float, 1, 7>>(3, false);
  const auto rows = [&](auto op, auto got, const char *what) {
    support::expect_cells(got, 5, 7, [&](Index r, Index c) { return op(a(r, c), v(r, 0)); }, what);
  };
  const auto cols = [&](auto op, auto got, const char *what) {
    support::expect_cells(got, 5, 7, [&](Index r, Index c) { return op(a(r, c), w(0, c)); }, what);
  };
  auto x = tensor::create<float, 5, 7>();
  auto p = tensor::create<float, 5, 1>();
  auto q = tensor::create<float, 1, 7>();
  tile::store(a, {0, 0}, x);
  tile::store(v, {0, 0}, p);
  tile::store(w, {0, 0}, q);
#define BOTH(name, expression)                                                                                         \
  rows([](float m, float n) { return expression; }, tile::row_expand##name(a, v), "tile row" #name);                   \
  cols([](float m, float n) { return expression; }, tile::col_expand##name(a, w), "tile col" #name);                   \
  rows([](float m, float n) { return expression; }, tensor::row_expand##name(x, p), "tensor row" #name);               \
  cols([](float m, float n) { return expression; }, tensor::col_expand##name(x, q), "tensor col" #name)
  BOTH(_add, m + n);
  BOTH(_sub, m - n);
  BOTH(_mul, m * n);
  BOTH(_div, m / n);
  BOTH(_max, upper(m, n));
  BOTH(_min, lower(m, n));
  BOTH(_expdif, std::exp(m - n));
  BOTH(, (static_cast<void>(m), n));
#undef BOTH
  EXPECT_EQ(tile::expands(a, 3)(4, 6), 3);
  EXPECT_EQ(tensor::expands(x, 3)(4, 6), 3);
  auto clone = tensor::expand_clone(p, x);
  support::expect_cells(clone, 5, 7, [&](Index r, Index) { return v(r, 0); }, "clone");
}

TEST(TensorOps, OfHigherRankAndStrides) {
  auto a = tensor::arange<std::int32_t, 2, 3, 4>(0);
  auto b = tensor::transpose<0, 2>(tensor::arange<std::int32_t, 4, 3, 2>(100));
  auto c = tensor::add(a, b);
  static_assert(std::is_same_v<decltype(c), Tensor<std::int32_t, 2, 3, 4>>);
  for (Index i = 0; i < 2; ++i)
    for (Index j = 0; j < 3; ++j)
      for (Index k = 0; k < 4; ++k)
        EXPECT_EQ(c(i, j, k), int(12 * i + 4 * j + k) + int(100 + 6 * k + 2 * j + i));
  EXPECT_EQ(tensor::xor_(a, 1)(0, 0, 0), 1);
  EXPECT_EQ(tensor::not_(a)(0, 0, 1), -2);
  EXPECT_EQ(tensor::shl(a, 2)(0, 0, 3), 12);
  EXPECT_EQ(tensor::shr(a, a)(0, 0, 3), 0);
  EXPECT_EQ(tensor::and_(a, a)(1, 0, 0), 12);
  EXPECT_EQ(tensor::or_(a, 1)(1, 0, 0), 13);
  EXPECT_EQ(tensor::cmp(a, b, Cmp::LT)(0, 0, 0), 1);
  EXPECT_EQ(tensor::cmp(a, 5, Cmp::GT)(0, 1, 1), 0);
  auto v = tensor::arange<std::int32_t, 5>(3, true);
  EXPECT_EQ(tensor::mul(v, v)(4), 1);
}

TEST(Math, Scalars) {
  EXPECT_EQ(math::max(1.f, float(NAN)), 1.f);
  EXPECT_TRUE(std::signbit(math::min(0.f, -0.f)));
  EXPECT_FALSE(std::signbit(math::max(-0.f, 0.f)));
  EXPECT_EQ(math::abs(std::int8_t(-128)), -128);
  EXPECT_EQ(math::fma(3, 4, 5), 17);
  EXPECT_EQ(math::fma(0x1.000002p0f, 0x1.000002p0f, -0x1.000004p0f), 0x1p-46f);
  EXPECT_EQ(float(math::fma(half(2), half(3), half(1))), 7);
  EXPECT_EQ(math::exp(0.0), 1.0);
  EXPECT_EQ(float(math::sqrt(half(4))), 2);
  EXPECT_EQ(math::rsqrt(4.0f), 0.5f);
  EXPECT_EQ(math::recip(4.0), 0.25);
  EXPECT_EQ(math::tanh(0.f), 0.f);
  EXPECT_EQ(math::erf(0.f), 0.f);
  EXPECT_EQ(math::log(1.f), 0.f);
  EXPECT_EQ(math::sin(0.f), 0.f);
  EXPECT_EQ(math::cos(0.f), 1.f);
}

} // namespace
