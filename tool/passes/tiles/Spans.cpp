//===- Spans.cpp - a number of rows or columns, cut into steps --------------===//

#include "passes/tiles/Spans.h"

using namespace rewrite;
using namespace rewrite::tiles;

std::vector<Span> tiles::spansOf(const Size &n, const std::vector<std::int64_t> &steps, bool masked) {
  std::vector<Span> out;
  if (!n.constant) {
    std::string done = "0";
    for (const std::int64_t &step : steps) {
      const bool last = &step == &steps.back();
      const std::string to = last ? n.text : n.text + " / " + number(step) + " * " + number(step);
      out.push_back({done, to, step, last && masked});
      done = to;
    }
    return out;
  }
  std::int64_t done = 0;
  for (const std::int64_t step : steps) {
    const std::int64_t even = (*n.constant - done) / step * step;
    if (even)
      out.push_back({number(done), number(done + even), step, false, even == step});
    done += even;
  }
  if (done < *n.constant)
    out.push_back({number(done), number(*n.constant), masked ? steps.back() : *n.constant - done, masked, true});
  return out;
}

std::string tiles::plus(const std::string &at, std::int64_t n) {
  if (n == 0)
    return at;
  return at.find_first_not_of("0123456789") == at.npos ? number(std::stoll(at) + n) : at + " + " + number(n);
}
