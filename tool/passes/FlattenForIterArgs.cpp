//===- FlattenForIterArgs.cpp - vectors go round a loop with one dimension ----===//
//
//   auto acc = init;                                     auto acc_flat = vec::shape_cast<64>(init);
//   for (...)                                            for (...) {
//     acc = acc + acc * b;                                 const auto acc = vec::shape_cast<8, 8>(acc_flat);
//   return acc;                                            acc_flat = vec::shape_cast<64>(acc + acc * b);
//                                                        }
//                                                        return vec::shape_cast<8, 8>(acc_flat);
//
// Matches   a loop that hands vectors of more than one dimension to its next iteration:
//           locals or parameters that it reads and assigns. All of one loop together.
// Holds     no code but the function's own sees the variable, and each iteration runs to
//           its end. The body may assign in branches and in inner loops.
// Declines  otherwise.
// Exactness bitwise: lanes move nowhere.     Runs after hoist-loop-invariant-transfers;
//           enables hoist-cast-pair.
//
// The body keeps its text. In it a local of the old name stands for the carried vector, cast
// back from the flat one where an iteration begins; so it does not matter how the body uses
// the name. Where one statement at the body's own level assigns, and nothing reads behind it,
// that statement gives the flat vector its next value; otherwise the end of the body does.
//
//===----------------------------------------------------------------------===//

#include "analysis/Carried.h"
#include "analysis/Loops.h"
#include "kernel/Spelling.h"
#include "passes/CarriedForm.h"
#include "passes/Pass.h"
#include "passes/Targets.h"

#include <algorithm>

using namespace rewrite;

namespace {

const PassInfo info{
    .name = "flatten-for-iter-args",
    .summary = "carry vectors of several dimensions round a loop as vectors of one",
    .origin = "MLIR-AIR transform.air.flatten_for_iter_args",
    .exactness = Exactness::Bitwise,
    .matches =
        "A loop with local vectors of more than one dimension that it reads and assigns: their values go from one "
        "iteration to the next. All such vectors of one loop are flattened together.",
    .holds = "Nothing but the function's own code sees the variable, by its own name, and no iteration ends early.",
    .before =
        R"(PTO_INCORE vec::Vec<float, 8, 8> power(In<vec::Vec<float, 8, 8>> init, In<vec::Vec<float, 8, 8>> b, Index n) {
  auto acc = init;
  for (Index k = 0; k < n; ++k) {
    acc = acc + acc * b;
  }
  return acc;
})",
    .after =
        R"(PTO_INCORE vec::Vec<float, 8, 8> power(In<vec::Vec<float, 8, 8>> init, In<vec::Vec<float, 8, 8>> b, Index n) {
  auto acc_flat = vec::shape_cast<64>(init);
  for (Index k = 0; k < n; ++k) {
    const auto acc = vec::shape_cast<8, 8>(acc_flat);
    acc_flat = vec::shape_cast<64>(acc + acc * b);
  }
  return vec::shape_cast<8, 8>(acc_flat);
})",
    .reasons =
        {
            {"early-exit", "Something may leave an iteration before its end.", ""},
            {"name-hidden",
             "The body declares another variable of that name, or its head needs the vector's old shape.",
             "Rename one of the two; compute what the head needs in the body."},
            {"referenced",
             "A reference, a pointer or a lambda may read or assign the vector, or it is static or global.",
             "Let the loop work on a local vector of its own."},
        },
    .options = {{"loop", OptionInfo::Type::Loop, "only this loop"}},
};

/// One vector that goes round the loop.
struct Flattened {
  const Variable *variable = nullptr;
  const Op *update = nullptr;    ///< the one statement that assigns, when nothing reads behind it
  SourceRange newValue;          ///< what it assigns
  std::vector<SourceRange> head; ///< uses in the head of the loop
  bool reads = false;            ///< the body does
  bool constant = false;         ///< the name in the body can be
  CarriedForm form;              ///< what happens beside the loop
};

bool isVector(const Variable &v) { return v.type.kind == Type::Kind::Vector && v.type.dims.size() > 1; }

class FlattenForIterArgs : public Pass {
public:
  explicit FlattenForIterArgs(const PassStep &step) : tag(step.value("loop")) {}
  const PassInfo &info() const override { return ::info; }
  bool editsText() const override { return true; }
  bool handles(const Function &f) const override { return f.role != FunctionRole::Opaque; }
  const char *subject() const override { return "vec::"; }

  std::vector<Candidate> match(const Analyses &a) const override {
    std::vector<Candidate> out;
    walk(*a.function.body, [&](Op &op) {
      if (op.kind != OpKind::Parallel && Control::isLoop(op) && (tag.empty() || isTagged(op, tag)) &&
          !carriedVectors(op, a).empty())
        out.push_back({&op, op.where});
    });
    return out;
  }

  Verdict prove(const Candidate &candidate, const Analyses &a) override {
    loop = candidate.op;
    flattened.clear();
    if (auto v = guardDeclarationBefore(*loop))
      return *v;
    const Block &body = bodyOf(*loop);
    if (auto v = guard(body.range, {body.range}, *loop))
      return *v;
    if (const Op *exit = earlyExit(body))
      return decline("early-exit", "kept: an iteration may end early").note(exit, "here");
    Verdict declined;
    for (const Variable *v : carriedVectors(*loop, a)) {
      Flattened f;
      f.variable = v;
      Verdict verdict = prove(f, a);
      if (verdict.legal)
        flattened.push_back(std::move(f));
      else if (declined.reason.empty())
        declined = std::move(verdict);
    }
    return flattened.empty() ? declined : legal();
  }

  std::string apply(const Candidate &, Rewriter &rw) override {
    std::string names, flats;
    for (const Flattened &f : flattened) {
      const Variable &v = *f.variable;
      const std::string flat = rw.fresh(v.name + "_flat"), cast = rw.dsl("vec::shape_cast");
      const std::string down = cast + "<" + std::to_string(countOf(v.type.dims)) + ">(";
      const std::string up = cast + "<" + spellDims(v.type.dims) + ">(" + flat + ")";
      names += (names.empty() ? "'" : ", '") + v.name + "'";
      flats += (flats.empty() ? "'" : ", '") + flat + "'";
      f.form.before(flat, down, rw);
      for (const SourceRange &use : f.head)
        rw.respell(use, Text(up));
      if (f.reads || !f.update)
        rw.first(bodyOf(*loop), Text((f.constant ? "const auto " : "auto ") + v.name + " = " + up + ";"));
      if (f.update) {
        Text t(flat + " = " + down);
        t << f.newValue << ");";
        rw.respell(f.update->statement->range, std::move(t));
      } else {
        rw.last(bodyOf(*loop), Text(flat + " = " + down + v.name + ");"));
      }
      f.form.behind(up, rw);
    }
    return names + (flattened.size() == 1 ? " goes" : " go") + " round the loop with one dimension: " + flats;
  }

private:
  /// Vectors from outside of the loop that it assigns, and whose value from outside or from the last
  /// iteration it reads.
  static std::vector<const Variable *> carriedVectors(const Op &loop, const Analyses &a) {
    std::vector<const Variable *> out;
    const auto assigned = [&](const Variable *v) {
      if (!v || !isVector(*v) || v->kind == Variable::Kind::Temporary ||
          std::find(out.begin(), out.end(), v) != out.end() || isDeclaredIn(*v, loop))
        return;
      for (const Op *use : a.values.uses(*v)) {
        const std::set<Definition> seen = a.values.reaching(*v, *use);
        if (isIn(*use, loop) && std::any_of(seen.begin(), seen.end(), [&](const Definition &d) {
              return !d.op || !ancestorIn(bodyOf(loop), const_cast<Op *>(d.op));
            })) {
          out.push_back(v);
          return;
        }
      }
    };
    for (const auto &region : loop.regions)
      walk(*region, [&](const Op &op) {
        for (const std::vector<Variable *> *defined : {&op.results, &op.clobbers})
          for (const Variable *v : *defined)
            assigned(v);
      });
    return out;
  }

  static bool isDeclaredIn(const Variable &v, const Op &loop) {
    if (v.kind != Variable::Kind::Local || !v.declaration)
      return false;
    for (const Block *b = v.declaration->block; b->owner; b = b->owner->parent)
      if (b->owner == &loop)
        return true;
    return false;
  }

  Verdict prove(Flattened &f, const Analyses &a) const {
    const Variable &v = *f.variable;
    const std::string name = quoted(&v);
    const Block &body = bodyOf(*loop);
    const bool own = v.kind == Variable::Kind::Local || v.kind == Variable::Kind::Parameter;
    if (!own || v.escapes || v.isStatic || v.isReference || v.byReference || v.hasAlias || v.bindsResult ||
        v.name.empty())
      return decline("referenced", name + " kept: something else may read or assign it");
    for (const Op *op : a.values.definitions(v))
      if (std::find(op->clobbers.begin(), op->clobbers.end(), &v) != op->clobbers.end())
        return decline("referenced", name + " kept: it may be assigned through a reference").note(op, "here");
    for (const auto &other : a.function.variables)
      if (other.get() != &v && other->name == v.name && other->declaration && isDeclaredIn(*other, *loop) &&
          (other->declaration->block == &body || other->declaration->block->owner == loop))
        return decline("name-hidden", name + " kept: the loop declares another one of that name");
    for (const Op *op : a.values.definitions(v))
      if (isIn(*op, *loop) && !inBody(*op))
        return decline("name-hidden", name + " kept: the head of the loop assigns it").note(op, "here");
    for (const Op *use : a.values.uses(v)) {
      f.reads |= inBody(*use);
      if (!isIn(*use, *loop) || inBody(*use))
        continue;
      const std::size_t known = f.head.size();
      for (const Operand &o : use->operands)
        if (o.variable == &v && o.range.valid() && o.range.text() == v.name && !guard(o.range, {}, *use))
          f.head.push_back(o.range);
      if (f.head.size() == known)
        return decline("name-hidden", name + " kept: the head of the loop needs it by its name").note(use, "here");
    }
    findUpdate(f, a);
    f.constant = f.update && usesTakeConst(v, a, [&](const Op &use) { return isIn(use, *loop); });
    f.form = CarriedForm(v, *loop, a, f.head, body.range);
    return legal();
  }

  bool inBody(const Op &op) const { return ancestorIn(bodyOf(*loop), const_cast<Op *>(&op)) != nullptr; }

  /// The one statement `v = value;` that ends v's part in an iteration, if there is one.
  void findUpdate(Flattened &f, const Analyses &a) const {
    const Variable &v = *f.variable;
    const Op *update = nullptr;
    for (const Op *op : a.values.definitions(v))
      if (isIn(*op, *loop)) {
        if (update)
          return;
        update = op;
      }
    const Statement *st = update->statement;
    const Block &body = bodyOf(*loop);
    if (update->parent != &body || !st || st->block != &body || st->form != Statement::Form::Expression ||
        st->attributed || st->assigned != &v || st->root != update || !st->range.valid())
      return;
    for (const Op *use : a.values.uses(v))
      if (inBody(*use) && use->id > update->id)
        return;
    f.newValue = assignedValue(*st, v);
    if (f.newValue.valid() && !guard(st->range, {f.newValue}, *update))
      f.update = update;
  }

  const std::string tag;
  const Op *loop = nullptr;
  std::vector<Flattened> flattened; ///< what prove() found, for apply()
};

const Registration registration(info, [](const PassStep &step) -> std::unique_ptr<Pass> {
  return std::make_unique<FlattenForIterArgs>(step);
});

} // namespace
