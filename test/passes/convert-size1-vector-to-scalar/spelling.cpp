// convert-size1-vector-to-scalar: masks and bits, how vectors of one lane may be spelled, declared and used.
//
// RUN: %pto-rewrite --passes=convert-size1-vector-to-scalar -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: not grep -F "Rpass-missed=" %t.err
// RUN: %equal --passes=convert-size1-vector-to-scalar --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>

namespace no_directive {
// CHECK-LABEL: void qualified(
// CHECK-NEXT:    const auto a = ::pto::dsl::mem::load(m, 0);
// CHECK-NEXT:    const ::pto::dsl::bf16 b = ::pto::dsl::math::exp(a);
// CHECK-NEXT:    ::pto::dsl::mem::store(b, m, 1);
PTO_INCORE void qualified(pto::dsl::InOut<pto::dsl::mem::MemRef<pto::dsl::bf16, pto::dsl::mem::L1, 8>> m) {
  const auto a = pto::dsl::vec::load<1>(m, {0});
  const pto::dsl::vec::Vec<pto::dsl::bf16, 1> b = pto::dsl::vec::exp(a);
  pto::dsl::vec::store(b, m, {1});
}
} // namespace no_directive

using namespace pto::dsl;
template <class T> using M = mem::MemRef<T, mem::L1, 8>;
template <class T> using V = vec::Vec<T, 1>;
using One = vec::Vec<float, 1>;

//===-- masks and bits --------------------------------------------------------------------===//

// CHECK-LABEL: void masks(
// CHECK-NEXT:    const auto a = mem::load(m, 0);
// CHECK-NEXT:    const auto b = mem::load(m, 1);
// CHECK-NEXT:    const auto less = a < math::add(a, b);
// CHECK-NEXT:    const bool both = less && !(a != b);
// CHECK-NEXT:    const auto one = (both || less) != (a == b);
// CHECK-NEXT:    const auto s = both ? b : math::mul(b, a);
// CHECK-NEXT:    mem::store(s, m, 3);
// CHECK-NEXT:    const auto t = one ? math::neg(b) : a;
// CHECK-NEXT:    mem::store(t, m, 4);
PTO_INCORE void masks(InOut<M<float>> m) {
  const auto a = vec::load<1>(m, {0});
  const auto b = vec::load<1>(m, {1});
  const auto less = vec::cmp(a, a + b, Cmp::LT);
  const vec::Mask<1> both = less & ~vec::cmp(a, b, Cmp::NE);
  const auto one = (both | less) ^ vec::cmp(a, b, Cmp::EQ);
  const auto s = vec::select(both, b, b * a);
  vec::store(s, m, {3});
  const auto t = vec::select(one, -b, a);
  vec::store(t, m, {4});
}

// CHECK-LABEL: void comparisons(
// CHECK:         const bool a = x > y;
// CHECK-NEXT:    const bool b = x >= y;
// CHECK-NEXT:    const bool c = x <= y;
// CHECK-NEXT:    const bool d = x != x;
// CHECK-NEXT:    mem::store(a || b || (c && d) ? x : math::add(x, y), m, 2);
PTO_INCORE void comparisons(InOut<M<bf16>> m) {
  const auto x = vec::load<1>(m, {0});
  const auto y = vec::load<1>(m, {1});
  const bool a = vec::extract(vec::cmp(x, y, Cmp::GT), 0);
  const bool b = vec::extract(vec::cmp(x, y, Cmp::GE), 0);
  const bool c = vec::extract(vec::cmp(x, y, Cmp::LE), 0);
  const bool d = vec::extract(vec::cmp(x, x, Cmp::NE), 0);
  vec::store(vec::select(a || b || (c && d), x, x + y), m, {2});
}

// CHECK-LABEL: void bits(
// CHECK:         const auto c = static_cast<std::int16_t>(static_cast<std::int16_t>(a & b) | static_cast<std::int16_t>(~static_cast<std::int16_t>(a ^ b)));
// CHECK-NEXT:    mem::store(math::shl(c, b), m, 2);
// CHECK-NEXT:    mem::store(math::shr(math::mul(a, a), c), m, 3);
PTO_INCORE void bits(InOut<M<short>> m) {
  const auto a = vec::load<1>(m, {0});
  const auto b = vec::load<1>(m, {1});
  const auto c = (a & b) | ~(a ^ b);
  vec::store(c << b, m, {2});
  vec::store((a * a) >> c, m, {3});
}

// -128 / -1, shifts by more than there are bits, sums that run over: as lanes do it.
// CHECK-LABEL: void wraps(
// CHECK:         mem::store(math::div(low, minus), m, 0);
// CHECK-NEXT:    mem::store(math::abs(math::neg(low)), m, 1);
// CHECK-NEXT:    mem::store(math::shl(minus, static_cast<std::int8_t>(9)), m, 2);
// CHECK-NEXT:    mem::store(math::fma(low, low, minus), m, 3);
PTO_INCORE void wraps(Out<M<std::int8_t>> m) {
  const auto low = vec::splat<std::int8_t, 1>(-128);
  const auto minus = vec::splat<std::int8_t, 1>(-1);
  vec::store(low / minus, m, {0});
  vec::store(vec::abs(-low), m, {1});
  vec::store(minus << vec::splat<std::int8_t, 1>(9), m, {2});
  vec::store(vec::fma(low, low, minus), m, {3});
}

//===-- spellings and declarations --------------------------------------------------------------===//

// CHECK-LABEL: void types(
// CHECK-NEXT:    float a = mem::load(m, 0);
// CHECK-NEXT:    const float b = math::add(a, a);
// CHECK-NEXT:    std::int32_t c = math::cast<int>(b, RoundMode::Floor);
// CHECK-NEXT:    const auto d{math::cast<float>(c)};
// CHECK-NEXT:    auto e(d);
PTO_INCORE void types(InOut<M<float>> m) {
  One a = vec::load<1>(m, {0});
  One const b = a + a;
  vec::Vec<int, 1> c = vec::cast<int>(b, RoundMode::Floor);
  const auto d{vec::cast<float>(c)};
  auto e(d);
  vec::store(e, m, {1});
}

// CHECK-LABEL: void assigned_later(
// CHECK-NEXT:    float a;
// CHECK-NEXT:    if (n > 0)
// CHECK-NEXT:      a = mem::load(m, 0);
// CHECK-NEXT:    else {
// CHECK-NEXT:      a = math::mul(mem::load(m, 1), static_cast<float>(2));
// CHECK-NEXT:    }
// CHECK-NEXT:    mem::store(a, m, 2);
PTO_INCORE void assigned_later(InOut<M<float>> m, Index n) {
  One a;
  if (n > 0)
    a = vec::load<1>(m, {0});
  else {
    a = vec::load<1>(m, {1}) * vec::splat<float, 1>(2);
  }
  vec::store(a, m, {2});
}

// CHECK-LABEL: void conditional(
// CHECK-NEXT:    auto a = mem::load(m, 0);
// CHECK-NEXT:    const auto b = n > 2 ? math::add(a, a) : a;
// CHECK-NEXT:    const auto c = vec::extract(n > 3 ? vec::splat<float, 1>(b) : given, 0);
// CHECK-NEXT:    mem::store(math::mul(b, c), m, 2);
PTO_INCORE void conditional(InOut<M<float>> m, const One &given, Index n) {
  auto a = vec::load<1>(m, {0});
  const auto b = n > 2 ? a + a : a;
  const auto c = n > 3 ? b : given;
  vec::store(b * c, m, {2});
}

// CHECK-LABEL: void parentheses(
// CHECK-NEXT:    const auto a = mem::load(m, 0);
// CHECK-NEXT:    mem::store(math::sub(math::add(a, math::mul(a, a)), math::neg(a)), m, 1);
// CHECK-NEXT:    const auto b = (n > 1 ? a : (n > 0 ? a : math::exp(a)));
PTO_INCORE void parentheses(InOut<M<float>> m, Index n) {
  const auto a = vec::load<1>(m, {0});
  vec::store(((a) + (a * a)) - (-(a)), m, {1});
  const auto b = (vec::select(n > 1, (a), vec::select(n > 0, a, vec::exp(a))));
  vec::store(vec::operator+(b, a), m, {2});
}

// Fewer indices than dimensions: the others are zero.
// CHECK-LABEL: void indices(
// CHECK-NEXT:    const auto a = mem::load(x, 2, 0);
// CHECK-NEXT:    const auto b = mem::load(x, 1 + 2, 0);
// CHECK-NEXT:    mem::store(math::mul(a, b), x, 0, 0);
PTO_INCORE void indices(InOut<mem::MemRef<half, mem::L1, 4, 4>> x) {
  const auto a = vec::load<1, 1>(x, {2});
  const auto b = vec::load<1, 1>(x, Offsets<2>{1 + 2, 0});
  vec::store(a * b, x, {});
}

// CHECK-LABEL: void shapes(
// CHECK-NEXT:    const auto a = mem::load(x, 1, 1);
// CHECK-NEXT:    const auto b = math::add(a, a);
// CHECK-NEXT:    mem::store(math::mul(b, b), x, 2, 2);
PTO_INCORE void shapes(InOut<mem::MemRef<half, mem::L1, 4, 4>> x) {
  const auto a = vec::load<1, 1>(x, {1, 1});
  const auto b = vec::shape_cast<1>(a) + vec::extract(vec::transpose<1, 0>(a), 0);
  vec::store(vec::shape_cast<1, 1>(b * b), x, {2, 2});
}

//===-- what needs a vector -------------------------------------------------------------------------===//

One twice(const One &x) { return x + x; }
void change(One &x) { x = x + x; }
// CHECK-LABEL: void calls(
// CHECK-NEXT:    auto a = math::add(mem::load(m, 0), mem::load(m, 1));
// CHECK-NEXT:    auto b = vec::extract(twice(vec::splat<float, 1>(a)), 0);
// CHECK-NEXT:    auto c = vec::splat<float, 1>(math::mul(b, a));
// CHECK-NEXT:    change(c);
// CHECK-NEXT:    mem::store(math::mul(vec::extract(c, 0), b), m, 2);
PTO_INCORE void calls(InOut<M<float>> m) {
  auto a = vec::load<1>(m, {0}) + vec::load<1>(m, {1});
  auto b = twice(a);
  auto c = b * a;
  change(c);
  vec::store(c * b, m, {2});
}

// A name that something else spells stays a vector.
// CHECK-LABEL: void needed(
// CHECK-NEXT:    const auto a = vec::splat<float, 1>(math::exp(mem::load(m, 0)));
// CHECK-NEXT:    const float b = vec::extract(a, 0);
// CHECK-NEXT:    const auto c = math::mul(b, vec::extract(a, 0));
// CHECK-NEXT:    const auto &r = a;
// CHECK-NEXT:    mem::store(math::add(c, vec::extract(r, 0)), m, 3);
PTO_INCORE void needed(InOut<M<float>> m) {
  const auto a = vec::exp(vec::load<1>(m, {0}));
  const decltype(a) b = a;
  const auto c = b * a;
  const auto &r = a;
  vec::store(c + r, m, {3});
}

// CHECK-LABEL: void captured(
// CHECK-NEXT:    const auto a = vec::splat<float, 1>(math::exp(mem::load(m, 0)));
// CHECK-NEXT:    linalg::map([&](float x) { return x + vec::extract(a, 0); }, m, m);
// CHECK-NEXT:    mem::store(math::neg(vec::extract(a, 0)), m, 3);
PTO_INCORE void captured(InOut<M<float>> m) {
  const auto a = vec::exp(vec::load<1>(m, {0}));
  linalg::map([&](float x) { return x + vec::extract(a, 0); }, m, m);
  vec::store(-a, m, {3});
}

// CHECK-LABEL: One chained(
// CHECK-NEXT:    One a = x, b = x;
// CHECK-NEXT:    a = b = vec::splat<float, 1>(math::add(vec::extract(x, 0), vec::extract(x, 0)));
PTO_INCORE One chained(const One &x) {
  One a = x, b = x;
  a = b = x + x;
  return a;
}

// Nobody computes: nothing is gained.
// CHECK-LABEL: vec::Vec<float, 2> only_moved(
// CHECK-NEXT:    const auto a = vec::load<1>(m, {0});
// CHECK-NEXT:    const auto b = vec::splat<float, 1>(2.0f);
// CHECK-NEXT:    return vec::concat(a, b);
PTO_INCORE vec::Vec<float, 2> only_moved(In<M<float>> m) {
  const auto a = vec::load<1>(m, {0});
  const auto b = vec::splat<float, 1>(2.0f);
  return vec::concat(a, b);
}

// CHECK-LABEL: void cores(
// CHECK-NEXT:    auto sum = 0.0f;
// CHECK-NEXT:    air::herd<4>([&](Index r) {
// CHECK-NEXT:      const auto a = mem::load(m, r);
// CHECK-NEXT:      mem::store(math::add(a, sum), m, r);
// CHECK-NEXT:    });
PTO_INCORE void cores(InOut<M<float>> m) {
  auto sum = vec::splat<float, 1>(0.0f);
  air::herd<4>([&](Index r) {
    const auto a = vec::load<1>(m, {r});
    vec::store(a + sum, m, {r});
  });
}

//===-- templates --------------------------------------------------------------------------------===//

// CHECK-LABEL: void of_any_type(
// CHECK-NEXT:    const auto a = mem::load(m, 0);
// CHECK-NEXT:    auto b = math::add(a, static_cast<T>(1));
// CHECK-NEXT:    b = math::mul(b, math::cast<T>(math::cast<float>(a)));
// CHECK-NEXT:    mem::store(b, m, 1);
template <class T> PTO_INCORE void of_any_type(InOut<M<T>> m) {
  const auto a = vec::load<1>(m, {0});
  V<T> b = a + vec::splat<T, 1>(static_cast<T>(1));
  b = b * vec::cast<T>(vec::cast<float>(a));
  vec::store(b, m, {1});
}
void of_float(InOut<M<float>> m) { of_any_type(m); }
void of_bf16(InOut<M<bf16>> m) { of_any_type(m); }
void of_short(InOut<M<short>> m) { of_any_type(m); }

PTO_TEST_MAIN(no_directive::qualified, masks, comparisons, bits, wraps, types, assigned_later, conditional, parentheses,
              indices, shapes, calls, needed, captured, chained, only_moved, cores, of_float, of_bf16, of_short)
