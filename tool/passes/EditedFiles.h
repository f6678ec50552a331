//===- EditedFiles.h - the files of a run, before and now --------*- C++ -*-===//
//
// Passes see the text as earlier stages left it; the user knows the files on disk.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PASSES_EDITEDFILES_H
#define PTO_PASSES_EDITEDFILES_H

#include "kernel/History.h"
#include "kernel/Model.h"
#include "pto-rewrite/Rewrite.h"

#include <map>
#include <optional>
#include <set>

namespace rewrite {

/// Edits by the real path of their file: sorted, not overlapping.
using FileEdits = std::map<std::string, std::vector<Edit>>;

class EditedFiles {
public:
  /// The files that may change are what they were in `first`.
  explicit EditedFiles(const Module &first);

  bool contains(const std::string &path) const { return files.count(path) != 0; }
  void apply(const FileEdits &edits);
  /// Those that changed, as they are now.
  Texts now() const;
  /// `where`, a place in the files of `module`, which is as they are now.
  Location original(Location where, const Module &module) const;
  /// What restore() takes them back to.
  std::map<std::string, History> histories() const;
  void restore(const std::map<std::string, History> &histories);
  const SourceFile &original(const std::string &path) const { return files.at(path).original; }
  /// What became of a file, its text only.
  FileResult result(const std::string &path) const;

private:
  struct File {
    SourceFile original;
    History history;
  };
  std::map<std::string, File> files;
};

/// Where the names of the functions that `all` changes stand in the new text of the main file; nothing
/// when a change could be felt outside of the function that it is in, or of the file.
std::optional<std::set<unsigned>> changedFunctions(const Module &module, const FileEdits &all);

} // namespace rewrite

#endif
