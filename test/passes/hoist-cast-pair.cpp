// What hoist-cast-pair hoists: upstream's cases. The folder of the same name has spellings, and what must be kept.
//
// RUN: %pto-rewrite --passes=hoist-cast-pair -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=WIDE,KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=hoist-cast-pair --expect-change %s
// RUN: %pto-rewrite --passes=hoist-cast-pair --allow=fewer-roundings %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s --check-prefix=FLOAT
// RUN: %equal --passes=hoist-cast-pair --allow=fewer-roundings --within=0.05 %s
// RUN: %exit 1 %equal --passes=hoist-cast-pair --allow=fewer-roundings %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Shorts = mem::MemRef<std::int16_t, mem::L1, 16>;
using Ints = mem::MemRef<std::int32_t, mem::L1, 8, 16>;

// The example of the specification, and upstream's first test: sums and products wrap in either type.
// CHECK-LABEL: specification(
// CHECK:         auto acc_wide = vec::cast<std::int32_t>(init);
// CHECK-NEXT:    for (int k = 0; k < n; ++k) {
// CHECK-NEXT:      const auto sum = acc_wide + a * b;
// CHECK-NEXT:      acc_wide = sum;
// CHECK-NEXT:    }
// CHECK-NEXT:    return vec::cast<std::int16_t>(acc_wide);
// CHECK-NEXT:  }
PTO_INCORE vec::Vec<std::int16_t, 64> specification(const vec::Vec<std::int16_t, 64> &init,
                                                    const vec::Vec<std::int32_t, 64> &a,
                                                    const vec::Vec<std::int32_t, 64> &b, int n) {
  auto acc = init;
  for (int k = 0; k < n; ++k) {
    const auto wide = vec::cast<std::int32_t>(acc);
    const auto sum = wide + a * b;
    acc = vec::cast<std::int16_t>(sum); // WIDE: :[[@LINE]]:11: remark: 'acc' stays std::int32_t while the loop runs [-Rpass=hoist-cast-pair]
  }
  return acc;
}

// Both types run over: sums of large products, many times.
// CHECK-LABEL: runs_over(
// CHECK:         auto acc_wide = vec::cast<std::int32_t>(vec::transfer_read<16>(c, {0}));
// CHECK-NEXT:    for (Index k = 0; k < 100; ++k)
// CHECK-NEXT:      acc_wide = acc_wide * a + vec::transfer_read<16>(x, {k % 8, 0});
// CHECK-NEXT:    vec::transfer_write(vec::cast<std::int16_t>(acc_wide), c, {0});
PTO_INCORE void runs_over(In<Ints> x, InOut<Shorts> c) {
  const auto a = vec::splat<std::int32_t, 16>(1234567);
  auto acc = vec::transfer_read<16>(c, {0});
  for (Index k = 0; k < 100; ++k)
    acc = vec::cast<std::int16_t>(vec::cast<std::int32_t>(acc) * a + vec::transfer_read<16>(x, {k % 8, 0})); // WIDE: :[[@LINE]]:{{.*}}'acc' stays std::int32_t
  vec::transfer_write(acc, c, {0});
}

// Upstream: through a shape_cast on either side, as flatten-for-iter-args leaves them.
// CHECK-LABEL: reshaped(
// CHECK:         auto acc_wide = vec::cast<std::int32_t>(vec::transfer_read<16>(c, {0}));
// CHECK-NEXT:    for (Index k = 0; k < 4; ++k) {
// CHECK-NEXT:      const auto square = vec::shape_cast<4, 4>(acc_wide);
// CHECK-NEXT:      acc_wide = vec::shape_cast<16>(vec::contract(m, m, square));
// CHECK-NEXT:    }
// CHECK-NEXT:    vec::transfer_write(vec::cast<std::int16_t>(acc_wide), c, {0});
PTO_INCORE void reshaped(In<mem::MemRef<std::int8_t, mem::L1, 4, 4>> x, InOut<Shorts> c) {
  const auto m = vec::transfer_read<4, 4>(x, {0, 0});
  auto acc = vec::transfer_read<16>(c, {0});
  for (Index k = 0; k < 4; ++k) {
    const auto square = vec::shape_cast<4, 4>(acc);
    acc = vec::shape_cast<16>(vec::cast<std::int16_t>(vec::contract(m, m, vec::cast<std::int32_t>(square)))); // WIDE: :[[@LINE]]:{{.*}}'acc' stays std::int32_t
  }
  vec::transfer_write(acc, c, {0});
}

// Upstream: four pairs in one loop.
// CHECK-LABEL: four(
// CHECK-NEXT:    const auto m = vec::transfer_read<4, 4>(x, {0, 0});
// CHECK-NEXT:    auto c0_wide = vec::cast<std::int32_t>(vec::transfer_read<4, 4>(c, {0, 0}));
// CHECK-NEXT:    auto c1_wide = vec::cast<std::int32_t>(vec::transfer_read<4, 4>(c, {0, 4}));
// CHECK-NEXT:    auto c2_wide = vec::cast<std::int32_t>(vec::transfer_read<4, 4>(c, {4, 0}));
// CHECK-NEXT:    auto c3_wide = vec::cast<std::int32_t>(vec::transfer_read<4, 4>(c, {4, 4}));
// CHECK-NEXT:    for (Index k = 0; k < 4; ++k) {
// CHECK-NEXT:      c0_wide = vec::contract(m, m, c0_wide);
// CHECK-NEXT:      c1_wide = c1_wide ^ vec::cast<std::int32_t>(m);
// CHECK-NEXT:      c2_wide = -c2_wide;
// CHECK-NEXT:      c3_wide = c3_wide << vec::splat<std::int32_t, 4, 4>(1);
// CHECK-NEXT:    }
// CHECK-NEXT:    vec::transfer_write(vec::cast<std::int8_t>(c0_wide), c, {0, 0});
// CHECK-NEXT:    vec::transfer_write(vec::cast<std::int8_t>(c1_wide), c, {0, 4});
// CHECK-NEXT:    vec::transfer_write(vec::cast<std::int8_t>(c2_wide), c, {4, 0});
// CHECK-NEXT:    vec::transfer_write(vec::cast<std::int8_t>(c3_wide), c, {4, 4});
PTO_INCORE void four(In<mem::MemRef<std::int8_t, mem::L1, 4, 4>> x, InOut<mem::MemRef<std::int8_t, mem::L1, 8, 8>> c) {
  const auto m = vec::transfer_read<4, 4>(x, {0, 0});
  auto c0 = vec::transfer_read<4, 4>(c, {0, 0});
  auto c1 = vec::transfer_read<4, 4>(c, {0, 4});
  auto c2 = vec::transfer_read<4, 4>(c, {4, 0});
  auto c3 = vec::transfer_read<4, 4>(c, {4, 4});
  for (Index k = 0; k < 4; ++k) {
    c0 = vec::cast<std::int8_t>(vec::contract(m, m, vec::cast<std::int32_t>(c0)));                         // WIDE: :[[@LINE]]:{{.*}}'c0' stays
    c1 = vec::cast<std::int8_t>(vec::cast<std::int32_t>(c1) ^ vec::cast<std::int32_t>(m));                 // WIDE: :[[@LINE]]:{{.*}}'c1' stays
    c2 = vec::cast<std::int8_t>(-vec::cast<std::int32_t>(c2));                                             // WIDE: :[[@LINE]]:{{.*}}'c2' stays
    c3 = vec::cast<std::int8_t>(vec::cast<std::int32_t>(c3) << vec::splat<std::int32_t, 4, 4>(1)); // WIDE: :[[@LINE]]:{{.*}}'c3' stays
  }
  vec::transfer_write(c0, c, {0, 0});
  vec::transfer_write(c1, c, {0, 4});
  vec::transfer_write(c2, c, {4, 0});
  vec::transfer_write(c3, c, {4, 4});
}

// Upstream: bf16 and float. One rounding at the end instead of one an iteration: only when that is allowed.
// CHECK-LABEL: floats(
// CHECK:           acc = vec::cast<bf16>(next);
// FLOAT-LABEL: floats(
// FLOAT:         auto acc_wide = vec::cast<float>(vec::transfer_read<16>(c, {0}));
// FLOAT-NEXT:    for (Index k = 0; k < 8; ++k) {
// FLOAT-NEXT:      const auto next = vec::fma(x, x, acc_wide);
// FLOAT-NEXT:      acc_wide = next;
// FLOAT-NEXT:    }
// FLOAT-NEXT:    vec::transfer_write(vec::cast<bf16>(acc_wide), c, {0});
PTO_INCORE void floats(In<mem::MemRef<float, mem::L1, 16>> a, InOut<mem::MemRef<bf16, mem::L1, 16>> c) {
  const auto x = vec::transfer_read<16>(a, {0});
  auto acc = vec::transfer_read<16>(c, {0});
  for (Index k = 0; k < 8; ++k) {
    const auto next = vec::fma(x, x, vec::cast<float>(acc));
    acc = vec::cast<bf16>(next); // KEPT: :[[@LINE]]:11: remark: 'acc' kept: it is rounded in every iteration [-Rpass-missed=hoist-cast-pair,not-allowed]
  }
  vec::transfer_write(acc, c, {0});
}

// Upstream: half and float, through a shape_cast. What the narrow type could not see is no matter for floats.
// FLOAT-LABEL: halves(
// FLOAT:         auto acc_flat_wide = vec::cast<float>(vec::shape_cast<16>(init));
// FLOAT-NEXT:    for (Index k = 0; k < 4; ++k) {
// FLOAT-NEXT:      const auto acc = vec::shape_cast<4, 4>(acc_flat_wide);
// FLOAT-NEXT:      acc_flat_wide = vec::shape_cast<16>(vec::max(vec::contract(a, a, acc), acc));
// FLOAT-NEXT:    }
// FLOAT-NEXT:    return vec::shape_cast<4, 4>(vec::cast<half>(acc_flat_wide));
PTO_INCORE vec::Vec<half, 4, 4> halves(In<vec::Vec<half, 4, 4>> init, In<vec::Vec<half, 4, 4>> a) {
  auto acc_flat = vec::shape_cast<16>(init);
  for (Index k = 0; k < 4; ++k) {
    const auto acc = vec::shape_cast<4, 4>(acc_flat);
    const auto wide = vec::cast<float>(acc);
    acc_flat = vec::shape_cast<16>(vec::cast<half>(vec::max(vec::contract(a, a, wide), wide))); // KEPT: :[[@LINE]]:{{.*}},not-allowed]
  }
  return vec::shape_cast<4, 4>(acc_flat);
}

PTO_TEST_MAIN(specification, runs_over, reshaped, four, floats, halves)
