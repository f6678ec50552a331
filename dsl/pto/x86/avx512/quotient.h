//===- quotient.h - integers divided, 16 lanes -----------------------------------===//
//
// There is no instruction for it. Doubles have every integer of 32 bits, and a quotient of two that is no integer is
// further from the next one, by 2^-32 at least, than a double of its size is rounded: cut off, it is the integer's.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX512_QUOTIENT_H
#define PTO_X86_AVX512_QUOTIENT_H

#include "pto/x86/avx512/base.h"

namespace pto::x86 {

/// a / b towards zero; the most negative number divided by -1 is itself: no integer is 2^31, and the conversion says so
/// by that number. Where b is 0, some number.
PTO_X86_AVX512_INLINE __m512i div_i32(__m512i a, __m512i b) {
  const __m512d low = _mm512_div_pd(_mm512_cvtepi32_pd(_mm512_castsi512_si256(a)),
                                    _mm512_cvtepi32_pd(_mm512_castsi512_si256(b))),
                high = _mm512_div_pd(_mm512_cvtepi32_pd(_mm512_extracti64x4_epi64(a, 1)),
                                     _mm512_cvtepi32_pd(_mm512_extracti64x4_epi64(b, 1)));
  return _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvttpd_epi32(low)), _mm512_cvttpd_epi32(high), 1);
}

PTO_X86_AVX512_INLINE __m512i div_u32(__m512i a, __m512i b) {
  const __m512d low = _mm512_div_pd(_mm512_cvtepu32_pd(_mm512_castsi512_si256(a)),
                                    _mm512_cvtepu32_pd(_mm512_castsi512_si256(b))),
                high = _mm512_div_pd(_mm512_cvtepu32_pd(_mm512_extracti64x4_epi64(a, 1)),
                                     _mm512_cvtepu32_pd(_mm512_extracti64x4_epi64(b, 1)));
  return _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvttpd_epu32(low)), _mm512_cvttpd_epu32(high), 1);
}

} // namespace pto::x86

#endif
