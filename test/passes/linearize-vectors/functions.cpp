// Functions around the vectors: calls, templates, control flow that has no model, and a target.
// RUN: %pto-rewrite --passes=linearize-vectors -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %equal --passes=linearize-vectors --expect-change %s
// RUN: %pto-rewrite --passes='linearize-vectors{target=inner}' %s -- | sed -e '/^ *\/\//d' | FileCheck %s --check-prefix=INNER
// RUN: %equal --passes='linearize-vectors{target=inner}' %s
// RUN: not %pto-rewrite --passes='linearize-vectors{target=innner}' %s -- 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: 'linearize-vectors': nothing is tagged 'innner'; did you mean 'inner'?
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using M = mem::MemRef<float, mem::L1, 4, 4>;
using V = vec::Vec<float, 4, 4>;

V helper(const V &v) { return v; }
template <class T> T generic(const T &v) { return v; }
float overloaded(const V &) { return 1; }
float overloaded(V &&) { return 2; }

// Parameters, results and arguments keep their shape; the text needs no "vec::" for that.
// CHECK-LABEL: calls(
// CHECK-NEXT: auto a = vec::shape_cast<16>(v) * vec::shape_cast<16>(w);
// CHECK-NEXT: auto b = helper(vec::shape_cast<4, 4>(a));
// CHECK-NEXT: auto c = vec::shape_cast<16>(generic(vec::shape_cast<4, 4>(a * vec::shape_cast<16>(b)))) + vec::shape_cast<16>(generic(b));
// CHECK-NEXT: w = vec::shape_cast<4, 4>(vec::shape_cast<16>(w) * c);
// CHECK-NEXT: if (v.lane(0) > 0)
// CHECK-NEXT: return vec::shape_cast<4, 4>(c);
// CHECK-NEXT: return vec::shape_cast<4, 4>(vec::shape_cast<16>(w) + c);
PTO_INCORE V calls(const V &v, V w) {
  auto a = v * w;  // SAYS: :[[@LINE]]:12: remark: 'a' is rank 1: 2 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  auto b = helper(a);
  auto c = generic(a * b) + generic(b);  // SAYS: :[[@LINE]]:12: remark: 'c' is rank 1: 3 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  w = w * c;
  if (v.lane(0) > 0)
    return c;
  return w + c;
}

// A function that tells a name from the result of an op still gets what it got.
// CHECK-LABEL: overloads(
// CHECK-NEXT: auto a = vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}));
// CHECK-NEXT: auto b = vec::shape_cast<4, 4>(a * a);
// CHECK-NEXT: const float f = overloaded(b) + overloaded(vec::shape_cast<4, 4>(vec::shape_cast<16>(b) + a));
// CHECK-NEXT: mem::store(f, out, 0, 0);
PTO_INCORE void overloads(In<M> x, Out<M> out) {
  auto a = vec::load<4, 4>(x, {0, 0});
  auto b = a * a;  // SAYS: :[[@LINE]]:12: remark: 'a' is rank 1: 2 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  const float f = overloaded(b) + overloaded(b + a);
  mem::store(f, out, 0, 0);
}

// All instances of a template come to the same text, or it stays.
// CHECK-LABEL: of_any_type(
// CHECK-NEXT: vec::Vec<T, 16> a = vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}));
// CHECK-NEXT: vec::store(vec::shape_cast<4, 4>(a * vec::splat<T, 16>(T(2))), out, {0, 0});
template <class T>
PTO_INCORE void of_any_type(In<mem::MemRef<T, mem::L1, 4, 4>> x, Out<mem::MemRef<T, mem::L1, 4, 4>> out) {
  vec::Vec<T, 4, 4> a = vec::load<4, 4>(x, {0, 0});
  vec::store(a * vec::splat<T, 4, 4>(T(2)), out, {0, 0});  // SAYS: :[[@LINE]]:14: remark: 'a' is rank 1: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
}

// CHECK-LABEL: of_any_shape(
// CHECK-NEXT: auto a = vec::load<R, C>(x, {0, 0});
// CHECK-NEXT: vec::store(a * vec::splat<float, R, C>(2), out, {0, 0});
template <Index R, Index C>
PTO_INCORE void of_any_shape(In<mem::MemRef<float, mem::L1, R, C>> x, Out<mem::MemRef<float, mem::L1, R, C>> out) {
  auto a = vec::load<R, C>(x, {0, 0});
  vec::store(a * vec::splat<float, R, C>(2), out, {0, 0});  // SAYS: :[[@LINE]]:14: remark: kept: the instances of 'of_any_shape' would be rewritten differently [-Rpass-missed=linearize-vectors,instantiations-disagree]
  // SAYS-NEXT: :[[@LINE-3]]:17: note: instance of_any_shape<4L, 4L>
  // SAYS-NEXT: :[[@LINE-4]]:17: note: instance of_any_shape<2L, 8L>
}

// CHECK-LABEL: branches_of_an_instance(
// CHECK-NEXT: auto a = vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}));
// CHECK-NEXT: auto b = vec::shape_cast<4, 4>(a * a);
// CHECK-NEXT: if constexpr (N > 1)
// CHECK-NEXT: vec::store(vec::transpose<1, 0>(b), out, {0, 0});
// CHECK-NEXT: else
// CHECK-NEXT: vec::store(b, out, {0, 0});
template <int N> PTO_INCORE void branches_of_an_instance(In<M> x, Out<M> out) {
  auto a = vec::load<4, 4>(x, {0, 0});
  auto b = a * a;  // SAYS: :[[@LINE]]:12: remark: 'a' is rank 1: 1 op works on 16 lanes in one row [-Rpass=linearize-vectors]
  if constexpr (N > 1)
    vec::store(vec::transpose<1, 0>(b), out, {0, 0});
  else
    vec::store(b, out, {0, 0});
}

template <Index N> PTO_INCORE void never(In<M> x, Out<M> out) { vec::store(vec::load<4, N>(x, {0, 0}) * vec::splat<float, 4, N>(2), out, {0, 0}); }  // SAYS: :[[@LINE]]:36: remark: 'never' kept: no code in this file instantiates the template [-Rpass-missed=linearize-vectors,not-instantiated]

// CHECK-LABEL: jumps(
// CHECK-NEXT: int n = 0;
// CHECK-NEXT: again:
// CHECK-NEXT: auto a = vec::load<4, 4>(x, {0, 0});
// CHECK-NEXT: vec::store(a * a, out, {0, 0});
// CHECK-NEXT: if (++n < 2)
// CHECK-NEXT: goto again;
PTO_INCORE void jumps(In<M> x, Out<M> out) {
  int n = 0;
again:
  auto a = vec::load<4, 4>(x, {0, 0});
  vec::store(a * a, out, {0, 0});  // SAYS: :[[@LINE]]:14: remark: kept: 'jumps' uses goto [-Rpass-missed=linearize-vectors,unmodelled]
  if (++n < 2)
    goto again;
}

// Only what has the tag, or stands in what has it; what is made outside is cast inside.
// INNER-LABEL: tagged(
// INNER-NEXT: auto a = vec::load<4, 4>(x, {0, 0});
// INNER-NEXT: auto b = a * a;
// INNER-NEXT: PTO_TAG("inner")
// INNER-NEXT: for (Index i = 0; i < 2; ++i) {
// INNER-NEXT: auto c = vec::shape_cast<16>(b) + vec::shape_cast<16>(vec::load<4, 4>(x, {0, 0}));
// INNER-NEXT: vec::store(vec::shape_cast<4, 4>(c * vec::shape_cast<16>(a)), out, {0, 0});
// INNER-NEXT: }
// INNER-NEXT: for (Index i = 0; i < 2; ++i)
// INNER-NEXT: vec::store(b - a, out, {0, 0});
PTO_INCORE void tagged(In<M> x, Out<M> out) {
  auto a = vec::load<4, 4>(x, {0, 0});
  auto b = a * a;  // SAYS: :[[@LINE]]:12: remark: 'a', 'b' and 'c' are rank 1: 4 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  PTO_TAG("inner")
  for (Index i = 0; i < 2; ++i) {
    auto c = b + vec::load<4, 4>(x, {0, 0});
    vec::store(c * a, out, {0, 0});
  }
  for (Index i = 0; i < 2; ++i)
    vec::store(b - a, out, {0, 0});
}

// A declaration alone: what is made there keeps its shape outside.
// INNER-LABEL: tagged_declaration(
// INNER-NEXT: auto a = vec::load<4, 4>(x, {0, 0});
// INNER-NEXT: PTO_TAG("inner")
// INNER-NEXT: auto b = vec::shape_cast<4, 4>(vec::shape_cast<16>(a) * vec::shape_cast<16>(a));
// INNER-NEXT: auto c = b + b;
// INNER-NEXT: vec::store(c, out, {0, 0});
PTO_INCORE void tagged_declaration(In<M> x, Out<M> out) {
  auto a = vec::load<4, 4>(x, {0, 0});
  PTO_TAG("inner")
  auto b = a * a;  // SAYS: :[[@LINE]]:12: remark: 'a', 'b' and 'c' are rank 1: 2 ops work on 16 lanes in one row [-Rpass=linearize-vectors]
  auto c = b + b;
  vec::store(c, out, {0, 0});
}

// Nothing of vectors, no remark.
PTO_INCORE void no_vectors(In<M> x, Out<M> out) { mem::copy(x, out); }

PTO_TEST_MAIN(calls, overloads, of_any_type<float>, of_any_type<bf16>, of_any_shape<4, 4>, of_any_shape<2, 8>,
              branches_of_an_instance<1>, branches_of_an_instance<2>, jumps, tagged, tagged_declaration, no_vectors)
