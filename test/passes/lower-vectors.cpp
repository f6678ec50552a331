// RUN: %pto-rewrite --passes='lower-vectors{target=avx512}' -Rpass=. -Rpass-analysis=. %s -o %t.cpp -- 2>%t.err
// RUN: sed -e '/^ *\/\//d' -e 's| *//.*||' %t.cpp | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAYS --implicit-check-not=remark: --input-file=%t.err
// RUN: %pto-rewrite --passes='lower-vectors{target=avx2}' %s -- | sed -e '/^ *\/\//d' -e 's| *//.*||' | FileCheck %s --check-prefix=AVX2
// RUN: %if avx512 %{ %equal --passes='lower-vectors{target=avx512}' --expect-change %s %}
// RUN: %if avx2 %{ %equal --passes='lower-vectors{target=avx2}' --expect-change %s %}
// RUN: %exit 64 %pto-rewrite --passes='lower-vectors{target=sse4}' %s -- 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: %exit 64 %pto-rewrite --passes=lower-vectors %s -- 2>&1 | FileCheck %s --check-prefix=NONE
// UNKNOWN: option 'target' cannot be 'sse4'; values: avx512, avx512-vnni, avx2, native
// NONE: 'lower-vectors' needs the option 'target'
#include <pto/dsl.h>
#include <pto/testing.h>
using namespace pto::dsl;

using Row = mem::MemRef<float, mem::L1, 64>;

// CHECK: #include <pto/x86/avx512.h>
// AVX2: #include <pto/x86/avx2.h>

// One op, one instruction; a product that is subtracted from keeps its rounding.
// CHECK-LABEL: PTO_INCORE PTO_X86_AVX512 void chain(
// CHECK-NEXT:    const auto half = _mm512_set1_ps(0.5f);
// CHECK-NEXT:    for (Index c = 0; c < 64; c += 16) {
// CHECK-NEXT:      const auto a = pto::x86::load16(x, c);
// CHECK-NEXT:      __m512 b = pto::x86::load16(y, c);
// CHECK-NEXT:      b = _mm512_sub_ps(_mm512_fmadd_ps(a, b, half), pto::x86::mul(a, half));
// CHECK-NEXT:      pto::x86::store16(pto::x86::max_quiet(b, pto::x86::quiet(_mm512_xor_ps(_mm512_abs_ps(a), _mm512_set1_ps(-0.f)))), out, c);
// SAYS: [[@LINE+2]]:17: remark: 1 loop over vectors, at most 5 of 32 registers [-Rpass-analysis=lower-vectors]
// SAYS: [[@LINE+1]]:17: remark: 10 ops on vectors became avx512 intrinsics [-Rpass=lower-vectors]
PTO_INCORE void chain(In<Row> x, In<Row> y, Out<Row> out) {
  const auto half = vec::splat<float, 16>(0.5f);
  for (Index c = 0; c < 64; c += 16) {
    const auto a = vec::load<16>(x, {c});
    vec::Vec<float, 16> b = vec::load<16>(y, {c});
    b = vec::fma(a, b, half) - a * half;
    vec::store(vec::max(b, -vec::abs(a)), out, {c});
  }
}

// More lanes than a register has: one statement a register.
// CHECK-LABEL: void wide(
// CHECK-NEXT:    auto sum0 = _mm512_set1_ps(0.f);
// CHECK-NEXT:    auto sum1 = _mm512_set1_ps(0.f);
// CHECK:           const auto a0 = pto::x86::load16(x, c);
// CHECK-NEXT:      const auto a1 = pto::x86::load16(x, c + 16);
// CHECK-NEXT:      sum0 = _mm512_add_ps(sum0, pto::x86::mul(a0, a0));
// CHECK-NEXT:      sum1 = _mm512_add_ps(sum1, pto::x86::mul(a1, a1));
// CHECK-NEXT:      __m512 copy0 = sum0;
// CHECK-NEXT:      __m512 copy1 = sum1;
// AVX2-LABEL: void wide(
// AVX2:            sum3 = _mm256_add_ps(sum3, pto::x86::mul(a3, a3));
// AVX2-NEXT:       __m256 copy0 = sum0;
// SAYS: [[@LINE+2]]:17: remark: 1 loop over vectors
// SAYS: [[@LINE+1]]:17: remark: 7 ops
PTO_INCORE void wide(In<Row> x, Out<Row> out) {
  auto sum = vec::splat<float, 32>(0.f);
  for (Index c = 0; c < 64; c += 32) {
    const auto a = vec::load<32>(x, {c});
    sum = sum + a * a;
    vec::Vec<float, 32> copy = sum;
    vec::store(a + copy, out, {c});
  }
}

// All lanes are read before any is written, whatever registers they are in.
// CHECK-LABEL: void shifted(
// CHECK-SAME:    const auto lanes0 = pto::x86::load16(x, 0);
// CHECK-SAME:    const auto lanes1 = pto::x86::load16(x, 0 + 16);
// CHECK-SAME:    pto::x86::store16(lanes0, x, 1);
// SAYS: [[@LINE+2]]:17: remark: 0 loops
// SAYS: [[@LINE+1]]:17: remark: 2 ops
PTO_INCORE void shifted(InOut<Row> x) { vec::store(vec::load<32>(x, {0}), x, {1}); }

// A name that is taken; a body without braces.
// CHECK-LABEL: void one_line(
// CHECK:         for (Index c = 0; c < 64; c += 32) {
// CHECK-NEXT:      const auto lanes0_2 = _mm512_sqrt_ps(pto::x86::load16(x, c));
// SAYS: [[@LINE+2]]:17: remark: 1 loop
// SAYS: [[@LINE+1]]:17: remark: 3 ops
PTO_INCORE void one_line(In<Row> x, Index lanes0, Out<Row> out) {
  for (Index c = 0; c < 64; c += 32)
    vec::store(vec::sqrt(vec::load<32>(x, {c})), out, {c});
  mem::store(static_cast<float>(lanes0), out, 0);
}

// What a lambda does, it says itself.
// CHECK-LABEL: void parallel(
// CHECK-NEXT:    scf::parallel(4, [&](Index b) PTO_X86_AVX512 {
// AVX2-LABEL: void parallel(
// AVX2-NEXT:     scf::parallel(4, [&](Index b) PTO_X86_AVX2 {
// AVX2-NEXT:       const auto lanes0 = _mm256_sqrt_ps(pto::x86::load8(x, b * 16));
// AVX2-NEXT:       const auto lanes1 = _mm256_sqrt_ps(pto::x86::load8(x, b * 16 + 8));
// AVX2-NEXT:       pto::x86::store8(lanes0, out, b * 16);
// AVX2-NEXT:       pto::x86::store8(lanes1, out, b * 16 + 8);
// SAYS: [[@LINE+2]]:17: remark: 1 loop
// SAYS: [[@LINE+1]]:17: remark: 3 ops
PTO_INCORE void parallel(In<Row> x, Out<Row> out) {
  scf::parallel(4, [&](Index b) {
    vec::store(vec::sqrt(vec::load<16>(x, {b * 16})), out, {b * 16});
  });
}

// Instances of a template that come to the same text.
// CHECK-LABEL: template <Index N> PTO_INCORE PTO_X86_AVX512 void sized(
// SAYS: [[@LINE+2]]:36: remark: 1 loop
// SAYS: [[@LINE+1]]:36: remark: 3 ops
template <Index N> PTO_INCORE void sized(In<mem::MemRef<float, mem::L1, N>> x, Out<mem::MemRef<float, mem::L1, N>> out) {
  for (Index c = 0; c < N; c += 16)
    vec::store(-vec::load<16>(x, {c}), out, {c});
}

PTO_TEST_MAIN(chain, wide, shifted, one_line, parallel, sized<32>, sized<64>)
