// Products of floats are rounded before they are summed, unless the class "contract" is allowed.
//
// RUN: %pto-rewrite --passes=herd-vectorize %s -o %t.cpp --
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: %equal --passes=herd-vectorize --expect-change %s
// RUN: %pto-rewrite --passes=herd-vectorize --allow=contract -Rpass=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s --check-prefix=ALLOWED
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=herd-vectorize --allow=contract --within=1e-3 --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;
using linalg::par;
using linalg::red;

template <class T, Index... D> using Near = mem::MemRef<T, mem::L1, D...>;

// Of floats; of two bf16, whose exponents may not fit; and in bf16, which no fma is.
// CHECK-LABEL: void rounded(
// CHECK:           vec::multi_reduction<vec::Combine::Add, 2>(vec::broadcast<3, 3, 8>(vec::shape_cast<3, 1, 8>(g_vec)) * vec::broadcast<3, 3, 8>(g_vec), f_vec)
// CHECK:           vec::multi_reduction<vec::Combine::Add, 2>(vec::broadcast<3, 3, 8>(vec::shape_cast<3, 1, 8>(vec::cast<float>(h_vec))) * vec::broadcast<3, 3, 8>(vec::cast<float>(h_vec)), f_vec2)
// CHECK:           vec::multi_reduction<vec::Combine::Add, 2>(vec::cast<float>(vec::broadcast<3, 3, 8>(vec::shape_cast<3, 1, 8>(h_vec2)) * vec::broadcast<3, 3, 8>(h_vec2)), f_vec3)
// ALLOWED-LABEL: void rounded(
// ALLOWED:         vec::contract(g_vec, vec::transpose<1, 0>(g_vec), f_vec)
// ALLOWED:         vec::contract(h_vec, vec::transpose<1, 0>(h_vec), f_vec2)
// ALLOWED:         vec::multi_reduction<vec::Combine::Add, 2>(vec::cast<float>(
PTO_INCORE void rounded(In<Near<float, 3, 8>> g, In<Near<bf16, 3, 8>> h, InOut<Near<float, 3, 3>> f) {
  air::herd<1>([&](Index) {
    linalg::generic<par<3>, par<3>, red<8>>([&](Index i, Index j, Index k) { f(i, j) += g(i, k) * g(j, k); }); // SAYS: :[[@LINE]]:5: remark: linalg::generic is 2 reads, arithmetic on vectors of up to 24 lanes, and 1 write; products are summed without being rounded [-Rpass=herd-vectorize]
    linalg::generic<par<3>, par<3>, red<8>>([&](Index i, Index j, Index k) { f(i, j) += float(h(i, k)) * float(h(j, k)); });
    linalg::generic<par<3>, par<3>, red<8>>([&](Index i, Index j, Index k) { f(i, j) += h(i, k) * h(j, k); });
  });
}

PTO_TEST_MAIN(rounded)
