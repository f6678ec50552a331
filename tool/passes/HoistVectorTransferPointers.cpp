//===- HoistVectorTransferPointers.cpp - addresses are counted, not computed ---===//
//
//   for (Index i = 0; i < 8; ++i) {                const auto A_flat = mem::collapse(A);
//     const auto v =                               Index A_at = mem::linear(A, {0, j, 0, 0});
//       vec::transfer_read<1, 1, 8, 8>(A, {i, j, 0, 0});   for (Index i = 0; i < 8; ++i, A_at += 512) {
//     ...                                            const auto v = vec::shape_cast<1, 1, 8, 8>(
//   }                                                    vec::transfer_read<64>(A_flat, {A_at}));
//
// Matches   a counting loop whose body moves vectors of several dimensions, or from memory of
//           several dimensions, at indices that depend on the counter.
// Holds     each such transfer moves one run of a dense buffer that is made before the loop
//           (through views, too), no mask, in bounds, at a place that grows by the same number
//           of elements in each iteration.
// Then      the place is a number that the head of the loop counts up, so that `continue` counts,
//           too; transfers at a fixed place compute it where they stand. Views that nobody needs
//           any more are gone. Order and number of the transfers stay.
// Declines  the whole loop where one transfer at a varying place is not of that kind.
// Exactness bitwise.
//
// Only what is proven to be one run is flattened: an 8 x 8 window of a wider matrix is none, and
// the place begins where the first iteration reads, whatever the lower bound and constants in
// the indices are.
//
//===----------------------------------------------------------------------===//

#include "analysis/Carried.h"
#include "analysis/Hoisting.h"
#include "analysis/Intervals.h"
#include "analysis/Transfers.h"
#include "kernel/Spelling.h"
#include "passes/Pass.h"
#include "passes/Targets.h"

#include <algorithm>

using namespace rewrite;

namespace {

const PassInfo info{
    .name = "hoist-vector-transfer-pointers",
    .summary = "count the places of a loop's transfers up instead of computing them from its counter",
    .origin = "MLIR-AIR transform.air.hoist_vector_transfer_pointers",
    .exactness = Exactness::Bitwise,
    .matches = "A counting loop whose body reads or writes vectors at indices that depend on the counter, in memory of "
               "more than one dimension.",
    .holds =
        "Every such transfer moves one run of a dense buffer made before the loop, without a mask and in bounds, and "
        "its place grows by the same number of elements in each iteration.",
    .before =
        R"(PTO_INCORE void twice(In<mem::MemRef<int, mem::L2, 8, 4, 8>> x, Out<mem::MemRef<int, mem::L1, 4, 8>> out, Index j) {
  const auto a = mem::alloc<int, mem::L1, 8, 4, 8>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 1, 4, 8>(0);
  for (Index i = 0; i < 8; ++i) {
    sum = sum + vec::transfer_read<1, 4, 8>(a, {i, 0, 0});
  }
  vec::transfer_write(vec::shape_cast<4, 8>(sum), out, {0, 0});
})",
    .after =
        R"(PTO_INCORE void twice(In<mem::MemRef<int, mem::L2, 8, 4, 8>> x, Out<mem::MemRef<int, mem::L1, 4, 8>> out, Index j) {
  const auto a = mem::alloc<int, mem::L1, 8, 4, 8>();
  mem::copy(x, a);
  auto sum = vec::splat<int, 1, 4, 8>(0);
  const auto a_flat = mem::collapse(a);
  Index a_at = mem::linear(a, {0, 0, 0});
  for (Index i = 0; i < 8; ++i, a_at += 32) {
    sum = sum + vec::shape_cast<1, 4, 8>(vec::transfer_read<32>(a_flat, {a_at}));
  }
  vec::transfer_write(vec::shape_cast<4, 8>(sum), out, {0, 0});
})",
    .reasons =
        {
            {"base-in-loop", "The buffer is made in the loop, or cannot be named before it.",
             "Allocate it before the loop, and let lambdas capture it."},
            {"effect", "The padding of a transfer is computed by something that may have an effect.",
             "Name the padding before the loop."},
            {"last-use", "A variable would be left without a use, for compilers to warn of.",
             "Declare it in a statement of its own, or spell its value out where the transfer is."},
            {"masked", "A transfer has a mask.", ""},
            {"maybe-out-of-bounds", "A transfer may overhang its memory.",
             "Use vec::load and vec::store, or bounds that can be seen."},
            {"not-contiguous", "A transfer does not move one run of the buffer.", ""},
            {"not-linear",
             "The place does not grow by a constant number of elements, or has no form that can be spelled "
             "before the loop.",
             ""},
            {"unknown-layout", "The memory is not known to be one dense buffer, as a parameter is not.",
             "Allocate it in this function: what a parameter shows may be a part of something larger."},
        },
    .options = {{"loop", OptionInfo::Type::Loop, "only this loop"}},
};

/// One transfer of the loop and where it is in its buffer.
struct Access1D {
  Transfer transfer;
  const Variable *buffer = nullptr; ///< the handle that the allocation gave
  std::vector<Expr> first;          ///< indices in the first iteration
  bool wide = false;                ///< these are computed as Index, whatever their variables are
  std::int64_t increment = 0;       ///< elements an iteration; 0: the same place in all
};

class HoistVectorTransferPointers : public Pass {
public:
  explicit HoistVectorTransferPointers(const PassStep &step) : tag(step.value("loop")) {}
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "vec"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &loop) {
      if (loop.kind != OpKind::For || !loop.induction || (!tag.empty() && !isTagged(loop, tag)))
        return;
      for (const Op *op : bodyOf(loop).ops)
        if (const std::optional<Transfer> t = transferOf(*op); t && isOfSeveralDimensions(*t) && varies(*t, loop, a)) {
          out.push_back({&loop, loop.where});
          return;
        }
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    loop = candidate.op;
    moved.clear();
    if (!loop->statement || !loop->statement->range.valid() || loop->regions[3]->ops.empty() ||
        !loop->regions[3]->ops.front()->range.valid())
      return decline("in-macro", "kept: the loop is in a macro");
    if (auto v = guardDeclarationBefore(*loop))
      return *v;
    for (const Op *op : bodyOf(*loop).ops) {
      const std::optional<Transfer> t = transferOf(*op);
      if (!t || !isOfSeveralDimensions(*t))
        continue;
      Access1D x{*t, nullptr, {}, false, 0};
      const bool counts = varies(*t, *loop, a);
      Verdict v = flatten(x, a);
      if (v.legal)
        moved.push_back(std::move(x));
      else if (counts)
        return v;
    }
    views = viewsLeft(a);
    if (const Variable *left = leftBehind(a))
      return decline("last-use", quoted(left) + " would be left without a use");
    return legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    const Statement &at = *loop->statement;
    std::map<const Variable *, std::string> flat;
    std::vector<std::pair<const Access1D *, std::string>> counters;
    Text increments;
    increments << headIncrement();
    for (const Access1D &x : moved) {
      std::string &name = flat[x.buffer];
      if (name.empty()) {
        name = rw.fresh(x.buffer->name + "_flat");
        Text t("const auto " + name + " = " + rw.dsl("mem::collapse") + "(");
        t << x.buffer << ");";
        rw.before(at, std::move(t));
      }
      Text place = linear(x, rw);
      if (x.increment) {
        const auto same = std::find_if(counters.begin(), counters.end(),
                                       [&](const auto &counter) { return isSamePlace(*counter.first, x); });
        const std::string counter = same != counters.end() ? same->second : rw.fresh(x.buffer->name + "_at");
        if (same == counters.end()) {
          rw.before(at, std::move(Text(rw.dsl("Index") + " " + counter + " = ") << place << ";"));
          increments << ", " + counter + (x.increment > 0 ? " += " : " -= ") + std::to_string(std::abs(x.increment));
          counters.emplace_back(&x, counter);
        }
        place = Text(counter);
      }
      rw.respell(*x.transfer.op, spelled(x, name, place, rw));
    }
    rw.respell(headRange(), std::move(increments));
    for (const Statement *view : views)
      rw.remove(*view);
    for (Statement *st : dead)
      rw.remove(*st);
    return std::to_string(counters.size()) + (counters.size() == 1 ? " place is" : " places are") +
           " counted up by the loop, " +
           (moved.size() == 1 ? "1 transfer moves a run" : std::to_string(moved.size()) + " transfers move runs");
  }

private:
  static bool isOfSeveralDimensions(const Transfer &t) { return t.memoryOperand().variable->type.dims.size() > 1; }

  static bool varies(const Transfer &t, const Op &loop, const Analyses &a) {
    const std::optional<View> v = viewOf(t, a.memory);
    const std::vector<Expr> &at = v && v->window ? v->window->offsets : t.at();
    return std::any_of(at.begin(), at.end(), [&](const Expr &e) {
      bool depends = false;
      a.memory.resolve(e, *t.op).forEachVariable([&](const Variable *x) { depends |= x == loop.induction->variable; });
      return depends;
    });
  }

  /// How the value of `e` grows when the counter grows by one; nothing when that is not constant.
  static std::optional<std::int64_t> slope(const Expr &e, const Variable &counter) {
    switch (e.kind) {
    case Expr::Kind::Constant:
    case Expr::Kind::Extent:
      return 0;
    case Expr::Kind::Variable:
      return e.variable == &counter ? 1 : 0;
    case Expr::Kind::Add:
    case Expr::Kind::Sub:
    case Expr::Kind::Mul: {
      const auto x = slope(e.operands[0], counter), y = slope(e.operands[1], counter);
      if (!x || !y)
        return std::nullopt;
      if (e.kind == Expr::Kind::Add)
        return *x + *y;
      if (e.kind == Expr::Kind::Sub)
        return *x - *y;
      if (*x == 0 && *y == 0)
        return 0;
      if (*y == 0 && e.operands[1].isConstant())
        return *x * e.operands[1].value;
      if (*x == 0 && e.operands[0].isConstant())
        return *y * e.operands[0].value;
      return std::nullopt;
    }
    default: {
      bool depends = e.kind == Expr::Kind::Opaque;
      e.forEachVariable([&](const Variable *v) { depends |= v == &counter; });
      return depends ? std::nullopt : std::optional<std::int64_t>(0);
    }
    }
  }

  Verdict flatten(Access1D &x, const Analyses &a) const {
    const Transfer &t = x.transfer;
    const std::string what = quoted(t.memoryOperand().variable, "the memory");
    const auto no = [&](const char *reason, const std::string &why) {
      return decline(reason, what + " kept: " + why).note(t.op, "here");
    };
    if (auto v = guard(t.op->range, keptOf(t), *t.op))
      return *v;
    if (t.mask)
      return no("masked", "a mask decides what is moved");
    // No lane overhangs, so that the padding goes; what it does besides would go with it.
    if (t.pad && mayHaveEffect(*t.pad, a))
      return no("effect", "its padding may have an effect");
    const std::optional<View> view = viewOf(t, a.memory);
    const Op *made = view && view->root.kind == Root::Kind::Created ? view->root.op : nullptr;
    x.buffer = made && made->is("mem.alloc") ? made->result() : nullptr;
    if (!x.buffer || !x.buffer->type.isStatic() || a.values.definitions(*x.buffer).size() != 1 || x.buffer->escapes)
      return no("unknown-layout", "it is not known to be one dense buffer");
    if (isIn(*made, *loop) || !ancestorIn(*made->parent, const_cast<Op *>(loop)) || !canBeNamed(*x.buffer, a))
      return no("base-in-loop", "it is no buffer that was made before the loop");
    if (!inBounds(t, a.memory))
      return no("maybe-out-of-bounds", "the transfer may overhang it");
    const std::vector<Extent> &dims = x.buffer->type.dims;
    if (!view->window || view->window->offsets.size() != dims.size() || !isRun(*view->window, dims))
      return no("not-contiguous", "the transfer does not move one run of it");
    std::int64_t stride = 1;
    for (std::size_t d = dims.size(); d-- > 0; stride *= dims[d]) {
      const Expr index = a.memory.resolve(view->window->offsets[d], *t.op);
      const std::optional<std::int64_t> grows = slope(index, *loop->induction->variable);
      const Expr lower = a.memory.resolve(loop->induction->lower, *loop);
      const Expr first = index.substitute(
          [&](const Variable *v) -> const Expr * { return v == loop->induction->variable ? &lower : keep(v); });
      if (!grows || !isKnownBefore(first, a) || !narrows(first, a.memory, x.wide) || !spell(first) ||
          (mayTrap(first) && !runsAtLeastOnce(*loop, a.memory)))
        return no("not-linear", "the place of the transfer is not counted up evenly");
      x.first.insert(x.first.begin(), first);
      x.increment += *grows * stride * loop->induction->step;
    }
    return legal();
  }

  const Expr *keep(const Variable *v) const {
    kept.push_back(std::make_unique<Expr>(Expr::of(v)));
    return kept.back().get();
  }

  /// A call, say: its op stands by itself in the model, and the padding is what it gave.
  static bool mayHaveEffect(const Operand &pad, const Analyses &a) {
    bool may = pad.list.empty() || !pad.range.valid() ||
               std::any_of(pad.list.begin(), pad.list.end(), [](const Expr &e) { return e.isImpure(); });
    walk(*a.function.body, [&](const Op &op) { may |= pad.range.contains(op.range) && op.kind != OpKind::Copy; });
    return may;
  }

  /// Where the loop does not run, the original does not divide.
  static bool mayTrap(const Expr &e) {
    if (e.kind == Expr::Kind::Opaque)
      return true;
    if ((e.kind == Expr::Kind::Div || e.kind == Expr::Kind::Rem) &&
        (!e.operands[1].isConstant() || e.operands[1].value == 0))
      return true;
    return std::any_of(e.operands.begin(), e.operands.end(), mayTrap);
  }

  /// The name means the variable before the loop, too.
  bool canBeNamed(const Variable &v, const Analyses &a) const {
    const Names names(a.function);
    const bool inside = v.declaration && loop->statement->range.contains(v.declaration->range);
    return names.isVisibleAt(v, *loop) ||
           (!inside && !v.name.empty() && names.nameIsUnique(v) && names.isSpelledIn(v.name, loop->statement->range));
  }

  /// C++ computes the expression in the type of its variables. Sets `wide` where that is too small for a
  /// value on the way; false where no type will do.
  bool narrows(const Expr &e, const Memory &memory, bool &wide) const {
    if (e.operands.empty())
      return true;
    wide |= !intervalOf(e, *loop, memory).fits(32);
    return std::all_of(e.operands.begin(), e.operands.end(), [&](const Expr &operand) {
      const int bits = operand.kind == Expr::Kind::Variable ? integerBits(operand.variable->type.element) : 64;
      wide |= bits < 0;
      return bits != 0 && bits > -64 && narrows(operand, memory, wide);
    });
  }

  /// All names mean the same before the loop as in it.
  bool isKnownBefore(const Expr &e, const Analyses &a) const {
    bool known = true;
    e.forEachVariable([&](const Variable *v) { known &= isInvariant(*v, *loop, a.values) && canBeNamed(*v, a); });
    return known;
  }

  /// The text of a write's value is all that stays of a transfer.
  static std::vector<SourceRange> keptOf(const Transfer &t) {
    return t.writes ? std::vector<SourceRange>{t.op->operands[0].range} : std::vector<SourceRange>{};
  }

  /// What only the old text asked for goes, too. Returns what cannot.
  const Variable *leftBehind(const Analyses &a) {
    std::vector<SourceRange> removed, kept;
    std::set<const Variable *> named;
    for (const Access1D &x : moved) {
      removed.push_back(x.transfer.op->range);
      for (const SourceRange &range : keptOf(x.transfer))
        kept.push_back(range);
      for (const Expr &e : x.first)
        e.forEachVariable([&](const Variable *v) { named.insert(v); });
    }
    for (const Statement *view : views)
      removed.push_back(view->range);
    dead.clear();
    return Names(a.function).leftBehind(removed, kept, dead, named);
  }

  static bool isSamePlace(const Access1D &x, const Access1D &y) {
    return x.buffer == y.buffer && x.increment == y.increment &&
           std::equal(x.first.begin(), x.first.end(), y.first.begin(), y.first.end(), sameExpr);
  }

  Text linear(const Access1D &x, const Rewriter &rw) const {
    Text t(rw.dsl("mem::linear") + "(");
    t << x.buffer << ", {";
    for (std::size_t d = 0; d < x.first.size(); ++d)
      t << (d ? ", " : "") << *spell(x.first[d], x.wide ? rw.dsl("Index") : "");
    return t << "})";
  }

  /// Behind the first dimension of more than one element the window spans the buffer.
  static bool isRun(const Window &w, const std::vector<Extent> &dims) {
    std::size_t d = 0;
    while (d < dims.size() && w.sizes[d].isConstant() && w.sizes[d].value == 1)
      ++d;
    for (++d; d < dims.size(); ++d)
      if (!w.sizes[d].isConstant() || w.sizes[d].value != dims[d])
        return false;
    return true;
  }

  Text spelled(const Access1D &x, const std::string &flat, const Text &place, const Rewriter &rw) const {
    const Transfer &t = x.transfer;
    const Type &type = t.type();
    const std::string lanes = std::to_string(countOf(type.dims));
    const bool line = type.dims.size() == 1;
    Text out;
    if (t.writes) {
      out << rw.dsl(t.promised ? "vec::store" : "vec::transfer_write") + "(";
      if (!line)
        out << rw.dsl("vec::shape_cast") + "<" + lanes + ">(";
      out << t.op->operands[0].range << (line ? "" : ")") << ", " + flat + ", {" << place << "})";
      return out;
    }
    if (!line)
      out << rw.dsl("vec::shape_cast") + "<" + spellDims(type.dims) + ">(";
    out << rw.dsl(t.promised ? "vec::load" : "vec::transfer_read") + "<" + lanes + ">(" + flat + ", {" << place << "})";
    return out << (line ? "" : ")");
  }

  SourceRange headRange() const {
    const std::vector<Op *> &ops = loop->regions[3]->ops;
    return {ops.front()->range.file, ops.front()->range.begin, ops.back()->range.end};
  }
  Original headIncrement() const { return {headRange()}; }

  /// Views in the loop that only the transfers asked for, or nobody.
  std::vector<const Statement *> viewsLeft(const Analyses &a) const {
    std::vector<const Statement *> out;
    const auto isGone = [&](const Op &op) {
      return std::any_of(moved.begin(), moved.end(), [&](const Access1D &x) { return x.transfer.op == &op; }) ||
             (op.statement && std::find(out.begin(), out.end(), op.statement) != out.end());
    };
    for (bool found = true; found;) {
      found = false;
      for (const Op *op : bodyOf(*loop).ops) {
        const Statement *st = op->statement;
        const Variable *v = op->result();
        if (!st || !v || op->kind != OpKind::Dsl || op->info.result != OpInfo::Result::View || st->root != op ||
            isGone(*op) || st->form != Statement::Form::Declaration || st->declarators != 1 || st->attributed ||
            guard(st->range, {}, *op) || !Names(a.function).usesCanBeRenamed(*v))
          continue;
        const std::vector<const Op *> &uses = a.values.uses(*v);
        if (std::all_of(uses.begin(), uses.end(), [&](const Op *use) { return isGone(*use); })) {
          out.push_back(st);
          found = true;
        }
      }
    }
    return out;
  }

  const std::string tag;
  const Op *loop = nullptr; ///< what prove() found, for apply()
  std::vector<Access1D> moved;
  std::vector<const Statement *> views;
  std::vector<Statement *> dead;
  mutable std::vector<std::unique_ptr<Expr>> kept;
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<HoistVectorTransferPointers>(step);
});

} // namespace
