//===- limits.cpp - what the machine can do at best ---------------------------===//
//
// The yardsticks of the column "of limit", measured in the same rounds as the kernels:
// copying and reading as many bytes as a kernel moves, and as many fused multiply-adds
// as it needs. The widest vectors that the compiler was told of.
//
//===-----------------------------------------------------------------------===//

#include "harness/Bench.h"

#include <cstring>
#include <immintrin.h>

namespace {

#ifdef __AVX512F__
using Floats = __m512;
using Bytes = __m512i;
Floats fma(Floats a, Floats b, Floats c) { return _mm512_fmadd_ps(a, b, c); }
Floats splat(float x) { return _mm512_set1_ps(x); }
Bytes load(const char *p) { return _mm512_loadu_si512(p); }
void store(char *p, Bytes x) { _mm512_storeu_si512(p, x); }
void stream(char *p, Bytes x) { _mm512_stream_si512(reinterpret_cast<Bytes *>(p), x); }
Bytes join(Bytes a, Bytes b) { return _mm512_xor_si512(a, b); }
#else
using Floats = __m256;
using Bytes = __m256i;
Floats fma(Floats a, Floats b, Floats c) { return _mm256_fmadd_ps(a, b, c); }
Floats splat(float x) { return _mm256_set1_ps(x); }
Bytes load(const char *p) { return _mm256_loadu_si256(reinterpret_cast<const Bytes *>(p)); }
void store(char *p, Bytes x) { _mm256_storeu_si256(reinterpret_cast<Bytes *>(p), x); }
void stream(char *p, Bytes x) { _mm256_stream_si256(reinterpret_cast<Bytes *>(p), x); }
Bytes join(Bytes a, Bytes b) { return _mm256_xor_si256(a, b); }
#endif

using bench::Index;
constexpr Index width = sizeof(Bytes), unroll = 4;

/// Tells the compiler that x is used, and may have changed.
template <class X> void keep(X &x) { asm volatile("" : "+v"(x)); }

template <void (*Put)(char *, Bytes)> void copy_with(const bench::Copy &c) {
  Index i = 0;
  for (; i + unroll * width <= c.bytes; i += unroll * width) {
    Bytes v[unroll];
    for (Index u = 0; u < unroll; ++u)
      v[u] = load(c.src + i + u * width);
    for (Index u = 0; u < unroll; ++u)
      Put(c.dst + i + u * width, v[u]);
  }
  std::memcpy(c.dst + i, c.src + i, static_cast<std::size_t>(c.bytes - i));
}

void copy(const bench::Copy &c) { copy_with<store>(c); }

void copy_streaming(const bench::Copy &c) {
  copy_with<stream>(c);
  _mm_sfence();
}

void copy_libc(const bench::Copy &c) { std::memcpy(c.dst, c.src, static_cast<std::size_t>(c.bytes)); }

void read(const bench::Read &r) {
  constexpr Index chains = 8;
  Bytes sum[chains] = {};
  for (Index i = 0; i + chains * width <= r.bytes; i += chains * width)
    for (Index u = 0; u < chains; ++u)
      sum[u] = join(sum[u], load(r.src + i + u * width));
  for (Bytes &s : sum)
    keep(s);
}

/// Twelve chains: two instructions a cycle with four cycles of latency need eight.
void multiply_add(const bench::Flops &f) {
  constexpr Index chains = 12, flops_a_turn = 2 * chains * static_cast<Index>(sizeof(Floats) / sizeof(float));
  Floats sum[chains], x = splat(0.5f), y = splat(0.25f); // towards 0.5: neither overflow nor denormals
  keep(x);
  keep(y);
  for (Floats &s : sum)
    s = splat(1.f);
  for (Index i = 0; i < f.flops; i += flops_a_turn)
    for (Floats &s : sum)
      s = fma(s, x, y);
  for (Floats &s : sum)
    keep(s);
}

const bench::Add plain("plain", copy), streaming("streaming", copy_streaming), libc("memcpy", copy_libc),
    reading("", read), arithmetic("", multiply_add);

} // namespace
