//===- Preamble.cpp - the headers of a unit, parsed once -------------------===//

#include "frontend/Preamble.h"

#include "frontend/Lowering.h"

#include "clang/Frontend/CompilerInstance.h"
#include "clang/Serialization/PCHContainerOperations.h"

using namespace rewrite;

namespace {

class Callbacks : public clang::PreambleCallbacks {
public:
  void BeforeExecute(clang::CompilerInstance &compiler) override { sources = &compiler.getSourceManager(); }
  bool shouldSkipFunctionBody(clang::Decl *decl) override {
    return Lowering::isLibrary(sources->getFileLoc(decl->getLocation()), *sources);
  }

private:
  const clang::SourceManager *sources = nullptr;
};

} // namespace

void Preamble::use(clang::CompilerInvocation &invocation, llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &files,
                   const std::string &text, const std::string &name) {
  std::unique_ptr<llvm::MemoryBuffer> buffer = llvm::MemoryBuffer::getMemBuffer(text, name);
  const clang::PreambleBounds bounds = clang::ComputePreambleBounds(invocation.getLangOpts(), *buffer, 0);
  // It costs more than a parse: one stage is not worth it.
  constexpr unsigned first = 2;
  if (++parses == first && bounds.Size) {
    clang::CompilerInvocation headers(invocation);
    headers.getFrontendOpts().SkipFunctionBodies = true;
    clang::DiagnosticOptions options;
    const llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics = clang::CompilerInstance::createDiagnostics(
        *files, options, new clang::IgnoringDiagConsumer, /*ShouldOwnClient=*/true);
    Callbacks callbacks;
    llvm::ErrorOr<clang::PrecompiledPreamble> preamble = clang::PrecompiledPreamble::Build(
        headers, buffer.get(), bounds, diagnostics, files, std::make_shared<clang::PCHContainerOperations>(),
        /*StoreInMemory=*/true, "", callbacks);
    if (preamble)
      made.emplace(std::move(*preamble));
  }
  if (made && made->CanReuse(invocation, *buffer, bounds, *files))
    made->AddImplicitPreamble(invocation, files, buffer.release());
}
