//===- VectorTypeCast.cpp - an op computes in another type -------------------===//
//
//   auto r = vec::contract(a, b, c);       auto r = vec::cast<bf16>(vec::contract(a, b, vec::cast<float>(c)));
//
// Matches   ops of vec:: that compute: those that `op` names, all when it names none, in
//           what `target` names.
// Holds     the op takes the types that it would get. Integers that wrap modulo 2^n come to
//           the same in more bits, and so does what depends on their order when all values
//           have a place in the wider type.
// Declines  what would have no type, or be another computation: floats as integers.
// Exactness bitwise; class precision: floats, integers of fewer bits, shifts.
//
// What is not cast already is cast and cast back, each time and in words: C++ converts what
// it likes where a cast is left out.
//
//===----------------------------------------------------------------------===//

#include "kernel/Numbers.h"
#include "kernel/Spelling.h"
#include "passes/Pass.h"
#include "passes/Targets.h"

#include <algorithm>
#include <cmath>
#include <map>

using namespace rewrite;

namespace {

/// What is known of an op that computes.
struct Rule {
  enum class Kind {
    Wraps,   ///< the low bits of the result depend on the low bits of the operands alone
    Order,   ///< on their values
    Shift,   ///< on the width of the type, too
    Reduce,  ///< lanes to fewer lanes, in either way
    Product, ///< contract: the factors may be narrower than the sum
  };
  Kind kind;
  std::vector<unsigned> operands; ///< that are cast; but for factors all have one type
  bool result = true;             ///< has that type, too
};

const std::map<std::string, Rule> rules = [] {
  using K = Rule::Kind;
  std::map<std::string, Rule> r;
  for (const char *name : {"add", "sub", "mul", "and", "or", "xor"})
    r[name] = {K::Wraps, {0, 1}};
  for (const char *name : {"div", "max", "min"})
    r[name] = {K::Order, {0, 1}};
  for (const char *name : {"neg", "not"})
    r[name] = {K::Wraps, {0}};
  for (const char *name : {"abs", "exp", "log", "sin", "cos", "tanh", "erf", "sqrt", "rsqrt", "recip", "relu"})
    r[name] = {K::Order, {0}};
  for (const char *name : {"shl", "shr"})
    r[name] = {K::Shift, {0, 1}};
  for (const char *name : {"reduce", "multi_reduction"})
    r[name] = {K::Reduce, {0, 1}};
  r["fma"] = {K::Wraps, {0, 1, 2}};
  r["contract"] = {K::Product, {0, 1, 2}};
  r["cmp"] = {K::Order, {0, 1}, false};
  r["select"] = {K::Wraps, {1, 2}};
  return r;
}();

std::vector<std::string> names() {
  std::vector<std::string> out;
  for (const auto &[name, rule] : rules)
    out.push_back(name);
  return out;
}

/// inputs and outputs are numbers of operands and results of one kind of op.
std::string conflict(const PassStep &step) {
  const std::string op = step.value("op");
  const std::vector<long> inputs = step.integers("inputs"), outputs = step.integers("outputs");
  if (inputs.empty() && outputs.empty())
    return "";
  if (op.empty())
    return "inputs and outputs are those of one op: say which";
  const Rule &rule = rules.at(op);
  for (long i : inputs)
    if (std::find(rule.operands.begin(), rule.operands.end(), i) == rule.operands.end())
      return "operand " + std::to_string(i) + " of " + op + " is no vector of numbers";
  for (long o : outputs)
    if (o != 0 || !rule.result)
      return "result " + std::to_string(o) + " of " + op + " is no vector of numbers";
  return "";
}

const PassInfo info{
    .name = "vector-type-cast",
    .summary = "let an op on vectors compute in another type, and cast its result back",
    .origin = "MLIR-AIR transform.air.vector_type_cast",
    .exactness = Exactness::Bitwise,
    .allow = "precision",
    .matches =
        "Ops of `vec::` that compute lane by lane or reduce lanes, of more than one lane, whose operands or result "
        "have another type. Without `inputs` and `outputs` all operands and the result are cast; as soon as one of "
        "the two is given, only what they list: `op=contract inputs=2 outputs=0` casts the accumulator.",
    .holds =
        "The op takes operands of these types. Integers: additions, products and bit operations are exact in at "
        "least as many bits, whatever depends on the order of values in a wider type that has them all. Floats, fewer "
        "bits and shifts need `--allow=precision`: each cast rounds to the bits that the remark names, an accumulator "
        "at every step, and bf16 and half overflow or lose what is small.",
    .before =
        R"(PTO_INCORE vec::Vec<std::int8_t, 4, 4> product(In<vec::Vec<std::int8_t, 4, 8>> a, In<vec::Vec<std::int8_t, 8, 4>> b,
                                               In<vec::Vec<std::int8_t, 4, 4>> c) {
  return vec::contract(a, b, c);
})",
    .after =
        R"(PTO_INCORE vec::Vec<std::int8_t, 4, 4> product(In<vec::Vec<std::int8_t, 4, 8>> a, In<vec::Vec<std::int8_t, 8, 4>> b,
                                               In<vec::Vec<std::int8_t, 4, 4>> c) {
  return vec::cast<std::int8_t>(vec::contract(a, b, vec::cast<std::int32_t>(c)));
})",
    .example = "type=i32 op=contract inputs=2 outputs=0",
    .reasons =
        {
            {"explicit-types", "The op's types are spelled as template arguments.", "Let them be deduced."},
            {"not-allowed", "The result may be another one.", "Allow it by `--allow=precision`."},
            {"other-kind", "Floats would become integers, or integers floats.", ""},
            {"types-differ",
             "The op does not take operands of the types that they would get, or the result would keep "
             "the new type.",
             "Name all operands and results that go together, in `inputs` and `outputs`."},
        },
    .options = {{"type",
                 OptionInfo::Type::String,
                 "the type to compute in",
                 true,
                 {"f64", "f32", "f16", "bf16", "i64", "i32", "i16", "i8"}},
                {"op", OptionInfo::Type::String, "only these ops", false, names()},
                {"inputs", OptionInfo::Type::Integers, "only these operands, from 0", false, {}, 0, 2},
                {"outputs", OptionInfo::Type::Integers, "only these results, from 0", false, {}, 0, 0},
                {"target", OptionInfo::Type::Op, "only in the statement with this tag"}},
    .conflict = conflict,
};

const Type &typeOf(const Operand &o) { return o.variable ? o.variable->type : o.type; }

class VectorTypeCast : public Pass {
public:
  explicit VectorTypeCast(const PassStep &step)
      : only(step.value("op")),
        target(step.value("target")),
        element(elementOf(step.value("type"))),
        wanted(*numberOf(element)),
        inputs(step.integers("inputs")),
        outputs(step.integers("outputs")),
        all(inputs.empty() && outputs.empty()),
        allowed(step.allowed) {}
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "vec"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (ruleOf(op) && (only.empty() || op.info.name == "vec." + only) && isTargeted(op, target) && changes(op))
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &) override {
    op = candidate.op;
    const Rule &rule = *ruleOf(*op);
    const std::string name = op->info.name.substr(4), what = quoted(op->result(), name.c_str());
    const auto no = [&](const char *reason, const std::string &why) { return decline(reason, what + " kept: " + why); };
    if (auto v = guard(op->range, {op->range}, *op))
      return *v;
    for (unsigned i : castOperands(*op))
      if (auto v = guard(op->operands[i].range, {op->operands[i].range}, *op))
        return *v;
    for (unsigned i : rule.operands)
      if (casts(i) && numberOf(elementOfOperand(i))->floating != wanted.floating)
        return no("other-kind", "its lanes are " + std::string(wanted.floating ? "integers" : "floats"));
    if (!op->templateArguments.empty() && (rule.kind != Rule::Kind::Reduce || spellsTypes()))
      return no("explicit-types", "its types are spelled as template arguments");
    const bool product = rule.kind == Rule::Kind::Product;
    const std::string sum = after(rule.operands.back()), original = elementOfOperand(rule.operands.back());
    for (unsigned i : rule.operands)
      if (after(i) != sum && !(product && widens(after(i), sum)))
        return no("types-differ", "it would get lanes of " + spelled(after(i)) + " and of " + spelled(sum));
    if (rule.result && sum != original && !castsResult())
      return no("types-differ", "its result would have lanes of " + spelled(sum));
    if (rule.result && sum == original && castsResult() && !isWanted(sum))
      return no("types-differ", "its result has lanes of " + spelled(sum));
    if (!allowed && !isExact(rule))
      return no("not-allowed", name + " may be another number in " + instead(original));
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    const Rule &rule = *ruleOf(*op);
    const std::string from = elementOfOperand(rule.operands.back());
    for (unsigned i : castOperands(*op)) {
      const Operand &o = op->operands[i];
      const SourceRange inner = withoutParentheses(o.range);
      const bool vector = typeOf(o).kind == Type::Kind::Vector, converts = !vector && !hasType(o, elementOfOperand(i));
      Text t = open(rw, element, vector);
      if (converts) // to the type of the lanes, as the call has done
        t << open(rw, elementOfOperand(i), false);
      if (inner == o.range)
        t << Original{inner};
      else
        t << inner;
      rw.respell(o.range, std::move(t << (converts ? "))" : ")")));
    }
    if (rule.result && after(rule.operands.back()) != from) {
      const SourceRange outer = withParentheses(op->range);
      Text t = open(rw, from, op->result()->type.kind == Type::Kind::Vector);
      if (outer == op->range)
        t << Original{outer} << ")";
      else
        t << op->range << ")";
      rw.respell(outer, std::move(t));
    }
    return quoted(op->result(), op->info.name.substr(4).c_str()) + " is computed in " + instead(from);
  }

private:
  static const Rule *ruleOf(const Op &op) {
    if (op.kind != OpKind::Dsl || !op.info.name.starts_with("vec.") || !op.result())
      return nullptr;
    const auto it = rules.find(op.info.name.substr(4));
    if (it == rules.end())
      return nullptr;
    for (unsigned i : it->second.operands) // masks are no numbers
      if (i >= op.operands.size() || !numberOf(elementOfOperand(op, i)))
        return nullptr;
    return &it->second;
  }

  /// A scalar operand, the start of a reduction, has the type of the lanes.
  static std::string elementOfOperand(const Op &op, unsigned i) {
    const Type &t = typeOf(op.operands[i]);
    return t.kind == Type::Kind::Vector ? t.element : typeOf(op.operands[0]).element;
  }
  /// The scalar is of that type, or a number that is the same one in any type.
  static bool hasType(const Operand &o, const std::string &element) {
    if (o.list.size() != 1)
      return false;
    const Expr &e = o.list[0];
    if (e.kind == Expr::Kind::Variable)
      return e.variable->type.element == element;
    return e.isConstant() ? e.value >= 0 && e.value < 128
                          : e.real && (*e.real == 0 || *e.real == 1 || std::isinf(*e.real));
  }
  std::string elementOfOperand(unsigned i) const { return elementOfOperand(*op, i); }

  bool casts(unsigned operand) const {
    return all || std::find(inputs.begin(), inputs.end(), static_cast<long>(operand)) != inputs.end();
  }
  bool castsResult() const { return all || !outputs.empty(); }
  bool isWanted(const std::string &e) const { return numberOf(e) == wanted; }

  /// The operands that are not of the type yet.
  std::vector<unsigned> castOperands(const Op &o) const {
    std::vector<unsigned> out;
    for (unsigned i : ruleOf(o)->operands)
      if (casts(i) && !isWanted(elementOfOperand(o, i)))
        out.push_back(i);
    return out;
  }

  /// Something is to be cast, and some vector has more than one lane.
  bool changes(const Op &o) const {
    const Rule &rule = *ruleOf(o);
    const bool lanes = std::any_of(o.operands.begin(), o.operands.end(), [](const Operand &each) {
      return typeOf(each).kind == Type::Kind::Vector && typeOf(each).elementCount() != 1;
    });
    return lanes && (!castOperands(o).empty() ||
                     (!all && rule.result && castsResult() && !isWanted(elementOfOperand(o, rule.operands.back()))));
  }

  /// The element type of the operand once it is cast.
  std::string after(unsigned i) const {
    return casts(i) && !isWanted(elementOfOperand(i)) ? element : elementOfOperand(i);
  }

  static bool widens(const std::string &from, const std::string &to) {
    const Number a = *numberOf(from), b = *numberOf(to);
    return a.floating == b.floating && (a.floating ? a.bits < b.bits : a.bits <= b.bits);
  }

  bool isExact(const Rule &rule) const {
    const Number sum = *numberOf(elementOfOperand(rule.operands.back()));
    for (unsigned i : castOperands(*op)) {
      const Number from = *numberOf(elementOfOperand(i));
      const bool same = holdsAll(wanted, from), factor = rule.kind == Rule::Kind::Product && i != rule.operands.back();
      const bool low = rule.kind == Rule::Kind::Wraps || rule.kind == Rule::Kind::Product;
      if (wanted.floating ? !(factor && same)
                          : rule.kind == Rule::Kind::Shift || !(same || (low && wanted.bits >= sum.bits)))
        return false;
    }
    return true;
  }

  /// More than Combine and, for multi_reduction, the dimensions.
  bool spellsTypes() const { return op->is("vec.reduce") && op->templateArguments.size() > 1; }

  static std::string spelled(const std::string &e) { return spellElement(e, ""); }

  Text open(Rewriter &rw, const std::string &to, bool vector) const {
    const std::string name = spellElement(to, rw.dsl(""));
    return Text(vector ? rw.dsl("vec::cast") + "<" + name + ">(" : "static_cast<" + name + ">(");
  }

  /// "bf16 instead of float: 8 significant bits, not 24"
  std::string instead(const std::string &from) const {
    const std::string types = spelled(element) + " instead of " + spelled(from);
    if (!wanted.floating)
      return types;
    return types + ": " + std::to_string(wanted.significant) + " significant bits, not " +
           std::to_string(numberOf(from)->significant);
  }

  const std::string only, target, element;
  const Number wanted;
  const std::vector<long> inputs, outputs;
  const bool all, allowed;
  const Op *op = nullptr; ///< what prove() found, for apply()
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<VectorTypeCast>(step);
});

} // namespace
