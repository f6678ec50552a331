//===- main.cpp - pto-rewrite ---------------------------------------------===//

#include "driver/Driver.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"

using namespace rewrite;

int main(int argc, char **argv) {
  llvm::CrashRecoveryContext::Enable();
  static int anchor; // an address in this program, for getMainExecutable()
  const std::string executable = llvm::sys::fs::getMainExecutable(argv[0], &anchor);

  driver::Exit exit = driver::run(
      executable, {argv + 1, argv + argc}, llvm::outs(), llvm::errs(),
      [](const CompileCommand &command, const RewriteOptions &options) { return rewriteUnit(command, options); });
  llvm::outs().flush();
  if (llvm::outs().has_error()) {
    llvm::errs() << "pto-rewrite: error: cannot write to standard output: " << llvm::outs().error().message() << "\n";
    llvm::outs().clear_error();
    exit = driver::CannotWrite;
  }
  return exit;
}
