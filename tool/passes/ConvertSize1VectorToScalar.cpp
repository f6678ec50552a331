//===- ConvertSize1VectorToScalar.cpp - a vector of one lane is a number -------===//
//
//   const auto v = vec::transfer_read<1>(m, {i, j});      const auto v = mem::load(m, i, j);
//   const auto r = v * v + v;                             const auto r = math::add(math::mul(v, v), v);
//   vec::transfer_write(r, m, {i, j});                    mem::store(r, m, i, j);
//
// Matches   functions that compute on vectors of one lane, of any rank.
// Holds     transfers of one lane lie inside of their memory (otherwise they stay, and the rest
//           goes on around them): a load outside of it would not be padding.
// Then      such vectors are numbers, with the arithmetic of vec:: by its name in math::, which
//           rounds and wraps as a lane does, whatever C++ and its compilers do to a * b + c.
//           Where a vector is needed still, the number is splat; where an op gives one still,
//           its lane is extracted.
// Exactness bitwise.
//
//===----------------------------------------------------------------------===//

#include "analysis/Transfers.h"
#include "kernel/Spelling.h"
#include "passes/Pass.h"

#include <algorithm>
#include <map>

using namespace rewrite;

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

/// vec:: ops on one lane, and the function of math:: that does the same.
const std::map<std::string, std::string> functions = {
    {"add", "add"}, {"sub", "sub"},   {"mul", "mul"},    {"div", "div"}, {"neg", "neg"},   {"shl", "shl"},
    {"shr", "shr"}, {"max", "max"},   {"min", "min"},    {"fma", "fma"}, {"exp", "exp"},   {"log", "log"},
    {"sin", "sin"}, {"cos", "cos"},   {"tanh", "tanh"},  {"erf", "erf"}, {"sqrt", "sqrt"}, {"rsqrt", "rsqrt"},
    {"abs", "abs"}, {"relu", "relu"}, {"recip", "recip"}};

bool isOne(const Type &t) {
  return t.kind == Type::Kind::Vector && t.element != "bool" &&
         std::all_of(t.dims.begin(), t.dims.end(), [](Extent d) { return d == 1; });
}
bool isOne(const Operand &o) { return o.kind == Operand::Kind::Handle && o.variable && isOne(o.variable->type); }

std::string nameOf(const Op &op) {
  return op.kind == OpKind::Dsl && op.info.name.starts_with("vec.") ? op.info.name.substr(4) : "";
}

class ConvertSize1VectorToScalar : public Pass {
public:
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "vec"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    bool found = false;
    walk(*a.function.body, [&](Op &op) {
      const std::optional<Transfer> t = transferOf(op);
      if (t && isOne(t->type()) && !moves(*t, a))
        out.push_back({&op, op.where}); // stays, with a reason
      else if (!found && isAnchor(op, a)) {
        found = true;
        out.push_back({&op, op.where}); // for the whole function
      }
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    const Op &op = *candidate.op;
    if (const std::optional<Transfer> t = transferOf(op); t && !moves(*t, a)) {
      const std::string what = quoted(t->memoryOperand().variable, "the memory");
      if (t->mask)
        return decline("masked", what + " kept: a mask decides whether the lane is moved").note(&op, "here");
      return decline("maybe-out-of-bounds", what + " kept: the lane may lie outside of it").note(&op, "here");
    }
    edits.clear();
    numbers.clear();
    converted.clear();
    collect(a);
    std::optional<Verdict> problem;
    walk(*a.function.body, [&](Op &o) {
      if (!problem)
        problem = plan(o);
    });
    return problem ? *problem : legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    // Names are spelled here: a text of the plan asks for them when it is made.
    for (auto &edit : edits)
      rw.respell(edit.range, edit.make(rw));
    return std::to_string(converted.size()) + (converted.size() == 1 ? " op on one lane became an op on numbers"
                                                                     : " ops on one lane became ops on numbers");
  }

private:
  struct Edit {
    SourceRange range;
    std::function<Text(const Rewriter &)> make;
  };

  static bool moves(const Transfer &t, const Analyses &a) {
    return !t.mask && inBounds(t, a.memory) && t.op->operands[t.indices].range.valid() &&
           std::all_of(t.at().begin(), t.at().end(), [](const Expr &e) { return e.range.valid(); });
  }

  /// An op that is worth a rewrite: one that computes on one lane, or moves one.
  static bool isAnchor(const Op &op, const Analyses &a) {
    if (const std::optional<Transfer> t = transferOf(op))
      return isOne(t->type()) && moves(*t, a);
    const std::string name = nameOf(op);
    return op.result() && isOne(op.result()->type) && (functions.count(name) || name == "cast" || name == "select") &&
           isConvertible(op, a);
  }

  /// The op has a form for numbers.
  static bool isConvertible(const Op &op, const Analyses &a) {
    const std::string name = nameOf(op);
    if (name.empty() || !op.range.valid() || guard(op.range, {op.range}, op))
      return false;
    if (const std::optional<Transfer> t = transferOf(op))
      return isOne(t->type()) && moves(*t, a);
    const auto lanes = [&](std::size_t from) {
      return std::all_of(op.operands.begin() + static_cast<std::ptrdiff_t>(from), op.operands.end(),
                         [](const Operand &o) { return isOne(o); });
    };
    if (name == "extract")
      return !op.operands.empty() && isOne(op.operands[0]);
    if (!op.result() || !isOne(op.result()->type))
      return false;
    if (functions.count(name))
      return lanes(0);
    if (name == "cast")
      return isOne(op.operands[0]) && op.operands[0].variable->type.element != "bool";
    if (name == "shape_cast")
      return isOne(op.operands[0]);
    if (name == "splat" || name == "broadcast")
      return op.operands.size() == 1 && (isOne(op.operands[0]) || op.operands[0].kind == Operand::Kind::Scalar);
    if (name == "select") // by a bool
      return op.operands.size() == 3 && op.operands[0].kind == Operand::Kind::Scalar && lanes(1);
    return false;
  }

  /// Variables that become numbers, and ops that compute them.
  void collect(const Analyses &a) {
    const std::string_view text = a.function.range.text();
    for (const auto &v : a.function.variables)
      if (isOne(v->type) && v->kind == Variable::Kind::Local && !v->escapes && !v->isReference && !v->isStatic &&
          !v->bindsResult && v->declaration && v->declaration->root && v->declaration->declarators == 1 &&
          v->declaration->range.valid() && text.find("decltype") == text.npos && onlyDslDefines(*v, a))
        numbers.insert(v.get());
    walk(*a.function.body, [&](Op &op) {
      if (isConvertible(op, a))
        converted.insert(&op);
    });
  }

  static bool onlyDslDefines(const Variable &v, const Analyses &a) {
    const std::vector<const Op *> &defs = a.values.definitions(v);
    return std::all_of(defs.begin(), defs.end(), [](const Op *op) {
      return (op->kind == OpKind::Dsl || op->kind == OpKind::Copy) && op->range.valid() && op->statement &&
             op->statement->root == op;
    });
  }

  /// The operand is a number in the new text.
  bool isNumber(const Operand &o) const {
    if (o.kind == Operand::Kind::Scalar)
      return true;
    if (!o.variable)
      return false;
    if (o.variable->kind != Variable::Kind::Temporary)
      return numbers.count(o.variable) != 0;
    return std::any_of(converted.begin(), converted.end(), [&](const Op *op) { return op->result() == o.variable; });
  }

  static std::string zeros(const Type &t) {
    std::string out;
    for (std::size_t d = 0; d < t.dims.size(); ++d)
      out += ", 0";
    return out;
  }

  /// The operand as a number.
  Text number(const Operand &o, const Rewriter &rw) const {
    Text t;
    if (isNumber(o))
      return t << o.range;
    t << rw.dsl("vec::extract") + "(" << o.range << zeros(o.variable->type) + ")";
    return t;
  }

  std::optional<Verdict> plan(const Op &op) {
    const bool inside = converted.count(&op) != 0;
    // A vector that stays one, in a variable that does not, or the other way round.
    const Variable *result = op.result();
    const bool named = result && isOne(result->type) && result->kind != Variable::Kind::Temporary;
    if (named && numbers.count(result))
      declared(op, *result);
    if (inside) {
      const bool back = named && !numbers.count(result);
      edits.push_back({op.range, [this, &op, back](const Rewriter &rw) {
                         Text t = spelled(op, rw);
                         return back ? splat(op.result()->type, t, rw) : t;
                       }});
      return std::nullopt;
    }
    const bool copiesVector = op.kind == OpKind::Copy && !isNumber(op.operands[0]);
    if (named && numbers.count(result) && (op.kind == OpKind::Dsl || copiesVector)) {
      if (auto v = guard(op.range, {op.range}, op))
        return v;
      edits.push_back({op.range, [&op](const Rewriter &rw) {
                         Text t(rw.dsl("vec::extract") + "(");
                         return t << Original{op.range} << zeros(op.result()->type) + ")";
                       }});
    }
    // Ops that want a vector get one.
    for (const Operand &o : op.operands) {
      if (!isOne(o) || !isNumber(o) || !o.range.valid())
        continue;
      if (op.kind == OpKind::Copy && named && numbers.count(result))
        continue;
      if (op.is("vec.broadcast"))
        continue; // takes a number as well
      if (auto v = guard(o.range, {o.range}, op))
        return v;
      const Op *inner = nullptr;
      for (const Op *c : converted)
        if (c->result() == o.variable && c->range == o.range)
          inner = c;
      std::erase_if(edits, [&](const Edit &e) { return inner && e.range == o.range; });
      edits.push_back({o.range, [this, &o, inner](const Rewriter &rw) {
                         Text t;
                         return splat(o.variable->type, inner ? spelled(*inner, rw) : t << Original{o.range}, rw);
                       }});
    }
    return std::nullopt;
  }

  /// `vec::Vec<float, 1> v = ...`: the type is spelled, and becomes that of the number.
  void declared(const Op &op, const Variable &v) {
    const Statement &s = *op.statement;
    if (s.form != Statement::Form::Declaration || v.declaration != &s)
      return;
    const SourceRange prefix{s.range.file, s.range.begin, v.declaredAt};
    const std::string text(prefix.text());
    if (text.find("Vec") == text.npos)
      return;
    const bool constant = text.find("const") != text.npos;
    edits.push_back({prefix, [&v, constant](const Rewriter &rw) {
                       return Text((constant ? "const " : "") + spellElement(v.type.element, rw.dsl("")) + " ");
                     }});
  }

  static Text splat(const Type &t, const Text &value, const Rewriter &rw) {
    Text out(rw.dsl("vec::splat") + "<" + spellElement(t.element, rw.dsl("")) + ", " + spellDims(t.dims) + ">(");
    return out << value << ")";
  }

  /// 1.5f is a float, 3 an int; anything else is converted.
  static bool isLiteralOf(std::string_view text, const Type &t) {
    if (text.empty() || text.find_first_not_of("0123456789.f") != text.npos)
      return false;
    return t.element == "float" ? text.back() == 'f' && text.find('.') != text.npos
                                : t.element == "int" && text.find_first_of(".f") == text.npos;
  }

  /// The op on numbers.
  Text spelled(const Op &op, const Rewriter &rw) const {
    const std::string name = nameOf(op);
    Text t;
    if (const std::optional<Transfer> transfer = transferOf(op)) {
      t << rw.dsl(transfer->writes ? "mem::store" : "mem::load") + "(";
      if (transfer->writes)
        t << number(op.operands[0], rw) << ", ";
      t << transfer->memoryOperand().range;
      for (const Expr &e : transfer->at())
        t << ", " << e.range;
      return t << ")";
    }
    if (name == "extract" || name == "shape_cast" || (name == "broadcast" && isOne(op.operands[0])))
      return op.operands[0].postfix ? number(op.operands[0], rw) : (t << "(" << number(op.operands[0], rw) << ")");
    if ((name == "splat" || name == "broadcast") && isLiteralOf(op.operands[0].range.text(), op.result()->type))
      return t << op.operands[0].range;
    if (name == "splat" || name == "broadcast")
      return t << "static_cast<" + spellElement(op.result()->type.element, rw.dsl("")) + ">(" << op.operands[0].range
               << ")";
    if (name == "select")
      return t << "(" << op.operands[0].range << " ? " << number(op.operands[1], rw) << " : "
               << number(op.operands[2], rw) << ")";
    if (name == "cast") {
      t << rw.dsl("math::cast") + "<" + spellElement(op.result()->type.element, rw.dsl("")) + ">("
        << number(op.operands[0], rw);
      for (std::size_t i = 1; i < op.operands.size(); ++i)
        if (op.operands[i].range.valid() && !op.operands[i].range.text().empty())
          t << ", " << op.operands[i].range;
      return t << ")";
    }
    t << rw.dsl("math::" + functions.at(name)) + "(";
    for (std::size_t i = 0; i < op.operands.size(); ++i)
      t << (i ? ", " : "") << number(op.operands[i], rw);
    return t << ")";
  }

  std::vector<Edit> edits; ///< what prove() found, for apply()
  std::set<const Variable *> numbers;
  std::set<const Op *> converted;
};

const Registration registration(info, [](const PassStep &) -> std::unique_ptr<Pass> {
  return std::make_unique<ConvertSize1VectorToScalar>();
});

} // namespace
