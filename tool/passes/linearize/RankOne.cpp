//===- RankOne.cpp - elementwise vector computation in one row of lanes -----===//
//
//   auto d = a * vec::splat<float, 4, 4>(2);          auto d = vec::shape_cast<16>(a) * vec::splat<float, 16>(2);
//   vec::transfer_write(d, m, {0, 0});                vec::transfer_write(vec::shape_cast<4, 4>(d), m, {0, 0});
//
// The edits of a Chain of the Plan: extents in template arguments and declared types, and
// casts where a value in one row meets one that keeps its shape. They move no computation,
// so nothing has to be proven but that the text can be edited; the compiler checks the
// types of the result.
//
//===----------------------------------------------------------------------===//

#include "analysis/Lanes.h"
#include "kernel/Spelling.h"
#include "passes/Targets.h"
#include "passes/linearize/Plan.h"
#include "passes/linearize/Rule.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::linearize;

namespace {

/// What of the op's own text is replaced, so what must not hold a comment or kin.
std::vector<SourceRange> replaced(const Op &op) {
  const std::vector<SourceRange> &given = op.templateArguments;
  const auto from = [&](const SourceRange &first) { return SourceRange{first.file, first.begin, given.back().end}; };
  switch (shapeOf(op)) {
  case Shape::Broadcast: // the name, too
    return {{op.range.file, op.range.begin, op.operands[0].range.begin}};
  case Shape::Insert:
    return {{op.range.file, op.range.begin, op.operands[0].range.begin},
            {op.range.file, op.operands[2].range.begin, op.operands.back().range.end}};
  case Shape::Splat:
    if (op.is("vec.broadcast"))
      return {given.empty() ? SourceRange() : from(given.front())};
    return {given.size() < 2 ? SourceRange() : given[1]};
  case Shape::Cast:
    if (op.kind == OpKind::Copy)
      return {};
    return {{op.range.file, op.range.begin, op.operands[0].range.begin},
            {op.range.file, op.operands[0].range.end, op.range.end}};
  default: // cast<U> keeps U; what else is given would be deduced otherwise
    if (op.is("vec.cast") || op.is("vec.bitcast"))
      return given.size() < 2 ? std::vector<SourceRange>()
                              : std::vector<SourceRange>{{given[0].file, given[0].end, given[1].end}};
    return given.empty() ? std::vector<SourceRange>() : std::vector<SourceRange>{from(given.front())};
  }
}

class RankOne : public Rule {
public:
  using Rule::Rule;

  std::vector<Candidate> match(const Analyses &a) override {
    const auto inTarget = [&](const Op &op) { return isTargeted(op, settings.target); };
    plan = std::make_unique<Plan>(a, inTarget, [&](const Op &op) { return hindrance(op, a); });
    analyses = &a;
    std::vector<Candidate> out;
    for (const Chain &c : plan->chains())
      out.push_back({const_cast<Op *>(first(c)), first(c)->where});
    for (const Op *op : plan->stuck())
      out.push_back({const_cast<Op *>(op), op->where});
    return out;
  }

  Verdict prove(const Candidate &c, const Analyses &a) override {
    for (const Chain &chain : plan->chains())
      if (first(chain) == c.op) {
        current = &chain;
        return proveNames(a);
      }
    return *hindrance(*c.op, a);
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    for (const Op *op : current->ops)
      edit(*op, rw);
    for (const Variable *v : current->variables)
      edit(*v, rw);
    for (const Statement *s : dead)
      rw.remove(*s);
    return report();
  }

private:
  /// The op that stands for the chain.
  static const Op *first(const Chain &c) {
    const auto it = std::find_if(c.ops.begin(), c.ops.end(), [](const Op *op) {
      return shapeOf(*op) != Shape::Cast && shapeOf(*op) != Shape::Splat;
    });
    return it != c.ops.end() ? *it : c.ops.front();
  }

  static std::optional<Verdict> hindrance(const Op &op, const Analyses &) {
    if (auto v = obstacle(op))
      return v;
    const Shape s = shapeOf(op);
    if (s == Shape::Fixed || s == Shape::AnyOrder)
      return std::nullopt;
    for (const Operand &o : op.operands)
      if (o.kind == Operand::Kind::Handle && !o.range.valid())
        return decline("in-macro", "kept: what it works on is spelled in a macro");
    for (const SourceRange &r : replaced(op))
      if (auto v = guard(r, {}, op))
        return v;
    return std::nullopt;
  }

  /// A shape_cast of what is one row by now.
  bool goes(const Op &cast) const { return cast.kind != OpKind::Copy && plan->isFlat(cast.operands[0].variable); }

  /// Constants that only the extents named go with them.
  Verdict proveNames(const Analyses &a) {
    std::vector<SourceRange> gone;
    for (const Op *op : current->ops)
      if (shapeOf(*op) != Shape::Cast || goes(*op) || isDeep(op->result()))
        for (const SourceRange &r : replaced(*op))
          gone.push_back(r);
    for (const Variable *v : current->variables)
      if (!v->declaredAuto)
        gone.push_back(v->declaredDims.valid() ? v->declaredDims : v->declaredType);
    dead.clear();
    if (const Variable *left = Names(a.function).leftBehind(gone, {}, dead))
      return decline("last-use", "kept: nothing would use '" + left->name + "' any more")
          .note(first(*current), "used here");
    return legal();
  }

  /// A value that keeps its shape, where one row is wanted.
  void flatten(const Operand &o, Rewriter &rw) const {
    if (o.kind == Operand::Kind::Handle && !plan->isFlat(o.variable)) {
      Text t;
      t << o.range;
      rw.respell(o.range, castTo({countOf(o.variable->type.dims)}, t, rw));
    }
  }

  void edit(const Op &op, Rewriter &rw) const {
    const Type &type = op.result()->type;
    const std::string lanes = std::to_string(countOf(type.dims));
    const std::vector<SourceRange> parts = replaced(op);
    Text body;
    body << Original{op.range};
    bool whole = false; // the op as such goes
    switch (shapeOf(op)) {
    case Shape::Broadcast:
      whole = broadcast(op, parts.front(), rw);
      break;
    case Shape::Insert:
      insert(op, parts, rw);
      break;
    case Shape::Splat:
      rw.respell(parts.front(), Text(lanes));
      break;
    case Shape::Cast:
      whole = goes(op);
      if (!whole && op.kind != OpKind::Copy && isDeep(type))
        rw.respell(parts.front(), Text(rw.dsl("vec::shape_cast") + "<" + lanes + ">("));
      break;
    default:
      if (!parts.empty() && (op.is("vec.cast") || op.is("vec.bitcast")))
        rw.respell(parts.front(), Text());
      else if (!parts.empty())
        rw.respell(parts.front(), Text(spellElement(type.element, rw.dsl("")) + ", " + lanes));
    }
    if (shapeOf(op) != Shape::Cast || op.kind == OpKind::Copy)
      for (const Operand &o : op.operands)
        flatten(o, rw);
    const bool shaped = !plan->isFlat(op.result());
    if (whole) {
      const Operand &kept = op.operands[0];
      const bool bracket = !kept.postfix && !shaped;
      body = Text(bracket ? "(" : "");
      body << kept.range << (bracket ? ")" : "");
    }
    if (shaped)
      rw.respell(op.range, castTo(type.dims, body, rw));
    else if (whole)
      rw.respell(op.range, std::move(body));
  }

  /// True when it repeats nothing.
  static bool broadcast(const Op &op, const SourceRange &head, Rewriter &rw) {
    const std::vector<std::int64_t> lanes = broadcastLanes(op.operands[0].variable->type.dims, op.result()->type.dims);
    const std::int64_t from = countOf(op.operands[0].variable->type.dims);
    if (from == static_cast<std::int64_t>(lanes.size()))
      return true;
    std::string list;
    for (std::int64_t lane : lanes)
      list += (list.empty() ? "" : ", ") + std::to_string(lane);
    rw.respell(head, Text(from == 1 ? rw.dsl("vec::broadcast") + "<" + std::to_string(lanes.size()) + ">("
                                    : rw.dsl("vec::shuffle") + "<" + list + ">("));
    return false;
  }

  static void insert(const Op &op, const std::vector<SourceRange> &parts, Rewriter &rw) {
    const bool single = op.operands.size() - 2 == op.result()->type.dims.size();
    const std::string at = std::to_string(firstLane(op));
    if (!single)
      rw.respell(parts[0], Text(rw.dsl("vec::insert_slice") + "("));
    else if (!op.templateArguments.empty())
      rw.respell(parts[0], Text(rw.dsl("vec::insert") + "("));
    rw.respell(parts[1], Text(single ? at : "{" + at + "}"));
  }

  void edit(const Variable &v, Rewriter &rw) const {
    const std::int64_t lanes = countOf(v.type.dims);
    if (v.declaredDims.valid())
      rw.respell(v.declaredDims, Text(std::to_string(lanes)));
    else if (!v.declaredAuto)
      rw.respell(v.declaredType, Text("auto"));
    for (const Op *def : analyses->values.definitions(v))
      if (!plan->isFlat(*def) && !def->is("null")) {
        Text made;
        made << Original{def->range};
        rw.respell(def->range, castTo({lanes}, made, rw));
      }
    for (const Op *use : analyses->values.uses(v)) {
      const Shape s = shapeOf(*use);
      if (plan->isFlat(*use) || s == Shape::AnyOrder || use->is("vec.shape_cast"))
        continue;
      for (const Operand &o : use->operands)
        if (o.kind == Operand::Kind::Handle && o.variable == &v) {
          Text t;
          t << o.range;
          rw.respell(o.range, castTo(v.type.dims, t, rw));
        }
    }
  }

  std::string report() const {
    std::string names;
    std::size_t left = current->variables.size();
    for (const Variable *v : current->variables) {
      names += (names.empty() ? "" : left == 1 ? " and " : ", ") + quoted(v);
      --left;
    }
    const unsigned n = current->computes;
    if (!n)
      return (names.empty() ? "" : names + (current->variables.size() == 1 ? " is" : " are") + " rank 1: ") +
             "one shape_cast undoes the other";
    const std::string lanes = std::to_string(countOf(first(*current)->result()->type.dims));
    const std::string what =
        std::to_string(n) + (n == 1 ? " op works on " : " ops work on ") + lanes + " lanes in one row";
    return names.empty() ? what : names + (current->variables.size() == 1 ? " is" : " are") + " rank 1: " + what;
  }

  std::unique_ptr<Plan> plan;
  const Analyses *analyses = nullptr;
  const Chain *current = nullptr; ///< what prove() was asked about
  std::vector<Statement *> dead;  ///< declarations that nothing needs any more
};

} // namespace

std::unique_ptr<Rule> linearize::rankOne(const Settings &settings) { return std::make_unique<RankOne>(settings); }
