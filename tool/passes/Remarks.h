//===- Remarks.h - what a run of the pipeline has to say ---------*- C++ -*-===//

#ifndef PTO_PASSES_REMARKS_H
#define PTO_PASSES_REMARKS_H

#include "passes/EditedFiles.h"
#include "pto-rewrite/Rewrite.h"

#include <set>

namespace rewrite {

/// `r`, of an instance of `f`, when the instances would become different texts.
Remark instancesDisagree(const Function &f, Remark r);

/// Collects remarks from all passes, instances and stages, and makes of them one a place.
class Remarks {
public:
  explicit Remarks(const EditedFiles &files) : files(files) {}

  /// `r` speaks of `f` (null: of something without a model) in the text of `module`, which is as the files are now.
  void add(const Function *f, Remark r, const Module &module);
  /// What was applied to these instances was taken back, since they would become different texts.
  void disagree(const std::vector<const Function *> &instances);
  /// These instances became, or stay, texts of their own: what is said of one is not said of the others.
  void separate(const std::vector<const Function *> &instances);
  std::size_t size() const { return all.size(); }
  /// Functions of which something was applied since then, by key() and by name.
  std::set<std::string> appliedSince(std::size_t size) const;
  /// Those for which some step of the kind did something, and none of the other passes but such.
  std::set<std::string> onlyPreparedSince(std::size_t size) const;
  /// Forgets all since then but for what `pass` kept of these functions.
  void takeBack(std::size_t size, const std::string &pass, const std::set<std::string> &functions);
  /// The template that it is an instance of, or its name.
  static std::string key(const Function &f) { return f.pattern.empty() ? f.name : f.pattern; }
  /// One remark a place, in order (those of the main file first); where instances went different ways, one for each
  /// that stays, which is a match of its own.
  void finish(UnitResult &result);

private:
  const EditedFiles &files;
  std::vector<std::pair<const Function *, Remark>> all;
  bool stays(const Remark &r) const;
  std::set<std::string> separated; ///< names of functions
};

} // namespace rewrite

#endif
