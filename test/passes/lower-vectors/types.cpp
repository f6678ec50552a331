// Lanes of one type as lanes of another, and arithmetic of the 16-bit floats.
// RUN: %pto-rewrite --passes='lower-vectors{target=avx512}' --allow=target-maths %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s
// RUN: %if avx512 %{ %equal --passes='lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='lower-vectors{target=avx2}' --expect-change %s %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

template <class T, Index... D> using L1 = mem::MemRef<T, mem::L1, D...>;

// A product of bf16 that is summed up in float.
// CHECK-LABEL: void widened(
// CHECK:         const auto a = pto::x86::f32_from_bf16(pto::x86::load16(x, 0));
// CHECK-NEXT:    const auto b = pto::x86::f32_from_f16(pto::x86::load16(y, 0));
// CHECK-NEXT:    pto::x86::store16(_mm512_fmadd_ps(a, b, a), out, 0);
// CHECK-NEXT:    pto::x86::store16(pto::x86::bf16_from_f32(pto::x86::mul(a, b)), narrow, 0);
// CHECK-NEXT:    pto::x86::store16(pto::x86::f16_from_f32(_mm512_sub_ps(a, b)), half_out, 0);
PTO_INCORE void widened(In<L1<bf16, 16>> x, In<L1<half, 16>> y, Out<L1<float, 16>> out, Out<L1<bf16, 16>> narrow,
                        Out<L1<half, 16>> half_out) {
  const auto a = vec::cast<float>(vec::load<16>(x, {0}));
  const auto b = vec::cast<float>(vec::load<16>(y, {0}));
  vec::store(vec::fma(a, b, a), out, {0});
  vec::store(vec::cast<bf16>(a * b), narrow, {0});
  vec::store(vec::cast<half>(a - b, RoundMode::Rint), half_out, {0});
}

// Each op rounds to the type that it has.
// CHECK-LABEL: void rounded(
// CHECK:         pto::x86::store16(pto::x86::bf16_from_f32(_mm512_add_ps(pto::x86::f32_from_bf16(pto::x86::bf16_from_f32(_mm512_mul_ps(pto::x86::f32_from_bf16(a), pto::x86::f32_from_bf16(b)))), pto::x86::f32_from_bf16(b))), out, 0, 0);
template <class T> PTO_INCORE void rounded(In<L1<T, 16>> x, In<L1<T, 16>> y, Out<L1<T, 8, 16>> out) {
  const auto a = vec::load<16>(x, {0});
  const auto b = vec::load<16>(y, {0});
  vec::store(a * b + b, out, {0, 0});
  vec::store(vec::fma(a, b, a), out, {1, 0});
  vec::store(-(a - b), out, {2, 0});
  vec::store(vec::abs(a) / b, out, {3, 0});
  vec::store(vec::max(a, b), out, {4, 0});
  vec::store(vec::relu(a), out, {5, 0});
  vec::store(vec::sqrt(vec::abs(a)), out, {6, 0});
  vec::store(vec::splat<T, 16>(T(0.3f)) * a, out, {7, 0});
}

// Every rounding to integers; what is out of range is clamped.
// CHECK-LABEL: void to_integers(
// CHECK:         pto::x86::store16(pto::x86::to_i32_rint(a), out, 0, 0);
// CHECK:         pto::x86::store16(pto::x86::i8_from_i32_saturated(pto::x86::to_i32_floor(pto::x86::mul(a, _mm512_set1_ps(100.f)))), bytes, 0, 0);
PTO_INCORE void to_integers(In<L1<float, 16>> x, Out<L1<std::int32_t, 8, 16>> out, Out<L1<std::int8_t, 2, 16>> bytes,
                            Out<L1<std::uint8_t, 16>> u, Out<L1<std::int16_t, 16>> s) {
  const auto a = vec::load<16>(x, {0});
  const auto huge = a * vec::splat<float, 16>(1e30f);
  vec::store(vec::cast<std::int32_t>(a), out, {0, 0});
  vec::store(vec::cast<std::int32_t>(a, RoundMode::Round), out, {1, 0});
  vec::store(vec::cast<std::int32_t>(a, RoundMode::Floor), out, {2, 0});
  vec::store(vec::cast<std::int32_t>(a, RoundMode::Ceil), out, {3, 0});
  vec::store(vec::cast<std::int32_t>(a, RoundMode::Trunc), out, {4, 0});
  vec::store(vec::cast<std::int32_t>(a, RoundMode::Odd), out, {5, 0});
  vec::store(vec::cast<std::int32_t>(huge), out, {6, 0});
  vec::store(vec::cast<std::int32_t>(huge - huge / vec::splat<float, 16>(0.f)), out, {7, 0});
  vec::store(vec::cast<std::int8_t>(a * vec::splat<float, 16>(100.f), RoundMode::Floor), bytes, {0, 0});
  vec::store(vec::cast<std::int8_t>(huge), bytes, {1, 0});
  vec::store(vec::cast<std::uint8_t>(a * vec::splat<float, 16>(100.f)), u, {0});
  vec::store(vec::cast<std::int16_t>(huge), s, {0});
}

// CHECK-LABEL: void from_integers(
// CHECK:         pto::x86::store16(_mm512_cvtepi32_ps(i), out, 0, 0);
// CHECK-NEXT:    pto::x86::store16(_mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(b)), out, 1, 0);
// CHECK-NEXT:    pto::x86::store16(pto::x86::bf16_from_f32(_mm512_cvtepi32_ps(_mm512_cvtepu8_epi32(u))), small, 0);
PTO_INCORE void from_integers(In<L1<float, 16>> x, In<L1<std::int8_t, 16>> y, In<L1<std::uint8_t, 16>> z,
                              Out<L1<float, 2, 16>> out, Out<L1<bf16, 16>> small, Out<L1<std::int32_t, 2, 16>> wide,
                              Out<L1<std::int8_t, 16>> low, Out<L1<std::int16_t, 16>> words) {
  const auto i = vec::bitcast<std::int32_t>(vec::load<16>(x, {0}));
  const auto b = vec::load<16>(y, {0});
  const auto u = vec::load<16>(z, {0});
  vec::store(vec::cast<float>(i), out, {0, 0});
  vec::store(vec::cast<float>(b), out, {1, 0});
  vec::store(vec::cast<bf16>(u), small, {0});
  vec::store(vec::cast<std::int32_t>(b) * i, wide, {0, 0});
  vec::store(vec::cast<std::int32_t>(u) + i, wide, {1, 0});
  vec::store(vec::cast<std::int8_t>(i), low, {0});
  vec::store(vec::cast<std::int16_t>(b) + vec::cast<std::int16_t>(i), words, {0});
}

PTO_TEST_MAIN(widened, rounded<bf16>, to_integers, from_integers)
