//===- Pressure.cpp - how many registers a function's vectors want ----------===//
//
// A value is live from its first definition to its last use; where that is in a loop and
// the definition is before it, to the end of the loop.
//
//===----------------------------------------------------------------------===//

#include "targets/x86/Pressure.h"

#include "targets/x86/Lowering.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::x86;

static bool isLoop(const Op &op) {
  return op.kind == OpKind::For || op.kind == OpKind::While || op.kind == OpKind::DoWhile ||
         op.kind == OpKind::Parallel;
}

static unsigned lastIn(const Op &op) {
  unsigned last = op.id;
  for (const auto &region : op.regions)
    walk(*region, [&](const Op &inner) { last = std::max(last, inner.id); });
  return last;
}

Pressure x86::pressureIn(const Analyses &a, const Machine &machine) {
  Pressure out;
  std::map<unsigned, int> changes; ///< by place: how many registers more from there on
  for (const auto &v : a.function.variables) {
    const std::optional<Registers> in = registersOf(v->type, machine);
    if (!in || (in->element == Element::Mask && isAvx512(machine))) // masks have registers of their own
      continue;
    const std::vector<const Op *> &defs = a.values.definitions(*v), &uses = a.values.uses(*v);
    if (defs.empty() || uses.empty())
      continue;
    unsigned first = defs[0]->id, last = 0;
    for (const Op *d : defs)
      first = std::min(first, d->id);
    for (const Op *use : uses) {
      last = std::max(last, use->id);
      for (const Op *loop = use->parent->owner; loop; loop = loop->parent->owner)
        if (isLoop(*loop) && loop->id > first)
          last = std::max(last, lastIn(*loop) + 1);
    }
    changes[first] += static_cast<int>(in->parts);
    changes[last] -= static_cast<int>(in->parts);
  }
  int live = 0;
  for (const auto &[place, change] : changes) {
    live += change;
    out.live = std::max(out.live, static_cast<unsigned>(std::max(live, 0)));
  }
  walk(*a.function.body, [&](const Op &op) {
    if (!isLoop(op))
      return;
    bool vectors = false, inner = false;
    for (const auto &region : op.regions)
      walk(*region, [&](const Op &o) {
        inner |= isLoop(o);
        vectors |= touchesVectors(o);
      });
    out.loops += vectors && !inner;
  });
  return out;
}

std::string x86::describe(const Pressure &p, const Machine &machine) {
  return std::to_string(p.loops) + (p.loops == 1 ? " loop" : " loops") + " over vectors, at most " +
         std::to_string(p.live) + " of " + std::to_string(machine.registers) + " registers" +
         (p.live > machine.registers ? ": some will be spilled" : "");
}
