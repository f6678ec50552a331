//===- Module.cpp - the checks of pto-tidy ----------------------------------===//
//
// One check a pass, made from the registry, and one a lint: no list is kept by hand.
//
//===----------------------------------------------------------------------===//

#include "tidy/LintCheck.h"
#include "tidy/PassCheck.h"

#include "clang-tidy/ClangTidyModule.h"

using namespace rewrite;
using namespace rewrite::tidy;

namespace {

class Checks : public clang::tidy::ClangTidyModule {
public:
  void addCheckFactories(clang::tidy::ClangTidyCheckFactories &factories) override {
    for (const PassInfo *pass : allPasses())
      factories.registerCheckFactory("pto-" + pass->name,
                                     [pass](llvm::StringRef name, clang::tidy::ClangTidyContext *context) {
                                       return std::make_unique<PassCheck>(name, context, *pass);
                                     });
    for (const Lint &lint : allLints())
      factories.registerCheckFactory(std::string("pto-") + lint.name,
                                     [&lint](llvm::StringRef name, clang::tidy::ClangTidyContext *context) {
                                       return std::make_unique<LintCheck>(name, context, lint);
                                     });
  }
};

const clang::tidy::ClangTidyModuleRegistry::Add<Checks> added("pto-module", "Checks for kernels in the pto DSL.");

} // namespace
