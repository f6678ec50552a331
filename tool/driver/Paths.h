//===- Paths.h - which file is meant, and what to call it --------*- C++ -*-===//
//
// Inside, a file is its absolute path with symlinks resolved: that is its
// identity. To the user it is what he typed, or else the path from where he is.
//
//===----------------------------------------------------------------------===//

#ifndef REWRITE_DRIVER_PATHS_H
#define REWRITE_DRIVER_PATHS_H

#include <map>
#include <string>

namespace rewrite::driver {

std::string currentDirectory();

/// Absolute and free of "." and "..", symlinks kept. `base` "" is the current directory.
std::string absolutePath(const std::string &path, const std::string &base = "");

/// Symlinks resolved; of a file that does not exist, those of its parents.
std::string realPath(const std::string &path);

/// `path` relative to `directory` if it is below it, else "".
std::string pathBelow(const std::string &path, const std::string &directory);

class DisplayPaths {
public:
  /// From now on the file is called what the user called it.
  void remember(const std::string &spelled);
  std::string operator()(const std::string &path) const;

private:
  std::map<std::string, std::string> spelledAs; ///< by real path
};

} // namespace rewrite::driver

#endif
