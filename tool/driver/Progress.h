//===- Progress.h - how far a long run is, on a terminal ---------*- C++ -*-===//

#ifndef REWRITE_DRIVER_PROGRESS_H
#define REWRITE_DRIVER_PROGRESS_H

#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cstddef>
#include <string>

namespace rewrite::driver {

/// One line, overwritten with each step and gone at the end. Says nothing in the first second.
class Progress {
public:
  Progress(bool wanted, llvm::raw_ostream &err) : wanted(wanted), err(err) {}
  ~Progress() { clear(); }

  void step(std::size_t done, std::size_t total, const std::string &name);

private:
  void clear();

  const bool wanted;
  llvm::raw_ostream &err;
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  bool shown = false;
};

} // namespace rewrite::driver

#endif
