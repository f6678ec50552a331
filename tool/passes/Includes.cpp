//===- Includes.cpp - headers that new text asks for ------------------------===//

#include "passes/Includes.h"

#include <algorithm>

using namespace rewrite;

namespace {

/// What a preprocessor line says: "include", "if", "endif".
std::string_view wordOf(std::string_view line) {
  const std::size_t from = line.find_first_not_of("# \t");
  if (from == line.npos || !line.starts_with('#'))
    return {};
  return line.substr(from, line.find_first_not_of("abcdefghijklmnopqrstuvwxyz", from) - from);
}

/// Includes in the branch of a conditional: the last one's end, and all of them.
struct Branch {
  unsigned end = 0;
  std::string text;
};

} // namespace

void rewrite::addIncludes(const SourceFile &file, const std::set<std::string> &headers, std::vector<Edit> &edits) {
  if (headers.empty() || edits.empty())
    return;
  const unsigned first = edits.front().offset;
  std::vector<Branch> open(1); // the file, and conditionals around the place
  for (const SourceRange &directive : file.directives) {
    if (directive.begin >= first)
      break;
    const std::string_view word = wordOf(directive.text());
    if (word == "include") {
      open.back().end = file.lineEnd(directive.begin);
      open.back().text += directive.text();
    } else if (word == "if" || word == "ifdef" || word == "ifndef") {
      open.emplace_back();
    } else if (word == "else" || word.starts_with("elif")) {
      open.back() = {};
    } else if (word == "endif" && open.size() > 1) {
      open.pop_back();
    }
  }
  unsigned at = file.bytes.starts_with("\xef\xbb\xbf") ? 3 : 0; // behind a byte order mark
  std::string included, lines;
  for (const Branch &branch : open) {
    at = std::max(at, branch.end);
    included += branch.text;
  }
  for (const std::string &header : headers)
    if (included.find("<" + header + ">") == included.npos)
      lines += "#include <" + header + ">" + std::string(file.endOfLine());
  if (!lines.empty())
    edits.insert(edits.begin(), {at, 0, lines});
}
