// convert-divf-sqrt-to-rsqrt: the pair of the page, and what upstream tests. In float and double rsqrt is the root and
// the quotient, bit by bit.
//
// RUN: %pto-rewrite --passes=convert-divf-sqrt-to-rsqrt --allow=rsqrt -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err 
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=convert-divf-sqrt-to-rsqrt --allow=rsqrt --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>

using namespace pto::dsl;

using V = vec::Vec<float, 16>;
template <class T> using M = mem::MemRef<T, mem::L1, 4, 16>;

// CHECK-LABEL: V normalise(
// CHECK-NEXT:    const auto inv = vec::rsqrt(var);
// CHECK-NEXT:    return x * inv;
// SAYS: [[@LINE+3]]:20: remark: 'inv' is one rsqrt, not a root and a quotient [-Rpass=convert-divf-sqrt-to-rsqrt]
PTO_INCORE V normalise(const V &x, const V &var) {
  const auto sd = vec::sqrt(var);
  const auto inv = vec::splat<float, 16>(1.0f) / sd;
  return x * inv;
}

//===-- upstream's tests --------------------------------------------------------===//

// One lane, between transfers.
// CHECK-LABEL: void one_lane(
// CHECK-NEXT:    const auto var = vec::transfer_read<1>(m, {0, 3});
// CHECK-NEXT:    const auto inv = vec::rsqrt(var);
// CHECK-NEXT:    vec::transfer_write(inv, out, {0, 3});
// SAYS: [[@LINE+5]]:20: remark: 'inv' is one rsqrt
PTO_INCORE void one_lane(In<M<float>> m, Out<M<float>> out) {
  const auto var = vec::transfer_read<1>(m, {0, 3});
  const auto one = vec::splat<float, 1>(1.0f);
  const auto sd = vec::sqrt(var);
  const auto inv = one / sd;
  vec::transfer_write(inv, out, {0, 3});
}

// CHECK-LABEL: float scalar(
// CHECK-NEXT:    return math::rsqrt(x);
// SAYS: [[@LINE+3]]:10: remark: this is one rsqrt
PTO_INCORE float scalar(float x) {
  const float sd = math::sqrt(x);
  return 1.0f / sd;
}

// CHECK-LABEL: void layernorm(
// CHECK:         const float var = vec::reduce<vec::Combine::Add>(centred * centred, 0.0f) / 16.0f;
// CHECK-NEXT:    const float sd_squared = var + 1e-5f;
// CHECK-NEXT:    const float inv = math::rsqrt(sd_squared);
// CHECK-NEXT:    vec::transfer_write(centred * vec::splat<float, 16>(inv), out, {r, 0});
// SAYS: [[@LINE+8]]:23: remark: 'inv' is one rsqrt
PTO_INCORE void layernorm(In<M<float>> x, Out<M<float>> out) {
  for (Index r = 0; r < 4; ++r) {
    const auto row = vec::transfer_read<16>(x, {r, 0});
    const float mean = vec::reduce<vec::Combine::Add>(row, 0.0f) / 16.0f;
    const auto centred = row - vec::splat<float, 16>(mean);
    const float var = vec::reduce<vec::Combine::Add>(centred * centred, 0.0f) / 16.0f;
    const float sd = math::sqrt(var + 1e-5f);
    const float inv = 1.0f / sd;
    vec::transfer_write(centred * vec::splat<float, 16>(inv), out, {r, 0});
  }
}

// Nobody knows that the numerator is one.
// CHECK-LABEL: V any_numerator(
// CHECK-NEXT:    const auto sd = vec::sqrt(var);
// CHECK-NEXT:    return x / sd;
PTO_INCORE V any_numerator(const V &x, const V &var) {
  const auto sd = vec::sqrt(var);
  return x / sd;
}

// CHECK-LABEL: V two_uses(
// CHECK-NEXT:    const auto sd = vec::sqrt(var);
// CHECK-NEXT:    const auto inv = vec::splat<float, 16>(1.0f) / sd;
// SAYS: [[@LINE+4]]:20: remark: 'sd' kept: it is needed for more than one quotient [-Rpass-missed=convert-divf-sqrt-to-rsqrt,sqrt-used-again]
// SAYS: [[@LINE+4]]:10: note: also used here
PTO_INCORE V two_uses(const V &x, const V &var) {
  const auto sd = vec::sqrt(var);
  const auto inv = vec::splat<float, 16>(1.0f) / sd;
  return x * inv + sd;
}

//===-- other levels and types --------------------------------------------------===//

// What upstream does not see: a one that is broadcast.
// CHECK-LABEL: V broadcast_one(
// CHECK-NEXT:    return x * vec::rsqrt(var);
// SAYS: [[@LINE+4]]:15: remark: this is one rsqrt
PTO_INCORE V broadcast_one(const V &x, const V &var) {
  const float one = 1.0f;
  const auto ones = vec::broadcast<16>(one);
  return x * (ones / vec::sqrt(var));
}

// CHECK-LABEL: void body_of_map(
// CHECK-NEXT:    linalg::map([&](float v) { return v * math::rsqrt(v * v + eps); }, x, out);
// CHECK:         linalg::map(
// CHECK-NEXT:        [&](float v) {
// CHECK-NEXT:          return math::rsqrt(v * v + eps);
// CHECK-NEXT:        },
// CHECK-NEXT:        x, out);
// SAYS: [[@LINE+2]]:41: remark: this is one rsqrt
PTO_INCORE void body_of_map(In<M<float>> x, Out<M<float>> out, float eps) {
  linalg::map([&](float v) { return v * (1.0f / math::sqrt(v * v + eps)); }, x, out);
  // SAYS: [[@LINE+5]]:16: remark: this is one rsqrt
  linalg::map(
      [&](float v) {
        const float one = 1;
        const float sd = math::sqrt(v * v + eps);
        return one / sd;
      },
      x, out);
}

// CHECK-LABEL: void body_of_generic(
// CHECK-NEXT:    linalg::generic<linalg::par<4>, linalg::par<16>>([&](Index i, Index j) { out(i, j) = math::rsqrt(x(i, j)); });
// SAYS: [[@LINE+2]]:88: remark: this is one rsqrt
PTO_INCORE void body_of_generic(In<M<float>> x, Out<M<float>> out) {
  linalg::generic<linalg::par<4>, linalg::par<16>>([&](Index i, Index j) { out(i, j) = 1.0f / math::sqrt(x(i, j)); });
}

// CHECK-LABEL: V reciprocal(
// CHECK-NEXT:    return vec::rsqrt(var) * vec::splat<float, 16>(math::rsqrt(s));
// SAYS: [[@LINE+4]]:10: remark: this is one rsqrt
// SAYS: [[@LINE+3]]:49: remark: this is one rsqrt
PTO_INCORE V reciprocal(const V &var, float s) {
  const auto sd = vec::sqrt(var);
  return vec::recip(sd) * vec::splat<float, 16>(math::recip(math::sqrt(s)));
}

// CHECK-LABEL: double of_double(
// CHECK-NEXT:    return math::rsqrt(x) + vec::extract(vec::rsqrt(vec::splat<double, 2, 2>(x)), 0, 1);
// SAYS: [[@LINE+3]]:10: remark: this is one rsqrt
// SAYS: [[@LINE+2]]:43: remark: this is one rsqrt
PTO_INCORE double of_double(double x) {
  return 1 / math::sqrt(x) + vec::extract(vec::splat<double, 2, 2>(1) / vec::sqrt(vec::splat<double, 2, 2>(x)), 0, 1);
}

PTO_TEST_MAIN(normalise, one_lane, scalar, layernorm, any_numerator, two_uses, broadcast_one, body_of_map, body_of_generic,
              reciprocal, of_double)
