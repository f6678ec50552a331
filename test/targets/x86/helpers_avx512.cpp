#include "functions.h"
#include "helpers.h"

#include <pto/x86/avx512.h>

namespace x86 {
namespace {

using namespace pto::x86;
using F = __m512;
using I = __m512i;

PTO_X86_AVX512_INLINE F get(const float *p) { return _mm512_loadu_ps(p); }
PTO_X86_AVX512_INLINE I get(const std::int32_t *p) { return _mm512_loadu_si512(p); }
PTO_X86_AVX512_INLINE void put(float *p, F x) { _mm512_storeu_ps(p, x); }
PTO_X86_AVX512_INLINE void put(std::int32_t *p, I x) { _mm512_storeu_si512(p, x); }
PTO_X86_AVX512_INLINE __mmask16 part(std::int64_t n) { return tail_mask16(n); }

// What memory.h leaves to the intrinsics.
PTO_X86_AVX512_INLINE F load_f32(const void *p) { return get(static_cast<const float *>(p)); }
PTO_X86_AVX512_INLINE I load_i32(const void *p) { return get(static_cast<const std::int32_t *>(p)); }
PTO_X86_AVX512_INLINE F load_f32(const void *p, __mmask16 m, F fill) {
  return load(static_cast<const float *>(p), m, fill);
}
PTO_X86_AVX512_INLINE I load_i32(const void *p, __mmask16 m, I fill) {
  return load(static_cast<const std::int32_t *>(p), m, fill);
}
PTO_X86_AVX512_INLINE void store_f32(void *p, F x) { put(static_cast<float *>(p), x); }
PTO_X86_AVX512_INLINE void store_i32(void *p, I x) { put(static_cast<std::int32_t *>(p), x); }
PTO_X86_AVX512_INLINE void store_f32(void *p, __mmask16 m, F x) { store(static_cast<float *>(p), m, x); }
PTO_X86_AVX512_INLINE void store_i32(void *p, __mmask16 m, I x) { store(static_cast<std::int32_t *>(p), m, x); }

#define PTO_TARGET PTO_X86_AVX512
#define PTO_NARROW(name) name##x16
#define PTO_NARROW_SATURATED(name) name##x16_saturated
#include "helpers.inc"

} // namespace

const Helpers helpers_avx512 = {"avx512", has_avx512, 16, PTO_HELPERS};

} // namespace x86
