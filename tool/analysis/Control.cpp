//===- Control.cpp - control flow of a kernel -------------------------------===//
//
// Dominators: K. D. Cooper, T. J. Harvey, K. Kennedy, "A Simple, Fast Dominance
// Algorithm" (2001); kernels are small, so nothing faster is needed.
//
//===----------------------------------------------------------------------===//

#include "analysis/Control.h"

#include <algorithm>

using namespace rewrite;

static constexpr unsigned none = ~0u;

Control::Control(const Function &function) {
  add(nullptr); // entry
  add(nullptr); // exit
  std::vector<unsigned> returns;
  Targets targets;
  targets.returns = &returns;
  if (function.body)
    connect(buildBlock(*function.body, {entry}, targets), exit);
  connect(returns, exit);
  idom = immediateDominators(entry, succs, preds);
  ipdom = immediateDominators(exit, preds, succs);
}

unsigned Control::add(const Op *op) {
  ops.push_back(op);
  succs.emplace_back();
  preds.emplace_back();
  const unsigned n = static_cast<unsigned>(ops.size() - 1);
  if (op)
    nodes[op] = n;
  return n;
}

void Control::connect(const Ends &from, unsigned to) {
  for (unsigned f : from)
    if (std::find(succs[f].begin(), succs[f].end(), to) == succs[f].end()) {
      succs[f].push_back(to);
      preds[to].push_back(f);
    }
}

static void append(std::vector<unsigned> &to, const std::vector<unsigned> &from) {
  to.insert(to.end(), from.begin(), from.end());
}

Control::Ends Control::buildBlock(const Block &block, Ends in, const Targets &targets) {
  for (const Op *op : block.ops)
    in = buildOp(*op, std::move(in), targets);
  return in;
}

Control::Ends Control::buildOp(const Op &op, Ends in, const Targets &targets) {
  if (op.kind == OpKind::For)
    in = buildBlock(*op.regions[0], std::move(in), targets);
  const unsigned n = add(&op);
  connect(in, n);
  std::vector<unsigned> breaks, continues;
  Targets inLoop = {&breaks, &continues, targets.returns};
  switch (op.kind) {
  case OpKind::Return:
  case OpKind::Throw:
    targets.returns->push_back(n);
    return {};
  case OpKind::Break:
    if (targets.breaks)
      targets.breaks->push_back(n);
    return {};
  case OpKind::Continue:
    if (targets.continues)
      targets.continues->push_back(n);
    return {};
  case OpKind::Opaque:
    if (op.mayTransferOut)
      targets.returns->push_back(n);
    return {n};
  case OpKind::Scope:
    return buildBlock(*op.regions[0], {n}, targets);
  case OpKind::If: {
    Ends out = buildBlock(*op.regions[0], {n}, targets);
    append(out, buildBlock(*op.regions[1], {n}, targets));
    return out;
  }
  case OpKind::For: {
    const Ends tested = buildBlock(*op.regions[1], {n}, targets);
    Ends body = buildBlock(*op.regions[2], tested, inLoop);
    append(body, continues);
    connect(buildBlock(*op.regions[3], std::move(body), targets), n);
    Ends out = op.regions[1]->ops.empty() ? Ends() : tested; // for (;;) ends by break alone
    append(out, breaks);
    return out;
  }
  case OpKind::While: {
    Ends out = buildBlock(*op.regions[0], {n}, targets);
    Ends body = buildBlock(*op.regions[1], out, inLoop);
    append(body, continues);
    connect(body, n);
    append(out, breaks);
    return out;
  }
  case OpKind::DoWhile: {
    Ends body = buildBlock(*op.regions[0], {n}, inLoop);
    append(body, continues);
    Ends out = buildBlock(*op.regions[1], std::move(body), targets);
    connect(out, n);
    append(out, breaks);
    return out;
  }
  case OpKind::Parallel: {
    std::vector<unsigned> returns; // leave the iteration, not the function
    Targets inBody;
    inBody.returns = &returns;
    connect(buildBlock(*op.regions[0], {n}, inBody), n);
    connect(returns, n);
    return {n};
  }
  case OpKind::Switch:
    return buildSwitch(op, n, targets);
  default:
    return {n};
  }
}

Control::Ends Control::buildSwitch(const Op &op, unsigned header, const Targets &targets) {
  std::vector<unsigned> breaks;
  Targets inside = targets;
  inside.breaks = &breaks;
  Ends in;
  for (const Op *o : op.regions[0]->ops) {
    if (std::find(op.cases.begin(), op.cases.end(), o) != op.cases.end())
      in.push_back(header);
    in = buildOp(*o, std::move(in), inside);
  }
  if (!op.hasDefault || std::find(op.cases.begin(), op.cases.end(), nullptr) != op.cases.end())
    in.push_back(header);
  append(in, breaks);
  return in;
}

std::vector<unsigned> Control::immediateDominators(unsigned root, const std::vector<std::vector<unsigned>> &succs,
                                                   const std::vector<std::vector<unsigned>> &preds) {
  const std::size_t n = succs.size();
  std::vector<unsigned> order, number(n, none); // post-order
  std::vector<std::pair<unsigned, std::size_t>> stack = {{root, 0}};
  std::vector<bool> seen(n, false);
  seen[root] = true;
  while (!stack.empty()) {
    auto &[node, next] = stack.back();
    if (next < succs[node].size()) {
      const unsigned s = succs[node][next++];
      if (!seen[s]) {
        seen[s] = true;
        stack.emplace_back(s, 0);
      }
    } else {
      number[node] = static_cast<unsigned>(order.size());
      order.push_back(node);
      stack.pop_back();
    }
  }
  std::vector<unsigned> idom(n, none);
  idom[root] = root;
  for (bool changed = true; changed;) {
    changed = false;
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      if (*it == root)
        continue;
      unsigned best = none;
      for (unsigned p : preds[*it]) {
        if (idom[p] == none)
          continue;
        if (best == none) {
          best = p;
          continue;
        }
        unsigned a = p, b = best;
        while (a != b) {
          while (number[a] < number[b])
            a = idom[a];
          while (number[b] < number[a])
            b = idom[b];
        }
        best = a;
      }
      if (best != idom[*it]) {
        idom[*it] = best;
        changed = true;
      }
    }
  }
  return idom;
}

bool Control::isAncestor(const std::vector<unsigned> &tree, unsigned a, unsigned b) {
  if (tree[b] == none)
    return false;
  while (b != a && tree[b] != b)
    b = tree[b];
  return a == b;
}

/// Nodes reachable from `from` by at least one edge, not going on behind `stop`.
std::vector<bool> Control::flood(unsigned from, const std::vector<std::vector<unsigned>> &edges, unsigned stop) const {
  std::vector<bool> seen(ops.size(), false);
  std::vector<unsigned> work(edges[from]);
  while (!work.empty()) {
    const unsigned n = work.back();
    work.pop_back();
    if (seen[n])
      continue;
    seen[n] = true;
    if (n != stop)
      work.insert(work.end(), edges[n].begin(), edges[n].end());
  }
  return seen;
}

bool Control::reaches(const Op &from, const Op &to) const { return flood(node(from), succs, none)[node(to)]; }

std::vector<const Op *> Control::between(const Op &from, const Op &to) const {
  const unsigned a = node(from), b = node(to);
  // What lies behind `from` only by passing it again does not count: both floods stop there.
  // They pass `to`: when it comes round a loop, what ran since its last time lies in between, itself included.
  const std::vector<bool> forward = flood(a, succs, a), backward = flood(b, preds, a);
  std::vector<const Op *> out;
  for (unsigned n = 2; n < ops.size(); ++n)
    if (n != a && forward[n] && backward[n])
      out.push_back(ops[n]);
  return out;
}

bool Control::isLoop(const Op &op) {
  return op.kind == OpKind::For || op.kind == OpKind::While || op.kind == OpKind::DoWhile ||
         op.kind == OpKind::Parallel;
}

std::vector<const Op *> Control::loopsAround(const Op &op) {
  std::vector<const Op *> out;
  for (const Op *o = op.parent->owner; o; o = o->parent->owner)
    if (isLoop(*o))
      out.push_back(o);
  return out;
}
