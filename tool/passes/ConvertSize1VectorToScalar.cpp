//===- ConvertSize1VectorToScalar.cpp - a vector of one lane is a number -------===//
//
//   const auto v = vec::transfer_read<1>(m, {i, j});      const auto v = mem::load(m, i, j);
//   const auto r = v * v + v;                             const auto r = math::add(math::mul(v, v), v);
//   vec::transfer_write(r, m, {i, j});                    mem::store(r, m, i, j);
//
// Matches   functions that compute on vectors of one lane, of any rank, or move one.
// Holds     transfers of one lane lie inside of their memory and have no mask (otherwise they
//           stay, and the rest goes on around them): a load outside of it would not be padding.
// Then      such vectors are numbers, and masks of one lane are bools (passes/lane/OneLane.h);
//           a reduction to one lane is one to a number. Where a vector is needed still, the number is splat; where an
//           op gives one still, its lane is extracted. Parameters and results keep their types, and so does a local
//           whose name something needs that is not understood.
// Exactness bitwise.
//
// Which variables and ops become numbers is one question: an op does when it computes, or
// when it moves what comes from or goes to such an op; a local when such an op makes or uses
// it. Starting from all that could, what nothing else of the set needs is taken out until
// the set stays the same.
//
//===----------------------------------------------------------------------===//

#include "kernel/Spelling.h"
#include "passes/Pass.h"
#include "passes/lane/OneLane.h"

#include <algorithm>

using namespace rewrite;
using lane::Form;

namespace {

const PassInfo info{
    .name = "convert-size1-vector-to-scalar",
    .summary = "compute with numbers instead of vectors of one lane",
    .origin = "MLIR-AIR transform.air.convert_size1_vector_to_scalar",
    .exactness = Exactness::Bitwise,
    .matches = "Functions that move or compute vectors of one lane.",
    .holds = "A transfer of one lane lies inside of its memory and has no mask; others stay as they are.",
    .before = R"(PTO_INCORE void polynomial(InOut<mem::MemRef<bf16, mem::L1, 8, 8>> m) {
  const auto v = vec::transfer_read<1>(m, {2, 3});
  const auto square = v * v;
  vec::transfer_write(square + v, m, {2, 3});
})",
    .after = R"(PTO_INCORE void polynomial(InOut<mem::MemRef<bf16, mem::L1, 8, 8>> m) {
  const auto v = mem::load(m, 2, 3);
  const auto square = math::mul(v, v);
  mem::store(math::add(square, v), m, 2, 3);
})",
    .reasons =
        {
            {"masked", "A mask decides whether the lane is moved.", ""},
            {"maybe-out-of-bounds",
             "The lane may lie outside of the memory, where a vector is padded and a number is not.",
             "Use vec::load and vec::store, or bounds that can be seen."},
        },
};

/// Where the value is spelled: `auto w(v)` makes a copy of v.
SourceRange valueOf(const Op &op) { return op.kind == OpKind::Copy ? op.operands[0].range : op.range; }

/// What becomes a number, and which ops work on numbers.
class Numbers {
public:
  explicit Numbers(const Analyses &a) : a(a) {
    walk(*a.function.body, [&](Op &op) {
      if (canChange(op))
        ops.insert(&op);
    });
    for (const auto &v : a.function.variables)
      if (lane::isOne(v->type) && (v->kind == Variable::Kind::Temporary || ownsItsText(*v)))
        variables.insert(v.get());
    while (std::erase_if(ops, [&](const Op *op) { return !isWorth(*op); }) +
           std::erase_if(variables, [&](const Variable *v) { return !isWorth(*v); }))
      ;
  }

  bool has(const Op &op) const { return ops.count(&op) != 0; }
  bool has(const Variable *v) const { return variables.count(v) != 0; }
  bool has(const Operand &o) const { return o.kind == Operand::Kind::Scalar || has(o.variable); }
  std::size_t count() const { return ops.size(); }
  const Op *first() const {
    const Op *out = nullptr;
    for (const Op *op : ops)
      out = !out || op->id < out->id ? op : out;
    return out;
  }

  /// A transfer of one lane that a load or store can stand for.
  static bool moves(const Transfer &t, const Analyses &a) { return !t.mask && inBounds(t, a.memory); }

private:
  bool canChange(const Op &op) const {
    const Form form = lane::formOf(op);
    if (form == Form::None || guard(op.range, lane::keptIn(op), op))
      return false;
    const std::optional<Transfer> t = transferOf(op);
    const std::vector<SourceRange> kept = lane::keptIn(op);
    const auto valid = [](const SourceRange &r) { return r.valid(); };
    if (t) // {i} may stand for {i, 0}
      return moves(*t, a) && t->memoryOperand().range.valid() &&
             std::all_of(t->at().begin(), t->at().end(),
                         [](const Expr &e) { return e.range.valid() || e.isConstant(); });
    return std::all_of(op.operands.begin(), op.operands.end(),
                       [&](const Operand &o) {
                         return valid(o.range) || (form == Form::Cast && &o != &op.operands[0]) || form == Form::Same;
                       }) &&
           op.operands[0].range.valid();
  }

  /// Every place that spells the local's name is its declaration, an assignment or an operand.
  bool ownsItsText(const Variable &v) const {
    const Statement *st = v.declaration;
    if (v.kind != Variable::Kind::Local || v.escapes || v.isReference || v.isStatic || v.bindsResult || !st ||
        st->form != Statement::Form::Declaration || st->declarators != 1 || !st->range.valid() || !v.declaredAt ||
        !st->root || obstacleIn({st->range.file, st->range.begin, v.declaredAt}) != Obstacle::Nothing)
      return false;
    std::vector<SourceRange> places = {{st->range.file, v.declaredAt, v.declaredAt + 1}};
    for (const Op *def : a.values.definitions(v)) {
      const bool sole =
          def->statement && def->statement->root == def && def->statement->assigned == &v && valueOf(*def).valid();
      if (!(def->kind == OpKind::Dsl || def->kind == OpKind::Copy || def->kind == OpKind::Call) || !sole)
        return false;
      if (def->is("null") && !isBare(*st, v))
        return false;
      if (def->statement->form == Statement::Form::Expression)
        places.push_back({st->range.file, def->statement->range.begin, valueOf(*def).begin});
    }
    for (const Op *use : a.values.uses(v))
      for (const Operand &o : use->operands)
        if (o.variable == &v) {
          if (use->kind == OpKind::Opaque || !o.range.valid() || withoutParentheses(o.range).text() != v.name)
            return false;
          places.push_back(o.range);
        }
    return Names(a.function).isSpelledOnlyIn(places, v);
  }

  /// `vec::Vec<float, 1> v;`
  bool isBare(const Statement &st, const Variable &v) const {
    const unsigned end = v.declaredAt + static_cast<unsigned>(v.name.size());
    const std::string_view rest = SourceRange{st.range.file, end, st.range.end}.text();
    return rest.find_first_not_of(" \t\r\n;") == rest.npos && a.function.pattern.empty();
  }

  bool isWorth(const Op &op) const {
    switch (lane::formOf(op)) {
    case Form::Write:
    case Form::Same:
      return has(op.operands[0]);
    case Form::Source:
    case Form::Read: {
      if (!has(op.result()))
        return false;
      if (op.result()->kind != Variable::Kind::Temporary)
        return true;
      const std::vector<const Op *> &uses = a.values.uses(*op.result());
      return std::any_of(uses.begin(), uses.end(),
                         [&](const Op *use) { return has(*use) || use->kind == OpKind::Copy; });
    }
    default:
      return true;
    }
  }

  bool isWorth(const Variable &v) const {
    const std::vector<const Op *> &defs = a.values.definitions(v), &uses = a.values.uses(v);
    if (v.kind == Variable::Kind::Temporary) // of a call, or of the arms of c ? a : b
      return std::all_of(defs.begin(), defs.end(),
                         [&](const Op *d) { return has(*d) || (d->kind == OpKind::Copy && has(d->operands[0])); });
    const auto gains = [&](const Op *op) {
      const Form form = lane::formOf(*op);
      return has(*op) ? form != Form::Source && form != Form::Read : op->is("vec.broadcast") && op->result() != &v;
    };
    return std::any_of(defs.begin(), defs.end(), gains) || std::any_of(uses.begin(), uses.end(), gains);
  }
  bool isWorth(const Variable *v) const { return isWorth(*v); }

  const Analyses &a;
  std::set<const Op *> ops;
  std::set<const Variable *> variables;
};

class ConvertSize1VectorToScalar : public Pass {
public:
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "vec"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    const Numbers numbers(a);
    if (const Op *first = numbers.first()) // for the whole function
      out.push_back({const_cast<Op *>(first), first->where});
    walk(*a.function.body, [&](Op &op) {
      const Form form = lane::formOf(op);
      if (!numbers.has(op) && (lane::computes(form) || form == Form::Read || form == Form::Write) && whyKept(op, a))
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    numbers.emplace(a);
    if (!numbers->has(*candidate.op))
      return *whyKept(*candidate.op, a);
    edits.clear();
    made.clear();
    alone.clear();
    walk(*a.function.body, [&](Op &op) {
      if (isAlone(op, a))
        alone.insert(&op);
    });
    walk(*a.function.body, [&](Op &op) { plan(op, a); });
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    for (auto &edit : edits)
      rw.respell(edit.range, edit.make(rw));
    return std::to_string(numbers->count()) + (numbers->count() == 1 ? " op on one lane became an op on numbers"
                                                                     : " ops on one lane became ops on numbers");
  }

private:
  struct Edit {
    SourceRange range;
    std::function<Text(const Rewriter &)> make;
  };

  /// Why an op that has a form on numbers stays; nothing when it is not worth the change.
  static std::optional<Verdict> whyKept(const Op &op, const Analyses &a) {
    if (const std::optional<Transfer> t = transferOf(op); t && !Numbers::moves(*t, a)) {
      const std::string what = quoted(t->memoryOperand().variable, "the memory");
      if (t->mask)
        return decline("masked", what + " kept: a mask decides whether the lane is moved");
      return decline("maybe-out-of-bounds", what + " kept: the lane may lie outside of it");
    }
    for (const Operand &o : op.operands) // in a macro of its own
      if (lane::isOne(o) && !o.range.valid())
        return guard(o.range, {}, op);
    return guard(op.range, lane::keptIn(op), op);
  }

  static std::string zeros(const Type &t) {
    std::string out;
    for (std::size_t d = 0; d < t.dims.size(); ++d)
      out += ", 0";
    return out;
  }

  /// A name or a literal; or an op that becomes a call.
  bool isPrimary(const Operand &o) const {
    const std::string_view text = withoutParentheses(o.range).text();
    return std::all_of(text.begin(), text.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
             c == ':';
    });
  }

  /// The operand as a number.
  Text number(const Operand &o, bool besideOperator, const Rewriter &rw) const {
    Text t;
    const SourceRange inner = withoutParentheses(o.range);
    if (!numbers->has(o))
      return t << rw.dsl("vec::extract") + "(" << inner << zeros(o.variable->type) + ")";
    if (!besideOperator || isPrimary(o) || becomesCall(o))
      return t << inner;
    return t << "(" << inner << ")";
  }

  /// The operand is what an op gives that is spelled as a call, or in parentheses already.
  bool becomesCall(const Operand &o) const {
    if (!o.variable)
      return o.list.size() == 1 && o.list[0].kind == Expr::Kind::Variable && o.range.text().ends_with(")");
    return std::any_of(made.begin(), made.end(), [&](const Op *op) {
      return op->result() == o.variable && numbers->has(*op) && o.variable->kind == Variable::Kind::Temporary;
    });
  }

  Text spelled(const Op &op, bool alone, const Rewriter &rw) const {
    return lane::spelled(op, [&](const Operand &o, bool beside) { return number(o, beside, rw); }, alone, rw);
  }

  static Text splat(const Type &t, const Text &value, const Rewriter &rw) {
    Text out(rw.dsl("vec::splat") + "<" + lane::spelledType(t, rw) + ", " + spellDims(t.dims) + ">(");
    return out << value << ")";
  }

  /// What stands for the op is a whole statement, an initialiser or an argument.
  bool isAlone(const Op &op, const Analyses &a) const {
    if (op.statement && (op.statement->root == &op || op.statement->expression == op.range))
      return true;
    if (!op.result() || op.result()->kind != Variable::Kind::Temporary || a.values.uses(*op.result()).size() != 1)
      return false;
    const Op &user = *a.values.uses(*op.result()).front();
    const Form form = numbers->has(user) ? lane::formOf(user) : Form::None;
    if (form == Form::Same || (form == Form::Source && lane::isOne(user.operands[0])))
      return isAlone(user, a);
    return form == Form::Function || form == Form::Cast || form == Form::Reduce || form == Form::Write;
  }

  void plan(const Op &op, const Analyses &a) {
    made.insert(&op);
    const Variable *result = op.result();
    const bool one = result && lane::isOne(result->type), becomes = one && numbers->has(result);
    if (becomes && result->declaration == op.statement && op.statement->form == Statement::Form::Declaration &&
        result->kind == Variable::Kind::Local)
      declare(op, *result, a);
    if (numbers->has(op)) {
      edits.push_back({op.range, [this, &op, back = one && !becomes](const Rewriter &rw) {
                         Text t = spelled(op, back || alone.count(&op), rw);
                         return back ? splat(op.result()->type, t, rw) : t;
                       }});
      return;
    }
    if (becomes && result->kind == Variable::Kind::Local && !op.is("null") &&
        !(op.kind == OpKind::Copy && numbers->has(op.operands[0])))
      edits.push_back({valueOf(op), [&op](const Rewriter &rw) {
                         Text t(rw.dsl("vec::extract") + "(");
                         return t << Original{valueOf(op)} << zeros(op.result()->type) + ")";
                       }});
    // What wants a vector gets one; a broadcast takes a number as well.
    for (const Operand &o : op.operands)
      if (lane::isOne(o) && numbers->has(o) && o.range.valid() && !op.is("vec.broadcast") &&
          !(op.kind == OpKind::Copy && becomes))
        keepVector(o);
  }

  void keepVector(const Operand &o) {
    const Op *inner = nullptr;
    for (const Op *op : made)
      if (op->result() == o.variable && op->range == o.range && numbers->has(*op))
        inner = op;
    std::erase_if(edits, [&](const Edit &e) { return inner && e.range == o.range; });
    edits.push_back({o.range, [this, &o, inner](const Rewriter &rw) {
                       const SourceRange bare = withoutParentheses(o.range);
                       Text t;
                       bare == o.range ? t << Original{bare} : t << bare;
                       return splat(o.variable->type, inner ? spelled(*inner, true, rw) : t, rw);
                     }});
  }

  /// `vec::Vec<float, 1> v = ...`: the type is spelled, and becomes that of the number.
  void declare(const Op &op, const Variable &v, const Analyses &a) {
    const SourceRange head{op.range.file, op.statement->range.begin, v.declaredAt};
    if (isWordIn(head.text(), "auto"))
      return;
    const bool constant = isWordIn(head.text(), "const"), deduced = !a.function.pattern.empty();
    edits.push_back({head, [&v, constant, deduced](const Rewriter &rw) {
                       return Text((constant ? "const " : "") + (deduced ? "auto" : lane::spelledType(v.type, rw)) +
                                   " ");
                     }});
  }

  std::vector<Edit> edits; ///< what prove() found, for apply()
  std::optional<Numbers> numbers;
  std::set<const Op *> made, alone;
};

const Registration registration(info, [](const PassStep &) -> std::unique_ptr<Pass> {
  return std::make_unique<ConvertSize1VectorToScalar>();
});

} // namespace
