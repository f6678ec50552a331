//===- Paths.cpp - which file is meant, and what to call it ----------------===//

#include "driver/Paths.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace rewrite;
namespace path = llvm::sys::path;
namespace fs = llvm::sys::fs;

std::string driver::currentDirectory() {
  llvm::SmallString<256> directory;
  if (fs::current_path(directory))
    return ".";
  return std::string(directory);
}

std::string driver::absolutePath(const std::string &file, const std::string &base) {
  llvm::SmallString<256> result(file);
  if (!path::is_absolute(file)) {
    result = base.empty() ? currentDirectory() : absolutePath(base);
    path::append(result, file);
  }
  // Only "." is taken out by text: "a/.." is not "." where a is a symlink.
  path::remove_dots(result, /*remove_dot_dot=*/false);
  return std::string(result);
}

std::string driver::realPath(const std::string &file) {
  llvm::SmallString<256> result;
  if (!fs::real_path(file, result))
    return std::string(result);
  const std::string absolute = absolutePath(file);
  const llvm::StringRef parent = path::parent_path(absolute);
  if (parent.empty() || parent == absolute)
    return absolute;
  result = realPath(parent.str());
  path::append(result, path::filename(absolute));
  return std::string(result);
}

std::string driver::pathBelow(const std::string &file, const std::string &directory) {
  const std::string prefix = directory == "/" ? directory : directory + "/";
  return file.size() > prefix.size() && file.starts_with(prefix) ? file.substr(prefix.size()) : "";
}

void driver::DisplayPaths::remember(const std::string &spelled) { spelledAs.emplace(realPath(spelled), spelled); }

std::string driver::DisplayPaths::operator()(const std::string &file) const {
  const std::string real = realPath(file);
  if (const auto known = spelledAs.find(real); known != spelledAs.end())
    return known->second;
  const std::string below = pathBelow(real, realPath(currentDirectory()));
  return below.empty() ? file : below;
}
