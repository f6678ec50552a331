// The ways to spell a pair of casts, and what happens to the text around it.
//
// RUN: %pto-rewrite --passes=hoist-cast-pair -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=WIDE,KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=hoist-cast-pair --expect-change %s
// RUN: %pto-rewrite --passes='hoist-cast-pair{loop=only}' %s -- | FileCheck %s --check-prefix=ONLY
#include <pto/dsl.h>
#include <pto/testing.h>
namespace dsl = pto::dsl;
using pto::dsl::In, pto::dsl::Out, pto::dsl::InOut, pto::dsl::Index;
using Narrow = dsl::vec::Vec<std::int16_t, 16>;
using Wide = dsl::vec::Vec<std::int32_t, 16>;

// Names of the DSL are spelled such that they mean it; types that are written out change.
// CHECK-LABEL: qualified(
// CHECK-NEXT:    auto acc_wide = ::pto::dsl::vec::cast<std::int32_t>(init);
// CHECK-NEXT:    for (Index k = 0; k < 3; ++k) {
// CHECK-NEXT:      const auto square = dsl::vec::shape_cast<4, 4>(acc_wide);
// CHECK-NEXT:      const auto narrow = square * square;
// CHECK-NEXT:      acc_wide = dsl::vec::shape_cast<16>(narrow);
// CHECK-NEXT:    }
// CHECK-NEXT:    return ::pto::dsl::vec::cast<std::int16_t>(acc_wide);
PTO_INCORE Narrow qualified(In<Narrow> init) {
  Narrow acc = init;
  for (Index k = 0; k < 3; ++k) {
    const dsl::vec::Vec<std::int16_t, 4, 4> square = dsl::vec::shape_cast<4, 4>(acc);
    const dsl::vec::Vec<std::int32_t, 4, 4> wide = dsl::vec::cast<std::int32_t>(square);
    const dsl::vec::Vec<std::int16_t, 4, 4> narrow = dsl::vec::cast<std::int16_t>(wide * wide);
    acc = dsl::vec::shape_cast<16>(narrow); // WIDE: :[[@LINE]]:{{.*}}'acc' stays std::int32_t
  }
  return acc;
}

using namespace pto::dsl;

// What is narrowed in a statement before and changed in between keeps its place.
// CHECK-LABEL: in_between(
// CHECK:         for (Index k = 0; k < 3; ++k) {
// CHECK-NEXT:      auto sum = acc_wide + x;
// CHECK-NEXT:      const auto narrow = sum;
// CHECK-NEXT:      sum = sum + x;
// CHECK-NEXT:      mem::store(vec::extract(x, k), y, k);
// CHECK-NEXT:      const auto loaded = vec::transfer_read<16>(y, {0}) + other_wide;
// CHECK-NEXT:      linalg::fill(3, y);
// CHECK-NEXT:      acc_wide = vec::shape_cast<16>(narrow);
// CHECK-NEXT:      other_wide = vec::shape_cast<16>(loaded);
PTO_INCORE Narrow in_between(In<Narrow> init, In<Wide> x, InOut<mem::MemRef<std::int32_t, mem::L1, 16>> y) {
  auto acc = init;
  auto other = init;
  for (Index k = 0; k < 3; ++k) {
    auto sum = vec::cast<std::int32_t>(acc) + x;
    const auto narrow = vec::cast<std::int16_t>(sum);
    sum = sum + x;
    mem::store(vec::extract(x, k), y, k);
    const auto loaded = vec::cast<std::int16_t>(vec::transfer_read<16>(y, {0}) + vec::cast<std::int32_t>(other));
    linalg::fill(3, y);
    acc = vec::shape_cast<16>(narrow);   // WIDE: :[[@LINE]]:{{.*}}'acc' stays std::int32_t
    other = vec::shape_cast<16>(loaded); // WIDE: :[[@LINE]]:{{.*}}'other' stays std::int32_t
  }
  return acc + other;
}

// Several reads, in branches and inner loops, too; every op that moves low bits only; narrower looks at the sum.
// CHECK-LABEL: uses(
// CHECK:         auto acc_wide = vec::cast<std::int32_t>(init);
// CHECK-NEXT:    for (Index k = 0; k < 3; ++k) {
// CHECK-NEXT:      vec::transfer_write(vec::cast<std::int8_t>(acc_wide), d, {k, 0});
// CHECK-NEXT:      for (Index j = 0; j < 2; ++j)
// CHECK-NEXT:        if (j == k)
// CHECK-NEXT:          vec::transfer_write(vec::cast<std::int8_t>(acc_wide << x), d, {3, 0});
// CHECK-NEXT:      const auto a = vec::fma(acc_wide, x, ~acc_wide);
// CHECK-NEXT:      const auto b = vec::select(vec::cmp(x, x + x, Cmp::LT), a, acc_wide);
// CHECK-NEXT:      const auto c = vec::concat(vec::extract_slice<8>(b, {0}), vec::shuffle<0, 2, 4, 6, 8, 10, 12, 14>(b));
// CHECK-NEXT:      acc_wide = vec::cast<std::int32_t>(vec::cast<std::int64_t>(c | x) - vec::cast<std::int64_t>(a & b));
PTO_INCORE Narrow uses(In<Narrow> init, In<Wide> x, Out<mem::MemRef<std::int8_t, mem::L1, 4, 16>> d) {
  auto acc = init;
  for (Index k = 0; k < 3; ++k) {
    vec::transfer_write(vec::cast<std::int8_t>(vec::cast<std::int32_t>(acc)), d, {k, 0});
    const auto wide = vec::cast<std::int32_t>(acc);
    for (Index j = 0; j < 2; ++j)
      if (j == k)
        vec::transfer_write(vec::cast<std::int8_t>(wide << x), d, {3, 0});
    const auto a = vec::fma(wide, x, ~vec::cast<std::int32_t>(acc));
    const auto b = vec::select(vec::cmp(x, x + x, Cmp::LT), a, wide);
    const auto c = vec::concat(vec::extract_slice<8>(b, {0}), vec::shuffle<0, 2, 4, 6, 8, 10, 12, 14>(b));
    acc = vec::cast<std::int16_t>(vec::cast<std::int32_t>(vec::cast<std::int64_t>(c | x) - vec::cast<std::int64_t>(a & b))); // WIDE: :[[@LINE]]:{{.*}}'acc' stays
  }
  return acc;
}

// Signed and unsigned: the low bits are the same.
// CHECK-LABEL: signs(
// CHECK:         auto acc_wide = vec::cast<std::int32_t>(init);
// CHECK:           acc_wide = acc_wide * acc_wide - vec::splat<std::int32_t, 16>(7);
// CHECK:         return vec::cast<std::uint16_t>(acc_wide);
PTO_INCORE vec::Vec<std::uint16_t, 16> signs(In<vec::Vec<std::uint16_t, 16>> init) {
  auto acc = init;
  for (Index k = 0; k < 5; ++k) {
    const auto wide = vec::cast<std::int32_t>(acc);
    acc = vec::cast<std::uint16_t>(wide * wide - vec::splat<std::int32_t, 16>(7)); // WIDE: :[[@LINE]]:{{.*}}'acc' stays
  }
  return acc;
}

// The wide value is asked for its old value once the new one is there, is assigned itself, is captured: it keeps its name.
// CHECK-LABEL: names(
// CHECK:           const auto wide = acc_wide;
// CHECK-NEXT:      acc_wide = wide + x;
// CHECK-NEXT:      vec::transfer_write(vec::cast<std::int8_t>(wide), d, {k, 0});
// CHECK-NEXT:      const auto seen = other_wide;
// CHECK-NEXT:      other_wide = seen + x;
// CHECK-NEXT:      air::herd<1>([&seen, &d](Index) { vec::transfer_write(vec::cast<std::int8_t>(seen), d, {3, 0}); });
PTO_INCORE Narrow names(In<Narrow> init, In<Wide> x, Out<mem::MemRef<std::int8_t, mem::L1, 4, 16>> d) {
  auto acc = init;
  auto other = init;
  for (Index k = 0; k < 3; ++k) {
    const auto wide = vec::cast<std::int32_t>(acc);
    acc = vec::cast<std::int16_t>(wide + x); // WIDE: :[[@LINE]]:{{.*}}'acc' stays
    vec::transfer_write(vec::cast<std::int8_t>(wide), d, {k, 0});
    const auto seen = vec::cast<std::int32_t>(other);
    other = vec::cast<std::int16_t>(seen + x); // WIDE: :[[@LINE]]:{{.*}}'other' stays
    air::herd<1>([&seen, &d](Index) { vec::transfer_write(vec::cast<std::int8_t>(seen), d, {3, 0}); });
  }
  return acc + other;
}

// Loops in loops and one after the other; a parameter; several values to begin with.
// CHECK-LABEL: loops(
// CHECK-NEXT:    if (n > 1)
// CHECK-NEXT:      acc = acc + acc;
// CHECK-NEXT:    auto acc_wide = vec::cast<std::int32_t>(acc);
// CHECK-NEXT:    while (n < 3) {
// CHECK-NEXT:      acc_wide = acc_wide * x;
// CHECK-NEXT:      ++n;
// CHECK-NEXT:    }
// CHECK-NEXT:    acc = vec::cast<std::int16_t>(acc_wide);
// CHECK-NEXT:    auto acc_wide3 = vec::cast<std::int32_t>(acc);
// CHECK-NEXT:    for (Index i = 0; i < 2; ++i) {
// CHECK-NEXT:      auto acc_wide2 = acc_wide3;
// CHECK-NEXT:      do {
// CHECK-NEXT:        vec::transfer_write(vec::cast<std::int8_t>(acc_wide2), d, {i, 0});
// CHECK-NEXT:        acc_wide2 = acc_wide2 + x;
// CHECK-NEXT:      } while (--n > 0);
// CHECK-NEXT:      acc_wide3 = acc_wide2;
// CHECK-NEXT:    }
// CHECK-NEXT:  }
PTO_INCORE void loops(Narrow acc, In<Wide> x, Index n, Out<mem::MemRef<std::int8_t, mem::L1, 4, 16>> d) {
  if (n > 1)
    acc = acc + acc;
  while (n < 3) {
    acc = vec::cast<std::int16_t>(vec::cast<std::int32_t>(acc) * x); // WIDE: :[[@LINE]]:{{.*}}'acc' stays
    ++n;
  }
  for (Index i = 0; i < 2; ++i) {
    do {
      vec::transfer_write(vec::cast<std::int8_t>(vec::cast<std::int32_t>(acc)), d, {i, 0});
      acc = vec::cast<std::int16_t>(vec::cast<std::int32_t>(acc) + x); // WIDE: :[[@LINE]]:{{.*}}'acc' stays
    } while (--n > 0); // WIDE: :[[@LINE]]:{{.*}}'acc' stays
  }
}

// Tags: `loop=only` means that loop alone.
// CHECK-LABEL: tagged(
// CHECK:         PTO_TAG("other")
// CHECK-NEXT:    for (Index k = 0; k < 3; ++k)
// CHECK-NEXT:      acc_wide = acc_wide + x;
// ONLY-LABEL: Narrow tagged(
// ONLY-NEXT:     auto acc = init;
// ONLY-NEXT:     PTO_TAG("other")
// ONLY-NEXT:     for (Index k = 0; k < 3; ++k)
// ONLY-NEXT:       acc = vec::cast<std::int16_t>(vec::cast<std::int32_t>(acc) + x);
// ONLY-NEXT:     auto acc_wide = vec::cast<std::int32_t>(acc);
// ONLY-NEXT:     PTO_TAG("only")
// ONLY-NEXT:     for (Index k = 0; k < 3; ++k)
// ONLY-NEXT:       acc_wide = acc_wide * x;
// ONLY-NEXT:     acc = vec::cast<std::int16_t>(acc_wide);
// ONLY-NEXT:     return acc;
PTO_INCORE Narrow tagged(In<Narrow> init, In<Wide> x) {
  auto acc = init;
  PTO_TAG("other")
  for (Index k = 0; k < 3; ++k)
    acc = vec::cast<std::int16_t>(vec::cast<std::int32_t>(acc) + x); // WIDE: :[[@LINE]]:{{.*}}'acc' stays
  PTO_TAG("only")
  for (Index k = 0; k < 3; ++k)
    acc = vec::cast<std::int16_t>(vec::cast<std::int32_t>(acc) * x); // WIDE: :[[@LINE]]:{{.*}}'acc' stays
  return acc;
}

// Instances of a template: of the same types, of others, one without a pair.
// CHECK-LABEL: instances(
// CHECK-NEXT:    auto acc_wide = vec::cast<std::int32_t>(init);
template <Index N> PTO_INCORE vec::Vec<std::int16_t, N> instances(In<vec::Vec<std::int16_t, N>> init) {
  auto acc = init;
  for (Index k = 0; k < 3; ++k)
    acc = vec::cast<std::int16_t>(vec::cast<std::int32_t>(acc) + vec::splat<std::int32_t, N>(70000)); // WIDE: :[[@LINE]]:{{.*}}'acc' stays
  return acc;
}
template <class T> PTO_INCORE vec::Vec<std::int16_t, 4> other_types(In<vec::Vec<std::int16_t, 4>> init) {
  auto acc = init;
  for (Index k = 0; k < 3; ++k)
    acc = vec::cast<std::int16_t>(vec::cast<T>(acc) + vec::splat<T, 4>(7)); // KEPT: :[[@LINE]]:{{.*}},instantiations-disagree]
  return acc;
}

PTO_TEST_MAIN(qualified, in_between, uses, signs, names, loops, tagged, instances<4>, instances<8>,
              other_types<std::int32_t>, other_types<std::int64_t>, other_types<std::int16_t>)
