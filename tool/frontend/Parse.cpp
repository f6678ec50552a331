//===- Parse.cpp - a translation unit through Clang -------------------------===//

#include "frontend/Parse.h"

#include "frontend/Lowering.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace rewrite;

namespace {

class Consumer : public clang::ASTConsumer {
public:
  Consumer(clang::CompilerInstance &compiler, Module *module, const std::set<unsigned> *bodies)
      : compiler(compiler),
        module(module),
        bodies(bodies) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    if (module)
      for (clang::Decl *d : group)
        if (compiler.getSourceManager().isInMainFile(compiler.getSourceManager().getFileLoc(d->getLocation())))
          decls.push_back(d);
    return true;
  }

  bool shouldSkipFunctionBody(clang::Decl *decl) override {
    const clang::SourceManager &sources = compiler.getSourceManager();
    const clang::SourceLocation location = sources.getFileLoc(decl->getLocation());
    const auto [file, offset] = sources.getDecomposedLoc(location);
    if (bodies && file == sources.getMainFileID())
      return !bodies->count(offset);
    if (file == lastFile)
      return lastSkip;
    lastFile = file;
    return lastSkip = sources.isInSystemHeader(location) || Lowering::isDslFile(sources.getFilename(location));
  }

  void HandleTranslationUnit(clang::ASTContext &context) override {
    if (!module || compiler.getDiagnostics().hasErrorOccurred())
      return;
    Lowering lowering(context, *module);
    for (const clang::Decl *d : decls)
      lowering.addTopLevel(d);
    lowering.finish();
  }

private:
  clang::CompilerInstance &compiler;
  Module *module;
  const std::set<unsigned> *bodies;
  std::vector<const clang::Decl *> decls;
  clang::FileID lastFile;
  bool lastSkip = false;
};

/// Counts what the preprocessor leaves out of the main file.
class SkippedLines : public clang::PPCallbacks {
public:
  SkippedLines(const clang::SourceManager &sources, unsigned &lines) : sources(sources), lines(lines) {}

  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation endif) override {
    if (sources.isInMainFile(range.getBegin()))
      lines += sources.getSpellingLineNumber(endif) - sources.getSpellingLineNumber(range.getBegin()) - 1;
  }

private:
  const clang::SourceManager &sources;
  unsigned &lines;
};

class Action : public clang::ASTFrontendAction {
public:
  Action(Module *module, const std::set<unsigned> *bodies, ParseResult &result)
      : module(module),
        bodies(bodies),
        result(result) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler, llvm::StringRef) override {
    compiler.getFrontendOpts().SkipFunctionBodies = true;
    compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>()); // "1 error generated."
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<SkippedLines>(compiler.getSourceManager(), result.inactiveLines));
    return std::make_unique<Consumer>(compiler, module, bodies);
  }

  void EndSourceFileAction() override {
    clang::SourceManager &sources = getCompilerInstance().getSourceManager();
    for (auto it = sources.fileinfo_begin(); it != sources.fileinfo_end(); ++it) {
      llvm::SmallString<256> path(it->first.getName());
      sources.getFileManager().makeAbsolutePath(path);
      result.inputs.push_back(path.str().str());
    }
    std::sort(result.inputs.begin(), result.inputs.end());
  }

private:
  Module *module;
  const std::set<unsigned> *bodies;
  ParseResult &result;
};

} // namespace

std::unique_ptr<clang::FrontendAction> rewrite::parseAction(Module *module, const std::set<unsigned> *bodies,
                                                            ParseResult &result) {
  return std::make_unique<Action>(module, bodies, result);
}

ParseResult rewrite::parse(const CompileCommand &command, const std::string *text, Module *module,
                           const std::set<unsigned> *bodies) {
  ParseResult result;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> real = llvm::vfs::createPhysicalFileSystem();
  real->setCurrentWorkingDirectory(command.directory);
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> overlay(new llvm::vfs::OverlayFileSystem(real));
  if (text) {
    llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory(new llvm::vfs::InMemoryFileSystem);
    memory->setCurrentWorkingDirectory(command.directory);
    memory->addFile(command.file, 0, llvm::MemoryBuffer::getMemBuffer(*text, command.file));
    overlay->pushOverlay(memory);
  }
  llvm::IntrusiveRefCntPtr<clang::FileManager> files(new clang::FileManager({}, overlay));

  std::vector<std::string> arguments = command.arguments;
  for (const clang::tooling::ArgumentsAdjuster &adjust :
       {clang::tooling::getClangStripOutputAdjuster(), clang::tooling::getClangStripDependencyFileAdjuster(),
        clang::tooling::getClangSyntaxOnlyAdjuster()})
    arguments = adjust(arguments, command.file);

  llvm::raw_string_ostream os(result.diagnostics);
  clang::DiagnosticOptions diagnosticOptions;
  clang::TextDiagnosticPrinter printer(os, diagnosticOptions);
  clang::tooling::ToolInvocation invocation(arguments, parseAction(module, bodies, result), files.get());
  invocation.setDiagnosticConsumer(&printer);
  result.ran = invocation.run();
  result.errors = printer.getNumErrors();
  os.flush();
  return result;
}
