// Each lane is rounded as the scalar was: bf16 and half at each op, narrow integers where they are stored.
//
// RUN: %pto-rewrite --passes=vectorize-linalg -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: count 0 < %t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: %equal --passes=vectorize-linalg --expect-change %s
// RUN: %if avx512 %{ %equal --passes='vectorize-linalg,lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='vectorize-linalg{width=8},lower-vectors{target=avx2}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;
using linalg::par;
using linalg::red;

template <class T, Index... D> using Near = mem::MemRef<T, mem::L1, D...>;

PTO_INCORE void small(In<Near<bf16, 3, 21>> x, In<Near<half, 3, 21>> y, InOut<Near<bf16, 3, 21>> a,
                      InOut<Near<half, 3, 21>> b, InOut<Near<float, 3, 21>> c) {
  linalg::map([](bf16 p) { return p * p + p; }, x, a);
  linalg::map([](half p, bf16 q) { return half(float(p) - float(q)); }, y, x, b);
  linalg::generic<par<3>, par<21>>([&](Index i, Index j) { c(i, j) += float(x(i, j)) * float(y(i, j)); });
  linalg::generic<red<3>, par<21>>([&](Index i, Index j) { a(0, j) = a(0, j) + x(i, j); });
}

PTO_INCORE void integers(In<Near<int, 50>> x, In<Near<std::int16_t, 50>> y, InOut<Near<int, 50>> a,
                         InOut<Near<std::int16_t, 50>> b, Out<Near<std::int8_t, 50>> c, int n) {
  linalg::map([=](int p) { return (p + n) * 3 - (p << 2); }, x, a);
  linalg::generic<par<50>>([&](Index i) { b(i) += y(i); });
  linalg::map([](int p, std::int16_t q) { return static_cast<std::int8_t>(p ^ q); }, x, y, c);
}

// Quotients and remainders: behind the end of a row nothing is divided by 0.
// CHECK-LABEL: void divided(
// CHECK:         vec::store(p / (q + vec::splat<std::int32_t, 16>(1)), o_window, {i});
// CHECK:         vec::transfer_write(p / vec::select(mask, q + vec::splat<std::int32_t, 16>(1), vec::splat<std::int32_t, 16>(1)), o_window, {32}, mask);
// CHECK:         const auto dividend = p * p;
// CHECK-NEXT:    const auto divisor = vec::splat<std::int32_t, 16>(7);
// CHECK-NEXT:    vec::store(dividend - dividend / divisor * divisor, r_window, {i});
PTO_INCORE void divided(In<Near<int, 37>> x, In<Near<int, 37>> y, Out<Near<int, 37>> o, Out<Near<int, 37>> r) {
  linalg::map([](int p, int q) { return p / (q + 1); }, x, y, o);
  linalg::map([](int p) { return (p * p) % 7; }, x, r);
}

// The number of a point, as a number and as lanes; an element whose index is one.
PTO_INCORE void points(In<Near<int, 5>> n, In<Near<float, 8, 33>> x, Out<Near<float, 5, 33>> o) {
  linalg::generic<par<5>, par<33>>([&](Index i, Index j) { o(i, j) = x(n(i), j) * float(i); });
}
// What is known of a loop's number has its type, which is no int.
// CHECK-LABEL: void wide(
// CHECK:         vec::splat<std::int64_t, 16>((Index{0} + 1) << 40)
// CHECK:         vec::load<16>(x_window, {Index{0} - (n - 3)})
PTO_INCORE void wide(In<Near<float, 24>> x, Out<Near<std::int64_t, 1, 18>> o, Out<Near<float, 18>> p, int n) {
  linalg::generic<par<1>, par<18>>([&](Index i, Index j) { o(i, j) = (i + 1) << 40; });
  linalg::generic<par<18>>([&](Index i) { p(i) = x(i - (n - 3)) + x(i + n); });
}
PTO_INCORE void lanes(Out<Near<float, 5, 33>> o) {
  linalg::generic<par<5>, par<33>>([&](Index i, Index j) { o(i, j) = float(int(j) - 2) + float(i); });
}

template <Index N> PTO_INCORE void sized(In<Near<float, N>> x, Out<Near<float, N>> o) {
  linalg::map([](float p) { return -p; }, x, o);
}

PTO_TEST_MAIN(small, divided, integers, points, lanes, wide, sized<1000>)
