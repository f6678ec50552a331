//===- Source.h - source files as bytes and ranges ---------------*- C++ -*-===//
//
// Everything the model remembers about spelling is a range of bytes in one of
// the files of a Module. Comments and preprocessor lines are listed once
// per file so that the guard can say what an edit would destroy.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_KERNEL_SOURCE_H
#define PTO_KERNEL_SOURCE_H

#include "pto-rewrite/Remark.h"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace rewrite {

/// Half-open range of bytes. An invalid range (file == nullptr) belongs to
/// something that has no spelling of its own: implicit code, or code in a macro.
struct SourceFile;
struct SourceRange {
  const SourceFile *file = nullptr;
  unsigned begin = 0;
  unsigned end = 0;

  bool valid() const { return file != nullptr; }
  bool contains(const SourceRange &r) const { return valid() && file == r.file && begin <= r.begin && r.end <= end; }
  bool overlaps(const SourceRange &r) const { return valid() && file == r.file && begin < r.end && r.begin < end; }
  std::string_view text() const;

  friend bool operator==(const SourceRange &, const SourceRange &) = default;
};

struct SourceFile {
  std::string path; ///< absolute, symlinks resolved
  std::string bytes;
  std::vector<unsigned> lineStarts;
  std::vector<SourceRange> comments;   ///< in order
  std::vector<SourceRange> directives; ///< preprocessor lines, and words that act as one, in order
  std::vector<SourceRange> frozen;     ///< between `pto-rewrite: off` and `on`
  bool editable = false;               ///< the run may change it
  /// Where comments begin that kept a pass from something, with its name; of a region that is frozen, with "".
  mutable std::set<std::pair<unsigned, std::string>> obeyed;

  /// Fills lineStarts, comments, directives and frozen from bytes. `acting`: words that are directives with what
  /// stands in parentheses behind them, such as _Pragma.
  void scan(const std::set<std::string> &acting = {"_Pragma"});

  Location location(unsigned offset) const;
  unsigned lineBegin(unsigned offset) const;  ///< first byte of the line
  unsigned lineEnd(unsigned offset) const;    ///< one past the newline (or the end of file)
  unsigned skipBlanks(unsigned offset) const; ///< where neither a blank nor a comment stands
  std::string indentation(unsigned offset) const;
  std::string_view endOfLine() const; ///< "\n" or "\r\n", as the file has it
};

/// Some of it is between `pto-rewrite: off` and `on`.
bool isFrozen(const SourceRange &range);

/// What an edit of a range would destroy, or Nothing.
enum class Obstacle { Nothing, Comment, Directive, Macro, Frozen };

/// \p range as a whole is to be deleted or respelled. `kept` are parts whose
/// bytes survive; what lies inside them is no obstacle.
Obstacle obstacleIn(const SourceRange &range, const std::vector<SourceRange> &kept = {});

} // namespace rewrite

#endif
