//===- EliminateRedundantVectorTransfers.cpp - what was read is not read again -===//
//
//   const auto a0 = vec::transfer_read<4>(m, {r, 0});      const auto a0 = vec::transfer_read<4>(m, {r, 0});
//   const auto s = a0 + a0;                                const auto s = a0 + a0;
//   const auto a1 = vec::transfer_read<4>(m, {r, 0});      const auto p = s * a0;
//   const auto p = s * a1;
//
// Matches   a transfer_read or load of the window that an earlier one, in the same
//           block or one around it, has read.
// Holds     the same elements of the same storage as the same vector type with the same
//           padding, no mask; the first one has always run; nothing on any path in
//           between may write to that window; its name still has that value.
// Declines  otherwise; the note shows the write.
// Exactness bitwise.     Runs before hoist-loop-invariant-transfers, which wants one
//           read a window.
//
//===----------------------------------------------------------------------===//

#include "analysis/Transfers.h"
#include "passes/Pass.h"

#include <algorithm>

using namespace rewrite;

namespace {

const PassInfo info{
    .name = "eliminate-redundant-vector-transfers",
    .summary = "use the vector that an earlier read of the same window gave",
    .origin = "MLIR-AIR transform.air.eliminate_redundant_vector_transfers",
    .exactness = Exactness::Bitwise,
    .matches = "`vec::transfer_read` and `vec::load` of a window that an earlier one, in the same block or a block "
               "around it, has read.",
    .holds = "The same elements of the same storage, read as the same vector type with the same padding; nothing on "
             "any path between the two may write to them.",
    .before =
        R"(PTO_INCORE void twice(In<mem::MemRef<float, mem::L1, 8, 8>> m, Out<mem::MemRef<float, mem::L1, 8>> out, Index r) {
  const auto a = vec::transfer_read<8>(m, {r, 0});
  const auto b = vec::transfer_read<8>(m, {r, 0});
  vec::transfer_write(a * b, out, {0});
})",
    .after =
        R"(PTO_INCORE void twice(In<mem::MemRef<float, mem::L1, 8, 8>> m, Out<mem::MemRef<float, mem::L1, 8>> out, Index r) {
  const auto a = vec::transfer_read<8>(m, {r, 0});
  vec::transfer_write(a * a, out, {0});
})",
    .reasons =
        {
            {"masked", "One of the reads has a mask.", ""},
            {"name-changed", "The name of what was read first has another value now, or means something else here.",
             "Give the first read a name of its own that is not assigned again."},
            {"padding-differs", "Lanes outside of the memory may read differently.",
             "Give both reads the same padding, or a window that is known to lie inside."},
            {"write-between", "Something between the two reads may write to the window.",
             "Where it does not, give the parameters roles, or use windows that can be seen to be apart."},
        },
};

bool isRead(const Op &op) {
  const std::optional<Transfer> t = transferOf(op);
  return t && !t->writes;
}

class EliminateRedundantVectorTransfers : public Pass {
public:
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "vec::"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (isRead(op) && !firstReads(op, a).empty())
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    const Op &read = *candidate.op;
    const std::string name = quoted(read.result(), "the read");
    if (auto v = guard(read.range, {}, read))
      return *v;
    Verdict last;
    for (const Op *first : firstReads(read, a)) {
      last = prove(*first, read, name, a);
      if (last.legal) {
        source = first->result();
        break;
      }
    }
    if (last.legal)
      renamed = canRename(read, a);
    return last;
  }

  std::string apply(const Candidate &candidate, Rewriter &rw) override {
    const Op &read = *candidate.op;
    Text name;
    name << source;
    if (!renamed) {
      rw.respell(read, name);
    } else {
      for (const auto &[op, operand] : uses)
        rw.respell(op->operands[operand].range, name);
      rw.remove(*read.statement);
    }
    return "'" + source->name + "' has it already: " + quoted(read.result(), "the window") + " is not read again";
  }

private:
  /// Reads of the same window that have run whenever `read` does, the earliest first.
  static std::vector<const Op *> firstReads(const Op &read, const Analyses &a) {
    const Transfer mine = *transferOf(read);
    std::vector<const Op *> out;
    walk(*a.function.body, [&](Op &op) {
      if (&op == &read || !isRead(op) || op.id > read.id || !ancestorIn(*op.parent, const_cast<Op *>(&read)) ||
          !a.control.dominates(op, read))
        return;
      const Transfer first = *transferOf(op);
      if (op.result()->kind != Variable::Kind::Temporary && sameWindow(first, mine, a.memory))
        out.push_back(&op);
    });
    return out;
  }

  Verdict prove(const Op &first, const Op &read, const std::string &name, const Analyses &a) const {
    const Transfer x = *transferOf(first), y = *transferOf(read);
    const Variable &value = *first.result();
    if (x.mask || y.mask)
      return decline("masked", name + " kept: a mask decides what is read").note(x.mask ? &first : &read, "here");
    if (!samePadding(x, y, a.memory))
      return decline("padding-differs", name + " kept: lanes outside of " +
                                            quoted(y.memoryOperand().variable, "the memory") + " may read otherwise")
          .note(&first, "first read here");
    if (const Op *write = a.memory.writtenBetween(*viewOrUnknown(y, a), first, read))
      return decline("write-between", name + " kept: " + quoted(y.memoryOperand().variable, "the memory") +
                                          " may be written between the two reads")
          .note(write, "written here");
    if (a.values.changedBetween(value, first, read) || !Names(a.function).nameIsUnique(value))
      return decline("name-changed", name + " kept: " + quoted(&value) + " no longer means what was read first")
          .note(&first, "first read here");
    return legal();
  }

  static std::optional<View> viewOrUnknown(const Transfer &t, const Analyses &a) {
    const std::optional<View> v = viewOf(t, a.memory);
    return v ? v : View{};
  }

  /// The declaration can go when all uses of its name can name the first read instead.
  bool canRename(const Op &read, const Analyses &a) {
    uses.clear();
    const Variable &result = *read.result();
    const Statement *st = read.statement;
    if (result.kind != Variable::Kind::Local || !st || st->root != &read || st->attributed || st->declarators != 1 ||
        st->form != Statement::Form::Declaration || a.values.definitions(result).size() != 1 || source->escapes ||
        guard(st->range, {}, read) || Names(a.function).hasDirectives() || !Names(a.function).usesCanBeRenamed(result))
      return false;
    for (const Op *use : a.values.uses(result)) {
      if (a.values.changedBetween(*source, read, *use))
        return false;
      for (std::size_t i = 0; i < use->operands.size(); ++i)
        if (use->operands[i].variable == &result)
          uses.emplace_back(use, i);
    }
    return true;
  }

  const Variable *source = nullptr; ///< what prove() found, for apply()
  bool renamed = false;
  std::vector<std::pair<const Op *, std::size_t>> uses;
};

const Registration registration(info, [](const PassStep &) -> std::unique_ptr<Pass> {
  return std::make_unique<EliminateRedundantVectorTransfers>();
});

} // namespace
