//===- intrinsics.h - <immintrin.h>, silently -----------------------------------===//
//
// g++ 12 warns of the undefined vectors that the AVX-512 intrinsics start from, in each function that uses one. It asks
// where the intrinsic stands, not the function; so a file that has one of our headers before <immintrin.h> is spared.
//
//===-----------------------------------------------------------------------===//
#ifndef PTO_X86_INTRINSICS_H
#define PTO_X86_INTRINSICS_H

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include <immintrin.h>

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif
