// No -mavx512f here: the attribute of the caller is enough.
#include "kernels.h"

#include <pto/x86/avx512.h>

#define PTO_LOOP(name, value)                                                                                          \
  PTO_X86_AVX512 void name##_loop(const float *from, float *to, long length) {                                         \
    for (long i = 0; i < length; i += 16) {                                                                            \
      const __m512 x = _mm512_loadu_ps(from + i);                                                                      \
      _mm512_storeu_ps(to + i, value);                                                                                 \
    }                                                                                                                  \
  }

namespace x86::avx512 {

PTO_LOOP(copy, x)
PTO_LOOP(exp, pto::x86::exp(x))
PTO_LOOP(log, pto::x86::log(x))
PTO_LOOP(tanh, pto::x86::tanh(x))
PTO_LOOP(erf, pto::x86::erf(x))
PTO_LOOP(sigmoid, pto::x86::sigmoid(x))
PTO_LOOP(sin, pto::x86::sin(x))
PTO_LOOP(cos, pto::x86::cos(x))
PTO_LOOP(rcp, pto::x86::rcp(x))
PTO_LOOP(rsqrt, pto::x86::rsqrt(x))
PTO_LOOP(sqrt, pto::x86::sqrt(x))

} // namespace x86::avx512
