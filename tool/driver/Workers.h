//===- Workers.h - many pieces of work, each in its own process --*- C++ -*-===//
//
// Processes, not threads: a piece that crashes, eats the memory or is killed takes no
// other one with it, and whatever state a compiler keeps is fresh for each.
//
//===----------------------------------------------------------------------===//

#ifndef REWRITE_DRIVER_WORKERS_H
#define REWRITE_DRIVER_WORKERS_H

#include <cstddef>
#include <functional>
#include <string>

namespace rewrite::driver {

/// How a piece of work ended.
struct Ended {
  std::string result;   ///< what the work returned, when `how` is empty
  std::string messages; ///< what it wrote to standard error
  std::string how;      ///< "" when it came to its end, else "signal 11, Segmentation fault"
};

/// Calls work(0) ... work(count - 1) in child processes, at most `atOnce` of them at a time, and done(i) for each
/// in the order of i, as soon as that and all before it have ended. Both the children and the caller go on with the
/// memory as it is at the call; the caller's threads do not exist in the children.
void inProcesses(std::size_t count, unsigned atOnce, const std::function<std::string(std::size_t)> &work,
                 const std::function<void(std::size_t, Ended)> &done);

} // namespace rewrite::driver

#endif
