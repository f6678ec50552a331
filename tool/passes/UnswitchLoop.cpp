//===- UnswitchLoop.cpp - a choice that never changes leaves the loop ----------===//
//
//   for (i...) {                                    if (act) {
//     const auto v = vec::transfer_read<16>(x, {i, 0});    for (i...) { ... transfer_write(a, y, {i, 0}); }
//     const auto a = vec::relu(v);                  } else {
//     vec::transfer_write(vec::select(act, a, v),     for (i...) { ... transfer_write(v, y, {i, 0}); }
//                         y, {i, 0});               }
//   }
//
// Matches   a loop with a vec::select, or a c ? a : b of vectors, whose condition is a bool
//           variable that the loop does not change; also through vec::splat or broadcast.
// Holds     nothing in the loop, nor anybody else, gives the variable another value; what
//           is no longer asked for has no effect; two copies of the body are as good as one.
// Then      both branches have the loop, each with what its condition chooses; what only the
//           other one needs is gone.
// Declines  otherwise. One variable at a time: the manager asks again for the next one.
// Exactness bitwise.
//
//===----------------------------------------------------------------------===//

#include "analysis/Carried.h"
#include "kernel/Printer.h"
#include "kernel/Spelling.h"
#include "passes/Targets.h"
#include "passes/unswitch/Choices.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::unswitch;

namespace {

const PassInfo info{
    .name = "unswitch-loop",
    .summary = "take a choice that is the same in all iterations out of the loop",
    .origin = "MLIR-AIR transform.air.unswitch_loop",
    .exactness = Exactness::Bitwise,
    .matches = "A loop with `vec::select(c, a, b)` or `c ? a : b` of vectors where `c` is a `bool` variable.",
    .holds = "Nothing gives the variable another value while the loop runs, and what is not chosen has no effect.",
    .before =
        R"(PTO_INCORE void activate(In<mem::MemRef<float, mem::L1, 8, 16>> x, Out<mem::MemRef<float, mem::L1, 8, 16>> y, bool act) {
  for (Index i = 0; i < 8; ++i) {
    const auto v = vec::transfer_read<16>(x, {i, 0});
    const auto a = vec::relu(v);
    vec::transfer_write(vec::select(act, a, v), y, {i, 0});
  }
})",
    .after =
        R"(PTO_INCORE void activate(In<mem::MemRef<float, mem::L1, 8, 16>> x, Out<mem::MemRef<float, mem::L1, 8, 16>> y, bool act) {
  if (act) {
    for (Index i = 0; i < 8; ++i) {
      const auto v = vec::transfer_read<16>(x, {i, 0});
      const auto a = vec::relu(v);
      vec::transfer_write(a, y, {i, 0});
    }
  } else {
    for (Index i = 0; i < 8; ++i) {
      const auto v = vec::transfer_read<16>(x, {i, 0});
      vec::transfer_write(v, y, {i, 0});
    }
  }
})",
    .reasons =
        {
            {"code-size", "Two copies of the loop would be long, or it is a copy of a copy already.",
             "Raise the option size."},
            {"condition-changes", "The condition may get another value while the loop runs.",
             "Copy it to a const variable before the loop."},
            {"another-name",
             "The choice is a value of its own; what is chosen would be another name of a variable that may change.",
             "Declare the result without `&`, or pass a copy of it."},
            {"impure-operand", "What is not chosen has an effect, or may have one.", "Compute it before the select."},
            {"last-use", "A declaration would be left without a use in a copy, and cannot go.", ""},
            {"two-copies",
             "The loop has a static variable, a lambda that other code is given, or text that cannot be moved to the "
             "right: two copies are not one.",
             ""},
        },
    .options = {{"loop", OptionInfo::Type::Loop, "only this loop"},
                {.name = "size",
                 .type = OptionInfo::Type::Integer,
                 .help = "bytes that the loop may have, 4000 by default"}},
};

class UnswitchLoop : public Pass {
public:
  explicit UnswitchLoop(const PassStep &step)
      : tag(step.value("loop")),
        limit(step.flag("size") ? static_cast<std::size_t>(step.integers("size")[0]) : 4000) {}
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "select"; }

  /// The innermost loops first: what they are rid of is no choice of the outer ones any more.
  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if ((op.kind == OpKind::For || op.kind == OpKind::While || op.kind == OpKind::DoWhile) &&
          (tag.empty() || isTagged(op, tag)) && flagOf(op, a))
        out.push_back({&op, op.where});
    });
    std::reverse(out.begin(), out.end());
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    loop = candidate.op;
    flag = flagOf(*loop, a);
    choices = choicesOf(*loop, *flag, a);
    const auto no = [&](const char *reason, const std::string &why) {
      return decline(reason, "kept: " + why).note(choices.front().op, "chosen here");
    };
    const Statement *st = loop->statement;
    if (auto v = guard(st->range, {st->range}, *loop))
      return *v;
    if (Names(a.function).hasDirectives())
      return decline("preprocessor", "kept: a preprocessor line may belong to the loop").note(loop, "here");
    if (!isInvariant(*flag, *loop, a.values))
      return no("condition-changes", quoted(flag) + " may change while the loop runs");
    for (const Choice &c : choices) {
      if (auto v = guard(c.range, {c.arms[0], c.arms[1]}, *c.op))
        return *v;
      if (!c.arms[0].valid() || !c.arms[1].valid() || hasEffect(c))
        return no("impure-operand", "what is not chosen may have an effect");
      for (int arm = 0; arm < 2; ++arm)
        if (const Variable *chosen = chosenBy(c, arm))
          if (const Op *user = mayRename(c, *chosen, a))
            return no("another-name", "the result would be another name of " + quoted(chosen)).note(user, "here");
    }
    if (!canBeCopied(*st, a))
      return no("two-copies", "the text of the loop cannot be there twice");
    if (st->range.text().size() > limit || copies() > 2)
      return no("code-size", "the loop would be there twice");
    masks = masksLeft(a);
    for (int arm = 0; arm < 2; ++arm)
      if (const Variable *left = findDead(arm, a))
        return no("last-use", quoted(left) + " would be left without a use");
    if (const Variable *left = leftBefore(a))
      return no("last-use", quoted(left) + " would be left without a use");
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    const Statement &st = *loop->statement;
    const SourceFile &file = *st.range.file;
    const std::string newLine = std::string(file.endOfLine()) + file.indentation(st.begin);
    std::string text = "if (" + flag->name + ") {";
    for (int arm = 0; arm < 2; ++arm) {
      text += newLine + "  " + deeper(copy({&file, st.begin, st.range.end}, arm)) + newLine + "}";
      if (arm == 0)
        text += " else {";
    }
    rw.respell({&file, st.begin, st.range.end}, Text(text));
    for (const Statement *mask : masks)
      rw.remove(*mask);
    return "'" + flag->name + "' is asked once: a loop for either answer";
  }

private:
  /// A bool variable that chooses something in the loop, but in none of its inner loops.
  const Variable *flagOf(const Op &loop, const Analyses &a) const {
    const Variable *found = nullptr;
    walk(bodyOf(loop), [&](Op &op) {
      if (!found)
        found = conditionOf(op, a);
    });
    return found;
  }

  /// What the copy for `arm` has in the place of the choice, and of those in it.
  const Variable *chosenBy(const Choice &c, int arm) const {
    for (const Choice &inner : choices) {
      if (&inner != &c && inner.result() == c.values[arm])
        return chosenBy(inner, arm);
    }
    return c.values[arm];
  }

  /// How many loops around it are branches of a choice that was taken out already.
  unsigned copies() const {
    unsigned n = 0;
    for (const Op *o = loop->parent->owner; o; o = o->parent->owner)
      n += o->kind == OpKind::If && o->operands[0].list.size() == 1 && boolean(o->operands[0].list[0]) &&
           !o->regions[0]->ops.empty() && !o->regions[1]->ops.empty();
    return n;
  }

  /// What is spelled in the choice, but not in the copy for `arm`.
  void addGone(const Choice &c, int arm, std::vector<SourceRange> &out) const {
    const SourceRange &kept = c.arms[arm];
    out.push_back({c.range.file, c.range.begin, kept.begin});
    out.push_back({c.range.file, kept.end, c.range.end});
  }
  std::vector<SourceRange> gone(int arm) const {
    std::vector<SourceRange> out;
    for (const Choice &c : choices)
      addGone(c, arm, out);
    for (const Statement *st : masks)
      out.push_back(st->range);
    return out;
  }

  static bool isIn(const std::vector<SourceRange> &ranges, unsigned at) {
    return std::any_of(ranges.begin(), ranges.end(), [&](const SourceRange &r) { return r.begin <= at && at < r.end; });
  }

  /// Without `ranges` nothing but its declaration spells the name of a local.
  static bool isLeft(const Variable &v, const std::vector<SourceRange> &ranges, const Analyses &a) {
    const Statement *st = v.declaration;
    if (v.kind != Variable::Kind::Local || v.name.empty() || !st || !st->range.valid())
      return false;
    const SourceRange scope = st->block->range.valid() ? st->block->range : a.function.range;
    std::size_t all = 0, lost = 0;
    for (unsigned at : Names(a.function).spellings(v.name))
      if (scope.begin <= at && at < scope.end) {
        ++all;
        lost += isIn(ranges, at);
      }
    return lost > 0 && all - lost == 1;
  }

  /// The declaration does nothing but compute.
  static bool canGo(const Statement &st) {
    if (!st.root || st.form != Statement::Form::Declaration || st.declarators != 1 || st.attributed ||
        guard(st.range, {}, *st.root))
      return false;
    bool pure = true;
    walk(*st.block, [&](const Op &op) { pure &= op.statement != &st || computes(op); });
    return pure;
  }

  /// Declarations in the loop that nothing needs in the copy for `arm`: they go. Answers with one that cannot.
  const Variable *findDead(int arm, const Analyses &a) {
    dead[arm].clear();
    std::vector<SourceRange> removed = gone(arm);
    for (const Choice &c : choices) { // v = v
      if (!c.op->statement)
        continue;
      const Statement &st = *c.op->statement;
      const Op *copied = st.root && st.root->kind == OpKind::Copy ? st.root : nullptr;
      const bool whole = c.result() == st.assigned || (copied && copied->operands[0].variable == c.result());
      if (st.form != Statement::Form::Expression || !st.assigned || !whole || st.assigned != chosenBy(c, arm))
        continue;
      if (st.soleBody || st.attributed || guard(st.range, {}, *c.op))
        return st.assigned;
      dead[arm].push_back(&st);
      removed.push_back(st.range);
    }
    for (bool found = true; found;) {
      found = false;
      for (const auto &v : a.function.variables) {
        const Statement *st = v->declaration;
        if (!st || !loop->statement->range.contains(st->range) || isIn(removed, st->range.begin) ||
            !isLeft(*v, removed, a))
          continue;
        if (!canGo(*st)) {
          if (v->type.kind == Type::Kind::Vector || v->type.kind == Type::Kind::Scalar)
            return v.get(); // compilers warn of it
          continue;
        }
        dead[arm].push_back(st);
        removed.push_back(st->range);
        found = true;
      }
    }
    return nullptr;
  }

  /// A local before the loop that neither copy needs.
  const Variable *leftBefore(const Analyses &a) const {
    std::vector<SourceRange> both;
    const std::vector<SourceRange> other = gone(1);
    for (const SourceRange &x : gone(0))
      for (const SourceRange &y : other)
        if (x.overlaps(y))
          both.push_back({x.file, std::max(x.begin, y.begin), std::min(x.end, y.end)});
    for (const Statement *x : dead[0])
      if (std::find(dead[1].begin(), dead[1].end(), x) != dead[1].end())
        both.push_back(x->range);
    for (const auto &v : a.function.variables)
      if (v.get() != flag && v->declaration && !loop->statement->range.contains(v->declaration->range) &&
          std::find(masks.begin(), masks.end(), v->declaration) == masks.end() && isLeft(*v, both, a))
        return v.get();
    return nullptr;
  }

  /// Declarations before the loop of masks that only the choices asked for.
  std::vector<const Statement *> masksLeft(const Analyses &a) const {
    std::vector<const Statement *> out;
    for (const Choice &c : choices) {
      const Variable *v = c.op->operands[0].variable;
      const Statement *st = v ? v->declaration : nullptr;
      if (!st || loop->statement->range.contains(st->range) || std::find(out.begin(), out.end(), st) != out.end())
        continue;
      const std::vector<const Op *> &uses = a.values.uses(*v);
      const bool only = std::all_of(uses.begin(), uses.end(), [&](const Op *use) {
        return std::any_of(choices.begin(), choices.end(), [&](const Choice &o) { return o.op == use; });
      });
      if (only && st->root && st->declarators == 1 && !st->attributed && !guard(st->range, {}, *st->root) &&
          Names(a.function).usesCanBeRenamed(*v))
        out.push_back(st);
    }
    return out;
  }

  /// The text of the range for one answer.
  std::string copy(const SourceRange &range, int arm) const {
    const SourceFile &file = *range.file;
    std::vector<Edit> edits;
    for (const Choice &c : choices) {
      const auto around = [&](const Choice &o) {
        return &o != &c && range.contains(o.range) && o.range.contains(c.range);
      };
      if (!range.contains(c.range) || std::any_of(choices.begin(), choices.end(), around) ||
          std::any_of(dead[arm].begin(), dead[arm].end(),
                      [&](const Statement *st) { return st->range.contains(c.range); }))
        continue;
      const std::string chosen = copy(withoutParentheses(c.arms[arm]), arm);
      const bool brackets = !isPrimary(chosen) && (!isAlone(c.range) || isSequence(chosen));
      edits.push_back(
          {c.range.begin - range.begin, c.range.end - c.range.begin, brackets ? "(" + chosen + ")" : chosen});
    }
    for (const Statement *st : dead[arm]) { // with its line
      if (!range.contains(st->range))
        continue;
      const unsigned begin = file.lineBegin(st->range.begin), end = file.lineEnd(st->range.end);
      const bool alone =
          file.bytes.substr(begin, st->range.begin - begin).find_first_not_of(" \t") == std::string::npos &&
          file.bytes.substr(st->range.end, end - st->range.end).find_first_not_of(" \t\r\n") == std::string::npos;
      edits.push_back(alone ? Edit{begin - range.begin, end - begin, ""}
                            : Edit{st->range.begin - range.begin, st->range.end - st->range.begin, ""});
    }
    std::sort(edits.begin(), edits.end(), [](const Edit &x, const Edit &y) { return x.offset < y.offset; });
    return applyEdits(std::string(range.text()), edits);
  }

  /// Two columns to the right, but for the first line.
  static std::string deeper(const std::string &text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
      out += text[i];
      if (text[i] == '\n' && i + 1 < text.size() && text[i + 1] != '\n' && text[i + 1] != '\r')
        out += "  ";
    }
    return out;
  }

  const std::string tag;
  const std::size_t limit;
  const Op *loop = nullptr; ///< what prove() found, for apply()
  const Variable *flag = nullptr;
  std::vector<Choice> choices;
  std::vector<const Statement *> dead[2], masks;
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<UnswitchLoop>(step);
});

} // namespace
