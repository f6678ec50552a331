//===- erf.h - error function, 8 lanes ------------------------------------------===//
//
// As in avx512/pieces.h, with 8 pieces, 2 an octave, and polynomials of degree 6.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX2_ERF_H
#define PTO_X86_AVX2_ERF_H

#include "pto/x86/avx2/base.h"

namespace pto::x86 {

/// Error function. Within 4 ULP, at most 1. erf(+-0) = +-0, erf(+-inf) = +-1, NaN stays NaN.
PTO_X86_AVX2_INLINE __m256 erf(__m256 x) {
  const auto &f = detail::erf8;
  // Operands in this order: NaN passes.
  const __m256 a = _mm256_min_ps(_mm256_set1_ps(f.limit), detail::magnitude(x));
  const __m256 octaves = _mm256_fmadd_ps(a, _mm256_set1_ps(f.scale), _mm256_set1_ps(2));
  const __m256i piece = _mm256_srli_epi32(_mm256_castps_si256(octaves), 22);
  const __m256 t = _mm256_sub_ps(a, _mm256_permutevar8x32_ps(_mm256_load_ps(f.centre), piece));
  __m256 y = _mm256_permutevar8x32_ps(_mm256_load_ps(f.c[6]), piece);
  y = _mm256_fmadd_ps(y, t, _mm256_permutevar8x32_ps(_mm256_load_ps(f.c[5]), piece));
  y = _mm256_fmadd_ps(y, t, _mm256_permutevar8x32_ps(_mm256_load_ps(f.c[4]), piece));
  y = _mm256_fmadd_ps(y, t, _mm256_permutevar8x32_ps(_mm256_load_ps(f.c[3]), piece));
  y = _mm256_fmadd_ps(y, t, _mm256_permutevar8x32_ps(_mm256_load_ps(f.c[2]), piece));
  y = _mm256_fmadd_ps(y, t, _mm256_permutevar8x32_ps(_mm256_load_ps(f.c[1]), piece));
  y = _mm256_fmadd_ps(y, t, _mm256_permutevar8x32_ps(_mm256_load_ps(f.c[0]), piece));
  return detail::with_sign(y, x);
}

} // namespace pto::x86

#endif
