// How the user wrote it: types, names, template arguments, macros, comments.
// RUN: %pto-rewrite --passes=linearize-vectors -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=linearize-vectors --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>

using M = pto::dsl::mem::MemRef<float, pto::dsl::mem::L1, 4, 4>;
using Square = pto::dsl::vec::Vec<float, 4, 4>;

// No using-directive: full names.
// CHECK-LABEL: qualified(
// CHECK-NEXT: const auto v = ::pto::dsl::vec::shape_cast<16>(pto::dsl::vec::load<4, 4>(x, {0, 0}));
// CHECK-NEXT: const auto w = v * pto::dsl::vec::splat<float, 16>(2);
// CHECK-NEXT: pto::dsl::vec::store(::pto::dsl::vec::shape_cast<4, 4>(w), out, {0, 0});
PTO_INCORE void qualified(pto::dsl::In<M> x, pto::dsl::Out<M> out) {
  const auto v = pto::dsl::vec::load<4, 4>(x, {0, 0});
  const auto w = v * pto::dsl::vec::splat<float, 4, 4>(2);  // SAYS: :[[@LINE]]:18: remark: 'v' and 'w' are rank 1: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
  pto::dsl::vec::store(w, out, {0, 0});
}

using namespace pto::dsl;

// Spelled types get the new extents; an alias cannot, and becomes auto.
// CHECK-LABEL: types(
// CHECK-NEXT: const vec::Vec<float, 16> a = vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}));
// CHECK-NEXT: vec::Vec<float, 16> const &b = a + a;
// CHECK-NEXT: auto c = a * b;
// CHECK-NEXT: const auto &d = b - c;
// CHECK-NEXT: auto m = vec::cmp(c, d, Cmp::LT);
// CHECK-NEXT: auto &&e = vec::select(m, c, d);
// CHECK-NEXT: auto f = vec::max(d, e);
// CHECK-NEXT: vec::store(vec::shape_cast<4, 4>(f), out, {0, 0});
PTO_INCORE void types(In<M> x, Out<M> out) {
  const vec::Vec<float, 4, 4> a = vec::load<4, 4>(x, {0, 0});
  vec::Vec<float, 4, 4> const &b = a + a;  // SAYS: :[[@LINE]]:36: remark: 'a', 'b', 'c', 'd', 'm', 'e' and 'f' are rank 1: 6 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  Square c = a * b;
  const Square &d = b - c;
  vec::Mask<4, 4> m = vec::cmp(c, d, Cmp::LT);
  auto &&e = vec::select(m, c, d);
  vec::Vec f = vec::max(d, e);
  vec::store(f, out, {0, 0});
}

// Where the type must stay, so does the shape: conversions, several declarators, a local alias, braces, static.
// CHECK-LABEL: types_that_stay(
// CHECK-NEXT: auto a = vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}));
// CHECK-NEXT: auto b = vec::Vec<float, 4, 4>(vec::shape_cast<4, 4>(a + a));
// CHECK-NEXT: auto c = vec::shape_cast<4, 4>(vec::shape_cast<16>(b) * a), d = vec::shape_cast<4, 4>(vec::shape_cast<16>(b) - a);
// CHECK-NEXT: using Local = vec::Vec<float, 4, 4>;
// CHECK-NEXT: const Local e = vec::shape_cast<4, 4>(vec::shape_cast<16>(c) * vec::shape_cast<16>(d));
// CHECK-NEXT: const Square f{vec::shape_cast<4, 4>(vec::shape_cast<16>(e) * vec::shape_cast<16>(d))};
// CHECK-NEXT: static Square g;
// CHECK-NEXT: g = vec::shape_cast<4, 4>(vec::shape_cast<16>(f) * vec::shape_cast<16>(d));
// CHECK-NEXT: vec::store(static_cast<const Square &>(vec::shape_cast<4, 4>(vec::shape_cast<16>(g) + vec::shape_cast<16>(f))), out, {0, 0});
PTO_INCORE void types_that_stay(In<M> x, Out<M> out) {
  auto a = vec::load<4, 4>(x, {0, 0});
  auto b = vec::Vec<float, 4, 4>(a + a);  // SAYS: :[[@LINE]]:34: remark: 'a' is rank 1: 3 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  auto c = b * a, d = b - a;
  using Local = vec::Vec<float, 4, 4>;
  const Local e = c * d;  // SAYS: :[[@LINE]]:19: remark: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
  const Square f{e * d};  // SAYS: :[[@LINE]]:18: remark: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
  static Square g;
  g = f * d;  // SAYS: :[[@LINE]]:7: remark: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
  vec::store(static_cast<const Square &>(g + f), out, {0, 0});  // SAYS: :[[@LINE]]:42: remark: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
}

// What the tool cannot see may know the type: decltype, members, a lambda of its own, #if.
// CHECK-LABEL: seen_elsewhere(
// CHECK-NEXT: auto a = vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}));
// CHECK-NEXT: auto b = (a * a);
// CHECK-NEXT: auto c = b + a;
// CHECK-NEXT: auto d = vec::shape_cast<4, 4>(c - a);
// CHECK-NEXT: auto e = vec::shape_cast<4, 4>(c * vec::splat<float, 16>(d.lane(3)));
// CHECK-NEXT: const auto rows = [&](const auto &) { return e.dims[0]; };
// CHECK-NEXT: auto f = vec::shape_cast<4, 4>(vec::shape_cast<16>(e) * vec::splat<float, 16>(static_cast<float>(rows(1))));
// CHECK-NEXT: #ifdef ELSEWHERE
// CHECK-NEXT: vec::store(vec::transpose<1, 0>(f), out, {0, 0});
// CHECK-NEXT: #endif
// CHECK-NEXT: vec::store(f, out, {0, 0});
PTO_INCORE void seen_elsewhere(In<M> x, Out<M> out) {
  auto a = vec::load<4, 4>(x, {0, 0});
  auto b = a * a;  // SAYS: :[[@LINE]]:12: remark: 'a' and 'c' are rank 1: 4 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  decltype(b) c = b + a;
  auto d = c - a;
  auto e = c * vec::splat<float, 4, 4>(d.lane(3));
  const auto rows = [&](const auto &) { return e.dims[0]; };
  auto f = e * vec::splat<float, 4, 4>(static_cast<float>(rows(1)));  // SAYS: :[[@LINE]]:12: remark: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
#ifdef ELSEWHERE
  vec::store(vec::transpose<1, 0>(f), out, {0, 0});
#endif
  vec::store(f, out, {0, 0});
}

// Names that other variables have, too.
// CHECK-LABEL: same_names(
// CHECK-NEXT: { auto a = vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0})); vec::store(vec::shape_cast<4, 4>(a * a), out, {0, 0}); }
// CHECK-NEXT: float a = 2;
// CHECK-NEXT: for (Index i = 0; i < 2; ++i) {
// CHECK-NEXT: auto v = vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}));
// CHECK-NEXT: if (i == 0) {
// CHECK-NEXT: auto a = v * v;
// CHECK-NEXT: vec::store(vec::shape_cast<4, 4>(a + v), out, {0, 0});
// CHECK-NEXT: } else {
// CHECK-NEXT: vec::store(vec::shape_cast<4, 4>(v * vec::splat<float, 16>(a)), out, {0, 0});
// CHECK-NEXT: }
// CHECK-NEXT: }
PTO_INCORE void same_names(In<M> x, Out<M> out) {
  { auto a = vec::load<4, 4>(x, {0, 0}); vec::store(a * a, out, {0, 0}); }  // SAYS: :[[@LINE]]:53: remark: 'a' is rank 1: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
  float a = 2;
  for (Index i = 0; i < 2; ++i) {
    auto v = vec::load<4, 4>(x, {0, 0});
    if (i == 0) {
      auto a = v * v;  // SAYS: :[[@LINE]]:16: remark: 'v' and 'a' are rank 1: 3 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
      vec::store(a + v, out, {0, 0});
    } else {
      vec::store(v * vec::splat<float, 4, 4>(a), out, {0, 0});
    }
  }
}

// Template arguments that would be deduced otherwise now.
// CHECK-LABEL: spelled_arguments(
// CHECK-NEXT: auto a = vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}));
// CHECK-NEXT: auto b = vec::exp<float, 16>(a) + vec::operator*<float, 16>(a, a);
// CHECK-NEXT: auto c = vec::abs<float, 16>(b) - vec::cast<float>(b);
// CHECK-NEXT: vec::store(vec::shape_cast<4, 4>(c), out, {0, 0});
PTO_INCORE void spelled_arguments(In<M> x, Out<M> out) {
  auto a = vec::load<4, 4>(x, {0, 0});
  auto b = vec::exp<float, 4, 4>(a) + vec::operator*<float, 4, 4>(a, a);  // SAYS: :[[@LINE]]:12: remark: 'a', 'b' and 'c' are rank 1: 6 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  auto c = vec::abs<float>(b) - vec::cast<float, float, 4, 4>(b);
  vec::store(c, out, {0, 0});
}

// Comments between what is kept stay where they are; one between extents keeps the op, another op goes around it.
// CHECK-LABEL: comments(
// CHECK-NEXT: auto a = vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}));
// CHECK-NEXT: auto b = vec::shape_cast<4, 4>(a /* left */ *
// CHECK-NEXT: vec::shape_cast<16>(vec::splat<float, 4, /* columns */ 4>(2)));
// CHECK-NEXT: auto c = vec::cast<float, float, /* rows */ 4, 4>(b);
// CHECK-NEXT: vec::store(vec::shape_cast<4, 4>(vec::shape_cast<16>(b) + vec::shape_cast<16>(c)), out, {0, 0});
PTO_INCORE void comments(In<M> x, Out<M> out) {
  auto a = vec::load<4, 4>(x, {0, 0}); // the tile
  auto b = a /* left */ *  // SAYS: :[[@LINE]]:12: remark: 'a' is rank 1: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
           vec::splat<float, 4, /* columns */ 4>(2); // right
  auto c = vec::cast<float, float, /* rows */ 4, 4>(b);  // SAYS: :[[@LINE]]:12: remark: kept: the edit would delete a comment [-Rpass-missed=linearize-vectors,comment]
  // SAYS-NEXT: :[[@LINE-1]]:12: note: in this statement
  vec::store(b + c, out, {0, 0});  // SAYS: :[[@LINE]]:14: remark: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
}

#define TWICE(v) ((v) + (v))
#define SHAPE 4, 4
// A macro keeps what it spells; what it is given keeps its shape.
// CHECK-LABEL: macros(
// CHECK-NEXT: auto a = vec::load<SHAPE>(x, {0, 0});
// CHECK-NEXT: auto b = TWICE(a);
// CHECK-NEXT: auto c = vec::shape_cast<16>(a) * vec::shape_cast<16>(b) * vec::splat<float, 16>(3);
// CHECK-NEXT: vec::store(vec::shape_cast<4, 4>(c), out, {0, 0});
PTO_INCORE void macros(In<M> x, Out<M> out) {
  auto a = vec::load<SHAPE>(x, {0, 0});
  auto b = TWICE(a);  // SAYS: :[[@LINE]]:12: remark: kept: it is spelled in macro 'TWICE' [-Rpass-missed=linearize-vectors,in-macro]
  // SAYS-NEXT: :[[@LINE-11]]:19: note: in this definition
  auto c = a * b * vec::splat<float, SHAPE>(3);  // SAYS: :[[@LINE]]:12: remark: 'c' is rank 1: 2 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  vec::store(c, out, {0, 0});
}

// CHECK-LABEL: switched(
// CHECK-NEXT: auto a = vec::load<4, 4>(x, {0, 0});
// CHECK-NEXT: auto b = a
// CHECK-NEXT: #ifdef ELSEWHERE
// CHECK-NEXT: + a
// CHECK-NEXT: #else
// CHECK-NEXT: * a
// CHECK-NEXT: #endif
// CHECK-NEXT: ;
// CHECK-NEXT: vec::store(b, out, {0, 0});
PTO_INCORE void switched(In<M> x, Out<M> out) {
  auto a = vec::load<4, 4>(x, {0, 0});
  auto b = a  // SAYS: :[[@LINE]]:12: remark: kept: a preprocessor line stands inside [-Rpass-missed=linearize-vectors,preprocessor]
  // SAYS-NEXT: :[[@LINE-1]]:12: note: in this statement
#ifdef ELSEWHERE
           + a
#else
           * a
#endif
      ;
  vec::store(b, out, {0, 0});
}

// What the user wants left alone keeps its shape, and so does what it needs.
// CHECK-LABEL: suppressions(
// CHECK-NEXT: auto a = vec::load<4, 4>(x, {0, 0});
// CHECK-NEXT: auto b = a * a;
// CHECK-NEXT: auto c = vec::shape_cast<4, 4>(vec::shape_cast<16>(a) + vec::shape_cast<16>(b));
// CHECK-NEXT: auto d = c + c;
// CHECK-NEXT: vec::store(vec::shape_cast<4, 4>(vec::shape_cast<16>(d) * vec::shape_cast<16>(c)), out, {0, 0});
PTO_INCORE void suppressions(In<M> x, Out<M> out) {
  auto a = vec::load<4, 4>(x, {0, 0});
  auto b = a * a; // NOLINT(pto-linearize-vectors) SAYS: :[[@LINE]]:12: remark: kept: the comment here asks for it [-Rpass-missed=linearize-vectors,suppressed]
  auto c = a + b;  // SAYS: :[[@LINE]]:12: remark: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
  // pto-rewrite: off
  auto d = c + c;  // SAYS: :[[@LINE]]:12: remark: kept: the comment here asks for it [-Rpass-missed=linearize-vectors,suppressed]
  // pto-rewrite: on
  vec::store(d * c, out, {0, 0});  // SAYS: :[[@LINE]]:14: remark: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
}

// Constants that only the extents named go with them, where they can.
// CHECK-LABEL: constants(
// CHECK-NEXT: constexpr Index n = 4;
// CHECK-NEXT: auto a = vec::shape_cast<16>(vec::load<4, n>(x, {0, 0}));
// CHECK-NEXT: vec::store(vec::shape_cast<4, 4>(a * vec::splat<float, 16>(2)), out, {0, 0});
PTO_INCORE void constants(In<M> x, Out<M> out) {
  constexpr Index rows = 4;
  const Index cols = 4;
  constexpr Index n = 4;
  auto a = vec::load<4, n>(x, {0, 0});
  vec::store(a * vec::splat<float, rows, cols>(2), out, {0, 0});  // SAYS: :[[@LINE]]:14: remark: 'a' is rank 1: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
}

// CHECK-LABEL: constants_of_one_declaration(
// CHECK-NEXT: constexpr Index rows = 4, cols = 4;
// CHECK-NEXT: auto a = vec::load<4, 4>(x, {0, 0});
// CHECK-NEXT: vec::store(a * vec::splat<float, rows, cols>(2), out, {0, 0});
PTO_INCORE void constants_of_one_declaration(In<M> x, Out<M> out) {
  constexpr Index rows = 4, cols = 4;
  auto a = vec::load<4, 4>(x, {0, 0});
  vec::store(a * vec::splat<float, rows, cols>(2), out, {0, 0});  // SAYS: :[[@LINE]]:14: remark: kept: nothing would use 'rows' any more [-Rpass-missed=linearize-vectors,last-use]
  // SAYS-NEXT: :[[@LINE-1]]:14: note: used here
}

PTO_TEST_MAIN(qualified, types, types_that_stay, seen_elsewhere, same_names, spelled_arguments, comments, macros, switched,
              suppressions, constants, constants_of_one_declaration)
