// vector-type-cast of floats, all operands and results: what upstream tests, and every op. Each cast rounds.
//
// RUN: %pto-rewrite --passes='vector-type-cast{type=bf16}' --allow=precision -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: not grep -F "Rpass-missed=" %t.err
// RUN: %equal --passes='vector-type-cast{type=bf16}' --allow=precision --within=0.05 --expect-change %s
// RUN: %equal --passes='vector-type-cast{type=f64}' --allow=precision --within=0.00001 --expect-change %s
//
// One op, and one statement.
// RUN: %pto-rewrite --passes='vector-type-cast{type=f16 op=exp}' --allow=precision %s -o %t.exp.cpp --
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.exp.cpp | FileCheck %s --check-prefix=EXP
// RUN: %equal --passes='vector-type-cast{type=f64 op=exp}' --allow=precision --within=0.00001 --expect-change %s
// RUN: %pto-rewrite --passes='vector-type-cast{type=f16 op=add target=here}' --allow=precision %s -o %t.here.cpp --
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.here.cpp | FileCheck %s --check-prefix=HERE
// RUN: %exit 64 %pto-rewrite --passes='vector-type-cast{type=f16 target=there}' --allow=precision %s -- 2>&1 | FileCheck %s --check-prefix=THERE
// THERE: nothing is tagged 'there'
#include <pto/dsl.h>
#include <pto/testing.h>

using namespace pto::dsl;

using V = vec::Vec<float, 16>;

//===-- upstream's tests ----------------------------------------------------------------===//

// CHECK-LABEL: V fused(
// CHECK-NEXT:    return vec::cast<float>(vec::fma(vec::cast<bf16>(a), vec::cast<bf16>(b), vec::cast<bf16>(c)));
PTO_INCORE V fused(const V &a, const V &b, const V &c) {
  return vec::fma(a, b, c);
}

// CHECK-LABEL: V sum(
// CHECK-NEXT:    return vec::cast<float>(vec::cast<bf16>(a) + vec::cast<bf16>(b));
PTO_INCORE V sum(const V &a, const V &b) {
  return a + b;
}

// CHECK-LABEL: V product(
// CHECK-NEXT:    return vec::cast<float>(vec::cast<bf16>(a) * vec::cast<bf16>(b));
PTO_INCORE V product(const V &a, const V &b) {
  return a * b;
}

// CHECK-LABEL: float reduction(
// CHECK-NEXT:    return static_cast<float>(vec::reduce<vec::Combine::Add>(vec::cast<bf16>(a), static_cast<bf16>(acc)));
PTO_INCORE float reduction(const V &a, float acc) {
  return vec::reduce<vec::Combine::Add>(a, acc);
}

// Casts back and forth are not merged.
// CHECK-LABEL: V chain(
// CHECK-NEXT:    const auto s = vec::cast<float>(vec::cast<bf16>(a) + vec::cast<bf16>(b));
// CHECK-NEXT:    return vec::cast<float>(vec::cast<bf16>(s) * vec::cast<bf16>(b));
PTO_INCORE V chain(const V &a, const V &b) {
  const auto s = a + b;
  return s * b;
}

// One lane is nobody's trouble.
// CHECK-LABEL: one_lane(
// CHECK-NEXT:    return vec::exp(a) + a;
PTO_INCORE vec::Vec<float, 1> one_lane(const vec::Vec<float, 1> &a) {
  return vec::exp(a) + a;
}

// CHECK-LABEL: rows(
// CHECK-NEXT:    return vec::cast<float>(vec::multi_reduction<vec::Combine::Max, 1>(vec::cast<bf16>(a), vec::cast<bf16>(acc)));
PTO_INCORE vec::Vec<float, 1> rows(const vec::Vec<float, 1, 16> &a, const vec::Vec<float, 1> &acc) {
  return vec::multi_reduction<vec::Combine::Max, 1>(a, acc);
}

// What upstream would make of a mask: a number. Here the mask stays one.
// CHECK-LABEL: V larger(
// CHECK-NEXT:    return vec::cast<float>(vec::select(vec::cmp(vec::cast<bf16>(a), vec::cast<bf16>(b), Cmp::LT), vec::cast<bf16>(a), vec::cast<bf16>(b)));
PTO_INCORE V larger(const V &a, const V &b) {
  return vec::select(vec::cmp(a, b, Cmp::LT), a, b);
}

//===-- every op --------------------------------------------------------------------------===//

// CHECK-LABEL: V lanewise(
// CHECK-NEXT:    const auto d = vec::cast<float>(vec::cast<bf16>(a) - vec::cast<bf16>(b));
// CHECK-NEXT:    const auto m = vec::cast<float>(vec::max(vec::cast<bf16>(d), vec::cast<bf16>(b)));
// CHECK-NEXT:    const auto n = vec::cast<float>(vec::min(vec::cast<bf16>(m), vec::cast<bf16>(a)));
// CHECK-NEXT:    const auto q = vec::cast<float>(-vec::cast<bf16>(n));
// CHECK-NEXT:    const auto t = vec::cast<float>(vec::tanh(vec::cast<bf16>(q)));
// CHECK-NEXT:    const auto e = vec::cast<float>(vec::exp(vec::cast<bf16>(t)));
// CHECK-NEXT:    const auto r = vec::cast<float>(vec::relu(vec::cast<bf16>(e)));
// CHECK-NEXT:    return r;
// EXP-LABEL: V lanewise(
// EXP:           const auto t = vec::tanh(q);
// EXP-NEXT:      const auto e = vec::cast<float>(vec::exp(vec::cast<half>(t)));
// EXP-NEXT:      const auto r = vec::relu(e);
PTO_INCORE V lanewise(const V &a, const V &b) {
  const auto d = a - b;
  const auto m = vec::max(d, b);
  const auto n = vec::min(m, a);
  const auto q = -n;
  const auto t = vec::tanh(q);
  const auto e = vec::exp(t);
  const auto r = vec::relu(e);
  return r;
}

// CHECK-LABEL: V more(
// CHECK-NEXT:    return vec::cast<float>(vec::cast<bf16>(vec::cast<float>(vec::sqrt(vec::cast<bf16>(vec::cast<float>(vec::abs(vec::cast<bf16>(a))))))) / vec::cast<bf16>(vec::cast<float>(vec::cos(vec::cast<bf16>(vec::splat<float, 16>(s))))));
PTO_INCORE V more(const V &a, float s) {
  return vec::sqrt(vec::abs(a)) / vec::cos(vec::splat<float, 16>(s));
}

// A number that the lanes' type rounds first.
// CHECK-LABEL: float starts(
// CHECK-NEXT:    const float a = static_cast<float>(vec::reduce<vec::Combine::Add>(vec::cast<bf16>(x), static_cast<bf16>(0)));
// CHECK-NEXT:    const float b = static_cast<float>(vec::reduce<vec::Combine::Mul>(vec::cast<bf16>(x), static_cast<bf16>(1.0f)));
// CHECK-NEXT:    const float c = static_cast<float>(vec::reduce<vec::Combine::Max>(vec::cast<bf16>(x), static_cast<bf16>(static_cast<float>(start * 2))));
PTO_INCORE float starts(const V &x, double start) {
  const float a = vec::reduce<vec::Combine::Add>(x, 0);
  const float b = vec::reduce<vec::Combine::Mul>(x, 1.0f);
  const float c = vec::reduce<vec::Combine::Max>(x, start * 2);
  return a + b + c;
}

//===-- spellings and places ----------------------------------------------------------------===//

// CHECK-LABEL: V spellings(
// CHECK-NEXT:    V s = vec::cast<float>(vec::cast<bf16>(a) + vec::cast<bf16>(b));
// CHECK-NEXT:    s = vec::cast<float>(vec::operator*(vec::cast<bf16>(s), vec::cast<bf16>(b)));
// CHECK-NEXT:    const auto &r = vec::cast<float>(-vec::cast<bf16>(s));
// HERE-LABEL: V spellings(
// HERE-NEXT:     PTO_TAG("here") V s = vec::cast<float>(vec::cast<half>(a) + vec::cast<half>(b));
// HERE-NEXT:     s = vec::operator*(s, (b));
// HERE-NEXT:     const auto &r = -(s);
// HERE-NEXT:     return (r) + a;
PTO_INCORE V spellings(const V &a, const V &b) {
  PTO_TAG("here") V s = (a) + b;
  s = vec::operator*(s, (b));
  const auto &r = -(s);
  return (r) + a;
}

// CHECK-LABEL: V no_braces(
// CHECK:         for (Index i = 0; i < n; ++i)
// CHECK-NEXT:      out = vec::cast<float>(vec::cast<bf16>(out) + vec::cast<bf16>(a));
// CHECK-NEXT:    if (n > 2) return vec::cast<float>(vec::tanh(vec::cast<bf16>(out)));
PTO_INCORE V no_braces(const V &a, Index n) {
  V out = a;
  for (Index i = 0; i < n; ++i)
    out = out + a;
  if (n > 2) return vec::tanh(out);
  return out;
}
V no_iteration(const V &a) { return no_braces(a, 0); }
V three_iterations(const V &a) { return no_braces(a, 3); }

// A comment inside stays.
// CHECK-LABEL: V commented(
// CHECK-NEXT:    return vec::cast<float>(vec::cast<bf16>(a) /* and */ + vec::cast<bf16>(b));
PTO_INCORE V commented(const V &a, const V &b) {
  return a /* and */ + b;
}

// CHECK-LABEL: void cores(
// CHECK:           vec::store(vec::cast<float>(vec::exp(vec::cast<bf16>(vec::load<16>(m, {r, 0})))), m, {r, 0});
PTO_INCORE void cores(InOut<mem::MemRef<float, mem::L1, 4, 16>> m) {
  air::herd<4>([&](Index r) {
    vec::store(vec::exp(vec::load<16>(m, {r, 0})), m, {r, 0});
  });
}

// CHECK-LABEL: lanes(
// CHECK-NEXT:    return vec::cast<float>(vec::exp(vec::cast<bf16>(x)));
template <Index N> PTO_INCORE vec::Vec<float, N> lanes(const vec::Vec<float, N> &x) {
  return vec::exp(x);
}
V lanes_16(const V &x) { return lanes(x); }
vec::Vec<float, 8> lanes_8(const vec::Vec<float, 8> &x) { return lanes(x); }

// The type is taken: nothing to do.
// CHECK-LABEL: already(
// CHECK-NEXT:    return vec::exp(x) + x;
PTO_INCORE vec::Vec<bf16, 16> already(const vec::Vec<bf16, 16> &x) {
  return vec::exp(x) + x;
}

PTO_TEST_MAIN(fused, sum, product, reduction, chain, one_lane, rows, larger, lanewise, more, starts, spellings, no_iteration,
              three_iterations, commented, cores, lanes_16, lanes_8, already)
