//===- Independence.cpp - may the iterations of a loop run at once ----------===//
//
// State: variables, control flow and calls. IndependenceOfElements.cpp has what is in memory.
//
//===----------------------------------------------------------------------===//

#include "analysis/Independence.h"

#include "analysis/Carried.h"
#include "analysis/Coverage.h"
#include "analysis/Loops.h"
#include "analysis/Summaries.h"

#include <algorithm>
#include <set>

using namespace rewrite;

bool rewrite::isDeclaredIn(const Variable &v, const Op &loop) {
  if (v.kind == Variable::Kind::Temporary)
    return true; // of an op that was looked at
  const Block &body = bodyOf(loop);
  return v.kind == Variable::Kind::Local && body.range.valid() && body.range.begin <= v.declaredAt &&
         v.declaredAt < body.range.end;
}

/// `v = op;`, the op in no parentheses.
static bool isAssignment(const Statement &s, const Op &op) {
  if (!s.range.valid() || !op.range.valid() || s.expression.end != op.range.end)
    return false;
  std::string before(SourceRange{s.range.file, s.range.begin, op.range.begin}.text());
  std::erase_if(before, [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
  return before == s.assigned->name + "=";
}

bool rewrite::isHandedBack(const Op &op, Summaries &summaries) {
  const Statement *s = op.statement;
  if (op.kind != OpKind::Call || op.callee->noDiscard || !s || s->root != &op ||
      s->form != Statement::Form::Expression || !s->assigned || s->assigned->isReference || s->assigned->byReference)
    return false;
  const std::vector<ResultSource> &results = summaries.of(*op.callee).results;
  if (results.size() != 1 || results[0].kind != ResultSource::Kind::Parameter || !results[0].whole)
    return false;
  const auto k = static_cast<std::size_t>(results[0].parameter);
  return k < op.operands.size() && op.operands[k].variable == s->assigned && op.operands[k].type == s->assigned->type &&
         op.callee->returnType == s->assigned->type && isAssignment(*s, op);
}

namespace {

class State {
public:
  State(const Op &loop, const Memory &memory) : loop(loop), memory(memory) {}

  std::optional<Conflict> run() {
    if (loop.kind == OpKind::For)
      if (const Op *exit = earlyExit(bodyOf(loop)))
        return Conflict{"leaves-loop", "an iteration may end early", exit};
    std::optional<Conflict> found;
    walk(bodyOf(loop), [&](const Op &op) {
      if (!found)
        found = of(op);
    });
    return found;
  }

private:
  std::optional<Conflict> of(const Op &op) {
    if (op.kind == OpKind::Throw || op.mayThrow)
      return Conflict{"unknown-effect", "an exception would have to leave a thread", &op};
    if (op.kind == OpKind::Opaque || op.touchesUnknown || (op.kind == OpKind::Dsl && !isPlain(op)))
      return Conflict{"unknown-effect", "what is done here is not known to be the iteration's own", &op};
    if (op.kind == OpKind::Call)
      if (auto c = ofCall(op))
        return c;
    for (const std::vector<Variable *> *defined : {&op.results, &op.clobbers})
      for (const Variable *v : *defined)
        if (auto c = v ? ofDefinition(*v, op) : std::nullopt)
          return c;
    for (const Operand &o : op.operands) {
      if (auto c = o.variable ? ofUse(*o.variable, op) : std::nullopt)
        return c;
      for (const Expr &e : o.list) {
        std::optional<Conflict> c;
        e.forEachVariable([&](const Variable *v) {
          if (!c)
            c = ofUse(*v, op);
        });
        if (c || e.isImpure())
          return c ? c : Conflict{"unknown-effect", "an expression has an effect", &op};
      }
    }
    return std::nullopt;
  }

  /// An op of the DSL without a state of its own: no channel, no task, no pointer that goes elsewhere.
  static bool isPlain(const Op &op) {
    return !op.info.name.starts_with("air.") && !op.info.name.starts_with("task.") && !op.info.calls &&
           !givesAddress(op);
  }

  std::optional<Conflict> ofCall(const Op &call) {
    const Summary &s = memory.summaries.of(*call.callee);
    const std::string name = "'" + call.callee->shortName + "'";
    const bool touchesHandles = std::any_of(call.operands.begin(), call.operands.end(),
                                            [](const Operand &o) { return o.kind == Operand::Kind::Handle; });
    if (!call.callee->hasBody && (touchesHandles || !call.callee->isLibrary))
      return Conflict{"unknown-effect", name + " is only declared here", &call};
    if (s.mayThrow)
      return Conflict{"unknown-effect", name + " may throw, and an exception cannot leave a thread", &call};
    const bool retains =
        std::any_of(s.parameters.begin(), s.parameters.end(), [](const ParameterEffect &p) { return p.retains; });
    if (s.touchesUnknown || s.changesGlobals || retains || !isPlain(*call.callee))
      return Conflict{"unknown-effect", name + " may work on more than what it is given", &call};
    return std::nullopt;
  }

  /// Nothing in it, or in what it calls, lives across calls.
  bool isPlain(const Function &f) {
    if (!f.hasBody || !seen.insert(&f).second)
      return true;
    if (!f.unmodelled.empty())
      return false;
    bool plain = std::none_of(f.variables.begin(), f.variables.end(), [](const auto &v) { return v->isStatic; });
    walk(*f.body, [&](const Op &op) {
      plain &= op.kind != OpKind::Opaque && (op.kind != OpKind::Dsl || isPlain(op)) &&
               (op.kind != OpKind::Call || isPlain(*op.callee));
    });
    return plain;
  }

  std::optional<Conflict> ofDefinition(const Variable &v, const Op &op) {
    if (v.isStatic)
      return Conflict{"loop-carried", quoted(v) + " is one variable for all iterations", &op};
    if (v.isReference || (v.kind != Variable::Kind::Temporary && v.hasAlias))
      return Conflict{"loop-carried", quoted(v) + " may be another name of what other iterations use", &op};
    if (isDeclaredIn(v, loop) || isHandedBack(op, memory.summaries))
      return std::nullopt;
    return Conflict{"loop-carried", quoted(v) + " goes from one iteration to the next", &op};
  }

  std::optional<Conflict> ofUse(const Variable &v, const Op &op) {
    if (v.isReference || v.hasAlias || (v.escapes && !isDeclaredIn(v, loop)))
      return Conflict{"loop-carried", quoted(v) + " may be another name of what other iterations use", &op};
    if (v.type.isHandle() && (v.isStatic || v.kind == Variable::Kind::Global))
      return Conflict{"shared-handle", quoted(v) + " is counted by whoever uses it", &op};
    return std::nullopt;
  }

  static std::string quoted(const Variable &v) { return v.name.empty() ? "a value" : "'" + v.name + "'"; }

  const Op &loop;
  const Memory &memory;
  std::set<const Function *> seen;
};

} // namespace

std::optional<Conflict> rewrite::conflictOfState(const Op &loop, const Memory &memory) {
  return State(loop, memory).run();
}

/// The handle from before the loop that this one is, or shows a part of; null when that cannot be told.
static const Variable *outerHandle(const Variable &v, const Op &loop, const Memory &memory, unsigned depth = 0) {
  if (!isDeclaredIn(v, loop))
    return &v;
  std::vector<const Op *> defs = memory.values.definitions(v);
  std::erase_if(defs, [&](const Op *def) { return isHandedBack(*def, memory.summaries); });
  if (defs.size() != 1 || depth > 8 || defs[0]->operands.empty())
    return nullptr;
  const Op &def = *defs[0];
  const bool shows =
      def.kind == OpKind::Copy ||
      (def.kind == OpKind::Dsl && (def.info.result == OpInfo::Result::View || def.info.result == OpInfo::Result::Same));
  const std::size_t k =
      def.kind == OpKind::Dsl && def.info.resultOf > 0 ? static_cast<std::size_t>(def.info.resultOf) : 0;
  const Variable *source = shows && k < def.operands.size() ? def.operands[k].variable : nullptr;
  return source ? outerHandle(*source, loop, memory, depth + 1) : nullptr;
}

std::optional<std::vector<const Variable *>> rewrite::writtenIn(const Op &loop, const Memory &memory) {
  std::vector<const Variable *> out;
  bool known = true;
  walk(bodyOf(loop), [&](const Op &op) {
    for (const Access &a : memory.accesses(op)) {
      if (!a.writes() || (a.view.root.kind == Root::Kind::Created && isIn(*a.view.root.op, loop)))
        continue;
      const Variable *through = a.operand < 0 ? nullptr : op.operands[static_cast<std::size_t>(a.operand)].variable;
      const Variable *outer = through ? outerHandle(*through, loop, memory) : nullptr;
      known &= outer != nullptr;
      if (outer && std::find(out.begin(), out.end(), outer) == out.end())
        out.push_back(outer);
    }
  });
  return known ? std::optional(out) : std::nullopt;
}
