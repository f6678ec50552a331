//===- Unit.cpp - what clang-tidy has parsed, for the passes ----------------===//

#include "tidy/Unit.h"

#include "frontend/Lowering.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"

using namespace rewrite;
using namespace rewrite::tidy;

bool Unit::usesDsl() const { return !context.getTranslationUnitDecl()->lookup(&context.Idents.get("pto")).empty(); }

const char *Unit::problem() const {
  const clang::MacroInfo *note = preprocessor.getMacroInfo(&context.Idents.get("PTO_NOTE"));
  return note && note->tokens_empty()
             ? "the DSL comes from a precompiled header that was made with -DPTO_NO_NOTES: no kernel "
               "can be seen; give clang-tidy a build without it"
             : nullptr;
}

ParseResult Unit::parse(const Texts &texts, Module *module, const std::set<unsigned> *bodies) const {
  return texts.empty() ? lower(*module) : parseTexts(texts, module, bodies);
}

ParseResult Unit::lower(Module &module) const {
  const clang::SourceManager &sources = context.getSourceManager();
  EditableHeaders headers(sources, Unit::headers());
  Lowering lowering(context, preprocessor, module, headers);
  for (const clang::Decl *d : context.getTranslationUnitDecl()->decls()) {
    const clang::FileID file = sources.getFileID(sources.getFileLoc(d->getLocation()));
    if (file == sources.getMainFileID() || (file.isValid() && headers.contains(file) && Lowering::holdsKernel(d)))
      lowering.addTopLevel(d);
  }
  lowering.finish();
  ParseResult result;
  result.ran = true;
  return result;
}

ParseResult Unit::parseTexts(const Texts &texts, Module *module, const std::set<unsigned> *bodies) const {
  ParseResult result;
  const clang::SourceManager &sources = context.getSourceManager();
  const auto file = sources.getFileEntryRefForID(sources.getMainFileID());
  if (!file)
    return result;

  auto invocation = std::make_shared<clang::CompilerInvocation>();
  invocation->getLangOpts() = preprocessor.getLangOpts();
  invocation->getTargetOpts() = preprocessor.getTargetInfo().getTargetOpts();
  invocation->getHeaderSearchOpts() = preprocessor.getHeaderSearchInfo().getHeaderSearchOpts();
  invocation->getFileSystemOpts() = sources.getFileManager().getFileSystemOpts();
  clang::PreprocessorOptions &preprocessing = invocation->getPreprocessorOpts();
  preprocessing = preprocessor.getPreprocessorOpts();
  preprocessing.RemappedFileBuffers.clear();
  if (const auto text = texts.find(realPathOf(sources, sources.getMainFileID())); text != texts.end())
    preprocessing.addRemappedFile(file->getName(),
                                  llvm::MemoryBuffer::getMemBufferCopy(text->second, file->getName()).release());
  clang::FrontendOptions &frontend = invocation->getFrontendOpts();
  frontend.Inputs = {clang::FrontendInputFile(file->getName(), clang::InputKind(clang::Language::CXX))};
  frontend.ProgramAction = clang::frontend::ParseSyntaxOnly;
  frontend.DisableFree = false;
  invocation->getDiagnosticOpts().IgnoreWarnings = true;

  clang::CompilerInstance compiler(std::move(invocation));
  compiler.setVirtualFileSystem(sources.getFileManager().getVirtualFileSystemPtr());
  llvm::raw_string_ostream os(result.diagnostics);
  clang::TextDiagnosticPrinter printer(os, compiler.getDiagnosticOpts());
  compiler.createDiagnostics(&printer, /*ShouldOwnClient=*/false);
  compiler.createFileManager();
  const std::unique_ptr<clang::FrontendAction> action = parseAction(texts, module, headers(), bodies, result);
  result.ran = compiler.ExecuteAction(*action);
  result.errors = printer.getNumErrors();
  os.flush();
  return result;
}
