// RUN: %pto-rewrite --passes=fold-unit-extent-dims -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=fold-unit-extent-dims %s
//
// The index of a dropped dimension is 0 wherever the body names it, of the type that it had.
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Row = mem::MemRef<float, mem::L1, 1, 8>;
using Longs = mem::MemRef<std::int64_t, mem::L1, 1, 8>;

// CHECK-LABEL: void places
// CHECK-NEXT:    linalg::generic<linalg::par<8>>([&](Index j) {
// CHECK-NEXT:      const Index k = Index{0} * 3;
// CHECK-NEXT:      const auto m = Index{0};
// CHECK-NEXT:      a(k, j) = a(m, j) * static_cast<float>(Index{0}) + a(0, j) + (Index{0} > 0 ? 1.0f : 2.0f);
PTO_INCORE void places(InOut<Row> a) {
  linalg::generic<linalg::par<1>, linalg::par<8>>([&](Index i, Index j) {
    const Index k = i * 3;
    const auto m = i;
    a(k, j) = a(m, j) * static_cast<float>(i) + a(i, j) + (i > 0 ? 1.0f : 2.0f);
  });
}

// Sums that an int does not hold; a function that wants one type twice; shifts; beside an index, 0 is one.
// CHECK-LABEL: void types
// CHECK:         a(0, j) = Index{0} + 2147483647 + 1;
// CHECK:         a(0, j) = math::max(Index{0}, j) + (j * 0 - 0);
// CHECK:         a(0, j) = (Index{0} + 1) << 40;
// CHECK:         a(0, j) = 0 + 3 + j;
PTO_INCORE void types(InOut<Longs> a) {
  linalg::generic<linalg::par<1>, linalg::par<8>>([&](Index i, Index j) { a(i, j) = i + 2147483647 + 1; });
  linalg::generic<linalg::par<1>, linalg::par<8>>([&](Index i, Index j) { a(i, j) = math::max(i, j) + (j * i - i); });
  linalg::generic<linalg::par<1>, linalg::par<8>>([&](Index i, Index j) { a(i, j) = (i + 1) << 40; });
  linalg::generic<linalg::par<1>, linalg::par<8>>([&](int i, int j) { a(i, j) = i + 3 + j; });
}

// What looks like its name is not always the index.
// CHECK-LABEL: void names
// CHECK:         ([&](Index j) { a(0, j) = a(0, j) * 1.f + 2.f / 3.f; });
PTO_INCORE void names(InOut<Row> a) {
  linalg::generic<linalg::par<1>, linalg::par<8>>([&](Index f, Index j) { a(f, j) = a(f, j) * 1.f + 2.f / 3.f; });
}

// No name at all; the middle one of three; all of extent 1: one stays; captures of any kind.
// CHECK-LABEL: void forms
// CHECK:         linalg::generic<linalg::par<8>>([&](Index j) { a(0, j) = a(0, j) * 2.0f; });
// CHECK-NEXT:    linalg::generic<linalg::par<4>, linalg::par<8>>([&](Index b, Index j) { m(b, 0, j) = m(b, 0, j) + 1.0f; });
// CHECK-NEXT:    linalg::generic<linalg::red<1>>([&](Index r) { m(0, r, 0) = m(0, r, 0) * 2.0f; });
// CHECK-NEXT:    linalg::generic<linalg::par<8>>([a, q](Index j) { a(0, j) += q; });
// CHECK-NEXT:    linalg::generic<linalg::par<8>>([=](Index j) { mem::store(mem::load(a, 0, j) + q, a, 0, j); });
PTO_INCORE void forms(InOut<Row> a, InOut<mem::MemRef<float, mem::L1, 4, 1, 8>> m, float q) {
  linalg::generic<linalg::par<1>, linalg::par<8>>([&](Index, Index j) { a(0, j) = a(0, j) * 2.0f; });
  linalg::generic<linalg::par<4>, linalg::red<1>, linalg::par<8>>([&](Index b, Index r, Index j) { m(b, r, j) = m(b, r, j) + 1.0f; });
  linalg::generic<linalg::red<1>, linalg::red<1>>([&](Index b, Index r) { m(b, r, 0) = m(b, r, 0) * 2.0f; });
  linalg::generic<linalg::par<1>, linalg::par<8>>([a, q](Index i, Index j) { a(i, j) += q; });
  linalg::generic<linalg::par<1>, linalg::par<8>>([=](Index i, Index j) { mem::store(mem::load(a, i, j) + q, a, i, j); });
}

// A dropped reduction still adds once, in its place among the others.
// CHECK-LABEL: void accumulates
// CHECK:         linalg::generic<linalg::par<8>, linalg::red<3>>([&](Index j, Index r) { a(0, j) = a(0, j) * 0.5f + x(r, 0, j); });
PTO_INCORE void accumulates(InOut<Row> a, In<mem::MemRef<float, mem::L1, 3, 1, 8>> x) {
  linalg::generic<linalg::par<8>, linalg::red<1>, linalg::red<3>>([&](Index j, Index o, Index r) { a(o, j) = a(o, j) * 0.5f + x(r, o, j); });
}

// SAYS: [[@LINE+2]]:3: remark: kept: the edit would delete a comment [-Rpass-missed=fold-unit-extent-dims,comment]
PTO_INCORE void commented(InOut<Row> a) {
  linalg::generic<linalg::par<1>, // the batch
                  linalg::par<8>>([&](Index i, Index j) { a(i, j) = a(i, j) * 2.0f; });
}

// The body is used elsewhere, too: nothing that the pass looks at.
// CHECK-LABEL: void named_body
// CHECK:         linalg::generic<linalg::par<1>, linalg::par<8>>(body);
PTO_INCORE void named_body(InOut<Row> a) {
  const auto body = [&](Index i, Index j) { a(i, j) = a(i, j) * 2.0f; };
  linalg::generic<linalg::par<1>, linalg::par<8>>(body);
  body(0, 3);
}

#define AT(i, j) a(i, j)

// SAYS: [[@LINE+2]]:3: remark: kept: 'i' is used in a way that 0 has not [-Rpass-missed=fold-unit-extent-dims,unknown-body]
PTO_INCORE void macro_in_body(InOut<Row> a) {
  linalg::generic<linalg::par<1>, linalg::par<8>>([&](Index i, Index j) { AT(i, j) = a(i, j) * 2.0f; });
}

using Batch = linalg::par<1>;

// CHECK-LABEL: void renamed_domain
// CHECK-NEXT:    linalg::generic<linalg::par<8>>([&](Index j) { a(0, j) = a(0, j) * 2.0f; });
PTO_INCORE void renamed_domain(InOut<Row> a) {
  linalg::generic<Batch, linalg::par<8>>([&](Index i, Index j) { a(i, j) = a(i, j) * 2.0f; });
}

// A loop of one turn is no domain.
// CHECK-LABEL: void loop
// CHECK-NEXT:    for (Index i = 0; i < 1; ++i)
PTO_INCORE void loop(InOut<Row> a) {
  for (Index i = 0; i < 1; ++i)
    a(i, 3) = 1.0f;
}

PTO_TEST_MAIN(places, types, names, forms, accumulates, commented, named_body, macro_in_body, renamed_domain, loop)
