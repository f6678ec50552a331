//===- Preamble.h - the headers of a unit, parsed once -----------*- C++ -*-===//
//
// A pipeline parses a unit again for each stage that changed it, and all of these start with
// the same #include lines. From the second time on they are read from a precompiled form
// in memory.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_FRONTEND_PREAMBLE_H
#define PTO_FRONTEND_PREAMBLE_H

#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/PrecompiledPreamble.h"
#include "llvm/Support/VirtualFileSystem.h"

#include <optional>
#include <string>

namespace rewrite {

class Preamble {
public:
  /// Has `invocation` read what it can of `text`, the bytes of its main file, from the precompiled form;
  /// as it was where there is none. To be asked once a parse.
  void use(clang::CompilerInvocation &invocation, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &files,
           const std::string &text, const std::string &name);

private:
  unsigned parses = 0;
  std::optional<clang::PrecompiledPreamble> made;
};

} // namespace rewrite

#endif
