//===- PassCheck.cpp - a pass as a clang-tidy check -------------------------===//

#include "tidy/PassCheck.h"

#include "driver/Fixes.h"
#include "passes/Pass.h"
#include "tidy/Unit.h"

#include "clang/ASTMatchers/ASTMatchers.h"
#include "llvm/Support/Regex.h"

using namespace rewrite;
using namespace rewrite::tidy;

namespace {

bool hasWord(const std::string &list, const std::string &word) {
  llvm::SmallVector<llvm::StringRef> words;
  llvm::StringRef(list).split(words, ',', -1, /*KeepEmpty=*/false);
  return std::any_of(words.begin(), words.end(), [&](llvm::StringRef each) { return each.trim() == word; });
}

/// Clang takes a blank with what a fix-it merely removes (adjustRemoval() in
/// EditedSource.cpp). So a removal is said as a replacement by a byte that stays.
std::vector<Edit> withoutRemovals(const std::vector<Edit> &edits, const std::string &text) {
  std::vector<Edit> out;
  for (const Edit &edit : edits) {
    if (!out.empty() && out.back().offset + out.back().length == edit.offset) {
      out.back().length += edit.length;
      out.back().text += edit.text;
    } else {
      out.push_back(edit);
    }
  }
  const auto plain = [&](std::size_t at) { return at < text.size() && static_cast<unsigned char>(text[at]) < 0x80; };
  for (Edit &edit : out) {
    if (!edit.text.empty())
      continue;
    const std::size_t end = edit.offset + edit.length;
    if (edit.offset > 0 && (plain(edit.offset - 1) || !plain(end))) {
      edit = {edit.offset - 1, edit.length + 1, text.substr(edit.offset - 1, 1)};
    } else if (end < text.size()) {
      edit = {edit.offset, edit.length + 1, text.substr(end, 1)};
    }
  }
  return out;
}

/// Two passes that want to change one function know nothing of each other: their edits may lie apart and still not go
/// together. So each fix also replaces one byte of the function by itself. Clang-tidy makes only one of two fixes that
/// replace the same byte.
std::vector<Edit> exclusive(std::vector<Edit> edits, const FileResult &file) {
  std::vector<Edit> out = edits;
  for (const Stretch &function : file.functions) {
    if (std::none_of(edits.begin(), edits.end(), [&](const Edit &e) {
          return e.offset < function.end && function.begin < e.offset + e.length + 1;
        }))
      continue;
    std::size_t at = function.begin;
    while (at + 1 < function.end && static_cast<unsigned char>(file.before[at]) >= 0x80)
      ++at;
    const bool there =
        std::any_of(out.begin(), out.end(), [&](const Edit &e) { return e.offset <= at && at < e.offset + e.length; });
    if (!there)
      out.push_back({at, 1, file.before.substr(at, 1)});
  }
  std::stable_sort(out.begin(), out.end(), [](const Edit &a, const Edit &b) { return a.offset < b.offset; });
  return out;
}

} // namespace

PassCheck::PassCheck(llvm::StringRef name, clang::tidy::ClangTidyContext *context, const PassInfo &pass)
    : ClangTidyCheck(name, context),
      pass(pass),
      reportMissed(Options.getLocalOrGlobal<bool>("ReportMissed", false)),
      functions(Options.getLocalOrGlobal("Functions", "").str()),
      allow(Options.getLocalOrGlobal("Allow", "").str()) {
  for (const OptionInfo &option : pass.options)
    if (const std::string value = Options.get(option.name, "").str(); !value.empty())
      given[option.name] = value;
}

void PassCheck::storeOptions(clang::tidy::ClangTidyOptions::OptionMap &options) {
  Options.store(options, "ReportMissed", reportMissed);
  Options.store(options, "Functions", llvm::StringRef(functions));
  Options.store(options, "Allow", llvm::StringRef(allow));
  for (const OptionInfo &option : pass.options) {
    const auto found = given.find(option.name);
    Options.store(options, option.name, found == given.end() ? llvm::StringRef() : llvm::StringRef(found->second));
  }
}

void PassCheck::registerPPCallbacks(const clang::SourceManager &, clang::Preprocessor *current, clang::Preprocessor *) {
  preprocessor = current;
}

void PassCheck::registerMatchers(clang::ast_matchers::MatchFinder *finder) {
  finder->addMatcher(clang::ast_matchers::translationUnitDecl(), this);
}

std::string PassCheck::pipelineText() const {
  std::string options;
  for (const OptionInfo &option : pass.options) {
    const auto found = given.find(option.name);
    if (found == given.end() || (option.type == OptionInfo::Type::Flag && found->second == "false"))
      continue;
    options += (options.empty() ? "" : " ") + option.name;
    if (option.type != OptionInfo::Type::Flag)
      options += "=" + found->second;
  }
  return pass.name + (options.empty() ? "" : "{" + options + "}");
}

void PassCheck::check(const clang::ast_matchers::MatchFinder::MatchResult &match) {
  // A pass that has to be told what to do is not asked before it was told.
  if (given.empty() &&
      std::any_of(pass.options.begin(), pass.options.end(), [](const OptionInfo &o) { return o.required; }))
    return;
  if (match.Context->getDiagnostics().hasUncompilableErrorOccurred())
    return;
  RewriteOptions options;
  PipelineError error;
  if (!parsePipeline(pipelineText(), options.pipeline, error)) {
    configurationDiag("%0") << error.message;
    return;
  }
  if (std::string why; !functions.empty() && !llvm::Regex(functions).isValid(why)) {
    configurationDiag("'Functions' is not a regular expression: %0") << why;
    return;
  }
  const Unit unit(*match.Context, *preprocessor);
  if (!unit.usesDsl())
    return;
  if (const char *problem = unit.problem())
    return void(configurationDiag("%0") << problem);
  options.pipeline.front().allowed = !pass.allow.empty() && hasWord(allow, pass.allow);
  options.pipeline.front().optedIn = !pass.optIn.empty() && hasWord(allow, pass.optIn);
  options.functions = functions;
  options.headers = Unit::headers();
  report(rewriteUnit([&](const Texts &texts, Module *module,
                         const std::set<unsigned> *bodies) { return unit.parse(texts, module, bodies); },
                     options),
         Places(match.Context->getSourceManager()));
}

void PassCheck::report(const UnitResult &result, const Places &places) {
  // A tag that this file does not have is in another one.
  if (result.status != UnitResult::Status::Done || result.files.empty())
    return;
  const FileResult &main = result.files.front();
  driver::Outcome outcome;
  outcome.source = main.path;
  outcome.before = main.before;
  outcome.edits = main.edits;
  outcome.functions = main.functions;
  for (const Remark &remark : result.remarks)
    if (remark.where.file == main.path)
      outcome.remarks.push_back(remark);
  const std::vector<driver::Fix> fixes = driver::fixesOf(outcome);
  for (std::size_t i = 0; i < outcome.remarks.size(); ++i) {
    const auto fix = std::find_if(fixes.begin(), fixes.end(), [&](const driver::Fix &f) { return f.remark == i; });
    const bool none = fix == fixes.end();
    say(outcome.remarks[i], none ? std::vector<Edit>() : withoutRemovals(exclusive(fix->edits, main), main.before),
        places);
    // A filter by lines (clang-tidy-diff) takes a warning, and its fix, when one of its notes is in the lines.
    for (const std::size_t other : none ? std::vector<std::size_t>() : fix->others)
      diag(places(outcome.remarks[other].where), "the fix makes this change, too: %0", clang::DiagnosticIDs::Note)
          << outcome.remarks[other].message;
  }
  for (const Remark &remark : result.remarks)
    if (remark.where.file != main.path)
      say(remark, {}, places);
}

void PassCheck::say(const Remark &remark, const std::vector<Edit> &edits, const Places &places) {
  const clang::SourceLocation where = places(remark.where);
  if (remark.kind == Remark::Kind::Applied) {
    {
      auto suggestion = diag(where, "%0") << pass.summary;
      for (const Edit &edit : edits)
        suggestion << clang::FixItHint::CreateReplacement(places(edit), edit.text);
    }
    diag(where, "after the fix: %0", clang::DiagnosticIDs::Note) << remark.message;
    if (!places.inMainFile(where))
      diag(where,
           "no fix from here, as others include the header: pto-rewrite --headers makes it where all of them agree",
           clang::DiagnosticIDs::Note);
  } else if (remark.kind == Remark::Kind::Missed && reportMissed && remark.reason != "suppressed") {
    diag(where, "%0 (%1)", clang::DiagnosticIDs::Remark) << remark.message << remark.reason;
  } else {
    return;
  }
  for (const Note &note : remark.notes)
    if (const clang::SourceLocation at = places(note.where); at.isValid())
      diag(at, "%0", clang::DiagnosticIDs::Note) << note.message;
}
