// RUN: %pto-rewrite --passes=broadcast-before-unary -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=broadcast-before-unary %s
// RUN: %pto-rewrite --passes='broadcast-before-unary{op=rsqrt}' %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s --check-prefix=ONLY
// RUN: %exit 64 %pto-rewrite --passes='broadcast-before-unary{op=rsqr}' %s -- 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: option 'op' cannot be 'rsqr'; did you mean 'rsqrt'?
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using One = In<mem::MemRef<float, mem::L1, 1>>;
using Row = InOut<mem::MemRef<float, mem::L1, 16>>;

// CHECK-LABEL: void one_lane
// CHECK-NEXT:    const auto v = vec::abs(
// CHECK-NEXT:    const auto invs = vec::rsqrt(vec::broadcast<16>(v));
// SAYS: [[@LINE+4]]:21: remark: 'vec.rsqrt' is applied to all lanes of 'invs' [-Rpass=broadcast-before-unary]
PTO_INCORE void one_lane(One var, Row x) {
  const auto v = vec::abs(vec::transfer_read<1>(var, {0})) + vec::splat<float, 1>(0.0f);
  const auto inv = vec::rsqrt(v);
  const auto invs = vec::broadcast<16>(inv);
  vec::transfer_write(vec::transfer_read<16>(x, {0}) * invs, x, {0});
}

// The mean stays narrow: its arithmetic is no unary function. The shape of the broadcast stays.
// CHECK-LABEL: void norm
// CHECK:         const auto mean = sum * vec::splat<bf16, 1>(bf16(0.0625f));
// CHECK-NEXT:    const auto invs = vec::rsqrt(vec::broadcast<1, 16>(mean));
PTO_INCORE void norm(In<mem::MemRef<bf16, mem::L1, 1>> var, InOut<mem::MemRef<bf16, mem::L1, 1, 16>> x) {
  const auto sum = vec::abs(vec::transfer_read<1>(var, {0}));
  const auto mean = sum * vec::splat<bf16, 1>(bf16(0.0625f));
  const auto inv = vec::rsqrt(mean);
  const auto invs = vec::broadcast<1, 16>(inv);
  vec::transfer_write(vec::transfer_read<1, 16>(x, {0, 0}) * invs, x, {0, 0});
}

// Numbers; a sign; nested; two in a row, of which each moves; two in one function.
// CHECK-LABEL: void numbers
// CHECK:         const auto a = vec::rsqrt(vec::broadcast<16>(s + 1.0f));
// CHECK-NEXT:    const auto b = -vec::broadcast<16>(vec::splat<float, 1>(s));
// CHECK-NEXT:    const auto c = vec::exp(vec::sqrt(vec::broadcast<8>(s)));
// ONLY-LABEL: void numbers
// ONLY:          const auto a = vec::rsqrt(vec::broadcast<16>(s + 1.0f));
// ONLY-NEXT:     const auto b = vec::broadcast<16>(-vec::splat<float, 1>(s));
PTO_INCORE void numbers(Row x, Row y, float given) {
  const float s = given * given;
  const float inv = math::rsqrt(s + 1.0f);
  const auto a = vec::broadcast<16>(inv);
  const auto b = vec::broadcast<16>(-vec::splat<float, 1>(s));
  const auto c = vec::broadcast<8>(math::exp(math::sqrt(s)));
  vec::transfer_write(a * b, x, {0});
  vec::transfer_write(c, y, {0});
}

// Four lanes, a cast, a function that is not of the DSL, an op that is no function: no pattern.
// CHECK-LABEL: void other_patterns
// CHECK-NEXT:    const auto four = vec::broadcast<2, 4>(vec::exp(vec::transfer_read<4>(x, {0})));
// CHECK-NEXT:    const auto wide = vec::broadcast<8>(vec::cast<float>(vec::splat<bf16, 1>(bf16(1.5f))));
// CHECK-NEXT:    const auto lane = vec::broadcast<8>(vec::extract(four, 1, 2));
PTO_INCORE void other_patterns(Row x, Row y) {
  const auto four = vec::broadcast<2, 4>(vec::exp(vec::transfer_read<4>(x, {0})));
  const auto wide = vec::broadcast<8>(vec::cast<float>(vec::splat<bf16, 1>(bf16(1.5f))));
  const auto lane = vec::broadcast<8>(vec::extract(four, 1, 2));
  vec::transfer_write(vec::shape_cast<8>(four) + wide * lane, y, {0});
}

// SAYS: [[@LINE+3]]:21: remark: 'invs' kept: the result of 'vec.rsqrt' is used elsewhere, too [-Rpass-missed=broadcast-before-unary,other-use]
PTO_INCORE void two_uses(One var, Row x, Out<mem::MemRef<float, mem::L1, 1>> y) {
  const auto inv = vec::rsqrt(vec::transfer_read<1>(var, {0}));
  const auto invs = vec::broadcast<16>(inv);
  vec::transfer_write(invs, x, {0});
  vec::transfer_write(inv, y, {0});
}

// SAYS: [[@LINE+4]]:23: remark: 'invs' kept: 'vec.exp' would be called in another loop [-Rpass-missed=broadcast-before-unary,different-loops]
PTO_INCORE void in_a_loop(One var, InOut<mem::MemRef<float, mem::L1, 4, 16>> x) {
  const auto inv = vec::exp(vec::transfer_read<1>(var, {0}));
  for (Index i = 0; i < 4; ++i) {
    const auto invs = vec::broadcast<16>(inv);
    vec::transfer_write(vec::transfer_read<16>(x, {i, 0}) * invs, x, {i, 0});
  }
}

// SAYS: [[@LINE+5]]:21: remark: 'invs' kept: what 'vec.exp' is given may have changed [-Rpass-missed=broadcast-before-unary,operand-changed]
PTO_INCORE void reassigned(One var, Row x) {
  auto v = vec::transfer_read<1>(var, {0});
  const auto inv = vec::exp(v);
  v = v + v;
  const auto invs = vec::broadcast<16>(inv);
  vec::transfer_write(invs * vec::broadcast<16>(v), x, {0});
}

// SAYS: [[@LINE+4]]:21: remark: 'invs' kept: what 'vec.exp' is given may have changed [-Rpass-missed=broadcast-before-unary,operand-changed]
PTO_INCORE void memory_written(Row x) {
  const auto inv = vec::exp(vec::transfer_read<1>(x, {3}));
  vec::transfer_write(vec::splat<float, 4>(0.5f), x, {0});
  const auto invs = vec::broadcast<16>(inv);
  vec::transfer_write(invs, x, {0});
}

// SAYS: [[@LINE+3]]:21: remark: 'invs' kept: a tag, comment or preprocessor line may need the declaration [-Rpass-missed=broadcast-before-unary,preprocessor]
PTO_INCORE void tagged(One var, Row x) {
  PTO_TAG("inv") const auto inv = vec::exp(vec::transfer_read<1>(var, {0}));
  const auto invs = vec::broadcast<16>(inv);
  vec::transfer_write(invs, x, {0});
}

PTO_TEST_MAIN(one_lane, norm, numbers, other_patterns, two_uses, in_a_loop, reassigned, memory_written, tagged)
