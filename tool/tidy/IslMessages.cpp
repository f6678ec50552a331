//===- IslMessages.cpp - where isl's messages go ----------------------------===//
//
// Debian's libisl.a is made for programs: its code is position independent but for
// the places that name `stderr`, which a shared object may not. The shared libisl.so
// is no way out, as libLLVM exports another version of the same functions. So the
// linker is told that `stderr` is this variable (CMakeLists.txt, --defsym).
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <dlfcn.h>

extern "C" __attribute__((visibility("hidden"))) FILE *pto_messages =
    *static_cast<FILE **>(dlsym(RTLD_DEFAULT, "stderr"));
