//===- Loops.cpp - how often an op runs -------------------------------------===//

#include "analysis/Loops.h"

#include "analysis/Control.h"

#include <algorithm>

using namespace rewrite;

/// What leaves the op's surroundings: `loopDepth` loops of ours can absorb a
/// break or continue, a parallel region absorbs a return.
static const Op *exitIn(const Op &op, bool inLoop, bool inSwitch, bool inParallel) {
  switch (op.kind) {
  case OpKind::Return:
    return inParallel ? nullptr : &op;
  case OpKind::Throw:
    return &op;
  case OpKind::Break:
    return inLoop || inSwitch ? nullptr : &op;
  case OpKind::Continue:
    return inLoop ? nullptr : &op;
  case OpKind::Opaque:
    return op.mayTransferOut ? &op : nullptr;
  default:
    break;
  }
  const bool loop = op.kind != OpKind::Parallel && Control::isLoop(op);
  for (const auto &region : op.regions)
    for (const Op *o : region->ops)
      if (const Op *e = exitIn(*o, inLoop || loop, inSwitch || op.kind == OpKind::Switch,
                               inParallel || op.kind == OpKind::Parallel))
        return e;
  return nullptr;
}

const Op *rewrite::earlyExit(const Block &block, const Op *from, const Op *to) {
  bool active = from == nullptr;
  for (const Op *op : block.ops) {
    if (op == to)
      break;
    if (active)
      if (const Op *e = exitIn(*op, false, false, false))
        return e;
    active |= op == from;
  }
  return nullptr;
}

bool rewrite::happensAlways(const Op &op, const Block &block, const Op **outermost, const Op *from) {
  const Op *o = &op;
  while (o->parent != &block) {
    // Nothing before it in its own block may jump over it.
    if (earlyExit(*o->parent, nullptr, o))
      return false;
    const Op *owner = o->parent->owner;
    if (!owner)
      return false;
    if (owner->kind == OpKind::Scope) {
      o = owner;
      continue;
    }
    if (!owner->induction || !(owner->kind == OpKind::For || owner->kind == OpKind::Parallel))
      return false;
    // The loop must run its whole range.
    const Block &body = *owner->regions[owner->kind == OpKind::For ? 2 : 0];
    if (&body != o->parent)
      return false;
    for (const Op *inner : body.ops)
      if (exitIn(*inner, false, false, owner->kind == OpKind::Parallel))
        if (exitIn(*inner, false, false, owner->kind == OpKind::Parallel)->kind != OpKind::Continue)
          return false;
    o = owner;
  }
  if (outermost)
    *outermost = o;
  // In `block` itself an exit before it, other than at the very end, skips it.
  return earlyExit(block, from, o) == nullptr;
}

std::optional<std::int64_t> rewrite::executions(const Op &op) {
  std::int64_t n = 1;
  for (const Op *o = &op; o->parent->owner; o = o->parent->owner) {
    const Op &owner = *o->parent->owner;
    if (owner.kind == OpKind::Scope)
      continue;
    if (!owner.induction)
      return std::nullopt;
    const std::optional<std::int64_t> trips = owner.induction->tripCount();
    if (!trips)
      return std::nullopt;
    n *= *trips;
  }
  return n;
}
