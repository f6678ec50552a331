//===- Violations.cpp - calls that break what roles say ---------------------===//
//
// An Out or InOut parameter overlaps no other one: the contract on which the passes rest.
// Calls in the same file that pass one storage twice are seen.
//
//===----------------------------------------------------------------------===//

#include "analysis/Loops.h"
#include "analysis/Memory.h"
#include "analysis/Summaries.h"

using namespace rewrite;

static bool overlap(const Memory &memory, const Op &op, const Operand &a, const Operand &b) {
  if (!a.variable || !b.variable || a.kind != Operand::Kind::Handle || b.kind != Operand::Kind::Handle)
    return false;
  for (const View &x : memory.views(*a.variable, op))
    for (const View &y : memory.views(*b.variable, op)) {
      if (x.root != y.root || x.root.kind == Root::Kind::Unknown || x.root.kind == Root::Kind::Null)
        continue;
      if (!x.window || !y.window || !affine::disjoint(*x.window, *y.window, rangesAround(op, memory)))
        return true;
    }
  return false;
}

void Summaries::findViolations(const Module &module) {
  for (const auto &f : module.functions) {
    if (!f->hasBody || !f->unmodelled.empty())
      continue;
    std::vector<const Op *> calls;
    walk(*f->body, [&](const Op &op) {
      unsigned handles = 0;
      for (const Operand &o : op.operands)
        handles += o.kind == Operand::Kind::Handle;
      if (op.kind == OpKind::Call && handles > 1 && op.callee->hasBody)
        calls.push_back(&op);
    });
    if (calls.empty())
      continue;
    const Control control(*f);
    const Values values(*f, control);
    const Memory memory(*f, values, *this);
    for (const Op *op : calls)
      for (std::size_t i = 0; i < op->operands.size(); ++i)
        for (std::size_t j = i + 1; j < op->operands.size(); ++j)
          if (overlap(memory, *op, op->operands[i], op->operands[j]))
            violations.insert({op->callee, static_cast<int>(i), static_cast<int>(j)});
  }
}
