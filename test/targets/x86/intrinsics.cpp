// Intrinsics as emitted code has them between our functions. g++ 12 warns of many of them, unless pto/x86/avx512.h
// stands before <immintrin.h>. And it joins products and sums, unless the product is pto::x86::mul.
#include <pto/x86/avx2.h>
#include <pto/x86/avx512.h>

#include <immintrin.h>

PTO_X86_AVX512 void intrinsics(const float *from, const unsigned short *halves, float *to, long length) {
  __m512 sum = _mm512_setzero_ps();
  for (long i = 0; i < length; i += 16) {
    __m512 x = pto::x86::exp(_mm512_loadu_ps(from + i));
    x = _mm512_max_ps(x, _mm512_sqrt_ps(x));
    x = _mm512_permutexvar_ps(_mm512_castps_si512(x), x);
    x = _mm512_roundscale_ps(_mm512_shuffle_f32x4(x, x, 0x4E), 8);
    const __m512i wide = _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(halves + i)));
    x = _mm512_add_ps(x, _mm512_castsi512_ps(_mm512_slli_epi32(wide, 16)));
    x = _mm512_cvtph_ps(_mm512_cvtps_ph(x, 8));
    x = _mm512_scalef_ps(_mm512_cvtepi32_ps(_mm512_cvttps_epi32(x)), _mm512_getexp_ps(x));
    _mm512_storeu_ps(to + i, x);
    sum = _mm512_fmadd_ps(x, x, sum);
  }
  to[0] = _mm512_reduce_add_ps(sum) + _mm512_reduce_max_ps(sum);
}

// x * x - y is 0 if the product is rounded, else 2^-24.
PTO_X86_AVX512 bool joins_16(float x, float y) {
  const __m512 v = _mm512_set1_ps(x);
  return _mm512_cvtss_f32(_mm512_sub_ps(pto::x86::mul(v, v), _mm512_set1_ps(y))) != 0;
}
PTO_X86_AVX2 bool joins_8(float x, float y) {
  const __m256 v = _mm256_set1_ps(x);
  return _mm256_cvtss_f32(_mm256_sub_ps(pto::x86::mul(v, v), _mm256_set1_ps(y))) != 0;
}

int main() {
  volatile float x = 1 + 0x1p-12f, y = 1 + 0x1p-11f;
  const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq");
  const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  return (avx512 && joins_16(x, y)) || (avx2 && joins_8(x, y)) ? 1 : 0;
}
