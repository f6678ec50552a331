#include "functions.h"
#include "kernels.h"

#include <pto/dsl/math.h>

#include <cmath>

namespace x86 {
namespace {

double sigmoid(double x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); }
double rcp(double x) { return 1 / x; }
double rsqrt(double x) { return 1 / std::sqrt(x); }

float scalar_sigmoid(float x) { return static_cast<float>(sigmoid(x)); }

} // namespace

#define PTO_FUNCTION(name, reference, scalar, bound, at_most_one)                                                      \
  {#name, reference, scalar, bound, at_most_one, avx512::name##_loop, avx2::name##_loop}
namespace math = pto::dsl::math;
const Function functions[function_count] = {
    PTO_FUNCTION(exp, std::exp, math::exp<float>, 2, false),
    PTO_FUNCTION(log, std::log, math::log<float>, 2, false),
    PTO_FUNCTION(tanh, std::tanh, math::tanh<float>, 2, true),
    PTO_FUNCTION(erf, std::erf, math::erf<float>, 4, true),
    PTO_FUNCTION(sigmoid, sigmoid, scalar_sigmoid, 4, true),
    PTO_FUNCTION(sin, std::sin, math::sin<float>, 2, true),
    PTO_FUNCTION(cos, std::cos, math::cos<float>, 2, true),
    PTO_FUNCTION(rcp, rcp, math::recip<float>, 2, false),
    PTO_FUNCTION(rsqrt, rsqrt, math::rsqrt<float>, 2, false),
    PTO_FUNCTION(sqrt, std::sqrt, math::sqrt<float>, 0.5, false),
};
#undef PTO_FUNCTION

const Loop copy_avx512 = avx512::copy_loop, copy_avx2 = avx2::copy_loop;

bool has_avx512() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
bool has_avx2() { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); }

double ulps(float y, double exact) {
  constexpr double wrong = 1e9;
  if (exact != exact || y != y)
    return exact != exact && y != y ? 0 : wrong;
  if (std::signbit(y) != std::signbit(exact))
    return wrong;
  if (std::isinf(exact) != std::isinf(y) && (std::isinf(exact) || std::fabs(exact) < 0x1p127))
    return wrong;
  if (std::isinf(exact) || (exact == 0 && y == 0))
    return 0;
  std::uint64_t bits;
  std::memcpy(&bits, &exact, sizeof bits);
  int exponent = static_cast<int>(bits >> 52 & 0x7FF) - 1023;
  exponent = exponent < -126 ? -126 : exponent > 127 ? 127 : exponent;
  const double limit = std::fabs(exact) < 0x1p128 ? std::fabs(exact) : 0x1p128;
  const double got = std::isinf(y) ? 0x1p128 : std::fabs(static_cast<double>(y));
  return std::ldexp(std::fabs(got - limit), 23 - exponent);
}

} // namespace x86
