// linalg::generic, point by point: which elements a body reads and writes, and in which dimensions its vectors are.
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

// A row and a column, broadcast where they meet and not before.
// CHECK-LABEL: void broadcast(
// CHECK:           const auto x_vec = vec::transfer_read<4>(x, {0});
// CHECK-NEXT:      const auto t = vec::exp(x_vec);
// CHECK-NEXT:      const auto y_vec = vec::transfer_read<8>(y, {0});
// CHECK-NEXT:      vec::transfer_write(vec::broadcast<4, 8>(vec::shape_cast<4, 1>(t)) - vec::broadcast<4, 8>(y_vec), o, {0, 0});
PTO_INCORE void broadcast(In<Near<float, 4>> x, In<Near<float, 8>> y, Out<Near<float, 4, 8>> o) {
  air::herd<1>([&](Index) {
    linalg::generic<par<4>, par<8>>([&](Index i, Index j) {
      const float t = math::exp(x(i));
      o(i, j) = t - y(j);
    });
  });
}

// In the middle, in all, in none.
// CHECK-LABEL: void broadcast_more(
// CHECK:           const auto x_vec = vec::transfer_read<2, 4>(x, {0, 0});
// CHECK-NEXT:      const auto c_vec = vec::transfer_read<1>(c, {2});
// CHECK-NEXT:      vec::transfer_write(vec::broadcast<2, 3, 4>(vec::shape_cast<2, 1, 4>(x_vec * vec::broadcast<2, 4>(c_vec))), o, {0, 0, 0});
// CHECK-NEXT:      const auto c_vec2 = vec::transfer_read<1>(c, {1});
// CHECK-NEXT:      vec::transfer_write(vec::broadcast<2, 3, 4>(c_vec2), o, {0, 0, 0});
// CHECK-NEXT:      vec::transfer_write(vec::splat<float, 2, 3, 4>(s), o, {0, 0, 0});
PTO_INCORE void broadcast_more(In<Near<float, 2, 4>> x, In<Near<float, 3>> c, Out<Near<float, 2, 3, 4>> o, float s) {
  air::herd<1>([&](Index) {
    linalg::generic<par<2>, par<3>, par<4>>([&](Index i, Index j, Index k) { o(i, j, k) = x(i, k) * c(2); });
    linalg::generic<par<2>, par<3>, par<4>>([&](Index i, Index j, Index k) { o(i, j, k) = c(1); });
    linalg::generic<par<2>, par<3>, par<4>>([&](Index i, Index j, Index k) { o(i, j, k) = s; });
  });
}

// Dimensions in another order than the loops: transposed where the two meet.
// CHECK-LABEL: void transposed(
// CHECK:           const auto x_vec = vec::transfer_read<4, 8>(x, {0, 0});
// CHECK-NEXT:      vec::transfer_write(vec::transpose<1, 0>(x_vec), o, {0, 0});
// CHECK-NEXT:      const auto x_vec2 = vec::transfer_read<4, 8>(x, {0, 0});
// CHECK-NEXT:      const auto o_vec = vec::transfer_read<8, 4>(o, {0, 0});
// CHECK-NEXT:      vec::transfer_write(vec::transpose<1, 0>(x_vec2 + vec::transpose<1, 0>(o_vec)), o, {0, 0});
PTO_INCORE void transposed(In<Near<int, 4, 8>> x, InOut<Near<int, 8, 4>> o) {
  air::herd<1>([&](Index) {
    linalg::generic<par<8>, par<4>>([&](Index i, Index j) { o(i, j) = x(j, i); });
    linalg::generic<par<4>, par<8>>([&](Index i, Index j) { o(j, i) = x(i, j) + o(j, i); });
  });
}

// Numbers as indices: windows that begin elsewhere, and dimensions of one element.
// CHECK-LABEL: void windows(
// CHECK:           const auto x_vec = vec::transfer_read<4>(x, {0, 2});
// CHECK-NEXT:      const auto x_vec2 = vec::transfer_read<4>(x, {3, n - 1});
// CHECK-NEXT:      const auto x_vec3 = vec::shape_cast<4>(vec::transfer_read<4, 1>(x, {2 * n, 8 - 1}));
// CHECK-NEXT:      vec::transfer_write(vec::shape_cast<4, 1>(x_vec + x_vec2 - x_vec3), o, {1, 0, 2});
PTO_INCORE void windows(In<Near<float, 8, 8>> x, Out<Near<float, 2, 4, 3>> o, int k) {
  const int n = k % 2 + 1;
  air::herd<1>([&](Index) {
    linalg::generic<par<4>>([&](Index i) { o(1, i, 2) = x(0, i + 2) + x(3, n - 1 + i) - x(i + 2 * n, 8 - 1); });
  });
}

// The number of a loop as a value.
// CHECK-LABEL: void iota(
// CHECK:           vec::transfer_write(vec::cast<float>(vec::broadcast<2, 4>(vec::shape_cast<2, 1>(vec::step<std::int64_t, 2>() * vec::splat<std::int64_t, 2>(4))) + vec::broadcast<2, 4>(vec::step<std::int64_t, 4>())), o, {0, 0});
PTO_INCORE void iota(Out<Near<float, 2, 4>> o) {
  air::herd<1>([&](Index) {
    linalg::generic<par<2>, par<4>>([&](Index i, Index j) { o(i, j) = float(i * 4 + j); });
  });
}

// Assignments that compute, also where they compute in a wider type; loads and stores that are calls.
// CHECK-LABEL: void assignments(
// CHECK:           vec::transfer_write(a_vec + x_vec, a, {0});
// CHECK:           vec::transfer_write(vec::cast<std::int8_t>(vec::cast<std::int32_t>(b_vec) * vec::cast<std::int32_t>(b_vec)), b, {0});
// CHECK:           vec::transfer_write(vec::cast<float>(vec::cast<double>(c_vec) - vec::splat<double, 8>(0.1)), c, {0});
// CHECK:           vec::transfer_write(d_vec / d_vec, d, {0});
// CHECK:           const auto v = vec::transfer_read<8>(x, {0});
// CHECK-NEXT:      vec::transfer_write(v * v, a, {0});
PTO_INCORE void assignments(InOut<Near<int, 8>> a, In<Near<int, 8>> x, InOut<Near<std::int8_t, 8>> b,
                            InOut<Near<float, 8>> c, InOut<Near<bf16, 8>> d) {
  air::herd<1>([&](Index) {
    linalg::generic<par<8>>([&](Index i) { a(i) += x(i); });
    linalg::generic<par<8>>([&](Index i) { b(i) *= b(i); });
    linalg::generic<par<8>>([&](Index i) { c(i) -= 0.1; });
    linalg::generic<par<8>>([&](Index i) { d(i) /= d(i); });
    linalg::generic<par<8>>([&](Index i) {
      const int v = mem::load(x, i);
      mem::store(v * v, a, i);
    });
  });
}

// Several outputs; what a step has written the next ones read from the vector; what is written twice is written once.
// CHECK-LABEL: void several_steps(
// CHECK:           const auto x_vec = vec::transfer_read<8>(x, {0});
// CHECK-NEXT:      const auto a_vec = x_vec * x_vec;
// CHECK-NEXT:      const auto t = a_vec + x_vec;
// CHECK-NEXT:      const auto b_vec = t / a_vec;
// CHECK-NEXT:      vec::transfer_write(a_vec - b_vec, a, {0});
// CHECK-NEXT:      vec::transfer_write(b_vec, b, {0});
PTO_INCORE void several_steps(In<Near<float, 8>> x, Out<Near<float, 8>> a, Out<Near<float, 8>> b) {
  air::herd<1>([&](Index) {
    linalg::generic<par<8>>([&](Index i) {
      a(i) = x(i) * x(i);
      const float t = a(i) + x(i);
      b(i) = t / a(i);
      a(i) = a(i) - b(i);
    });
  });
}

// A condition that decides what is read: both are, since nobody else writes them.
// CHECK-LABEL: void chosen(
// CHECK:           vec::transfer_write(vec::select(vec::cmp(x_vec, vec::splat<float, 8>(0.0f), Cmp::GT), y_vec, vec::broadcast<8>(z_vec)), o, {0});
PTO_INCORE void chosen(In<Near<float, 8>> x, In<Near<float, 8>> y, In<Near<float, 1>> z, Out<Near<float, 8>> o) {
  air::herd<1>([&](Index) {
    linalg::generic<par<8>>([&](Index i) { o(i) = x(i) > 0.0f ? y(i) : z(0); });
  });
}

// Extents of 1, and loops that the target has although they are called red.
// CHECK-LABEL: void units(
// CHECK:           vec::transfer_write(vec::shape_cast<8>(x_vec), o, {0});
// CHECK:           const auto o_vec = vec::transfer_read<8>(o, {0});
// CHECK:           vec::transfer_write(vec::shape_cast<8>(vec::broadcast<1, 8>(o_vec) + x_vec2), o, {0});
// CHECK:           vec::transfer_write(x_vec3, p, {0, 0});
PTO_INCORE void units(In<Near<float, 1, 8>> x, InOut<Near<float, 8>> o, Out<Near<float, 1, 8>> p) {
  air::herd<1>([&](Index) {
    linalg::generic<par<1>, par<8>>([&](Index i, Index j) { o(j) = x(i, j); });
    linalg::generic<red<1>, par<8>>([&](Index i, Index j) { o(j) = o(j) + x(i, j); });
    linalg::generic<par<1>, red<8>>([&](Index i, Index j) { p(i, j) = x(i, j); });
  });
}

// The domain says how large vectors are, not the memory.
// CHECK-LABEL: void of_any_extent(
// CHECK:           const auto x_vec = vec::transfer_read<4, 8>(x, {r, 0});
// CHECK-NEXT:      vec::transfer_write(x_vec + x_vec, o, {0, 0});
PTO_INCORE void of_any_extent(In<Near<float, dyn, 8>> x, Out<Near<float, dyn, dyn>> o, Index r) {
  air::herd<1>([&](Index) {
    linalg::generic<par<4>, par<8>>([&](Index i, Index j) { o(i, j) = x(i + r, j) + x(i + r, j); });
  });
}

PTO_TEST_MAIN(broadcast, broadcast_more, transposed, windows, iota, assignments, several_steps, chosen, units,
              of_any_extent)
