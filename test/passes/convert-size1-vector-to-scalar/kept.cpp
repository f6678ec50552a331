// What convert-size1-vector-to-scalar must keep: transfers that pad or drop, with the reason, and text that is not ours.
// What stands between goes on.
//
// RUN: %pto-rewrite --passes=convert-size1-vector-to-scalar -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=KEPT --input-file=%t.err
// RUN: %equal --passes=convert-size1-vector-to-scalar --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using M = mem::MemRef<float, mem::L1, 8>;
using One = vec::Vec<float, 1>;

//===-- outside of the memory ----------------------------------------------------------------===//

// CHECK-LABEL: void may_overhang(
// CHECK-NEXT:    const auto a = vec::extract(vec::transfer_read<1>(m, {i}, 2.0f), 0);
// CHECK-NEXT:    const auto b = math::exp(a);
// CHECK-NEXT:    vec::transfer_write(vec::splat<float, 1>(b), m, {i});
// KEPT: [[@LINE+3]]:18: remark: 'm' kept: the lane may lie outside of it [-Rpass-missed=convert-size1-vector-to-scalar,maybe-out-of-bounds]
// KEPT: [[@LINE+4]]:3: remark: 'm' kept: the lane may lie outside of it [-Rpass-missed=convert-size1-vector-to-scalar,maybe-out-of-bounds]
PTO_INCORE void may_overhang(InOut<M> m, Index i) {
  const auto a = vec::transfer_read<1>(m, {i}, 2.0f);
  const auto b = vec::exp(a);
  vec::transfer_write(b, m, {i});
}
void before_it(InOut<M> m) { may_overhang(m, -1); }
void behind_it(InOut<M> m) { may_overhang(m, 8); }
void inside_of_it(InOut<M> m) { may_overhang(m, 3); }

// A loop that is known to stay inside, and one that is not.
// CHECK-LABEL: void loops(
// CHECK:           mem::store(math::exp(mem::load(m, i)), m, i);
// CHECK:           vec::transfer_write(vec::splat<float, 1>(math::exp(vec::extract(vec::transfer_read<1>(m, {i}), 0))), m, {i});
PTO_INCORE void loops(InOut<M> m) {
  for (Index i = 0; i < 8; ++i)
    vec::transfer_write(vec::exp(vec::transfer_read<1>(m, {i})), m, {i});
  for (Index i = 0; i < 9; ++i)
    vec::transfer_write(vec::exp(vec::transfer_read<1>(m, {i})), m, {i}); // KEPT: :[[@LINE]]:{{.*}},maybe-out-of-bounds]
}

// KEPT: [[@LINE+2]]:{{.*}},maybe-out-of-bounds]
PTO_INCORE void run_time_extent(InOut<mem::MemRef<float, mem::L1, dyn>> m) {
  const auto a = vec::transfer_read<1>(m, {3});
  vec::transfer_write(a + a, m, {3}); // KEPT: :[[@LINE]]:{{.*}},maybe-out-of-bounds]
}
PTO_INCORE void some_extents(InOut<M> m) {
  run_time_extent(mem::subview<dyn>(m, {0}, {5}));
  run_time_extent(mem::subview<dyn>(m, {6}, {2}));
}

// A promise that it stays inside counts: checked builds trap where it is not kept.
// CHECK-LABEL: void promised(
// CHECK-NEXT:    mem::store(math::exp(mem::load(m, i)), m, i);
PTO_INCORE void promised(InOut<M> m, Index i) {
  vec::store(vec::exp(vec::load<1>(m, {i})), m, {i});
}
void promised_third(InOut<M> m) { promised(m, 3); }

// CHECK-LABEL: void masked(
// CHECK-NEXT:    const bool some = n > 3;
// CHECK-NEXT:    const auto mask = some;
// CHECK-NEXT:    const auto b = math::exp(mem::load(m, 0));
// CHECK-NEXT:    vec::transfer_write(vec::splat<float, 1>(b), m, {2}, vec::splat<bool, 1>(!mask));
PTO_INCORE void masked(InOut<M> m, Index n) {
  const bool some = n > 3;
  const auto mask = vec::splat<bool, 1>(some);
  const auto b = vec::exp(vec::load<1>(m, {0}));
  vec::transfer_write(b, m, {2}, ~mask); // KEPT: :[[@LINE]]:3: remark: 'm' kept: a mask decides whether the lane is moved{{.*}},masked]
}

//===-- text that is not ours ------------------------------------------------------------------===//

// CHECK-LABEL: void commented(
// CHECK-NEXT:    const auto a = vec::load<1>(m, {0});
// CHECK-NEXT:    const auto b = vec::extract(a {{.*}} * a, 0);
// CHECK-NEXT:    mem::store(math::add(b, b), m, 2);
PTO_INCORE void commented(InOut<M> m) {
  const auto a = vec::load<1>(m, {0});
  const auto b = a /* twice */ * a; // KEPT: :[[@LINE]]:{{.*}},comment]
  vec::store(b + b, m, {2});
}

#define SQUARE(x) ((x) * (x))
#define VALUE a
// CHECK-LABEL: void in_macros(
// CHECK-NEXT:    const auto a = vec::load<1>(m, {0});
// CHECK-NEXT:    const auto b = SQUARE(a);
// CHECK-NEXT:    const auto c = vec::extract(vec::exp(VALUE), 0);
// CHECK-NEXT:    mem::store(math::add(vec::extract(b, 0), c), m, 2);
PTO_INCORE void in_macros(InOut<M> m) {
  const auto a = vec::load<1>(m, {0});
  const auto b = SQUARE(a);       // KEPT: :[[@LINE]]:{{.*}},in-macro]
  const auto c = vec::exp(VALUE); // KEPT: :[[@LINE]]:{{.*}},in-macro]
  vec::store(b + c, m, {2});
}

// Code that is left out may use the name.
// CHECK-LABEL: void configured(
// CHECK-NEXT:    const auto a = vec::splat<float, 1>(math::exp(mem::load(m, 0)));
// CHECK:         mem::store(math::add(vec::extract(a, 0), vec::extract(a, 0)), m, 2);
PTO_INCORE void configured(InOut<M> m) {
  const auto a = vec::exp(vec::load<1>(m, {0}));
#ifdef MORE
  vec::store(a, m, {1});
#endif
  vec::store(a + a, m, {2});
}

// CHECK-LABEL: void asked_for(
// CHECK-NEXT:    vec::store(vec::exp(vec::load<1>(m, {0})), m, {2});
PTO_INCORE void asked_for(InOut<M> m) {
  vec::store(vec::exp(vec::load<1>(m, {0})), m, {2}); // NOLINT(pto-convert-size1-vector-to-scalar) KEPT: :[[@LINE]]:{{.*}},suppressed]
}

// CHECK-LABEL: void jumps(
// CHECK:         const auto a = vec::exp(vec::load<1>(m, {0}));
PTO_INCORE void jumps(InOut<M> m, Index n) {
again:
  const auto a = vec::exp(vec::load<1>(m, {0})); // KEPT: :[[@LINE]]:{{.*}},unmodelled]
  vec::store(a, m, {0});
  if (--n > 0)
    goto again;
}

// Other modes of comparison than those that are spelled are not known.
// CHECK-LABEL: void mode(
// CHECK-NEXT:    const auto a = mem::load(m, 0);
// CHECK-NEXT:    const auto less = vec::extract(vec::cmp(vec::splat<float, 1>(a), given, how), 0);
// CHECK-NEXT:    const auto s = less ? a : math::neg(a);
// CHECK-NEXT:    mem::store(s, m, 2);
PTO_INCORE void mode(InOut<M> m, const One &given, Cmp how) {
  const auto a = vec::load<1>(m, {0});
  const auto less = vec::cmp(a, given, how);
  const auto s = vec::select(less, a, -a);
  vec::store(s, m, {2});
}
PTO_INCORE void some_modes(InOut<M> m, const One &given) {
  mode(m, given, Cmp::LT);
  mode(m, given, Cmp::NE);
}

// Not a kernel.
One host(const One &a) { return a + a; }

PTO_TEST_MAIN(before_it, behind_it, inside_of_it, loops, some_extents, promised_third, masked, commented, in_macros,
              configured, asked_for, some_modes, host)
