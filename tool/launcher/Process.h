//===- Process.h - other programs --------------------------------*- C++ -*-===//

#ifndef PTO_LAUNCHER_PROCESS_H
#define PTO_LAUNCHER_PROCESS_H

#include "launcher/Command.h"

namespace launcher {

/// Runs a program and waits for it. Its standard error goes to `messages` where given.
/// Returns its exit code; 128 and the signal that ended it; 127 when it is not there.
int run(const Words &words, std::string *messages);

/// Becomes the program. Returns only when that is not there: 127.
int replaceBy(const Words &words);

/// The program of that name in the directory of this one, or else in the PATH.
std::string toolBeside(const std::string &name);

} // namespace launcher

#endif
