//===- LintCheck.h - a lint as a clang-tidy check ----------------*- C++ -*-===//

#ifndef PTO_TIDY_LINTCHECK_H
#define PTO_TIDY_LINTCHECK_H

#include "tidy/Lints.h"

#include "clang-tidy/ClangTidyCheck.h"

namespace rewrite::tidy {

class LintCheck : public clang::tidy::ClangTidyCheck {
public:
  LintCheck(llvm::StringRef name, clang::tidy::ClangTidyContext *context, const Lint &lint)
      : ClangTidyCheck(name, context),
        lint(lint) {}

  bool isLanguageVersionSupported(const clang::LangOptions &language) const override { return language.CPlusPlus20; }
  void registerPPCallbacks(const clang::SourceManager &, clang::Preprocessor *current, clang::Preprocessor *) override {
    preprocessor = current;
  }
  void registerMatchers(clang::ast_matchers::MatchFinder *finder) override;
  void check(const clang::ast_matchers::MatchFinder::MatchResult &match) override;

private:
  const Lint &lint;
  clang::Preprocessor *preprocessor = nullptr;
};

} // namespace rewrite::tidy

#endif
