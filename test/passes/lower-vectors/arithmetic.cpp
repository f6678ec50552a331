// Ops on floats: the bits that the ops ask for.
// RUN: %pto-rewrite --passes='lower-vectors{target=avx512}' %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s
// RUN: %pto-rewrite --passes='lower-vectors{target=avx2}' %s -- -DLANES=8 | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s --check-prefix=AVX2
// RUN: %if avx512 %{ %equal --passes='lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='lower-vectors{target=avx2}' --expect-change %s -- -DLANES=8 %}
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

#ifndef LANES
#define LANES 16
#endif

using Row = mem::MemRef<float, mem::L1, 16>;

// CHECK-LABEL: void all(
// CHECK-NEXT:    const auto a = pto::x86::load16(x, 0);
// CHECK-NEXT:    const auto b = pto::x86::load16(y, 0);
// CHECK-NEXT:    pto::x86::store16(_mm512_add_ps(a, b), out, 0, 0);
// CHECK-NEXT:    pto::x86::store16(_mm512_sub_ps(a, b), out, 1, 0);
// CHECK-NEXT:    pto::x86::store16(_mm512_mul_ps(a, b), out, 2, 0);
// CHECK-NEXT:    pto::x86::store16(_mm512_div_ps(a, b), out, 3, 0);
// CHECK-NEXT:    pto::x86::store16(pto::x86::min_quiet(pto::x86::quiet(a), _mm512_mul_ps(a, b)), out, 4, 0);
// CHECK-NEXT:    pto::x86::store16(pto::x86::max_quiet(pto::x86::quiet(a), _mm512_setzero_ps()), out, 5, 0);
// CHECK-NEXT:    pto::x86::store16(_mm512_div_ps(_mm512_set1_ps(1.f), a), out, 6, 0);
// CHECK-NEXT:    pto::x86::store16(_mm512_div_ps(_mm512_set1_ps(1.f), _mm512_sqrt_ps(_mm512_abs_ps(a))), out, 7, 0);
// AVX2-LABEL: void all(
// AVX2-NEXT:     const auto a0 = pto::x86::load8(x, 0);
// AVX2-NEXT:     const auto a1 = pto::x86::load8(x, 0 + 8);
// AVX2:          pto::x86::store8(_mm256_div_ps(_mm256_set1_ps(1.f), _mm256_sqrt_ps(_mm256_andnot_ps(_mm256_set1_ps(-0.f), a1))), out, 7, 0 + 8);
PTO_INCORE void all(In<Row> x, In<Row> y, Out<mem::MemRef<float, mem::L1, 8, 16>> out) {
  const auto a = vec::load<16>(x, {0});
  const auto b = vec::load<16>(y, {0});
  vec::store(a + b, out, {0, 0});
  vec::store(a - b, out, {1, 0});
  vec::store(a * b, out, {2, 0});
  vec::store(a / b, out, {3, 0});
  vec::store(vec::min(a, a * b), out, {4, 0});
  vec::store(vec::relu(a), out, {5, 0});
  vec::store(vec::recip(a), out, {6, 0});
  vec::store(vec::rsqrt(vec::abs(a)), out, {7, 0});
}

// Comparisons and masks. Zeros, infinities and NaN are among the lanes.
// CHECK-LABEL: void compare(
// CHECK:         const auto less = _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ);
// CHECK-NEXT:    __mmask16 other = _knot_mask16(less);
// CHECK-NEXT:    other = _kxor_mask16(other, _kand_mask16(less, _mm512_cmp_ps_mask(a, b, _CMP_NEQ_UQ)));
// AVX2-LABEL: void compare(
// AVX2:          const auto less0 = _mm256_castps_si256(_mm256_cmp_ps(a0, b0, _CMP_LT_OQ));
// AVX2:          __m256i other1 = _mm256_xor_si256(less1, _mm256_set1_epi32(-1));
PTO_INCORE void compare(In<Row> x, In<Row> y, Out<mem::MemRef<float, mem::L1, 8, 16>> out) {
  const auto special = vec::load<16>(y, {0}) / vec::splat<float, 16>(0.f) * vec::splat<float, 16>(0.f);
  const auto ahead = vec::create_mask<16>(5);
  const auto a = vec::select(ahead, special, vec::load<16>(x, {0}));
  const auto b = vec::select(vec::create_mask<16>(8), vec::load<16>(x, {0}), vec::load<16>(y, {0}));
  const auto less = vec::cmp(a, b, Cmp::LT);
  vec::Mask<16> other = ~less;
  other = other ^ (less & vec::cmp(a, b, Cmp::NE));
  vec::store(vec::select(less, a, b), out, {0, 0});
  vec::store(vec::select(other | vec::cmp(a, b, Cmp::EQ), a, b), out, {1, 0});
  vec::store(vec::select(vec::cmp(a, b, Cmp::LE), a, b), out, {2, 0});
  vec::store(vec::select(vec::cmp(a, b, Cmp::GT), a, b), out, {3, 0});
  vec::store(vec::select(vec::cmp(a, b, Cmp::GE), a, b), out, {4, 0});
  vec::store(vec::max(a, b), out, {5, 0});
  vec::store(vec::min(b, a), out, {6, 0});
  vec::store(-vec::relu(a), out, {7, 0});
}

// A choice between vectors as a whole; a number in every lane; a vector that is defined later.
// CHECK-LABEL: void choose(
// CHECK:         const auto a = _mm512_set1_ps(f);
// CHECK-NEXT:    __m512 b;
// CHECK-NEXT:    b = (first ? a : pto::x86::load16(x, 0));
PTO_INCORE void choose(In<Row> x, float f, bool first, Out<Row> out) {
  const auto a = vec::broadcast<16>(f);
  vec::Vec<float, 16> b;
  b = vec::select(first, a, vec::load<16>(x, {0}));
  vec::store(b, out, {0});
}

// Products are not joined with sums, wherever they are added.
// CHECK-LABEL: void products(
// CHECK:         const auto p = pto::x86::mul(a, b);
// CHECK-NEXT:    const auto q = p;
// CHECK-NEXT:    pto::x86::store16(_mm512_add_ps(q, pto::x86::mul(_mm512_mul_ps(a, a), b)), out, 0);
PTO_INCORE void products(In<Row> x, In<Row> y, Out<Row> out) {
  const auto a = vec::load<16>(x, {0});
  const auto b = vec::load<16>(y, {0});
  const auto p = a * b;
  const auto q = p;
  vec::store(q + a * a * b, out, {0});
}

// The largest and the smallest lane; lanes by number.
// CHECK-LABEL: float lanes(
// CHECK:         const float most = math::max(f, pto::x86::reduce_max(a));
// CHECK-NEXT:    const float least = pto::x86::reduce_min(a);
// CHECK-NEXT:    return most - least + _mm512_cvtss_f32(a) * pto::x86::lane(a, 7) - pto::x86::lane(a, i);
PTO_INCORE float lanes(In<mem::MemRef<float, mem::L1, 8>> x, Index i, float f) {
  const auto a = vec::transfer_read<LANES>(x, {0});
  const float most = vec::reduce<vec::Combine::Max>(a, f);
  const float least = vec::reduce<vec::Combine::Min>(a, vec::extract(a, 0));
  return most - least + vec::extract(a, 0) * vec::extract(a, 7) - vec::extract(a, i);
}

PTO_TEST_MAIN(all, compare, choose, products, lanes)
