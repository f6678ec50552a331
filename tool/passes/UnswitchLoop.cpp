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
#include "passes/Pass.h"
#include "passes/Targets.h"

#include <algorithm>

using namespace rewrite;

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
            {"impure-operand", "What is not chosen has an effect, or may have one.", "Compute it before the select."},
            {"two-copies", "The loop has a static variable or a raw string: two copies are not one.", ""},
        },
    .options = {{"loop", OptionInfo::Type::Loop, "only this loop"},
                {.name = "size",
                 .type = OptionInfo::Type::Integer,
                 .help = "bytes that the loop may have, 4000 by default"}},
};

/// A choice in the loop: the place, and what stands there in either copy.
struct Choice {
  const Op *op = nullptr;
  SourceRange range;
  SourceRange arms[2];
  bool brackets[2] = {};
  const Variable *named[2] = {}; ///< the arm, where it is a name
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
    }
    bool statics = false;
    for (const auto &v : a.function.variables)
      statics |= v->isStatic && v->declaration && st->range.contains(v->declaration->range);
    if (statics || st->range.text().find("R\"") != std::string_view::npos)
      return no("two-copies", "a static variable or a raw string would be there twice");
    if (st->range.text().size() > limit || copies() > 2)
      return no("code-size", "the loop would be there twice");
    for (int arm = 0; arm < 2; ++arm)
      dead[arm] = deadIn(arm, a);
    masks = masksLeft(a);
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    const Statement &st = *loop->statement;
    const SourceFile &file = *st.range.file;
    const std::string newLine = std::string(file.endOfLine()) + file.indentation(st.begin);
    std::string text = "if (" + flag->name + ") {";
    for (int arm = 0; arm < 2; ++arm) {
      text += newLine + "  " + deeper(copy(arm)) + newLine + "}";
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

  /// The variable that decides a select or ?: of vectors; null for other ops.
  static const Variable *conditionOf(const Op &op, const Analyses &a) {
    const bool select = op.is("vec.select") && op.operands.size() == 3;
    const bool conditional = op.kind == OpKind::If && op.regions.size() == 2 && op.statement && op.range.valid() &&
                             !(op.range == op.statement->range) && armOf(op, 0).valid() && armOf(op, 1).valid();
    if (!select && !conditional)
      return nullptr;
    const Operand &c = op.operands[0];
    if (c.kind == Operand::Kind::Scalar && c.list.size() == 1)
      return boolean(c.list[0]);
    // The same answer in every lane.
    const std::set<Definition> defs = c.variable ? a.values.reaching(*c.variable, op) : std::set<Definition>();
    const Op *made = defs.size() == 1 ? defs.begin()->op : nullptr;
    if (made && (made->is("vec.splat") || made->is("vec.broadcast")) && made->operands.size() == 1 &&
        made->operands[0].list.size() == 1 && !a.values.changedBetween(made->operands[0].list[0], *made, op))
      return boolean(made->operands[0].list[0]);
    return nullptr;
  }

  static const Variable *boolean(const Expr &e) {
    return e.kind == Expr::Kind::Variable && e.variable->type.element == "bool" && !e.variable->name.empty()
               ? e.variable
               : nullptr;
  }

  /// c ? a : b: the ops of either region end with what makes its value.
  static SourceRange armOf(const Op &conditional, int arm) {
    const std::vector<Op *> &ops = conditional.regions[static_cast<std::size_t>(arm)]->ops;
    if (ops.empty() || ops.back()->results.size() != 1 || !ops.back()->result() ||
        ops.back()->result()->type.kind != Type::Kind::Vector)
      return {};
    return ops.back()->range;
  }

  static std::vector<Choice> choicesOf(const Op &loop, const Variable &flag, const Analyses &a) {
    std::vector<Choice> out;
    walk(bodyOf(loop), [&](Op &op) {
      if (conditionOf(op, a) != &flag)
        return;
      Choice c{&op, op.range, {}, {}, {}};
      for (int arm = 0; arm < 2; ++arm)
        if (op.is("vec.select")) {
          const Operand &o = op.operands[static_cast<std::size_t>(arm) + 1];
          c.arms[arm] = o.range;
          c.brackets[arm] = !o.postfix;
          c.named[arm] = o.variable && o.variable->kind == Variable::Kind::Local ? o.variable : nullptr;
        } else {
          const Op &value = *op.regions[static_cast<std::size_t>(arm)]->ops.back();
          c.arms[arm] = value.range;
          c.brackets[arm] = true;
          c.named[arm] = value.kind == OpKind::Copy ? value.operands[0].variable : nullptr;
        }
      // Of nested choices the outer one decides.
      const bool inside =
          std::any_of(out.begin(), out.end(), [&](const Choice &o) { return o.range.contains(c.range); });
      if (!inside)
        out.push_back(c);
    });
    return out;
  }

  /// Ops spelled inside of the choice may do more than compute.
  static bool hasEffect(const Choice &c) {
    bool effect = false;
    walk(*c.op->parent, [&](const Op &op) {
      if (&op == c.op || !op.range.valid() || !c.range.contains(op.range))
        return;
      const bool pure = op.kind == OpKind::Copy || op.kind == OpKind::Scalar ||
                        (op.kind == OpKind::If && &op == c.op) ||
                        (op.kind == OpKind::Dsl && op.info.writes.empty() && op.info.updates.empty());
      effect |= !pure;
    });
    return effect;
  }

  /// How many loops around it are branches of a choice that was taken out already.
  unsigned copies() const {
    unsigned n = 0;
    for (const Op *o = loop->parent->owner; o; o = o->parent->owner)
      n += o->kind == OpKind::If && o->operands[0].list.size() == 1 && boolean(o->operands[0].list[0]) &&
           !o->regions[0]->ops.empty() && !o->regions[1]->ops.empty();
    return n;
  }

  /// Declarations in the loop that nothing needs in the copy for `arm`.
  std::vector<const Statement *> deadIn(int arm, const Analyses &a) const {
    std::vector<const Statement *> out;
    const auto isDead = [&](const Op &op) {
      if (op.statement && std::find(out.begin(), out.end(), op.statement) != out.end())
        return true;
      return false;
    };
    for (bool found = true; found;) {
      found = false;
      walk(bodyOf(*loop), [&](Op &op) {
        const Statement *st = op.statement;
        const Variable *v = op.result();
        if (!st || !v || v->kind != Variable::Kind::Local || st->root != &op ||
            st->form != Statement::Form::Declaration || st->declarators != 1 || st->attributed || isDead(op) ||
            op.kind != OpKind::Dsl || !op.info.writes.empty() || !op.info.updates.empty() ||
            a.values.definitions(*v).size() != 1 || v->escapes || guard(st->range, {}, op))
          return;
        const std::vector<const Op *> &uses = a.values.uses(*v);
        const bool unused = !uses.empty() && std::all_of(uses.begin(), uses.end(), [&](const Op *use) {
          return isDead(*use) || droppedIn(arm, *v, *use);
        });
        // Every op of the statement goes with it.
        const bool pure = std::all_of(op.parent->ops.begin(), op.parent->ops.end(), [&](const Op *o) {
          return o->statement != st || (o->kind == OpKind::Dsl && o->info.writes.empty() && o->info.updates.empty()) ||
                 (o->kind == OpKind::Scalar && !o->result());
        });
        if (unused && pure && Names(a.function).usesCanBeRenamed(*v)) {
          out.push_back(st);
          found = true;
        }
      });
    }
    return out;
  }

  /// The use is in the arm that the copy does not choose, and only there.
  bool droppedIn(int arm, const Variable &v, const Op &use) const {
    for (const Choice &c : choices) {
      const SourceRange &gone = c.arms[1 - arm], &kept = c.arms[arm];
      if (&use == c.op)
        return (c.named[1 - arm] == &v || c.op->operands[0].variable == &v) && c.named[arm] != &v;
      if (use.range.valid() && gone.contains(use.range) && !kept.contains(use.range))
        return true;
    }
    return false;
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

  /// The text of the loop for one answer.
  std::string copy(int arm) const {
    const Statement &st = *loop->statement;
    std::vector<Edit> edits;
    for (const Choice &c : choices) {
      if (std::any_of(dead[arm].begin(), dead[arm].end(),
                      [&](const Statement *s) { return s->range.contains(c.range); }))
        continue;
      const std::string chosen(c.arms[arm].text());
      const bool brackets = c.brackets[arm] && chosen.find_first_of(" ?") != chosen.npos;
      edits.push_back({c.range.begin - st.begin, c.range.end - c.range.begin, brackets ? "(" + chosen + ")" : chosen});
    }
    const SourceFile &file = *st.range.file;
    for (const Statement *s : dead[arm]) { // with its line
      const unsigned begin = file.lineBegin(s->range.begin), end = file.lineEnd(s->range.end);
      const bool alone =
          file.bytes.substr(begin, s->range.begin - begin).find_first_not_of(" \t") == std::string::npos &&
          file.bytes.substr(s->range.end, end - s->range.end).find_first_not_of(" \t\r\n") == std::string::npos;
      edits.push_back(alone ? Edit{begin - st.begin, end - begin, ""}
                            : Edit{s->range.begin - st.begin, s->range.end - s->range.begin, ""});
    }
    std::sort(edits.begin(), edits.end(), [](const Edit &x, const Edit &y) { return x.offset < y.offset; });
    return applyEdits(file.bytes.substr(st.begin, st.range.end - st.begin), edits);
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
