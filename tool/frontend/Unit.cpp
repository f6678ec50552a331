//===- Unit.cpp - one translation unit in, rewritten text out ---------------===//

#include "frontend/Parse.h"
#include "frontend/Preamble.h"
#include "passes/Manager.h"

#include <algorithm>
#include <memory>

using namespace rewrite;

void rewrite::addInactive(InactiveLines &all, const std::string &path, std::vector<Stretch> lines) {
  const auto [known, isNew] = all.try_emplace(path, lines);
  if (isNew)
    return;
  std::vector<Stretch> both;
  for (const Stretch &a : known->second)
    for (const Stretch &b : lines)
      if (a.overlaps(b))
        both.push_back({std::max(a.begin, b.begin), std::min(a.end, b.end)});
  known->second = std::move(both);
}

UnitResult rewrite::rewriteUnit(const CompileCommand &command, const RewriteOptions &options) {
  Preamble preamble;
  bool first = true, shared = false;
  return rewriteUnit(
      [&](const Texts &texts, Module *module, const std::set<unsigned> *bodies) {
        const bool uses = shared && module; // what is checked at the end is the whole
        ParseResult result = parse(command, texts, module, options.headers, bodies, uses ? &preamble : nullptr);
        if (first)
          shared = !result.hasOwnHeaders;
        first = false;
        return result;
      },
      options);
}

UnitResult rewrite::rewriteUnit(const Parser &parser, const RewriteOptions &options) {
  UnitResult result;
  const auto withGiven = [&](Texts texts) {
    texts.insert(options.texts.begin(), options.texts.end());
    return texts;
  };
  auto module = std::make_unique<Module>();
  ParseResult parsed = parser(options.texts, module.get(), nullptr);
  result.diagnostics = std::move(parsed.diagnostics);
  result.inputs = std::move(parsed.inputs);
  if (parsed.errors || !parsed.ran || !module->mainFile) {
    result.status = UnitResult::Status::SourceErrors;
    result.error = std::move(parsed.error);
    return result;
  }
  result.inactive = std::move(parsed.inactive);
  result.others.assign(parsed.others.begin(), parsed.others.end());
  const auto verifies = [&](const ParseResult &again) {
    if (!again.errors && again.ran)
      return true;
    result.status = UnitResult::Status::VerifyFailed;
    result.diagnostics += again.diagnostics;
    result.error = again.error;
    return false;
  };
  const Reparse reparse = [&](const Texts &texts) -> std::unique_ptr<Module> {
    auto next = std::make_unique<Module>();
    return verifies(parser(withGiven(texts), next.get(), nullptr)) ? std::move(next) : nullptr;
  };
  const PipelineEnd end = runPipeline(std::move(module), options, reparse, result);
  Texts texts;
  for (const FileResult &file : result.files)
    if (file.changed())
      texts[file.path] = file.after;
  if (result.status == UnitResult::Status::Done && !texts.empty() && options.verify && !end.parsed) {
    if (!verifies(
            parser(withGiven(std::move(texts)), nullptr, end.changedFunctions ? &*end.changedFunctions : nullptr)))
      for (const FileResult &file : result.files)
        if (file.path == result.error.file)
          result.error = placeBefore(file, result.error);
  }
  if (result.status != UnitResult::Status::Done)
    result.files.clear();
  return result;
}
