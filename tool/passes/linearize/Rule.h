//===- Rule.h - one of the rewrites that linearize-vectors is made of -------===//

#ifndef PTO_PASSES_LINEARIZE_RULE_H
#define PTO_PASSES_LINEARIZE_RULE_H

#include "passes/Pass.h"

namespace rewrite::linearize {

/// What the user asked for.
struct Settings {
  std::string target;    ///< a PTO_TAG, or ""
  unsigned lanes = 16;   ///< of float, that the machine works on at once
  bool contract = false; ///< a product may lose its rounding
};

/// Match, prove and apply of a Pass, for one idea.
class Rule {
public:
  explicit Rule(const Settings &settings) : settings(settings) {}
  virtual ~Rule() = default;
  virtual std::vector<Candidate> match(const Analyses &analyses) = 0;
  /// \pre match() of the same analyses found the candidate.
  virtual Verdict prove(const Candidate &candidate, const Analyses &analyses) = 0;
  virtual std::string apply(const Candidate &candidate, Rewriter &rewriter) = 0;

protected:
  const Settings settings;
};

std::unique_ptr<Rule> unitDims(const Settings &settings);
std::unique_ptr<Rule> everyNth(const Settings &settings);
std::unique_ptr<Rule> rows(const Settings &settings);
std::unique_ptr<Rule> rankOne(const Settings &settings);
std::unique_ptr<Rule> nibbles(const Settings &settings);
std::unique_ptr<Rule> widenLate(const Settings &settings);
std::unique_ptr<Rule> multiplyAdd(const Settings &settings);
std::unique_ptr<Rule> halves(const Settings &settings);

/// What is in the way of edits inside of the op that keep its own text; nothing when nothing is.
std::optional<Verdict> obstacle(const Op &op);

/// "vec::shape_cast<4, 8>(" ... ")"
Text castTo(const std::vector<Extent> &dims, const Text &value, const Rewriter &rewriter);

} // namespace rewrite::linearize

#endif
