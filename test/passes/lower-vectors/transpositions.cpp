// Squares of a matrix, rows and columns exchanged, from memory to memory.
// RUN: %pto-rewrite --passes='lower-vectors{target=avx512}' -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %if avx512 %{ %equal --passes='lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='lower-vectors{target=avx2}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

template <class T, Index... D> using L1 = mem::MemRef<T, mem::L1, D...>;

// CHECK-LABEL: void square
// CHECK:         pto::x86::transpose16(pto::x86::square(x, 1, 2), pto::x86::square(out, 3, 0));
PTO_INCORE void square(In<L1<float, 20, 20>> x, Out<L1<float, 20, 20>> out) {
  vec::store(vec::transpose<1, 0>(vec::load<16, 16>(x, {1, 2})), out, {3, 0});
}
PTO_INCORE void small(In<L1<float, 20, 20>> x, Out<L1<float, 20, 20>> out) {
  vec::store(vec::transpose<1, 0>(vec::load<8, 8>(x, {1, 2})), out, {3, 0});
}

// What is read is read before anything is written.
PTO_INCORE void in_place(InOut<L1<float, 20, 20>> x) {
  vec::store(vec::transpose<1, 0>(vec::load<16, 16>(x, {1, 2})), x, {2, 3});
}

// Of a larger memory, and one whose neighbours are apart.
PTO_INCORE void window(In<L1<float, 2, 40, 40>> x, Out<L1<float, 16, 16>> out) {
  const auto every_other = mem::subview<1, 16, 16>(x, {1, 3, 0}, {1, 1, 2});
  vec::store(vec::transpose<1, 0>(vec::load<16, 16>(every_other, {0, 0, 0})), out, {0, 0});
}

// SAYS: [[@LINE+1]]:17: remark: 'whole' kept: 'vec::transpose' has no form in avx512 [-Rpass-missed=lower-vectors,unsupported-op]
PTO_INCORE void whole(In<L1<float, 16, 16>> x, Out<L1<float, 16, 16>> out) {
  vec::store(vec::transpose<0, 1>(vec::load<16, 16>(x, {0, 0})), out, {0, 0});
}

// SAYS: [[@LINE+1]]:17: remark: 'kept_elsewhere' kept: 'vec::transpose' has no form in avx512 [-Rpass-missed=lower-vectors,unsupported-op]
PTO_INCORE void kept_elsewhere(In<L1<float, 16, 16>> x, Out<L1<float, 16, 16>> out) {
  const auto a = vec::load<16, 16>(x, {0, 0});
  vec::store(vec::transpose<1, 0>(a), out, {0, 0});
}

// SAYS: [[@LINE+1]]:17: remark: 'integers' kept: 'vec::transpose' has no form in avx512 [-Rpass-missed=lower-vectors,unsupported-op]
PTO_INCORE void integers(In<L1<int, 16, 16>> x, Out<L1<int, 16, 16>> out) {
  vec::store(vec::transpose<1, 0>(vec::load<16, 16>(x, {0, 0})), out, {0, 0});
}

PTO_TEST_MAIN(square, small, in_place, window, whole, kept_elsewhere, integers)
