//===- Uses.cpp - who else looks at the buffer -----------------------------===//
//
// Nobody keeps it, nobody relies on its being dense, all of it is written before it is read.
//
//===----------------------------------------------------------------------===//

#include "passes/staging/Proof.h"

#include "analysis/Coverage.h"

using namespace rewrite;

Answer StagingProof::noEscape() {
  const Op *e = a.memory.escapePoint(s.root);
  if (!e)
    return std::nullopt;
  if (e->is("tensor.data"))
    return no("needs-dense", "its memory is used through a pointer, as one dense block").note(e, "here");
  if (e->kind == OpKind::Call) {
    const Summary &callee = a.summaries.of(*e->callee);
    for (std::size_t i = 0; i < e->operands.size() && i < callee.parameters.size(); ++i)
      if (callee.parameters[i].fromBody && callee.parameters[i].needsDense && shows(e->operands[i], *e))
        return no("needs-dense", "'" + e->callee->shortName + "' uses its memory as one dense block")
            .note(e, "called here")
            .note(callee.parameters[i].blame, "because of this");
  }
  if (e->kind == OpKind::Call && e->callee->hasBody)
    return no("staging-retained", "'" + e->callee->shortName + "' keeps the handle").note(e, "called here");
  return no("staging-escapes", e->kind == OpKind::Return ? "its handle is returned" : "its handle is given away")
      .note(e, "here");
}

bool StagingProof::looksDense(const Op &op) {
  return op.is("tensor.dense") || op.is("tensor.reshape") || op.is("tensor.reinterpret") || op.is("tensor.view") ||
         op.is("tensor.data") || op.is("wrap") || op.is("tensor.stride") || op.is("tensor.is_contiguous");
}

bool StagingProof::looksValid(const Op &op) {
  return op.is("tensor.set_validshape") || op.is("tensor.fillpad") || op.is("tensor.valid");
}

bool StagingProof::targetIsWhole() const {
  for (const View &v : a.memory.views(*s.assemble->operands[0].variable, *s.assemble))
    if (v.root.kind != Root::Kind::Created)
      return false;
  return true;
}

Answer StagingProof::usesAllowed() {
  Answer answer;
  walkUses([&](const Op &op) {
    if (!answer)
      answer = useAllowed(op);
  });
  return answer;
}

Answer StagingProof::useAllowed(const Op &op) {
  unsigned times = 0;
  bool writes = false;
  for (std::size_t i = 0; i < op.operands.size(); ++i) {
    if (!shows(op.operands[i], op))
      continue;
    ++times;
    if (op.is("tensor.no_dep"))
      return no("dependency-flag", "what it says of dependencies must not be said of the target").note(&op, "here");
    bool dense = looksDense(op), valid = looksValid(op) || (worksOnValidPart(op) && !targetIsWhole());
    const Op *blame = nullptr;
    if (op.kind == OpKind::Call) {
      const ParameterEffect &e = a.summaries.of(*op.callee).parameters[i];
      dense = e.needsDense;
      valid = e.asksValid || (e.usesValidPart && !targetIsWhole());
      writes |= e.writes;
      blame = e.blame;
    }
    if (dense)
      return no("needs-dense", "dense memory is asked for, a view has the target's pitch")
          .note(&op, "here")
          .note(blame, "because of this");
    if (valid)
      return no("valid-shape", "its valid extents are looked at or set")
          .note(&op, "here")
          .note(blame, "because of this");
  }
  if (times > 1 && writes)
    return no("staging-passed-twice", "it is passed twice to one call that writes it").note(&op, "here");

  const Op *const top = ancestorIn(*block, const_cast<Op *>(&op));
  if (!top)
    return outside(op);
  const std::size_t at = index(top);
  if (at < createAt)
    return no("rotating-buffer", "it is used before it is created, one iteration later").note(&op, "here");
  if (at <= assembleAt) {
    // It must be this iteration's buffer.
    for (const Operand &o : op.operands)
      if (shows(o, op))
        for (const Definition &d : a.values.reaching(*o.variable, op))
          for (const View &v : a.memory.viewsOf(d, *o.variable))
            if (v.root == s.root && (!d.op || !madeSince(*d.op, at)))
              return no("rotating-buffer", "the buffer of an earlier iteration is used").note(&op, "here");
    return std::nullopt;
  }
  for (const Access &access : a.memory.accesses(op))
    if (access.view.root == s.root && access.writes())
      return no("staging-written-after", "it is written again after the assemble").note(&op, "here");
  // A later read sees the same values as long as the target keeps them.
  Answer answer;
  forEachBetween(assembleAt + 1, at + 1, [&](const Op &other) {
    for (const Access &access : a.memory.accesses(other))
      if (!answer && access.writes() && &other != &op && touchesTarget(access))
        answer = no("staging-read-after", "it is read again after the target has changed")
                     .note(&op, "read here")
                     .note(&other, "changed here");
  });
  return answer;
}

bool StagingProof::madeSince(const Op &op, std::size_t at) const {
  const Op *top = ancestorIn(*block, const_cast<Op *>(&op));
  return top && index(top) >= createAt && index(top) <= at;
}

Verdict StagingProof::outside(const Op &op) {
  bool writes = false;
  for (const Access &access : a.memory.accesses(op))
    writes |= access.view.root == s.root && access.writes();
  if (writes)
    return no("staging-written-after", "it is written outside of the block that creates it").note(&op, "here");
  return no("staging-read-after", "it is read outside of the block that creates it").note(&op, "here");
}

bool StagingProof::touchesTarget(const Access &access) const {
  for (const View &t : a.memory.views(*s.assemble->operands[0].variable, *s.assemble))
    if (a.memory.mayAlias(access.view.root, t.root))
      return true;
  return false;
}

Answer StagingProof::filled() {
  Answer answer;
  bool written = false;
  const Op *writer = nullptr;
  const Type &type = s.create->result()->type;
  for (std::size_t i = createAt + 1; i < assembleAt && !answer; ++i) {
    const Op *top = block->ops[i];
    const auto visit = [&](const Op &op) {
      for (const Access &access : a.memory.accesses(op)) {
        if (access.view.root != s.root || answer)
          continue;
        if (access.writes())
          writer = &op;
        if (!access.reads() || written)
          continue;
        bool before = true, alsoWrites = access.kind == Access::Kind::Update;
        if (op.kind == OpKind::Call && access.operand >= 0) {
          const ParameterEffect &e = a.summaries.of(*op.callee).parameters[static_cast<std::size_t>(access.operand)];
          before = e.readsBefore;
          alsoWrites = e.writes;
        }
        if (before)
          answer =
              alsoWrites
                  ? no("accumulates",
                       "it is accumulated into before it is written: the view would add to the target's old values")
                        .note(&op, "here")
                  : no("reads-uninitialised", "it is read before it is written").note(&op, "here");
      }
    };
    visit(*top);
    for (const auto &region : top->regions)
      walk(*region, visit);
    written = written || writtenWhole(a.memory, s.root, type, *block, useAt ? block->ops[useAt - 1] : nullptr, next(i));
  }
  if (answer || written || (policy.allowPartialFill && writer))
    return answer;
  if (!writer)
    return no("never-filled", "nothing is written to it before it is assembled").note(s.assemble, "assembled here");
  if (writer->kind == OpKind::Call && !writer->callee->hasBody)
    return no("fill-unproven", "'" + writer->callee->shortName + "' is only declared, and may not write all of it")
        .note(writer, "called here")
        .note(writer->callee->where, "declared here");
  if (writer->parent != block && !happensAlways(*writer, *block))
    return no("fill-conditional", "it is written under a condition only").note(writer, "here");
  return no("partial-fill", "it cannot be shown that all of it is written").note(writer, "written here");
}
