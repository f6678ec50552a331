// Functions within a bound, and sums of lanes: only where that is allowed.
// RUN: %pto-rewrite --passes='lower-vectors{target=avx512}' --allow=target-maths %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s
// RUN: %pto-rewrite --passes='lower-vectors{target=avx512}' -Rpass-missed=. %s -o /dev/null -- 2>&1 | FileCheck %s --check-prefix=EXACT
// RUN: %if avx512 %{ %equal --passes='lower-vectors{target=avx512}' --allow=target-maths --ulp=4 --within=1e-5 --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='lower-vectors{target=avx2}' --allow=target-maths --ulp=4 --within=1e-5 --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Row = mem::MemRef<float, mem::L1, 16>;

// CHECK-LABEL: void functions(
// CHECK:         pto::x86::store16(pto::x86::exp(a), out, 0, 0);
// CHECK-NEXT:    pto::x86::store16(pto::x86::log(_mm512_abs_ps(a)), out, 1, 0);
// CHECK-NEXT:    pto::x86::store16(pto::x86::sin(a), out, 2, 0);
// CHECK-NEXT:    pto::x86::store16(pto::x86::cos(a), out, 3, 0);
// CHECK-NEXT:    pto::x86::store16(pto::x86::tanh(a), out, 4, 0);
// CHECK-NEXT:    pto::x86::store16(pto::x86::erf(a), out, 5, 0);
// CHECK-NEXT:    pto::x86::store16(pto::x86::rcp(a), out, 6, 0);
// CHECK-NEXT:    pto::x86::store16(pto::x86::rsqrt(_mm512_abs_ps(a)), out, 7, 0);
// EXACT: [[@LINE+1]]:17: remark: 'functions' kept: 'vec::exp' is within a bound of what the op asks for [-Rpass-missed=lower-vectors,not-allowed]
PTO_INCORE void functions(In<Row> x, Out<mem::MemRef<float, mem::L1, 8, 16>> out) {
  const auto a = vec::load<16>(x, {0});
  vec::store(vec::exp(a), out, {0, 0});
  vec::store(vec::log(vec::abs(a)), out, {1, 0});
  vec::store(vec::sin(a), out, {2, 0});
  vec::store(vec::cos(a), out, {3, 0});
  vec::store(vec::tanh(a), out, {4, 0});
  vec::store(vec::erf(a), out, {5, 0});
  vec::store(vec::recip(a), out, {6, 0});
  vec::store(vec::rsqrt(vec::abs(a)), out, {7, 0});
}

// An accumulator that changes nothing is left out; registers are joined before their lanes.
// CHECK-LABEL: float sums(
// CHECK:         const float sum = pto::x86::reduce_add(_mm512_abs_ps(a));
// CHECK-NEXT:    const float more = math::add(sum, pto::x86::reduce_add(_mm512_add_ps(_mm512_abs_ps(b0), _mm512_abs_ps(b1))));
// CHECK-NEXT:    return more * pto::x86::reduce_mul(a) + math::add(f, pto::x86::reduce_add(_mm512_abs_ps(a)));
// EXACT: [[@LINE+1]]:18: remark: 'sums' kept: lanes would be joined in another order [-Rpass-missed=lower-vectors,not-allowed]
PTO_INCORE float sums(In<mem::MemRef<float, mem::L1, 32>> x, float f) {
  const auto a = vec::load<16>(x, {8});
  const auto b = vec::load<32>(x, {0});
  const float sum = vec::reduce<vec::Combine::Add>(vec::abs(a), -0.0f);
  const float more = vec::reduce<vec::Combine::Add>(vec::abs(b), sum);
  return more * vec::reduce<vec::Combine::Mul>(a, 1.f) + vec::reduce<vec::Combine::Add>(vec::abs(a), f);
}

// A row is summed up in vectors that live as long as the loop.
// CHECK-LABEL: void softmax(
// CHECK:           sum = _mm512_add_ps(sum, e);
// CHECK:         const auto total = pto::x86::reciprocal16(pto::x86::reduce_add(sum));
PTO_INCORE void softmax(In<mem::MemRef<float, mem::L1, 64>> x, Out<mem::MemRef<float, mem::L1, 64>> out) {
  auto most = vec::load<16>(x, {0});
  for (Index c = 16; c < 64; c += 16)
    most = vec::max(most, vec::load<16>(x, {c}));
  const auto largest = vec::splat<float, 16>(vec::reduce<vec::Combine::Max>(most, vec::extract(most, 0)));
  auto sum = vec::splat<float, 16>(-0.0f);
  for (Index c = 0; c < 64; c += 16) {
    const auto e = vec::exp(vec::load<16>(x, {c}) - largest);
    vec::store(e, out, {c});
    sum = sum + e;
  }
  const auto total = vec::splat<float, 16>(vec::reduce<vec::Combine::Add>(sum, -0.0f));
  for (Index c = 0; c < 64; c += 16)
    vec::store(vec::load<16>(out, {c}) / total, out, {c});
}

PTO_TEST_MAIN(functions, sums, softmax)
