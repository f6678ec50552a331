//===- arithmetic.h - products that stay products, 8 lanes --------------------===//
//
// g++ joins _mm256_mul_ps and _mm256_add_ps to an fma unless it is told not to (-ffp-contract=off), clang only if it is
// told to. The DSL rounds a product before it is added, so emitted code multiplies by mul.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_AVX2_ARITHMETIC_H
#define PTO_X86_AVX2_ARITHMETIC_H

#include "pto/x86/avx2/base.h"

namespace pto::x86 {

/// a * b, rounded once, whatever is done with it next.
PTO_X86_AVX2_INLINE __m256 mul(__m256 a, __m256 b) {
  __m256 product = _mm256_mul_ps(a, b);
#if defined(__GNUC__) && !defined(__clang__)
  __asm__("" : "+x"(product)); // __builtin_assoc_barrier takes vectors apart, lane by lane
#endif
  return product;
}

} // namespace pto::x86

#endif
