//===- Parse.cpp - a translation unit through Clang -------------------------===//

#include "frontend/Parse.h"

#include "frontend/Files.h"
#include "frontend/Lowering.h"
#include "frontend/OwnHeaders.h"
#include "frontend/Preamble.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using namespace rewrite;

namespace {

class Consumer : public clang::ASTConsumer {
public:
  Consumer(clang::CompilerInstance &compiler, Module *module, const HeaderScope &scope, ParseResult &result,
           const std::set<unsigned> *bodies)
      : compiler(compiler),
        module(module),
        headers(compiler.getSourceManager(), scope),
        result(result),
        bodies(bodies) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    if (!module)
      return true;
    const clang::SourceManager &sources = compiler.getSourceManager();
    for (clang::Decl *d : group) {
      const clang::SourceLocation location = sources.getFileLoc(d->getLocation());
      if (sources.isInMainFile(location))
        decls.push_back(d);
      else if (!skipsBodies(location))
        headerDecls.push_back(d);
    }
    return true;
  }

  bool shouldSkipFunctionBody(clang::Decl *decl) override {
    const clang::SourceManager &sources = compiler.getSourceManager();
    const clang::SourceLocation location = sources.getFileLoc(decl->getLocation());
    const auto [file, offset] = sources.getDecomposedLoc(location);
    if (bodies && file == sources.getMainFileID())
      return !bodies->count(offset);
    return skipsBodies(location);
  }

  void HandleTranslationUnit(clang::ASTContext &context) override {
    if (!module || compiler.getDiagnostics().hasErrorOccurred())
      return;
    const clang::SourceManager &sources = compiler.getSourceManager();
    result.hasOwnHeaders = !headerDecls.empty();
    Lowering lowering(context, compiler.getPreprocessor(), *module, headers);
    // Where nothing is declared in the DSL's namespace there is no kernel.
    if (context.getTranslationUnitDecl()->lookup(&context.Idents.get("pto")).empty())
      return;
    for (const clang::Decl *d : headerDecls) {
      const clang::FileID file = sources.getFileID(sources.getFileLoc(d->getLocation()));
      if (!Lowering::holdsKernel(d))
        continue;
      if (headers.contains(file))
        decls.push_back(d);
      else
        result.others.insert(realPathOf(sources, file));
    }
    for (const clang::Decl *d : decls)
      lowering.addTopLevel(d);
    lowering.finish();
  }

private:
  /// System headers and the DSL's: what they declare says all.
  bool skipsBodies(clang::SourceLocation location) {
    const clang::SourceManager &sources = compiler.getSourceManager();
    const clang::FileID file = sources.getFileID(location);
    if (file == lastFile)
      return lastSkip;
    lastFile = file;
    return lastSkip = Lowering::isLibrary(location, sources);
  }

  clang::CompilerInstance &compiler;
  Module *module;
  EditableHeaders headers;
  ParseResult &result;
  const std::set<unsigned> *bodies;
  std::vector<const clang::Decl *> decls, headerDecls;
  clang::FileID lastFile;
  bool lastSkip = false;
};

/// What the preprocessor leaves out of the files that may be edited. A file that is included twice, as its guard
/// has it, is left out where both leave it out.
class SkippedLines : public clang::PPCallbacks {
public:
  SkippedLines(const clang::SourceManager &sources, const HeaderScope &scope, InactiveLines &out)
      : sources(sources),
        headers(sources, scope),
        out(out) {}

  void LexedFileChanged(clang::FileID file, LexedFileChangeReason reason, clang::SrcMgr::CharacteristicKind,
                        clang::FileID, clang::SourceLocation) override {
    if (reason == LexedFileChangeReason::EnterFile && isEditable(file))
      inclusions.try_emplace(file);
  }

  void SourceRangeSkipped(clang::SourceRange range, clang::SourceLocation endif) override {
    const clang::FileID file = sources.getFileID(range.getBegin());
    if (isEditable(file))
      inclusions[file].push_back(
          {sources.getSpellingLineNumber(range.getBegin()) + 1u, sources.getSpellingLineNumber(endif)});
  }

  void EndOfMainFile() override {
    for (auto &[file, lines] : inclusions)
      addInactive(out, realPathOf(sources, file), std::move(lines));
  }

private:
  bool isEditable(clang::FileID file) { return file == sources.getMainFileID() || headers.contains(file); }

  const clang::SourceManager &sources;
  EditableHeaders headers;
  InactiveLines &out;
  std::map<clang::FileID, std::vector<Stretch>> inclusions;
};

class Action : public clang::ASTFrontendAction {
public:
  Action(Module *module, const Texts &texts, const HeaderScope &headers, const std::set<unsigned> *bodies,
         ParseResult &result)
      : module(module),
        texts(texts),
        headers(headers),
        bodies(bodies),
        result(result) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &compiler, llvm::StringRef) override {
    compiler.getFrontendOpts().SkipFunctionBodies = true;
    compiler.setVerboseOutputStream(std::make_unique<llvm::raw_null_ostream>()); // "1 error generated."
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<SkippedLines>(compiler.getSourceManager(), headers, result.inactive));
    compiler.getPreprocessor().addPPCallbacks(ownHeaders(compiler.getPreprocessor()));
    standIn(compiler);
    return std::make_unique<Consumer>(compiler, module, headers, result, bodies);
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
  /// Clang knows a header by its inode, so that one text serves all spellings of its path.
  void standIn(clang::CompilerInstance &compiler) const {
    clang::SourceManager &sources = compiler.getSourceManager();
    const std::string main = realPathOf(sources, sources.getMainFileID());
    for (const auto &[path, text] : texts)
      if (path != main)
        if (const auto file = compiler.getFileManager().getOptionalFileRef(path))
          sources.overrideFileContents(*file, llvm::MemoryBuffer::getMemBuffer(text, path));
  }

  Module *module;
  const Texts &texts;
  const HeaderScope headers;
  const std::set<unsigned> *bodies;
  ParseResult &result;
};

/// The text that stands in for the file that is compiled, which need not exist.
const std::string *mainText(const CompileCommand &command, const Texts &texts) {
  const auto found = texts.find(realPath(command.file));
  return found == texts.end() ? nullptr : &found->second;
}

} // namespace

namespace {

/// Prints, and notes where the first error is.
class Printer : public clang::TextDiagnosticPrinter {
public:
  Printer(llvm::raw_ostream &os, clang::DiagnosticOptions &options, Location &error)
      : TextDiagnosticPrinter(os, options),
        error(error) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) override {
    if (level >= clang::DiagnosticsEngine::Error && getNumErrors() == 0 && info.hasSourceManager() &&
        info.getLocation().isValid()) {
      const clang::SourceManager &sources = info.getSourceManager();
      const clang::SourceLocation place = sources.getFileLoc(info.getLocation());
      error = {realPathOf(sources, sources.getFileID(place)), sources.getSpellingLineNumber(place),
               sources.getSpellingColumnNumber(place)};
    }
    TextDiagnosticPrinter::HandleDiagnostic(level, info);
  }

private:
  Location &error;
};

/// Runs the action, after the preamble where there is one.
class Invocation : public clang::tooling::ToolAction {
public:
  Invocation(std::unique_ptr<clang::FrontendAction> action, const std::string *text, const std::string &name,
             Preamble *preamble)
      : action(std::move(action)),
        text(text),
        name(name),
        preamble(preamble) {}

  bool runInvocation(std::shared_ptr<clang::CompilerInvocation> invocation, clang::FileManager *files,
                     std::shared_ptr<clang::PCHContainerOperations> containers,
                     clang::DiagnosticConsumer *diagnostics) override {
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> system = files->getVirtualFileSystemPtr();
    if (preamble)
      preamble->use(*invocation, system, *text, name);
    clang::CompilerInstance compiler(std::move(invocation), std::move(containers));
    compiler.setVirtualFileSystem(system);
    compiler.createFileManager();
    compiler.createDiagnostics(diagnostics, /*ShouldOwnClient=*/false);
    // Read, not mapped: a source that somebody shortens meanwhile would end the process.
    compiler.setSourceManager(llvm::makeIntrusiveRefCnt<clang::SourceManager>(
        compiler.getDiagnostics(), compiler.getFileManager(), /*UserFilesAreVolatile=*/true));
    return compiler.ExecuteAction(*action);
  }

private:
  std::unique_ptr<clang::FrontendAction> action;
  const std::string *text;
  const std::string &name;
  Preamble *preamble;
};

} // namespace

std::unique_ptr<clang::FrontendAction> rewrite::parseAction(const Texts &texts, Module *module,
                                                            const HeaderScope &headers,
                                                            const std::set<unsigned> *bodies, ParseResult &result) {
  return std::make_unique<Action>(module, texts, headers, bodies, result);
}

ParseResult rewrite::parse(const CompileCommand &command, const Texts &texts, Module *module,
                           const HeaderScope &headers, const std::set<unsigned> *bodies, Preamble *preamble) {
  ParseResult result;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> real = llvm::vfs::createPhysicalFileSystem();
  real->setCurrentWorkingDirectory(command.directory);
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> overlay(new llvm::vfs::OverlayFileSystem(real));
  const std::string *text = mainText(command, texts);
  if (!text || texts.size() != 1)
    preamble = nullptr;
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
  Printer printer(os, diagnosticOptions, result.error);
  const Texts none;
  Invocation action(parseAction(preamble ? none : texts, module, headers, bodies, result), text, command.file,
                    preamble);
  clang::tooling::ToolInvocation invocation(arguments, &action, files.get(),
                                            std::make_shared<clang::PCHContainerOperations>());
  invocation.setDiagnosticConsumer(&printer);
  result.ran = invocation.run();
  result.errors = printer.getNumErrors();
  os.flush();
  return result;
}
