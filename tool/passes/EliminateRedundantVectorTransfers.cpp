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
            {"last-use", "The read is the last use of a name that cannot go with it.",
             "Use the name elsewhere, or remove the read by hand."},
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
        source = first;
        break;
      }
    }
    if (!last.legal)
      return last;
    const Statement *st = read.statement;
    renamed = canRename(read, a);
    discarded = st && st->form == Statement::Form::Expression && st->expression == read.range && !st->soleBody;
    dead.clear();
    const SourceRange gone = renamed || discarded ? st->range : read.range;
    if (const Variable *left = Names(a.function).leftBehind({gone}, {}, dead))
      return decline("last-use", name + " kept: it is the last use of " + quoted(left));
    return last;
  }

  std::string apply(const Candidate &candidate, Rewriter &rw) override {
    const Op &read = *candidate.op;
    std::string name = source->result()->name;
    if (name.empty()) {
      const Variable *m = transferOf(*source)->memoryOperand().variable;
      name = rw.fresh((m->name.empty() ? "window" : m->name) + "_vec");
      Text declaration("const auto " + name + " = ");
      declaration << Original{source->range} << ";";
      rw.before(*source->statement, std::move(declaration));
      rw.respell(*source, Text(name));
    }
    if (renamed)
      for (const auto &[op, operand] : uses)
        rw.respell(op->operands[operand].range, Text(name));
    if (renamed || discarded)
      rw.remove(*read.statement);
    else
      rw.respell(read, Text(name));
    for (const Statement *st : dead)
      rw.remove(*st);
    return "'" + name + "' has it already: " + quoted(read.result(), "the window") + " is not read again";
  }

private:
  /// Reads of the same window that have run whenever `read` does, the earliest first.
  static std::vector<const Op *> firstReads(const Op &read, const Analyses &a) {
    const Transfer mine = *transferOf(read);
    std::vector<const Op *> out;
    walk(*a.function.body, [&](Op &op) {
      if (&op == &read || !isRead(op) || op.id > read.id || !encloses(*op.parent, *read.parent) ||
          !a.control.dominates(op, read))
        return;
      if (sameWindow(*transferOf(op), mine, a.memory) && (hasName(op) || canBeNamed(op, a)))
        out.push_back(&op);
    });
    return out;
  }

  static bool hasName(const Op &read) { return read.result()->kind != Variable::Kind::Temporary; }

  /// The read can be a declaration of its own, right before its statement: what runs before
  /// it in there changes neither the window nor what the read names.
  static bool canBeNamed(const Op &read, const Analyses &a) {
    const Statement *st = read.statement;
    if (!st || !st->range.valid() || st->block != read.parent || st->form == Statement::Form::Other ||
        (st->form == Statement::Form::Declaration && st->declarators != 1) || read.unordered ||
        guard(read.range, {}, read))
      return false;
    const std::optional<View> window = viewOf(*transferOf(read), a.memory);
    for (const Op *op : read.parent->ops) {
      if (op == &read)
        break;
      if (op->statement != st || read.range.contains(op->range))
        continue;
      for (const Access &access : a.memory.accesses(*op))
        if (access.writes() && (!window || a.memory.mayOverlap(*window, access.view, *op)))
          return false;
      for (const std::vector<Variable *> *defined : {&op->results, &op->clobbers})
        for (const Variable *v : *defined)
          if (v && v->kind != Variable::Kind::Temporary)
            return false;
    }
    return true;
  }

  /// What is written in the read's own expression, before or after it as the compiler likes: the window, or a
  /// name that the read mentions.
  static const Op *writtenBeside(const View &window, const Op &read, const Analyses &a) {
    std::set<const Variable *> names = {transferOf(read)->memoryOperand().variable};
    for (const Operand &o : read.operands)
      for (const Expr &e : o.list)
        e.forEachVariable([&](const Variable *v) { names.insert(v); });
    for (const Op *op : read.parent->ops) {
      if (op == &read || !op->unordered || !read.unordered || op->statement != read.statement)
        continue;
      for (const Access &access : a.memory.accesses(*op))
        if (access.writes() && a.memory.mayOverlap(window, access.view, *op))
          return op;
      for (const std::vector<Variable *> *defined : {&op->results, &op->clobbers})
        for (const Variable *v : *defined)
          if (v && v->kind != Variable::Kind::Temporary && names.count(v))
            return op;
    }
    return nullptr;
  }

  static Verdict prove(const Op &first, const Op &read, const std::string &name, const Analyses &a) {
    const Transfer x = *transferOf(first), y = *transferOf(read);
    const Variable &value = *first.result();
    const std::string memory = quoted(y.memoryOperand().variable, "the memory");
    if (x.mask || y.mask)
      return decline("masked", name + " kept: a mask decides what is read").note(x.mask ? &first : &read, "here");
    if (!samePadding(x, y, a.memory))
      return decline("padding-differs", name + " kept: lanes outside of " + memory + " may read otherwise")
          .note(&first, "first read here");
    const View window = viewOf(y, a.memory).value_or(View{});
    if (const Op *write = a.memory.writtenBetween(window, first, read))
      return decline("write-between", name + " kept: " + memory + " may be written between the two reads")
          .note(write, "written here");
    if (const Op *write = writtenBeside(window, read, a))
      return decline("write-between", name + " kept: another operand of the expression may write to " + memory)
          .note(write, "written here, before or after");
    if (!hasName(first) && !Names::reaches(*first.parent, read))
      return decline("name-changed", name + " kept: a lambda lists its captures, and would have to capture it")
          .note(&first, "first read here");
    if (hasName(first) && (a.values.changedBetween(value, first, read) || !Names(a.function).isVisibleAt(value, read)))
      return decline("name-changed", name + " kept: " + quoted(&value) + " no longer means what was read first")
          .note(&first, "first read here");
    return legal();
  }

  /// The declaration can go when all uses of its name can name the first read instead.
  bool canRename(const Op &read, const Analyses &a) {
    uses.clear();
    const Variable &result = *read.result(), &value = *source->result();
    const Statement *st = read.statement;
    const Names names(a.function);
    if (!hasName(*source) || result.kind != Variable::Kind::Local || !st || st->root != &read || st->attributed ||
        st->declarators != 1 || st->form != Statement::Form::Declaration || a.values.definitions(result).size() != 1 ||
        value.escapes || guard(st->range, {}, read) || names.hasDirectives() || !names.usesCanBeRenamed(result))
      return false;
    for (const Op *use : a.values.uses(result)) {
      if (a.values.changedBetween(value, read, *use) || !names.isVisibleAt(value, *use))
        return false;
      for (std::size_t i = 0; i < use->operands.size(); ++i)
        if (use->operands[i].variable == &result) {
          if (guard(use->operands[i].range, {}, *use))
            return false;
          uses.emplace_back(use, i);
        }
    }
    return true;
  }

  const Op *source = nullptr; ///< what prove() found, for apply()
  bool renamed = false, discarded = false;
  std::vector<std::pair<const Op *, std::size_t>> uses;
  std::vector<Statement *> dead; ///< declarations that nothing needs any more
};

const Registration registration(info, [](const PassStep &) -> std::unique_ptr<Pass> {
  return std::make_unique<EliminateRedundantVectorTransfers>();
});

} // namespace
