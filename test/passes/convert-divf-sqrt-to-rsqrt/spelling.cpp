// convert-divf-sqrt-to-rsqrt: how the quotient and the root may be spelled, and what becomes of what the root was taken of.
//
// RUN: %pto-rewrite --passes=convert-divf-sqrt-to-rsqrt --allow=rsqrt -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: not grep -F "Rpass-missed=" %t.err
// RUN: %equal --passes=convert-divf-sqrt-to-rsqrt --allow=rsqrt --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>

namespace no_directive {
using V = pto::dsl::vec::Vec<float, 16>;

// CHECK-LABEL: V qualified(
// CHECK-NEXT:    return ::pto::dsl::vec::rsqrt(x);
PTO_INCORE V qualified(const V &x) {
  return ::pto::dsl::vec::splat<float, 16>(1.0f) / ::pto::dsl::vec::sqrt(x);
}

// CHECK-LABEL: V using_declaration(
// CHECK-NEXT:    using pto::dsl::vec::sqrt;
// CHECK-NEXT:    return ::pto::dsl::vec::rsqrt(x);
PTO_INCORE V using_declaration(const V &x) {
  using pto::dsl::vec::sqrt;
  return pto::dsl::vec::splat<float, 16>(1.0f) / sqrt(x);
}
} // namespace no_directive

using namespace pto::dsl;
using V = vec::Vec<float, 16>;
using M = mem::MemRef<float, mem::L1, 4, 16>;

//===-- the numerator -----------------------------------------------------------===//

// CHECK-LABEL: V ones(
// CHECK-NEXT:    const auto a = vec::rsqrt(x);
// CHECK-NEXT:    const auto b = vec::rsqrt(x);
// CHECK-NEXT:    const auto c = vec::rsqrt(x);
// CHECK-NEXT:    const auto d = vec::rsqrt(x);
// CHECK-NEXT:    const auto e = vec::rsqrt(x);
// CHECK-NEXT:    return a + b + c + d + e;
PTO_INCORE V ones(const V &x) {
  constexpr float one = 1.0f;
  const auto a = vec::splat<float, 16>(1) / vec::sqrt(x);
  const auto b = vec::splat<float, 16>(one) / vec::sqrt(x);
  const auto c = vec::broadcast<16>(vec::broadcast<1>(0.5f + 0.5f)) / (vec::sqrt(x));
  vec::Vec<float, 4, 4> square = vec::splat<float, 4, 4>(static_cast<float>(1.0));
  const auto d = vec::shape_cast<16>(square) / vec::sqrt(x);
  const auto e = vec::cast<float>(vec::splat<bf16, 16>(bf16(1.0f))) / vec::sqrt(x);
  return a + b + c + d + e;
}

// A numerator that others need stays.
// CHECK-LABEL: V shared_one(
// CHECK-NEXT:    const auto one = vec::splat<float, 16>(1.0f);
// CHECK-NEXT:    return vec::rsqrt(x + one) + one;
PTO_INCORE V shared_one(const V &x) {
  const auto one = vec::splat<float, 16>(1.0f);
  return one / vec::sqrt(x + one) + one;
}

// CHECK-LABEL: float mutable_one(
// CHECK-NEXT:    return math::rsqrt(x);
PTO_INCORE float mutable_one(float x) {
  float one = 1.0f;
  return one / math::sqrt(x);
}

//===-- the root ------------------------------------------------------------------===//

// CHECK-LABEL: V explicit_types(
// CHECK-NEXT:    V inv = vec::rsqrt<float, 16>(x);
// CHECK-NEXT:    return inv;
PTO_INCORE V explicit_types(const V &x) {
  vec::Vec<float, 16> sd = vec::sqrt<float, 16>(x);
  V inv = vec::splat<float, 16>(1.0f) / sd;
  return inv;
}

// CHECK-LABEL: V parentheses(
// CHECK-NEXT:    return (vec::rsqrt(x));
PTO_INCORE V parentheses(const V &x) {
  const auto sd(vec::sqrt(x));
  return ((vec::splat<float, 16>(1.0f)) / (sd));
}

// CHECK-LABEL: V called(
// CHECK-NEXT:    return vec::rsqrt(x);
PTO_INCORE V called(const V &x) {
  const auto sd{vec::sqrt(x)};
  return vec::operator/(vec::splat<float, 16>(1.0f), sd);
}

// Not a name: computed where it stood.
// CHECK-LABEL: V of_a_sum(
// CHECK-NEXT:    const auto sd_squared = x * x + vec::splat<float, 16>(1e-5f);
// CHECK-NEXT:    const auto twice = x + x;
// CHECK-NEXT:    return twice * vec::rsqrt(sd_squared);
PTO_INCORE V of_a_sum(const V &x) {
  const auto sd = vec::sqrt(x * x + vec::splat<float, 16>(1e-5f));
  const auto twice = x + x;
  return twice * (vec::splat<float, 16>(1.0f) / sd);
}

// What is read before a write is not read behind it.
// CHECK-LABEL: void of_memory(
// CHECK-NEXT:    const auto sd_squared = vec::transfer_read<16>(m, {0, 0});
// CHECK-NEXT:    vec::transfer_write(vec::splat<float, 16>(0.5f), m, {0, 0});
// CHECK-NEXT:    vec::transfer_write(vec::rsqrt(sd_squared), m, {1, 0});
// CHECK-NEXT:    const float root_squared = mem::load(m, 2, 3);
// CHECK-NEXT:    mem::store(0.25f, m, 2, 3);
// CHECK-NEXT:    mem::store(math::rsqrt(root_squared), m, 3, 3);
PTO_INCORE void of_memory(InOut<M> m) {
  const auto sd = vec::sqrt(vec::transfer_read<16>(m, {0, 0}));
  vec::transfer_write(vec::splat<float, 16>(0.5f), m, {0, 0});
  vec::transfer_write(vec::splat<float, 16>(1.0f) / sd, m, {1, 0});
  const float root = math::sqrt(mem::load(m, 2, 3));
  mem::store(0.25f, m, 2, 3);
  mem::store(1.0f / root, m, 3, 3);
}

// CHECK-LABEL: V changed_between(
// CHECK-NEXT:    const auto sd_squared = x;
// CHECK-NEXT:    x = x + x;
// CHECK-NEXT:    return x * vec::rsqrt(sd_squared);
PTO_INCORE V changed_between(V x) {
  const auto sd = vec::sqrt(x);
  x = x + x;
  return x * (vec::splat<float, 16>(1.0f) / sd);
}

// The two may be one variable.
// CHECK-LABEL: void aliased(
// CHECK-NEXT:    const auto sd_squared = x;
// CHECK-NEXT:    y = y + y;
// CHECK-NEXT:    y = y * vec::rsqrt(sd_squared);
PTO_INCORE void aliased(const V &x, V &y) {
  const auto sd = vec::sqrt(x);
  y = y + y;
  y = y * (vec::splat<float, 16>(1.0f) / sd);
}
V call_aliased(V x) {
  aliased(x, x);
  return x;
}

// CHECK-LABEL: float aliased_scalar(
// CHECK-NEXT:    const float sd_squared = x;
// CHECK-NEXT:    y = 3.0f;
// CHECK-NEXT:    return math::rsqrt(sd_squared);
PTO_INCORE float aliased_scalar(const float &x, float &y) {
  const float sd = math::sqrt(x);
  y = 3.0f;
  return 1.0f / sd;
}
float call_aliased_scalar(float x) { return aliased_scalar(x, x); }

// CHECK-LABEL: V hidden(
// CHECK-NEXT:    const auto sd_squared = x;
// CHECK-NEXT:    if (n > 0) {
// CHECK-NEXT:      const auto x = y;
// CHECK-NEXT:      return x * vec::rsqrt(sd_squared);
PTO_INCORE V hidden(const V &x, const V &y, Index n) {
  const auto sd = vec::sqrt(x);
  if (n > 0) {
    const auto x = y;
    return x * (vec::splat<float, 16>(1.0f) / sd);
  }
  return y;
}

// Names that are taken.
// CHECK-LABEL: V taken(
// CHECK-NEXT:    const V sd_squared = x * x;
// CHECK-NEXT:    const auto sd_squared2 = x + x;
// CHECK-NEXT:    return sd_squared * vec::rsqrt(sd_squared2);
PTO_INCORE V taken(const V &x) {
  const V sd_squared = x * x;
  const auto sd = vec::sqrt(x + x);
  return sd_squared * (vec::splat<float, 16>(1.0f) / sd);
}

// The same names in several blocks.
// CHECK-LABEL: V blocks(
// CHECK:         if (n > 0) {
// CHECK-NEXT:      out = out * vec::rsqrt(x);
// CHECK-NEXT:    }
// CHECK-NEXT:    if (n > 1) {
// CHECK-NEXT:      out = out * vec::rsqrt(out);
// CHECK-NEXT:    }
PTO_INCORE V blocks(const V &x, Index n) {
  V out = x;
  if (n > 0) {
    const auto one = vec::splat<float, 16>(1.0f);
    const auto sd = vec::sqrt(x);
    out = out * (one / sd);
  }
  if (n > 1) {
    const auto one = vec::splat<float, 16>(1.0f);
    const auto sd = vec::sqrt(out);
    out = out * (one / sd);
  }
  return out;
}

// A temporary that a reference keeps.
// CHECK-LABEL: V reference(
// CHECK-NEXT:    const auto &&sd_squared = x + x;
// CHECK-NEXT:    return x * vec::rsqrt(sd_squared);
PTO_INCORE V reference(const V &x) {
  const auto &&sd = vec::sqrt(x + x);
  return x * (vec::splat<float, 16>(1.0f) / sd);
}

//===-- places --------------------------------------------------------------------===//

// CHECK-LABEL: V no_braces(
// CHECK:         for (Index i = 0; i < 2; ++i)
// CHECK-NEXT:      out = out + vec::rsqrt(x);
// CHECK-NEXT:    if (n > 0) return vec::rsqrt(out);
// CHECK-NEXT:    else out = n < -3 ? vec::rsqrt(x) : out;
PTO_INCORE V no_braces(const V &x, Index n) {
  V out = x;
  for (Index i = 0; i < 2; ++i)
    out = out + vec::splat<float, 16>(1.0f) / vec::sqrt(x);
  if (n > 0) return vec::splat<float, 16>(1.0f) / vec::sqrt(out);
  else out = n < -3 ? vec::splat<float, 16>(1.0f) / vec::sqrt(x) : out;
  return out;
}

// The root stands where it always runs, the quotient under a condition.
// CHECK-LABEL: V conditional(
// CHECK-NEXT:    if (n > 0)
// CHECK-NEXT:      return vec::rsqrt(x);
PTO_INCORE V conditional(const V &x, Index n) {
  const auto sd = vec::sqrt(x);
  if (n > 0)
    return vec::splat<float, 16>(1.0f) / sd;
  return x;
}

// A core each; loops of no iteration.
// CHECK-LABEL: void cores(
// CHECK-NEXT:    air::herd<4>([&](Index r) {
// CHECK-NEXT:      const auto row = vec::load<16>(m, {r, 0});
// CHECK-NEXT:      vec::store(vec::rsqrt(row), out, {r, 0});
// CHECK-NEXT:      for (Index i = 0; i < n; ++i) {
// CHECK-NEXT:        const float sd_squared = s * mem::load(m, r, i);
// CHECK-NEXT:        mem::store(math::rsqrt(sd_squared), out, r, i);
PTO_INCORE void cores(In<M> m, Out<M> out, float s, Index n) {
  air::herd<4>([&](Index r) {
    const auto row = vec::load<16>(m, {r, 0});
    const auto sd = vec::sqrt(row);
    vec::store(vec::splat<float, 16>(1.0f) / sd, out, {r, 0});
    for (Index i = 0; i < n; ++i) {
      const float sd = math::sqrt(s * mem::load(m, r, i));
      mem::store(1.0f / sd, out, r, i);
    }
  });
}
void no_iteration(In<M> m, Out<M> out) { cores(m, out, 2.0f, 0); }
void some_iterations(In<M> m, Out<M> out) { cores(m, out, 2.0f, 3); }

// CHECK-LABEL: V chain(
// CHECK-NEXT:    const auto b = vec::rsqrt(x);
// CHECK-NEXT:    return vec::rsqrt(b);
PTO_INCORE V chain(const V &x) {
  const auto a = vec::sqrt(x);
  const auto b = vec::splat<float, 16>(1.0f) / a;
  const auto c = vec::sqrt(b);
  return vec::splat<float, 16>(1.0f) / c;
}

//===-- templates -------------------------------------------------------------------===//

// CHECK-LABEL: inverse(const vec::Vec<T, N> &x)
// CHECK-NEXT:    return vec::rsqrt(x);
template <class T, Index N>
PTO_INCORE vec::Vec<T, N> inverse(const vec::Vec<T, N> &x) {
  const auto one = vec::splat<T, N>(T(1));
  const auto sd = vec::sqrt(x);
  return one / sd;
}
V inverse_of_float(const V &x) { return inverse(x); }
vec::Vec<double, 4> inverse_of_double(const vec::Vec<double, 4> &x) { return inverse(x); }

PTO_TEST_MAIN(no_directive::qualified, no_directive::using_declaration, ones, shared_one, mutable_one, explicit_types,
              parentheses, called, of_a_sum, of_memory, changed_between, call_aliased, call_aliased_scalar, hidden, taken,
              blocks, reference, no_braces, conditional, no_iteration,
              some_iterations, chain, inverse_of_float, inverse_of_double)
