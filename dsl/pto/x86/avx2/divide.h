//===- divide.h - many numbers by one, 8 lanes ----------------------------------===//
#ifndef PTO_X86_AVX2_DIVIDE_H
#define PTO_X86_AVX2_DIVIDE_H

#include "pto/x86/avx2/arithmetic.h"

namespace pto::x86 {

/// What divides, where a quotient may be rounded twice.
struct Reciprocal8 {
  __m256 by, factor;
  bool fits; ///< neither is near the ends of what floats can be
};

PTO_X86_AVX2_INLINE Reciprocal8 reciprocal8(float by) {
  const float magnitude = __builtin_fabsf(by);
  return {_mm256_set1_ps(by), _mm256_set1_ps(1 / by), magnitude >= 0x1p-60f && magnitude <= 0x1p60f};
}

/// x / r, within 1.5 ULP. The same way for all x: no branch stays in a loop.
PTO_X86_AVX2_INLINE __m256 divide(__m256 x, const Reciprocal8 &r) {
  return __builtin_expect(r.fits, 1) ? pto::x86::mul(x, r.factor) : _mm256_div_ps(x, r.by);
}

} // namespace pto::x86

#endif
