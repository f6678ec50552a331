//===- Rewrite.h - one translation unit in, rewritten text out ---*- C++ -*-===//
//
// rewriteUnit() parses a translation unit once, runs the pipeline over its
// kernels, prints the result and parses it once more in memory. It reads files
// but writes none: what to do with the result (print, diff, write) is the
// driver's business, and so is what several units make of one header.
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

/// Half-open range of bytes of a file.
struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool contains(std::size_t offset) const { return begin <= offset && offset < end; }
  bool overlaps(const Stretch &other) const { return begin < other.end && other.begin < end; }

  friend auto operator<=>(const Stretch &, const Stretch &) = default;
};

/// Which headers may be edited, in the context of the source that includes them. Those of
/// the system and of the DSL never are.
struct HeaderScope {
  std::string root;    ///< real path of a directory; "": no header
  std::string except;  ///< another one, below the root, where what lies is not written by hand; "": none
  std::string pattern; ///< regex over real paths; "" is all
};

/// A stretch of a file that stays as it is, since others that include the file object.
struct Kept {
  std::string file; ///< real path
  Stretch where;
  std::string why; ///< for the user
};

/// Bytes that stand in for those of files on disk, by real path.
using Texts = std::map<std::string, std::string>;

struct RewriteOptions {
  Pipeline pipeline;
  std::string functions; ///< regex over qualified names; "" is all
  HeaderScope headers;
  std::vector<Kept> kept;
  Texts texts;
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
  std::vector<Edit> edits;        ///< sorted, not overlapping
  std::vector<Stretch> functions; ///< in it, as it was parsed: in order, each once
  unsigned kernels = 0;           ///< that the passes saw, instances of templates counted each
  std::vector<Note> unused;       ///< comments that would keep a pass of the pipeline from something, and did not

  bool changed() const { return before != after; }
};

/// Lines of files that #if leaves out, by real path; none where all are looked at.
using InactiveLines = std::map<std::string, std::vector<Stretch>>;

/// `lines` are what another reading of the file leaves out: left out is what both leave out.
void addInactive(InactiveLines &all, const std::string &path, std::vector<Stretch> lines);

/// A place where a pass found its pattern.
struct Match {
  std::string pass;
  Location where;
  std::string instance = ""; ///< that of the remark

  friend auto operator<=>(const Match &, const Match &) = default;
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
  std::vector<FileResult> files;   ///< Done: the main file, then the headers that hold kernels and may be edited
  std::vector<Remark> remarks;     ///< in source order, one per place
  std::vector<Match> matches;      ///< in order, each once; counted where they were found: each has a remark
  std::vector<Stage> stages;       ///< as asked for by printAfter
  std::vector<std::string> inputs; ///< every file read: absolute paths, for dep-files
  std::vector<std::string> others; ///< headers that hold kernels and may not be edited: real paths
  InactiveLines inactive;          ///< of the main file and of each header that may be edited
  std::string diagnostics;         ///< what clang prints, ready for stderr; of the rewritten text when VerifyFailed
  Location error;                  ///< the first in `diagnostics`, by real path; VerifyFailed: what it was on disk
};

/// Where what stands at `place` of `file.after` comes from in `file.before`.
Location placeBefore(const FileResult &file, const Location &place);

UnitResult rewriteUnit(const CompileCommand &command, const RewriteOptions &options);

} // namespace rewrite

#endif
