// Instances of a template that become different texts leave it: each that changes has an explicit specialisation.
// RUN: %pto-rewrite -O3 --target=avx512 -Rpass=vectorize-tiles -Rpass-missed=vectorize-tiles --stats %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %if avx512 %{ %equal --passes=@avx512 --allow=target-maths,reassociate --ulp=2 --within=1e-6 --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes=@avx2 --allow=target-maths,reassociate --ulp=2 --within=1e-6 --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

#define COLUMNS N // what a macro names has to be there

namespace scaled {

// One instance has elements that the target does not take: it stays an instance.
// CHECK:      template <class T, Index N, bool Twice>
// CHECK-NEXT: PTO_INCORE Tensor<T, 8, N> sum(In<Tensor<T, 8, N>> x, Out<Tensor<T, 8, N>> out) {
// CHECK-NEXT:   auto a = tile::load<8, COLUMNS>(x, {0, 0});
// CHECK:      {{^}}template <>
// CHECK-NEXT: PTO_INCORE PTO_X86_AVX512 Tensor<float, 8, 64> sum<float, 64, true>(In<Tensor<float, 8, 64>> x, Out<Tensor<float, 8, 64>> out) {
// CHECK-NEXT:   using T = float;
// CHECK-NEXT:   {{\[\[}}maybe_unused]] constexpr pto::dsl::Index N = 64;
// CHECK-NEXT:   {{\[\[}}maybe_unused]] constexpr bool Twice = true;
// CHECK-NEXT:   const Index a_cols = COLUMNS;
// CHECK:        const T factor = T(3);
// CHECK:        pto::x86::store16(mul, out_window, r, c);
// SAYS: [[@LINE+3]]:28: remark: tile ops became {{.*}} [-Rpass=vectorize-tiles]
// SAYS: [[@LINE+2]]:28: remark: 'sum' kept: its elements are double{{.*}} [-Rpass-missed=vectorize-tiles,unsupported-type]
template <class T, Index N, bool Twice>
PTO_INCORE Tensor<T, 8, N> sum(In<Tensor<T, 8, N>> x, Out<Tensor<T, 8, N>> out) {
  auto a = tile::load<8, COLUMNS>(x, {0, 0});
  const T factor = T(3);
  return tile::store(tile::mul(tile::add(a, a), factor), {0, 0}, out);
}

PTO_ORCHESTRATION void sums(In<Tensor<float, 8, 64>> x, Out<Tensor<float, 8, 64>> y, In<Tensor<double, 8, 64>> u,
                            Out<Tensor<double, 8, 64>> v) {
  y = sum<float, 64, true>(x, y);
  v = sum<double, 64, false>(u, v);
}

} // namespace scaled

// Which of two templates a specialisation belongs to would have to be found out: none is made.
// CHECK-LABEL: PTO_INCORE Tensor<T, 8, 64> twin(In<Tensor<T, 8, 64>> x, Out<Tensor<T, 8, 64>> out)
// CHECK-NOT:   template <>
// SAYS: [[@LINE+1]]:48: remark: kept: the instances of 'twin' would be rewritten differently [-Rpass-missed=vectorize-tiles,instantiations-disagree]
template <class T> PTO_INCORE Tensor<T, 8, 64> twin(In<Tensor<T, 8, 64>> x, Out<Tensor<T, 8, 64>> out) {
  return tile::store(tile::neg(tile::load<8, 64>(x, {0, 0})), {0, 0}, out);
}
template <class T> PTO_INCORE Tensor<T, 8, 32> twin(In<Tensor<T, 8, 32>> x, Out<Tensor<T, 8, 32>> out);

// Declared and used before it is defined; bound to a constraint; a member.
// SAYS: kept: the instances of 'late' would be rewritten differently
// SAYS: kept: the instances of 'bound' would be rewritten differently
// SAYS: kept: the instances of 'member' would be rewritten differently
// SAYS: kept: the instances of 'quiet' would be rewritten differently
// SAYS: kept: the instances of 'given' would be rewritten differently
// SAYS: kept: the instances of 'spelled' would be rewritten differently
// SAYS: 15 places matched
// SAYS: 6 rewritten
// SAYS: 9 declined
template <class T> PTO_INCORE Tensor<T, 8, 64> late(In<Tensor<T, 8, 64>> x, Out<Tensor<T, 8, 64>> out);
PTO_ORCHESTRATION void first(In<Tensor<float, 8, 64>> x, Out<Tensor<float, 8, 64>> y) { y = late(x, y); }
template <class T> PTO_INCORE Tensor<T, 8, 64> late(In<Tensor<T, 8, 64>> x, Out<Tensor<T, 8, 64>> out) {
  return tile::store(tile::neg(tile::load<8, 64>(x, {0, 0})), {0, 0}, out);
}
template <class T>
  requires(sizeof(T) >= 4)
PTO_INCORE Tensor<T, 8, 64> bound(In<Tensor<T, 8, 64>> x, Out<Tensor<T, 8, 64>> out) {
  return tile::store(tile::neg(tile::load<8, 64>(x, {0, 0})), {0, 0}, out);
}
struct Kernels {
  template <class T> PTO_INCORE static Tensor<T, 8, 64> member(In<Tensor<T, 8, 64>> x, Out<Tensor<T, 8, 64>> out) {
    return tile::store(tile::neg(tile::load<8, 64>(x, {0, 0})), {0, 0}, out);
  }
};

// A specialisation can have no storage class, no default argument; a macro may name the parameter.
template <class T> PTO_INCORE static Tensor<T, 8, 64> quiet(In<Tensor<T, 8, 64>> x, Out<Tensor<T, 8, 64>> out) {
  return tile::store(tile::neg(tile::load<8, 64>(x, {0, 0})), {0, 0}, out);
}
template <class T>
PTO_INCORE Tensor<T, 8, 64> given(In<Tensor<T, 8, 64>> x, Out<Tensor<T, 8, 64>> out, T by = T(2)) {
  return tile::store(tile::mul(tile::load<8, 64>(x, {0, 0}), by), {0, 0}, out);
}
#define PLANE Tensor<T, 8, 64>
template <class T> PTO_INCORE PLANE spelled(In<PLANE> x, Out<PLANE> out) {
  return tile::store(tile::neg(tile::load<8, 64>(x, {0, 0})), {0, 0}, out);
}
// CHECK-LABEL: PTO_INCORE Tensor<T, 8, 64 + N * 8> less(
// CHECK:         Tensor<float, 8, 64 + (-4) * 8> less<float, -4>(In<Tensor<float, 8, 64 + (-4) * 8>> x,
template <class T, int N>
PTO_INCORE Tensor<T, 8, 64 + N * 8> less(In<Tensor<T, 8, 64 + N * 8>> x, Out<Tensor<T, 8, 64 + N * 8>> out) {
  return tile::store(tile::neg(tile::load<8, 64 + N * 8>(x, {0, 0})), {0, 0}, out);
}

PTO_ORCHESTRATION void more(In<Tensor<float, 8, 64>> x, Out<Tensor<float, 8, 64>> y, In<Tensor<double, 8, 64>> u,
                            Out<Tensor<double, 8, 64>> v, In<Tensor<float, 8, 32>> p, Out<Tensor<float, 8, 32>> q,
                            In<Tensor<double, 8, 32>> r, Out<Tensor<double, 8, 32>> s) {
  y = quiet(x, y);
  v = quiet(u, v);
  y = given(x, y);
  v = given(u, v);
  y = spelled(x, y);
  v = spelled(u, v);
  q = less<float, -4>(p, q);
  s = less<double, -4>(r, s);
}

PTO_ORCHESTRATION void others(In<Tensor<float, 8, 64>> x, Out<Tensor<float, 8, 64>> y, In<Tensor<double, 8, 64>> u,
                              Out<Tensor<double, 8, 64>> v) {
  y = twin(x, y);
  v = twin(u, v);
  y = late(x, y);
  v = late(u, v);
  y = bound(x, y);
  v = bound(u, v);
  y = Kernels::member(x, y);
  v = Kernels::member(u, v);
}

PTO_TEST_MAIN(scaled::sums, others, more)
