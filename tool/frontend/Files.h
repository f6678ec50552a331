//===- Files.h - which file a FileID is --------------------------*- C++ -*-===//

#ifndef PTO_FRONTEND_FILES_H
#define PTO_FRONTEND_FILES_H

#include "pto-rewrite/Rewrite.h"

#include "clang/Basic/SourceManager.h"

#include <map>

namespace rewrite {

/// Symlinks resolved; of a file that does not exist, those of its directory.
std::string realPath(llvm::StringRef absolute);

/// The real path of the file, however it was spelled; "" for what is no file.
std::string realPathOf(const clang::SourceManager &sources, clang::FileID id);

/// The headers of a translation unit that may be edited.
class EditableHeaders {
public:
  EditableHeaders(const clang::SourceManager &sources, const HeaderScope &scope) : sources(sources), scope(scope) {}

  bool contains(clang::FileID id);

private:
  bool decide(clang::FileID id) const;

  const clang::SourceManager &sources;
  const HeaderScope scope;
  std::map<clang::FileID, bool> decided;
};

} // namespace rewrite

#endif
