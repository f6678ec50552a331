//===- Tokens.cpp - words of a text, and what it declares --------------------===//

#include "passes/inline/Tokens.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::inlining;

bool inlining::isLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Calls `visit(token, offset)` with the words and signs of the range that stand in no comment, literal or directive.
static void forEachToken(const SourceRange &range, const std::function<void(std::string_view, unsigned)> &visit) {
  const SourceFile &file = *range.file;
  const auto skip = [&](const std::vector<SourceRange> &list, unsigned at) -> unsigned { // they are in order
    const auto next = std::partition_point(list.begin(), list.end(), [&](const SourceRange &r) { return r.end <= at; });
    return next != list.end() && next->begin <= at ? next->end : at;
  };
  for (unsigned at = range.begin; at < range.end;) {
    if (const unsigned to = skip(file.directives, skip(file.comments, at)); to != at) {
      at = to;
      continue;
    }
    const char c = file.bytes[at];
    if (c == '"' || (c == '\'' && !(at && isLetter(file.bytes[at - 1])))) {
      for (++at; at < range.end && file.bytes[at] != c; ++at)
        at += file.bytes[at] == '\\';
      ++at;
      continue;
    }
    unsigned to = at;
    while (to < range.end && isLetter(file.bytes[to]))
      ++to;
    to = std::max(to, at + 1);
    if (!std::isspace(static_cast<unsigned char>(c)))
      visit(std::string_view(file.bytes).substr(at, to - at), at);
    at = to;
  }
}

void inlining::forEachWord(const SourceRange &range, const std::function<void(std::string_view, unsigned)> &visit) {
  forEachToken(range, [&](std::string_view token, unsigned at) {
    if (isLetter(token.front()) && !std::isdigit(static_cast<unsigned char>(token.front())))
      visit(token, at);
  });
}

bool inlining::isMember(const SourceFile &file, unsigned at) {
  while (at > 0 && std::isspace(static_cast<unsigned char>(file.bytes[at - 1])))
    --at;
  const std::string_view text = std::string_view(file.bytes).substr(0, at);
  return text.ends_with('.') || text.ends_with("->") || text.ends_with("::");
}

std::set<std::string> inlining::declaredIn(const SourceRange &range) {
  std::set<std::string> out;
  int parentheses = 0, body = 0, angles = 0;
  bool named = false;     // behind a word that a name follows
  std::string last, word; // the token before, and a word that waits for what follows it
  forEachToken(range, [&](std::string_view token, unsigned) {
    const char c = token.front();
    if (!word.empty() && (std::string_view("=({;[}").find(c) != std::string_view::npos || (c == ',' && !angles)))
      out.insert(word);
    word.clear();
    if (body || (c == '{' && last == ")" && !parentheses)) {
      body += (c == '{') - (c == '}');
    } else {
      parentheses += (c == '(') - (c == ')');
      angles = c == ';' || c == '{' || c == '}' ? 0 : std::max(0, angles + (c == '<') - (c == '>'));
      if (isLetter(c) && !parentheses)
        word = token;
      if (isLetter(c) && named)
        out.emplace(token);
    }
    named = token == "using" || token == "namespace" || token == "struct" || token == "class" || token == "enum" ||
            token == "union" || token == "typedef" || token == "concept";
    last = token;
  });
  return out;
}

SourceRange inlining::bodyOf(const Function &g) {
  if (!g.range.valid())
    return {};
  int depth = 0;
  bool listed = false;
  SourceRange out;
  forEachToken({g.range.file, g.nameAt, g.range.end}, [&](std::string_view token, unsigned at) {
    depth += (token == "(") - (token == ")");
    listed |= token == ")" && depth == 0;
    if (token == "{" && listed && depth == 0 && !out.valid())
      out = {g.range.file, at, g.range.end};
  });
  return out;
}
