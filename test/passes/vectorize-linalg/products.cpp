// linalg::matmul: in tiles of registers where the matrices are two, in strips where there are more; always the same
// steps in the same order, so the same bits.
//
// RUN: %pto-rewrite --passes=vectorize-linalg -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: count 0 < %t.err
// RUN: %equal --passes=vectorize-linalg --expect-change %s
// RUN: %if avx512 %{ %equal --passes='vectorize-linalg,lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='vectorize-linalg{width=8},lower-vectors{target=avx2}' --expect-change %s %}
// RUN: %if vnni %{ %equal --passes='vectorize-linalg{quads},lower-vectors{target=avx512-vnni}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

template <class T, Index... D> using Near = mem::MemRef<T, mem::L1, D...>;

// CHECK-LABEL: void odd(
// CHECK:         auto c0 = vec::load<32>(c_window, {0, 0});
// CHECK:         for (Index k = 0; k < 20; ++k) {
// CHECK-NEXT:      const auto b_row = vec::load<32>(b_window, {k, 0});
// CHECK-NEXT:      c0 = vec::fma(vec::splat<float, 32>(mem::load(a_window, 0, k)), b_row, c0);
// CHECK:           const auto b_row = vec::transfer_read<16>(b_window, {k, 32});
// CHECK:           vec::transfer_write(c11, c_window, {11, 32});
PTO_INCORE void odd(In<Near<float, 13, 20>> a, In<Near<float, 20, 37>> b, InOut<Near<float, 13, 37>> c) {
  linalg::matmul(a, b, c);
}

// CHECK-LABEL: void dynamic(
// CHECK:         const Index extent0 = c.extent(0);
// CHECK:         const Index extent1 = a.extent(1);
// CHECK:         const Index extent2 = c.extent(1);
// CHECK:         for (Index c2 = 0; c2 < extent2 / 64 * 64; c2 += 64) {
PTO_INCORE void dynamic(In<Near<float, dyn, dyn>> a, In<Near<float, dyn, dyn>> b, InOut<Near<float, dyn, dyn>> c) {
  linalg::matmul(a, b, c);
}

// Narrow factors are widened once, integers go in groups.
// CHECK-LABEL: void narrow(
// CHECK:         const auto a_wide = mem::alloc<float, mem::L1, 5, 9>();
// CHECK:         const auto p_view = mem::subview<6, 10>(p, {k, 0});
// CHECK:         vec::dot(
PTO_INCORE void narrow(In<Near<bf16, 5, 9>> a, In<Near<half, 9, 17>> b, InOut<Near<float, 5, 17>> c,
                       In<Near<std::int8_t, 9, 10>> p, In<Near<std::int8_t, 10, 18>> q, InOut<Near<int, 6, 18>> r,
                       Index k) {
  linalg::matmul(a, b, c);
  linalg::matmul(mem::subview<6, 10>(p, {k, 0}), q, r);
}

// Of integers; of several matrices; with steps that round to half.
// CHECK-LABEL: void others(
// CHECK:         for (Index b = 0; b < 2; ++b) {
// CHECK-NEXT:      for (Index i = 0; i < 3; ++i) {
// CHECK:               auto d_acc = vec::load<64>(d_window, {b, i, 0});
// CHECK:               const auto e_value = mem::load(e_window, b, i, k);
// CHECK:               h_acc = vec::fma(vec::splat<half, 16>(g_value), g_vec, h_acc);
PTO_INCORE void others(In<Near<int, 7, 7>> a, InOut<Near<int, 7, 7>> c, In<Near<float, 2, 3, 5>> e,
                       In<Near<float, 2, 5, 70>> f, InOut<Near<float, 2, 3, 70>> d, In<Near<half, 4, 4>> g,
                       InOut<Near<half, 4, 4>> h) {
  linalg::matmul(a, a, c);
  linalg::matmul(e, f, d);
  linalg::matmul(g, g, h);
}

PTO_TEST_MAIN(odd, dynamic, narrow, others)
