//===- pieces.h - tanh and erf, 16 lanes ----------------------------------------===//
//
// Both are odd and soon 1. [0, limit] is cut into 32 pieces, 8 an octave of 2 + scale * x, so that they are
// narrow where the function bends; each has a polynomial of degree 4 around a point inside it. A coefficient of all
// pieces is two registers, from which vpermt2ps picks every lane's: no division, no exponential, no branch.
//
// The first piece is c1 * x + ... around 0: relative precision down to the subnormals. Around the other
// points the function itself is a float to 33 bits (coefficients.h), which leaves little more than the last
// rounding.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX512_PIECES_H
#define PTO_X86_AVX512_PIECES_H

#include "pto/x86/avx512/base.h"

namespace pto::x86 {
namespace detail {

/// What each lane's piece has in a table.
PTO_X86_AVX512_INLINE __m512 of_piece(const float (&table)[32], __m512i piece) {
  return _mm512_permutex2var_ps(_mm512_load_ps(table), piece, _mm512_load_ps(table + 16));
}

PTO_X86_AVX512_INLINE __m512 piecewise(const Pieces<32, 4> &f, __m512 x) {
  const __m512 sign = _mm512_set1_ps(-0.f);
  // Operands in this order: NaN passes.
  const __m512 a = _mm512_min_ps(_mm512_set1_ps(f.limit), _mm512_andnot_ps(sign, x));
  const __m512 octaves = _mm512_fmadd_ps(a, _mm512_set1_ps(f.scale), _mm512_set1_ps(2));
  const __m512i piece = _mm512_srli_epi32(_mm512_castps_si512(octaves), 20); // the lower five bits of it
  const __m512 t = _mm512_sub_ps(a, of_piece(f.centre, piece));
  __m512 y = _mm512_fmadd_ps(of_piece(f.c[4], piece), t, of_piece(f.c[3], piece));
  y = _mm512_fmadd_ps(y, t, of_piece(f.c[2], piece));
  y = _mm512_fmadd_ps(y, t, of_piece(f.c[1], piece));
  y = _mm512_fmadd_ps(y, t, of_piece(f.c[0], piece));
  constexpr int a_and_b_or_c = 0xEA;
  return _mm512_castsi512_ps(_mm512_ternarylogic_epi32(_mm512_castps_si512(sign), _mm512_castps_si512(x),
                                                       _mm512_castps_si512(y), a_and_b_or_c));
}

} // namespace detail

/// Hyperbolic tangent. Within 2 ULP, at most 1. tanh(+-0) = +-0, tanh(+-inf) = +-1, NaN stays NaN.
PTO_X86_AVX512_INLINE __m512 tanh(__m512 x) { return detail::piecewise(detail::tanh32, x); }

/// Error function. Within 4 ULP, at most 1. erf(+-0) = +-0, erf(+-inf) = +-1, NaN stays NaN.
PTO_X86_AVX512_INLINE __m512 erf(__m512 x) { return detail::piecewise(detail::erf32, x); }

} // namespace pto::x86

#endif
