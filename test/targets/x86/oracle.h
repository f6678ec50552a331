//===- oracle.h - exact results, quickly -----------------------------------------===//
//
// 2^32 calls of the C library's erf take minutes. glibc's vector library takes seconds and is good to a few
// units of 2^-53; whatever it finds remarkable is asked again of the scalar library.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_TEST_X86_ORACLE_H
#define PTO_TEST_X86_ORACLE_H

#include "functions.h"

namespace x86 {

/// to[i] is f of from[i] to 2^-48 of it, in double. The length is a multiple of 16.
void approximate(const Function &f, const float *from, double *to, long length);

/// ulps(y, exact) but for special cases, where it may also be NaN.
inline double rough_ulps(float y, double exact) {
  std::uint64_t bits;
  std::memcpy(&bits, &exact, sizeof bits);
  std::uint64_t exponent = bits >> 52 & 0x7FF; // of exact; 2^-126 and below count as 2^-126
  exponent = exponent < 1023 - 126 ? 1023 - 126 : exponent;
  bits = (2 * 1023 + 23 - exponent) << 52; // 2^23 / 2^exponent
  double scale;
  std::memcpy(&scale, &bits, sizeof scale);
  const double miss = (static_cast<double>(y) - exact) * scale;
  return miss < 0 ? -miss : miss;
}

} // namespace x86

#endif
