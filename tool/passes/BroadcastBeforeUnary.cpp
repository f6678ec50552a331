//===- BroadcastBeforeUnary.cpp - all lanes at once instead of one first -------===//
//
//   const auto inv = vec::rsqrt(var);          // 1 lane
//   const auto invs = vec::broadcast<16>(inv);       const auto invs = vec::rsqrt(vec::broadcast<16>(var));
//
// Matches   vec::broadcast of one value (a vector of one lane or a number) that a unary
//           function of vec:: or math:: has made.
// Holds     the function works lane by lane, and the same in math:: and vec::, which is so for
//           the functions of the DSL named below and for nothing else; its result has no other
//           use; what it is given has not changed; both stand in the same loops, so that the
//           function is not called more often.
// Then      the broadcast comes first. Of several functions in a row each moves, since the
//           manager asks again.
// Declines  otherwise.
// Exactness bitwise.     Runs after convert-divf-sqrt-to-rsqrt.
//
//===----------------------------------------------------------------------===//

#include "passes/Pass.h"

#include <algorithm>

using namespace rewrite;

namespace {

/// Lane-wise, without side effects, and the same bits for a number and for a lane.
const std::vector<std::string> functions = {"abs",   "cos",  "erf",   "exp", "log",  "neg",
                                            "recip", "relu", "rsqrt", "sin", "sqrt", "tanh"};

const PassInfo info{
    .name = "broadcast-before-unary",
    .summary = "apply a unary function to all lanes of a broadcast instead of to the one value before it",
    .origin = "MLIR-AIR transform.air.broadcast_before_unary",
    .exactness = Exactness::Bitwise,
    .matches =
        "`vec::broadcast` of a number, or of a vector of one lane, that one of these functions has made: `abs`, `cos`, "
        "`erf`, `exp`, `log`, `recip`, `relu`, `rsqrt`, `sin`, `sqrt`, `tanh`, or a minus sign.",
    .holds = "The result of the function has no other use, what it is given has not changed since, and both stand in "
             "the same "
             "loops.",
    .before =
        R"(PTO_INCORE void scale(In<mem::MemRef<float, mem::L1, 1>> var, InOut<mem::MemRef<float, mem::L1, 16>> x) {
  const auto inv = vec::rsqrt(vec::transfer_read<1>(var, {0}));
  const auto invs = vec::broadcast<16>(inv);
  vec::transfer_write(vec::transfer_read<16>(x, {0}) * invs, x, {0});
})",
    .after =
        R"(PTO_INCORE void scale(In<mem::MemRef<float, mem::L1, 1>> var, InOut<mem::MemRef<float, mem::L1, 16>> x) {
  const auto invs = vec::rsqrt(vec::broadcast<16>(vec::transfer_read<1>(var, {0})));
  vec::transfer_write(vec::transfer_read<16>(x, {0}) * invs, x, {0});
})",
    .reasons =
        {
            {"different-loops", "The function would be called in every iteration of a loop that it stands before.",
             "Broadcast before the loop."},
            {"operand-changed",
             "What the function was given has another value where the broadcast stands, or has an effect.", ""},
            {"other-use", "The result of the function is used elsewhere, too.", ""},
        },
    .options = {{.name = "op", .type = OptionInfo::Type::String, .help = "only this function", .choices = functions}},
};

class BroadcastBeforeUnary : public Pass {
public:
  explicit BroadcastBeforeUnary(const PassStep &step) : only(step.value("op")) {}
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "broadcast"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (op.is("vec.broadcast") && sourceOf(op, a).function)
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    const Op &broadcast = *candidate.op;
    source = sourceOf(broadcast, a);
    const Op &f = *source.function;
    const std::string name = quoted(broadcast.result(), "the broadcast");
    const auto no = [&](const char *reason, const std::string &why) {
      return decline(reason, name + " kept: " + why).note(&f, "here");
    };
    if (auto v = guard(broadcast.range, {f.operands[0].range}, broadcast))
      return *v;
    if (auto v = guard(f.range, {f.operands[0].range}, f))
      return *v;
    for (const Variable *v : source.values)
      if (a.values.uses(*v).size() != 1 || a.values.definitions(*v).size() != 1 || v->escapes)
        return no("other-use", "the result of " + functionName(f) + " is used elsewhere, too");
    if (Control::loopsAround(broadcast) != Control::loopsAround(f))
      return no("different-loops", functionName(f) + " would be called in another loop");
    const Operand &x = f.operands[0];
    bool changed = x.variable && a.values.changedBetween(*x.variable, f, broadcast);
    for (const Expr &e : x.list)
      changed |= e.isImpure() || a.values.changedBetween(e, f, broadcast);
    for (const Op *op : f.parent->ops) // what is spelled inside of the operand moves along
      if (op != &f && op->range.valid() && x.range.contains(op->range) && f.statement != broadcast.statement)
        changed |= !isStable(*op, broadcast, a);
    if (changed)
      return no("operand-changed", "what " + functionName(f) + " is given may have changed");
    if (source.statement)
      if (source.statement->attributed || guard(source.statement->range, {x.range}, f) ||
          Names(a.function).hasDirectives())
        return decline("preprocessor", name + " kept: a tag, comment or preprocessor line may need the declaration")
            .note(&f, "here");
    if (source.statement && !Names(a.function).usesCanBeRenamed(*source.statement->declares[0]) && source.numbers == 0)
      return no("other-use", "the name of its result is used elsewhere, too");
    return legal();
  }

  std::string apply(const Candidate &candidate, Rewriter &rw) override {
    const Op &broadcast = *candidate.op, &f = *source.function;
    const std::string name = f.info.name.substr(f.info.name.find('.') + 1);
    const SourceRange argument = source.spelled;
    const bool minus = name == "neg";
    Text t(minus ? "-" : rw.dsl("vec::" + name) + "(");
    // The broadcast as it is spelled, with what the function was given in the place of its argument.
    t << SourceRange{broadcast.range.file, broadcast.range.begin, argument.begin} << f.operands[0].range
      << SourceRange{broadcast.range.file, argument.end, broadcast.range.end} << (minus ? "" : ")");
    rw.respell(broadcast, std::move(t));
    if (source.statement)
      rw.remove(*source.statement);
    return functionName(f) + " is applied to all lanes of " + quoted(broadcast.result(), "the broadcast");
  }

private:
  struct Source {
    const Op *function = nullptr;         ///< the unary op
    std::vector<const Variable *> values; ///< that lead from it to the broadcast
    const Statement *statement = nullptr; ///< the declaration between them, when there is one
    SourceRange spelled;                  ///< the argument of the broadcast
    unsigned numbers = 0;
  };

  static std::string functionName(const Op &f) { return "'" + f.info.name + "'"; }

  bool isUnary(const Op &op) const {
    if (op.kind != OpKind::Dsl || op.operands.size() != 1)
      return false;
    const std::size_t dot = op.info.name.find('.');
    const std::string level = op.info.name.substr(0, dot),
                      name = dot == std::string::npos ? "" : op.info.name.substr(dot + 1);
    return (level == "vec" || level == "math") &&
           std::find(functions.begin(), functions.end(), name) != functions.end() && (only.empty() || only == name);
  }

  Source sourceOf(const Op &broadcast, const Analyses &a) const {
    Source s;
    if (broadcast.operands.size() != 1 || !broadcast.result())
      return s;
    const Operand &argument = broadcast.operands[0];
    s.spelled = argument.range;
    const Variable *v = argument.kind == Operand::Kind::Handle ? argument.variable
                        : argument.list.size() == 1 && argument.list[0].kind == Expr::Kind::Variable
                            ? argument.list[0].variable
                            : nullptr;
    const Op *user = &broadcast;
    for (unsigned steps = 0; v && steps < 3; ++steps) {
      const std::set<Definition> defs = a.values.reaching(*v, *user);
      const Op *made = defs.size() == 1 && defs.begin()->kind == Definition::Kind::Result ? defs.begin()->op : nullptr;
      if (!made || !made->range.valid())
        return {};
      s.values.push_back(v);
      if (made->statement && made->statement != broadcast.statement) {
        const Statement &st = *made->statement;
        if (st.form != Statement::Form::Declaration || st.declarators != 1 || st.declares.size() != 1)
          return {};
        s.statement = &st;
      }
      if (isUnary(*made)) {
        const Type &from = made->operands[0].type, &to = broadcast.result()->type;
        const bool one = from.kind == Type::Kind::Vector;
        if (one && (from.element != to.element || !isOne(from)))
          return {};
        if (!one && v->type.element != to.element)
          return {};
        if (s.statement && made != s.statement->root && !(s.numbers && made->statement == s.statement))
          return {};
        if (s.statement && !spansInitialiser(*s.statement, *made))
          return {};
        s.function = made;
        return s;
      }
      // const float inv = math::rsqrt(x);
      if (made->kind != OpKind::Scalar || made->operands.size() != 1 || made->operands[0].list.size() != 1 ||
          made->operands[0].list[0].kind != Expr::Kind::Variable)
        return {};
      v = made->operands[0].list[0].variable;
      user = made;
      ++s.numbers;
    }
    return {};
  }

  static bool isOne(const Type &t) {
    return std::all_of(t.dims.begin(), t.dims.end(), [](Extent d) { return d == 1; });
  }

  /// The declaration is `T name = function(...)` and nothing else.
  static bool spansInitialiser(const Statement &st, const Op &function) {
    return st.expression.valid() && st.expression == function.range;
  }

  /// The op gives the same where the broadcast stands.
  static bool isStable(const Op &op, const Op &broadcast, const Analyses &a) {
    if (op.kind != OpKind::Dsl || !op.info.writes.empty() || !op.info.updates.empty())
      return false;
    for (const Operand &o : op.operands) {
      if (o.variable && o.variable->kind != Variable::Kind::Temporary &&
          a.values.changedBetween(*o.variable, op, broadcast))
        return false;
      for (const Expr &e : o.list)
        if (e.isImpure() || a.values.changedBetween(e, op, broadcast))
          return false;
    }
    for (const Access &access : a.memory.accesses(op))
      if (a.memory.writtenBetween(access.view, op, broadcast))
        return false;
    return true;
  }

  const std::string only;
  Source source; ///< what prove() found, for apply()
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<BroadcastBeforeUnary>(step);
});

} // namespace
