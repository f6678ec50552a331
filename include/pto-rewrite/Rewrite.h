//===- Rewrite.h - one translation unit in, rewritten text out ---*- C++ -*-===//
//
// rewriteUnit() parses a translation unit once, runs the pipeline over its
// kernels, prints the result and parses it once more in memory. It reads files
// but writes none: what to do with the result (print, diff, write) is the
// driver's business.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_REWRITE_REWRITE_H
#define PTO_REWRITE_REWRITE_H

#include "pto-rewrite/Pipeline.h"
#include "pto-rewrite/Remark.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace rewrite {

/// One compile command. `arguments` starts with the compiler; relative paths
/// are relative to `directory` (absolute).
struct CompileCommand {
  std::string directory;
  std::string file; ///< absolute
  std::vector<std::string> arguments;
};

struct RewriteOptions {
  Pipeline pipeline;
  std::string functions;               ///< regex over qualified names; "" is all
  std::vector<std::string> editRoots;  ///< only files below these may change; "" list: the main file only
  std::vector<std::string> printAfter; ///< pass names; {"*"} is every pass
  bool verify = true;                  ///< re-parse the result
};

/// Replaces `length` bytes at `offset` of the original file by `text`.
struct Edit {
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string text;

  friend bool operator==(const Edit &, const Edit &) = default;
};

struct FileResult {
  std::string path; ///< absolute, symlinks resolved
  std::string before;
  std::string after;
  std::vector<Edit> edits; ///< sorted, not overlapping
};

/// Half-open range of bytes of the main file.
struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool contains(std::size_t offset) const { return begin <= offset && offset < end; }
};

/// The main file as it stands after one pass of the pipeline.
struct Stage {
  std::string pass;
  std::string text;
};

struct UnitResult {
  enum class Status {
    Done,         ///< changed or not
    SourceErrors, ///< the source does not compile; nothing was changed
    VerifyFailed, ///< the result did not re-parse; rolled back
    BadPipeline,  ///< a step of the pipeline cannot run on this source; nothing was changed
    InternalError,
  };

  Status status = Status::Done;
  std::vector<FileResult> files;   ///< only those that changed
  std::vector<Remark> remarks;     ///< in source order, one per place
  std::vector<Stage> stages;       ///< as asked for by printAfter
  std::vector<std::string> inputs; ///< every file read: absolute paths, for dep-files
  std::vector<Stretch> functions;  ///< of the main file, as it was parsed
  std::string diagnostics;         ///< what clang prints, ready for stderr
  std::string mainFileText;        ///< bytes of the main file as parsed

  /// Counts of the run, by name: "matched", "rewritten", "declined",
  /// "functions", "inactive-lines", ...; rewritten + declined = matched holds.
  std::map<std::string, unsigned long> stats;
};

/// `text`, where given, stands in for the main file's bytes on disk.
UnitResult rewriteUnit(const CompileCommand &command, const RewriteOptions &options, const std::string *text = nullptr);

} // namespace rewrite

#endif
