//===- Footprint.cpp - what the edits of one candidate touch ----------------===//

#include "passes/Footprint.h"

#include <algorithm>

using namespace rewrite;

Footprint::Footprint(const Function &function, const Op &candidate, std::size_t first) : op(&candidate) {
  for (std::size_t i = first; i < function.edits.size(); ++i) {
    const TextEdit &e = function.edits[i];
    if (e.range.valid())
      ranges.push_back(e.range);
    for (const auto &piece : e.text.pieces)
      if (const auto *v = std::get_if<const Variable *>(&piece))
        mentioned.insert(*v);
  }
  const auto edited = [&](const SourceRange &r) {
    return std::any_of(ranges.begin(), ranges.end(), [&](const SourceRange &mine) { return mine.overlaps(r); });
  };
  // An edit in the body of a loop or branch is none of its head.
  const auto inBody = [&](const Op &o, const SourceRange &r) {
    return std::any_of(o.regions.begin(), o.regions.end(),
                       [&](const std::unique_ptr<Block> &region) { return region->range.contains(r); });
  };
  walk(*function.body, [&](const Op &o) {
    bool touched =
        &o == op || (o.statement && o.statement->form != Statement::Form::Other && edited(o.statement->range));
    for (const SourceRange &r : ranges)
      touched |= r.overlaps(o.range) && !inBody(o, r);
    if (!touched)
      return;
    for (const Operand &operand : o.operands) {
      if (operand.variable)
        mentioned.insert(operand.variable);
      for (const Expr &e : operand.list)
        e.forEachVariable([&](const Variable *v) { mentioned.insert(v); });
    }
    for (const std::vector<Variable *> *list : {&o.results, &o.clobbers})
      for (const Variable *v : *list)
        if (v)
          defined.insert(v);
  });
  mentioned.insert(defined.begin(), defined.end());
}

static bool isInside(const Op &inner, const Op &outer) {
  for (const Op *o = inner.parent->owner; o; o = o->parent->owner)
    if (o == &outer)
      return true;
  return false;
}

bool Footprint::touches(const Footprint &other) const {
  const auto common = [](const std::set<const Variable *> &a, const std::set<const Variable *> &b) {
    return std::any_of(a.begin(), a.end(), [&](const Variable *v) { return b.count(v) != 0; });
  };
  for (const SourceRange &a : ranges)
    for (const SourceRange &b : other.ranges)
      if (a.overlaps(b))
        return true;
  return op == other.op || isInside(*op, *other.op) || isInside(*other.op, *op) || common(defined, other.mentioned) ||
         common(mentioned, other.defined);
}
