//===- transpose.h - 8 x 8 floats, rows and columns exchanged --------------------===//
#ifndef PTO_X86_AVX2_TRANSPOSE_H
#define PTO_X86_AVX2_TRANSPOSE_H

#include "pto/x86/address.h"
#include "pto/x86/avx2/base.h"

namespace pto::x86 {

/// to[c][r] = from[r][c]. All is read before anything is written.
///
/// Pairs of rows, then of pairs, are interleaved within the halves of registers; after that a half holds four rows of
/// one column, and halves change places.
PTO_X86_AVX2_INLINE void transpose8(detail::Square<float> from, detail::Square<float> to) {
  if (__builtin_expect(from.step != 1 || to.step != 1, 0))
    return detail::transpose_elements<8>(from, to);
  __m256 a[8], b[8];
  for (int r = 0; r < 8; r += 2) {
    const __m256 x = _mm256_loadu_ps(from.row(r)), y = _mm256_loadu_ps(from.row(r + 1));
    a[r] = _mm256_unpacklo_ps(x, y);
    a[r + 1] = _mm256_unpackhi_ps(x, y);
  }
  for (int r = 0; r < 8; r += 4)
    for (int half = 0; half < 2; ++half) {
      const __m256d x = _mm256_castps_pd(a[r + half]), y = _mm256_castps_pd(a[r + 2 + half]);
      b[r + 2 * half] = _mm256_castpd_ps(_mm256_unpacklo_pd(x, y));
      b[r + 2 * half + 1] = _mm256_castpd_ps(_mm256_unpackhi_pd(x, y));
    }
  for (int c = 0; c < 4; ++c) {
    _mm256_storeu_ps(to.row(c), _mm256_permute2f128_ps(b[c], b[4 + c], 0x20));
    _mm256_storeu_ps(to.row(c + 4), _mm256_permute2f128_ps(b[c], b[4 + c], 0x31));
  }
}

} // namespace pto::x86

#endif
