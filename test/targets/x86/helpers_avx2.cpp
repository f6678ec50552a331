#include "functions.h"
#include "helpers.h"

#include <pto/x86/avx2.h>

namespace x86 {
namespace {

using namespace pto::x86;
using F = __m256;
using I = __m256i;

PTO_X86_AVX2_INLINE F get(const float *p) { return _mm256_loadu_ps(p); }
PTO_X86_AVX2_INLINE I get(const std::int32_t *p) { return _mm256_loadu_si256(reinterpret_cast<const I *>(p)); }
PTO_X86_AVX2_INLINE void put(float *p, F x) { _mm256_storeu_ps(p, x); }
PTO_X86_AVX2_INLINE void put(std::int32_t *p, I x) { _mm256_storeu_si256(reinterpret_cast<I *>(p), x); }
PTO_X86_AVX2_INLINE std::int64_t part(std::int64_t n) { return n; }

// What memory.h leaves to the intrinsics.
PTO_X86_AVX2_INLINE F load_f32(const void *p) { return get(static_cast<const float *>(p)); }
PTO_X86_AVX2_INLINE I load_i32(const void *p) { return get(static_cast<const std::int32_t *>(p)); }
PTO_X86_AVX2_INLINE F load_f32(const void *p, std::int64_t n, F fill) {
  return load(static_cast<const float *>(p), tail_mask8(n), fill);
}
PTO_X86_AVX2_INLINE I load_i32(const void *p, std::int64_t n, I fill) {
  return load(static_cast<const std::int32_t *>(p), tail_mask8(n), fill);
}
PTO_X86_AVX2_INLINE void store_f32(void *p, F x) { put(static_cast<float *>(p), x); }
PTO_X86_AVX2_INLINE void store_i32(void *p, I x) { put(static_cast<std::int32_t *>(p), x); }
PTO_X86_AVX2_INLINE void store_f32(void *p, std::int64_t n, F x) { store(static_cast<float *>(p), tail_mask8(n), x); }
PTO_X86_AVX2_INLINE void store_i32(void *p, std::int64_t n, I x) {
  store(static_cast<std::int32_t *>(p), tail_mask8(n), x);
}

#define PTO_TARGET PTO_X86_AVX2
#define PTO_NARROW(name) name##x8
#define PTO_NARROW_SATURATED(name) name##x8_saturated
#include "helpers.inc"

} // namespace

const Helpers helpers_avx2 = {"avx2", has_avx2, 8, PTO_HELPERS};

} // namespace x86
