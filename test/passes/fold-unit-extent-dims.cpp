// RUN: %pto-rewrite --passes=fold-unit-extent-dims -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=fold-unit-extent-dims %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Blocks = mem::MemRef<float, mem::L1, 4, 1, 1, 8, 8>;

// Views, not copies: what is written through them is written.
// CHECK-LABEL: void doubled
// CHECK:         const auto a_2d = mem::rank_reduce<8, 8>(a);
// CHECK-NEXT:    const auto o_2d = mem::rank_reduce<8, 8>(o);
// CHECK-NEXT:    linalg::map([](float x) { return x * 2.0f; }, a_2d, o_2d);
// SAYS: [[@LINE+4]]:3: remark: 'map' works on memory of 2 dimensions [-Rpass=fold-unit-extent-dims]
PTO_INCORE void doubled(In<Blocks> in, Out<Blocks> out, Index t) {
  const auto a = mem::subview<1, 1, 1, 8, 8>(in, {t, 0, 0, 0, 0});
  const auto o = mem::subview<1, 1, 1, 8, 8>(out, {t, 0, 0, 0, 0});
  linalg::map([](float x) { return x * 2.0f; }, a, o);
}

// One view a memory, however many ops want it; a matmul keeps its matrices, also of one row.
// CHECK-LABEL: void products
// CHECK:         const auto a_2d = mem::rank_reduce<1, 8>(a);
// CHECK-NEXT:    const auto b_2d = mem::rank_reduce<8, 4>(b);
// CHECK-NEXT:    const auto c_2d = mem::rank_reduce<1, 4>(c);
// CHECK-NEXT:    linalg::matmul(a_2d, b_2d, c_2d);
// CHECK-NEXT:    const auto d_2d = mem::rank_reduce<1, 4>(d);
// CHECK-NEXT:    linalg::matmul(a_2d, b_2d, d_2d);
PTO_INCORE void products(In<mem::MemRef<float, mem::L1, 1, 1, 8>> a, In<mem::MemRef<float, mem::L1, 1, 8, 4>> b,
                         InOut<mem::MemRef<float, mem::L1, 1, 1, 4>> c, InOut<mem::MemRef<float, mem::L1, 1, 1, 4>> d) {
  linalg::matmul(a, b, c);
  linalg::matmul(a, b, d);
}

// The same memory twice in one op; fill and copy; a body without braces.
// CHECK-LABEL: void others
// CHECK:         const auto a_1d = mem::rank_reduce<8>(a);
// CHECK-NEXT:    linalg::map([](float x, float y) { return x + y; }, a_1d, a_1d, a_1d);
// CHECK-NEXT:    for (Index i = 0; i < n; ++i) {
// CHECK-NEXT:      const auto b_1d = mem::rank_reduce<8>(b);
// CHECK-NEXT:      linalg::fill(1.0f, b_1d);
// CHECK-NEXT:    }
PTO_INCORE void others(InOut<mem::MemRef<float, mem::L1, 1, 8>> a, InOut<mem::MemRef<float, mem::L1, 1, 8, 1>> b,
                       Out<mem::MemRef<float, mem::L1, 1, 8, 1>> c, Index n) {
  linalg::map([](float x, float y) { return x + y; }, a, a, a);
  for (Index i = 0; i < n; ++i)
    linalg::fill(1.0f, b);
  linalg::copy(b, c);
}

// A reduction of one turn still adds to its output.
// CHECK-LABEL: void generics
// CHECK:         linalg::generic<linalg::par<8>>(
// CHECK-NEXT:        [&](Index j) { out(0, j) = out(0, j) + x(0, j, 0); });
// CHECK:         linalg::generic<linalg::par<8>, linalg::red<2>>([&](Index j, Index r) {
// CHECK-NEXT:      out(0, j) = out(0, j) * x(r * 0, j, 0);
// CHECK:         linalg::generic<linalg::red<1>>([&](Index r) { out(0, r) = out(0, r) + x(0, r, 0); });
PTO_INCORE void generics(In<mem::MemRef<float, mem::L1, 2, 8, 1>> x, InOut<mem::MemRef<float, mem::L1, 1, 8>> out) {
  linalg::generic<linalg::par<1>, linalg::par<8>, linalg::red<1>>(
      [&](Index i, Index j, Index r) { out(i, j) = out(i, j) + x(i, j, r); });
  linalg::generic<linalg::par<1>, linalg::par<8>, linalg::red<2>>([&](Index i, Index j, Index r) {
    // i is in a comment
    out(i, j) = out(i, j) * x(r * i, j, 0);
  });
  linalg::generic<linalg::par<1>, linalg::red<1>>([&](Index i, Index r) { out(i, r) = out(i, r) + x(0, r, i); });
}

// SAYS: [[@LINE+2]]:3: remark: kept: an operand is no name [-Rpass-missed=fold-unit-extent-dims,not-named]
PTO_INCORE void unnamed(InOut<mem::MemRef<float, mem::L1, 4, 8>> a) {
  linalg::fill(0.0f, mem::subview<1, 8>(a, {2, 0}));
}

// SAYS: [[@LINE+2]]:3: remark: kept: the body of the generic is not understood [-Rpass-missed=fold-unit-extent-dims,unknown-body]
PTO_INCORE void opaque_body(InOut<mem::MemRef<float, mem::L1, 1, 8>> a) {
  linalg::generic<linalg::par<1>, linalg::par<8>>([&](Index i, Index j) {
    if (j > 3)
      a(i, j) = 1.0f;
  });
}

// Nothing of extent 1, or known at run time only: no pattern.
// CHECK-LABEL: void nothing
// CHECK-NEXT:    linalg::fill(0.0f, a);
// CHECK-NEXT:    linalg::fill(0.0f, b);
PTO_INCORE void nothing(Out<mem::MemRef<float, mem::L1, 4, 8>> a, Out<mem::MemRef<float, mem::L1, dyn, 8>> b) {
  linalg::fill(0.0f, a);
  linalg::fill(0.0f, b);
}

PTO_TEST_MAIN(doubled, products, others, generics, unnamed, opaque_body, nothing)
