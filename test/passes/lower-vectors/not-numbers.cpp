// max and min leave NaN out, whether memory or arithmetic brings it, and whether it signals.
// RUN: %pto-rewrite --passes='lower-vectors{target=avx512}' %s -- | sed -e '/^ *\/\//d' | FileCheck %s
// RUN: %pto-rewrite --passes='lower-vectors{target=avx2}' %s -- -DLANES=8 | sed -e '/^ *\/\//d' | FileCheck %s --check-prefix=AVX2
// RUN: %if avx512 %{ %equal --passes='lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='lower-vectors{target=avx2}' --expect-change %s -- -DLANES=8 %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

#ifndef LANES
#define LANES 16
#endif

using Rows = mem::MemRef<float, mem::L1, 64>;

// The root of what is below 0 is NaN: half of what is random.
// CHECK-LABEL: void largest(
// CHECK:         auto most = _mm512_sqrt_ps(
// CHECK:         auto other = pto::x86::quiet(pto::x86::load16(x, 16));
// CHECK:         most = pto::x86::max_quiet(most, _mm512_sqrt_ps(
// CHECK:         other = pto::x86::max_quiet(other, _mm512_sub_ps(
// AVX2-LABEL: void largest(
// AVX2:          auto most = pto::x86::quiet(_mm256_sqrt_ps(
// AVX2:          auto other = pto::x86::quiet(pto::x86::load8(x, 16));
// AVX2:          most = pto::x86::max_quiet(most, pto::x86::quiet(_mm256_sqrt_ps(
// AVX2:          other = pto::x86::max_quiet(other, pto::x86::quiet(_mm256_sub_ps(
// AVX2:          pto::x86::max_quiet(most, other)
PTO_INCORE void largest(In<Rows> x, Out<mem::MemRef<float, mem::L1, 1>> out) {
  auto most = vec::sqrt(vec::load<LANES>(x, {0}));
  auto other = vec::load<LANES>(x, {16});
  for (Index c = 16; c < 64; c += 16) {
    most = vec::max(most, vec::sqrt(vec::load<LANES>(x, {c})));
    other = vec::max(other, vec::load<LANES>(x, {c}) - vec::sqrt(vec::load<LANES>(x, {c})));
  }
  const auto all = vec::max(most, other);
  mem::store(vec::reduce<vec::Combine::Max>(all, vec::extract(all, 0)), out, 0);
}

// AVX2-LABEL: void least(
// AVX2:          auto least = _mm256_sqrt_ps(
// AVX2:          least = pto::x86::min_quiet(least, _mm256_sqrt_ps(
PTO_INCORE void least(In<Rows> x, Out<mem::MemRef<float, mem::L1, 16>> out) {
  auto least = vec::sqrt(vec::load<LANES>(x, {0}));
  for (Index c = 16; c < 64; c += 16)
    least = vec::min(least, vec::sqrt(vec::load<LANES>(x, {c})));
  vec::store(least, out, {0});
}

// What min gives of two NaN is any of them.
// AVX2-LABEL: void both(
// AVX2:          pto::x86::store8(pto::x86::max_quiet(pto::x86::quiet(lower), pto::x86::quiet(c)), out, 0);
// AVX2:          pto::x86::store8(pto::x86::max_quiet(pto::x86::max_quiet(pto::x86::quiet(a), pto::x86::quiet(b)), pto::x86::quiet(c)), out, 16);
// AVX2:          pto::x86::store8(pto::x86::min_quiet(pto::x86::max_quiet({{.*}}, _mm256_setzero_ps()), a), out, 32);
PTO_INCORE void both(In<Rows> x, Out<Rows> out) {
  const auto a = vec::sqrt(vec::load<LANES>(x, {0}));
  const auto b = vec::sqrt(vec::load<LANES>(x, {16}));
  const auto c = vec::sqrt(vec::load<LANES>(x, {32}));
  const auto lower = vec::min(a, b);
  vec::store(vec::max(lower, c), out, {0});
  vec::store(vec::max(vec::max(a, b), c), out, {16});
  vec::store(vec::min(vec::relu(a), a), out, {32});
  vec::store(vec::relu(vec::min(b, a)), out, {48});
}

// Kept in one variable with what is none, and chosen.
PTO_INCORE void chosen(In<Rows> x, Out<Rows> out) {
  const auto zero = vec::splat<float, LANES>(0.0f);
  auto most = vec::load<LANES>(x, {0});
  for (Index c = 0; c < 64; c += 16) {
    const auto v = vec::load<LANES>(x, {c});
    const auto root = vec::sqrt(v);
    most = vec::select(vec::cmp(v, zero, Cmp::LT), vec::max(most, root), most);
    vec::store(vec::max(most, root), out, {c});
  }
}
// CHECK: PTO_TEST_MAIN
// AVX2: PTO_TEST_MAIN

PTO_TEST_MAIN(largest, least, both, chosen)
