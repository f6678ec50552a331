//===- Remark.h - what the user is told about one place ----------*- C++ -*-===//
//
// A remark is the only way in which a pass speaks: it did something (Applied),
// it saw its pattern and kept the code (Missed, always with a reason code), or
// it has something to say about the code (Analysis).
//
//===----------------------------------------------------------------------===//

#ifndef PTO_REWRITE_REMARK_H
#define PTO_REWRITE_REMARK_H

#include <compare>
#include <string>
#include <vector>

namespace rewrite {

/// A place in a source file: absolute path, line and column from 1 (columns in bytes).
struct Location {
  std::string file;
  unsigned line = 0;
  unsigned column = 0;

  friend auto operator<=>(const Location &, const Location &) = default;
};

/// A sentence attached to another place ("read here").
struct Note {
  Location where;
  std::string message;

  friend bool operator==(const Note &, const Note &) = default;
};

struct Remark {
  enum class Kind { Applied, Missed, Analysis };

  Kind kind = Kind::Analysis;
  std::string pass;     ///< kebab-case name of the pass
  std::string reason;   ///< reason code; set exactly when kind is Missed
  std::string function; ///< the enclosing function as the user spells it
  Location where;
  std::string message;
  std::vector<Note> notes;
  std::string instance = ""; ///< `function`, where the remark speaks of one instance of a template and not of others

  friend bool operator==(const Remark &, const Remark &) = default;
};

} // namespace rewrite

#endif
