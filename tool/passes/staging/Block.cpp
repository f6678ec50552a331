//===- Block.cpp - where do create and assemble stand ----------------------===//
//
// One block, in order, with no way out in between: they run equally often, together.
//
//===----------------------------------------------------------------------===//

#include "passes/staging/Proof.h"

using namespace rewrite;

Answer StagingProof::sameBlock() {
  Op *const A = s.assemble, *const C = s.create;
  if (A->parent != C->parent)
    return differentBlocks(*C, *A);
  createAt = index(C);
  assembleAt = index(A);
  if (createAt > assembleAt)
    return no("rotating-buffer", "what is assembled was created in an earlier iteration").note(A, "assembled here");
  for (const Op *d : chain) {
    const std::size_t at = index(ancestorIn(*block, const_cast<Op *>(d)));
    if (at < createAt || at > assembleAt)
      return no("rotating-buffer", "the handle travels from one iteration to the next").note(d, "here");
  }
  // First use, and the first op of its statement: the last place for the slice.
  for (std::size_t i = createAt + 1; i <= assembleAt && !firstUse; ++i)
    if (block->ops[i]->statement != C->statement && mentions(*block->ops[i]))
      firstUse = block->ops[i];
  if (!firstUse) // all in one statement
    firstUse = C;
  useAt = index(firstUse);
  while (useAt > createAt + 1 && block->ops[useAt - 1]->statement == firstUse->statement)
    --useAt;
  return std::nullopt;
}

Verdict StagingProof::differentBlocks(const Op &C, const Op &A) {
  const auto between = [](const Block &outer, const Op &inner) {
    const Op *branch = nullptr, *loop = nullptr;
    for (const Op *o = inner.parent->owner; o && !encloses(*o->regions[0], outer); o = o->parent->owner) {
      if (Control::isLoop(*o))
        loop = o;
      else if (o->kind != OpKind::Scope)
        branch = o;
      if (o->parent == &outer)
        break;
    }
    return std::pair(branch, loop);
  };
  if (encloses(*C.parent, *A.parent)) {
    const auto [branch, loop] = between(*C.parent, A);
    if (loop) {
      bool filledInside = false;
      walkUses([&](const Op &op) {
        filledInside |= &op != &A && encloses(*loop->parent, *op.parent) && op.parent != C.parent;
      });
      if (filledInside)
        return no("different-loops", "it is created once and assembled in iterations")
            .note(loop, "of this loop")
            .note(&A, "assembled here");
      return no("several-executions", "one filling is assembled many times")
          .note(loop, "by this loop")
          .note(&A, "assembled here");
    }
    if (branch)
      return no("assemble-conditional", "it is assembled under a condition only")
          .note(branch, "this one")
          .note(&A, "assembled here");
    return no("different-scope", "it is created and assembled in different scopes").note(&A, "assembled here");
  }
  if (encloses(*A.parent, *C.parent)) {
    const auto [branch, loop] = between(*A.parent, C);
    if (loop)
      return no("different-loops", "it is created in every iteration and assembled once, after them")
          .note(loop, "of this loop")
          .note(&A, "assembled here");
    if (branch)
      return no("create-conditional", "it is created under a condition only").note(branch, "this one");
    return no("different-scope", "it is created and assembled in different scopes").note(&A, "assembled here");
  }
  for (const Op *o = A.parent->owner; o; o = o->parent->owner)
    if (Control::isLoop(*o) && o == C.parent->owner)
      return no("different-loops", "it is created once and assembled in iterations")
          .note(o, "of this loop")
          .note(&A, "assembled here");
  return no("assemble-conditional", "it is created in one branch and assembled in another").note(&A, "assembled here");
}

Answer StagingProof::noExit() {
  const Op *before = useAt > 0 ? block->ops[useAt - 1] : nullptr;
  if (const Op *e = earlyExit(*block, before, s.assemble))
    return no("exit-between", "the code may leave before the assemble").note(e, "here");
  return std::nullopt;
}

Answer StagingProof::noThrow() {
  const Op *thrower = nullptr;
  forEachBetween(useAt, assembleAt, [&](const Op &op) {
    if ((op.kind == OpKind::Call && a.summaries.of(*op.callee).mayThrow) || (op.kind == OpKind::Opaque && op.mayThrow))
      thrower = thrower ? thrower : &op;
  });
  if (thrower)
    return no("may-throw", "an exception would leave the target half written").note(thrower, "thrown from here");
  return std::nullopt;
}

std::size_t StagingProof::index(const Op *op) const {
  return static_cast<std::size_t>(std::find(block->ops.begin(), block->ops.end(), op) - block->ops.begin());
}

bool StagingProof::shows(const Operand &o, const Op &op) const {
  if (o.kind != Operand::Kind::Handle || !o.variable)
    return false;
  for (const View &v : a.memory.views(*o.variable, op))
    if (v.root == s.root)
      return true;
  return false;
}

bool StagingProof::mentions(const Op &op) const {
  for (const Operand &o : op.operands)
    if (shows(o, op))
      return true;
  for (const auto &region : op.regions)
    for (const Op *o : region->ops)
      if (mentions(*o))
        return true;
  return false;
}
