//===- avx512.h - vectors of 16 floats: functions that the CPU has not ----------===//
#ifndef PTO_X86_AVX512_H
#define PTO_X86_AVX512_H

// The warnings of intrinsics.h again: where <immintrin.h> came first, our own functions at least are spared.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

#include "pto/x86/avx512/arithmetic.h"
#include "pto/x86/avx512/contract.h"
#include "pto/x86/avx512/convert.h"
#include "pto/x86/avx512/divide.h"
#include "pto/x86/avx512/exp.h"
#include "pto/x86/avx512/log.h"
#include "pto/x86/avx512/memory.h"
#include "pto/x86/avx512/memref.h"
#include "pto/x86/avx512/minmax.h"
#include "pto/x86/avx512/permute.h"
#include "pto/x86/avx512/pieces.h"
#include "pto/x86/avx512/quotient.h"
#include "pto/x86/avx512/reciprocal.h"
#include "pto/x86/avx512/reduce.h"
#include "pto/x86/avx512/threads.h"
#include "pto/x86/avx512/transpose.h"
#include "pto/x86/avx512/trigonometric.h"
#include "pto/x86/window.h"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

#endif
