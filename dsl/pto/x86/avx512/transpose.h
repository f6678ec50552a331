//===- transpose.h - 16 x 16 floats, rows and columns exchanged ------------------===//
#ifndef PTO_X86_AVX512_TRANSPOSE_H
#define PTO_X86_AVX512_TRANSPOSE_H

#include "pto/x86/address.h"
#include "pto/x86/avx512/base.h"

namespace pto::x86 {

/// to[c][r] = from[r][c]. All is read before anything is written.
///
/// Pairs of rows, then of pairs, are interleaved within the quarters of registers; after that a quarter holds four
/// rows of one column, and whole quarters change places.
PTO_X86_AVX512_INLINE void transpose16(detail::Square<float> from, detail::Square<float> to) {
  if (__builtin_expect(from.step != 1 || to.step != 1, 0))
    return detail::transpose_elements<16>(from, to);
  __m512 a[16], b[16];
  for (int r = 0; r < 16; r += 2) {
    const __m512 x = _mm512_loadu_ps(from.row(r)), y = _mm512_loadu_ps(from.row(r + 1));
    a[r] = _mm512_unpacklo_ps(x, y);
    a[r + 1] = _mm512_unpackhi_ps(x, y);
  }
  for (int r = 0; r < 16; r += 4)
    for (int half = 0; half < 2; ++half) {
      const __m512d x = _mm512_castps_pd(a[r + half]), y = _mm512_castps_pd(a[r + 2 + half]);
      b[r + 2 * half] = _mm512_castpd_ps(_mm512_unpacklo_pd(x, y));
      b[r + 2 * half + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(x, y));
    }
  constexpr int even = 0x88, odd = 0xdd; // quarters of two registers
  for (int c = 0; c < 4; ++c) {
    const __m512 upper02 = _mm512_shuffle_f32x4(b[c], b[4 + c], even),
                 upper13 = _mm512_shuffle_f32x4(b[c], b[4 + c], odd),
                 lower02 = _mm512_shuffle_f32x4(b[8 + c], b[12 + c], even),
                 lower13 = _mm512_shuffle_f32x4(b[8 + c], b[12 + c], odd);
    _mm512_storeu_ps(to.row(c), _mm512_shuffle_f32x4(upper02, lower02, even));
    _mm512_storeu_ps(to.row(c + 4), _mm512_shuffle_f32x4(upper13, lower13, even));
    _mm512_storeu_ps(to.row(c + 8), _mm512_shuffle_f32x4(upper02, lower02, odd));
    _mm512_storeu_ps(to.row(c + 12), _mm512_shuffle_f32x4(upper13, lower13, odd));
  }
}

} // namespace pto::x86

#endif
