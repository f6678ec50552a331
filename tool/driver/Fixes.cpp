//===- Fixes.cpp - the edits of a source, in groups that can stand alone ---===//

#include "driver/Fixes.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::driver;

namespace {

/// Where a fix can hang: a function, and the first remark about what was done in it.
struct Anchor {
  Stretch function;
  std::size_t remark;
};

std::vector<Anchor> anchorsOf(const Outcome &outcome) {
  const SourceFile file = linesOf(outcome);
  std::vector<Anchor> anchors;
  for (std::size_t i = 0; i < outcome.remarks.size(); ++i) {
    const std::optional<std::size_t> at = offsetOf(outcome.remarks[i].where, file);
    if (outcome.remarks[i].kind != Remark::Kind::Applied || !at)
      continue;
    const auto around = std::find_if(outcome.functions.begin(), outcome.functions.end(),
                                     [&](const Stretch &function) { return function.contains(*at); });
    if (around != outcome.functions.end() &&
        std::none_of(anchors.begin(), anchors.end(), [&](const Anchor &a) { return a.function.contains(*at); }))
      anchors.push_back({*around, i});
  }
  return anchors;
}

} // namespace

std::vector<Fix> driver::fixesOf(const Outcome &outcome) {
  const std::vector<Anchor> anchors = anchorsOf(outcome);
  std::vector<Fix> fixes;
  for (const Anchor &anchor : anchors)
    fixes.push_back({anchor.remark, {}});
  for (const Edit &edit : outcome.edits) {
    const auto home = std::find_if(anchors.begin(), anchors.end(), [&](const Anchor &a) {
      return a.function.contains(edit.offset) && edit.offset + edit.length <= a.function.end;
    });
    if (home == anchors.end()) {
      const auto applied = std::find_if(outcome.remarks.begin(), outcome.remarks.end(),
                                        [](const Remark &r) { return r.kind == Remark::Kind::Applied; });
      return {{static_cast<std::size_t>(applied - outcome.remarks.begin()), outcome.edits}};
    }
    fixes[static_cast<std::size_t>(home - anchors.begin())].edits.push_back(edit);
  }
  std::erase_if(fixes, [](const Fix &fix) { return fix.edits.empty(); });
  return fixes;
}

SourceFile driver::linesOf(const Outcome &outcome) {
  SourceFile file;
  file.path = outcome.source;
  file.bytes = outcome.before;
  file.scan();
  return file;
}

std::optional<std::size_t> driver::offsetOf(const Location &where, const SourceFile &file) {
  if (where.file != file.path || where.line == 0 || where.line > file.lineStarts.size())
    return std::nullopt;
  return std::min<std::size_t>(file.lineStarts[where.line - 1] + where.column - 1, file.bytes.size());
}
