//===- HoistLoopInvariantTransfers.cpp - an accumulator stays in registers ---===//
//
//   for (k...) {                                      auto c = vec::transfer_read<8>(C, {r, 0});
//     const auto c = vec::transfer_read<8>(C, {r, 0});   for (k...) {
//     const auto s = c + f(k);                          const auto s = c + f(k);
//     vec::transfer_write(s, C, {r, 0});                c = s;
//   }                                                 }
//                                                     vec::transfer_write(c, C, {r, 0});
//
// Matches   a write in the body of a for or while loop, with a read of the same window
//           in the same body.
// Holds     read before write, both once an iteration; the window the same in all
//           iterations and inside of its memory; nothing else in the loop may touch it.
//           A loop of no iterations now reads and writes back: only where that can harm
//           nobody, which is where no other iteration of a parallel loop runs beside it,
//           or where the loop is known to run.
// Declines  otherwise; the reason names what is in the way.
// Exactness bitwise.     Runs after eliminate-redundant-vector-transfers; enables
//           flatten-for-iter-args and hoist-cast-pair.
//
// Several pairs of one loop are hoisted one by one. Reads go before the loop and writes
// behind it in the order in which they stood, which matters to nobody: their windows
// are apart.
//
//===----------------------------------------------------------------------===//

#include "analysis/Carried.h"
#include "analysis/Hoisting.h"
#include "analysis/Loops.h"
#include "analysis/Transfers.h"
#include "kernel/Spelling.h"
#include "passes/Pass.h"
#include "passes/Targets.h"

#include <algorithm>

using namespace rewrite;

namespace {

const PassInfo info{
    .name = "hoist-loop-invariant-transfers",
    .summary = "keep a vector that every iteration reads and writes back in registers",
    .origin = "MLIR-AIR transform.air.hoist_loop_invariant_transfers",
    .exactness = Exactness::Bitwise,
    .matches = "A `vec::transfer_write` or `vec::store` in the body of a loop whose window the body also reads.",
    .holds = "The read comes first, both happen once an iteration, the window is the same in all iterations and lies "
             "inside of its memory, and nothing else in the loop may touch it.",
    .before =
        R"(PTO_INCORE void sum(In<mem::MemRef<float, mem::L1, 16, 8>> a, InOut<mem::MemRef<float, mem::L1, 8>> c) {
  for (Index k = 0; k < 16; ++k) {
    const auto acc = vec::transfer_read<8>(c, {0});
    const auto sum = acc + vec::transfer_read<8>(a, {k, 0});
    vec::transfer_write(sum, c, {0});
  }
})",
    .after = R"(PTO_INCORE void sum(In<mem::MemRef<float, mem::L1, 16, 8>> a, InOut<mem::MemRef<float, mem::L1, 8>> c) {
  auto acc = vec::transfer_read<8>(c, {0});
  for (Index k = 0; k < 16; ++k) {
    const auto sum = acc + vec::transfer_read<8>(a, {k, 0});
    acc = sum;
  }
  vec::transfer_write(acc, c, {0});
})",
    .reasons =
        {
            {"conditional", "Read or write do not happen once in every iteration.", ""},
            {"early-exit", "Something may leave an iteration before its end, and others would see what it left.",
             "Declare functions noexcept that throw nothing."},
            {"index-varies",
             "The window is not the same in all iterations, cannot be shown to be, or cannot be named beside the loop.",
             "Compute what it needs in declarations of their own, before the loop."},
            {"masked", "The transfer has a mask.", ""},
            {"maybe-out-of-bounds", "The window may overhang its memory: lanes outside would be carried along.",
             "Use vec::load and vec::store, which promise that it does not, or bounds that can be seen."},
            {"other-access", "Something else in the loop may touch the window.",
             "Merge reads of the same window first (eliminate-redundant-vector-transfers); give parameters roles."},
            {"read-after-write", "The read comes after the write: it sees this iteration's value.", ""},
            {"zero-trips",
             "The loop may run no iteration: then the window may lie outside of its memory, or belong to another "
             "iteration of a parallel loop.",
             "Give the loop constant bounds, or the window bounds that can be seen."},
        },
    .options = {{"loop", OptionInfo::Type::Loop, "only this loop"}},
};

class HoistLoopInvariantTransfers : public Pass {
public:
  explicit HoistLoopInvariantTransfers(const PassStep &step) : tag(step.value("loop")) {}
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "vec::"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      const std::optional<Transfer> write = transferOf(op);
      const Op *loop = innermostLoop(op);
      if (write && write->writes && loop && loop->kind != OpKind::Parallel && (tag.empty() || isTagged(*loop, tag)) &&
          !isNewEachTime(*write, *loop, a) && readOf(*write, *loop, a))
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    write = *transferOf(*candidate.op);
    loop = innermostLoop(*write.op);
    read = *transferOf(*readOf(write, *loop, a));
    const std::string what = quoted(write.memoryOperand().variable, "the window");
    const auto no = [&](const char *reason, const std::string &why) { return decline(reason, what + " kept: " + why); };

    for (const Op *op : {write.op, read.op})
      if (auto v = guard(op->range, {}, *op))
        return *v;
    if (auto v = guardDeclarationBefore(*loop))
      return *v;
    if (!onceAnIteration(*read.op) || !onceAnIteration(*write.op))
      return no("conditional", "it is not read and written once in every iteration").note(write.op, "written here");
    if (const Op *exit = earlyExit(bodyOf(*loop)))
      return no("early-exit", "an iteration may end early").note(exit, "here");
    if (read.op->id > write.op->id)
      return no("read-after-write", "it is read after it was written").note(read.op, "read here");
    if (read.mask || write.mask)
      return no("masked", "a mask decides what is moved").note(read.mask ? read.op : write.op, "here");
    Hoisting hoisting(*loop, a.memory);
    if (!hoisting.add(*read.op) || !hoisting.add(*write.op, 0))
      return no("index-varies", "its window may be another one in each iteration, or has no name beside the loop")
          .note(read.op, "read here");
    if (!inBounds(read, a.memory) || !inBounds(write, a.memory))
      return no("maybe-out-of-bounds", "its window may overhang the memory").note(read.op, "read here");
    if (const Op *other = otherAccess(a))
      return no("other-access", "something else in the loop may touch the window").note(other, "here");
    if (const Op *thrower = seenByHandler(a))
      return no("early-exit", "an exception may end an iteration early").note(thrower, "thrown from here");
    if (!runsAtLeastOnce(*loop, a.memory)) {
      if (const Op *risk = hoisting.riskyWithoutIterations())
        return no("zero-trips", "the loop may run no iteration, and this is not known to go well without one")
            .note(risk, "here");
      for (const Op *outer : Control::loopsAround(*loop))
        if (outer->kind == OpKind::Parallel)
          return no("zero-trips", "the loop may run no iteration, and would write back what it read")
              .note(outer, "beside the iterations of this loop");
    }
    moved = hoisting.declarations();
    behind = lastBehind(a);
    keepsName = canKeepName(a);
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    const Statement &at = *loop->statement;
    for (const Statement *declaration : moved) {
      Text t;
      t << declaration->range;
      rw.before(at, std::move(t));
      rw.remove(*declaration);
    }
    const std::string name = keepsName ? read.op->result()->name : rw.fresh(nameFor());
    Text before("auto " + name + " = ");
    before << Original{read.op->range} << ";";
    rw.before(at, std::move(before));
    if (keepsName)
      rw.remove(*read.op->statement);
    else
      rw.respell(*read.op, Text(name));
    carry(name, rw);
    // The write, with the carried value in the place of what it wrote.
    const SourceRange whole = write.op->range, value = write.op->operands[0].range;
    Text after;
    after << SourceRange{whole.file, whole.begin, value.begin} << name << SourceRange{whole.file, value.end, whole.end}
          << ";";
    rw.after(*behind, std::move(after));
    return "'" + name + "' stays in registers: " + quoted(write.memoryOperand().variable, "the window") +
           " is read and written once, not in every iteration";
  }

private:
  static const Op *innermostLoop(const Op &op) {
    const std::vector<const Op *> loops = Control::loopsAround(op);
    return loops.empty() ? nullptr : loops.front();
  }

  /// The loop counts through the windows, as loops over elements do, or makes the memory itself.
  static bool isNewEachTime(const Transfer &write, const Op &loop, const Analyses &a) {
    bool found = false;
    const auto look = [&](const std::vector<Expr> &list) {
      for (const Expr &e : list)
        a.memory.resolve(e, *write.op).forEachVariable([&](const Variable *v) {
          found |= loop.induction && loop.induction->variable == v;
          for (const Op *init : loop.kind == OpKind::For ? loop.regions[0]->ops : std::vector<Op *>())
            found |= init->result() == v && v->kind == Variable::Kind::Local;
        });
    };
    look(write.at());
    const std::optional<View> view = viewOf(write, a.memory);
    if (view && view->window)
      look(view->window->offsets);
    return found || (view && view->root.kind == Root::Kind::Created && isIn(*view->root.op, loop));
  }

  /// The read of the window that the write is paired with: the first in the loop.
  static const Op *readOf(const Transfer &write, const Op &loop, const Analyses &a) {
    const Op *found = nullptr;
    walk(bodyOf(loop), [&](Op &op) {
      const std::optional<Transfer> t = transferOf(op);
      if (!found && t && !t->writes && innermostLoop(op) == &loop &&
          (op.id < write.op->id ? sameWindow(*t, write, a.memory) : sameWindow(write, *t, a.memory)))
        found = &op;
    });
    return found;
  }

  /// The op stands in the loop's body, where no branch decides about it.
  bool onceAnIteration(const Op &op) const {
    const Block *b = op.parent;
    while (b->owner && b->owner->kind == OpKind::Scope)
      b = b->owner->parent;
    return b == &bodyOf(*loop) && op.statement && op.statement->range.valid();
  }

  /// In all of the loop: its condition and what it counts with may look at memory, too.
  const Op *otherAccess(const Analyses &a) const {
    const std::optional<View> mine = viewOf(write, a.memory);
    const Op *other = nullptr;
    for (const auto &region : loop->regions)
      walk(*region, [&](Op &op) {
        if (other || &op == read.op || &op == write.op)
          return;
        for (const Access &access : a.memory.accesses(op))
          if (!mine || a.memory.mayOverlap(*mine, access.view, op))
            other = &op;
      });
    return other;
  }

  /// What may throw an exception out of the loop to somebody who can look at the window.
  const Op *seenByHandler(const Analyses &a) const {
    const std::optional<View> mine = viewOf(write, a.memory);
    if (mine && mine->root.kind == Root::Kind::Created && !a.memory.escapes(mine->root))
      return nullptr;
    const Op *thrower = nullptr;
    for (const auto &region : loop->regions)
      walk(*region, [&](Op &op) {
        if (!thrower && ((op.kind == OpKind::Call && a.summaries.of(*op.callee).mayThrow) ||
                         (op.kind == OpKind::Opaque && op.mayThrow)))
          thrower = &op;
      });
    return thrower;
  }

  /// What the write goes behind: the loop, and writes that left it in an earlier round and stood before ours.
  const Statement *lastBehind(const Analyses &a) const {
    const Statement *last = loop->statement;
    const std::optional<View> mine = viewOf(write, a.memory);
    const auto &ops = loop->parent->ops;
    for (auto it = std::find(ops.begin(), ops.end(), loop) + 1; it != ops.end(); ++it) {
      const Statement *st = (*it)->statement;
      if (!st || st->root != *it)
        continue; // a view in its statement
      const std::optional<Transfer> t = transferOf(**it);
      const Variable *value = t && t->writes ? (*it)->operands[0].variable : nullptr;
      const std::optional<View> theirs = t ? viewOf(*t, a.memory) : std::nullopt;
      if (!value || !mine || !theirs || a.memory.mayOverlap(*mine, *theirs, **it))
        break;
      const auto &definitions = a.values.definitions(*value);
      if (std::none_of(definitions.begin(), definitions.end(),
                       [&](const Op *d) { return isIn(*d, *loop) && d->id < write.op->id; }))
        break;
      last = st;
    }
    return last;
  }

  /// `name` takes the value that was written.
  void carry(const std::string &name, Rewriter &rw) const {
    const Statement &st = *write.op->statement;
    const Operand &value = write.op->operands[0];
    const bool alone = st.form == Statement::Form::Expression && st.expression == write.op->range;
    if (alone && keepsName && value.variable == read.op->result())
      return rw.remove(st); // it writes back what it read
    Text text((alone ? "" : "(") + name + " = ");
    text << value.range << (alone ? ";" : ")");
    rw.respell(alone ? st.range : write.op->range, std::move(text));
  }

  /// The name of the read can be that of the carried value: it is declared for it, and
  /// nothing asks for it once the new value is there.
  bool canKeepName(const Analyses &a) const {
    const Variable &v = *read.op->result();
    const Statement *st = read.op->statement;
    if (v.kind != Variable::Kind::Local || !st || st->root != read.op || st->form != Statement::Form::Declaration ||
        st->declarators != 1 || st->attributed || v.escapes || a.values.definitions(v).size() != 1 ||
        guard(st->range, {}, *read.op) || !Names(a.function).canMoveTo(v, *loop->parent))
      return false;
    const std::vector<const Op *> &uses = a.values.uses(v);
    return std::all_of(uses.begin(), uses.end(), [&](const Op *use) {
      // The name is no longer const: a call must not care.
      return use->id <= write.op->id && takesAnyValue(*use, v) && !(use->callee && !use->callee->pattern.empty());
    });
  }

  std::string nameFor() const {
    const Variable *m = write.memoryOperand().variable;
    return (m->name.empty() ? "carried" : m->name) + "_acc";
  }

  const std::string tag;
  Transfer read, write; ///< what prove() found, for apply()
  const Op *loop = nullptr;
  std::vector<const Statement *> moved; ///< declarations that go before the loop
  const Statement *behind = nullptr;    ///< where the write goes
  bool keepsName = false;
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<HoistLoopInvariantTransfers>(step);
});

} // namespace
