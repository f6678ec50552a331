// What convert-divf-sqrt-to-rsqrt must keep, with its reasons; and what is no quotient of one and a root at all: of that
// it says nothing.
//
// RUN: %pto-rewrite --passes=convert-divf-sqrt-to-rsqrt --allow=rsqrt -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: diff %s %t.cpp
// RUN: FileCheck %s --check-prefixes=KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=convert-divf-sqrt-to-rsqrt --allow=rsqrt %s
#include <pto/dsl.h>
#include <pto/testing.h>

using namespace pto::dsl;

using V = vec::Vec<float, 16>;
using M = mem::MemRef<float, mem::L1, 4, 16>;

//===-- the numerator is another number -----------------------------------------===//

PTO_INCORE V minus_one(const V &x) { return vec::splat<float, 16>(-1.0f) / vec::sqrt(x); }
PTO_INCORE V two(const V &x) { return vec::splat<float, 16>(2.0f) / vec::sqrt(x); }
PTO_INCORE float almost_one(float x) { return 1.0000002f / math::sqrt(x); }
PTO_INCORE float ten(float x) { return 1'0.0f / math::sqrt(x); }
PTO_INCORE V given(const V &x, float one) { return vec::splat<float, 16>(one) / vec::sqrt(x); }

PTO_INCORE V one_at_first(const V &x, Index n) {
  float one = 1.0f;
  if (n > 0)
    one = 2.0f;
  return vec::splat<float, 16>(one) / vec::sqrt(x);
}

PTO_INCORE float one_elsewhere(float x, const float &given) {
  float one = 1.0f;
  float &other = one;
  other = given;
  return one / math::sqrt(x);
}

PTO_INCORE void ten_in_map(In<M> x, Out<M> out) {
  linalg::map([&](float v) { return 1'0.0f / math::sqrt(v); }, x, out);
}

//===-- another quotient ----------------------------------------------------------===//

PTO_INCORE float the_other_way(float x) { return math::sqrt(x) / 1.0f; }
PTO_INCORE float of_another_function(float x) { return 1.0f / math::exp(x); }

// The quotient is one of doubles: the root rounds to float first.
PTO_INCORE double of_doubles(float x) { return 1.0 / math::sqrt(x); }
PTO_INCORE double of_doubles_by_name(float x) {
  const double sd = math::sqrt(x);
  return 1 / sd;
}
PTO_INCORE void of_doubles_in_map(In<M> x, Out<M> out) {
  linalg::map([&](float v) { return float(1.0 / math::sqrt(v)); }, x, out);
}
PTO_INCORE float of_half(half x) {
  const float sd = math::sqrt(x);
  return 1.0f / sd;
}
float of_half_root(float x) { return of_half(half(x)); }

// The quotient divides by something that was a root, or may be one.
PTO_INCORE float more_than_the_root(float x) { return 1.0f / (math::sqrt(x) + 1e-5f); }
PTO_INCORE V root_or_not(const V &x, Index n) {
  auto sd = vec::sqrt(x);
  if (n > 1)
    sd = x;
  return vec::splat<float, 16>(1.0f) / sd;
}
PTO_INCORE V not_the_root_any_more(const V &x) {
  auto sd = vec::sqrt(x);
  sd = sd + x;
  return vec::splat<float, 16>(1.0f) / sd;
}

//===-- the root is needed ----------------------------------------------------------===//

PTO_INCORE V two_quotients(const V &x) {
  const auto sd = vec::sqrt(x);
  const auto inv = vec::splat<float, 16>(1.0f) / sd; // KEPT: :[[@LINE]]:{{.*}}'sd' kept: it is needed for more than one quotient{{.*}},sqrt-used-again]
  const auto too = vec::splat<float, 16>(1.0f) / sd; // KEPT: :[[@LINE]]:{{.*}},sqrt-used-again]
  return inv + too;
}

PTO_INCORE void two_quotients_in_map(In<M> x, Out<M> out) {
  linalg::map(
      [&](float v) {
        const float sd = math::sqrt(v);
        return v * sd + 1.0f / sd; // KEPT: :[[@LINE]]:{{.*}}'sd' kept: it is needed for more than one quotient{{.*}},sqrt-used-again]
      },
      x, out);
}

PTO_INCORE float used_in_an_assignment(float x) {
  float sd = math::sqrt(x);
  const float inv = 1.0f / sd; // KEPT: :[[@LINE]]:{{.*}},sqrt-used-again]
  sd += inv;
  return sd;
}

PTO_INCORE V used_in_a_branch(const V &x, Index n) {
  const V sd = vec::sqrt(x);
  if (n > 1)
    return sd;
  return vec::splat<float, 16>(1.0f) / sd; // KEPT: :[[@LINE]]:{{.*}},sqrt-used-again]
}

PTO_INCORE void in_every_iteration(In<M> x, Out<M> out, const V &var) {
  const auto sd = vec::sqrt(var); // KEPT: :[[@LINE+2]]:{{.*}}'sd' kept: it is taken once for all iterations of a loop{{.*}},in-loop]
  for (Index r = 0; r < 4; ++r)
    vec::transfer_write(vec::transfer_read<16>(x, {r, 0}) * (vec::splat<float, 16>(1.0f) / sd), out, {r, 0});
}

PTO_INCORE void in_every_core(In<M> x, Out<M> out, const V &var) {
  const auto sd = vec::sqrt(var);
  air::herd<4>([&](Index r) {
    const auto inv = vec::splat<float, 16>(1.0f) / sd; // KEPT: :[[@LINE]]:{{.*}},in-loop]
    vec::transfer_write(vec::transfer_read<16>(x, {r, 0}) * inv, out, {r, 0});
  });
}

PTO_INCORE float in_the_condition_of_a_loop(float x) {
  const float sd = math::sqrt(x);
  float sum = 0.0f;
  while (sum + 1.0f < 1.0f / sd) // KEPT: :[[@LINE]]:{{.*}},in-loop]
    sum += 1.0f;
  return sum;
}

//===-- its name is needed ------------------------------------------------------------===//

PTO_INCORE V name_in_decltype(const V &x) {
  const auto sd = vec::sqrt(x);
  const auto inv = vec::splat<float, 16>(1.0f) / sd; // KEPT: :[[@LINE]]:{{.*}}'sd' kept: its name cannot go{{.*}},name-needed]
  const decltype(sd) twice = inv + inv;
  return twice;
}

PTO_INCORE V bound(const V &x) {
  const auto sd = vec::sqrt(x);
  const auto &root = sd;
  return vec::splat<float, 16>(1.0f) / root; // KEPT: :[[@LINE]]:{{.*}},name-needed]
}

PTO_INCORE V declared_with_another(const V &x) {
  const auto twice = x + x, sd = vec::sqrt(twice);
  return vec::splat<float, 16>(1.0f) / sd; // KEPT: :[[@LINE]]:{{.*}},name-needed]
}

PTO_INCORE V declared_before(const V &x) {
  V sd;
  sd = vec::sqrt(x);
  return vec::splat<float, 16>(1.0f) / sd; // KEPT: :[[@LINE]]:{{.*}},name-needed]
}

PTO_INCORE V tagged(const V &x) {
  PTO_TAG("root") const auto sd = vec::sqrt(x);
  return vec::splat<float, 16>(1.0f) / sd; // KEPT: :[[@LINE]]:{{.*}},name-needed]
}

PTO_INCORE float in_the_head_of_a_branch(float x) {
  if (const float sd = math::sqrt(x); x > 1.0f)
    return 1.0f / sd; // KEPT: :[[@LINE]]:{{.*}},name-needed]
  return x;
}

// A reference to what the root was taken of would follow it.
PTO_INCORE V reference_to_the_root(V x) {
  const auto &sd = vec::sqrt(x);
  x = x + x;
  return x * (vec::splat<float, 16>(1.0f) / sd); // KEPT: :[[@LINE]]:{{.*}},name-needed]
}

PTO_INCORE V last_use(const V &x) {
  const float three = 3.0f, one = 1.0f;
  return x * vec::splat<float, 16>(three) / (vec::splat<float, 16>(one) / vec::sqrt(x)); // KEPT: :[[@LINE]]:{{.*}}nothing would use 'one' any more{{.*}},last-use]
}

//===-- text that is not ours ------------------------------------------------------------===//

#define my_sqrt(x) vec::sqrt(x)
PTO_INCORE V root_in_a_macro(const V &x) { return vec::splat<float, 16>(1.0f) / my_sqrt(x); } // KEPT: :[[@LINE]]:{{.*}},in-macro]
#define over_sqrt(x) (1.0f / math::sqrt(x))
PTO_INCORE float all_in_a_macro(float x) { return over_sqrt(x); } // KEPT: :[[@LINE]]:{{.*}}macro 'over_sqrt'{{.*}},in-macro]
#define VALUE v
PTO_INCORE void map_with_a_macro(In<M> x, Out<M> out) {
  linalg::map([&](float v) { return 1.0f / math::sqrt(VALUE); }, x, out); // KEPT: :[[@LINE]]:{{.*}},in-macro]
}

PTO_INCORE V commented(const V &x) {
  return vec::splat<float, 16>(1.0f) / /* of the variance */ vec::sqrt(x); // KEPT: :[[@LINE]]:{{.*}},comment]
}

PTO_INCORE V commented_declaration(const V &x) {
  const auto sd /* of the rows */ = vec::sqrt(x);
  return vec::splat<float, 16>(1.0f) / sd; // KEPT: :[[@LINE]]:{{.*}},comment]
}

PTO_INCORE V configured(const V &x) {
  const auto sd = vec::sqrt(x);
#ifdef MORE
  const auto more = sd + sd;
#endif
  return vec::splat<float, 16>(1.0f) / sd; // KEPT: :[[@LINE]]:{{.*}},{{name-needed|preprocessor}}]
}

PTO_INCORE V configured_elsewhere(const V &x) {
  const auto sd = vec::sqrt(x);
#ifdef MORE
  const auto more = x;
#endif
  return vec::splat<float, 16>(1.0f) / sd; // KEPT: :[[@LINE]]:{{.*}},preprocessor]
}

PTO_INCORE V asked_for(const V &x) {
  return vec::splat<float, 16>(1.0f) / vec::sqrt(x); // NOLINT(pto-convert-divf-sqrt-to-rsqrt) KEPT: :[[@LINE]]:{{.*}},suppressed]
}

PTO_INCORE float jumps(float x) {
again:
  x = 1.0f / math::sqrt(x + 4.0f); // KEPT: :[[@LINE]]:{{.*}},unmodelled]
  if (x > 1.0f)
    goto again;
  return x;
}

// Not a kernel.
float host(float x) { return 1.0f / math::sqrt(x); }

PTO_TEST_MAIN(minus_one, two, almost_one, ten, given, one_at_first, one_elsewhere, ten_in_map, the_other_way,
              of_another_function, of_doubles, of_doubles_by_name, of_doubles_in_map, of_half_root, more_than_the_root,
              root_or_not, not_the_root_any_more, two_quotients, two_quotients_in_map, used_in_an_assignment,
              used_in_a_branch, in_every_iteration, in_every_core, in_the_condition_of_a_loop, name_in_decltype, bound,
              declared_with_another, declared_before, tagged, in_the_head_of_a_branch, reference_to_the_root, last_use,
              root_in_a_macro, all_in_a_macro, map_with_a_macro, commented, commented_declaration, configured,
              configured_elsewhere, asked_for, jumps, host)
