//===- Write.h - several files, all or none ----------------------*- C++ -*-===//

#ifndef REWRITE_DRIVER_WRITE_H
#define REWRITE_DRIVER_WRITE_H

#include "driver/Exit.h"

#include <string>
#include <vector>

namespace rewrite::driver {

struct FileToWrite {
  std::string path;
  std::string bytes;
  /// For a file that is rewritten in place: what was read. If the file holds
  /// something else by now nothing is written.
  const std::string *expected = nullptr;
};

/// Writes all of `files`, or none. Whatever happens in the middle, a kill
/// included, every file has its old bytes or its new ones. `created`
/// directories of an output tree are made as needed.
Failure writeFiles(const std::vector<FileToWrite> &files);

} // namespace rewrite::driver

#endif
