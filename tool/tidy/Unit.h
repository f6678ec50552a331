//===- Unit.h - what clang-tidy has parsed, for the passes -------*- C++ -*-===//

#ifndef PTO_TIDY_UNIT_H
#define PTO_TIDY_UNIT_H

#include "frontend/Parse.h"

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace rewrite::tidy {

/// A Parser that lowers the AST that is there already, and parses only what a
/// pass made of the text: with the settings, and through the file system, that
/// clang-tidy itself used, so unsaved buffers of an editor count.
class Unit {
public:
  /// Headers of everybody but the system and the DSL: clang-tidy's own filter says which of them are spoken of.
  static HeaderScope headers() { return {.root = "/", .except = "", .pattern = ""}; }

  Unit(clang::ASTContext &context, const clang::Preprocessor &preprocessor)
      : context(context),
        preprocessor(preprocessor) {}

  /// False for most files of most code bases: there is nothing to look at.
  bool usesDsl() const;
  /// Why nothing can be seen of the DSL, or nothing.
  const char *problem() const;

  ParseResult parse(const Texts &texts, Module *module, const std::set<unsigned> *bodies) const;

private:
  ParseResult lower(Module &module) const;
  ParseResult parseTexts(const Texts &texts, Module *module, const std::set<unsigned> *bodies) const;

  clang::ASTContext &context;
  const clang::Preprocessor &preprocessor;
};

} // namespace rewrite::tidy

#endif
