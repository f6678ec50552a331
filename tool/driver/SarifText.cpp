//===- SarifText.cpp - places and paths as SARIF wants them ----------------===//

#include "driver/SarifText.h"

#include "driver/Paths.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Base64.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::driver;
namespace json = llvm::json;

namespace {

/// Column of a byte: characters before it in its line, plus one. A byte order mark is none.
unsigned columnOf(std::string_view line, std::size_t bytes, bool first) {
  line = line.substr(0, bytes);
  if (first && line.starts_with("\xef\xbb\xbf"))
    line.remove_prefix(3);
  const auto begins = [](unsigned char c) { return (c & 0xc0) != 0x80; };
  return static_cast<unsigned>(std::count_if(line.begin(), line.end(), begins)) + 1;
}

std::string_view lineOf(const SourceFile &file, unsigned line) {
  const std::size_t begin = file.lineStarts[line - 1];
  const std::size_t end = line < file.lineStarts.size() ? file.lineStarts[line] : file.bytes.size();
  return std::string_view(file.bytes).substr(begin, end - begin);
}

} // namespace

std::string sarif::uriOf(const std::string &path) {
  std::string uri;
  for (const char c : path) {
    if (llvm::isAlnum(c) || std::string_view("/-._~!$'()*+,;=@").find(c) != std::string_view::npos)
      uri += c;
    else
      uri += "%" + llvm::utohexstr(static_cast<unsigned char>(c), /*LowerCase=*/false, /*Width=*/2);
  }
  return uri;
}

json::Object sarif::artifactLocation(const std::string &path, const std::string &root) {
  if (const std::string below = pathBelow(path, root); !below.empty())
    return json::Object{{"uri", uriOf(below)}, {"uriBaseId", "SRCROOT"}};
  return json::Object{{"uri", "file://" + uriOf(path)}};
}

json::Object sarif::message(const std::string &text) { return json::Object{{"text", json::fixUTF8(text)}}; }

json::Object sarif::regionAt(const Location &where, const SourceFile &file) {
  unsigned column = where.column;
  if (where.file == file.path && where.line >= 1 && where.line <= file.lineStarts.size())
    column = columnOf(lineOf(file, where.line), where.column - 1, where.line == 1);
  return json::Object{{"startLine", std::max(1u, where.line)}, {"startColumn", std::max(1u, column)}};
}

json::Object sarif::replacement(const Edit &edit, const SourceFile &file) {
  if (!json::isUTF8(file.bytes) || !json::isUTF8(edit.text))
    return json::Object{{"deletedRegion", json::Object{{"byteOffset", static_cast<std::int64_t>(edit.offset)},
                                                       {"byteLength", static_cast<std::int64_t>(edit.length)}}},
                        {"insertedContent", json::Object{{"binary", llvm::encodeBase64(edit.text)}}}};
  json::Object region = regionAt(file.location(static_cast<unsigned>(edit.offset)), file);
  const json::Object end = regionAt(file.location(static_cast<unsigned>(edit.offset + edit.length)), file);
  region["endLine"] = *end.getInteger("startLine");
  region["endColumn"] = *end.getInteger("startColumn");
  return json::Object{{"deletedRegion", std::move(region)}, {"insertedContent", message(edit.text)}};
}
