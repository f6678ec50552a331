//===- Proof.h - the proof that a staging buffer is not needed ---*- C++ -*-===//
//
// One object proves one candidate: a chain of checks, each of which lets the
// candidate pass or declines it. Each file beside this one answers one question.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_STAGING_PROOF_H
#define PTO_PASSES_STAGING_PROOF_H

#include "passes/staging/Staging.h"

#include "analysis/Loops.h"

#include <algorithm>
#include <set>

namespace rewrite {

/// Nothing: go on. A verdict: declined.
using Answer = std::optional<Verdict>;

class StagingProof {
public:
  StagingProof(Op &create, const Analyses &a, const StagingPolicy &policy, Staging &s) : a(a), policy(policy), s(s) {
    s.create = &create;
    s.root = {Root::Kind::Created, &create, nullptr, 0};
    s.name = quoted(create.result(), "the staging buffer");
  }
  Verdict run() {
    using Check = std::optional<Verdict> (StagingProof::*)();
    static constexpr Check checks[] = {
        &StagingProof::oneAssemble,      &StagingProof::plainForms,     &StagingProof::noEscape,
        &StagingProof::sameHandle,       &StagingProof::sameBlock,      &StagingProof::noExit,
        &StagingProof::usesAllowed,      &StagingProof::namedTarget,    &StagingProof::placement,
        &StagingProof::filled,           &StagingProof::targetAlone,    &StagingProof::noThrow,
        &StagingProof::parallelDisjoint, &StagingProof::inBounds,       &StagingProof::textIsOurs,
        &StagingProof::fateOfAssemble,   &StagingProof::noneLeftBehind,
    };
    for (Check check : checks)
      if (std::optional<Verdict> v = (this->*check)())
        return std::move(*v);
    return legal();
  }

private:
  Verdict no(const char *reason, std::string why) const { return decline(reason, s.name + " kept: " + std::move(why)); }

  // which buffer
  Answer oneAssemble();
  Answer plainForms();

  // the assemble's source is the very handle, on every path
  Answer sameHandle();
  Answer trace(const Operand &o, const Op &at);
  Answer step(const Op &op, unsigned index);
  static const Operand *argument(const Op &op, const Variable &v);

  // where: one block, in order, nothing leaves it
  Answer sameBlock();
  Verdict differentBlocks(const Op &C, const Op &A);
  Answer noExit();
  Answer noThrow();

  // who else looks at the buffer
  Answer noEscape();
  static bool looksDense(const Op &op);
  static bool looksValid(const Op &op);
  /// Made here, so valid as a whole: nobody sets the valid extents of the target (namedTarget sees to that).
  bool targetIsWhole() const;
  Answer usesAllowed();
  Answer useAllowed(const Op &op);
  /// The op stands between the create and number `at` of the block.
  bool madeSince(const Op &op, std::size_t at) const;
  Verdict outside(const Op &op);
  bool touchesTarget(const Access &access) const;

  // the view exists where the buffer was created
  Answer namedTarget();
  /// At the create itself if all that the slice needs is there, else right before the first use.
  Answer placement();
  /// A slice has conditions that a create does not have: it must not run where the
  /// original code would have left before it used the buffer.
  Answer mayLeaveBeforeUse();
  /// A variable that is declared between the create and its first use, and whose name the create's statement spells.
  const Variable *hiddenOnTheWay(const Statement &st) const;
  /// `word` stands in the text as an identifier.
  static bool spells(std::string_view text, std::string_view word);
  /// Types and aliases that are declared between the two places could give a moved name another meaning.
  static bool declaresTypes(const SourceRange &from, const SourceRange &to);
  /// `place` is the op before which the slice is evaluated; ops from `from` on run after it.
  Answer availableFrom(std::size_t place, std::size_t from);
  static bool plainNumbers(const Operand &list);
  /// An offset that is computed in the assemble's statement: the extent of a handle can be
  /// asked for earlier as well, other computations stay.
  Answer computedOffset(const Variable &v, std::size_t place, std::size_t from);
  bool declaredBefore(const Variable &v, std::size_t place) const;
  /// An op that makes the variable refer to something else; one that hands the same handle back does not.
  const Op *rebinds(const Op &op, const Variable &v) const;
  /// An op at [from, to) of the block, or inside one, that defines what the expression reads.
  const Op *definedIn(const Expr &e, std::size_t from, std::size_t to) const;

  // all of it is written, and nothing of it read before
  Answer filled();
  const Op *next(std::size_t i) const { return i + 1 < block->ops.size() ? block->ops[i + 1] : nullptr; }

  // nobody looks at the target meanwhile
  /// What the assemble writes, in elements of each root that the target may be.
  std::vector<View> targetViews() const;
  Answer targetAlone();
  bool apart(const Access &access, const View &target) const;
  Verdict conflict(const Op &op, const Access &access, const View &target);

  // iterations that run at the same time
  Answer parallelDisjoint();
  bool variesUnseen(const Window &w, const Block &body, const Induction &iterated, const Ranges &inner) const;

  // bounds, text
  Answer inBounds();
  Verdict spelledElsewhere(const Op &op) const;
  Answer textIsOurs();
  /// The assemble's value is the target's handle; where it stands decides how the text says so.
  Answer fateOfAssemble();
  Answer noneLeftBehind();
  static bool hasEffect(const Op &op);
  /// The variable can be replaced by the target wherever it is used.
  bool alwaysTheTarget(const Variable &v) const;

  // walking
  std::size_t index(const Op *op) const;
  bool shows(const Operand &o, const Op &op) const;
  bool mentions(const Op &op) const;
  template <class F> void walkUses(F &&f) const {
    walk(*a.function.body, [&](const Op &op) {
      for (const Operand &o : op.operands)
        if (shows(o, op)) {
          f(op);
          return;
        }
    });
  }
  template <class F> void forEachBetween(std::size_t from, std::size_t to, F &&f) const {
    for (std::size_t i = from; i < to && i < block->ops.size(); ++i) {
      f(*block->ops[i]);
      for (const auto &region : block->ops[i]->regions)
        walk(*region, f);
    }
  }
  const Analyses &a;
  const StagingPolicy &policy;
  Staging &s;
  Block *block = nullptr;
  std::vector<const Op *> chain; // every definition that hands the staging on
  std::set<const Op *> visited;
  bool reachesCreate = false;
  Op *firstUse = nullptr;
  std::vector<const Op *> none;
  std::size_t createAt = 0, useAt = 0, assembleAt = 0;
};

} // namespace rewrite

#endif
