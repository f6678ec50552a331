//===- Obeyed.cpp - the suppressions that a run has met ---------------------===//

#include "passes/Obeyed.h"

#include "passes/Suppressions.h"

using namespace rewrite;

void Obeyed::note(const Module &module) {
  for (const auto &file : module.files)
    for (const auto &[offset, pass] : file->obeyed)
      if (files.contains(file->path)) {
        const Location at = files.original(file->location(offset), module);
        comments[file->path].insert({files.original(file->path).lineStarts[at.line - 1] + at.column - 1, pass});
      }
}

std::vector<Note> Obeyed::unused(const std::string &path, const Pipeline &pipeline, const Module &first,
                                 const std::function<bool(const Function &)> &looked,
                                 const std::vector<Stretch> &inactive) const {
  const SourceFile &file = files.original(path);
  std::set<std::string> passes;
  for (const PassStep &step : pipeline)
    passes.insert(step.pass);
  std::vector<SourceRange> unseen;
  const auto add = [&](const SourceRange &range) {
    if (range.valid() && range.file->path == path)
      unseen.push_back({&file, range.begin, range.end});
  };
  for (const UnusedTemplate &t : first.unusedTemplates)
    add(t.range);
  for (const auto &f : first.functions)
    if (f->role != FunctionRole::Opaque && !looked(*f))
      add(f->range);
  const auto lineStart = [&](std::size_t line) {
    return line <= file.lineStarts.size() ? file.lineStarts[line - 1] : static_cast<unsigned>(file.bytes.size());
  };
  for (const Stretch &lines : inactive)
    unseen.push_back({&file, lineStart(lines.begin), lineStart(lines.end)});
  const auto known = comments.find(path);
  return unusedSuppressions(file, passes, known == comments.end() ? decltype(known->second)() : known->second, unseen);
}
