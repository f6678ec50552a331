//===- functions.h - the vector functions, as the tests and the ULP program call them --===//
//
// Each is a loop over an array whose length is a multiple of 16, compiled by a file of its target
// (kernels_avx512.cpp, kernels_avx2.cpp), which is called only on a CPU that can.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_TEST_X86_FUNCTIONS_H
#define PTO_TEST_X86_FUNCTIONS_H

#include <cstdint>
#include <cstring>

namespace x86 {

using Loop = void (*)(const float *from, float *to, long length);

struct Function {
  const char *name;
  double (*reference)(double);
  float (*scalar)(float); ///< of the DSL
  double bound;           ///< published, in units in the last place of the exact result
  bool at_most_one;
  Loop avx512, avx2;
};

inline constexpr int function_count = 10;
extern const Function functions[function_count];
extern const Loop copy_avx512, copy_avx2;

bool has_avx512();
bool has_avx2();

inline float from_bits(std::uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

/// How far y is from the exact result, in units in the last place of the latter. Infinity counts as the number that
/// would come behind the largest. A NaN, a sign of zero or an infinity where there should be another: 1e9.
double ulps(float y, double exact);

} // namespace x86

#endif
