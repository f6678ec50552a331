//===- Database.h - compile_commands.json ------------------------*- C++ -*-===//
//
// Our own reader, because Clang's guesses: it interpolates the command of a file
// that has no entry, and it follows what -p points at without an error when
// nothing is there. Both give wrong rewrites in silence.
//
//===----------------------------------------------------------------------===//

#ifndef REWRITE_DRIVER_DATABASE_H
#define REWRITE_DRIVER_DATABASE_H

#include "driver/Exit.h"
#include "pto-rewrite/Rewrite.h"

#include <string>
#include <vector>

namespace rewrite::driver {

struct Database {
  std::string path;                     ///< of the file, as it is shown to the user
  std::vector<CompileCommand> commands; ///< in the file's order; equal ones once
  unsigned skipped = 0;                 ///< entries that do not compile C or C++ (-cc1, linkers, assemblers)

  /// All distinct commands of the file with that real path.
  std::vector<CompileCommand> commandsFor(const std::string &realPath) const;
};

/// `where` is a directory that holds compile_commands.json, or such a file.
Failure loadDatabase(const std::string &where, Database &out);

/// The compile_commands.json nearest above `source`, also in a directory "build"; "" if there is none.
std::string findDatabase(const std::string &source);

} // namespace rewrite::driver

#endif
