// convert-divf-sqrt-to-rsqrt of half and bf16: the root is not rounded by itself any more. Up to two steps of bf16.
//
// RUN: %pto-rewrite --passes=convert-divf-sqrt-to-rsqrt --allow=rsqrt %s -o %t.cpp --
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: %equal --passes=convert-divf-sqrt-to-rsqrt --allow=rsqrt --ulp=2 --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>

using namespace pto::dsl;

using M = mem::MemRef<bf16, mem::L1, 4, 16>;

// CHECK-LABEL: void lanes(
// CHECK-NEXT:    vec::transfer_write(vec::rsqrt(vec::transfer_read<16>(x, {0, 0})), out, {0, 0});
PTO_INCORE void lanes(In<M> x, Out<M> out) {
  const auto one = vec::splat<bf16, 16>(bf16(1.0f));
  vec::transfer_write(one / vec::sqrt(vec::transfer_read<16>(x, {0, 0})), out, {0, 0});
}

// CHECK-LABEL: void scalars(
// CHECK-NEXT:    const bf16 x0 = mem::load(x, 0, 0);
// CHECK-NEXT:    mem::store(math::rsqrt(x0), out, 0, 0);
// CHECK-NEXT:    mem::store(math::rsqrt(mem::load(x, 0, 1)), out, 0, 1);
PTO_INCORE void scalars(In<M> x, Out<M> out) {
  const bf16 one(1.0f);
  const bf16 x0 = mem::load(x, 0, 0);
  const bf16 sd = math::sqrt(x0);
  mem::store(one / sd, out, 0, 0);
  mem::store(static_cast<bf16>(1.0f) / math::sqrt(mem::load(x, 0, 1)), out, 0, 1);
}

// CHECK-LABEL: void of_half(
// CHECK-NEXT:    const auto h_squared = half(float(mem::load(x, 0, 0)));
// CHECK-NEXT:    mem::store(bf16(float(math::rsqrt(h_squared))), out, 0, 0);
PTO_INCORE void of_half(In<M> x, Out<M> out) {
  const auto h = math::sqrt(half(float(mem::load(x, 0, 0))));
  mem::store(bf16(float(math::recip(h))), out, 0, 0);
}

// The quotient is one of floats: the root rounds to bf16 first.
// CHECK-LABEL: void mixed(
// CHECK-NEXT:    mem::store(bf16(1.0f / math::sqrt(mem::load(x, 0, 0))), out, 0, 0);
PTO_INCORE void mixed(In<M> x, Out<M> out) {
  mem::store(bf16(1.0f / math::sqrt(mem::load(x, 0, 0))), out, 0, 0);
}

PTO_TEST_MAIN(lanes, scalars, of_half, mixed)
