//===- WidenLate.cpp - copies of narrow lanes, widened afterwards ------------===//
//
//   vec::shuffle<0, 1, 0, 1>(vec::cast<float>(s))      vec::cast<float>(vec::shuffle<0, 1, 0, 1>(s))
//
// Each lane is converted by itself, so it is no matter whether before or behind the copies
// are made. Behind, what moves is narrow, and the conversion stands next to the arithmetic,
// where a machine does both at once.
//
//===----------------------------------------------------------------------===//

#include "passes/Targets.h"
#include "passes/linearize/Moves.h"
#include "passes/linearize/Rule.h"

using namespace rewrite;
using namespace rewrite::linearize;

namespace {

/// The conversion to wider lanes, spelled in the place of what `copies` copies. Null when that is something else.
const Op *wideningIn(const Op &copies, const Analyses &a) {
  if ((!copies.is("vec.shuffle") && !copies.is("vec.broadcast")) || copies.operands.size() != 1 ||
      copies.operands[0].kind != Operand::Kind::Handle)
    return nullptr;
  const Variable &v = *copies.operands[0].variable;
  const std::vector<const Op *> &defs = a.values.definitions(v);
  if (v.kind != Variable::Kind::Temporary || defs.size() != 1 || !defs[0]->is("vec.cast") ||
      a.values.uses(v).size() != 1 || defs[0]->templateArguments.size() != 1 || !copies.range.contains(defs[0]->range))
    return nullptr;
  const Variable *narrow = defs[0]->operands[0].variable;
  const bool more = copies.result()->type.dims.size() == 1 && v.type.dims.size() == 1 &&
                    copies.result()->type.dims[0] > v.type.dims[0];
  return narrow && more && narrow->type.elementBytes() < v.type.elementBytes() ? defs[0] : nullptr;
}

class WidenLate : public Rule {
public:
  using Rule::Rule;

  std::vector<Candidate> match(const Analyses &a) override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (isTargeted(op, settings.target) && wideningIn(op, a))
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &c, const Analyses &a) override {
    copies = c.op;
    cast = wideningIn(*copies, a);
    for (const Op *op : {copies, cast})
      if (auto v = obstacle(*op))
        return *v;
    if (!cast->operands[0].range.valid() || !copies->operands[0].range.valid())
      return decline("in-macro", "kept: a part of it is spelled in a macro");
    if (auto v = guard(copies->range, parts(), *copies))
      return *v;
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    const std::vector<SourceRange> p = parts();
    Text t;
    t << p[0] << p[1] << p[2] << p[3] << p[4];
    rw.respell(*copies, std::move(t));
    return "lanes are widened behind their copies";
  }

private:
  /// cast<T>( shuffle<...>( lanes ) )
  std::vector<SourceRange> parts() const {
    const SourceRange &outer = copies->range, &inner = cast->range, &lanes = cast->operands[0].range,
                      &operand = copies->operands[0].range;
    return {{inner.file, inner.begin, lanes.begin},
            {outer.file, outer.begin, operand.begin},
            lanes,
            {outer.file, operand.end, outer.end},
            {inner.file, lanes.end, inner.end}};
  }

  const Op *copies = nullptr, *cast = nullptr;
};

} // namespace

std::unique_ptr<Rule> linearize::widenLate(const Settings &settings) { return std::make_unique<WidenLate>(settings); }
