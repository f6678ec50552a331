// Pairs of casts that hoist-cast-pair leaves in their loop.
//
// RUN: %pto-rewrite --passes=hoist-cast-pair --allow=fewer-roundings -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: FileCheck %s --check-prefix=KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: diff %s %t.cpp
// RUN: %equal --passes=hoist-cast-pair --allow=fewer-roundings %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Narrow = vec::Vec<std::int16_t, 16>;
using Wide = vec::Vec<std::int32_t, 16>;

// Hole a of the specification: bits that the narrow type drops. The larger of two, a shift to the right,
PTO_INCORE Narrow relu(In<Narrow> init, In<Wide> x) {
  auto acc = init;
  for (Index k = 0; k < 8; ++k) {
    const auto sum = vec::cast<std::int32_t>(acc) + x * vec::splat<std::int32_t, 16>(9999);
    acc = vec::cast<std::int16_t>(vec::max(sum, vec::splat<std::int32_t, 16>(0))); // KEPT: :[[@LINE]]:11: remark: 'acc' kept: 'vec.max' sees bits that short has not [-Rpass-missed=hoist-cast-pair,high-bits]
  }
  return acc;
}
PTO_INCORE Narrow shifted(In<Narrow> init, In<Wide> x) {
  auto acc = init;
  for (Index k = 0; k < 8; ++k)
    acc = vec::cast<std::int16_t>((vec::cast<std::int32_t>(acc) * x) >> vec::splat<std::int32_t, 16>(3)); // KEPT: :[[@LINE]]:{{.*}}'vec.shr' sees{{.*}},high-bits]
  return acc;
}
// a division, a comparison, a count of bits, a saturation, other types, lanes summed up by their size.
PTO_INCORE Narrow divided(In<Narrow> init) {
  auto acc = init;
  for (Index k = 0; k < 8; ++k)
    acc = vec::cast<std::int16_t>((vec::cast<std::int32_t>(acc) * vec::splat<std::int32_t, 16>(77)) / vec::splat<std::int32_t, 16>(3)); // KEPT: :[[@LINE]]:{{.*}}'vec.div' sees{{.*}},high-bits]
  return acc;
}
PTO_INCORE Narrow compared(In<Narrow> init, In<Wide> x) {
  auto acc = init;
  for (Index k = 0; k < 8; ++k) {
    const auto sum = vec::cast<std::int32_t>(acc) + x * vec::splat<std::int32_t, 16>(9999);
    acc = vec::cast<std::int16_t>(vec::select(vec::cmp(sum, x, Cmp::LT), sum, x)); // KEPT: :[[@LINE]]:{{.*}}'vec.cmp' sees{{.*}},high-bits]
  }
  return acc;
}
PTO_INCORE Narrow counted(In<Narrow> init) {
  auto acc = init;
  for (Index k = 0; k < 8; ++k)
    acc = vec::cast<std::int16_t>(vec::splat<std::int32_t, 16>(3) << vec::cast<std::int32_t>(acc)); // KEPT: :[[@LINE]]:{{.*}}'vec.shl' sees{{.*}},high-bits]
  return acc;
}
PTO_INCORE Narrow saturated(In<Narrow> init, In<Wide> x) {
  auto acc = init;
  for (Index k = 0; k < 8; ++k) {
    const auto sum = vec::cast<std::int32_t>(acc) + x * vec::splat<std::int32_t, 16>(9999);
    acc = vec::cast<std::int16_t>(vec::min(vec::max(sum, vec::splat<std::int32_t, 16>(-32768)), vec::splat<std::int32_t, 16>(32767))); // KEPT: :[[@LINE]]:{{.*}},high-bits]
  }
  return acc;
}
PTO_INCORE Narrow other_types(In<Narrow> init) {
  auto acc = init;
  auto bits = init;
  for (Index k = 0; k < 8; ++k) {
    const auto wide = vec::cast<std::int32_t>(acc);
    acc = vec::cast<std::int16_t>(vec::cast<std::int32_t>(vec::cast<float>(wide * wide))); // KEPT: :[[@LINE]]:{{.*}}'vec.cast' sees{{.*}},high-bits]
    const auto more = vec::cast<std::int32_t>(bits);
    bits = vec::cast<std::int16_t>(more + vec::cast<std::int32_t>(vec::shuffle<0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30>(vec::bitcast<std::int16_t>(more)))); // KEPT: :[[@LINE]]:{{.*}}'vec.bitcast' sees{{.*}},high-bits]
  }
  return acc + bits;
}
PTO_INCORE Narrow reduced(In<Narrow> init) {
  auto acc = init;
  for (Index k = 0; k < 8; ++k) {
    const auto wide = vec::cast<std::int32_t>(acc);
    acc = vec::cast<std::int16_t>(wide + vec::splat<std::int32_t, 16>(vec::reduce<vec::Combine::Max>(wide * wide, 0))); // KEPT: :[[@LINE]]:{{.*}},wide-value-used]
  }
  return acc;
}
// A second step away.
PTO_INCORE Narrow later(In<Narrow> init, In<Wide> x) {
  auto acc = init;
  for (Index k = 0; k < 8; ++k) {
    const auto sum = vec::cast<std::int32_t>(acc) + x * vec::splat<std::int32_t, 16>(9999);
    const auto copy = sum;
    const auto half = vec::transpose<1, 0>(vec::shape_cast<4, 4>(copy)) >> vec::splat<std::int32_t, 4, 4>(1);
    acc = vec::cast<std::int16_t>(sum ^ vec::shape_cast<16>(half)); // KEPT: :[[@LINE]]:{{.*}}'vec.shr' sees{{.*}},high-bits]
  }
  return acc;
}
// To memory, to a call, to a name that has other values, behind the loop.
Wide identity(const Wide &v) { return v; }
PTO_INCORE Narrow elsewhere(In<Narrow> init, In<Wide> x, Out<mem::MemRef<std::int32_t, mem::L1, 8, 16>> d) {
  auto a = init;
  auto b = init;
  auto c = init;
  auto last = x;
  for (Index k = 0; k < 8; ++k) {
    const auto sum = vec::cast<std::int32_t>(a) + x;
    vec::transfer_write(sum, d, {k, 0});
    a = vec::cast<std::int16_t>(sum);                                      // KEPT: :[[@LINE]]:{{.*}},wide-value-used]
    b = vec::cast<std::int16_t>(identity(vec::cast<std::int32_t>(b) + x)); // KEPT: :[[@LINE]]:{{.*}},wide-value-used]
    last = vec::cast<std::int32_t>(c) * x;
    c = vec::cast<std::int16_t>(last); // KEPT: :[[@LINE]]:{{.*}},wide-value-used]
  }
  return a + b + c + vec::cast<std::int16_t>(last >> vec::splat<std::int32_t, 16>(5));
}

// Hole c: the narrow value has other uses, before it is narrowed again and after, in the head of the loop, in between.
PTO_INCORE Narrow narrow_uses(In<Narrow> init, In<Wide> x, Out<mem::MemRef<std::int16_t, mem::L1, 16>> d) {
  auto a = init;
  auto b = init;
  auto c = init;
  auto e = init;
  for (Index k = 0; k < 8; ++k) {
    vec::transfer_write(a, d, {0});
    a = vec::cast<std::int16_t>(vec::cast<std::int32_t>(a) + x); // KEPT: :[[@LINE]]:{{.*}}the loop reads it without widening it{{.*}},narrow-value-used]
    b = vec::cast<std::int16_t>(vec::cast<std::int32_t>(b) + x); // KEPT: :[[@LINE]]:{{.*}}after it was narrowed{{.*}},narrow-value-used]
    vec::transfer_write(b, d, {0});
    const auto narrow = vec::cast<std::int16_t>(vec::shape_cast<4, 4>(vec::cast<std::int32_t>(c) + x));
    vec::transfer_write(vec::shape_cast<16>(narrow), d, {0});
    c = vec::shape_cast<16>(narrow); // KEPT: :[[@LINE]]:{{.*}}another use{{.*}},narrow-value-used]
    const auto square = vec::shape_cast<4, 4>(e);
    vec::transfer_write(vec::shape_cast<16>(square), d, {0});
    e = vec::cast<std::int16_t>(vec::shape_cast<16>(vec::cast<std::int32_t>(square))); // KEPT: :[[@LINE]]:{{.*}}another use{{.*}},narrow-value-used]
  }
  while (vec::extract(a, 0) < 100)
    a = vec::cast<std::int16_t>(vec::cast<std::int32_t>(a) + vec::splat<std::int32_t, 16>(1)); // KEPT: :[[@LINE]]:{{.*}},narrow-value-used]
  return a + b + c + e;
}
// A name of the narrow type that stays, an assignment inside of something else, another name of it, a capture.
PTO_INCORE Narrow names(In<Narrow> init, In<Wide> x, Out<mem::MemRef<std::int16_t, mem::L1, 16>> d) {
  auto a = init;
  auto b = init;
  auto c = init;
  auto &same = c;
  auto e = init;
  Narrow t;
  for (Index k = 0; k < 8; ++k) {
    t = vec::cast<std::int16_t>(vec::shape_cast<16>(vec::shape_cast<4, 4>(vec::cast<std::int32_t>(a) + x)));
    a = vec::shape_cast<16>(t); // KEPT: :[[@LINE]]:{{.*}}a variable has its narrow type{{.*}},narrow-value-used]
    d(k) = 3, b = vec::cast<std::int16_t>(vec::cast<std::int32_t>(b) + x); // KEPT: :[[@LINE]]:{{.*}}a statement of its own{{.*}},narrow-value-used]
    c = vec::cast<std::int16_t>(vec::cast<std::int32_t>(same) + x);        // KEPT: :[[@LINE]]:{{.*}}another name{{.*}},narrow-value-used]
    air::herd<1>([&e, &x, &d](Index) { vec::transfer_write(vec::cast<std::int16_t>(vec::cast<std::int32_t>(e) + x), d, {0}); });
    e = vec::cast<std::int16_t>(vec::cast<std::int32_t>(e) + x); // KEPT: :[[@LINE]]:{{.*}},narrow-value-used]
  }
  return a + b + c + e;
}

// Rounded in a way of its own, narrowed in a branch, not narrowed at all, to another type: no pair. Nothing to say.
PTO_INCORE vec::Vec<bf16, 16> no_pair(In<vec::Vec<bf16, 16>> init, In<vec::Vec<float, 16>> x) {
  auto a = init;
  auto b = init;
  auto c = init;
  for (Index k = 0; k < 8; ++k) {
    a = vec::cast<bf16>(vec::cast<float>(a) + x, RoundMode::Trunc);
    if (k % 2 != 0)
      b = vec::cast<bf16>(vec::cast<float>(b) + x);
    c = vec::cast<bf16>(vec::cast<std::int32_t>(c));
  }
  return a + b + c;
}
// The value is widened once it has been replaced.
PTO_INCORE Narrow too_late(In<Narrow> init, In<Wide> x) {
  auto acc = init;
  for (Index k = 0; k < 8; ++k) {
    const auto old = vec::shape_cast<4, 4>(acc);
    acc = vec::cast<std::int16_t>(x);
    const auto wide = vec::cast<std::int32_t>(old);
    acc = acc + vec::cast<std::int16_t>(vec::shape_cast<16>(wide));
  }
  return acc;
}
// An iteration may end before it is narrowed. Nothing to say.
PTO_INCORE Narrow leaves(In<Narrow> init, In<Wide> x, Index n) {
  auto acc = init;
  for (Index k = 0; k < 8; ++k) {
    if (k == n)
      continue;
    acc = vec::cast<std::int16_t>(vec::cast<std::int32_t>(acc) + x);
  }
  return acc;
}

#define NARROW(v) vec::cast<std::int16_t>(v)
#define EACH(k) for (Index k = 0; k < 8; ++k)
PTO_INCORE Narrow texts(In<Narrow> init, In<Wide> x, Index n) {
  auto acc = init;
  for (Index k = 0; k < 8; ++k)
    acc = NARROW(vec::cast<std::int32_t>(acc) + x); // KEPT: :[[@LINE]]:{{.*}},in-macro]
  EACH(k)
    acc = vec::cast<std::int16_t>(vec::cast<std::int32_t>(acc) + x); // KEPT: :[[@LINE]]:{{.*}},in-macro]
  for (Index k = 0; k < 8; ++k)
    acc = vec::cast<std::int16_t>(vec::cast</* four bytes */ std::int32_t>(acc) + x); // KEPT: :[[@LINE]]:{{.*}},comment]
  for (Index k = 0; k < 8; ++k)
    acc = vec::cast<std::int16_t>(vec::cast<std::int32_t>(acc) + x); // NOLINT: KEPT: :[[@LINE]]:{{.*}},suppressed]
  switch (n) {
  case 1:
    for (Index k = 0; k < 8; ++k)
      acc = vec::cast<std::int16_t>(vec::cast<std::int32_t>(acc) + x); // KEPT: :[[@LINE]]:{{.*}},switch-label]
  }
  return acc;
}

PTO_TEST_MAIN(relu, shifted, divided, compared, counted, saturated, other_types, reduced, later, elsewhere, narrow_uses,
              names, no_pair, too_late, leaves, texts)
