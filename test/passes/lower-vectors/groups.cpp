// Several narrow lanes for one wide one: dot products of neighbours, and bits seen as lanes of another size.
// RUN: %pto-rewrite --passes='lower-vectors{target=avx512}' -Rpass-missed=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --input-file=%t.err
// RUN: %pto-rewrite --passes='lower-vectors{target=avx2}' %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s --check-prefix=AVX2
// RUN: %pto-rewrite --passes='lower-vectors{target=avx512-vnni}' %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s --check-prefix=VNNI
// RUN: %if avx512vnni %{ %equal --passes='lower-vectors{target=avx512-vnni}' --expect-change %s %}
// RUN: %if avx512 %{ %equal --passes='lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='lower-vectors{target=avx2}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

template <class T, Index... D> using L1 = mem::MemRef<T, mem::L1, D...>;

// A register of pairs is taken as it is.
// CHECK-LABEL: void words(
// CHECK:         pto::x86::store16(_mm512_add_epi32(c, _mm512_madd_epi16(a, b)), out, 0, 0);
// CHECK-NEXT:    pto::x86::store16(_mm512_add_epi32(c, _mm512_madd_epi16(a, a)), out, 1, 0);
// AVX2-LABEL: void words(
// AVX2:         pto::x86::store8(_mm256_add_epi32(c0, _mm256_madd_epi16(a0, b0)), out, 0, 0);
// AVX2:         pto::x86::store8(_mm256_add_epi32(c1, _mm256_madd_epi16(a1, b1)), out, 0, 0 + 8);
// VNNI-LABEL: PTO_X86_AVX512_VNNI void words(
// VNNI:         pto::x86::store16(_mm512_dpwssd_epi32(c, a, b), out, 0, 0);
PTO_INCORE void words(In<L1<float, 16>> x, In<L1<float, 16>> y, In<L1<std::int32_t, 16>> z,
                      Out<L1<std::int32_t, 2, 16>> out) {
  const auto a = vec::bitcast<std::int32_t>(vec::load<16>(x, {0}));
  const auto b = vec::bitcast<std::int32_t>(vec::load<16>(y, {0}));
  const auto c = vec::load<16>(z, {0});
  vec::store(vec::dot(vec::bitcast<std::int16_t>(a), vec::bitcast<std::int16_t>(b), c), out, {0, 0});
  vec::store(vec::dot(vec::bitcast<std::int16_t>(a), vec::bitcast<std::int16_t>(a), c), out, {1, 0});
}

// -32768 * -32768 twice is 2^31, which wraps.
PTO_INCORE void lowest(In<L1<std::int32_t, 16>> z, Out<L1<std::int32_t, 16>> out) {
  const auto a = vec::splat<std::int16_t, 32>(-32768);
  vec::store(vec::dot(a, a, vec::load<16>(z, {0})), out, {0});
}

// CHECK-LABEL: void halves(
// CHECK:         const auto sum = _mm512_add_epi32(_mm512_set1_epi32(1), _mm512_madd_epi16(pto::x86::join(a0, a1), pto::x86::join(b0, b1)));
PTO_INCORE void halves(In<L1<std::int16_t, 32>> x, In<L1<std::int16_t, 32>> y, Out<L1<std::int32_t, 16>> out) {
  const auto a = vec::load<32>(x, {0});
  const auto b = vec::load<32>(y, {0});
  const auto sum = vec::dot(a, b, vec::splat<std::int32_t, 16>(1));
  vec::store(sum, out, {0});
}

// CHECK-LABEL: void bits(
// CHECK:         const auto low0 = pto::x86::half_of<0>(a);
// CHECK-NEXT:    const auto low1 = pto::x86::half_of<1>(a);
// CHECK:         pto::x86::store16(pto::x86::join(low0, low1), out, 0);
// CHECK-NEXT:    pto::x86::store16(_mm512_castsi512_ps(pto::x86::join(pto::x86::half_of<0>(_mm512_castps_si512(b)), pto::x86::half_of<1>(_mm512_castps_si512(b)))), floats, 0);
PTO_INCORE void bits(In<L1<std::int32_t, 16>> x, In<L1<float, 16>> y, Out<L1<std::int32_t, 16>> out,
                     Out<L1<float, 16>> floats) {
  const auto a = vec::load<16>(x, {0});
  const auto b = vec::load<16>(y, {0});
  const auto low = vec::bitcast<std::uint16_t>(a);
  vec::store(vec::bitcast<std::int32_t>(low), out, {0});
  vec::store(vec::bitcast<float>(vec::bitcast<std::int16_t>(b)), floats, {0});
}

// CHECK-LABEL: void widened_bytes(
// CHECK:         pto::x86::store16(_mm256_cvtepi8_epi16(a), out, 0, 0);
// CHECK-NEXT:    pto::x86::store16(_mm256_cvtepu8_epi16(b), out, 1, 0);
PTO_INCORE void widened_bytes(In<L1<std::int8_t, 16>> x, In<L1<std::uint8_t, 16>> y, Out<L1<std::int16_t, 2, 16>> out) {
  const auto a = vec::load<16>(x, {0});
  const auto b = vec::load<16>(y, {0});
  vec::store(vec::cast<std::int16_t>(a), out, {0, 0});
  vec::store(vec::cast<std::int16_t>(b), out, {1, 0});
}

// SAYS: [[@LINE+1]]:17: remark: 'of_bytes' kept: this 'vec::dot' has no form in avx512 [-Rpass-missed=lower-vectors,unsupported-op]
PTO_INCORE void of_bytes(In<L1<std::int8_t, 32>> x, Out<L1<std::int16_t, 16>> out) {
  const auto a = vec::load<32>(x, {0});
  vec::store(vec::dot(a, a, vec::splat<std::int16_t, 16>(0)), out, {0});
}
// SAYS: [[@LINE+1]]:17: remark: 'of_unsigned' kept: this 'vec::dot' has no form in avx512 [-Rpass-missed=lower-vectors,unsupported-op]
PTO_INCORE void of_unsigned(In<L1<std::uint16_t, 32>> x, Out<L1<std::int32_t, 16>> out) {
  const auto a = vec::load<32>(x, {0});
  vec::store(vec::dot(a, a, vec::splat<std::int32_t, 16>(0)), out, {0});
}
// Unsigned by signed bytes.
// SAYS: [[@LINE+3]]:17: remark: 'mixed' kept: this 'vec::dot' has no form in avx512 [-Rpass-missed=lower-vectors,unsupported-op]
// VNNI-LABEL: void mixed(
// VNNI:         const auto sum = _mm512_dpbusd_epi32(_mm512_dpbusd_epi32(c, pto::x86::join_bytes16(b0, b1, b2, b3), a), pto::x86::join_bytes16(b0, b1, b2, b3), pto::x86::join_bytes16(_mm_set1_epi8(static_cast<char>(-128)), _mm_set1_epi8(static_cast<char>(-128)), _mm_set1_epi8(static_cast<char>(-128)), _mm_set1_epi8(static_cast<char>(-128))));
PTO_INCORE void mixed(In<L1<std::int32_t, 16>> x, In<L1<std::uint8_t, 64>> y, In<L1<std::int32_t, 16>> z,
                      Out<L1<std::int32_t, 16>> out) {
  const auto a = vec::load<16>(x, {0});
  const auto b = vec::load<64>(y, {0});
  const auto c = vec::load<16>(z, {0});
  const auto sum = vec::dot(b, vec::splat<std::int8_t, 64>(-128), vec::dot(vec::bitcast<std::int8_t>(a), b, c));
  vec::store(sum, out, {0});
}

// CHECK-LABEL: void as_bytes(
// CHECK:         pto::x86::store16(pto::x86::bytes_of<1>(a), out, 0, 0 + 16);
// CHECK:         pto::x86::store16(pto::x86::join_bytes16(b0, b1, b2, b3), words, 0);
PTO_INCORE void as_bytes(In<L1<std::int32_t, 16>> x, In<L1<std::uint8_t, 64>> y, Out<L1<std::int8_t, 1, 64>> out,
                         Out<L1<std::int32_t, 16>> words) {
  const auto a = vec::load<16>(x, {0});
  const auto b = vec::load<64>(y, {0});
  vec::store(vec::bitcast<std::int8_t>(a), out, {0, 0});
  vec::store(vec::bitcast<std::int32_t>(b), words, {0});
}
// SAYS: [[@LINE+1]]:17: remark: 'words_as_bytes' kept: this 'vec::bitcast' has no form in avx512 [-Rpass-missed=lower-vectors,unsupported-op]
PTO_INCORE void words_as_bytes(In<L1<std::int16_t, 16>> x, Out<L1<std::int8_t, 32>> out) {
  const auto a = vec::load<16>(x, {0});
  vec::store(vec::bitcast<std::int8_t>(a), out, {0});
}

PTO_TEST_MAIN(words, lowest, halves, bits, widened_bytes, of_bytes, of_unsigned, mixed, as_bytes, words_as_bytes)
