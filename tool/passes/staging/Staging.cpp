//===- Staging.cpp - a staging buffer and what happens to it ----------------===//
//
//     row = create();          C   placement of the slice: here, or sunk to W
//     ...
//     row = fill(x, r, row);   W   first use
//     ...
//     out = assemble(out, row, {r, 0});   A
//
// In the original, `out` changes at A, all at once. With row a view of out it
// changes between W and A, bit by bit. Nobody may be able to tell:
//
//   one C, one A, always together   one block, nothing leaves it between W and A
//   the view exists at C            target and offsets are there and stay as they are
//   nobody looks at out in [W, A)   no read or write of what the window may alias
//   nobody looks at row otherwise   not before it is written, not after A unless
//                                   out is as it was; no pointer, no handle kept
//   all of the window is written    otherwise out keeps old elements where the
//                                   original copied indeterminate ones
//
//===----------------------------------------------------------------------===//

#include "passes/staging/Proof.h"

using namespace rewrite;

/// The variable may have got its handle from `create`, by whatever way: what opaque
/// code does to a handle is looked through. To find candidates, not to prove anything.
static bool mayComeFrom(const Variable &v, const Op &create, const Analyses &a, std::set<const Variable *> &seen) {
  if (!seen.insert(&v).second)
    return false;
  for (const Op *def : a.values.definitions(v)) {
    if (def == &create)
      return true;
    for (const Operand &o : def->operands)
      if (o.variable && o.kind == Operand::Kind::Handle && mayComeFrom(*o.variable, create, a, seen))
        return true;
  }
  return false;
}

std::vector<Op *> rewrite::assemblesOf(const Op &create, const Analyses &a) {
  const Root root{Root::Kind::Created, &create, nullptr, 0};
  std::vector<Op *> out;
  walk(*a.function.body, [&](Op &op) {
    if (!op.is("tensor.assemble") || op.operands.size() < 3 || !op.operands[1].variable)
      return;
    const std::vector<View> views = a.memory.views(*op.operands[1].variable, op);
    const auto has = [&](auto &&f) { return std::any_of(views.begin(), views.end(), f); };
    std::set<const Variable *> seen;
    if (has([&](const View &v) { return v.root == root; }) ||
        (has([](const View &v) { return v.root.kind == Root::Kind::Unknown; }) &&
         mayComeFrom(*op.operands[1].variable, create, a, seen)))
      out.push_back(&op);
  });
  return out;
}

Verdict rewrite::proveStaging(Op &create, const Analyses &a, const StagingPolicy &policy, Staging &staging) {
  return StagingProof(create, a, policy, staging).run();
}
