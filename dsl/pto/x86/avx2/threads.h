//===- threads.h - iterations that use AVX2 on the threads of OpenMP --------------===//
#ifndef PTO_X86_AVX2_THREADS_H
#define PTO_X86_AVX2_THREADS_H

#include "pto/x86/threads.h"

namespace pto::x86 {

/// Of iterations that use the instructions of a PTO_X86_AVX2 function.
PTO_X86_PARALLEL(parallel8, PTO_X86_AVX2_CALLER)

} // namespace pto::x86

#endif
