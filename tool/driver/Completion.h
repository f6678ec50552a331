//===- Completion.h - the option table, for shells and for man ---*- C++ -*-===//

#ifndef REWRITE_DRIVER_COMPLETION_H
#define REWRITE_DRIVER_COMPLETION_H

#include <string>

namespace rewrite::driver {

enum class Shell { None, Bash, Zsh, Fish };

/// A script that the shell reads.
std::string completionFor(Shell shell);

} // namespace rewrite::driver

#endif
