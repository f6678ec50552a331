//===- EditedFiles.cpp - the files of a run, before and now -----------------===//

#include "passes/EditedFiles.h"

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
