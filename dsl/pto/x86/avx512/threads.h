//===- threads.h - iterations that use AVX-512 on the threads of OpenMP --------------===//
#ifndef PTO_X86_AVX512_THREADS_H
#define PTO_X86_AVX512_THREADS_H

#include "pto/x86/threads.h"

namespace pto::x86 {

/// Of iterations that use the instructions of a PTO_X86_AVX512 function.
PTO_X86_PARALLEL(parallel16, PTO_X86_AVX512_CALLER)
/// Of iterations that use those of a PTO_X86_AVX512_VNNI function.
PTO_X86_PARALLEL(parallel16_vnni, PTO_X86_AVX512_VNNI_CALLER)

} // namespace pto::x86

#endif
