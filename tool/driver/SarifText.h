//===- SarifText.h - places and paths as SARIF wants them --------*- C++ -*-===//
//
// SARIF counts characters, we count bytes; it names files by URIs.
//
//===----------------------------------------------------------------------===//

#ifndef REWRITE_DRIVER_SARIFTEXT_H
#define REWRITE_DRIVER_SARIFTEXT_H

#include "driver/Unit.h"
#include "kernel/Source.h"

#include "llvm/Support/JSON.h"

namespace rewrite::driver::sarif {

/// The path with everything escaped that a URI keeps for itself.
std::string uriOf(const std::string &path);

/// {"uri": ..., "uriBaseId": "SRCROOT"} of a file below the root, an absolute URI of another one.
llvm::json::Object artifactLocation(const std::string &path, const std::string &root);

llvm::json::Object message(const std::string &text);

/// The place, in characters of the file. Of another file the bytes are not known: its columns stay bytes.
llvm::json::Object regionAt(const Location &where, const SourceFile &file);

/// What the edit does: {"deletedRegion": ..., "insertedContent": ...}. By lines and characters where the text is
/// UTF-8, by bytes where it is not.
llvm::json::Object replacement(const Edit &edit, const SourceFile &file);

} // namespace rewrite::driver::sarif

#endif
