//===- arithmetic.h - products that stay products, 16 lanes -------------------===//
//
// g++ joins _mm512_mul_ps and _mm512_add_ps to an fma unless it is told not to (-ffp-contract=off), clang only if it is
// told to. The DSL rounds a product before it is added, so emitted code multiplies by mul.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX512_ARITHMETIC_H
#define PTO_X86_AVX512_ARITHMETIC_H

#include "pto/x86/avx512/base.h"

namespace pto::x86 {

/// a * b, rounded once, whatever is done with it next.
PTO_X86_AVX512_INLINE __m512 mul(__m512 a, __m512 b) {
  __m512 product = _mm512_mul_ps(a, b);
#if defined(__GNUC__) && !defined(__clang__)
  __asm__("" : "+v"(product)); // __builtin_assoc_barrier takes vectors apart, lane by lane
#endif
  return product;
}

} // namespace pto::x86

#endif
