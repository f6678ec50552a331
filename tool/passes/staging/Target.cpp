//===- Target.cpp - who looks at the target meanwhile ----------------------===//
//
// Between the first write of the buffer and the assemble nobody may see that the target changes early.
//
//===----------------------------------------------------------------------===//

#include "passes/staging/Proof.h"

using namespace rewrite;

std::vector<View> StagingProof::targetViews() const {
  std::vector<View> out;
  for (const Access &access : a.memory.accesses(*s.assemble))
    if (access.operand == 0)
      out.push_back(access.view);
  return out;
}

Answer StagingProof::targetAlone() {
  const std::vector<View> targets = targetViews();
  Answer answer;
  forEachBetween(useAt, assembleAt, [&](const Op &op) {
    if (answer)
      return;
    for (const Access &access : a.memory.accesses(op))
      for (const View &t : targets)
        if (!answer && access.view.root != s.root && a.memory.mayAlias(access.view.root, t.root) && !apart(access, t))
          answer = conflict(op, access, t);
  });
  return answer;
}

bool StagingProof::apart(const Access &access, const View &target) const {
  if (access.view.root != target.root || !access.view.window || !target.window)
    return false;
  for (const std::vector<Expr> *list : {&access.view.window->offsets, &access.view.window->sizes})
    for (const Expr &e : *list)
      if (a.values.changedBetween(e, *access.op, *s.assemble))
        return false;
  return affine::disjoint(*access.view.window, *target.window, rangesAround(*access.op, a.memory));
}

Verdict StagingProof::conflict(const Op &op, const Access &access, const View &target) {
  const std::string name = quoted(s.target);
  bool fills = false;
  for (const Access &other : a.memory.accesses(op))
    fills |= other.view.root == s.root && other.writes();
  if (access.view.root != target.root) {
    const Variable *other =
        access.operand >= 0 ? op.operands[static_cast<std::size_t>(access.operand)].variable : nullptr;
    return no("may-alias", (other && !other->name.empty() ? quoted(other) : "what is touched here") +
                               " may share storage with " + name)
        .note(&op, access.writes() ? "written here" : "read here");
  }
  if (fills && op.kind == OpKind::Call)
    return access.writes()
               ? no("target-and-staging-together", "one call writes it and " + name).note(&op, "here")
               : no("producer-reads-target", "the code that fills it reads " + name + " meanwhile").note(&op, "here");
  for (const Op *o = &op; o->parent->owner; o = o->parent->owner) {
    const Op &owner = *o->parent->owner;
    const unsigned region = owner.kind == OpKind::For || owner.kind == OpKind::DoWhile ? 1 : 0;
    if (Control::isLoop(owner) && owner.kind != OpKind::Parallel && owner.regions[region].get() == o->parent)
      return no("loop-condition-reads-target", "the condition of a loop reads " + name + " before the assemble")
          .note(&op, "here");
  }
  if (!access.writes())
    return no("target-read-between", name + " is read before the assemble").note(&op, "read here");
  if (access.view.window && target.window)
    return no("windows-overlap", "another part of " + name + ", written before the assemble, may overlap its window")
        .note(&op, "written here");
  return no("target-written-between", name + " is written before the assemble").note(&op, "written here");
}

Answer StagingProof::parallelDisjoint() {
  Ranges inner;
  for (const Op *o = block->owner; o; o = o->parent->owner) {
    if (o->kind == OpKind::Parallel) {
      const Block &body = *o->regions[0];
      for (const View &t : targetViews()) {
        if (t.root.kind == Root::Kind::Created && encloses(body, *t.root.op->parent))
          continue; // each iteration has its own
        if (!t.window || !o->induction || variesUnseen(*t.window, body, *o->induction, inner) ||
            !affine::disjointAcross(*t.window, a.memory.resolve(*o->induction, *o), inner, rangesAround(*o, a.memory)))
          return no("parallel-overlap", "two iterations may write the same part of " + quoted(s.target) + " at once")
              .note(o, "of this loop");
      }
    }
    if (o->induction)
      inner.insert(inner.begin(), a.memory.resolve(*o->induction, *o));
  }
  return std::nullopt;
}

bool StagingProof::variesUnseen(const Window &w, const Block &body, const Induction &iterated,
                                const Ranges &inner) const {
  bool varies = false;
  for (const std::vector<Expr> *list : {&w.offsets, &w.sizes})
    for (const Expr &e : *list)
      e.forEachVariable([&](const Variable *v) {
        if (v == iterated.variable ||
            std::any_of(inner.begin(), inner.end(), [&](const Induction &i) { return i.variable == v; }))
          return;
        for (const Op *def : a.values.definitions(*v))
          varies |= encloses(body, *def->parent);
      });
  return varies;
}

Answer StagingProof::inBounds() {
  const Type &target = s.assemble->operands[0].variable->type;
  const std::vector<Expr> extents = a.memory.extentsOf(*s.assemble->operands[0].variable, *s.assemble);
  std::vector<Expr> sizes = a.memory.extentsOf(s.root, s.create->result()->type);
  if (s.offsets->list.size() != target.dims.size())
    return std::nullopt;
  while (sizes.size() < extents.size())
    sizes.insert(sizes.begin(), Expr::constant(1));
  Window w;
  for (const Expr &e : s.offsets->list)
    w.offsets.push_back(a.memory.resolve(e, *s.assemble));
  w.sizes = sizes;
  if (affine::certainlyOutside(w, extents, rangesAround(*s.assemble, a.memory)))
    return no("window-out-of-bounds", "its window reaches over the edge of " + quoted(s.target))
        .note(s.assemble, "assembled here");
  return std::nullopt;
}
