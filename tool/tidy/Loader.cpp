//===- Loader.cpp - what clang-tidy --load= names ---------------------------===//
//
// The checks use LLVM's C++ interface, which changes with each release: in another
// clang-tidy than they were made for, loading them would end in an unknown symbol, or
// worse. So the file that users name needs nothing of LLVM. It asks the program that
// loads it who it is, and brings the checks in only when they fit.
//
//===----------------------------------------------------------------------===//

#include "tidy/Version.h"

#include <cstdio>
#include <dlfcn.h>
#include <string>

namespace {

/// What clang::getClangFullVersion() of the loading program says, or "".
std::string hostVersion() {
  void *symbol = dlsym(RTLD_DEFAULT, "_ZN5clang19getClangFullVersionB5cxx11Ev");
  return symbol ? reinterpret_cast<std::string (*)()>(symbol)() : "";
}

/// The checks, beside this file.
std::string checksPath() {
  Dl_info self;
  if (!dladdr(reinterpret_cast<void *>(&checksPath), &self) || !self.dli_fname)
    return PTO_TIDY_CHECKS;
  const std::string path = self.dli_fname;
  const std::size_t slash = path.rfind('/');
  return (slash == path.npos ? "" : path.substr(0, slash + 1)) + PTO_TIDY_CHECKS;
}

__attribute__((constructor)) void load() {
  const std::string host = hostVersion();
  if (host.find("clang version " PTO_TIDY_LLVM ".") == host.npos) {
    std::fprintf(stderr,
                 "pto-tidy: its checks are made for clang-tidy %s, and this program is '%s': none is registered. "
                 "Use clang-tidy-%s, or build pto-rewrite with this LLVM\n",
                 PTO_TIDY_LLVM_FULL, host.empty() ? "no dynamically linked clang-tidy" : host.c_str(),
                 PTO_TIDY_LLVM_MAJOR);
    return;
  }
  if (!dlopen(checksPath().c_str(), RTLD_NOW | RTLD_GLOBAL))
    std::fprintf(stderr, "pto-tidy: no check is registered: %s\n", dlerror());
}

} // namespace
