// broadcast-before-unary: the pair of the page, and what upstream tests. The folder has the spellings and what is kept.
//
// RUN: %pto-rewrite --passes=broadcast-before-unary -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=broadcast-before-unary --expect-change %s
//
// With op= only that function moves; what is no function of lanes cannot be asked for.
// RUN: %pto-rewrite --passes='broadcast-before-unary{op=rsqrt}' %s -o %t.rsqrt.cpp --
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.rsqrt.cpp | FileCheck %s --check-prefix=RSQRT
// RUN: %equal --passes='broadcast-before-unary{op=rsqrt}' --expect-change %s
// RUN: %exit 64 %pto-rewrite --passes='broadcast-before-unary{op=extract}' %s -- 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: option 'op' cannot be 'extract'
#include <pto/dsl.h>
#include <pto/testing.h>

using namespace pto::dsl;

using V = vec::Vec<float, 16>;
using One = vec::Vec<float, 1>;
using M = mem::MemRef<float, mem::L1, 4, 16>;

// CHECK-LABEL: V scale(
// CHECK-NEXT:    const auto invs = vec::rsqrt(vec::broadcast<16>(var));
// CHECK-NEXT:    return x * invs;
// SAYS: [[@LINE+3]]:21: remark: broadcast first: rsqrt works on 16 lanes [-Rpass=broadcast-before-unary]
PTO_INCORE V scale(const V &x, One var) {
  const auto inv = vec::rsqrt(var);
  const auto invs = vec::broadcast<16>(inv);
  return x * invs;
}

//===-- upstream's tests ------------------------------------------------------------===//

// The mean and the variance stay narrow.
// CHECK-LABEL: void layernorm(
// CHECK:         const auto mean = vec::splat<float, 1>(vec::reduce<vec::Combine::Add>(row, 0.0f)) / n;
// CHECK-NEXT:    const auto centred = row - vec::broadcast<16>(mean);
// CHECK-NEXT:    const auto var = vec::splat<float, 1>(vec::reduce<vec::Combine::Add>(centred * centred, 0.0f)) / n;
// CHECK-NEXT:    const auto inv = vec::rsqrt(vec::broadcast<16>(var + eps));
// CHECK-NEXT:    vec::transfer_write(centred * inv, out, {r, 0});
// SAYS: [[@LINE+9]]:35: remark: broadcast first: rsqrt works on 16 lanes
PTO_INCORE void layernorm(In<M> x, Out<M> out) {
  const auto n = vec::splat<float, 1>(16.0f), eps = vec::splat<float, 1>(1e-5f);
  for (Index r = 0; r < 4; ++r) {
    const auto row = vec::transfer_read<16>(x, {r, 0});
    const auto mean = vec::splat<float, 1>(vec::reduce<vec::Combine::Add>(row, 0.0f)) / n;
    const auto centred = row - vec::broadcast<16>(mean);
    const auto var = vec::splat<float, 1>(vec::reduce<vec::Combine::Add>(centred * centred, 0.0f)) / n;
    const auto inv = vec::rsqrt(var + eps);
    vec::transfer_write(centred * vec::broadcast<16>(inv), out, {r, 0});
  }
}

// CHECK-LABEL: V four_lanes(
// CHECK-NEXT:    const auto inv = vec::rsqrt(vec::transfer_read<4>(m, {0, 0}));
// CHECK-NEXT:    return vec::shape_cast<16>(vec::broadcast<4, 4>(inv));
PTO_INCORE V four_lanes(In<M> m) {
  const auto inv = vec::rsqrt(vec::transfer_read<4>(m, {0, 0}));
  return vec::shape_cast<16>(vec::broadcast<4, 4>(inv));
}

// CHECK-LABEL: of_bf16(
// CHECK-NEXT:    const auto wide = vec::rsqrt(vec::broadcast<16>(x));
// SAYS: [[@LINE+3]]:21: remark: broadcast first
PTO_INCORE vec::Vec<bf16, 16> of_bf16(const vec::Vec<bf16, 1> &x) {
  const auto inv = vec::rsqrt(x);
  const auto wide = vec::broadcast<16>(inv);
  return wide;
}

// CHECK-LABEL: V two_in_one(
// CHECK-NEXT:    const auto as = vec::rsqrt(vec::broadcast<16>(x));
// CHECK-NEXT:    const auto bs = vec::rsqrt(vec::broadcast<8>(y));
// SAYS: [[@LINE+4]]:19: remark: broadcast first: rsqrt works on 16 lanes
// SAYS: [[@LINE+5]]:19: remark: broadcast first: rsqrt works on 8 lanes
PTO_INCORE V two_in_one(const One &x, const One &y) {
  const auto a = vec::rsqrt(x);
  const auto as = vec::broadcast<16>(a);
  const auto b = vec::rsqrt(y);
  const auto bs = vec::broadcast<8>(b);
  return as * vec::concat(bs, bs);
}

// CHECK-LABEL: V second_use(
// CHECK-NEXT:    const auto inv = vec::rsqrt(x);
// CHECK-NEXT:    return vec::broadcast<16>(inv) * vec::broadcast<16>(inv * inv);
// SAYS: [[@LINE+4]]:10: remark: 'inv' kept: it is needed besides the broadcast [-Rpass-missed=broadcast-before-unary,used-again]
// SAYS: [[@LINE+3]]:55: note: here
PTO_INCORE V second_use(const One &x) {
  const auto inv = vec::rsqrt(x);
  return vec::broadcast<16>(inv) * vec::broadcast<16>(inv * inv);
}

// The shape stays.
// CHECK-LABEL: one_by_sixteen(
// CHECK-NEXT:    return vec::rsqrt(vec::broadcast<1, 16>(x));
// SAYS: [[@LINE+2]]:10: remark: broadcast first: rsqrt works on 16 lanes
PTO_INCORE vec::Vec<float, 1, 16> one_by_sixteen(const One &x) {
  return vec::broadcast<1, 16>(vec::rsqrt(x));
}

// CHECK-LABEL: void between_transfers(
// CHECK-NEXT:    const auto inv = vec::rsqrt(vec::broadcast<16>(vec::transfer_read<1>(x, {3, 3})));
// CHECK-NEXT:    const auto row = vec::transfer_read<16>(x, {0, 0});
// CHECK-NEXT:    vec::transfer_write(row * inv, out, {0, 0});
// SAYS: [[@LINE+4]]:29: remark: broadcast first
PTO_INCORE void between_transfers(In<M> x, Out<M> out) {
  const auto inv = vec::rsqrt(vec::transfer_read<1>(x, {3, 3}));
  const auto row = vec::transfer_read<16>(x, {0, 0});
  vec::transfer_write(row * vec::broadcast<16>(inv), out, {0, 0});
}

// CHECK-LABEL: V of_a_scalar(
// CHECK-NEXT:    const auto invs = vec::rsqrt(vec::broadcast<16>(s));
// SAYS: [[@LINE+3]]:21: remark: broadcast first
PTO_INCORE V of_a_scalar(const V &x, float s) {
  const float inv = math::rsqrt(s);
  const auto invs = vec::broadcast<16>(inv);
  return x * invs;
}

// CHECK-LABEL: void scalar_layernorm(
// CHECK:         const float var = vec::reduce<vec::Combine::Add>(row * row, 0.0f) / 16.0f;
// CHECK-NEXT:    const auto inv = vec::rsqrt(vec::splat<float, 16>(var + 1e-5f));
// CHECK-NEXT:    vec::transfer_write(row * inv, out, {r, 0});
// SAYS: [[@LINE+6]]:31: remark: broadcast first
PTO_INCORE void scalar_layernorm(In<M> x, Out<M> out) {
  for (Index r = 0; r < 4; ++r) {
    const auto row = vec::transfer_read<16>(x, {r, 0});
    const float var = vec::reduce<vec::Combine::Add>(row * row, 0.0f) / 16.0f;
    const float inv = math::rsqrt(var + 1e-5f);
    vec::transfer_write(row * vec::splat<float, 16>(inv), out, {r, 0});
  }
}

// CHECK-LABEL: V scalar_of_two_uses(
// CHECK-NEXT:    const float inv = math::rsqrt(s);
// SAYS: [[@LINE+3]]:10: remark: 'inv' kept: it is needed besides the broadcast [-Rpass-missed=broadcast-before-unary,used-again]
PTO_INCORE V scalar_of_two_uses(float s) {
  const float inv = math::rsqrt(s);
  return vec::broadcast<16>(inv) + vec::splat<float, 16>(inv + 1.0f);
}

// CHECK-LABEL: V negated(
// CHECK-NEXT:    return -vec::broadcast<16>(s) + -vec::broadcast<16>(x);
// RSQRT-LABEL: V negated(
// RSQRT:         return vec::broadcast<16>(-s) + vec::broadcast<16>(-x);
// SAYS: [[@LINE+3]]:10: remark: broadcast first: neg works on 16 lanes
// SAYS: [[@LINE+2]]:35: remark: broadcast first: neg works on 16 lanes
PTO_INCORE V negated(float s, const One &x) {
  return vec::broadcast<16>(-s) + vec::broadcast<16>(-x);
}

// CHECK-LABEL: scalar_to_one_by_sixteen(
// CHECK-NEXT:    return vec::rsqrt(vec::broadcast<1, 16>(s));
// SAYS: [[@LINE+2]]:10: remark: broadcast first
PTO_INCORE vec::Vec<float, 1, 16> scalar_to_one_by_sixteen(float s) {
  return vec::broadcast<1, 16>(math::rsqrt(s));
}

// Upstream moves one function a run; here a second run has nothing to do.
// CHECK-LABEL: V functions_of_functions(
// CHECK-NEXT:    const auto a = vec::exp(vec::broadcast<16>(x));
// CHECK-NEXT:    const auto b = vec::rsqrt(a);
// CHECK-NEXT:    return b;
// RSQRT-LABEL: V functions_of_functions(
// RSQRT-NEXT:    const auto a = vec::exp(x);
// RSQRT-NEXT:    const auto b = vec::rsqrt(vec::broadcast<16>(a));
// RSQRT-NEXT:    return b;
// SAYS: [[@LINE+4]]:18: remark: broadcast first: exp
// SAYS: [[@LINE+4]]:10: remark: broadcast first: rsqrt
PTO_INCORE V functions_of_functions(const One &x) {
  const auto a = vec::exp(x);
  const auto b = vec::rsqrt(a);
  return vec::broadcast<16>(b);
}

PTO_TEST_MAIN(scale, layernorm, four_lanes, of_bf16, two_in_one, second_use, one_by_sixteen, between_transfers, of_a_scalar,
              scalar_layernorm, scalar_of_two_uses, negated, scalar_to_one_by_sixteen, functions_of_functions)
