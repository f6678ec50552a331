// Integers: they wrap, shift by counts modulo their bits, and compare as they are signed.
// RUN: %pto-rewrite --passes='lower-vectors{target=avx512}' %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s
// RUN: %pto-rewrite --passes='lower-vectors{target=avx2}' %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s --check-prefix=AVX2
// RUN: %if avx512 %{ %equal --passes='lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='lower-vectors{target=avx2}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

template <class T, Index... D> using L1 = mem::MemRef<T, mem::L1, D...>;

// CHECK-LABEL: void words(
// CHECK:         pto::x86::store16(_mm512_add_epi32(_mm512_mullo_epi32(a, b), a), out, 3, 0);
// CHECK:         pto::x86::store16(_mm512_srav_epi32(a, _mm512_and_si512(b, _mm512_set1_epi32(31))), out, 9, 0);
PTO_INCORE void words(In<L1<float, 16>> x, In<L1<float, 16>> y, Out<L1<std::int32_t, 14, 16>> out) {
  const auto a = vec::bitcast<std::int32_t>(vec::load<16>(x, {0}));
  const auto b = vec::bitcast<std::int32_t>(vec::load<16>(y, {0}));
  vec::store(a + b, out, {0, 0});
  vec::store(a - b, out, {1, 0});
  vec::store(a * b, out, {2, 0});
  vec::store(vec::fma(a, b, a), out, {3, 0});
  vec::store(-a, out, {4, 0});
  vec::store(vec::abs(a), out, {5, 0});
  vec::store(vec::max(a, b) & vec::splat<std::int32_t, 16>(-7), out, {6, 0});
  vec::store(vec::min(a, b) | ~b, out, {7, 0});
  vec::store(a << b, out, {8, 0});
  vec::store(a >> b, out, {9, 0});
  vec::store(vec::relu(a) ^ b, out, {10, 0});
  vec::store(vec::select(vec::cmp(a, b, Cmp::LT), a, b), out, {11, 0});
  vec::store(vec::select(vec::cmp(a, b, Cmp::GE), a, -b), out, {12, 0});
  vec::store(vec::select(vec::cmp(a, b, Cmp::NE) & vec::cmp(a, b, Cmp::LE), a, -b), out, {13, 0});
}

// CHECK-LABEL: void unsigned_words(
// CHECK:         pto::x86::store16(_mm512_srlv_epi32(
PTO_INCORE void unsigned_words(In<L1<float, 16>> x, In<L1<std::uint32_t, 16>> y, Out<L1<std::uint32_t, 4, 16>> out) {
  const auto a = vec::bitcast<std::uint32_t>(vec::load<16>(x, {0}));
  const auto b = vec::load<16>(y, {0});
  vec::store(a >> b, out, {0, 0});
  vec::store(vec::max(a, b), out, {1, 0});
  vec::store(vec::min(a, b) * a, out, {2, 0});
  vec::store(a + vec::splat<std::uint32_t, 16>(0xFFFFFFF0u), out, {3, 0});
}

// CHECK-LABEL: int sums(
// CHECK:         return math::add(start, pto::x86::reduce_add(a)) ^ pto::x86::reduce_max(a) ^
PTO_INCORE int sums(In<L1<float, 16>> x, int start) {
  const auto a = vec::bitcast<std::int32_t>(vec::load<16>(x, {0}));
  return vec::reduce<vec::Combine::Add>(a, start) ^ vec::reduce<vec::Combine::Max>(a, vec::extract(a, 0)) ^
         vec::reduce<vec::Combine::Min>(a, vec::extract(a, 0));
}

// Of two registers one is not used.
// AVX2-LABEL: int first(
// AVX2-NEXT:    {{\[\[}}maybe_unused]] const auto a0 = _mm256_castps_si256(pto::x86::load8(x, 0));
// AVX2:         return _mm256_cvtsi256_si32(a0);
// CHECK-LABEL: int first(
// CHECK:         return _mm512_cvtsi512_si32(a);
PTO_INCORE int first(In<L1<float, 16>> x) {
  const auto a = vec::bitcast<std::int32_t>(vec::load<16>(x, {0}));
  return vec::extract(a, 0);
}

// CHECK-LABEL: void small(
// CHECK:         pto::x86::store16(_mm256_add_epi16(_mm256_mullo_epi16(a, b), b), out, 0, 0);
PTO_INCORE void small(In<L1<std::int16_t, 16>> x, In<L1<std::int16_t, 16>> y, In<L1<std::int8_t, 16>> u,
                      In<L1<std::int8_t, 16>> v, Out<L1<std::int16_t, 4, 16>> out, Out<L1<std::int8_t, 4, 16>> bytes) {
  const auto a = vec::load<16>(x, {0});
  const auto b = vec::load<16>(y, {0});
  vec::store(a * b + b, out, {0, 0});
  vec::store(vec::max(a, b) - b, out, {1, 0});
  vec::store(vec::min(a, b) ^ (a & b), out, {2, 0});
  vec::store(a | vec::splat<std::int16_t, 16>(0x4300), out, {3, 0});
  const auto c = vec::load<16>(u, {0});
  const auto d = vec::load<16>(v, {0});
  vec::store(c + d, bytes, {0, 0});
  vec::store(vec::max(c, d) - d, bytes, {1, 0});
  vec::store(vec::min(c, d) ^ (c & d), bytes, {2, 0});
  vec::store(c | vec::splat<std::int8_t, 16>(-100), bytes, {3, 0});
}

// Quotients are cut off, close to an integer too; the most negative number divided by -1 is itself.
// CHECK-LABEL: void quotients(
// CHECK:         const auto q = pto::x86::div_i32(a, b);
// CHECK:         const auto v = pto::x86::div_u32(u, w);
PTO_INCORE void quotients(In<L1<float, 16>> x, In<L1<float, 16>> y, Out<L1<std::int32_t, 5, 16>> out,
                          Out<L1<std::uint32_t, 4, 16>> unsigned_out) {
  const auto a = vec::bitcast<std::int32_t>(vec::load<16>(x, {0}));
  const auto one = vec::splat<std::int32_t, 16>(1);
  const auto b = vec::bitcast<std::int32_t>(vec::load<16>(y, {0})) >> vec::step<std::int32_t, 16>() | one;
  const auto q = a / b;
  const auto near = q * b;
  vec::store(q, out, {0, 0});
  vec::store((near - one) / b, out, {1, 0});
  vec::store((near + one) / b, out, {2, 0});
  vec::store(vec::splat<std::int32_t, 16>(-2147483647 - 1) / -one, out, {3, 0});
  vec::store(vec::splat<std::int32_t, 16>(-2147483647 - 1) / b, out, {4, 0});
  const auto u = vec::bitcast<std::uint32_t>(a), w = vec::bitcast<std::uint32_t>(b);
  const auto v = u / w;
  vec::store(v, unsigned_out, {0, 0});
  vec::store((v * w - vec::splat<std::uint32_t, 16>(1)) / w, unsigned_out, {1, 0});
  vec::store(vec::splat<std::uint32_t, 16>(4294967295u) / vec::splat<std::uint32_t, 16>(1), unsigned_out, {2, 0});
  vec::store(vec::splat<std::uint32_t, 16>(4294967295u) / w, unsigned_out, {3, 0});
}

PTO_TEST_MAIN(quotients, words, unsigned_words, sums, first, small)
