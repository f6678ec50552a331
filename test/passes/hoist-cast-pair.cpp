// RUN: %pto-rewrite --passes=hoist-cast-pair -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=hoist-cast-pair %s
// RUN: %pto-rewrite --passes=hoist-cast-pair --allow=fewer-roundings %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s --check-prefix=FLOAT
// RUN: %equal --passes=hoist-cast-pair --allow=fewer-roundings --within=0.05 %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Shorts = mem::MemRef<std::int16_t, mem::L1, 16>;
using Ints = mem::MemRef<std::int32_t, mem::L1, 8, 16>;

// Sums wrap in either type: their low bits are the same.
// CHECK-LABEL: void plain
// CHECK:         auto acc = vec::transfer_read<16>(c, {0});
// CHECK-NEXT:    auto acc_wide = vec::cast<std::int32_t>(acc);
// CHECK-NEXT:    for (Index k = 0; k < n; ++k) {
// CHECK-NEXT:      const auto sum = acc_wide + a * vec::transfer_read<16>(x, {k, 0});
// CHECK-NEXT:      acc_wide = sum;
// CHECK-NEXT:    }
// CHECK-NEXT:    acc = vec::cast<std::int16_t>(acc_wide);
// SAYS: [[@LINE+7]]:11: remark: 'acc' stays std::int32_t while the loop runs [-Rpass=hoist-cast-pair]
PTO_INCORE void plain(In<Ints> x, InOut<Shorts> c, Index n) {
  const auto a = vec::splat<std::int32_t, 16>(12345);
  auto acc = vec::transfer_read<16>(c, {0});
  for (Index k = 0; k < n; ++k) {
    const auto wide = vec::cast<std::int32_t>(acc);
    const auto sum = wide + a * vec::transfer_read<16>(x, {k, 0});
    acc = vec::cast<std::int16_t>(sum);
  }
  vec::transfer_write(acc, c, {0});
}

// Nested expressions; a value that the loop does not need behind it; no braces.
// CHECK-LABEL: void nested
// CHECK:         auto acc_wide = vec::cast<std::int32_t>(acc);
// CHECK-NEXT:    for (Index k = 0; k < 8; ++k)
// CHECK-NEXT:      acc_wide = acc_wide ^ vec::transfer_read<16>(x, {k, 0});
// CHECK-NEXT:    acc = vec::cast<std::int16_t>(acc_wide);
PTO_INCORE void nested(In<Ints> x, InOut<Shorts> c) {
  auto acc = vec::transfer_read<16>(c, {0});
  for (Index k = 0; k < 8; ++k)
    acc = vec::cast<std::int16_t>(vec::cast<std::int32_t>(acc) ^ vec::transfer_read<16>(x, {k, 0}));
  vec::transfer_write(acc, c, {0});
}

// Through a shape_cast on either side, as flatten-for-iter-args leaves them; four pairs in one loop.
// CHECK-LABEL: void four
// CHECK:         auto a_wide = vec::cast<std::int32_t>(a);
// CHECK:         auto d_wide = vec::cast<std::int32_t>(d);
// CHECK:         for (Index k = 0; k < 4; ++k) {
// CHECK-NEXT:      a_wide = vec::shape_cast<16>(vec::contract(m, m, vec::shape_cast<4, 4>(a_wide)));
// CHECK-NEXT:      const auto b1 = vec::contract(m, m, vec::shape_cast<4, 4>(b_wide));
// CHECK-NEXT:      b_wide = vec::shape_cast<16>(b1);
PTO_INCORE void four(In<mem::MemRef<std::int8_t, mem::L1, 4, 4>> x, InOut<mem::MemRef<std::int16_t, mem::L1, 4, 16>> c) {
  const auto m = vec::transfer_read<4, 4>(x, {0, 0});
  auto a = vec::extract(vec::transfer_read<4, 16>(c, {0, 0}), 0), b = a;
  auto d = a + b;
  auto e = d;
  for (Index k = 0; k < 4; ++k) {
    a = vec::shape_cast<16>(vec::cast<std::int16_t>(vec::contract(m, m, vec::cast<std::int32_t>(vec::shape_cast<4, 4>(a)))));
    const auto b0 = vec::shape_cast<4, 4>(b);
    const auto b1 = vec::contract(m, m, vec::cast<std::int32_t>(b0));
    const auto b2 = vec::cast<std::int16_t>(b1);
    b = vec::shape_cast<16>(b2);
    d = vec::cast<std::int16_t>(vec::cast<std::int32_t>(d) - vec::cast<std::int32_t>(vec::shape_cast<16>(m)));
    e = vec::cast<std::int16_t>(-vec::cast<std::int32_t>(e));
  }
  vec::transfer_write(a + b, c, {0, 0});
  vec::transfer_write(d + e, c, {1, 0});
}

// One rounding at the end instead of one an iteration: only when that is allowed.
// SAYS: [[@LINE+11]]:11: remark: 'acc' kept: it is rounded in every iteration [-Rpass-missed=hoist-cast-pair,not-allowed]
// FLOAT-LABEL: void floats
// FLOAT:         auto acc_wide = vec::cast<float>(acc);
// FLOAT-NEXT:    for (Index k = 0; k < 8; ++k) {
// FLOAT-NEXT:      const auto next = vec::fma(x, x, acc_wide);
// FLOAT-NEXT:      acc_wide = next;
PTO_INCORE void floats(In<mem::MemRef<float, mem::L1, 16>> a, InOut<mem::MemRef<bf16, mem::L1, 16>> c) {
  const auto x = vec::transfer_read<16>(a, {0});
  auto acc = vec::transfer_read<16>(c, {0});
  for (Index k = 0; k < 8; ++k) {
    const auto next = vec::fma(x, x, vec::cast<float>(acc));
    acc = vec::cast<bf16>(next);
  }
  vec::transfer_write(acc, c, {0});
}

// The larger of two sees what the narrow type would have dropped.
// SAYS: [[@LINE+5]]:11: remark: 'acc' kept: 'vec.max' sees bits that short has not [-Rpass-missed=hoist-cast-pair,high-bits]
PTO_INCORE void relu(In<Ints> x, InOut<Shorts> c) {
  auto acc = vec::transfer_read<16>(c, {0});
  for (Index k = 0; k < 8; ++k) {
    const auto sum = vec::cast<std::int32_t>(acc) + vec::transfer_read<16>(x, {k, 0}) * vec::splat<std::int32_t, 16>(9999);
    acc = vec::cast<std::int16_t>(vec::max(sum, vec::splat<std::int32_t, 16>(0)));
  }
  vec::transfer_write(acc, c, {0});
}

// SAYS: [[@LINE+5]]:11: remark: 'acc' kept: 'vec.shr' sees bits that short has not [-Rpass-missed=hoist-cast-pair,high-bits]
PTO_INCORE void shifted(In<Ints> x, InOut<Shorts> c) {
  auto acc = vec::transfer_read<16>(c, {0});
  for (Index k = 0; k < 8; ++k) {
    const auto sum = vec::cast<std::int32_t>(acc) * vec::transfer_read<16>(x, {k, 0});
    acc = vec::cast<std::int16_t>(sum >> vec::splat<std::int32_t, 16>(3));
  }
  vec::transfer_write(acc, c, {0});
}

// A count of bits sees all of its bits; what is shifted does not.
// SAYS: [[@LINE+4]]:11: remark: 'acc' kept: 'vec.shl' sees bits that short has not [-Rpass-missed=hoist-cast-pair,high-bits]
PTO_INCORE void counts(InOut<Shorts> c) {
  auto acc = vec::transfer_read<16>(c, {0});
  for (Index k = 0; k < 8; ++k) {
    acc = vec::cast<std::int16_t>(vec::splat<std::int32_t, 16>(3) << vec::cast<std::int32_t>(acc));
  }
  vec::transfer_write(acc, c, {0});
}

// SAYS: [[@LINE+5]]:11: remark: 'acc' kept: the loop reads it without widening it [-Rpass-missed=hoist-cast-pair,narrow-value-used]
PTO_INCORE void narrow_use(In<Ints> x, InOut<Shorts> c, Out<Shorts> d) {
  auto acc = vec::transfer_read<16>(c, {0});
  for (Index k = 0; k < 8; ++k) {
    vec::transfer_write(acc, d, {0});
    acc = vec::cast<std::int16_t>(vec::cast<std::int32_t>(acc) + vec::transfer_read<16>(x, {k, 0}));
  }
  vec::transfer_write(acc, c, {0});
}

// SAYS: [[@LINE+6]]:11: remark: 'acc' kept: the wide value is used for something else [-Rpass-missed=hoist-cast-pair,wide-value-used]
PTO_INCORE void wide_use(In<Ints> x, InOut<Shorts> c, Out<Ints> d) {
  auto acc = vec::transfer_read<16>(c, {0});
  for (Index k = 0; k < 8; ++k) {
    const auto sum = vec::cast<std::int32_t>(acc) + vec::transfer_read<16>(x, {k, 0});
    vec::transfer_write(sum, d, {k, 0});
    acc = vec::cast<std::int16_t>(sum);
  }
  vec::transfer_write(acc, c, {0});
}

// Narrowed in a branch only: no pair at all.
// CHECK-LABEL: void conditional
// CHECK:             acc = vec::cast<std::int16_t>(vec::cast<std::int32_t>(acc) + vec::transfer_read<16>(x, {k, 0}));
PTO_INCORE void conditional(In<Ints> x, InOut<Shorts> c) {
  auto acc = vec::transfer_read<16>(c, {0});
  for (Index k = 0; k < 8; ++k)
    if (k % 2)
      acc = vec::cast<std::int16_t>(vec::cast<std::int32_t>(acc) + vec::transfer_read<16>(x, {k, 0}));
  vec::transfer_write(acc, c, {0});
}

PTO_TEST_MAIN(plain, nested, four, floats, relu, shifted, counts, narrow_use, wide_use, conditional)
