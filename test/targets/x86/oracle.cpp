#include "oracle.h"

#include <string>

#if defined(PTO_HAS_LIBMVEC)
#include <immintrin.h>

#define PTO_VECTOR(name)                                                                                               \
  extern "C" __attribute__((target("avx512f"))) __m512d _ZGVeN8v_##name(__m512d);                                      \
  __attribute__((target("avx512f"))) static void name##_vector(const float *from, double *to, long length) {           \
    for (long i = 0; i < length; i += 8)                                                                               \
      _mm512_storeu_pd(to + i, _ZGVeN8v_##name(_mm512_cvtps_pd(_mm256_loadu_ps(from + i))));                           \
  }
PTO_VECTOR(exp)
PTO_VECTOR(log)
PTO_VECTOR(tanh)
PTO_VECTOR(erf)
PTO_VECTOR(sin)
PTO_VECTOR(cos)
#undef PTO_VECTOR

namespace {

using Vector = void (*)(const float *, double *, long);

void sigmoid_vector(const float *from, double *to, long length) {
  exp_vector(from, to, length);
  for (long i = 0; i < length; ++i)
    to[i] = to[i] < 1e300 ? to[i] / (1 + to[i]) : 1;
}

Vector vector_of(const std::string &name) {
  static constexpr struct {
    const char *name;
    Vector vector;
  } table[] = {{"exp", exp_vector}, {"log", log_vector}, {"tanh", tanh_vector},      {"erf", erf_vector},
               {"sin", sin_vector}, {"cos", cos_vector}, {"sigmoid", sigmoid_vector}};
  for (const auto &each : table)
    if (name == each.name)
      return each.vector;
  return nullptr;
}

} // namespace
#endif

void x86::approximate(const Function &f, const float *from, double *to, long length) {
#if defined(PTO_HAS_LIBMVEC)
  if (const Vector vector = has_avx512() ? vector_of(f.name) : nullptr)
    return vector(from, to, length);
#endif
  for (long i = 0; i < length; ++i)
    to[i] = f.reference(from[i]);
}
