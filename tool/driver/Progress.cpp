//===- Progress.cpp - how far a long run is, on a terminal ------------------===//

#include "driver/Progress.h"

using namespace rewrite::driver;

namespace {
constexpr std::size_t width = 78; // so that the line never wraps
}

void Progress::step(std::size_t done, std::size_t total, const std::string &name) {
  if (!wanted || std::chrono::steady_clock::now() - begin < std::chrono::seconds(1))
    return;
  std::string line = "[" + std::to_string(done) + "/" + std::to_string(total) + "] " + name;
  if (line.size() > width)
    line = line.substr(0, width - 3) + "...";
  err << "\r\x1b[K" << line;
  err.flush();
  shown = true;
}

void Progress::clear() {
  if (shown)
    err << "\r\x1b[K";
  err.flush();
}
