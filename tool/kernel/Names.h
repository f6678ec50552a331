//===- Names.h - what the names of a function are needed for -----*- C++ -*-===//
//
// A model knows the uses of a variable, the text may know more: decltype, captures,
// code that #if leaves out. Before a name is deleted or replaced both are asked.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_KERNEL_NAMES_H
#define PTO_KERNEL_NAMES_H

#include "kernel/Model.h"

#include <set>

namespace rewrite {

/// The text has the word, not as a part of a longer one.
bool isWordIn(std::string_view text, const std::string &word);

class Names {
public:
  explicit Names(const Function &function) : function(function) {}

  /// Every place that spells the name is a use that can spell another one.
  bool usesCanBeRenamed(const Variable &from) const;
  /// Every place that spells the name is one that the model knows: its declaration, an assignment to it,
  /// an operand. So nothing else can tell when its type becomes another one.
  bool everySpellingIsKnown(const Variable &variable) const;
  bool definedOnce(const Variable &variable) const;
  /// Some op behind `op` in its block, in it, or anywhere when `op` is in a loop, defines the variable.
  bool definedAfter(const Variable &variable, const Op &op) const;
  /// No other variable of the function has its name: it is never hidden.
  bool nameIsUnique(const Variable &variable) const;
  /// The name means the variable at `at`, too: its scope reaches there, nothing hides it, and the
  /// lambdas in between capture what they name. (Whether it has a value by then is another question.)
  bool isVisibleAt(const Variable &variable, const Op &at) const;
  /// What is declared in `home` can be named at `at`: no lambda in between lists its captures.
  static bool reaches(const Block &home, const Op &at);
  /// The name is spelled in a part of the function's text.
  bool isSpelledIn(const std::string &name, const SourceRange &range) const;
  /// Where the function's text spells the name, comments left out.
  std::vector<unsigned> spellings(const std::string &name) const;
  /// A local's declaration can go to `home`, a block around its own: there and behind it nothing else
  /// has its name or means something else by it.
  bool canMoveTo(const Variable &variable, const Block &home) const;
  /// The text names something that is declared in `scope`, `except` left out: it means something
  /// else, or nothing, where it is moved out of there.
  bool needsScope(const SourceRange &text, const SourceRange &scope, const std::set<const Variable *> &except) const;
  /// But for its declaration nothing in its scope spells the name, whatever it would mean, except once in the range.
  bool spelledOnlyIn(const SourceRange &range, const Variable &variable) const;
  /// The name stands in these places, and nowhere else in its scope.
  bool isSpelledOnlyIn(const std::vector<SourceRange> &places, const Variable &variable) const;
  /// Declarations that nothing would use any more once `removed` is gone but for the
  /// parts in `kept`: added to `dead` where they can go, too. Otherwise the variable
  /// that would be left behind, for compilers to warn of. Edits that the function has
  /// already count as made. `named`: variables that new text asks for.
  const Variable *leftBehind(std::vector<SourceRange> removed, const std::vector<SourceRange> &kept,
                             std::vector<Statement *> &dead, const std::set<const Variable *> &named = {}) const;
  /// `base`, or base with a number, such that neither the text of the function nor an edit of it spells that name.
  std::string fresh(const std::string &base) const;
  /// How often the word stands in the range, comments and members of that name left out.
  static std::size_t countIn(const SourceRange &range, const std::string &word);
  /// The same, but a name that only lambdas of structured ops give to something of their own counts
  /// as free: for code that takes the place of one. It is none of `taken`.
  std::string freshBesideLambdas(const std::string &base, const std::set<std::string> &taken) const;
  /// The function has preprocessor lines: code that is not seen may use its names.
  bool hasDirectives() const;

private:
  const Function &function;
};

} // namespace rewrite

#endif
