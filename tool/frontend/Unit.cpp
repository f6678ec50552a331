//===- Unit.cpp - one translation unit in, rewritten text out ---------------===//

#include "frontend/Parse.h"
#include "passes/Manager.h"

#include <memory>

using namespace rewrite;

UnitResult rewrite::rewriteUnit(const CompileCommand &command, const RewriteOptions &options, const std::string *text) {
  return rewriteUnit([&](const std::string *bytes, Module *module,
                         const std::set<unsigned> *bodies) { return parse(command, bytes, module, bodies); },
                     options, text);
}

UnitResult rewrite::rewriteUnit(const Parser &parser, const RewriteOptions &options, const std::string *text) {
  UnitResult result;
  auto module = std::make_unique<Module>();
  ParseResult parsed = parser(text, module.get(), nullptr);
  result.diagnostics = std::move(parsed.diagnostics);
  result.inputs = std::move(parsed.inputs);
  if (parsed.errors || !parsed.ran || !module->mainFile) {
    result.status = UnitResult::Status::SourceErrors;
    return result;
  }
  result.stats["inactive-lines"] = parsed.inactiveLines;
  result.mainFileText = module->mainFile->bytes;
  for (const auto &f : module->functions)
    if (f->range.valid() && f->range.file == module->mainFile)
      result.functions.push_back({f->range.begin, f->range.end});
  const Reparse reparse = [&](const std::string &stage, std::string &diagnostics) -> std::unique_ptr<Module> {
    auto next = std::make_unique<Module>();
    const ParseResult again = parser(&stage, next.get(), nullptr);
    diagnostics = again.diagnostics;
    return again.errors || !again.ran ? nullptr : std::move(next);
  };
  const PipelineEnd end = runPipeline(std::move(module), options, reparse, result);
  if (result.status == UnitResult::Status::Done && !result.files.empty() && options.verify && !end.parsed) {
    const ParseResult again =
        parser(&result.files.front().after, nullptr, end.changedFunctions ? &*end.changedFunctions : nullptr);
    if (again.errors || !again.ran) {
      result.status = UnitResult::Status::VerifyFailed;
      result.diagnostics += again.diagnostics;
    }
  }
  if (result.status != UnitResult::Status::Done)
    result.files.clear();
  return result;
}
