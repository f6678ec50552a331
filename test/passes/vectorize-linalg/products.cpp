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

// Of integers; of several matrices, each by blocks of rows and registers; with steps that round to half.
// CHECK-LABEL: void others(
// CHECK:         for (Index b = 0; b < 2; ++b) {
// CHECK:             auto d_acc = vec::load<64>(d_window, {b, 0, 0});
// CHECK-NEXT:        auto d_acc2 = vec::load<64>(d_window, {b, 1, 0});
// CHECK-NEXT:        auto d_acc3 = vec::load<64>(d_window, {b, 2, 0});
// CHECK-NEXT:        for (Index k = 0; k < 5; ++k) {
// CHECK-NEXT:          const auto e_value = mem::load(e_window, b, 0, k);
// CHECK-NEXT:          const auto f_vec = vec::load<64>(f_window, {b, k, 0});
// CHECK-NEXT:          const auto e_value2 = mem::load(e_window, b, 1, k);
// CHECK-NEXT:          const auto e_value3 = mem::load(e_window, b, 2, k);
// CHECK-NEXT:          d_acc = vec::fma(vec::splat<float, 64>(e_value), f_vec, d_acc);
// CHECK:             h_acc = vec::fma(vec::splat<half, 16>(g_value), g_vec, h_acc);
PTO_INCORE void others(In<Near<int, 7, 7>> a, InOut<Near<int, 7, 7>> c, In<Near<float, 2, 3, 5>> e,
                       In<Near<float, 2, 5, 70>> f, InOut<Near<float, 2, 3, 70>> d, In<Near<half, 4, 4>> g,
                       InOut<Near<half, 4, 4>> h) {
  linalg::matmul(a, a, c);
  linalg::matmul(e, f, d);
  linalg::matmul(g, g, h);
}

// Said point by point it is the same, with what rows of the block share read once; so is what is no product.
// CHECK-LABEL: void by_points(
// CHECK:           for (Index i = 0; i < 12; i += 6) {
// CHECK-NEXT:        auto c_acc = vec::load<64>(c_window, {i, 0});
// CHECK:             const auto b_vec = vec::load<64>(b_window, {k, 0});
// CHECK-NEXT:        const auto a_value2 = mem::load(a_window, i + 1, k);
// CHECK:             c_acc6 = vec::fma(vec::splat<float, 64>(a_value6), b_vec, c_acc6);
// CHECK:               const auto x_value2 = mem::load(x_window, 12 - (i + 1), k);
PTO_INCORE void by_points(In<Near<float, 13, 20>> a, In<Near<float, 20, 70>> b, InOut<Near<float, 13, 70>> c,
                          In<Near<float, 13, 20>> x, InOut<Near<float, 13, 70>> d) {
  linalg::generic<linalg::par<13>, linalg::par<70>, linalg::red<20>>(
      [&](Index i, Index j, Index k) { c(i, j) = math::fma(a(i, k), b(k, j), c(i, j)); });
  linalg::generic<linalg::red<20>, linalg::par<13>, linalg::par<70>>(
      [&](Index k, Index i, Index j) { d(i, j) = math::max(d(i, j), b(k, j) - x(12 - i, k)); });
}

PTO_TEST_MAIN(odd, dynamic, narrow, others, by_points)
