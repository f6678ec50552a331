// What the result of a reshape was called, and what becomes of its uses.
//
// RUN: %pto-rewrite --passes=fold-no-op-reshape -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's|//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefixes=FOLDED,KEPT,ANY --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=fold-no-op-reshape --expect-change %s
#include "../Inputs/kernels.h"

#include <type_traits>
#include <utility>

using Square = Tensor<float, 8, 8>;

//===-- names -------------------------------------------------------------------===//

// The source is rebound while the result lives: a copy of the handle is what the reshape was.
// CHECK-LABEL: source_rebound(
// CHECK-NEXT:    auto a = tile::load<8, 8>(x, {0, 0});
// CHECK-NEXT:    auto b = a;
// CHECK-NEXT:    a = tile::add(a, a);
// CHECK-NEXT:    tile::store(b, {0, 0}, out);
PTO_INCORE void source_rebound(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  a = tile::add(a, a);
  tile::store(b, {0, 0}, out);
}

// CHECK-LABEL: result_rebound(
// CHECK-NEXT:    auto a = tile::load<8, 8>(x, {0, 0});
// CHECK-NEXT:    auto b = a;
// CHECK-NEXT:    b = tile::add(b, a);
// CHECK-NEXT:    tile::store(a, {0, 0}, out);
PTO_INCORE void result_rebound(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  b = tile::add(b, a);
  tile::store(a, {0, 0}, out);
}

// CHECK-LABEL: rebound_in_a_loop(
// CHECK:         for (Index i = 0; i < 3; ++i) {
// CHECK-NEXT:      auto b = a;
// CHECK-NEXT:      a = tile::add(last, a);
// CHECK-NEXT:      last = b;
PTO_INCORE void rebound_in_a_loop(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto last = a;
  for (Index i = 0; i < 3; ++i) {
    auto b = tile::reshape<8, 8>(a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
    a = tile::add(last, a);
    last = b;
  }
  tile::store(last, {0, 0}, out);
}

// Both names show the same bytes: what is written through one is read through the other.
// CHECK-LABEL: written_in_place(
// CHECK-NEXT:    auto a = tile::load<8, 8>(x, {0, 0});
// CHECK-NEXT:    tile::write(a, {0, 0}, 1.f);
// CHECK-NEXT:    tile::write(a, {0, 1}, 2.f);
// CHECK-NEXT:    tile::store(tile::add(a, a), {0, 0}, out);
PTO_INCORE void written_in_place(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  tile::write(a, {0, 0}, 1.f);
  tile::write(b, {0, 1}, 2.f);
  tile::store(tile::add(a, b), {0, 0}, out);
}

// CHECK-LABEL: assigned(
// CHECK:         b = a;
// CHECK-NEXT:    tile::store(b, {0, 0}, out);
PTO_INCORE void assigned(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::add(a, a);
  tile::store(b, {0, 0}, out);
  b = tile::reshape<8, 8>(a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  tile::store(b, {0, 0}, out);
}

// CHECK-LABEL: onto_itself(
// CHECK-NOT:     a = a;
// CHECK:         tile::store(a, {0, 0}, out);
PTO_INCORE void onto_itself(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  a = tile::reshape<8, 8>(a); // FOLDED: :[[@LINE]]:{{.*}}changes nothing
  tile::store(a, {0, 0}, out);
}

// What the second leaves to do for the first is done in the same run (%equal runs the tool twice).
// CHECK-LABEL: one_after_the_other(
PTO_INCORE void one_after_the_other(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  {
    auto &&t = tile::reshape<8, 8>(a); // ANY: :[[@LINE]]:{{.*}}: remark:
    t = tile::reshape<8, 8>(t); // ANY: :[[@LINE]]:{{.*}}: remark:
    a = tile::add(a, a);
  }
  tile::store(a, {0, 0}, out);
}

// Another `a` hides the source where the result is used.
// CHECK-LABEL: source_hidden(
// CHECK:         auto b = a;
// CHECK:           tile::store(b, {0, 0}, out);
PTO_INCORE void source_hidden(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  {
    auto a = tile::add(b, b);
    tile::store(a, {0, 0}, out);
    tile::store(b, {0, 0}, out);
  }
}

// CHECK-LABEL: source_hidden_by_an_enumerator(
// CHECK:         auto b = a;
// CHECK:           tile::store(b, {a, 0}, out);
PTO_INCORE void source_hidden_by_an_enumerator(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  {
    enum { a };
    tile::store(b, {a, 0}, out);
  }
}

// CHECK-LABEL: used_in_a_lambda(
// CHECK:         auto b = a;
// CHECK-NEXT:    auto put = [=] { tile::store(b, {0, 0}, out); };
PTO_INCORE void used_in_a_lambda(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  auto put = [=] { tile::store(b, {0, 0}, out); };
  a = tile::add(a, a);
  put();
}

#define PUT(t) tile::store(t, {0, 0}, out)

// CHECK-LABEL: used_in_a_macro(
// CHECK:         auto b = a;
// CHECK-NEXT:    PUT(b);
PTO_INCORE void used_in_a_macro(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  PUT(b);
}

// A name that inactive code needs stays.
// CHECK-LABEL: used_in_inactive_code(
// CHECK:         auto b = a;
// CHECK:         dump(b);
PTO_INCORE void used_in_inactive_code(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
#ifdef DUMP
  dump(b);
#endif
  tile::store(b, {0, 0}, out);
}

// CHECK-LABEL: several_declarators(
// CHECK-NEXT:    auto a = tile::load<8, 8>(x, {0, 0}), b = a, c = tile::add(a, a);
PTO_INCORE void several_declarators(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0}), b = tile::reshape<8, 8>(a), c = tile::add(a, a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  tile::store(tile::add(b, c), {0, 0}, out);
}

template <class A> inline float sum_of(const A &a) {
  float s = 0;
  for (Index r = 0; r < a.rows(); ++r)
    for (Index c = 0; c < a.cols(); ++c)
      s += a(r, c);
  return s;
}
PTO_INCORE float returned(In<Square> x) {
  auto a = tile::load<8, 8>(x, {0, 0});
  return sum_of(tile::reshape<8, 8>(a)); // ANY: :[[@LINE]]:{{.*}}: remark:
}

// CHECK-LABEL: element_of(
// CHECK:         return a(1, 2);
PTO_INCORE float element_of(In<Square> x) {
  auto a = tile::load<8, 8>(x, {0, 0});
  return tile::reshape<8, 8>(a)(1, 2); // FOLDED: :[[@LINE]]:{{.*}}changes nothing
}

// What stands in for an expression keeps its parentheses.
// CHECK-LABEL: source_is_an_expression(
// CHECK:         return (c ? p : q)(1, 2);
PTO_INCORE float source_is_an_expression(In<Square> x, bool c) {
  auto p = tile::load<8, 8>(x, {0, 0});
  auto q = tile::add(p, p);
  return tile::reshape<8, 8>(c ? p : q)(1, 2); // FOLDED: :[[@LINE]]:{{.*}}changes nothing
}

// CHECK-LABEL: source_is_assigned(
// CHECK:         float s = (p = q)(1, 2);
PTO_INCORE float source_is_assigned(In<Square> x, Out<Square> out) {
  auto p = tile::load<8, 8>(x, {0, 0});
  auto q = tile::add(p, p);
  float s = tile::reshape<8, 8>(p = q)(1, 2); // FOLDED: :[[@LINE]]:{{.*}}changes nothing
  tile::store(p, {0, 0}, out);
  return s;
}

//===-- references and values ---------------------------------------------------===//

// A const reference to the result does not follow the source's name.
// CHECK-LABEL: const_reference(
PTO_INCORE void const_reference(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  const auto &b = tile::reshape<8, 8>(a); // ANY: :[[@LINE]]:{{.*}}: remark:
  a = tile::add(a, a);
  tile::store(b, {0, 0}, out);
}

// CHECK-LABEL: rvalue_reference(
PTO_INCORE void rvalue_reference(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto &&b = tile::reshape<8, 8>(a); // ANY: :[[@LINE]]:{{.*}}: remark:
  b = tile::add(a, a);
  tile::store(a, {0, 0}, out);
}

template <class A> inline Index category(A &) { return 1; }
template <class A> inline Index category(A &&) { return 2; }

// CHECK-LABEL: overloads(
PTO_INCORE Index overloads(In<Square> x) {
  auto a = tile::load<8, 8>(x, {0, 0});
  return category(tile::reshape<8, 8>(a)); // ANY: :[[@LINE]]:{{.*}}: remark:
}

template <class A>
  requires(!std::is_lvalue_reference_v<A>)
inline Index values_only(A &&) {
  return 3;
}

// CHECK-LABEL: takes_values_only(
PTO_INCORE Index takes_values_only(In<Square> x) {
  auto a = tile::load<8, 8>(x, {0, 0});
  return values_only(tile::reshape<8, 8>(a)); // ANY: :[[@LINE]]:{{.*}}: remark:
}

// CHECK-LABEL: moved(
PTO_INCORE void moved(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = std::move(tile::reshape<8, 8>(a)); // ANY: :[[@LINE]]:{{.*}}: remark:
  b = tile::add(b, b);
  tile::store(a, {0, 0}, out);
}

// A name that stands where no value is needed.
// CHECK-LABEL: name_in_types(
PTO_INCORE void name_in_types(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  using B = decltype(b);
  static_assert(sizeof(b) == sizeof(B));
  B c = tile::add(b, a);
  for (Index r = 0; r < b.static_rows; ++r)
    tile::write(c, {r, 0}, 1.f);
  (void)b;
  tile::store(c, {0, 0}, out);
}

// CHECK-LABEL: name_captured(
PTO_INCORE void name_captured(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  scf::parallel(8, [&b](Index r) { tile::write(b, {r, 0}, 1.f); });
  tile::store(a, {0, 0}, out);
}

// The tile of the first call, for good.
// CHECK-LABEL: static_result(
// CHECK:       static auto b = {{.*}}a
// CHECK-NEXT:  tile::store(b, {0, 0}, out);
PTO_INCORE void static_result(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  static auto b = tile::reshape<8, 8>(a); // ANY: :[[@LINE]]:{{.*}}: remark:
  tile::store(b, {0, 0}, out);
}

// CHECK-LABEL: address_of_the_result(
// CHECK:       auto b = a;
PTO_INCORE void address_of_the_result(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  auto *p = &b;
  *p = tile::add(a, a);
  tile::store(a, {0, 0}, out);
}

template <class A> inline void rebind(A &a) { a = tile::add(a, a); }

// CHECK-LABEL: source_rebound_by_a_call(
// CHECK:       auto b = a;
PTO_INCORE void source_rebound_by_a_call(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  auto b = tile::reshape<8, 8>(a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  rebind(a);
  tile::store(b, {0, 0}, out);
}

// CHECK-LABEL: in_heads_of_statements(
// CHECK:       for (auto b = a; b(0, 0) > 100.f;) {
// CHECK:       if ({{.*}}(0, 0) < 3.f)
PTO_INCORE void in_heads_of_statements(In<Square> x, Out<Square> out) {
  auto a = tile::load<8, 8>(x, {0, 0});
  for (auto b = tile::reshape<8, 8>(a); b(0, 0) > 100.f;) { // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
    a = tile::add(a, a);
    b = a;
  }
  if (auto b = tile::reshape<8, 8>(a); b(0, 0) < 3.f) // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
    tile::store(b, {0, 0}, out);
}

// Instances of a template agree.
// CHECK-LABEL: in_a_template(
// CHECK-NEXT:    auto a = tile::load<R, 8>(x, {0, 0});
// CHECK-NEXT:    tile::store(a, {0, 0}, out);
template <class T, Index R> PTO_INCORE void in_a_template(In<Tensor<T, R, 8>> x, Out<Tensor<T, R, 8>> out) {
  auto a = tile::load<R, 8>(x, {0, 0});
  auto b = tile::reshape<R, 8>(a); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  tile::store(b, {0, 0}, out);
}

// They do not: for R = 1 the shape is the same, for R = 2 it is another.
// CHECK-LABEL: instances_disagree(
// CHECK:         auto b = tile::reshape<1, R * 8>(a);
template <Index R> PTO_INCORE void instances_disagree(In<Square> x, Out<Tensor<float, 1, R * 8>> out) {
  auto a = tile::load<R, 8>(x, {0, 0});
  auto b = tile::reshape<1, R * 8>(a); // KEPT: :[[@LINE]]:{{.*}},instantiations-disagree]
  tile::store(b, {0, 0}, out);
}

// What only the reshape needed goes with it: no new warning (%equal compares them).
// CHECK-LABEL: variables_of_the_reshape(
// CHECK:       auto a = tile::load<8, 8>(x, {0, 0}, Valid{n, 8});
// CHECK:       tile::store(a, {0, 0}, out);
PTO_INCORE void variables_of_the_reshape(In<Square> x, Out<Square> out, Index rows) {
  constexpr Index eight = 8;
  const Index n = rows + 1;
  const Index m = n;
  auto a = tile::load<8, 8>(x, {0, 0}, Valid{n, 8});
  auto b = tile::reshape<eight, eight>(a, Valid{m, eight}); // FOLDED: :[[@LINE]]:{{.*}}'b' is 'a'
  tile::store(b, {0, 0}, out);
}

PTO_TEST_MAIN(source_rebound, result_rebound, rebound_in_a_loop, written_in_place, assigned, onto_itself,
              one_after_the_other, source_hidden, source_hidden_by_an_enumerator, used_in_a_lambda, used_in_a_macro,
              used_in_inactive_code, several_declarators, returned, element_of, source_is_an_expression,
              source_is_assigned, const_reference, rvalue_reference, overloads, takes_values_only, moved, name_in_types,
              name_captured, static_result, address_of_the_result, source_rebound_by_a_call, in_heads_of_statements,
              variables_of_the_reshape, in_a_template<float, 4>, in_a_template<double, 8>, instances_disagree<1>,
              instances_disagree<2>)
