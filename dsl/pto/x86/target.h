//===- target.h - the instruction sets that the x86 headers are written for ----===//
//
// A function of these headers is inlined into a caller that may use the same
// instructions: one that is compiled with -march=..., or one that says so itself:
//
//   PTO_X86_AVX512 void kernel(const float *x, float *y) { ... pto::x86::exp(v) ... }
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_TARGET_H
#define PTO_X86_TARGET_H

/// Before a function: it uses what every CPU with AVX-512 since 2017 has.
#define PTO_X86_AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl")))

/// Before a function: it uses dot products of integers (VNNI), too.
#define PTO_X86_AVX512_VNNI __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni")))

/// Before a function: it uses AVX2, FMA and the conversions of half.
#define PTO_X86_AVX2 __attribute__((target("avx2,fma,f16c")))

/// Before a function that calls such: they become part of it, so that handles of tensors need not go through memory.
#define PTO_X86_AVX512_CALLER PTO_X86_AVX512 __attribute__((flatten))
#define PTO_X86_AVX512_VNNI_CALLER PTO_X86_AVX512_VNNI __attribute__((flatten))
#define PTO_X86_AVX2_CALLER PTO_X86_AVX2 __attribute__((flatten))

#define PTO_X86_AVX512_INLINE PTO_X86_AVX512 __attribute__((always_inline)) inline
#define PTO_X86_AVX2_INLINE PTO_X86_AVX2 __attribute__((always_inline)) inline

/// Before a for: four rounds for each turn of the loop.
#ifdef __clang__
#define PTO_X86_UNROLL _Pragma("clang loop unroll_count(4)")
#else
#define PTO_X86_UNROLL _Pragma("GCC unroll 4")
#endif

#endif
