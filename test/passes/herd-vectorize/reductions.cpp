// What accumulates: multi_reduction in the order of the loops, and contract where no product is rounded before the sum.
//
// RUN: %pto-rewrite --passes=herd-vectorize -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: count 0 < %t.err
// RUN: %equal --passes=herd-vectorize --expect-change %s
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;
using linalg::par;
using linalg::red;

template <class T, Index... D> using Near = mem::MemRef<T, mem::L1, D...>;

// CHECK-LABEL: void sums(
// CHECK:           vec::transfer_write(vec::multi_reduction<vec::Combine::Add, 1>(x_vec, r_vec), r, {0});
// CHECK:           vec::transfer_write(vec::multi_reduction<vec::Combine::Add, 0>(x_vec2, c_vec), c, {0});
// CHECK:           vec::transfer_write(vec::multi_reduction<vec::Combine::Add, 1, 2>(vec::shape_cast<1, 4, 8>(x_vec3), t_vec), t, {0});
// CHECK:           vec::transfer_write(vec::shape_cast<4, 1>(vec::multi_reduction<vec::Combine::Add, 1>(x_vec4, k_vec)), k, {0, 1});
PTO_INCORE void sums(In<Near<float, 4, 8>> x, InOut<Near<float, 4>> r, InOut<Near<float, 8>> c, InOut<Near<float, 1>> t,
                     InOut<Near<float, 4, 2>> k) {
  air::herd<1>([&](Index) {
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { r(i) = r(i) + x(i, j); });
    linalg::generic<red<4>, par<8>>([&](Index i, Index j) { c(j) = x(i, j) + c(j); });
    linalg::generic<red<4>, red<8>>([&](Index i, Index j) { t(0) += x(i, j); });
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { k(i, 1) += x(i, j); });
  });
}

// The order of the loops is the order of the sum, whatever the order of the dimensions.
// CHECK-LABEL: void in_order(
// CHECK:           vec::transfer_write(vec::multi_reduction<vec::Combine::Add, 1, 2>(vec::transpose<1, 2, 0>(x_vec), r_vec), r, {0});
// CHECK:           vec::transfer_write(vec::multi_reduction<vec::Combine::Add, 0, 2>(x_vec2, r_vec2), r, {0});
// CHECK:           vec::transfer_write(vec::multi_reduction<vec::Combine::Mul, 2>(vec::transpose<2, 0, 1>(x_vec3), p_vec), p, {0, 0});
PTO_INCORE void in_order(In<Near<float, 4, 3, 2>> x, InOut<Near<float, 3>> r, InOut<Near<float, 2, 4>> p) {
  air::herd<1>([&](Index) {
    linalg::generic<par<3>, red<2>, red<4>>([&](Index i, Index j, Index k) { r(i) += x(k, i, j); });
    linalg::generic<red<4>, par<3>, red<2>>([&](Index i, Index j, Index k) { r(j) += x(i, j, k); });
    linalg::generic<par<2>, par<4>, red<3>>([&](Index i, Index j, Index k) { p(i, j) = p(i, j) * x(j, k, i); });
  });
}

// CHECK-LABEL: void each_combine(
// CHECK:           vec::multi_reduction<vec::Combine::Max, 1>(vec::abs(x_vec), r_vec)
// CHECK:           vec::multi_reduction<vec::Combine::Min, 1>(x_vec2, r_vec2)
// CHECK:           vec::multi_reduction<vec::Combine::Mul, 1>(x_vec3 + vec::broadcast<4, 8>(vec::shape_cast<4, 1>(s_vec)), r_vec3)
// CHECK:           vec::multi_reduction<vec::Combine::And, 1>(n_vec, b_vec)
// CHECK:           vec::multi_reduction<vec::Combine::Or, 1>(n_vec2, b_vec2)
// CHECK:           vec::multi_reduction<vec::Combine::Xor, 1>(n_vec3, b_vec3)
PTO_INCORE void each_combine(In<Near<float, 4, 8>> x, In<Near<float, 4>> s, InOut<Near<float, 4>> r,
                             In<Near<int, 4, 8>> n, InOut<Near<int, 4>> b) {
  air::herd<1>([&](Index) {
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { r(i) = math::max(r(i), math::abs(x(i, j))); });
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { r(i) = math::min(x(i, j), r(i)); });
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { r(i) *= x(i, j) + s(i); });
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { b(i) &= n(i, j); });
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { b(i) |= n(i, j); });
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { b(i) ^= n(i, j); });
  });
}

// Each step rounds to the type of the output: where C++ computes in a wider one, only where that is the same.
// CHECK-LABEL: void in_the_type_of_the_output(
// CHECK:           vec::multi_reduction<vec::Combine::Add, 1>(x_vec, r_vec)
// CHECK:           vec::multi_reduction<vec::Combine::Add, 1>(x_vec2 * x_vec2, r_vec2)
// CHECK:           vec::multi_reduction<vec::Combine::Mul, 1>(x_vec3, r_vec3)
// CHECK:           vec::multi_reduction<vec::Combine::Add, 1>(vec::cast<float>(x_vec4), f_vec)
// CHECK:           vec::multi_reduction<vec::Combine::Add, 1>(n_vec, b_vec)
// CHECK:           vec::multi_reduction<vec::Combine::Mul, 1>(vec::cast<std::int8_t>(vec::cast<std::int32_t>(n_vec2) - vec::cast<std::int32_t>(n_vec2) / vec::splat<std::int32_t, 4, 8>(2)), b_vec2)
// CHECK:           vec::multi_reduction<vec::Combine::Add, 1>(vec::cast<std::int64_t>(vec::cast<std::int32_t>(n_vec3) * vec::cast<std::int32_t>(n_vec3)), l_vec)
PTO_INCORE void in_the_type_of_the_output(In<Near<bf16, 4, 8>> x, InOut<Near<bf16, 4>> r, InOut<Near<float, 4>> f,
                                          In<Near<std::int8_t, 4, 8>> n, InOut<Near<std::int8_t, 4>> b,
                                          InOut<Near<std::int64_t, 4>> l) {
  air::herd<1>([&](Index) {
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { r(i) = r(i) + x(i, j); });
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { r(i) += x(i, j) * x(i, j); });
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { r(i) = bf16(float(r(i)) * float(x(i, j))); });
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { f(i) += x(i, j); });
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { b(i) += n(i, j); });
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { b(i) = std::int8_t(b(i) * (n(i, j) - n(i, j) / 2)); });
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) { l(i) += n(i, j) * n(i, j); });
  });
}

// A row that is the same for all of the sum; several sums at once, of what another step has made.
// CHECK-LABEL: void several(
// CHECK:           vec::transfer_write(vec::multi_reduction<vec::Combine::Add, 1>(vec::broadcast<4, 8>(vec::shape_cast<4, 1>(s_vec)), r_vec), r, {0});
// CHECK:           const auto e_vec = vec::exp(x_vec);
// CHECK-NEXT:      const auto r_vec2 = vec::transfer_read<4>(r, {0});
// CHECK-NEXT:      const auto q_vec = vec::transfer_read<4>(q, {0});
// CHECK-NEXT:      vec::transfer_write(e_vec, e, {0, 0});
// CHECK-NEXT:      vec::transfer_write(vec::multi_reduction<vec::Combine::Add, 1>(e_vec, r_vec2), r, {0});
// CHECK-NEXT:      vec::transfer_write(vec::multi_reduction<vec::Combine::Add, 1>(e_vec * e_vec, q_vec), q, {0});
PTO_INCORE void several(In<Near<float, 4, 8>> x, In<Near<float, 4>> s, Out<Near<float, 4, 8>> e, InOut<Near<float, 4>> r,
                        InOut<Near<float, 4>> q) {
  air::herd<1>([&](Index) {
    linalg::generic<par<4>, red<8>>([&](Index i, Index) { r(i) += s(i); });
    linalg::generic<par<4>, red<8>>([&](Index i, Index j) {
      e(i, j) = math::exp(x(i, j));
      r(i) = r(i) + e(i, j);
      q(i) = q(i) + e(i, j) * e(i, j);
    });
  });
}

// The body says that each step rounds once.
// CHECK-LABEL: void fused(
// CHECK:           vec::transfer_write(vec::contract(a_vec, b_vec, c_vec), c, {0, 0});
// CHECK:           vec::transfer_write(vec::contract(a_vec2, vec::transpose<1, 0>(d_vec), c_vec2), c, {0, 0});
// CHECK:           vec::transfer_write(vec::contract(a_vec3, b_vec2, c_vec3), c, {0, 0});
// CHECK:           vec::transfer_write(vec::shape_cast<4>(vec::contract(a_vec4, vec::shape_cast<8, 1>(v_vec), vec::shape_cast<4, 1>(y_vec))), y, {0});
// CHECK:           vec::transfer_write(vec::shape_cast<1>(vec::contract(vec::shape_cast<1, 8>(v_vec2), vec::shape_cast<8, 1>(v_vec2), vec::shape_cast<1, 1>(y_vec2))), y, {2});
PTO_INCORE void fused(In<Near<bf16, 4, 8>> a, In<Near<bf16, 8, 4>> b, In<Near<float, 4, 8>> d, InOut<Near<float, 4, 4>> c,
                      In<Near<float, 8>> v, InOut<Near<float, 4>> y) {
  air::herd<1>([&](Index) {
    linalg::generic<par<4>, par<4>, red<8>>(
        [&](Index i, Index j, Index k) { c(i, j) = math::fma(float(a(i, k)), float(b(k, j)), c(i, j)); });
    linalg::generic<par<4>, par<4>, red<8>>(
        [&](Index i, Index j, Index k) { c(i, j) = math::fma(float(a(i, k)), d(j, k), c(i, j)); });
    linalg::generic<par<4>, par<4>, red<8>>(
        [&](Index i, Index j, Index k) { c(j, i) = math::fma(float(b(k, i)), float(a(j, k)), c(j, i)); });
    linalg::generic<par<4>, red<8>>([&](Index i, Index k) { y(i) = math::fma(float(a(i, k)), v(k), y(i)); });
    linalg::generic<red<8>>([&](Index k) { y(2) = math::fma(v(k), v(k), y(2)); });
  });
}

// Several dimensions of each kind are made one.
// CHECK-LABEL: void many_dimensions(
// CHECK:           vec::transfer_write(vec::shape_cast<2, 2, 3, 2>(vec::contract(vec::shape_cast<2, 2, 6>(a_vec), vec::shape_cast<2, 6, 6>(vec::transpose<0, 2, 3, 1, 4>(b_vec)), vec::shape_cast<2, 2, 6>(c_vec))), c, {0, 0, 0, 0});
PTO_INCORE void many_dimensions(In<Near<half, 2, 2, 3, 2>> a, In<Near<half, 2, 3, 3, 2, 2>> b,
                                InOut<Near<float, 2, 2, 3, 2>> c) {
  air::herd<1>([&](Index) {
    linalg::generic<par<2>, par<2>, par<3>, par<2>, red<3>, red<2>>([&](Index n, Index i, Index j, Index l, Index k, Index m) {
      c(n, i, j, l) = c(n, i, j, l) + a(n, i, k, m) * float(b(n, j, k, m, l));
    });
  });
}

// Exact products: of two half in float, of floats in double, of integers always.
// CHECK-LABEL: void exact(
// CHECK:           vec::contract(h_vec, vec::transpose<1, 0>(h_vec), f_vec)
// CHECK:           vec::contract(g_vec, vec::transpose<1, 0>(g_vec), d_vec)
// CHECK:           vec::contract(n_vec, vec::transpose<1, 0>(n_vec), m_vec)
// CHECK:           vec::contract(n_vec2, vec::transpose<1, 0>(n_vec2), b_vec)
PTO_INCORE void exact(In<Near<half, 3, 8>> h, InOut<Near<float, 3, 3>> f, In<Near<float, 3, 8>> g,
                      InOut<Near<double, 3, 3>> d, In<Near<std::int8_t, 3, 8>> n, InOut<Near<int, 3, 3>> m,
                      InOut<Near<std::int8_t, 3, 3>> b) {
  air::herd<1>([&](Index) {
    linalg::generic<par<3>, par<3>, red<8>>([&](Index i, Index j, Index k) { f(i, j) += float(h(i, k)) * float(h(j, k)); });
    linalg::generic<par<3>, par<3>, red<8>>([&](Index i, Index j, Index k) { d(i, j) += double(g(i, k)) * g(j, k); });
    linalg::generic<par<3>, par<3>, red<8>>([&](Index i, Index j, Index k) { m(i, j) += n(i, k) * n(j, k); });
    linalg::generic<par<3>, par<3>, red<8>>([&](Index i, Index j, Index k) { b(i, j) += n(i, k) * n(j, k); });
  });
}

// The product of two bf16 is not: it may have no exponent of a float.
// CHECK-LABEL: void tiny(
// CHECK:           vec::multi_reduction<vec::Combine::Add, 2>(
PTO_INCORE void tiny(InOut<Near<bf16, 3, 8>> h, Out<Near<float, 3, 3>> f) {
  air::herd<1>([&](Index) {
    linalg::map([](bf16 x) { return bf16((float(x) + 1.0f) * 0x1p-75f); }, h, h);
    linalg::fill(0x1p-149f, f);
    linalg::generic<par<3>, par<3>, red<8>>([&](Index i, Index j, Index k) { f(i, j) += float(h(i, k)) * float(h(j, k)); });
  });
}

PTO_TEST_MAIN(sums, in_order, each_combine, in_the_type_of_the_output, several, fused, many_dimensions, exact, tiny)
