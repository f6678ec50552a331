//===- base.h - what the AVX-512 functions share --------------------------------===//
#ifndef PTO_X86_AVX512_BASE_H
#define PTO_X86_AVX512_BASE_H

#include "pto/x86/coefficients.h"
#include "pto/x86/intrinsics.h"
#include "pto/x86/pieces.h"
#include "pto/x86/target.h"

#include <cstdint>

namespace pto::x86::detail {

/// x, of which the compiler does not know how it was computed: -ffast-math would drop x + c - c.
PTO_X86_AVX512_INLINE __m512 opaque(__m512 x) {
#ifdef __FAST_MATH__
  __asm__("" : "+v"(x));
#endif
  return x;
}

} // namespace pto::x86::detail

#endif
