//===- LineDirectives.cpp - where a rewritten copy has its lines from ------===//
//
// One directive at the top names the original. From there the compiler counts along,
// so another one is needed only where an edit changed the number of lines. Lines that
// an edit brought in are said to be those that it took the place of, the last of them
// as often as needed.
//
// A directive must not stand inside a macro's arguments, a raw string or a line that
// goes on: it stands before a line only where the token before it ends a statement or
// a block, and not directly in parentheses (a lambda's body in them is fine). Edits are
// made of statements, so that is nearly always the first line behind one.
//
//===----------------------------------------------------------------------===//

#include "driver/LineDirectives.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::driver;

namespace {

constexpr char byteOrderMark[] = "\xEF\xBB\xBF";

/// A piece of the new text: kept bytes, or an edit's.
struct Piece {
  std::size_t begin = 0;           ///< in the new text
  std::size_t first = 0, last = 0; ///< lines of the original, from 1, that it stands for
  bool kept = false;
};

struct Layout {
  std::string text;
  std::vector<Piece> pieces;
};

std::size_t linesIn(const std::string &text, std::size_t begin, std::size_t end) {
  return static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(begin),
                                             text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
}

Layout layOut(const std::string &before, const std::vector<Edit> &edits) {
  Layout out;
  std::size_t at = 0, line = 1;
  const auto keepTo = [&](std::size_t end) {
    if (end > at)
      out.pieces.push_back({out.text.size(), line, line, true});
    out.text.append(before, at, end - at);
    line += linesIn(before, at, end);
    at = end;
  };
  for (const Edit &edit : edits) {
    keepTo(edit.offset);
    const std::size_t first = line;
    line += linesIn(before, at, at + edit.length);
    if (!edit.text.empty())
      out.pieces.push_back({out.text.size(), first, line, false});
    out.text += edit.text;
    at += edit.length;
  }
  keepTo(before.size());
  return out;
}

/// By its looks. A directive among the arguments of one that looks otherwise is not
/// portable in theory, and works in practice.
bool isMacroName(std::string_view word) {
  return !word.empty() && (word[0] == '_' || (word[0] >= 'A' && word[0] <= 'Z')) &&
         std::none_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

/// Beginnings of lines before which a directive may stand, in order.
std::vector<std::size_t> statementLines(const std::string &text) {
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.CPlusPlus14 = language.CPlusPlus17 = language.CPlusPlus20 = true;
  language.RawStringLiterals = true;
  clang::Lexer lexer(clang::SourceLocation(), language, text.data(), text.data(), text.data() + text.size());

  std::vector<std::size_t> out;
  std::size_t end = 0; // of the token before
  bool directive = false, open = true;
  std::string around;    // what is open: "{", "(" for parentheses and brackets, "m" for those of a macro
  std::string_view word; // the token before
  const auto lineOf = [&](std::size_t begin) {
    // Between the two tokens there are blanks and comments; one of several lines may end on this one.
    const std::size_t newline = begin == 0 ? text.npos : text.rfind('\n', begin - 1);
    if (open && around.find('m') == around.npos && !around.ends_with('(') && newline != text.npos && newline >= end &&
        text.find_first_not_of(" \t", newline + 1) >= begin)
      out.push_back(newline + 1);
  };
  for (clang::Token token;;) {
    lexer.LexFromRawLexer(token);
    const std::size_t begin = static_cast<std::size_t>(lexer.getBufferLocation() - text.data()) - token.getLength();
    if (token.isAtStartOfLine())
      directive = token.is(clang::tok::hash);
    if (token.is(clang::tok::eof))
      return out;
    if (token.isAtStartOfLine())
      lineOf(begin);
    end = begin + token.getLength();
    if (directive)
      continue; // `open` stays what it was
    if (token.is(clang::tok::l_paren))
      around += isMacroName(word) ? 'm' : '(';
    else if (token.is(clang::tok::l_square))
      around += '(';
    else if (token.is(clang::tok::l_brace))
      around += '{';
    else if (token.isOneOf(clang::tok::r_paren, clang::tok::r_square, clang::tok::r_brace) && !around.empty())
      around.pop_back();
    word = std::string_view(text).substr(begin, token.getLength());
    open = token.isOneOf(clang::tok::semi, clang::tok::l_brace, clang::tok::r_brace);
  }
}

std::string quoted(const std::string &name) {
  std::string out = "\"";
  for (char c : name) {
    if (c == '"' || c == '\\')
      out += '\\';
    out += c;
  }
  return out + "\"";
}

} // namespace

std::string driver::withLineDirectives(const std::string &before, const std::vector<Edit> &edits,
                                       const std::string &name) {
  const Layout layout = layOut(before, edits);
  const std::string &text = layout.text;
  const std::size_t firstNewline = text.find('\n');
  const std::string endOfLine =
      firstNewline != text.npos && firstNewline > 0 && text[firstNewline - 1] == '\r' ? "\r\n" : "\n";
  std::size_t at = text.starts_with(byteOrderMark) ? sizeof byteOrderMark - 1 : 0;
  std::size_t counted =
      layout.pieces.empty() ? 1 : layout.pieces[0].first; // what the compiler takes the line at `at` for
  std::string out = text.substr(0, at) + "#line " + std::to_string(counted) + " " + quoted(name) + endOfLine;
  std::size_t piece = 0;
  for (const std::size_t begin : statementLines(text)) {
    out.append(text, at, begin - at);
    counted += linesIn(text, at, begin);
    at = begin;
    while (piece + 1 < layout.pieces.size() && layout.pieces[piece + 1].begin <= begin)
      ++piece;
    const Piece &here = layout.pieces[piece];
    const std::size_t line =
        here.kept ? here.first + linesIn(text, here.begin, begin) : std::clamp(counted, here.first, here.last);
    if (line != counted)
      out += "#line " + std::to_string(line) + endOfLine;
    counted = line;
  }
  return out + text.substr(at);
}
