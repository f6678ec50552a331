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
            {"early-exit", "Something may leave an iteration before its end.", ""},
            {"index-varies", "The window is not the same in all iterations, or cannot be shown to be.", ""},
            {"masked", "The transfer has a mask.", ""},
            {"maybe-out-of-bounds", "The window may overhang its memory: lanes outside would be carried along.",
             "Use vec::load and vec::store, which promise that it does not, or bounds that can be seen."},
            {"other-access", "Something else in the loop may touch the window.",
             "Merge reads of the same window first (eliminate-redundant-vector-transfers); give parameters roles."},
            {"read-after-write", "The read comes after the write: it sees this iteration's value.", ""},
            {"zero-trips", "The loop may run no iteration, and other iterations of a parallel loop run beside it.",
             "Give the loop constant bounds."},
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
          readOf(*write, *loop, a))
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    write = *transferOf(*candidate.op);
    loop = innermostLoop(*write.op);
    read = *transferOf(*readOf(write, *loop, a));
    views.clear();
    const std::string what = quoted(write.memoryOperand().variable, "the window");
    const auto no = [&](const char *reason, const std::string &why) { return decline(reason, what + " kept: " + why); };

    if (auto v = guard(write.op->range, {}, *write.op))
      return *v;
    if (auto v = guard(read.op->range, {}, *read.op))
      return *v;
    if (!loop->statement || !loop->statement->range.valid())
      return no("macro", "the loop is in a macro");
    const Block &body = bodyOf(*loop);
    if (read.op->parent != &body || write.op->parent != &body || write.op->statement->root != write.op)
      return no("conditional", "it is not read and written once in every iteration").note(write.op, "written here");
    if (const Op *exit = earlyExit(body))
      return no("early-exit", "an iteration may end early").note(exit, "here");
    if (read.op->id > write.op->id)
      return no("read-after-write", "it is read after it was written").note(read.op, "read here");
    if (read.mask || write.mask)
      return no("masked", "a mask decides what is moved").note(read.mask ? read.op : write.op, "here");
    if (!windowStays(a))
      return no("index-varies", "its window may be another one in each iteration").note(read.op, "read here");
    if (!inBounds(read, a.memory) || !inBounds(write, a.memory))
      return no("maybe-out-of-bounds", "its window may overhang the memory").note(read.op, "read here");
    if (const Op *other = otherAccess(a))
      return no("other-access", "something else in the loop may touch the window").note(other, "here");
    const std::optional<std::int64_t> trips =
        loop->induction ? a.memory.resolve(*loop->induction, *loop).tripCount() : std::nullopt;
    if (!(trips && *trips > 0))
      for (const Op *outer : Control::loopsAround(*loop))
        if (outer->kind == OpKind::Parallel)
          return no("zero-trips", "the loop may run no iteration, and would write back what it read")
              .note(outer, "beside the iterations of this loop");
    keepsName = canKeepName(a);
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    const Statement &at = *loop->statement;
    for (const Op *view : views) {
      Text t;
      t << view->statement->range;
      rw.before(at, std::move(t));
      rw.remove(*view->statement);
    }
    const std::string name = keepsName ? read.op->result()->name : rw.fresh(nameFor());
    Text before("auto " + name + " = ");
    before << Original{read.op->range} << ";";
    rw.before(at, std::move(before));
    if (keepsName)
      rw.remove(*read.op->statement);
    else
      rw.respell(*read.op, Text(name));
    Text carry(name + " = ");
    carry << write.op->operands[0].range << ";";
    rw.respell(write.op->statement->range, std::move(carry));
    // The write, with the carried value in the place of what it wrote.
    const SourceRange whole = write.op->range, value = write.op->operands[0].range;
    Text after;
    after << SourceRange{whole.file, whole.begin, value.begin} << name << SourceRange{whole.file, value.end, whole.end}
          << ";";
    rw.after(at, std::move(after));
    return "'" + name + "' stays in registers: " + quoted(write.memoryOperand().variable, "the window") +
           " is read and written once, not in every iteration";
  }

private:
  static const Op *innermostLoop(const Op &op) {
    const std::vector<const Op *> loops = Control::loopsAround(op);
    return loops.empty() ? nullptr : loops.front();
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

  /// Indices and memory mean the same before the loop as in each iteration. Views that
  /// are made in the loop of what does not change move with the transfers.
  bool windowStays(const Analyses &a) {
    for (const Transfer *t : {&read, &write}) {
      for (const Expr &e : t->at())
        if (!isInvariant(e, *loop, a.values))
          return false;
      if (!memoryStays(*t->memoryOperand().variable, *t->op, a))
        return false;
    }
    return true;
  }

  bool memoryStays(const Variable &handle, const Op &at, const Analyses &a) {
    if (isInvariant(handle, *loop, a.values))
      return true;
    const std::set<Definition> defs = a.values.reaching(handle, at);
    const Op *made = defs.size() == 1 ? defs.begin()->op : nullptr;
    if (!made || std::find(views.begin(), views.end(), made) != views.end())
      return made;
    const Statement *st = made->statement;
    if (made->kind != OpKind::Dsl || made->info.result != OpInfo::Result::View || made->parent != &bodyOf(*loop) ||
        !st || st->root != made || st->form != Statement::Form::Declaration || st->declarators != 1 || st->attributed ||
        a.values.definitions(handle).size() != 1 || handle.escapes || !Names(a.function).nameIsUnique(handle) ||
        guard(st->range, {}, *made))
      return false;
    for (const Operand &o : made->operands) {
      if (o.kind == Operand::Kind::Handle && !(o.variable && memoryStays(*o.variable, *made, a)))
        return false;
      for (const Expr &e : o.list)
        if (!isInvariant(e, *loop, a.values))
          return false;
    }
    views.push_back(made);
    return true;
  }

  const Op *otherAccess(const Analyses &a) const {
    const std::optional<View> mine = viewOf(write, a.memory);
    const Op *other = nullptr;
    walk(bodyOf(*loop), [&](Op &op) {
      if (other || &op == read.op || &op == write.op)
        return;
      for (const Access &access : a.memory.accesses(op))
        if (!mine || a.memory.mayOverlap(*mine, access.view, op))
          other = &op;
    });
    return other;
  }

  /// The name of the read can be that of the carried value: it is declared for it, and
  /// nothing asks for it once the new value is there.
  bool canKeepName(const Analyses &a) const {
    const Variable &v = *read.op->result();
    const Statement *st = read.op->statement;
    if (v.kind != Variable::Kind::Local || !st || st->root != read.op || st->form != Statement::Form::Declaration ||
        st->declarators != 1 || st->attributed || v.escapes || a.values.definitions(v).size() != 1 ||
        !Names(a.function).nameIsUnique(v) || guard(st->range, {}, *read.op))
      return false;
    const std::vector<const Op *> &uses = a.values.uses(v);
    return std::all_of(uses.begin(), uses.end(), [&](const Op *use) { return use->id <= write.op->id; });
  }

  std::string nameFor() const {
    const Variable *m = write.memoryOperand().variable;
    return (m->name.empty() ? "carried" : m->name) + "_acc";
  }

  const std::string tag;
  Transfer read, write; ///< what prove() found, for apply()
  const Op *loop = nullptr;
  std::vector<const Op *> views; ///< declarations that move before the loop
  bool keepsName = false;
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<HoistLoopInvariantTransfers>(step);
});

} // namespace
