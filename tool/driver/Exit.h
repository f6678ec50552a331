//===- Exit.h - exit codes and the failures that lead to them ---*- C++ -*-===//

#ifndef REWRITE_DRIVER_EXIT_H
#define REWRITE_DRIVER_EXIT_H

#include <string>
#include <utility>

namespace rewrite::driver {

/// Of several outcomes in one run the highest applies. The numbers above 63 are
/// those of BSD's sysexits.h where it has them.
enum Exit : int {
  Ok = 0,            ///< done, changed or not
  WouldChange = 1,   ///< --check found something to change
  Warned = 2,        ///< --warnings-as-errors, and there was one; what could be done is done
  UsageError = 64,   ///< command line, pipeline or configuration
  SourceErrors = 65, ///< a source does not compile
  InputMissing = 66, ///< source, compile database or entry in it
  Internal = 70,     ///< our fault
  CannotWrite = 73,  ///< nothing was changed
  VerifyFailed = 74, ///< the result did not re-parse and was thrown away
};

/// What stops a run: one sentence for the user. An empty message is no failure.
struct Failure {
  Exit code = Ok;
  std::string message;

  explicit operator bool() const { return code != Ok; }
};

inline Failure usage(std::string message) { return {UsageError, std::move(message)}; }
inline Failure missing(std::string message) { return {InputMissing, std::move(message)}; }

} // namespace rewrite::driver

#endif
