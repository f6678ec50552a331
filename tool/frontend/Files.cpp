//===- Files.cpp - which file a FileID is -----------------------------------===//

#include "frontend/Files.h"

#include "frontend/Lowering.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using namespace rewrite;

std::string rewrite::realPath(llvm::StringRef absolute) {
  llvm::SmallString<256> real;
  if (!llvm::sys::fs::real_path(absolute, real))
    return std::string(real);
  if (llvm::sys::fs::real_path(llvm::sys::path::parent_path(absolute), real))
    return absolute.str();
  llvm::sys::path::append(real, llvm::sys::path::filename(absolute));
  return std::string(real);
}

std::string rewrite::realPathOf(const clang::SourceManager &sources, clang::FileID id) {
  const auto entry = sources.getFileEntryRefForID(id);
  if (!entry)
    return "";
  llvm::SmallString<256> path(entry->getName());
  sources.getFileManager().makeAbsolutePath(path);
  return realPath(path);
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
