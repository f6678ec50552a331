//===- DepFile.cpp - what an output was made from, for make and Ninja ------===//

#include "driver/DepFile.h"

#include <algorithm>

using namespace rewrite;

/// As GCC's -MD writes it, which make, Ninja and CMake all read.
static std::string quoted(const std::string &path) {
  std::string out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == ' ' || path[i] == '\t') {
      for (std::size_t back = i; back > 0 && path[back - 1] == '\\'; --back)
        out += '\\';
      out += '\\';
    } else if (path[i] == '#') {
      out += '\\';
    } else if (path[i] == '$') {
      out += '$';
    }
    out += path[i];
  }
  return out;
}

std::string driver::makeRule(const std::string &target, std::vector<std::string> inputs) {
  std::sort(inputs.begin(), inputs.end());
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  std::string out = quoted(target) + ":";
  for (const std::string &input : inputs)
    out += " \\\n  " + quoted(input);
  return out + "\n";
}
