//===- Spans.h - a number of rows or columns, cut into steps ------*- C++ -*-===//

#ifndef PTO_PASSES_TILES_SPANS_H
#define PTO_PASSES_TILES_SPANS_H

#include "passes/tiles/Writer.h"

namespace rewrite::tiles {

/// What one loop covers: `from` to `to` in steps, or one step that stands alone.
struct Span {
  std::string from, to;
  std::int64_t step = 1;
  bool masked = false; ///< a step may overhang
  bool alone = false;
};

/// 0 to n in steps, which get smaller towards the end.
std::vector<Span> spansOf(const Size &n, const std::vector<std::int64_t> &steps, bool masked);

/// `at + n`, as a number where it is one.
std::string plus(const std::string &at, std::int64_t n);

/// The body for each span, in a loop or a block of its own: it is given the span and where a step begins.
template <class Body> void each(Writer &w, const char *name, const std::vector<Span> &spans, Body body) {
  for (const Span &span : spans) {
    const bool block = !span.alone || spans.size() > 1;
    if (span.alone && block)
      w.open("");
    body(span, span.alone ? span.from : w.loop(name, span.from, span.to, span.step));
    if (block)
      w.close();
  }
}

} // namespace rewrite::tiles

#endif
