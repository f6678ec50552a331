//===- EditedFiles.cpp - the files of a run, before and now -----------------===//

#include "passes/EditedFiles.h"

#include <algorithm>

using namespace rewrite;

EditedFiles::EditedFiles(const Module &first) {
  for (const auto &file : first.files)
    if (file->editable)
      files.try_emplace(file->path, File{*file, History(file->bytes)});
}

void EditedFiles::apply(const FileEdits &edits) {
  for (const auto &[path, list] : edits)
    files.at(path).history.apply(list);
}

Texts EditedFiles::now() const {
  Texts texts;
  for (const auto &[path, file] : files)
    if (file.history.text() != file.original.bytes)
      texts[path] = file.history.text();
  return texts;
}

Location EditedFiles::original(Location where, const Module &module) const {
  const auto known = files.find(where.file);
  const SourceFile *now = module.file(where.file);
  if (known == files.end() || !known->second.history.isChanged() || !now || where.line == 0 ||
      where.line > now->lineStarts.size())
    return where;
  const auto &[original, history] = known->second;
  return original.location(
      static_cast<unsigned>(history.originalOffset(now->lineStarts[where.line - 1] + where.column - 1)));
}

FileResult EditedFiles::result(const std::string &path) const {
  const auto &[original, history] = files.at(path);
  return {path, original.bytes, history.text(), history.edits(), {}, 0, {}};
}

std::map<std::string, History> EditedFiles::histories() const {
  std::map<std::string, History> out;
  for (const auto &[path, file] : files)
    out.emplace(path, file.history);
  return out;
}

void EditedFiles::restore(const std::map<std::string, History> &histories) {
  for (auto &[path, file] : files)
    file.history = histories.at(path);
}

std::optional<std::set<unsigned>> rewrite::changedFunctions(const Module &module, const FileEdits &all) {
  if (all.size() != 1 || all.begin()->first != module.mainFile->path)
    return std::nullopt;
  const std::vector<Edit> &edits = all.begin()->second;
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
