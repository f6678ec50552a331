//===- Control.h - control flow of a kernel ----------------------*- C++ -*-===//
//
// The structured ops of a function as a flow graph with a node per op (a loop
// or branch is the node of its header), and what follows from it: which op can
// come before which, dominance, post-dominance, the loop nest of an op.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ANALYSIS_CONTROL_H
#define PTO_ANALYSIS_CONTROL_H

#include "kernel/Model.h"

#include <unordered_map>

namespace rewrite {

class Control {
public:
  static constexpr unsigned entry = 0, exit = 1;

  explicit Control(const Function &function);

  unsigned node(const Op &op) const { return nodes.at(&op); }
  bool has(const Op &op) const { return nodes.count(&op) != 0; }
  /// Null for entry and exit.
  const Op *op(unsigned node) const { return ops[node]; }
  const std::vector<unsigned> &successors(unsigned node) const { return succs[node]; }
  const std::vector<unsigned> &predecessors(unsigned node) const { return preds[node]; }
  unsigned size() const { return static_cast<unsigned>(ops.size()); }

  /// Every path from the entry to `b` passes `a`. An op dominates itself.
  bool dominates(const Op &a, const Op &b) const { return isAncestor(idom, node(a), node(b)); }
  /// Every path from `b` to the exit passes `a`.
  bool postDominates(const Op &a, const Op &b) const { return isAncestor(ipdom, node(a), node(b)); }
  /// Some path leads from behind `from` to `to`.
  bool reaches(const Op &from, const Op &to) const;

  /// Nodes on some path from behind `from` to before `to` that does not pass
  /// `from` again. Such a path may pass `to`, in a loop that `from` is not in;
  /// otherwise neither end is part of it.
  std::vector<const Op *> between(const Op &from, const Op &to) const;

  /// The loops around an op, innermost first (for, while, do, parallel).
  static std::vector<const Op *> loopsAround(const Op &op);
  static bool isLoop(const Op &op);

private:
  struct Targets {
    std::vector<unsigned> *breaks = nullptr, *continues = nullptr, *returns = nullptr;
  };
  using Ends = std::vector<unsigned>;

  unsigned add(const Op *op);
  void connect(const Ends &from, unsigned to);
  Ends buildBlock(const Block &block, Ends in, const Targets &targets);
  Ends buildOp(const Op &op, Ends in, const Targets &targets);
  Ends buildSwitch(const Op &op, unsigned header, const Targets &targets);
  static std::vector<unsigned> immediateDominators(unsigned root, const std::vector<std::vector<unsigned>> &succs,
                                                   const std::vector<std::vector<unsigned>> &preds);
  static bool isAncestor(const std::vector<unsigned> &tree, unsigned a, unsigned b);
  std::vector<bool> flood(unsigned from, const std::vector<std::vector<unsigned>> &edges, unsigned stop) const;

  std::vector<const Op *> ops;
  std::vector<std::vector<unsigned>> succs, preds;
  std::unordered_map<const Op *, unsigned> nodes;
  std::vector<unsigned> idom, ipdom;
};

} // namespace rewrite

#endif
