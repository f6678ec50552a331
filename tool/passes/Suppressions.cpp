//===- Suppressions.cpp - NOLINT(pto-<pass>) and kin ------------------------===//

#include "passes/Suppressions.h"

#include "pto-rewrite/PassInfo.h"
#include "pto-rewrite/Pipeline.h"

#include <algorithm>

using namespace rewrite;

namespace {

/// One `NOLINT...` or `NOLINT...(list)` of a comment.
struct Word {
  enum class Form { Line, NextLine, Begin, End };

  Form form = Form::Line;
  bool hasList = false; ///< without one it is about everything
  std::vector<std::string_view> list;
};

/// `*` in the pattern stands for any text.
bool globMatches(std::string_view pattern, std::string_view text) {
  if (pattern.empty())
    return text.empty();
  if (pattern.front() == '*')
    return globMatches(pattern.substr(1), text) || (!text.empty() && globMatches(pattern, text.substr(1)));
  return !text.empty() && pattern.front() == text.front() && globMatches(pattern.substr(1), text.substr(1));
}

std::vector<std::string_view> itemsOf(std::string_view list) {
  std::vector<std::string_view> items;
  while (!list.empty()) {
    std::string_view item = list.substr(0, list.find(','));
    list = item.size() == list.size() ? std::string_view() : list.substr(item.size() + 1);
    while (!item.empty() && item.front() == ' ')
      item.remove_prefix(1);
    while (!item.empty() && item.back() == ' ')
      item.remove_suffix(1);
    items.push_back(item);
  }
  return items;
}

std::vector<Word> wordsOf(std::string_view comment) {
  constexpr std::string_view nolint = "NOLINT";
  constexpr std::pair<std::string_view, Word::Form> forms[] = {
      {"NEXTLINE", Word::Form::NextLine}, {"BEGIN", Word::Form::Begin}, {"END", Word::Form::End}};
  std::vector<Word> words;
  for (std::size_t at = comment.find(nolint); at != comment.npos; at = comment.find(nolint, at + 1)) {
    std::string_view rest = comment.substr(at + nolint.size());
    Word word;
    for (const auto &[spelling, form] : forms)
      if (rest.starts_with(spelling)) {
        word.form = form;
        rest.remove_prefix(spelling.size());
        break;
      }
    word.hasList = rest.starts_with("(");
    if (word.hasList)
      word.list = itemsOf(rest.substr(1, rest.find(')') - 1));
    else if (!rest.empty() && rest.front() >= 'A' && rest.front() <= 'Z')
      continue; // another word
    words.push_back(std::move(word));
  }
  return words;
}

bool names(const Word &word, std::string_view check) {
  return !word.hasList || std::any_of(word.list.begin(), word.list.end(),
                                      [&](std::string_view item) { return globMatches(item, check); });
}

bool overlapsAny(const SourceRange &range, const std::vector<SourceRange> &others) {
  return std::any_of(others.begin(), others.end(), [&](const SourceRange &other) { return other.overlaps(range); });
}

std::string firstLine(const SourceRange &comment) {
  std::string text(comment.text());
  text.erase(std::min(text.find_first_of("\r\n"), text.size()));
  return text;
}

class Unused {
public:
  Unused(const SourceFile &file, const std::set<std::string> &passes,
         const std::set<std::pair<unsigned, std::string>> &obeyed)
      : file(file),
        passes(passes),
        obeyed(obeyed) {
    for (const PassInfo *pass : allPasses())
      known.push_back(pass->name);
  }

  /// What the word covers that the comment of that number has.
  SourceRange cover(const Word &word, std::size_t comment) const {
    const unsigned begin = file.comments[comment].begin, next = file.lineEnd(begin);
    switch (word.form) {
    case Word::Form::Line:
      return {&file, file.lineBegin(begin), next};
    case Word::Form::NextLine:
      return {&file, next, next < file.bytes.size() ? file.lineEnd(next) : next};
    case Word::Form::Begin:
    case Word::Form::End:
      break;
    }
    for (std::size_t i = comment + 1; i < file.comments.size(); ++i)
      for (const Word &other : wordsOf(file.comments[i].text()))
        if (other.form == Word::Form::End && other.list == word.list)
          return {&file, next, file.comments[i].begin};
    return {&file, next, static_cast<unsigned>(file.bytes.size())};
  }

  /// Adds those of the list that are ours and kept nothing to `idle`. True when there are others.
  bool split(const Word &word, unsigned comment, std::vector<std::string_view> &idle) const {
    bool others = false;
    for (const std::string_view item : word.list) {
      const bool mine = item.starts_with("pto-") && (isAsked(item) || isMisspelled(item));
      const bool used = std::any_of(obeyed.begin(), obeyed.end(), [&](const auto &each) {
        return each.first == comment && globMatches(item, "pto-" + each.second);
      });
      if (mine && !used)
        idle.push_back(item);
      else
        others = true;
    }
    return others;
  }

private:
  bool isAsked(std::string_view item) const {
    return std::any_of(passes.begin(), passes.end(),
                       [&](const std::string &pass) { return globMatches(item, "pto-" + pass); });
  }
  bool isMisspelled(std::string_view item) const {
    item.remove_prefix(4);
    return std::find(known.begin(), known.end(), item) == known.end() && !nearest(item, known).empty();
  }

  const SourceFile &file;
  const std::set<std::string> &passes;
  const std::set<std::pair<unsigned, std::string>> &obeyed;
  std::vector<std::string> known;
};

} // namespace

bool rewrite::isSuppressed(const SourceFile &file, const Location &where, std::string_view pass) {
  if (where.file != file.path || where.line == 0)
    return false;
  const unsigned offset = file.lineStarts[where.line - 1] + where.column - 1;
  if (isFrozen({&file, offset, offset + 1}))
    return true;
  const std::string check = "pto-" + std::string(pass);
  const SourceRange *own = nullptr, *open = nullptr;
  for (const SourceRange &comment : file.comments) {
    const std::vector<Word> words = wordsOf(comment.text());
    const unsigned line = words.empty() ? 0 : file.location(comment.begin).line;
    for (const Word &word : words) {
      if (!names(word, check))
        continue;
      if (line + (word.form == Word::Form::NextLine) == where.line && word.form <= Word::Form::NextLine)
        own = &comment;
      if (word.form >= Word::Form::Begin && line < where.line)
        open = word.form == Word::Form::Begin ? &comment : nullptr;
    }
  }
  const SourceRange *found = own ? own : open;
  if (found)
    file.obeyed.insert({found->begin, std::string(pass)});
  return found != nullptr;
}

unsigned rewrite::suppressedLine(const SourceFile &file, const std::vector<Edit> &edits, std::string_view pass) {
  const auto mayBe = [](const SourceRange &comment) { return comment.text().find("NOLINT") != std::string_view::npos; };
  if (std::none_of(file.comments.begin(), file.comments.end(), mayBe))
    return 0;
  for (const Edit &edit : edits)
    for (unsigned at = static_cast<unsigned>(edit.offset), end = at + static_cast<unsigned>(edit.length); at < end;) {
      const unsigned next = std::min(file.lineEnd(at), end);
      const bool blank = file.bytes.find_first_not_of(" \t\r\n", at) >= next;
      const Location where = file.location(at);
      if (!blank && isSuppressed(file, where, pass))
        return where.line;
      at = next;
    }
  return 0;
}

std::vector<Note> rewrite::unusedSuppressions(const SourceFile &file, const std::set<std::string> &passes,
                                              const std::set<std::pair<unsigned, std::string>> &obeyed,
                                              const std::vector<SourceRange> &unseen) {
  const Unused unused(file, passes, obeyed);
  std::vector<Note> out;
  for (const SourceRange &region : file.frozen)
    if (!obeyed.count({region.begin, ""}) && !overlapsAny({&file, region.begin, region.end}, unseen)) {
      const auto comment = std::find_if(file.comments.begin(), file.comments.end(),
                                        [&](const SourceRange &c) { return c.begin == region.begin; });
      out.push_back({file.location(region.begin), "'" + firstLine(*comment) + "' suppresses nothing"});
    }
  for (std::size_t i = 0; i < file.comments.size(); ++i)
    for (const Word &word : wordsOf(file.comments[i].text())) {
      std::vector<std::string_view> idle;
      if (word.form == Word::Form::End || overlapsAny(unused.cover(word, i), unseen))
        continue;
      const unsigned begin = file.comments[i].begin;
      const bool inPart = unused.split(word, begin, idle);
      if (idle.empty())
        continue;
      std::string what;
      for (const std::string_view item : inPart ? idle : std::vector<std::string_view>())
        what += (what.empty() ? " of '" : ", '") + std::string(item) + "'";
      out.push_back({file.location(begin), "'" + firstLine(file.comments[i]) + "' suppresses nothing" + what});
    }
  std::stable_sort(out.begin(), out.end(), [](const Note &a, const Note &b) { return a.where < b.where; });
  return out;
}
