// vector-type-cast of integers: what is the same, bit by bit, in more bits; and what is not, where it is allowed.
//
// RUN: %pto-rewrite --passes='vector-type-cast{type=i32}' -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes='vector-type-cast{type=i32}' --expect-change %s
// RUN: %equal --passes='vector-type-cast{type=i64}' --expect-change %s
//
// In fewer bits nothing is exact.
// RUN: %pto-rewrite --passes='vector-type-cast{type=i8}' %s -o %t.8.cpp --
// RUN: diff %s %t.8.cpp
// RUN: %pto-rewrite --passes='vector-type-cast{type=i8 op=add}' --allow=precision %s -o %t.8.cpp --
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.8.cpp | FileCheck %s --check-prefix=NARROW
#include <pto/dsl.h>
#include <pto/testing.h>

using namespace pto::dsl;

using S = vec::Vec<std::int16_t, 16>;
using U = vec::Vec<std::uint16_t, 16>;
using W = vec::Vec<std::uint32_t, 16>;

// Random numbers of all sizes: sums and products run over.
// CHECK-LABEL: S wraps(
// CHECK-NEXT:    S r = vec::cast<std::int16_t>(vec::cast<std::int32_t>(a) + vec::cast<std::int32_t>(b));
// CHECK-NEXT:    r = vec::cast<std::int16_t>(vec::cast<std::int32_t>(r) * vec::cast<std::int32_t>(b));
// CHECK-NEXT:    r = vec::cast<std::int16_t>(vec::cast<std::int32_t>(r) - vec::cast<std::int32_t>(vec::cast<std::int16_t>(-vec::cast<std::int32_t>(a))));
// CHECK-NEXT:    r = vec::cast<std::int16_t>(vec::fma(vec::cast<std::int32_t>(r), vec::cast<std::int32_t>(a), vec::cast<std::int32_t>(b)));
// CHECK-NEXT:    return vec::cast<std::int16_t>(vec::cast<std::int32_t>(vec::cast<std::int16_t>(vec::cast<std::int32_t>(r) & vec::cast<std::int32_t>(vec::cast<std::int16_t>(~vec::cast<std::int32_t>(a))))) ^ vec::cast<std::int32_t>(vec::cast<std::int16_t>(vec::cast<std::int32_t>(a) | vec::cast<std::int32_t>(b))));
// NARROW-LABEL: S wraps(
// NARROW-NEXT:   S r = vec::cast<std::int16_t>(vec::cast<std::int8_t>(a) + vec::cast<std::int8_t>(b));
// NARROW-NEXT:   r = r * b;
// SAYS: [[@LINE+2]]:9: remark: 'r' is computed in std::int32_t instead of std::int16_t [-Rpass=vector-type-cast]
PTO_INCORE S wraps(const S &a, const S &b) {
  S r = a + b;
  r = r * b;
  r = r - (-a);
  r = vec::fma(r, a, b);
  return (r & ~a) ^ (a | b);
}

// The order of values is that of the wider ones; what runs over comes back the same: -32768 / -1.
// CHECK-LABEL: S order(
// CHECK-NEXT:    const auto m = vec::cast<std::int16_t>(vec::max(vec::cast<std::int32_t>(a), vec::cast<std::int32_t>(b)));
// CHECK-NEXT:    const auto n = vec::cast<std::int16_t>(vec::min(vec::cast<std::int32_t>(vec::cast<std::int16_t>(vec::abs(vec::cast<std::int32_t>(a)))), vec::cast<std::int32_t>(vec::cast<std::int16_t>(vec::relu(vec::cast<std::int32_t>(b))))));
// CHECK-NEXT:    const auto q = vec::cast<std::int16_t>(vec::cast<std::int32_t>(m) / vec::cast<std::int32_t>(vec::cast<std::int16_t>(vec::cast<std::int32_t>(n) | vec::cast<std::int32_t>(vec::splat<std::int16_t, 16>(1)))));
// CHECK-NEXT:    return vec::cast<std::int16_t>(vec::select(vec::cmp(vec::cast<std::int32_t>(a), vec::cast<std::int32_t>(b), Cmp::LT), vec::cast<std::int32_t>(q), vec::cast<std::int32_t>(n)));
PTO_INCORE S order(const S &a, const S &b) {
  const auto m = vec::max(a, b);
  const auto n = vec::min(vec::abs(a), vec::relu(b));
  const auto q = m / (n | vec::splat<std::int16_t, 16>(1));
  return vec::select(vec::cmp(a, b, Cmp::LT), q, n);
}

PTO_INCORE S most_negative(Index) {
  const auto low = vec::splat<std::int16_t, 16>(-32768), one = vec::splat<std::int16_t, 16>(-1);
  return low / one;
}

// CHECK-LABEL: std::int16_t reductions(
// CHECK-NEXT:    const std::int16_t sum = static_cast<std::int16_t>(vec::reduce<vec::Combine::Add>(vec::cast<std::int32_t>(a), static_cast<std::int32_t>(0)));
// CHECK-NEXT:    const std::int16_t mul = static_cast<std::int16_t>(vec::reduce<vec::Combine::Mul>(vec::cast<std::int32_t>(a), static_cast<std::int32_t>(sum)));
// CHECK-NEXT:    return static_cast<std::int16_t>(vec::reduce<vec::Combine::Max>(vec::cast<std::int32_t>(a), static_cast<std::int32_t>(static_cast<std::int16_t>(large + mul))));
PTO_INCORE std::int16_t reductions(const S &a, int large) {
  const std::int16_t sum = vec::reduce<vec::Combine::Add>(a, 0);
  const std::int16_t mul = vec::reduce<vec::Combine::Mul>(a, sum);
  return vec::reduce<vec::Combine::Max>(a, large + mul);
}

// Without a sign: the wider type has all values, and a sign besides.
// CHECK-LABEL: U unsigned_lanes(
// CHECK-NEXT:    return vec::cast<std::uint16_t>(vec::max(vec::cast<std::int32_t>(vec::cast<std::uint16_t>(vec::cast<std::int32_t>(a) + vec::cast<std::int32_t>(b))), vec::cast<std::int32_t>(vec::cast<std::uint16_t>(vec::cast<std::int32_t>(a) / vec::cast<std::int32_t>(vec::splat<std::uint16_t, 16>(3))))));
PTO_INCORE U unsigned_lanes(const U &a, const U &b) {
  return vec::max(a + b, a / vec::splat<std::uint16_t, 16>(3));
}

// As many bits with a sign: sums are the same, the larger of two is not.
// CHECK-LABEL: W as_many_bits(
// CHECK-NEXT:    const auto s = vec::cast<std::uint32_t>(vec::cast<std::int32_t>(a) + vec::cast<std::int32_t>(b));
// CHECK-NEXT:    return vec::max(s, a) / vec::splat<std::uint32_t, 16>(3);
// SAYS: [[@LINE+3]]:18: remark: 's' is computed in std::int32_t instead of std::uint32_t
// SAYS: [[@LINE+3]]:10: remark: max kept: max may be another number in std::int32_t instead of std::uint32_t [-Rpass-missed=vector-type-cast,not-allowed]
PTO_INCORE W as_many_bits(const W &a, const W &b) {
  const auto s = a + b;
  return vec::max(s, a) / vec::splat<std::uint32_t, 16>(3);
}

// A shift counts modulo the bits that there are.
// CHECK-LABEL: S shifts(
// CHECK-NEXT:    return (a << b) >> b;
// SAYS: [[@LINE+3]]:10: remark: shr kept: shr may be another number in std::int32_t{{.*}},not-allowed]
// SAYS: [[@LINE+2]]:11: remark: shl kept: shl may be another number in std::int32_t{{.*}},not-allowed]
PTO_INCORE S shifts(const S &a, const S &b) {
  return (a << b) >> b;
}

PTO_TEST_MAIN(wraps, order, most_negative, reductions, unsigned_lanes, as_many_bits, shifts)
