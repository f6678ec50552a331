// What broadcast-before-unary must keep, with its reasons; and what is no broadcast of a function: of that it says nothing.
//
// RUN: %pto-rewrite --passes=broadcast-before-unary -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefixes=KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=broadcast-before-unary %s
#include <pto/dsl.h>
#include <pto/testing.h>

using namespace pto::dsl;

using V = vec::Vec<float, 16>;
using One = vec::Vec<float, 1>;
using M = mem::MemRef<float, mem::L1, 4, 16>;

//===-- not the pattern ----------------------------------------------------------------===//

PTO_INCORE V of_two_operands(const One &x) { return vec::broadcast<16>(x + x); }
PTO_INCORE V of_a_lane(const V &x) { return vec::broadcast<16>(vec::extract(x, 3)); }
PTO_INCORE V of_a_sum(const V &x) { return vec::broadcast<16>(vec::reduce<vec::Combine::Add>(x, 0.0f)); }
PTO_INCORE V of_a_sum_of_one(const One &x) { return vec::splat<float, 16>(vec::reduce<vec::Combine::Add>(x, 1.0f)); }
PTO_INCORE V of_a_name(float s) { return vec::broadcast<16>(s); }
PTO_INCORE vec::Vec<float, 4, 4> of_four(const vec::Vec<float, 4> &x) { return vec::broadcast<4, 4>(vec::exp(x)); }
PTO_INCORE vec::Vec<float, 4, 4> of_a_column(const vec::Vec<float, 4, 1> &x) { return vec::broadcast<4, 4>(vec::exp(x)); }

// The type changes on the way.
PTO_INCORE vec::Vec<bf16, 16> cast_of_one(const One &x) { return vec::broadcast<16>(vec::cast<bf16>(x)); }
PTO_INCORE vec::Vec<long, 8> widened(int i) { return vec::splat<long, 8>(math::abs(i)); }
PTO_INCORE vec::Vec<long, 8> widened_by_name(int i) {
  const long a = math::abs(i);
  return vec::broadcast<8>(a);
}
vec::Vec<long, 8> widened_most_negative(int) { return widened(-2147483647 - 1) + widened_by_name(-2147483647 - 1); }
PTO_INCORE vec::Vec<double, 8> to_double(float s) { return vec::splat<double, 8>(math::exp(s)); }
PTO_INCORE vec::Vec<int, 8> promoted(short s) { return vec::broadcast<8>(-s) + vec::broadcast<8>(~s); }

// Another value by then.
PTO_INCORE V or_not(float s, Index n) {
  float e = math::exp(s);
  if (n > 0)
    e = s;
  return vec::broadcast<16>(e);
}
PTO_INCORE V by_reference(float s, const float &other) {
  float e = math::exp(s);
  float &f = e;
  f = other;
  return vec::broadcast<16>(e);
}

//===-- the one value is needed -----------------------------------------------------------===//

PTO_INCORE V needed_again(float s) {
  const float e = math::exp(s);
  return vec::broadcast<16>(e) * vec::splat<float, 16>(e * s); // KEPT: :[[@LINE]]:{{.*}}'e' kept: it is needed besides the broadcast{{.*}},used-again]
}

PTO_INCORE V needed_in_a_branch(const One &x, Index n) {
  const auto e = vec::exp(x);
  if (n > 2)
    return vec::broadcast<16>(e); // KEPT: :[[@LINE]]:{{.*}},used-again]
  return vec::splat<float, 16>(vec::extract(e, 0) * 2.0f);
}

PTO_INCORE V broadcast_twice(const One &x) {
  const auto e = vec::exp(x);
  const auto a = vec::broadcast<16>(e); // KEPT: :[[@LINE]]:{{.*}},used-again]
  const auto b = vec::broadcast<16>(e); // KEPT: :[[@LINE]]:{{.*}},used-again]
  return a + b;
}

PTO_INCORE float stored_too(Out<M> m, float s) {
  const float e = math::exp(s);
  vec::store(vec::splat<float, 16>(e), m, {0, 0}); // KEPT: :[[@LINE]]:{{.*}},used-again]
  return e;
}

//===-- its name is needed -----------------------------------------------------------------===//

PTO_INCORE V name_in_decltype(float s) {
  const float e = math::exp(s);
  const decltype(e) two = 2.0f;
  return vec::splat<float, 16>(two) * vec::broadcast<16>(e); // KEPT: :[[@LINE]]:{{.*}}'e' kept: its name is needed{{.*}},name-needed]
}

PTO_INCORE V assigned(float s) {
  float e;
  e = math::exp(s);
  return vec::broadcast<16>(e); // KEPT: :[[@LINE]]:{{.*}},name-needed]
}

PTO_INCORE V declared_with_another(float s) {
  const float t = s + s, e = math::exp(t);
  return vec::broadcast<16>(e); // KEPT: :[[@LINE]]:{{.*}},name-needed]
}

PTO_INCORE V tagged(float s) {
  PTO_TAG("exp") const float e = math::exp(s);
  return vec::broadcast<16>(e); // KEPT: :[[@LINE]]:{{.*}},name-needed]
}

PTO_INCORE V in_a_head(float s) {
  if (const float e = math::exp(s); s > 0.5f)
    return vec::broadcast<16>(e); // KEPT: :[[@LINE]]:{{.*}},name-needed]
  return vec::broadcast<16>(s);
}

PTO_INCORE V captured(float s) {
  const float e = math::exp(s);
  V out = vec::splat<float, 16>(s);
  scf::parallel(1, [&out, e](Index) {
    out = vec::broadcast<16>(e); // KEPT: :[[@LINE]]:{{.*}},name-needed]
  });
  return out;
}

// A reference to the broadcast would be one to the variable, and the next iteration find it changed.
PTO_INCORE V reference_in_a_loop(const One &x) {
  const auto e = vec::exp(x);
  V sum = vec::splat<float, 16>(0.0f);
  for (Index i = 0; i < 3; ++i) {
    auto &&all = vec::broadcast<16>(e); // KEPT: :[[@LINE]]:{{.*}}'all' kept: it is a reference to the broadcast{{.*}},bound-to-reference]
    all = all + all;
    sum = sum + all;
  }
  return sum;
}

// The instances have other numbers than the names that are not declared yet.
template <Index N> PTO_INCORE vec::Vec<float, N> extents_later(const One &x) {
  const auto e = vec::exp(x);
  constexpr Index n = N;
  return vec::broadcast<n>(e); // KEPT: :[[@LINE]]:{{.*}}'e' kept: the extents of the broadcast have no meaning there{{.*}},extent-not-available]
}
V extents_of_sixteen(const One &x) { return extents_later<16>(x); }

//===-- text that is not ours ----------------------------------------------------------------===//

#define EXP(x) vec::exp(x)
PTO_INCORE V function_in_a_macro(const One &x) { return vec::broadcast<16>(EXP(x)); } // KEPT: :[[@LINE]]:{{.*}},in-macro]
#define ALL(x) vec::broadcast<16>(x)
PTO_INCORE V broadcast_in_a_macro(const One &x) { return ALL(vec::exp(x)); } // KEPT: :[[@LINE]]:{{.*}},in-macro]
#define VALUE x
PTO_INCORE V argument_in_a_macro(const One &x) { return vec::broadcast<16>(vec::exp(VALUE)); } // KEPT: :[[@LINE]]:{{.*}},in-macro]

PTO_INCORE V commented(const One &x) {
  return vec::broadcast<16>(/* once */ vec::exp(x)); // KEPT: :[[@LINE]]:{{.*}},comment]
}

PTO_INCORE V commented_declaration(const One &x) {
  const auto /* once */ e = vec::exp(x);
  return vec::broadcast<16>(e); // KEPT: :[[@LINE]]:{{.*}},comment]
}

PTO_INCORE V configured(float s) {
  const float e = math::exp(s);
#ifdef MORE
  s = e;
#endif
  return vec::broadcast<16>(e); // KEPT: :[[@LINE]]:{{.*}},{{name-needed|preprocessor}}]
}

PTO_INCORE V configured_elsewhere(float s) {
  const float e = math::exp(s);
#ifdef MORE
  s = 2.0f;
#endif
  return vec::broadcast<16>(e); // KEPT: :[[@LINE]]:{{.*}},preprocessor]
}

PTO_INCORE V asked_for(float s) {
  return vec::broadcast<16>(math::exp(s)); // NOLINT(pto-broadcast-before-unary) KEPT: :[[@LINE]]:{{.*}},suppressed]
}

// Not a kernel.
V host(float s) { return vec::broadcast<16>(math::exp(s)); }

PTO_TEST_MAIN(of_two_operands, of_a_lane, of_a_sum, of_a_sum_of_one, of_a_name, of_four, of_a_column, cast_of_one, widened,
              widened_by_name, widened_most_negative, to_double, promoted, or_not, by_reference, needed_again, needed_in_a_branch,
              broadcast_twice,
              stored_too, name_in_decltype, assigned, declared_with_another, tagged, in_a_head, captured, reference_in_a_loop,
              extents_of_sixteen, function_in_a_macro, broadcast_in_a_macro, argument_in_a_macro, commented,
              commented_declaration, configured, configured_elsewhere, asked_for, host)
