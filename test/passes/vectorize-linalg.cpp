// Structured ops as loops over vectors: which loop the lanes are, what is left over, what stays a number.
//
// RUN: %pto-rewrite --passes=vectorize-linalg -Rpass=. -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=vectorize-linalg --expect-change %s
// RUN: %if avx512 %{ %equal --passes='vectorize-linalg,lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='vectorize-linalg{width=8},lower-vectors{target=avx2}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;
using linalg::par;
using linalg::red;

template <class T, Index... D> using Near = mem::MemRef<T, mem::L1, D...>;

// Whole vectors, and the rest under a mask.
// CHECK-LABEL: void square(
// CHECK:         for (Index i = 0; i < 3; ++i) {
// CHECK-NEXT:      for (Index j = 0; j < 96; j += 16) {
// CHECK-NEXT:        const auto p = vec::load<16>(x_window, {i, j});
// CHECK-NEXT:        vec::store(p * p + vec::splat<float, 16>(1.0f), o_window, {i, j});
// CHECK-NEXT:      }
// CHECK-NEXT:      {
// CHECK-NEXT:        const auto mask = vec::create_mask<16>(4);
// CHECK-NEXT:        const auto p = vec::transfer_read<16>(x_window, {i, 96}, 0.0f, mask);
// CHECK-NEXT:        vec::transfer_write(p * p + vec::splat<float, 16>(1.0f), o_window, {i, 96}, mask);
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// SAYS: [[@LINE+1]]:17: remark: 1 structured op became loops over vectors [-Rpass=vectorize-linalg]
PTO_INCORE void square(In<Near<float, 3, 100>> x, Out<Near<float, 3, 100>> o) {
  linalg::map([](float p) { return p * p + 1.0f; }, x, o);
}

// What moves with no lane is a number, read once before the lanes.
// CHECK-LABEL: void scale(
// CHECK:         for (Index r = 0; r < 4; ++r) {
// CHECK-NEXT:      const auto s_value = mem::load(s_window, r);
// CHECK-NEXT:      const auto t = 1.0f / s_value;
// CHECK-NEXT:      for (Index c = 0; c < 32; c += 16) {
// CHECK-NEXT:        const auto x_vec = vec::load<16>(x_window, {r, c});
// CHECK-NEXT:        vec::store(x_vec * vec::splat<float, 16>(t), o_window, {r, c});
PTO_INCORE void scale(In<Near<float, 4, 32>> x, In<Near<float, 4>> s, Out<Near<float, 4, 32>> o) {
  linalg::generic<par<4>, par<32>>([&](Index r, Index c) {
    const float t = 1.0f / s(r);
    o(r, c) = x(r, c) * t;
  });
}

// The lanes are along the last index of what is written, wherever the loop stands. More than one index may move with a
// loop that is none of lanes.
// CHECK-LABEL: void outer(
// CHECK:         for (Index j = 0; j < 5; ++j) {
// CHECK-NEXT:      const auto y_value = mem::load(y_window, j, j);
// CHECK-NEXT:      const auto y_value2 = mem::load(y_window, 2 * j, 4 - j);
// CHECK-NEXT:      {
// CHECK-NEXT:        const auto x_vec = vec::load<16>(x_window, {0});
// CHECK-NEXT:        vec::store(x_vec * vec::splat<float, 16>(y_value - y_value2), o_window, {j, 0});
PTO_INCORE void outer(In<Near<float, 20>> x, In<Near<float, 9, 5>> y, Out<Near<float, 5, 20>> o) {
  linalg::generic<par<20>, par<5>>([&](Index i, Index j) { o(j, i) = x(i) * (y(j, j) - y(2 * j, 4 - j)); });
}

// A sum across the lanes is as it was: the same order, so the same bits; four vectors at once do not wait.
// CHECK-LABEL: void columns(
// CHECK:         for (Index c = 0; c < 128; c += 64) {
// CHECK-NEXT:      auto o_acc = vec::load<64>(o_window, {c});
// CHECK-NEXT:      for (Index r = 0; r < 7; ++r) {
// CHECK-NEXT:        const auto x_vec = vec::load<64>(x_window, {r, c});
// CHECK-NEXT:        o_acc = o_acc + x_vec;
// CHECK-NEXT:      }
// CHECK-NEXT:      vec::store(o_acc, o_window, {c});
// CHECK-NEXT:    }
// CHECK-NEXT:    {
// CHECK-NEXT:      const auto mask = vec::create_mask<16>(2);
// CHECK-NEXT:      auto o_acc = vec::transfer_read<16>(o_window, {128}, 0.0f, mask);
PTO_INCORE void columns(In<Near<float, 7, 130>> x, InOut<Near<float, 130>> o) {
  linalg::generic<red<7>, par<130>>([&](Index r, Index c) { o(c) = o(c) + x(r, c); });
}

// Windows that move: a convolution.
// CHECK-LABEL: void convolution(
// CHECK:           const auto w_value = mem::load(w_window, k);
// CHECK-NEXT:      const auto x_vec = vec::load<64>(x_window, {k});
// CHECK-NEXT:      o_acc = vec::fma(x_vec, vec::splat<float, 64>(w_value), o_acc);
// CHECK:           vec::load<16>(x_window, {i + k})
PTO_INCORE void convolution(In<Near<float, 107>> x, In<Near<float, 8>> w, InOut<Near<float, 100>> o) {
  linalg::generic<par<100>, red<8>>([&](Index i, Index k) { o(i) = math::fma(x(i + k), w(k), o(i)); });
}

// What is largest is the same in every order: along the lanes without a permission.
// CHECK-LABEL: void largest(
// CHECK:         for (Index r = 0; r < 5; ++r) {
// CHECK-NEXT:      auto o_acc = vec::splat<float, 32>(mem::load(o_window, r));
// CHECK-NEXT:      const auto mask = vec::create_mask<32>(23);
// CHECK-NEXT:      const auto x_vec = vec::transfer_read<32>(x_window, {r, 0}, 0.0f, mask);
// CHECK-NEXT:      o_acc = vec::select(mask, vec::max(o_acc, x_vec), o_acc);
// CHECK-NEXT:      mem::store(vec::reduce<vec::Combine::Max>(o_acc, vec::extract(o_acc, 0)), o_window, r);
PTO_INCORE void largest(In<Near<float, 5, 23>> x, InOut<Near<float, 5>> o) {
  linalg::generic<par<5>, red<23>>([&](Index r, Index c) { o(r) = math::max(o(r), x(r, c)); });
}

// Extents that are known at run time only.
// CHECK-LABEL: void dynamic(
// CHECK:           const Index extent0 = o.extent(0);
// CHECK-NEXT:      const Index extent1 = o.extent(1);
// CHECK-NEXT:      for (Index i = 0; i < extent0; ++i) {
// CHECK-NEXT:        for (Index j = 0; j < extent1 / 16 * 16; j += 16) {
// CHECK:             for (Index j = extent1 / 16 * 16; j < extent1; j += 16) {
// CHECK-NEXT:          const auto mask = vec::create_mask<16>(extent1 - j);
PTO_INCORE void dynamic(In<Near<float, dyn, dyn>> x, Out<Near<float, dyn, dyn>> o) {
  linalg::map([](float p) { return math::max(p, 0.0f); }, x, o);
}

// Numbers that are filled in are computed once; copies and views.
// CHECK-LABEL: void moved(
// CHECK:         const float value = s * 2;
// CHECK:         vec::transfer_write(vec::splat<float, 16>(value), p_window, {32}, mask);
// CHECK:         const auto x_view = mem::subview<1, 17>(x, {k, 0});
// CHECK:           const auto x_vec = vec::load<16>(x_view, {0, 0});
PTO_INCORE void moved(In<Near<float, 4, 17>> x, Out<Near<float, 1, 17>> o, Out<Near<float, 40>> p, float s, Index k) {
  linalg::fill(s * 2, p);
  linalg::copy(mem::subview<1, 17>(x, {k, 0}), o);
  if (k > 1)
    linalg::copy(o, mem::subview<1, 17>(mem::alloc<float, mem::L1, 2, 17>(), {1, 0}));
}

// Several steps, several outputs, one of them in place; conditions.
PTO_INCORE void steps(In<Near<float, 2, 19>> x, InOut<Near<float, 2, 19>> a, Out<Near<float, 2, 19>> b) {
  linalg::generic<par<2>, par<19>>([&](Index i, Index j) {
    const float t = x(i, j) > a(i, j) ? x(i, j) : a(i, j) * 0.5f;
    b(i, j) = t + 1.0f;
    a(i, j) = b(i, j) * t;
  });
}

// Loops around, and lambdas of them.
PTO_INCORE void around(In<Near<float, 6, 40>> x, Out<Near<float, 6, 40>> o) {
  for (Index k = 0; k < 3; ++k)
    linalg::map([](float p) { return p + 1.0f; }, mem::subview<1, 40>(x, {k, 0}), mem::subview<1, 40>(o, {k, 0}));
  scf::parallel(3, [&](Index k) {
    linalg::map([](float p) { return p - 1.0f; }, mem::subview<1, 40>(x, {k + 3, 0}),
                mem::subview<1, 40>(o, {k + 3, 0}));
  });
}

// SAYS: [[@LINE+3]]:17: remark: 'half_of_it' kept: a value may share elements with 'x' [-Rpass-missed=vectorize-linalg,may-overlap]
// SAYS-NEXT: [[@LINE+5]]:3: note: here
// CHECK-LABEL: void half_of_it(
PTO_INCORE void half_of_it(InOut<Near<float, 64>> o) {
  const auto x = mem::subview<32>(o, {8}), y = mem::subview<32>(o, {0});
  linalg::map([](float p) { return p + 1.0f; }, y, y); // would do
  linalg::copy(x, mem::subview<32>(o, {16}));          // does not: so neither does
}

PTO_TEST_MAIN(square, scale, outer, columns, convolution, largest, dynamic, moved, steps, around, half_of_it)
