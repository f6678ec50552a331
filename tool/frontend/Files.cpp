//===- Files.cpp - which file a FileID is -----------------------------------===//

#include "frontend/Files.h"

#include "frontend/Lowering.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using namespace rewrite;

std::string rewrite::realPathOf(const clang::SourceManager &sources, clang::FileID id) {
  const auto entry = sources.getFileEntryRefForID(id);
  if (!entry)
    return "";
  llvm::SmallString<256> path(entry->getName()), real;
  sources.getFileManager().makeAbsolutePath(path);
  return std::string(llvm::sys::fs::real_path(path, real) ? path : real);
}

bool EditableHeaders::contains(clang::FileID id) {
  if (scope.root.empty())
    return false;
  const auto [known, isNew] = decided.try_emplace(id, false);
  if (isNew)
    known->second = decide(id);
  return known->second;
}

bool EditableHeaders::decide(clang::FileID id) const {
  const std::string path = realPathOf(sources, id);
  const auto isBelow = [&](const std::string &directory) {
    return !directory.empty() && llvm::StringRef(path).starts_with(directory == "/" ? directory : directory + "/");
  };
  return isBelow(scope.root) && !isBelow(scope.except) && !Lowering::isDslFile(path) &&
         !clang::SrcMgr::isSystem(sources.getFileCharacteristic(sources.getLocForStartOfFile(id))) &&
         (scope.pattern.empty() || llvm::Regex(scope.pattern).match(path));
}
