//===- Suppressions.cpp - NOLINT(pto-<pass>) and kin ------------------------===//

#include "passes/Suppressions.h"

#include "pto-rewrite/PassInfo.h"

#include <algorithm>

using namespace rewrite;

/// `*` in the pattern stands for any text.
static bool globMatches(std::string_view pattern, std::string_view text) {
  if (pattern.empty())
    return text.empty();
  if (pattern.front() == '*')
    return globMatches(pattern.substr(1), text) || (!text.empty() && globMatches(pattern, text.substr(1)));
  return !text.empty() && pattern.front() == text.front() && globMatches(pattern.substr(1), text.substr(1));
}

/// The comment has `word` (and not a longer word that begins with it) for `check`.
static bool names(std::string_view comment, std::string_view word, std::string_view check) {
  for (std::size_t at = comment.find(word); at != std::string_view::npos; at = comment.find(word, at + 1)) {
    std::string_view rest = comment.substr(at + word.size());
    if (rest.empty() || rest.front() != '(') {
      const bool longer = !rest.empty() && rest.front() >= 'A' && rest.front() <= 'Z';
      if (!longer)
        return true; // without a list: everything
      continue;
    }
    rest = rest.substr(1, rest.find(')') - 1);
    while (!rest.empty()) {
      std::string_view item = rest.substr(0, rest.find(','));
      rest = item.size() == rest.size() ? std::string_view() : rest.substr(item.size() + 1);
      while (!item.empty() && item.front() == ' ')
        item.remove_prefix(1);
      while (!item.empty() && item.back() == ' ')
        item.remove_suffix(1);
      if (globMatches(item, check))
        return true;
    }
  }
  return false;
}

std::optional<unsigned> rewrite::suppression(const SourceFile &file, const Location &where, std::string_view pass) {
  if (where.file != file.path || where.line == 0)
    return std::nullopt;
  const std::string check = "pto-" + std::string(pass);
  const unsigned offset = file.lineStarts[where.line - 1] + where.column - 1;
  for (const SourceRange &r : file.frozen)
    if (r.begin <= offset && offset < r.end)
      return r.begin;
  std::optional<unsigned> open;
  for (const SourceRange &c : file.comments) {
    const unsigned line = file.location(c.begin).line;
    const std::string_view text = c.text();
    if (line == where.line && names(text, "NOLINT", check))
      return c.begin;
    if (line + 1 == where.line && names(text, "NOLINTNEXTLINE", check))
      return c.begin;
    if (line < where.line && names(text, "NOLINTBEGIN", check))
      open = c.begin;
    if (line < where.line && names(text, "NOLINTEND", check))
      open = std::nullopt;
  }
  return open;
}

std::vector<unsigned> rewrite::suppressionsFor(const SourceFile &file, const std::set<std::string> &passes) {
  std::vector<unsigned> out;
  for (const SourceRange &region : file.frozen)
    out.push_back(region.begin);
  for (const SourceRange &c : file.comments) {
    const std::string_view text = c.text();
    const std::size_t at = text.find("(pto-");
    if (text.find("NOLINT") == text.npos || at == text.npos || text.find("NOLINTEND") != text.npos)
      continue;
    const std::string_view list = text.substr(at + 1, text.find(')', at) - at - 1);
    const bool asked = std::any_of(passes.begin(), passes.end(), [&](const std::string &pass) {
      const std::string check = "pto-" + pass;
      return names(text, "NOLINT", check) || names(text, "NOLINTNEXTLINE", check) || names(text, "NOLINTBEGIN", check);
    });
    const bool known = list.find('*') != list.npos ||
                       std::any_of(allPasses().begin(), allPasses().end(),
                                   [&](const PassInfo *p) { return list.find("pto-" + p->name) != list.npos; });
    if (asked || !known)
      out.push_back(c.begin);
  }
  std::sort(out.begin(), out.end());
  return out;
}
