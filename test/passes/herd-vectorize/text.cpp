// The text around: names that are taken, code without braces, macros, comments, templates, no using-directive.
//
// RUN: %pto-rewrite --passes=herd-vectorize -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=KEPT --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=herd-vectorize --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>

template <class T, pto::dsl::Index... D> using Near = pto::dsl::mem::MemRef<T, pto::dsl::mem::L1, D...>;

// CHECK-LABEL: void no_using(
// CHECK:           const auto p = ::pto::dsl::vec::transfer_read<8>(a, {0});
// CHECK-NEXT:      const auto k = ::pto::dsl::vec::cast<::pto::dsl::bf16>(p);
// CHECK-NEXT:      ::pto::dsl::vec::transfer_write(::pto::dsl::vec::cast<float>(::pto::dsl::vec::exp(k)), o, {0});
// CHECK:           ::pto::dsl::vec::transfer_write(::pto::dsl::vec::splat<float, 8>(::pto::dsl::math::abs(s)), o, {0});
PTO_INCORE void no_using(pto::dsl::In<Near<float, 8>> a, pto::dsl::Out<Near<float, 8>> o, float s) {
  pto::dsl::air::herd<1>([&](pto::dsl::Index) {
    pto::dsl::linalg::map(
        [](float p) {
          const auto k = pto::dsl::bf16(p);
          return pto::dsl::math::exp(k);
        },
        a, o);
    pto::dsl::linalg::map([&] { return pto::dsl::math::abs(s); }, o);
  });
}

using namespace pto::dsl;
using linalg::par;
using linalg::red;
using Row = Near<float, 8>;

// Parameters that hide names, that are named as an operand, and that two bodies share.
// CHECK-LABEL: void names(
// CHECK:         air::herd<1>([&](Index x) {
// CHECK-NEXT:      const auto a2 = vec::transfer_read<8>(a, {0});
// CHECK-NEXT:      const auto x2 = vec::transfer_read<8>(o, {0});
// CHECK-NEXT:      const auto o2 = a2 + x2;
// CHECK-NEXT:      vec::transfer_write(o2 * o2, o, {0});
// CHECK-NEXT:      const auto s3 = vec::transfer_read<8>(a, {0});
// CHECK-NEXT:      vec::transfer_write(s3 * s3, o, {0});
// CHECK-NEXT:      const auto s4 = vec::transfer_read<8>(a, {0});
// CHECK-NEXT:      vec::transfer_write(s4 + s4, o, {0});
// CHECK-NEXT:      const auto vec2 = vec::transfer_read<8>(a, {0});
// CHECK-NEXT:      vec::transfer_write(vec2 * vec::splat<float, 8>(s), o, {0});
// CHECK-NEXT:      mem::store(s + s2, o, x);
PTO_INCORE void names(In<Row> a, InOut<Row> o, float s, float s2) {
  air::herd<1>([&](Index x) {
    linalg::map([](float a, float x) { const float o = a + x; return o * o; }, a, o, o);
    linalg::map([](float s) { return s * s; }, a, o);
    linalg::map([](float s) { return s + s; }, a, o);
    linalg::map([&](float vec) { return vec * s; }, a, o);
    mem::store(s + s2, o, x);
  });
}

// A body that is kept hides the name for itself; one that uses the name from outside takes it.
// CHECK-LABEL: void bodies_with_names(
// CHECK:           const auto p = vec::transfer_read<8>(a, {0});
// CHECK-NEXT:      vec::transfer_write(p * p, o, {0});
// CHECK-NEXT:      linalg::map([](float p) { return float((long double)(p)); }, a, o);
// CHECK:           const auto q2 = vec::transfer_read<8>(o, {0});
// CHECK-NEXT:      vec::transfer_write(q2 - q2, o, {0});
// CHECK-NEXT:      const auto r = vec::transfer_read<8>(a, {0});
// CHECK-NEXT:      vec::transfer_write(r + vec::splat<float, 8>(q), o, {0});
PTO_INCORE void bodies_with_names(In<Row> a, InOut<Row> o, float q) {
  air::herd<1>([&](Index) {
    linalg::map([](float p) { return p * p; }, a, o);
    linalg::map([](float p) { return float((long double)(p)); }, a, o); // KEPT: :[[@LINE]]:{{.*}},no-vector-form]
  });
  air::herd<1>([&](Index) {
    linalg::map([](float q) { return q - q; }, o, o);
    linalg::map([&](float r) { return r + q; }, a, o);
  });
}

// CHECK-LABEL: void no_braces(
// CHECK:           for (Index k = 0; k < 2; ++k) {
// CHECK-NEXT:        const auto p = vec::transfer_read<8>(o, {0});
// CHECK-NEXT:        vec::transfer_write(p + p, o, {0});
// CHECK-NEXT:      }
// CHECK-NEXT:      if (n > 1)
// CHECK-NEXT:        vec::transfer_write(vec::splat<float, 8>(0.0f), o, {0});
// CHECK-NEXT:      else {
// CHECK-NEXT:        const auto p2 = vec::transfer_read<8>(o, {0});
// CHECK-NEXT:        vec::transfer_write(-p2, o, {0});
// CHECK-NEXT:      }
PTO_INCORE void no_braces(InOut<Row> o, Index n) {
  air::herd<1>([&](Index) {
    for (Index k = 0; k < 2; ++k)
      linalg::map([](float p) { return p + p; }, o, o);
    if (n > 1)
      linalg::fill(0.0f, o);
    else
      linalg::map([](float p) { return -p; }, o, o);
  });
}

// A label may not be jumped to past a declaration.
// CHECK-LABEL: void cases(
// CHECK:           case 0:
// CHECK-NEXT:        { const auto p = vec::transfer_read<8>(a, {0}); vec::transfer_write(p + p, o, {0}); }
// CHECK-NEXT:        break;
// CHECK-NEXT:      case 1: vec::transfer_write(vec::splat<float, 8>(2.0f), o, {0}); break;
PTO_INCORE void cases(In<Row> a, InOut<Row> o, Index n) {
  air::herd<1>([&](Index) {
    switch (n) {
    case 0:
      linalg::map([](float p) { return p + p; }, a, o);
      break;
    case 1: linalg::fill(2.0f, o); break;
    default: mem::store(1.0f, o, 0);
    }
  });
}

// Lambdas that name what they take.
// CHECK-LABEL: void captures(
// CHECK:         air::herd<1>([a, &o, k](Index) {
// CHECK-NEXT:      const auto p = vec::transfer_read<8>(a, {0});
// CHECK-NEXT:      vec::transfer_write(p * vec::splat<float, 8>(k + two), o, {0});
// CHECK-NEXT:      const auto a_vec = vec::transfer_read<8>(a, {0});
// CHECK-NEXT:      vec::transfer_write(a_vec + vec::splat<float, 8>(two), o, {0});
PTO_INCORE void captures(In<Row> a, Out<Row> o, float k) {
  constexpr float two = 2.0f;
  air::herd<1>([a, &o, k](Index) {
    linalg::map([k](float p) { return p * (k + two); }, a, o);
    linalg::generic<par<8>>([=](Index i) { o(i) = a(i) + two; });
  });
}

#define FILL(m) linalg::fill(0.0f, m)
#define ZERO 0.0f
#define SQUARE(x) ((x) * (x))

// CHECK-LABEL: void macros(
// CHECK:           FILL(o);
// CHECK-NEXT:      linalg::fill(ZERO, o);
// CHECK-NEXT:      const auto p = vec::transfer_read<8>(o, {0});
// CHECK-NEXT:      vec::transfer_write(p * p + vec::splat<float, 8>(ZERO), o, {0});
// CHECK-NEXT:      linalg::map([](float p) {
// CHECK-NEXT:          return p; }, a, o);
PTO_INCORE void macros(In<Row> a, InOut<Row> o) {
  air::herd<1>([&](Index) {
    FILL(o);               // KEPT: :[[@LINE]]:5: remark: kept: it is spelled in macro 'FILL' [-Rpass-missed=herd-vectorize,in-macro]
    linalg::fill(ZERO, o); // KEPT: :[[@LINE]]:5: remark: {{.*}},in-macro]
    linalg::map([](float p) { return SQUARE(p) + ZERO; }, o, o);
    linalg::map([](float p) { // KEPT: :[[@LINE]]:5: remark: kept: the edit would delete a comment [-Rpass-missed=herd-vectorize,comment]
      return p; }, a, o);
    linalg::map([](float p) { // KEPT: :[[@LINE]]:5: {{.*}},preprocessor]
#ifdef NEVER
      p = 0;
#endif
      return p;
    }, a, o);
    // pto-rewrite: off
    linalg::map([](float p) { return p; }, a, o); // KEPT: :[[@LINE]]:5: {{.*}},suppressed]
    // pto-rewrite: on
    linalg::fill(/* nothing */ 0.0f, o);    // KEPT: :[[@LINE]]:5: {{.*}},comment]
    linalg::fill(math::abs(0.0f /* + */), o);
  });
}

// CHECK-LABEL: void attributes(
// CHECK:           PTO_TAG("last") vec::transfer_write(p + p, o, {0});
PTO_INCORE void attributes(In<Row> a, Out<Row> o) {
  air::herd<1>([&](Index) { PTO_TAG("last") linalg::map([](float p) { return p + p; }, a, o); });
}

// A template that all instances rewrite alike, and one that they do not.
// CHECK-LABEL: void scale(
// CHECK-NEXT:    air::herd<1>([&](Index) { const auto p = vec::transfer_read<8>(a, {0}); vec::transfer_write(p * vec::splat<float, 8>(N), o, {0}); });
template <int N> PTO_INCORE void scale(In<Row> a, Out<Row> o) {
  air::herd<1>([&](Index) { linalg::map([](float p) { return p * N; }, a, o); });
}
// CHECK-LABEL: void scale_all(
// CHECK:           linalg::map([](float p) { return p * 2.0f; }, a, o);
template <Index N> PTO_INCORE void scale_all(In<Near<float, N>> a, Out<Near<float, N>> o) {
  air::herd<1>([&](Index) { linalg::map([](float p) { return p * 2.0f; }, a, o); }); // KEPT: :[[@LINE]]:29: {{.*}},instantiations-disagree]
}
PTO_INCORE void instances(In<Row> a, Out<Row> o, In<Near<float, 4>> b, Out<Near<float, 4>> p) {
  scale<2>(a, o);
  scale<3>(a, o);
  scale_all<8>(a, o);
  scale_all<4>(b, p);
}

PTO_TEST_MAIN(no_using, names, bodies_with_names, no_braces, cases, captures, macros, attributes, scale<2>, scale_all<8>)
