//===- Pass.h - what a pass is ------------------------------------*- C++ -*-===//
//
// A pass is one file: its declaration (PassInfo), and match, prove, apply.
//
//   match   finds candidates; all of them, before anything changes
//   prove   answers `legal()` or `decline(reason)`; it is asked again right
//           before the change, since earlier changes may have moved the ground
//   apply   changes the model through the Rewriter, and says what it did
//
// The manager (Manager.cpp) drives them, counts what match() finds, and turns verdicts into
// remarks; the driver checks that rewritten + declined = matched.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_PASS_H
#define PTO_PASSES_PASS_H

#include "analysis/Memory.h"
#include "analysis/Summaries.h"
#include "kernel/Names.h"
#include "kernel/Rewriter.h"
#include "pto-rewrite/PassInfo.h"
#include "pto-rewrite/Pipeline.h"

#include <memory>

namespace rewrite {

/// The analyses of one function, made afresh after each change.
struct Analyses {
  Analyses(const Function &function, Summaries &summaries)
      : function(function),
        control(function),
        values(function, control),
        memory(function, values, summaries),
        summaries(summaries) {}

  const Function &function;
  Control control;
  Values values;
  Memory memory;
  Summaries &summaries;
};

struct Verdict {
  bool legal = false;
  std::string reason;  ///< code, when declined
  std::string message; ///< "'row' kept: 'out' is read before the assemble"
  std::vector<Note> notes;

  Verdict &&note(Location where, std::string text) && {
    notes.push_back({std::move(where), std::move(text)});
    return std::move(*this);
  }
  Verdict &&note(const Op *op, std::string text) && {
    return op ? std::move(*this).note(op->where, std::move(text)) : std::move(*this);
  }
};

inline Verdict legal() {
  Verdict v;
  v.legal = true;
  return v;
}
inline Verdict decline(std::string reason, std::string message) {
  return {false, std::move(reason), std::move(message), {}};
}

/// One place that a pass may change.
struct Candidate {
  Op *op = nullptr;
  Location where;
  unsigned rule = 0; ///< which rule found it, in a pass of several
};

class Pass {
public:
  virtual ~Pass() = default;
  virtual const PassInfo &info() const = 0;
  /// apply() changes the text only (the second group of Rewriter): the unit is parsed anew
  /// after the candidates of each function that do not touch one another.
  virtual bool editsText() const { return false; }
  virtual bool handles(const Function &function) const = 0;
  /// The word without which source text cannot hold the pattern.
  virtual const char *subject() const = 0;
  virtual std::vector<Candidate> match(const Analyses &analyses) const = 0;
  virtual Verdict prove(const Candidate &candidate, const Analyses &analyses) = 0;
  /// \pre prove() of the same analyses was legal. Returns what to tell the user.
  virtual std::string apply(const Candidate &candidate, Rewriter &rewriter) = 0;
  /// What -Rpass-analysis tells of what apply() made; "": nothing.
  virtual std::string analysis() const { return ""; }
};

/// 'name', or `otherwise` for what has none.
inline std::string quoted(const Variable *v, const char *otherwise = "a value") {
  return v && !v->name.empty() ? "'" + v->name + "'" : otherwise;
}

/// Declines when an edit of `range` would destroy what is not ours; `kept` survives.
std::optional<Verdict> guard(const SourceRange &range, const std::vector<SourceRange> &kept, const Op &op);

/// Declines when a comment asks the pass to keep the line of `op`.
std::optional<Verdict> guardComment(const Op &op, const PassInfo &pass);

/// Declines when no declaration can be put right before the statement of `op`.
std::optional<Verdict> guardDeclarationBefore(const Op &op);

using PassFactory = std::unique_ptr<Pass> (*)(const PassStep &step);

/// `const Registration r(info, factory);` at file scope makes a pass known.
struct Registration {
  Registration(const PassInfo &info, PassFactory factory);
};

std::unique_ptr<Pass> makePass(const PassStep &step);

} // namespace rewrite

#endif
