// Many numbers divided by one: on AVX-512 with the bits of a division, and faster; where it may be rounded twice, by the
// reciprocal.
// RUN: %pto-rewrite --passes='lower-vectors{target=avx512}' %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s
// RUN: %pto-rewrite --passes='lower-vectors{target=avx2}' %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s --check-prefix=AVX2
// RUN: %pto-rewrite --passes='lower-vectors{target=avx512}' --allow=target-maths %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s --check-prefix=FREE
// RUN: %if avx512 %{ %equal --passes='lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='lower-vectors{target=avx2}' --expect-change %s %}
// RUN: %if avx512 %{ %equal --passes='lower-vectors{target=avx512}' --allow=target-maths --ulp=2 --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='lower-vectors{target=avx2}' --allow=target-maths --ulp=2 --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Row = mem::MemRef<float, mem::L1, 64>;

// CHECK-LABEL: void quotients(
// CHECK-NEXT:    const auto total = pto::x86::divisor16(by);
// CHECK:           pto::x86::store16(pto::x86::divide(pto::x86::load16(x, c), total), out, c);
// AVX2-LABEL: void quotients(
// AVX2:            const auto lanes0 = _mm256_div_ps(pto::x86::load8(x, c), total0);
// FREE-LABEL: void quotients(
// FREE-NEXT:     const auto total = pto::x86::reciprocal16(by);
// FREE:            pto::x86::store16(pto::x86::divide(pto::x86::load16(x, c), total), out, c);
PTO_INCORE void quotients(In<Row> x, float by, Out<Row> out) {
  const auto total = vec::splat<float, 16>(by);
  for (Index c = 0; c < 64; c += 16)
    vec::store(vec::load<16>(x, {c}) / total, out, {c});
}

// Numbers near the ends of what floats can be, zeros, infinities: among the divided and the divisors.
// CHECK-LABEL: void extremes(
// CHECK:           const auto by = pto::x86::divisor16(mem::load(divisors, r));
PTO_INCORE void extremes(In<Row> x, Out<Row> divisors, Out<mem::MemRef<float, mem::L1, 64, 64>> out) {
  const auto scales = mem::alloc<float, mem::L1, 8>();
  mem::store(1.f, scales, 0);
  mem::store(1e30f, scales, 1);
  mem::store(1e-30f, scales, 2);
  mem::store(1e-42f, scales, 3);
  mem::store(0.f, scales, 4);
  mem::store(3e38f, scales, 5);
  mem::store(-1e-20f, scales, 6);
  mem::store(1e20f, scales, 7);
  for (Index i = 0; i < 64; ++i)
    mem::store(mem::load(x, i) * mem::load(scales, i % 8), divisors, i);
  for (Index r = 0; r < 64; ++r) {
    const auto by = vec::splat<float, 16>(mem::load(divisors, r));
    for (Index c = 0; c < 64; c += 16)
      vec::store(vec::load<16>(divisors, {(c + 5 * r) % 49}) / by, out, {r, c});
  }
}

// Used for something else, too, or where nothing is won: a division.
// CHECK-LABEL: void others(
// CHECK:           const auto q = _mm512_div_ps(pto::x86::load16(x, c), a);
// CHECK:         pto::x86::store16(_mm512_div_ps(pto::x86::load16(x, 0), b), out, 0);
PTO_INCORE void others(In<Row> x, float f, Out<Row> out) {
  const auto a = vec::splat<float, 16>(f);
  const auto b = vec::splat<float, 16>(f);
  for (Index c = 0; c < 64; c += 16) {
    const auto q = vec::load<16>(x, {c}) / a;
    vec::store(vec::max(q, a), out, {c});
  }
  vec::store(vec::load<16>(x, {0}) / b, out, {0});
}

PTO_TEST_MAIN(quotients, extremes, others)
