// Lanes in other places: registers as they are, lanes picked from two of them, one lane replaced.
// RUN: %pto-rewrite --passes='lower-vectors{target=avx512}' -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %pto-rewrite --passes='lower-vectors{target=avx2}' %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s --check-prefix=AVX2
// RUN: %if avx512 %{ %equal --passes='lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='lower-vectors{target=avx2}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

template <class T, Index... D> using L1 = mem::MemRef<T, mem::L1, D...>;

// CHECK-LABEL: void joined(
// CHECK:         const auto both0 = a;
// CHECK-NEXT:    const auto both1 = b;
// CHECK:         pto::x86::store16(_mm512_add_ps(second, a), out, 2, 0);
PTO_INCORE void joined(In<L1<float, 16>> x, In<L1<float, 16>> y, Out<L1<float, 3, 32>> out) {
  const auto a = vec::load<16>(x, {0});
  const auto b = vec::load<16>(y, {0});
  const auto both = vec::concat(a, b);
  vec::store(both, out, {0, 0});
  vec::store(vec::concat(b, a), out, {1, 0});
  const auto second = vec::extract_slice<16>(both, {16});
  vec::store(second + a, out, {2, 0});
  vec::store(vec::extract_slice<16>(both, {5}), out, {2, 16});
}

// CHECK-LABEL: void interleaved(
// CHECK:         pto::x86::store16(pto::x86::pick<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(a, b), out, 0, 0);
// CHECK-NEXT:    pto::x86::store16(pto::x86::pick<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(a, b), out, 0, 0 + 16);
// AVX2-LABEL: void interleaved(
// AVX2:         pto::x86::store8(pto::x86::pick<4, 12, 5, 13, 6, 14, 7, 15>(a0, b0), out, 0, 0 + 8);
PTO_INCORE void interleaved(In<L1<float, 16>> x, In<L1<float, 16>> y, Out<L1<float, 2, 32>> out) {
  const auto a = vec::load<16>(x, {0});
  const auto b = vec::load<16>(y, {0});
  vec::store(vec::interleave(a, b), out, {0, 0});
  vec::store(-vec::interleave(b, a), out, {1, 0});
}

// CHECK-LABEL: void shuffled(
// CHECK:         pto::x86::store16(pto::x86::pick<15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0>(a, a), out, 0);
PTO_INCORE void shuffled(In<L1<float, 16>> x, In<L1<float, 16>> y, Out<L1<float, 16>> out,
                         Out<L1<std::int32_t, 16>> words) {
  const auto a = vec::load<16>(x, {0});
  const auto b = vec::bitcast<std::int32_t>(vec::load<16>(y, {0}));
  vec::store(vec::shuffle<15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0>(a), out, {0});
  const auto c = vec::bitcast<std::int32_t>(a);
  vec::store(vec::shuffle<0, 17, 2, 19, 4, 21, 6, 23, 8, 25, 10, 27, 12, 29, 14, 31>(b, c), words, {0});
}

// CHECK-LABEL: void replaced(
// CHECK:         const auto one = pto::x86::with_lane<3>(a, 0.5f);
// CHECK:         pto::x86::store16(pto::x86::with_lane<15>(pto::x86::with_lane<0>(b, n), 7), words, 0);
// AVX2-LABEL: void replaced(
// AVX2:         const auto one0 = pto::x86::with_lane<3>(a0, 0.5f);
// AVX2-NEXT:    const auto one1 = a1;
PTO_INCORE void replaced(In<L1<float, 16>> x, In<L1<std::int32_t, 16>> y, std::int32_t n, Out<L1<float, 16>> out,
                         Out<L1<std::int32_t, 16>> words) {
  const auto a = vec::load<16>(x, {0});
  const auto b = vec::load<16>(y, {0});
  const auto one = vec::insert(0.5f, a, 3);
  vec::store(one, out, {0});
  vec::store(vec::insert(7, vec::insert(n, b, 0), 15), words, {0});
}

// Narrow lanes stay where they are.
PTO_INCORE void bytes(In<L1<std::int8_t, 16>> x, In<L1<std::int8_t, 16>> y, Out<L1<std::int8_t, 32>> out) {
  const auto a = vec::load<16>(x, {0});
  const auto b = vec::load<16>(y, {0});
  vec::store(vec::concat(b, a), out, {0});
}
// SAYS: [[@LINE+1]]:17: remark: 'bytes_apart' kept: this 'vec::interleave' has no form in avx512 [-Rpass-missed=lower-vectors,unsupported-op]
PTO_INCORE void bytes_apart(In<L1<std::int8_t, 16>> x, Out<L1<std::int8_t, 32>> out) {
  const auto a = vec::load<16>(x, {0});
  vec::store(vec::interleave(a, a), out, {0});
}
// SAYS: [[@LINE+1]]:17: remark: 'of_three' kept: this 'vec::shuffle' has no form in avx512 [-Rpass-missed=lower-vectors,unsupported-op]
PTO_INCORE void of_three(In<L1<float, 48>> x, Out<L1<float, 16>> out) {
  const auto a = vec::load<48>(x, {0});
  vec::store(vec::shuffle<0, 16, 32, 1, 17, 33, 2, 18, 34, 3, 19, 35, 4, 20, 36, 5>(a), out, {0});
}
// SAYS: [[@LINE+1]]:17: remark: 'anywhere' kept: this 'vec::insert' has no form in avx512 [-Rpass-missed=lower-vectors,unsupported-op]
PTO_INCORE void anywhere(In<L1<float, 16>> x, Index n, Out<L1<float, 16>> out) {
  const auto a = vec::load<16>(x, {0});
  vec::store(vec::insert(1.f, a, n), out, {0});
}

PTO_TEST_MAIN(joined, interleaved, shuffled, replaced, bytes, bytes_apart, of_three, anywhere)
