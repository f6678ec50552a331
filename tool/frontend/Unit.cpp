//===- Unit.cpp - one translation unit in, rewritten text out ---------------===//

#include "frontend/Parse.h"
#include "passes/Manager.h"

using namespace rewrite;

UnitResult rewrite::rewriteUnit(const CompileCommand &command, const RewriteOptions &options, const std::string *text) {
  UnitResult result;
  Module module;
  ParseResult parsed = parse(command, text, &module);
  result.diagnostics = std::move(parsed.diagnostics);
  result.inputs = std::move(parsed.inputs);
  if (parsed.errors || !parsed.ran || !module.mainFile) {
    result.status = UnitResult::Status::SourceErrors;
    return result;
  }
  result.mainFileText = module.mainFile->bytes;
  runPipeline(module, options, result);
  if (result.files.empty() || !options.verify)
    return result;

  const ParseResult again = parse(command, &result.files.front().after, nullptr);
  if (again.errors || !again.ran) {
    result.status = UnitResult::Status::VerifyFailed;
    result.diagnostics += again.diagnostics;
    result.files.clear();
  }
  return result;
}
