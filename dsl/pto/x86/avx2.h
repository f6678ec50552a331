//===- avx2.h - vectors of 8 floats: functions that the CPU has not -------------===//
#ifndef PTO_X86_AVX2_H
#define PTO_X86_AVX2_H

#include "pto/x86/avx2/arithmetic.h"
#include "pto/x86/avx2/contract.h"
#include "pto/x86/avx2/convert.h"
#include "pto/x86/avx2/divide.h"
#include "pto/x86/avx2/erf.h"
#include "pto/x86/avx2/exp.h"
#include "pto/x86/avx2/log.h"
#include "pto/x86/avx2/memory.h"
#include "pto/x86/avx2/memref.h"
#include "pto/x86/avx2/minmax.h"
#include "pto/x86/avx2/permute.h"
#include "pto/x86/avx2/quotient.h"
#include "pto/x86/avx2/reciprocal.h"
#include "pto/x86/avx2/reduce.h"
#include "pto/x86/avx2/tanh.h"
#include "pto/x86/avx2/threads.h"
#include "pto/x86/avx2/transpose.h"
#include "pto/x86/avx2/trigonometric.h"
#include "pto/x86/window.h"

#endif
