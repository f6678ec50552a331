//===- OwnHeaders.h - headers that only their includer calls system -*- C++ -*-===//

#ifndef PTO_FRONTEND_OWNHEADERS_H
#define PTO_FRONTEND_OWNHEADERS_H

#include "clang/Lex/PPCallbacks.h"

#include <memory>

namespace clang {
class Preprocessor;
} // namespace clang

namespace rewrite {

/// To Clang, what a system header includes is one, too. So the headers of a project that CMake precompiles would be:
/// its cmake_pch.hxx has `#pragma GCC system_header`. With these callbacks a header is what the directory makes it that
/// it was found in.
std::unique_ptr<clang::PPCallbacks> ownHeaders(clang::Preprocessor &preprocessor);

} // namespace rewrite

#endif
