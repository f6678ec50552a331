//===- Source.cpp - source files as bytes and ranges ------------------------===//

#include "kernel/Source.h"

#include <algorithm>

using namespace rewrite;

std::string_view SourceRange::text() const {
  return valid() ? std::string_view(file->bytes).substr(begin, end - begin) : std::string_view();
}

namespace {

/// Skips over C++ text just far enough to know what is comment, what is
/// directive and what is literal. Clang's raw lexer does the same, but this
/// file must not depend on Clang, and the whole of it is one page.
class Scanner {
public:
  Scanner(SourceFile &file, const std::set<std::string> &acting) : file(file), s(file.bytes), acting(acting) {}

  void run() {
    file.lineStarts = {0};
    for (unsigned i = 0; i < s.size(); ++i)
      if (s[i] == '\n')
        file.lineStarts.push_back(i + 1);
    if (s.starts_with("\xef\xbb\xbf"))
      at = 3;                // a byte order mark is no token
    bool lineIsBlank = true; // so far; a '#' then starts a directive
    while (at < s.size()) {
      const char c = s[at];
      if (c == '\n') {
        lineIsBlank = true;
        ++at;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') {
        ++at;
      } else if (startsComment()) {
        comment();
      } else if (c == '#' && lineIsBlank) {
        directive();
        lineIsBlank = true;
      } else {
        lineIsBlank = false;
        token();
      }
    }
  }

private:
  bool startsComment() const { return s[at] == '/' && at + 1 < s.size() && (s[at + 1] == '/' || s[at + 1] == '*'); }

  void comment() {
    const unsigned begin = at;
    if (s[at + 1] == '*') {
      const std::size_t close = s.find("*/", at + 2);
      at = close == std::string::npos ? static_cast<unsigned>(s.size()) : static_cast<unsigned>(close + 2);
    } else {
      while (at < s.size() && s[at] != '\n') {
        const bool spliced = s[at] == '\\' && at + 1 < s.size() &&
                             (s[at + 1] == '\n' || (s[at + 1] == '\r' && at + 2 < s.size() && s[at + 2] == '\n'));
        at += spliced ? (s[at + 1] == '\r' ? 3 : 2) : 1;
      }
      at = std::min<unsigned>(at, static_cast<unsigned>(s.size()));
      if (at > begin && s[at - 1] == '\r')
        --at;
    }
    file.comments.push_back({&file, begin, at});
  }

  void directive() {
    const unsigned begin = at;
    while (at < s.size() && s[at] != '\n') {
      if (s[at] == '\\' && at + 1 < s.size() && s[at + 1] == '\n')
        at += 2;
      else if (s[at] == '\\' && at + 2 < s.size() && s[at + 1] == '\r' && s[at + 2] == '\n')
        at += 3;
      else if (startsComment()) {
        if (s[at + 1] == '/')
          break;
        comment();
      } else
        ++at;
    }
    file.directives.push_back({&file, begin, std::min<unsigned>(at, static_cast<unsigned>(s.size()))});
  }

  static bool isWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }

  void token() {
    if (s[at] == '"')
      return quoted('"');
    if (s[at] == '\'')
      return quoted('\'');
    if (!isWord(s[at])) {
      ++at;
      return;
    }
    const unsigned begin = at;
    // A digit separator is no quote: 1'000.
    const bool number = s[at] >= '0' && s[at] <= '9';
    while (at < s.size() && (isWord(s[at]) || (number && s[at] == '\'' && at + 1 < s.size() && isWord(s[at + 1]))))
      ++at;
    const std::string_view word = std::string_view(s).substr(begin, at - begin);
    if (at < s.size() && s[at] == '"' && !word.empty() && word.back() == 'R' && word.size() <= 3)
      rawString();
    else if (acting.count(std::string(word)))
      actingWord(begin);
  }

  /// With its parentheses, where some follow.
  void actingWord(unsigned begin) {
    unsigned end = at, depth = 0;
    do {
      const char c = at < s.size() ? s[at] : '\0';
      if (c == '"' || c == '\'') {
        quoted(c);
        continue;
      }
      depth += c == '(';
      depth -= c == ')' && depth > 0;
      const bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
      if (c == '\0' || (depth == 0 && c != ')' && !blank))
        break;
      ++at;
      if (c == ')' && depth == 0)
        end = at;
    } while (end != at);
    at = end;
    file.directives.push_back({&file, begin, end});
  }

  void quoted(char quote) {
    for (++at; at < s.size() && s[at] != quote && s[at] != '\n'; ++at)
      if (s[at] == '\\')
        ++at;
    ++at;
  }

  void rawString() {
    const std::size_t open = s.find('(', at);
    if (open == std::string::npos)
      return quoted('"');
    const std::string close = ")" + s.substr(at + 1, open - at - 1) + "\"";
    const std::size_t end = s.find(close, open);
    at = end == std::string::npos ? static_cast<unsigned>(s.size()) : static_cast<unsigned>(end + close.size());
  }

  SourceFile &file;
  const std::string &s;
  const std::set<std::string> &acting;
  unsigned at = 0;
};

} // namespace

void SourceFile::scan(const std::set<std::string> &acting) {
  comments.clear();
  directives.clear();
  frozen.clear();
  Scanner(*this, acting).run();

  unsigned off = 0;
  bool open = false;
  for (const SourceRange &c : comments) {
    std::string_view t = c.text().substr(2); // a switch is all that the comment begins with
    while (!t.empty() && (t.front() == ' ' || t.front() == '\t'))
      t.remove_prefix(1);
    if (!open && t.starts_with("pto-rewrite: off")) {
      open = true;
      off = c.begin;
    } else if (open && t.starts_with("pto-rewrite: on")) {
      open = false;
      frozen.push_back({this, off, c.end});
    }
  }
  if (open)
    frozen.push_back({this, off, static_cast<unsigned>(bytes.size())});
}

Location SourceFile::location(unsigned offset) const {
  const auto it = std::upper_bound(lineStarts.begin(), lineStarts.end(), offset);
  const unsigned line = static_cast<unsigned>(it - lineStarts.begin());
  return {path, line, offset - lineStarts[line - 1] + 1};
}

unsigned SourceFile::lineBegin(unsigned offset) const {
  return *std::prev(std::upper_bound(lineStarts.begin(), lineStarts.end(), offset));
}

unsigned SourceFile::lineEnd(unsigned offset) const {
  const auto it = std::upper_bound(lineStarts.begin(), lineStarts.end(), offset);
  return it == lineStarts.end() ? static_cast<unsigned>(bytes.size()) : *it;
}

unsigned SourceFile::skipBlanks(unsigned offset) const {
  while (offset < bytes.size()) {
    const auto comment = std::lower_bound(comments.begin(), comments.end(), offset,
                                          [](const SourceRange &c, unsigned at) { return c.begin < at; });
    if (comment != comments.end() && comment->begin == offset)
      offset = comment->end;
    else if (std::string_view(" \t\r\n").find(bytes[offset]) != std::string_view::npos)
      ++offset;
    else
      break;
  }
  return offset;
}

std::string SourceFile::indentation(unsigned offset) const {
  const unsigned begin = lineBegin(offset);
  unsigned end = begin;
  while (end < bytes.size() && (bytes[end] == ' ' || bytes[end] == '\t'))
    ++end;
  return bytes.substr(begin, end - begin);
}

std::string_view SourceFile::endOfLine() const {
  const std::size_t newline = bytes.find('\n');
  return newline != std::string::npos && newline > 0 && bytes[newline - 1] == '\r' ? "\r\n" : "\n";
}

/// The first in the list that overlaps the range and is in none of `kept`, or null.
static const SourceRange *lost(const std::vector<SourceRange> &list, const SourceRange &range,
                               const std::vector<SourceRange> &kept) {
  // Lists are in order and disjoint: look at those that can overlap only.
  auto it = std::partition_point(list.begin(), list.end(), [&](const SourceRange &r) { return r.end <= range.begin; });
  for (; it != list.end() && it->begin < range.end; ++it)
    if (std::none_of(kept.begin(), kept.end(), [&](const SourceRange &k) { return k.contains(*it); }))
      return &*it;
  return nullptr;
}

static bool isFrozen(const SourceRange &range, const std::vector<SourceRange> &kept) {
  const SourceRange *region = lost(range.file->frozen, range, kept);
  if (region)
    range.file->obeyed.insert({region->begin, ""});
  return region != nullptr;
}

bool rewrite::isFrozen(const SourceRange &range) { return ::isFrozen(range, {}); }

Obstacle rewrite::obstacleIn(const SourceRange &range, const std::vector<SourceRange> &kept) {
  if (!range.valid())
    return Obstacle::Macro;
  if (::isFrozen(range, kept))
    return Obstacle::Frozen;
  if (lost(range.file->directives, range, kept))
    return Obstacle::Directive;
  if (lost(range.file->comments, range, kept))
    return Obstacle::Comment;
  return Obstacle::Nothing;
}
