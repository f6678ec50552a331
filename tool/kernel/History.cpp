//===- History.cpp - a text and what it was before it was edited ------------===//

#include "kernel/History.h"

#include "kernel/Printer.h"

#include <algorithm>

using namespace rewrite;

History::History(std::string text) : original(std::move(text)), now(original) {
  pieces.push_back({true, 0, original.size(), {}});
}

void History::apply(const std::vector<Edit> &edits) {
  std::vector<Piece> out;
  std::size_t next = 0, inside = 0; // the piece that is read, and how much of it was
  const auto take = [&](std::size_t length, bool keep) {
    while (length > 0 && next < pieces.size()) {
      const Piece &p = pieces[next];
      const std::size_t n = std::min(length, p.length - inside);
      if (keep && n > 0)
        out.push_back({p.kept, p.begin + (p.kept ? inside : 0), n, p.kept ? "" : p.text.substr(inside, n)});
      inside += n;
      length -= n;
      if (inside == p.length)
        ++next, inside = 0;
    }
  };
  std::size_t at = 0;
  for (const Edit &e : edits) {
    take(e.offset - at, true);
    take(e.length, false);
    if (!e.text.empty())
      out.push_back({false, 0, e.text.size(), e.text});
    at = e.offset + e.length;
  }
  take(now.size() - at, true);
  now = applyEdits(now, edits);
  pieces = std::move(out);
}

std::vector<Edit> History::edits() const {
  std::vector<Edit> out;
  std::size_t at = 0; // in the original
  std::string text;
  const auto emit = [&](std::size_t to) {
    if (to > at || !text.empty())
      out.push_back({at, to - at, std::move(text)});
    text.clear();
  };
  for (const Piece &p : pieces)
    if (p.kept) {
      emit(p.begin);
      at = p.begin + p.length;
    } else {
      text += p.text;
    }
  emit(original.size());
  return out;
}

std::size_t History::originalOffset(std::size_t offset) const {
  std::size_t end = 0; // of what was kept so far, in the original
  for (const Piece &p : pieces) {
    if (offset < p.length)
      return p.kept ? p.begin + offset : end;
    offset -= p.length;
    if (p.kept)
      end = p.begin + p.length;
  }
  return original.size();
}

Location rewrite::placeBefore(const FileResult &file, const Location &place) {
  const auto lineStart = [](const std::string &text, unsigned line) {
    std::size_t at = 0;
    for (; line > 1 && at < text.size(); --line)
      at = std::min(text.find('\n', at), text.size() - 1) + 1;
    return at;
  };
  History history(file.before);
  history.apply(file.edits);
  const std::size_t offset = history.originalOffset(lineStart(file.after, place.line) + place.column - 1);
  const std::string before = file.before.substr(0, offset);
  const std::size_t newline = before.rfind('\n');
  return {place.file, 1 + static_cast<unsigned>(std::count(before.begin(), before.end(), '\n')),
          static_cast<unsigned>(before.size() - (newline == before.npos ? 0 : newline + 1)) + 1};
}
