//===- PassCheck.h - a pass as a clang-tidy check ----------------*- C++ -*-===//

#ifndef PTO_TIDY_PASSCHECK_H
#define PTO_TIDY_PASSCHECK_H

#include "pto-rewrite/PassInfo.h"
#include "pto-rewrite/Pipeline.h"
#include "tidy/Places.h"

#include "clang-tidy/ClangTidyCheck.h"

namespace rewrite::tidy {

/// Suggests what the pass would do, with fix-its that write what the rewriter
/// writes. The check is named pto-<pass>; its options are those of the pass, and
///
///   ReportMissed  say what was kept, and why (a remark)
///   Functions     only functions whose qualified name matches
///   Allow         classes of rounding, as --allow= takes them
///
/// The last three may also be set for all checks at once, without the check's name.
class PassCheck : public clang::tidy::ClangTidyCheck {
public:
  PassCheck(llvm::StringRef name, clang::tidy::ClangTidyContext *context, const PassInfo &pass);

  bool isLanguageVersionSupported(const clang::LangOptions &language) const override { return language.CPlusPlus20; }
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &options) override;
  void registerPPCallbacks(const clang::SourceManager &sources, clang::Preprocessor *preprocessor,
                           clang::Preprocessor *expander) override;
  void registerMatchers(clang::ast_matchers::MatchFinder *finder) override;
  void check(const clang::ast_matchers::MatchFinder::MatchResult &match) override;

private:
  std::string pipelineText() const;
  void report(const UnitResult &result, const Places &places);
  void say(const Remark &remark, const std::vector<Edit> &edits, const Places &places);

  const PassInfo &pass;
  std::map<std::string, std::string> given; ///< options of the pass
  const bool reportMissed;
  const std::string functions, allow;
  clang::Preprocessor *preprocessor = nullptr;
};

} // namespace rewrite::tidy

#endif
