// broadcast-before-unary: how function and broadcast may be spelled, where they may stand, and what moves.
//
// RUN: %pto-rewrite --passes=broadcast-before-unary -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: not grep -F "Rpass-missed=" %t.err
// RUN: %equal --passes=broadcast-before-unary --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>

namespace no_directive {
using V = pto::dsl::vec::Vec<float, 16>;

// CHECK-LABEL: V qualified(
// CHECK-NEXT:    return ::pto::dsl::vec::exp(::pto::dsl::vec::splat<float, 16>(s));
PTO_INCORE V qualified(float s) {
  return pto::dsl::vec::splat<float, 16>(::pto::dsl::math::exp(s));
}

// CHECK-LABEL: V using_declarations(
// CHECK:         return ::pto::dsl::vec::exp(::pto::dsl::vec::broadcast<16>(s));
PTO_INCORE V using_declarations(float s) {
  using pto::dsl::math::exp;
  using pto::dsl::vec::broadcast;
  return broadcast<16>(exp(s));
}
} // namespace no_directive

using namespace pto::dsl;
using V = vec::Vec<float, 16>;
using One = vec::Vec<float, 1>;
using M = mem::MemRef<float, mem::L1, 4, 16>;

//===-- every function -------------------------------------------------------------===//

// CHECK-LABEL: V all_of_vectors(
// CHECK-NEXT:    V s = vec::abs(vec::broadcast<16>(x)) + vec::exp(vec::broadcast<16>(x)) + vec::log(vec::broadcast<16>(x)) + vec::sin(vec::broadcast<16>(x));
// CHECK-NEXT:    s = s + vec::cos(vec::broadcast<16>(x)) + vec::tanh(vec::broadcast<16>(x)) + vec::erf(vec::broadcast<16>(x)) + vec::sqrt(vec::broadcast<16>(x));
// CHECK-NEXT:    s = s + vec::rsqrt(vec::broadcast<16>(x)) + vec::recip(vec::broadcast<16>(x)) + vec::relu(vec::broadcast<16>(x)) + -vec::broadcast<16>(x);
PTO_INCORE V all_of_vectors(const One &x) {
  V s = vec::broadcast<16>(vec::abs(x)) + vec::broadcast<16>(vec::exp(x)) + vec::broadcast<16>(vec::log(x)) + vec::broadcast<16>(vec::sin(x));
  s = s + vec::broadcast<16>(vec::cos(x)) + vec::broadcast<16>(vec::tanh(x)) + vec::broadcast<16>(vec::erf(x)) + vec::broadcast<16>(vec::sqrt(x));
  s = s + vec::broadcast<16>(vec::rsqrt(x)) + vec::broadcast<16>(vec::recip(x)) + vec::broadcast<16>(vec::relu(x)) + vec::broadcast<16>(-x);
  return s;
}

// CHECK-LABEL: V all_of_scalars(
// CHECK-NEXT:    V s = vec::abs(vec::broadcast<16>(x)) + vec::exp(vec::broadcast<16>(x)) + vec::log(vec::broadcast<16>(x)) + vec::sin(vec::broadcast<16>(x));
// CHECK-NEXT:    s = s + vec::cos(vec::broadcast<16>(x)) + vec::tanh(vec::broadcast<16>(x)) + vec::erf(vec::broadcast<16>(x)) + vec::sqrt(vec::broadcast<16>(x));
// CHECK-NEXT:    s = s + vec::rsqrt(vec::broadcast<16>(x)) + vec::recip(vec::broadcast<16>(x)) + vec::relu(vec::broadcast<16>(x)) + -vec::broadcast<16>(x);
PTO_INCORE V all_of_scalars(float x) {
  V s = vec::broadcast<16>(math::abs(x)) + vec::broadcast<16>(math::exp(x)) + vec::broadcast<16>(math::log(x)) + vec::broadcast<16>(math::sin(x));
  s = s + vec::broadcast<16>(math::cos(x)) + vec::broadcast<16>(math::tanh(x)) + vec::broadcast<16>(math::erf(x)) + vec::broadcast<16>(math::sqrt(x));
  s = s + vec::broadcast<16>(math::rsqrt(x)) + vec::broadcast<16>(math::recip(x)) + vec::broadcast<16>(math::relu(x)) + vec::broadcast<16>(-x);
  return s;
}

// CHECK-LABEL: of_integers(
// CHECK-NEXT:    return vec::abs(vec::broadcast<8>(i)) + vec::relu(vec::broadcast<8>(x)) + -vec::broadcast<8>(x) + ~vec::broadcast<8>(x);
PTO_INCORE vec::Vec<int, 8> of_integers(int i, const vec::Vec<int, 1> &x) {
  return vec::broadcast<8>(math::abs(i)) + vec::broadcast<8>(vec::relu(x)) + vec::broadcast<8>(-x) + vec::broadcast<8>(~x);
}

// CHECK-LABEL: void of_bf16(
// CHECK-NEXT:    const bf16 s = mem::load(x, 0);
// CHECK-NEXT:    const auto e = vec::exp(vec::broadcast<16>(s));
// CHECK-NEXT:    vec::store(e + -vec::broadcast<16>(s), out, {0});
PTO_INCORE void of_bf16(In<mem::MemRef<bf16, mem::L1, 16>> x, Out<mem::MemRef<bf16, mem::L1, 16>> out) {
  const bf16 s = mem::load(x, 0);
  const bf16 e = math::exp(s);
  vec::store(vec::broadcast<16>(e) + vec::broadcast<16>(-s), out, {0});
}

//===-- spellings -------------------------------------------------------------------===//

// CHECK-LABEL: V explicit_types(
// CHECK-NEXT:    const vec::Vec<float, 16> all = vec::exp(vec::broadcast<16>(x));
// CHECK-NEXT:    const auto t = vec::tanh(vec::splat<float, 16>(x2));
// CHECK-NEXT:    return all + t;
PTO_INCORE V explicit_types(const One &x, double x2) {
  vec::Vec<float, 1> one = vec::exp<float, 1>(x);
  const vec::Vec<float, 16> all = vec::broadcast<16>(one);
  float t = math::tanh<float>(x2);
  return all + vec::broadcast<16>(t);
}

// CHECK-LABEL: V parentheses(
// CHECK-NEXT:    const auto e(vec::exp(vec::broadcast<16>(a + b)));
// CHECK-NEXT:    const auto n{-vec::splat<float, 16>(a - b)};
// CHECK-NEXT:    return (e) * n;
PTO_INCORE V parentheses(float a, float b) {
  const float e((math::exp((a + b))));
  const float n{-(a - b)};
  return (vec::broadcast<16>((e))) * (vec::splat<float, 16>(n));
}

// CHECK-LABEL: V rows(
// CHECK-NEXT:    constexpr Index n = 16;
// CHECK-NEXT:    const auto e = vec::exp(vec::broadcast<n>(x));
// CHECK-NEXT:    return e;
PTO_INCORE V rows(const One &x) {
  constexpr Index n = 16;
  const auto e = vec::exp(x);
  return vec::broadcast<n>(e);
}

// The extents are declared later: as a number they mean the same.
// CHECK-LABEL: V extents_later(
// CHECK-NEXT:    const auto e = vec::exp(vec::broadcast<16>(x));
// CHECK-NEXT:    constexpr Index n = 16;
// CHECK-NEXT:    return vec::splat<float, n>(2.0f) + e;
PTO_INCORE V extents_later(const One &x) {
  const auto e = vec::exp(x);
  constexpr Index n = 16;
  return vec::splat<float, n>(2.0f) + vec::broadcast<n>(e);
}

// CHECK-LABEL: V type_later(
// CHECK-NEXT:    const auto e = vec::exp(vec::broadcast<16>(x));
// CHECK-NEXT:    using Wide = V;
// CHECK-NEXT:    const Wide all = e;
PTO_INCORE V type_later(const One &x) {
  const auto e = vec::exp(x);
  using Wide = V;
  const Wide all = vec::broadcast<16>(e);
  return all;
}

//===-- places ------------------------------------------------------------------------===//

// What the function was taken of changes in between.
// CHECK-LABEL: V changed_between(
// CHECK-NEXT:    const auto es = vec::exp(vec::splat<float, 16>(s));
// CHECK-NEXT:    s = s + 1.0f;
// CHECK-NEXT:    return es * vec::splat<float, 16>(s);
PTO_INCORE V changed_between(float s) {
  const float e = math::exp(s);
  s = s + 1.0f;
  const auto es = vec::splat<float, 16>(e);
  return es * vec::splat<float, 16>(s);
}

// CHECK-LABEL: void written_between(
// CHECK-NEXT:    const auto es = vec::exp(vec::splat<float, 16>(mem::load(m, 0, 0)));
// CHECK-NEXT:    mem::store(2.0f, m, 0, 0);
// CHECK-NEXT:    vec::store(es, m, {1, 0});
PTO_INCORE void written_between(InOut<M> m) {
  const float e = math::exp(mem::load(m, 0, 0));
  mem::store(2.0f, m, 0, 0);
  const auto es = vec::splat<float, 16>(e);
  vec::store(es, m, {1, 0});
}

// Out of the loop, where the function was.
// CHECK-LABEL: void loop(
// CHECK-NEXT:    const auto e = vec::exp(vec::splat<float, 16>(s));
// CHECK-NEXT:    for (Index r = 0; r < n; ++r) {
// CHECK-NEXT:      const auto es = e;
// CHECK-NEXT:      vec::store(es, m, {r, 0});
// CHECK-NEXT:    }
PTO_INCORE void loop(Out<M> m, float s, Index n) {
  const float e = math::exp(s);
  for (Index r = 0; r < n; ++r) {
    const auto es = vec::splat<float, 16>(e);
    vec::store(es, m, {r, 0});
  }
}
void four(Out<M> m, float s) { loop(m, s, 4); }
void none(InOut<M> m, float s) { loop(m, s, 0); }

// CHECK-LABEL: void cores(
// CHECK-NEXT:    const auto e = vec::exp(vec::splat<float, 16>(s));
// CHECK-NEXT:    air::herd<4>([&](Index r) {
// CHECK-NEXT:      const auto b = vec::sqrt(vec::broadcast<16>(mem::load(m, r, 0)));
// CHECK-NEXT:      vec::store(e * b, m, {r, 0});
PTO_INCORE void cores(InOut<M> m, float s) {
  const float e = math::exp(s);
  air::herd<4>([&](Index r) {
    const auto a = math::sqrt(mem::load(m, r, 0));
    const auto b = vec::broadcast<16>(a);
    vec::store(vec::splat<float, 16>(e) * b, m, {r, 0});
  });
}

// CHECK-LABEL: V no_braces(
// CHECK:         for (Index i = 0; i < 2; ++i)
// CHECK-NEXT:      out = out + vec::exp(vec::splat<float, 16>(s));
// CHECK-NEXT:    if (n > 0) return -vec::splat<float, 16>(s);
PTO_INCORE V no_braces(const V &x, float s, Index n) {
  V out = x;
  for (Index i = 0; i < 2; ++i)
    out = out + vec::splat<float, 16>(math::exp(s));
  if (n > 0) return vec::splat<float, 16>(-s);
  return out;
}

// A name that stands for something else until the broadcast.
namespace other {
constexpr float es = 2.0f;
}
// CHECK-LABEL: V name_of_another(
// CHECK-NEXT:    using other::es;
// CHECK-NEXT:    const auto e = vec::exp(vec::splat<float, 16>(s));
// CHECK-NEXT:    const float twice = es * s;
// CHECK-NEXT:    if (s > 0.5f) {
// CHECK-NEXT:      const auto es = e;
PTO_INCORE V name_of_another(float s) {
  using other::es;
  const float e = math::exp(s);
  const float twice = es * s;
  if (s > 0.5f) {
    const auto es = vec::splat<float, 16>(e);
    return es * vec::splat<float, 16>(twice);
  }
  return vec::splat<float, 16>(s);
}

constexpr float global = 2.0f;
// CHECK-LABEL: V name_of_a_global(
// CHECK-NEXT:    const auto e = vec::exp(vec::splat<float, 16>(s));
// CHECK-NEXT:    const float twice = global * s;
// CHECK-NEXT:    const auto global = e;
PTO_INCORE V name_of_a_global(float s) {
  const float e = math::exp(s);
  const float twice = global * s;
  const auto global = vec::splat<float, 16>(e);
  return global * vec::splat<float, 16>(twice);
}

// CHECK-LABEL: V reference(
// CHECK-NEXT:    const auto &es = vec::exp(vec::broadcast<16>(x));
// CHECK-NEXT:    return es;
PTO_INCORE V reference(const One &x) {
  const auto &e = vec::exp(x);
  const auto &es = vec::broadcast<16>(e);
  return es;
}

//===-- templates ------------------------------------------------------------------------===//

// CHECK-LABEL: lanes(T s) {
// CHECK-NEXT:    const auto es = vec::exp(vec::splat<T, N>(s));
// CHECK-NEXT:    return es + vec::tanh(vec::broadcast<N>(s));
template <class T, Index N> PTO_INCORE vec::Vec<T, N> lanes(T s) {
  const T e = math::exp(s);
  const auto es = vec::splat<T, N>(e);
  return es + vec::broadcast<N>(math::tanh(s));
}
V lanes_of_float(float s) { return lanes<float, 16>(s); }
vec::Vec<double, 4> lanes_of_double(double s) { return lanes<double, 4>(s); }

PTO_TEST_MAIN(no_directive::qualified, no_directive::using_declarations, all_of_vectors, all_of_scalars, of_integers, of_bf16,
              explicit_types, parentheses, rows, extents_later, type_later, changed_between, written_between, four, none, cores,
              no_braces, name_of_another, name_of_a_global, reference, lanes_of_float, lanes_of_double)
