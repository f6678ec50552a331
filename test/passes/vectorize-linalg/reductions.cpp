// What is summed up along the lanes, where floats may be joined in another order; and what needs no permission for that.
//
// RUN: %pto-rewrite --passes=vectorize-linalg --allow=reassociate -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: count 0 < %t.err
// RUN: %pto-rewrite --passes=vectorize-linalg --allow=reassociate,contract -Rpass=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s --check-prefix=FUSED
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %equal --passes=vectorize-linalg --allow=reassociate --ulp=8 --within=1e-5 --expect-change %s
// RUN: %equal --passes=vectorize-linalg --allow=reassociate,contract --ulp=8 --within=1e-5 --expect-change %s
// RUN: %if avx512 %{ %equal --passes=@avx512 --exactness=bitwise --ulp=8 --within=1e-5 --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes=@avx2 --exactness=bitwise --ulp=8 --within=1e-5 --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;
using linalg::par;
using linalg::red;

template <class T, Index... D> using Near = mem::MemRef<T, mem::L1, D...>;

// Four registers, that do not wait for one another; what is left of a row in them, too.
// CHECK-LABEL: void sums(
// CHECK:         for (Index r = 0; r < 3; ++r) {
// CHECK-NEXT:      auto o_acc = vec::splat<float, 64>(-0.0f);
// CHECK-NEXT:      for (Index c = 0; c < 192; c += 64) {
// CHECK-NEXT:        const auto x_vec = vec::load<64>(x_window, {r, c});
// CHECK-NEXT:        o_acc = o_acc + x_vec;
// CHECK-NEXT:      }
// CHECK-NEXT:      {
// CHECK-NEXT:        const auto mask = vec::create_mask<64>(8);
// CHECK-NEXT:        const auto x_vec = vec::transfer_read<64>(x_window, {r, 192}, 0.0f, mask);
// CHECK-NEXT:        o_acc = vec::select(mask, o_acc + x_vec, o_acc);
// CHECK-NEXT:      }
// CHECK-NEXT:      mem::store(vec::reduce<vec::Combine::Add>(o_acc, mem::load(o_window, r)), o_window, r);
PTO_INCORE void sums(In<Near<float, 3, 200>> x, InOut<Near<float, 3>> o) {
  linalg::generic<par<3>, red<200>>([&](Index r, Index c) { o(r) = o(r) + x(r, c); });
}

// Two of them, of a difference that has another name in each row.
// FUSED-LABEL: void moments(
// FUSED:           o_acc = vec::select(mask, o_acc + d, o_acc);
// FUSED-NEXT:      p_acc = vec::select(mask, vec::fma(d, d, p_acc), p_acc);
// SAYS: [[@LINE+1]]:17: remark: 1 structured op became loops over vectors; products are added without being rounded [-Rpass=vectorize-linalg]
PTO_INCORE void moments(In<Near<float, 3, 33>> x, In<Near<float, 3>> m, InOut<Near<float, 3>> o,
                        InOut<Near<float, 3>> p) {
  linalg::generic<par<3>, red<33>>([&](Index r, Index c) {
    const float d = x(r, c) - m(r);
    o(r) = o(r) + d;
    p(r) = p(r) + d * d;
  });
}

// Of everything, also to an element of no dimension; products of elements; the body asks for an fma.
// CHECK-LABEL: void whole(
// CHECK:         auto o_acc = vec::splat<float, 32>(-0.0f);
// CHECK-NEXT:    for (Index r = 0; r < 5; ++r) {
// CHECK:         mem::store(vec::reduce<vec::Combine::Add>(o_acc, mem::load(o_window, 0)), o_window, 0);
// CHECK:         auto p_acc = vec::splat<float, 16>(1.0f);
// CHECK:         vec::fma(x_vec, y_vec, o_acc)
PTO_INCORE void whole(In<Near<float, 5, 18>> x, In<Near<float, 18>> y, InOut<Near<float, 1>> o, InOut<Near<float, 1>> p) {
  linalg::generic<red<5>, red<18>>([&](Index r, Index c) { o(0) = o(0) + x(r, c); });
  linalg::generic<red<9>>([&](Index c) { p(0) = p(0) * (1.0f + y(c) * 0.001f); });
  linalg::generic<red<18>>([&](Index c) { o(0) = math::fma(x(2, c), y(c), o(0)); });
}

// Largest and smallest, also of half; integers, that wrap.
PTO_INCORE void exact(In<Near<float, 3, 77>> x, In<Near<int, 3, 77>> n, InOut<Near<float, 3>> a, InOut<Near<float, 3>> b,
                      InOut<Near<int, 3>> s, InOut<Near<int, 3>> m) {
  linalg::generic<par<3>, red<77>>([&](Index r, Index c) {
    a(r) = math::max(a(r), x(r, c));
    b(r) = math::min(x(r, c), b(r));
  });
  linalg::generic<par<3>, red<77>>([&](Index r, Index c) {
    s(r) += n(r, c) * n(r, c);
    m(r) = math::max(m(r), n(r, c));
  });
}

// A softmax, an op at a time.
PTO_INCORE void softmax(In<Near<float, 4, 50>> x, Out<Near<float, 4, 50>> o) {
  const auto most = mem::alloc<float, mem::L1, 4>(), sum = mem::alloc<float, mem::L1, 4>();
  linalg::fill(-1e30f, most);
  linalg::fill(0.0f, sum);
  linalg::generic<par<4>, red<50>>([&](Index r, Index c) { most(r) = math::max(most(r), x(r, c)); });
  linalg::generic<par<4>, red<50>>([&](Index r, Index c) {
    o(r, c) = math::exp(x(r, c) - most(r));
    sum(r) = sum(r) + o(r, c);
  });
  linalg::generic<par<4>, par<50>>([&](Index r, Index c) { o(r, c) = o(r, c) / sum(r); });
}

PTO_TEST_MAIN(sums, moments, whole, exact, softmax)
