//===- Lowering.h - the vectors of a function in registers ---------*- C++ -*-===//
//
// Every vector of the function becomes one register or several, and each statement on
// vectors one statement for each register, in which ops are calls of intrinsics. All of
// it or nothing: the first thing that has no form stops it.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_TARGETS_X86_LOWERING_H
#define PTO_TARGETS_X86_LOWERING_H

#include "analysis/Transfers.h"
#include "passes/Pass.h"
#include "targets/x86/Ops.h"

#include <map>

namespace rewrite::x86 {

class Lowering {
public:
  /// `exact`: only what has the bits that the ops ask for; `threads`: scf::parallel runs on those of OpenMP.
  Lowering(const Analyses &analyses, const Machine &machine, bool exact, bool threads)
      : a(analyses),
        m(machine),
        exact(exact),
        threads(threads) {}

  /// What is in the way; nothing when `edits` are complete.
  std::optional<Verdict> run();

  std::vector<std::pair<SourceRange, Text>> edits;
  std::vector<std::pair<const Statement *, Text>> before; ///< statements that go before one
  unsigned count = 0;                                     ///< ops

private:
  std::optional<Verdict> check(const Op &op);
  std::optional<Verdict> lower(const Op &op);
  std::optional<Verdict> lowerParts(const Op &op, unsigned parts);
  bool crosses(const Statement &s, const Variable &v) const;
  std::optional<Verdict> declarations();
  void findTranspositions();
  void findWindows();
  void findBuffers();
  std::optional<std::vector<std::pair<SourceRange, Text>>> moved(const Op &maker, bool mayBeCopied) const;
  void unrollShortLoops();
  void shareIterations();
  void findDivisors();
  void findMaxima();
  bool makesOnly(const Op &op, const Variable &v) const;
  bool isQuiet(const Op &op) const;
  bool wantsQuiet(const Op &def) const;
  std::optional<Verdict> lambdas(const Op &op);
  std::optional<Verdict> no(const char *reason, const std::string &why, const Op *at) const;

  const Op *madeThere(const Operand &o) const;
  std::optional<Registers> registers(const Variable &v) const;
  std::string partName(const Variable &v, unsigned part);
  std::string fresh(const std::string &base);
  bool reads(const Op &op) const;

  // Text of part `part`; nothing, and `problem`, when it has no form.
  std::optional<Text> operand(const Operand &o, unsigned part);
  std::optional<Text> value(const Op &op, unsigned part);
  std::optional<Text> transfer(const Op &op, const Transfer &t, unsigned part);
  std::optional<Text> reduction(const Op &op);
  std::optional<Text> transposed(const Op &store);
  std::optional<std::vector<Text>> place(const Op &op, const Transfer &t, unsigned part);
  std::optional<Text> lanewise(const Op &op, unsigned part);
  static bool isPermutation(const Op &op);
  std::optional<Text> permuted(const Op &op, unsigned part);
  std::optional<Text> inserted(const Op &op, unsigned part);
  std::optional<Text> groups(const Operand &o, unsigned part);
  std::optional<Text> dot(const Op &op, unsigned part);
  std::optional<Text> contracted(const Op &op, unsigned part);
  void findFactors();
  std::optional<Text> regrouped(const Op &op, unsigned part);
  std::optional<Pattern> pattern(const Op &op, const std::string &name, Element element) const;
  bool isJoinable(const Op &product) const;
  bool maySignal(const Variable &v, const Op &at, unsigned depth = 0) const;

  const Analyses &a;
  const Machine &m;
  const bool exact, threads;
  std::map<const Variable *, const Op *> makers; ///< of values without a name
  std::map<const Variable *, std::vector<std::string>> partNames;
  std::set<std::string> taken;
  std::set<const Variable *> factors;  ///< matrices that contract multiplies by, in rows of whole registers
  std::set<const Variable *> windows;  ///< memory that becomes a window
  std::set<const Variable *> divisors; ///< numbers that many are divided by
  std::set<const Variable *> maxima;   ///< of lanes: max_quiet takes what NaN is in them
  std::set<const Op *> squares; ///< of transpositions from memory to memory, which are in no registers of their own
  std::map<const Op *, const Op *> loaded; ///< the load of such a store
  std::set<unsigned> annotated;            ///< lambdas, by where their bodies begin
  std::optional<Verdict> problem;
};

/// True of ops of vec::, and of others that have a vector among operands or results.
bool touchesVectors(const Op &op);

} // namespace rewrite::x86

#endif
