//===- Unit.cpp - one translation unit in, rewritten text out ---------------===//

#include "frontend/Parse.h"
#include "passes/Manager.h"

#include <algorithm>
#include <optional>
#include <set>

using namespace rewrite;

/// Where the names of the changed functions stand in the new text; nothing when
/// a change could be felt outside of the function that it is in.
static std::optional<std::set<unsigned>> changedFunctions(const Module &module, const std::vector<Edit> &edits) {
  std::set<unsigned> names;
  for (const auto &f : module.functions) {
    if (!f->range.valid() || f->range.file != module.mainFile)
      continue;
    const auto inside = [&](const Edit &e) {
      return f->range.begin < e.offset + e.length + 1 && e.offset < f->range.end;
    };
    if (std::none_of(edits.begin(), edits.end(), inside))
      continue;
    if (f->deducedReturn)
      return std::nullopt;
    std::ptrdiff_t shift = 0;
    for (const Edit &e : edits)
      if (e.offset < f->nameAt)
        shift += static_cast<std::ptrdiff_t>(e.text.size()) - static_cast<std::ptrdiff_t>(e.length);
    names.insert(static_cast<unsigned>(f->nameAt + shift));
  }
  return names;
}

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
  result.stats["inactive-lines"] = parsed.inactiveLines;
  result.mainFileText = module.mainFile->bytes;
  runPipeline(module, options, result);
  if (result.files.empty() || !options.verify)
    return result;

  const FileResult &file = result.files.front();
  const std::optional<std::set<unsigned>> changed = changedFunctions(module, file.edits);
  const ParseResult again = parse(command, &file.after, nullptr, changed ? &*changed : nullptr);
  if (again.errors || !again.ran) {
    result.status = UnitResult::Status::VerifyFailed;
    result.diagnostics += again.diagnostics;
    result.files.clear();
  }
  return result;
}
