//===- Printer.cpp - from the model back to text ----------------------------===//
//
// Each change in the model is an edit of one range: an op or operand that is
// spelled anew, a statement that is gone or stands elsewhere. Ranges nest (an
// operand lies in its op, an op in its statement), and the outermost edit of a
// place decides; where its text keeps a range of the source, the edits inside
// that range apply in turn.
//
//===----------------------------------------------------------------------===//

#include "kernel/Printer.h"

#include <algorithm>
#include <map>
#include <utility>

using namespace rewrite;

namespace {

struct Change {
  SourceRange range;
  Text text;
  /// What is put behind several things that end at one place goes by what it is put behind: the inner first, and a
  /// brace that closes a body behind what is in it. 0: it is put before something.
  unsigned behind = 0;
  bool closes = false;
};

class Printer {
public:
  explicit Printer(const Function &f) {
    for (const auto &op : f.ops) {
      if (op->respelled)
        changes.push_back({op->range, *op->respelled});
      for (const Operand &o : op->operands)
        if (o.respelled && o.range.valid())
          changes.push_back({o.range, *o.respelled});
    }
    for (const auto &s : f.statements)
      statement(*s);
    for (const TextEdit &edit : f.edits)
      textEdit(edit);
    brace();
    // Outer before inner; an insertion before what starts at the same place.
    std::stable_sort(changes.begin(), changes.end(), [](const Change &a, const Change &b) {
      if (a.range.begin != b.range.begin)
        return a.range.begin < b.range.begin;
      const bool insertA = a.range.begin == a.range.end, insertB = b.range.begin == b.range.end;
      if (insertA != insertB)
        return insertA;
      if (insertA)
        return a.behind != b.behind ? a.behind > b.behind : a.closes < b.closes;
      return a.range.end > b.range.end;
    });
  }

  std::vector<Edit> run() {
    std::vector<Edit> edits;
    unsigned done = 0;
    for (const Change &c : changes) {
      if (c.range.begin < done)
        continue; // inside an outer one
      edits.push_back({c.range.begin, c.range.end - c.range.begin, spell(c)});
      done = std::max(done, c.range.end);
    }
    return edits;
  }

private:
  void statement(const Statement &s) {
    if (s.movedBefore) {
      const SourceRange at = s.movedBefore->range;
      Text t;
      if (s.respelled)
        t = *s.respelled;
      else
        t << s.range;
      const std::string indentation = at.file->indentation(at.begin);
      const bool beginsLine = at.file->lineBegin(at.begin) + indentation.size() == at.begin;
      t << (beginsLine ? std::string(at.file->endOfLine()) + indentation : " ");
      changes.push_back({{at.file, at.begin, at.begin}, t});
    } else if (s.respelled && !s.erased) {
      changes.push_back({s.range, *s.respelled});
    }
    if (s.erased || s.movedBefore)
      changes.push_back({erasure(s), Text(s.soleBody ? ";" : "")});
  }

  void textEdit(const TextEdit &edit) {
    switch (edit.kind) {
    case TextEdit::Kind::Replace:
      changes.push_back({edit.range, edit.text});
      break;
    case TextEdit::Kind::Remove:
      changes.push_back({erasure(*edit.statement), Text(edit.statement->soleBody ? ";" : "")});
      break;
    case TextEdit::Kind::Before:
      insertBefore(*edit.statement, edit.text);
      break;
    case TextEdit::Kind::After:
      insertAfter(*edit.statement, edit.text);
      break;
    case TextEdit::Kind::First:
    case TextEdit::Kind::Last:
      insertInto(*edit.block, edit.kind == TextEdit::Kind::First, edit.text);
      break;
    }
  }

  static SourceRange withAttributes(const Statement &s) { return {s.range.file, s.begin, s.range.end}; }
  static bool beginsLine(const SourceRange &at) {
    return at.file->lineBegin(at.begin) + at.file->indentation(at.begin).size() == at.begin;
  }
  static std::string newLine(const SourceRange &at) {
    return std::string(at.file->endOfLine()) + at.file->indentation(at.begin);
  }

  /// Between a statement and one that is put beside it.
  static std::string separator(const Statement &s) {
    const SourceRange r = withAttributes(s);
    return beginsLine(r) && (!s.soleBody || headEnd(r)) ? newLine(r) : " ";
  }

  void insertBefore(const Statement &s, Text t) {
    const SourceRange whole = withAttributes(s);
    t << separator(s);
    changes.push_back({{whole.file, whole.begin, whole.begin}, std::move(t)});
    if (s.soleBody)
      bodies[whole.begin] = whole;
  }

  void insertAfter(const Statement &s, const Text &text) {
    const SourceRange whole = withAttributes(s);
    Text t(separator(s));
    t << text;
    changes.push_back({{whole.file, whole.end, whole.end}, std::move(t), whole.begin + 1});
    if (s.soleBody)
      bodies[whole.begin] = whole;
  }

  /// At the beginning or the end of a body.
  void insertInto(const Block &block, bool atBegin, const Text &text) {
    const SourceRange &r = block.range;
    Text t;
    if (!block.braced) {
      const std::string between = beginsLine(r) && headEnd(r) ? newLine(r) : " ";
      t << (atBegin ? "" : between);
      t << text;
      t << (atBegin ? between : "");
      const unsigned at = atBegin ? r.begin : r.end;
      changes.push_back({{r.file, at, at}, std::move(t), atBegin ? 0 : r.begin + 1});
      bodies[r.begin] = r;
      return;
    }
    const unsigned close = r.end - 1;
    const bool oneLine = r.file->lineBegin(r.begin) == r.file->lineBegin(close);
    const std::string inner = r.file->indentation(close) + "  ";
    if (atBegin) {
      t << (oneLine ? " " : std::string(r.file->endOfLine()) + inner);
      t << text;
      const unsigned at = oneLine ? r.begin + 1 : afterComment(*r.file, r.begin + 1);
      changes.push_back({{r.file, at, at}, std::move(t)});
      return;
    }
    t << (oneLine ? "" : "  ");
    t << text;
    t << (oneLine ? " " : std::string(r.file->endOfLine()) + r.file->indentation(close));
    changes.push_back({{r.file, close, close}, std::move(t)});
  }

  /// The end of the comment that the line ends with, when there is nothing else on it from `at` on; else `at`.
  static unsigned afterComment(const SourceFile &file, unsigned at) {
    for (const SourceRange &c : file.comments)
      if (c.begin >= at && file.bytes.find_first_not_of(" \t", at) == c.begin &&
          file.bytes.find_first_of("\r\n", c.end) == c.end)
        return c.end;
    return at;
  }

  /// Where the head of the loop or branch ends whose body begins on a line of its own at `r`;
  /// 0 when something else than blanks is in between.
  static unsigned headEnd(const SourceRange &r) {
    unsigned at = r.begin;
    while (at > 0 && (r.file->bytes[at - 1] == ' ' || r.file->bytes[at - 1] == '\t' || r.file->bytes[at - 1] == '\n' ||
                      r.file->bytes[at - 1] == '\r'))
      --at;
    const bool comment = std::any_of(r.file->comments.begin(), r.file->comments.end(),
                                     [&](const SourceRange &c) { return c.begin < at && at <= c.end; });
    return comment ? 0 : at;
  }

  /// A body without braces that became several statements gets some, outside of what was put there.
  void brace() {
    for (const auto &[begin, r] : bodies) {
      const unsigned head = beginsLine(r) ? headEnd(r) : 0;
      const unsigned open = head ? head : r.begin;
      changes.insert(changes.begin(), {{r.file, open, open}, Text(head ? " {" : "{ ")});
      const std::string close = head ? std::string(r.file->endOfLine()) + r.file->indentation(head - 1) + "}" : " }";
      changes.push_back({{r.file, r.end, r.end}, Text(close), r.begin + 1, true});
    }
  }

  /// A statement alone on its lines takes them with it.
  static SourceRange erasure(const Statement &s) {
    SourceRange r = withAttributes(s);
    if (s.soleBody)
      return r;
    const SourceFile &f = *r.file;
    const auto blank = [&](unsigned from, unsigned to) {
      return std::all_of(f.bytes.begin() + from, f.bytes.begin() + to,
                         [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; });
    };
    const unsigned begin = f.lineBegin(r.begin), end = f.lineEnd(r.end);
    if (blank(begin, r.begin)) {
      if (blank(r.end, end))
        return {&f, begin, end};
      while (r.end < f.bytes.size() && (f.bytes[r.end] == ' ' || f.bytes[r.end] == '\t'))
        ++r.end; // a comment behind it moves to its place
    } else {
      while (r.begin > begin && (f.bytes[r.begin - 1] == ' ' || f.bytes[r.begin - 1] == '\t'))
        --r.begin;
    }
    return r;
  }

  std::string spell(const Change &change) {
    std::string out;
    bool inComment = false;
    for (const auto &piece : change.text.pieces) {
      if (std::exchange(inComment, false))
        out += newLine(change.range);
      if (const auto *literal = std::get_if<std::string>(&piece))
        out += *literal;
      else if (const auto *variable = std::get_if<const Variable *>(&piece))
        out += currentName(**variable);
      else if (const auto *original = std::get_if<Original>(&piece))
        out += spell(original->range, change, true), inComment = endsInLineComment(original->range);
      else if (const auto *range = std::get_if<SourceRange>(&piece))
        out += spell(*range, change, false), inComment = endsInLineComment(*range);
    }
    const std::string &bytes = change.range.file->bytes;
    const bool lineEnds =
        change.range.end >= bytes.size() || bytes[change.range.end] == '\n' || bytes[change.range.end] == '\r';
    return inComment && !lineEnds ? out + newLine(change.range) : out;
  }

  /// What comes behind such a range would be part of the comment.
  static bool endsInLineComment(const SourceRange &range) {
    const std::vector<SourceRange> &comments = range.file->comments;
    const auto after = std::partition_point(comments.begin(), comments.end(),
                                            [&](const SourceRange &c) { return c.begin < range.end; });
    return after != comments.begin() && std::prev(after)->text().starts_with("//") &&
           std::prev(after)->begin >= range.begin &&
           range.file->bytes.find_first_not_of(" \t", std::prev(after)->end) >= range.end;
  }

  /// The bytes of `range` with the changes inside it made, `except` left out, and those
  /// of the whole range where its original is asked for.
  std::string spell(const SourceRange &range, const Change &except, bool original) {
    std::string out;
    unsigned at = range.begin;
    for (const Change &c : changes) {
      // What deletes or moves the range itself is no change inside it.
      if (&c == &except || !range.contains(c.range) || c.range.begin < at)
        continue;
      if (c.range.begin == c.range.end && (c.range.begin == range.begin || c.range.begin == range.end))
        continue; // stands before or behind the range
      if (c.range == range && (original || (c.text.pieces.size() == 1 && isErasure(c))))
        continue;
      out += range.file->bytes.substr(at, c.range.begin - at);
      out += spell(c);
      at = c.range.end;
    }
    return out + range.file->bytes.substr(at, range.end - at);
  }

  static const std::string &currentName(const Variable &v) { return v.renamedTo ? currentName(*v.renamedTo) : v.name; }

  static bool isErasure(const Change &c) {
    const auto *literal = std::get_if<std::string>(&c.text.pieces.front());
    return literal && (literal->empty() || *literal == ";");
  }

  std::vector<Change> changes;
  std::map<unsigned, SourceRange> bodies; ///< that need braces, by where they begin
};

} // namespace

std::vector<Edit> rewrite::printEdits(const Function &function) { return Printer(function).run(); }

std::string rewrite::applyEdits(const std::string &bytes, const std::vector<Edit> &edits) {
  std::string out;
  out.reserve(bytes.size());
  std::size_t at = 0;
  for (const Edit &e : edits) {
    out.append(bytes, at, e.offset - at);
    out += e.text;
    at = e.offset + e.length;
  }
  return out.append(bytes, at, std::string::npos);
}
