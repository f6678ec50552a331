//===- BroadcastBeforeUnary.cpp - a function of all lanes, not of one --------===//
//
//   const float inv = math::rsqrt(var);              const auto invs = vec::rsqrt(vec::broadcast<16>(var));
//   const auto invs = vec::broadcast<16>(inv);
//
// Matches   vec::broadcast or vec::splat of what a function of one operand made of a
//           scalar or of a vector with one lane.
// Holds     nothing else uses that value, and the function does not change the type. The
//           vector's function does to each lane what the scalar's does (dsl/pto/dsl/vec_unary.h),
//           so that the bits are the same.
// Declines  otherwise; the reason names the other use.
// Exactness bitwise.     Runs after convert-divf-sqrt-to-rsqrt: cores have an rsqrt of
//           vectors, but none of scalars.
//
// The function stays where it is, and the broadcast goes there: what it is taken of has
// its value there, and a loop around the broadcast alone runs less. Functions of functions
// move one after the other until none is left: a second run of the tool must find nothing.
//
//===----------------------------------------------------------------------===//

#include "analysis/Producers.h"
#include "kernel/Spelling.h"
#include "passes/Pass.h"

#include <algorithm>

using namespace rewrite;

namespace {

const std::vector<std::string> functions = {"abs",   "cos",  "erf",   "exp", "log",  "neg", "not",
                                            "recip", "relu", "rsqrt", "sin", "sqrt", "tanh"};

const PassInfo info{
    .name = "broadcast-before-unary",
    .summary = "apply a function to all lanes of a broadcast instead of to the one value before it",
    .origin = "MLIR-AIR transform.air.broadcast_before_unary",
    .exactness = Exactness::Bitwise,
    .matches =
        "`vec::broadcast` or `vec::splat` of `f(x)`, where `f` is a function of one operand and `x` a scalar or a "
        "vector of one lane. Of functions of functions, all move.",
    .holds =
        "Nothing but the broadcast uses `f(x)`, and `f` does not change the type. The broadcast goes where `f` is.",
    .before = R"(PTO_INCORE vec::Vec<float, 16> scale(In<vec::Vec<float, 16>> x, In<vec::Vec<float, 1>> var) {
  const auto inv = vec::rsqrt(var);
  const auto invs = vec::broadcast<16>(inv);
  return x * invs;
})",
    .after = R"(PTO_INCORE vec::Vec<float, 16> scale(In<vec::Vec<float, 16>> x, In<vec::Vec<float, 1>> var) {
  const auto invs = vec::rsqrt(vec::broadcast<16>(var));
  return x * invs;
})",
    .reasons =
        {
            {"bound-to-reference", "A reference is bound to the broadcast, and would be bound to a variable instead.",
             "Declare a value."},
            {"extent-not-available",
             "The extents of the broadcast are spelled in names that the function's place does "
             "not know.",
             "Declare them before the function is called."},
            {"name-needed",
             "The name of the function's result is needed for something else, or not declared for it alone.",
             "Declare it alone, and use it in the broadcast only."},
            {"used-again", "Something besides the broadcast uses the function's result.", ""},
        },
    .options = {{"op", OptionInfo::Type::String, "only this function", false, functions}},
};

/// "rsqrt", when the op is a function of one operand, of scalars or of vectors.
std::string functionOf(const Op &op) {
  const std::size_t at = op.info.name.find('.');
  if (op.kind != OpKind::Dsl || op.operands.size() != 1 || at == std::string::npos ||
      !(op.info.name.starts_with("vec.") || op.info.name.starts_with("math.")))
    return "";
  const std::string name = op.info.name.substr(at + 1);
  return std::find(functions.begin(), functions.end(), name) == functions.end() ? "" : name;
}

class BroadcastBeforeUnary : public Pass {
public:
  explicit BroadcastBeforeUnary(const PassStep &step) : only(step.value("op")) {}
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "vec::"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (narrowOf(op, a))
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    wide = candidate.op;
    narrow = *narrowOf(*wide, a);
    merged = false;
    const std::string what = quoted(narrow.name, "the function's result");
    for (const auto &[range, op] : {std::pair(wide->range, wide), {narrow.op->range, narrow.op}, {argument(), wide}})
      if (auto v = guard(range, {narrow.name ? SourceRange{} : argument(), argument()}, *op))
        return *v;
    if (const Op *other = otherUse(narrow, *wide, a.values))
      return decline("used-again", what + " kept: it is needed besides the broadcast").note(other, "here");
    const Names names(a.function);
    extents = {};
    if (!narrow.name)
      return spellExtents(true, a) ? legal() : noExtents(what);
    if (!ownsItsName(narrow, *wide, a.function))
      return decline("name-needed", what + " kept: its name is needed for one value")
          .note(narrow.declaration, "declared here");
    if (names.hasDirectives())
      return decline("preprocessor", what + " kept: code that a preprocessor line leaves out may use it");
    const Statement &st = *narrow.declaration->statement;
    if (auto v = guard({st.range.file, st.range.begin, nameIn(narrow).begin}, {}, *narrow.declaration))
      return *v;
    // What stands between the two, seen from the function.
    const SourceRange between{st.range.file, st.range.begin, wide->range.begin};
    if (!spellExtents(!names.needsScope(templateArguments(*wide), between, {}), a))
      return noExtents(what);
    merged = canMerge(between, a);
    if (!merged && wide->result()->bindsResult)
      return decline("bound-to-reference", quoted(wide->result()) + " kept: it is a reference to the broadcast");
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    const std::string function = functionOf(*narrow.op);
    Text call(function == "neg" ? "-" : function == "not" ? "~" : rw.dsl("vec::" + function) + "(");
    call << rw.dsl(asSplat ? "vec::splat" : "vec::broadcast") << "<" << extents << ">("
         << withoutParentheses(argument()) << (function == "neg" || function == "not" ? ")" : "))");
    const std::string told =
        "broadcast first: " + function + " works on " + std::to_string(countOf(wide->result()->type.dims)) + " lanes";
    if (!narrow.name) {
      rw.respell(*wide, std::move(call));
      return told;
    }
    const Statement &st = *narrow.declaration->statement, &use = *wide->statement;
    if (merged) {
      Text whole;
      whole << SourceRange{use.range.file, use.range.begin, wide->range.begin} << call
            << SourceRange{use.range.file, wide->range.end, use.range.end};
      rw.respell(st.range, std::move(whole));
      rw.remove(use);
      return told;
    }
    const SourceRange head{st.range.file, st.range.begin, nameIn(narrow).begin};
    if (!isWordIn(head.text(), "auto"))
      rw.respell(head, Text("const auto "));
    rw.respell(withParentheses(narrow.op->range), std::move(call));
    rw.respell(withParentheses(wide->range), Text(narrow.name->name));
    return told;
  }

private:
  const SourceRange &argument() const { return narrow.op->operands[0].range; }

  static SourceRange templateArguments(const Op &op) {
    if (op.templateArguments.empty() || !op.templateArguments.front().valid())
      return {};
    SourceRange r = op.templateArguments.front();
    r.end = op.templateArguments.back().end;
    return r;
  }

  /// What made the one value that `op` puts in all lanes, when it is a function that can wait.
  std::optional<Producer> narrowOf(const Op &op, const Analyses &a) const {
    if (!(op.is("vec.broadcast") || op.is("vec.splat")) || op.operands.empty() || !op.result())
      return std::nullopt;
    std::optional<Producer> p = producerOf(op.operands[0], op, a.values);
    const std::string function = p ? functionOf(*p->op) : "";
    if (function.empty() || (!only.empty() && only != function))
      return std::nullopt;
    // The same type all the way: no conversion stands in between.
    const Type &from = p->op->operands[0].type, &to = p->op->result()->type;
    const bool one = to.kind == Type::Kind::Scalar || (from == to && to.elementCount() == 1);
    const bool same = to.element == op.result()->type.element && (!p->name || p->name->type.element == to.element);
    return one && same ? p : std::nullopt;
  }

  /// As the user spelled them, or as numbers, which mean the same anywhere.
  bool spellExtents(bool available, const Analyses &a) {
    const Type &type = wide->result()->type;
    const SourceRange given = templateArguments(*wide);
    const bool converts = narrow.op->result()->type.kind == Type::Kind::Scalar && !narrow.op->templateArguments.empty();
    asSplat = wide->is("vec.splat") || converts; // math::exp<float>(x) converts x, as splat<float> does
    if (given.valid() && available && asSplat == wide->is("vec.splat")) {
      extents = Text(given);
      return true;
    }
    if (!a.function.pattern.empty())
      return false;
    extents = Text((asSplat ? spellElement(type.element, a.function.dslPrefix) + ", " : "") + spellDims(type.dims));
    return true;
  }

  Verdict noExtents(const std::string &what) const {
    return decline("extent-not-available", what + " kept: the extents of the broadcast have no meaning there")
        .note(wide, "broadcast here");
  }

  /// The broadcast's declaration takes the place of the function's.
  bool canMerge(const SourceRange &between, const Analyses &a) const {
    const Statement *use = wide->statement;
    const Variable *v = wide->result();
    const Names names(a.function);
    return use && use->root == wide && use->form == Statement::Form::Declaration && use->declarators == 1 &&
           !use->attributed && use->range.valid() && use->block == narrow.declaration->statement->block &&
           v->declaration == use && v->kind == Variable::Kind::Local && !v->isStatic && names.nameIsUnique(*v) &&
           !names.isSpelledIn(v->name, {between.file, between.begin, use->range.begin}) &&
           !names.needsScope({use->range.file, use->range.begin, wide->range.begin}, between, {v}) &&
           !guard(use->range, {}, *wide) && !guard(narrow.declaration->statement->range, {argument()}, *wide);
  }

  const std::string only;
  const Op *wide = nullptr; ///< the broadcast; what prove() found, for apply()
  Producer narrow;
  Text extents;
  bool asSplat = false, merged = false;
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<BroadcastBeforeUnary>(step);
});

} // namespace
