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
  std::vector<std::size_t> others = {};
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
    const auto known =
        std::find_if(anchors.begin(), anchors.end(), [&](const Anchor &a) { return a.function.contains(*at); });
    if (known != anchors.end())
      known->others.push_back(i);
    else if (around != outcome.functions.end())
      anchors.push_back({*around, i});
  }
  return anchors;
}

} // namespace

std::vector<Fix> driver::fixesOf(const Outcome &outcome) {
  const std::vector<Anchor> anchors = anchorsOf(outcome);
  std::vector<Fix> fixes;
  for (const Anchor &anchor : anchors)
    fixes.push_back({anchor.remark, {}, anchor.others});
  for (const Edit &edit : outcome.edits) {
    const auto home = std::find_if(anchors.begin(), anchors.end(), [&](const Anchor &a) {
      return a.function.contains(edit.offset) && edit.offset + edit.length <= a.function.end;
    });
    if (home == anchors.end()) {
      std::vector<std::size_t> applied;
      for (std::size_t i = 0; i < outcome.remarks.size(); ++i)
        if (outcome.remarks[i].kind == Remark::Kind::Applied)
          applied.push_back(i);
      return {{applied.front(), outcome.edits, {applied.begin() + 1, applied.end()}}};
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
