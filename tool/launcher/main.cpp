//===- main.cpp - pto-c++: rewrite, then compile ----------------------------===//
//
//   pto-c++ [options of pto-rewrite] [ccache|distcc|...] COMPILER ARGUMENTS...
//
// Each C++ source of the compilation is rewritten into a copy beside the output, which
// has the same bytes whenever the source, its headers and the tool have; the compiler
// gets the copy. So what stands behind (ccache, distcc) works as ever: a copy is a
// source like another. A source without a kernel, or with nothing to rewrite, is
// compiled by the very command that was given.
//
// When the tool cannot read a source, the compiler is asked about the original: if it
// is content, the user hears that nothing was rewritten; if not, its errors are enough.
//
//===----------------------------------------------------------------------===//

#include "launcher/Command.h"
#include "launcher/Process.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

using namespace launcher;
namespace fs = std::filesystem;

namespace {

enum ToolExit { Done = 0, SourceErrors = 65, Internal = 70, VerifyFailed = 74 };

const char usage[] = "usage: pto-c++ [options of pto-rewrite] [ccache|distcc|...] COMPILER ARGUMENTS...\n"
                     "\n"
                     "Rewrites the C++ sources of a compilation with pto-rewrite and compiles the result.\n"
                     "PTO_REWRITE_FLAGS in the environment gives more options of pto-rewrite.\n"
                     "\n"
                     "  cmake -DCMAKE_CXX_COMPILER_LAUNCHER=pto-c++ ...\n"
                     "  cmake '-DCMAKE_CXX_COMPILER_LAUNCHER=pto-c++;-O3;ccache' ...\n"
                     "  make CXX='pto-c++ distcc g++'\n";

std::string read(const fs::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Below the output, or in a directory of its own where that cannot be.
fs::path folderFor(const std::string &output, bool &temporary) {
  std::error_code error;
  const fs::path beside = output + ".pto";
  if (fs::create_directory(beside, error); fs::is_directory(beside, error))
    return beside;
  temporary = true;
  std::string name = (fs::temp_directory_path(error) / "pto-c++.XXXXXX").string();
  return mkdtemp(name.data()) ? name : "";
}

/// As gcc writes a path into a dep-file.
std::string forMake(const std::string &path) {
  std::string out;
  for (char c : path) {
    if (c == ' ' || c == '#')
      out += '\\';
    if (c == '$')
      out += '$';
    out += c;
  }
  return out;
}

/// The copy is nothing that a build knows: it depends on the source, and on the tool.
void correctDepFile(const std::string &depFile, const std::string &copy, const std::string &source,
                    const std::string &tool) {
  std::string text = read(depFile);
  const std::string old = forMake(copy);
  const std::size_t at = text.find(old);
  if (at == text.npos)
    return;
  text.replace(at, old.size(), forMake(source) + " " + forMake(tool));
  std::ofstream(depFile, std::ios::binary) << text;
}

/// What a tool that did its work has to say, without what only an own database would interest.
std::string worthSaying(const std::string &messages) {
  std::string out;
  for (std::size_t at = 0; at < messages.size();) {
    const std::size_t end = std::min(messages.find('\n', at), messages.size() - 1) + 1;
    const std::string line = messages.substr(at, end - at);
    if (line.rfind("pto-rewrite: note: ignored compiler flags", 0) != 0)
      out += line;
    at = end;
  }
  return out;
}

/// True when the copy holds the bytes of the source behind its #line directive.
bool isUnchanged(const fs::path &copy, const std::string &source) {
  constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
  const std::string text = read(copy), original = read(source);
  const std::size_t mark = original.rfind(byteOrderMark, 0) == 0 ? byteOrderMark.size() : 0;
  const std::size_t newline = text.find('\n');
  return newline != text.npos && text.compare(0, mark, original, 0, mark) == 0 &&
         text.compare(mark, 8, "#line 1 ") == 0 && text.compare(newline + 1, text.npos, original, mark) == 0;
}

struct Rewriting {
  Command command;
  std::string tool;
  fs::path folder;
  bool temporary = false;
  std::string warnings; ///< why sources are compiled as they are
  std::string errors;   ///< that the tool found in a source
  bool changed = false;
  std::string copy; ///< of the last one that changed

  /// 0, or why the build cannot go on.
  int source(std::size_t number);
};

int Rewriting::source(std::size_t number) {
  const std::string source = command.arguments[command.sources[number]];
  fs::path copy = folder;
  if (number > 0)
    copy /= std::to_string(number); // two sources may have one name
  std::error_code error;
  fs::create_directories(copy, error);
  copy /= fs::path(source).filename();

  Words words = {tool};
  words.insert(words.end(), command.options.begin(), command.options.end());
  words.insert(words.end(), {"-o", copy.string(), "--line-directives", source, "--"});
  const Words reading = readingArguments(command);
  words.insert(words.end(), reading.begin(), reading.end());
  std::string messages;
  switch (const int code = run(words, &messages)) {
  case Done:
    std::fputs(worthSaying(messages).c_str(), stderr);
    if (isUnchanged(copy, source)) {
      fs::remove(copy, error);
      return 0;
    }
    command.arguments[command.sources[number]] = this->copy = copy.string();
    changed = true;
    return 0;
  case SourceErrors:
    errors += messages;
    return 0;
  case Internal:
  case VerifyFailed:
    warnings += messages + "pto-c++: warning: '" + source + "' is compiled as it is\n";
    return 0;
  default:
    std::fputs(messages.c_str(), stderr);
    return code;
  }
}

} // namespace

int main(int argc, char **argv) {
  Command command = parseCommand({argv + 1, argv + argc});
  if (command.compiler.empty()) {
    const bool asked = std::find(command.options.begin(), command.options.end(), "--help") != command.options.end();
    std::fputs(usage, asked ? stdout : stderr);
    return asked ? 0 : 64;
  }
  Words original = command.compiler;
  original.insert(original.end(), command.arguments.begin(), command.arguments.end());
  if (command.sources.empty())
    return replaceBy(original);
  if (const char *flags = std::getenv("PTO_REWRITE_FLAGS"))
    for (const std::string &flag : splitWords(flags))
      command.options.push_back(flag);

  Rewriting rewriting{command, toolBeside("pto-rewrite"), {}, false, {}, {}, false, {}};
  const std::string source = command.arguments[command.sources[0]];
  rewriting.folder = folderFor(outputOf(command, source), rewriting.temporary);
  int code = 0;
  for (std::size_t i = 0; i < command.sources.size() && code == 0; ++i)
    code = rewriting.source(i);

  if (code == 0) {
    std::fputs(rewriting.warnings.c_str(), stderr);
    Words words = command.compiler;
    if (rewriting.changed) // quoted includes are found next to the original
      for (const std::size_t each : command.sources) {
        const std::string home = fs::path(command.arguments[each]).parent_path().string();
        words.insert(words.end(), {"-iquote", home.empty() ? "." : home});
      }
    if (rewriting.changed && command.output.empty() && command.compiles && command.sources.size() == 1)
      words.insert(words.end(), {"-o", outputOf(command, source)});
    words.insert(words.end(), rewriting.command.arguments.begin(), rewriting.command.arguments.end());
    code = run(words, nullptr);
    if (code == 0 && !rewriting.errors.empty())
      std::fprintf(stderr, "%spto-c++: warning: the compiler accepts what Clang reads errors in: compiled as it is\n",
                   rewriting.errors.c_str());
    if (code == 0 && rewriting.changed && !command.depFile.empty())
      correctDepFile(command.depFile, rewriting.copy, source, rewriting.tool);
  }
  std::error_code error;
  if (rewriting.temporary)
    fs::remove_all(rewriting.folder, error);
  else
    fs::remove(rewriting.folder, error); // if it is empty
  return code;
}
