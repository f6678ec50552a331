//===- LowerVectors.cpp - vector ops become x86 intrinsics --------------------===//
//
//   const auto a = vec::load<16>(x, {r, c});       const auto a = x86::load16(x, r, c);
//   const auto b = a + a;                          const auto b = _mm512_add_ps(a, a);
//   vec::store(b, y, {r, c});                      x86::store16(b, y, r, c);
//
// Matches   InCore functions that compute on vectors.
// Holds     every vector is one register of the target (16 floats, 8 with AVX2) or a mask of
//           as many lanes, and every op on them has an instruction, or a function in
//           dsl/pto/x86/.
// Declines  the function as a whole otherwise: never half of it.
// Exactness what an instruction computes is what the op says, bit by bit; exp, log, sin, cos,
//           tanh, erf, rsqrt, recip and sums of lanes are within the bounds of docs/x86-maths.md.
//
//===----------------------------------------------------------------------===//

#include "analysis/Transfers.h"
#include "passes/Pass.h"
#include "targets/x86/Isa.h"

#include <algorithm>
#include <map>

using namespace rewrite;
using rewrite::x86::Isa;

namespace {

const PassInfo info{
    .name = "lower-vectors",
    .summary = "turn ops on vectors into the intrinsics of an x86 target",
    .origin = "the x86 targets",
    .exactness = Exactness::Bitwise,
    .allow = "target-maths",
    .matches = "`PTO_INCORE` functions that compute on vectors of `vec::`.",
    .holds = "Every vector is one register of the target, or a mask of as many lanes, and every op on it has an "
             "instruction or a function in pto/x86/.",
    .before = R"(PTO_INCORE void twice(In<mem::MemRef<float, mem::L1, 64>> x, Out<mem::MemRef<float, mem::L1, 64>> y) {
  for (Index c = 0; c < 64; c += 16) {
    const auto a = vec::load<16>(x, {c});
    vec::store(a + a, y, {c});
  }
})",
    .after = R"()",
    .example = "target=avx512",
    .reasons =
        {
            {"not-allowed", "A function of the target rounds otherwise than the C library's.",
             "Use --allow=target-maths."},
            {"unsupported-op", "The target has no instruction for an op, nor a function of ours.", ""},
            {"unsupported-statement", "Something that is no op of the DSL works on a vector.", ""},
            {"unsupported-type", "A vector is not one register of floats, or a mask of as many lanes.",
             "Linearise vectors, and choose the width of the target."},
        },
    .options = {{.name = "target",
                 .type = OptionInfo::Type::String,
                 .help = "the instructions to use",
                 .required = true,
                 .choices = {"avx512", "avx2"}}},
};

/// Ops that are one instruction on two registers or one, by the end of its name.
const std::map<std::string, const char *> instructions = {{"add", "add_ps"}, {"sub", "sub_ps"},   {"mul", "mul_ps"},
                                                          {"div", "div_ps"}, {"sqrt", "sqrt_ps"}, {"fma", "fmadd_ps"}};
/// Functions of ours with the bits that the op asks for.
const std::set<std::string> exact = {"max", "min", "abs", "neg", "relu"};
/// Functions of ours within a bound.
const std::set<std::string> bounded = {"exp", "log", "sin", "cos", "tanh", "erf", "rsqrt", "recip"};

class LowerVectors : public Pass {
public:
  explicit LowerVectors(const PassStep &step) : isa(x86::isaOf(step.value("target"))), allowed(step.allowed) {}
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role == FunctionRole::InCore; }
  const char *subject() const override { return "vec"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (out.empty() && (isVectorOp(op)))
        out.push_back({&op, a.function.where});
    });
    return out;
  }

  Verdict prove(const Candidate &, const Analyses &a) override {
    edits.clear();
    Verdict verdict = legal();
    const std::string name = "'" + a.function.shortName + "' kept: ";
    for (const auto &v : a.function.variables)
      if (v->type.kind == Type::Kind::Vector && (v->kind == Variable::Kind::Parameter || v->escapes || v->isReference))
        return decline("unsupported-statement", name + quoted(v.get()) + " is a parameter, captured or referred to");
    walk(*a.function.body, [&](Op &op) {
      if (!verdict.legal)
        return;
      const auto no = [&](const char *reason, const std::string &why) {
        verdict = decline(reason, name + why).note(&op, "here");
      };
      bool vectors = isVectorOp(op);
      for (const Operand &o : op.operands)
        vectors |= o.variable && o.variable->type.kind == Type::Kind::Vector;
      for (const Variable *v : op.results)
        if (v && v->type.kind == Type::Kind::Vector) {
          vectors = true;
          if (!isRegister(v->type))
            return no("unsupported-type", quoted(v) + " is no register of " + isa.name);
        }
      if (!vectors)
        return;
      if (op.kind != OpKind::Dsl && op.kind != OpKind::Copy)
        return no("unsupported-statement", "something else than an op works on a vector");
      if (auto v = guard(op.range, {}, op)) {
        verdict = *v;
        return;
      }
      if (const Statement *s = op.statement;
          s && s->form == Statement::Form::Declaration && s->root == &op && s->declares.size() == 1)
        declared(*s);
      if (op.kind == OpKind::Copy)
        return;
      std::optional<Text> text = lowered(op);
      if (!text)
        return no("unsupported-op", "'" + op.info.name + "' has no form in " + isa.name);
      if (rounds(op) && !allowed)
        return no("not-allowed", "'" + op.info.name + "' of " + isa.name + " is within a bound of the C library's");
      edits.emplace_back(op.range, std::move(*text));
    });
    return verdict;
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    for (auto &[range, text] : edits)
      rw.respell(range, std::move(text));
    rw.include(isa.header);
    return std::string("vectors became registers of ") + isa.name + ": " + std::to_string(edits.size()) + " ops";
  }

private:
  static bool isVectorOp(const Op &op) { return op.kind == OpKind::Dsl && op.info.name.starts_with("vec."); }

  bool isRegister(const Type &t) const {
    return t.dims.size() == 1 && t.dims[0] == isa.lanes && (t.element == "float" || t.element == "bool");
  }

  static bool rounds(const Op &op) {
    const std::string name = op.info.name.substr(4);
    return bounded.count(name) || (name == "reduce" && argument(op).find("Add") != std::string::npos) ||
           (name == "reduce" && argument(op).find("Mul") != std::string::npos);
  }

  /// `vec::Vec<float, 16> v = ...`: the type is spelled, and becomes that of the register.
  void declared(const Statement &s) {
    const Variable &v = *s.declares[0];
    const SourceRange prefix{s.range.file, s.range.begin, v.declaredAt};
    const std::string text(prefix.text());
    if (v.type.kind != Type::Kind::Vector || text.find("Vec") == text.npos)
      return;
    const bool constant = text.find("const") != text.npos;
    const std::string type = v.type.element == "float" ? isa.vector : isa.masks ? "__mmask16" : "__m256";
    edits.emplace_back(prefix, Text((constant ? "const " : "") + type + " "));
  }

  static std::string argument(const Op &op) {
    return op.templateArguments.empty() || !op.templateArguments[0].valid()
               ? ""
               : std::string(op.templateArguments[0].text());
  }

  std::string intrinsic(const std::string &name) const { return std::string(isa.prefix) + "_" + name; }
  std::string ours(const std::string &name) const { return "pto::x86::" + name; }
  std::string sized(const std::string &name) const { return ours(name + std::to_string(isa.lanes)); }

  static Text call(const std::string &function, const std::vector<SourceRange> &arguments) {
    Text t(function + "(");
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (i)
        t << ", ";
      t << arguments[i];
    }
    t << ")";
    return t;
  }

  /// What stands in the place of the op; nothing when the target cannot do it.
  std::optional<Text> lowered(const Op &op) const {
    const std::string name = op.info.name.substr(4);
    std::vector<SourceRange> in;
    bool masks = false;
    for (const Operand &o : op.operands) {
      if (o.kind == Operand::Kind::List)
        continue;
      if (!o.range.valid())
        return std::nullopt;
      masks |= o.variable && o.variable->type.kind == Type::Kind::Vector && o.variable->type.element == "bool";
      in.push_back(o.range);
    }
    if (std::optional<Transfer> t = transferOf(op))
      return transfer(op, *t);
    if (name == "select")
      return in.size() == 3 && masks ? std::optional(call(ours("select"), in)) : std::nullopt;
    if (masks)
      return std::nullopt;
    if (const auto known = instructions.find(name); known != instructions.end())
      return call(intrinsic(known->second), in);
    if (exact.count(name) || bounded.count(name))
      return call(ours(name), in);
    if (name == "splat" && op.result()->type.element == "float")
      return call(intrinsic("set1_ps"), in);
    if (name == "create_mask")
      return call(sized("first_lanes"), in);
    if (name == "extract" && in.size() == 2)
      return call(ours("extract"), in);
    if (name == "reduce" && in.size() == 2)
      return reduced(op, in);
    return std::nullopt;
  }

  std::optional<Text> transfer(const Op &op, const Transfer &t) const {
    const Operand &at = op.operands[t.indices];
    if (t.mask || !at.range.valid() || at.list.empty())
      return std::nullopt;
    Text text(sized(t.promised ? (t.writes ? "store" : "load") : (t.writes ? "transfer_write" : "transfer_read")) +
              "(");
    if (t.writes)
      text << op.operands[0].range << ", ";
    else if (!t.promised && t.pad)
      text << t.pad->range << ", ";
    else if (!t.promised)
      text << "0.0f, ";
    text << t.memoryOperand().range;
    for (const Expr &e : at.list) {
      if (!e.range.valid())
        return std::nullopt;
      text << ", " << e.range;
    }
    text << ")";
    return text;
  }

  /// vec::reduce<Combine>(v, acc)
  std::optional<Text> reduced(const Op &op, const std::vector<SourceRange> &in) const {
    const std::string kind = argument(op);
    const char *joins[][2] = {{"Add", "add"}, {"Mul", "mul"}, {"Max", "max"}, {"Min", "min"}};
    for (const auto &[dsl, x86] : joins)
      if (kind.ends_with(dsl)) {
        Text t(ours(std::string("reduce_") + x86) + "(");
        t << in[0] << ", " << in[1] << ")";
        return t;
      }
    return std::nullopt;
  }

  const Isa &isa;
  const bool allowed;
  std::vector<std::pair<SourceRange, Text>> edits; ///< what prove() found, for apply()
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<LowerVectors>(step);
});

} // namespace
