//===- Obeyed.h - the suppressions that a run has met ------------*- C++ -*-===//

#ifndef PTO_PASSES_OBEYED_H
#define PTO_PASSES_OBEYED_H

#include "passes/EditedFiles.h"

#include <functional>
#include <set>

namespace rewrite {

/// Collects what passes obeyed (SourceFile::obeyed) in all texts that a run goes through, by its place on disk.
class Obeyed {
public:
  explicit Obeyed(const EditedFiles &files) : files(files) {}

  /// The passes are done with the text of `module`.
  void note(const Module &module);
  /// The comments of the file on disk that nothing came of. `looked`: whether the passes looked at the function;
  /// `inactive`: lines that #if leaves out.
  std::vector<Note> unused(const std::string &path, const Pipeline &pipeline, const Module &first,
                           const std::function<bool(const Function &)> &looked,
                           const std::vector<Stretch> &inactive) const;

private:
  const EditedFiles &files;
  std::map<std::string, std::set<std::pair<unsigned, std::string>>> comments; ///< by file
};

} // namespace rewrite

#endif
