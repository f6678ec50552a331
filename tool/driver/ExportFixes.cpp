//===- ExportFixes.cpp - the edits as clang-apply-replacements reads them --===//
//
// The offsets hold for the sources as they were read; clang-apply-replacements does
// not check that they still are. Paths are real ones, since it takes two spellings of
// a file for two files and applies the edits twice.
//
//===----------------------------------------------------------------------===//

#include "driver/ExportFixes.h"

#include "driver/Fixes.h"
#include "driver/Paths.h"

#include "clang/Tooling/DiagnosticsYaml.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/YAMLTraits.h"

using namespace rewrite;
using namespace rewrite::driver;

namespace {

clang::tooling::DiagnosticMessage messageAt(const std::string &text, const Location &where, const SourceFile &file) {
  clang::tooling::DiagnosticMessage message(text);
  message.FilePath = where.file;
  message.FileOffset = static_cast<unsigned>(offsetOf(where, file).value_or(0));
  return message;
}

Failure addDiagnostics(const Outcome &outcome, std::vector<clang::tooling::Diagnostic> &out) {
  const SourceFile file = linesOf(outcome);
  const std::vector<Fix> fixes = fixesOf(outcome);
  for (std::size_t i = 0; i < outcome.remarks.size(); ++i) {
    const Remark &remark = outcome.remarks[i];
    if (remark.kind != Remark::Kind::Applied)
      continue;
    clang::tooling::Diagnostic diagnostic("pto-" + remark.pass, clang::tooling::Diagnostic::Remark, currentDirectory());
    diagnostic.Message = messageAt(llvm::json::fixUTF8(remark.message), remark.where, file);
    for (const Note &note : remark.notes)
      if (offsetOf(note.where, file))
        diagnostic.Notes.push_back(messageAt(llvm::json::fixUTF8(note.message), note.where, file));
    for (const Fix &fix : fixes)
      for (const Edit &edit : fix.remark == i ? fix.edits : std::vector<Edit>()) {
        if (!llvm::json::isUTF8(edit.text))
          return {Internal, "--export-fixes: the new text at byte " + std::to_string(edit.offset) + " of '" +
                                outcome.source +
                                "' is not UTF-8, and YAML carries no other; convert the source, or "
                                "use --diff"};
        const clang::tooling::Replacement replacement(outcome.source, static_cast<unsigned>(edit.offset),
                                                      static_cast<unsigned>(edit.length), edit.text);
        llvm::cantFail(diagnostic.Message.Fix[outcome.source].add(replacement)); // they do not overlap
      }
    out.push_back(std::move(diagnostic));
  }
  return {};
}

} // namespace

Failure driver::exportFixes(const std::vector<Outcome> &outcomes, std::string &out) {
  clang::tooling::TranslationUnitDiagnostics all;
  if (outcomes.size() == 1)
    all.MainSourceFile = outcomes[0].source;
  for (const Outcome &outcome : outcomes)
    if (Failure failure = addDiagnostics(outcome, all.Diagnostics))
      return failure;
  llvm::raw_string_ostream stream(out);
  llvm::yaml::Output yaml(stream);
  yaml << all;
  return {};
}
