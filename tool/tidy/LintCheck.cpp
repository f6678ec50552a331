//===- LintCheck.cpp - a lint as a clang-tidy check -------------------------===//

#include "tidy/LintCheck.h"

#include "tidy/Places.h"
#include "tidy/Unit.h"

#include "clang/ASTMatchers/ASTMatchers.h"

using namespace rewrite;
using namespace rewrite::tidy;

void LintCheck::registerMatchers(clang::ast_matchers::MatchFinder *finder) {
  finder->addMatcher(clang::ast_matchers::translationUnitDecl(), this);
}

void LintCheck::check(const clang::ast_matchers::MatchFinder::MatchResult &match) {
  if (match.Context->getDiagnostics().hasUncompilableErrorOccurred())
    return;
  const Unit unit(*match.Context, *preprocessor);
  if (!unit.usesDsl())
    return;
  if (const char *problem = unit.problem())
    return void(configurationDiag("%0") << problem);
  Module module;
  unit.parse({}, &module, nullptr);
  const Places places(match.Context->getSourceManager());
  for (const Finding &finding : findingsOf(lint, module)) {
    diag(places(finding.where), "%0") << finding.message;
    for (const Note &note : finding.notes)
      diag(places(note.where), "%0", clang::DiagnosticIDs::Note) << note.message;
  }
}
