//===- Command.cpp - what a compiler is asked to do -------------------------===//

#include "launcher/Command.h"

#include <algorithm>
#include <fstream>
#include <iterator>

using namespace launcher;

namespace {

bool startsWith(const std::string &text, const char *prefix) { return text.rfind(prefix, 0) == 0; }

template <class List>
bool isOneOf(const std::string &text, const List &list) {
  return std::find(std::begin(list), std::end(list), text) != std::end(list);
}

/// Options whose value is the next word.
const char *const withValue[] = {"-o",
                                 "-x",
                                 "-include",
                                 "-imacros",
                                 "-isystem",
                                 "-iquote",
                                 "-idirafter",
                                 "-iprefix",
                                 "-isysroot",
                                 "-iwithprefix",
                                 "-iwithprefixbefore",
                                 "-I",
                                 "-D",
                                 "-U",
                                 "-L",
                                 "-l",
                                 "-MF",
                                 "-MT",
                                 "-MQ",
                                 "-Xclang",
                                 "-Xlinker",
                                 "-Xassembler",
                                 "-Xpreprocessor",
                                 "-T",
                                 "-u",
                                 "-z",
                                 "-e",
                                 "-A",
                                 "-aux-info",
                                 "-target",
                                 "--param",
                                 "-arch",
                                 "-B",
                                 "-mllvm",
                                 "-include-pch",
                                 "-dumpdir",
                                 "-wrapper",
                                 "-specs",
                                 "--sysroot",
                                 "-cxx-isystem",
                                 "-resource-dir",
                                 "-gcc-toolchain",
                                 "-F",
                                 "-iframework"};

/// Nothing is compiled: there is no result to rewrite for.
const char *const lookOnly[] = {"-E",           "-M",           "-MM",    "-fsyntax-only", "--version",
                                "-dumpversion", "-dumpmachine", "--help", "-###"};

std::string extensionOf(const std::string &path) {
  const std::size_t dot = path.rfind('.');
  const std::size_t slash = path.rfind('/');
  return dot == path.npos || (slash != path.npos && dot < slash) ? "" : path.substr(dot + 1);
}

bool isSource(const std::string &path) {
  static const char *const extensions[] = {"cpp", "cc", "cxx", "c++", "C", "CPP", "cp"};
  return isOneOf(extensionOf(path), extensions);
}

std::string withExtension(const std::string &path, const char *extension) {
  const std::string old = extensionOf(path);
  return (old.empty() ? path + "." : path.substr(0, path.size() - old.size())) + extension;
}

std::string baseOf(const std::string &path) { return path.substr(path.rfind('/') + 1); }

/// g++-12.2 is a program, rows.o is not.
bool isProgram(const std::string &word) {
  const std::string extension = extensionOf(word);
  return !word.empty() && word[0] != '-' && word[0] != '@' &&
         (extension.empty() || (extension[0] >= '0' && extension[0] <= '9'));
}

/// "@file" becomes the words in it; nested ones, too. What cannot be read stays.
Words expanded(const Words &words, unsigned depth = 0) {
  Words out;
  for (const std::string &word : words) {
    std::ifstream file;
    if (word.size() > 1 && word[0] == '@' && depth < 10)
      file.open(word.substr(1), std::ios::binary);
    if (!file.is_open()) {
      out.push_back(word);
      continue;
    }
    const Words more = expanded(splitWords({std::istreambuf_iterator<char>(file), {}}), depth + 1);
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

/// The file that -Wp,-MD,FILE or -Wp,-MMD,FILE names, or "".
std::string preprocessorDepFile(const std::string &word) {
  for (const char *prefix : {"-Wp,-MD,", "-Wp,-MMD,"})
    if (startsWith(word, prefix))
      return word.substr(std::string(prefix).size(),
                         word.find(',', std::string(prefix).size()) - std::string(prefix).size());
  return "";
}

} // namespace

Words launcher::splitWords(const std::string &text) {
  Words out;
  std::string word;
  bool inside = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'' && i + 1 < text.size()) {
      word += text[++i];
      inside = true;
    } else if (quote) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      inside = true;
    } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (inside)
        out.push_back(word);
      word.clear();
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (inside)
    out.push_back(word);
  return out;
}

Command launcher::parseCommand(const Words &words) {
  Command command;
  std::size_t i = 0;
  while (i < words.size() && words[i].size() > 1 && words[i][0] == '-' && words[i] != "--")
    command.options.push_back(words[i++]);
  if (i < words.size() && words[i] == "--")
    ++i;
  while (i < words.size() && (command.compiler.empty() || isProgram(words[i])))
    command.compiler.push_back(words[i++]);
  command.arguments = expanded(Words(words.begin() + static_cast<std::ptrdiff_t>(i), words.end()));

  std::string language, depFile;
  bool looks = false, writesDeps = false;
  const Words &arguments = command.arguments;
  for (std::size_t a = 0; a < arguments.size(); ++a) {
    const std::string &word = arguments[a];
    const std::string next = a + 1 < arguments.size() ? arguments[a + 1] : "";
    looks |= isOneOf(word, lookOnly);
    command.compiles |= word == "-c" || word == "-S";
    writesDeps |= word == "-MD" || word == "-MMD";
    if (word == "-o")
      command.output = next;
    else if (startsWith(word, "-o") && !startsWith(word, "-objc"))
      command.output = word.substr(2);
    if (word == "-x")
      language = next;
    else if (startsWith(word, "-x") || startsWith(word, "--language="))
      language = word.substr(word[1] == 'x' ? 2 : 11);
    if (word == "-MF")
      depFile = next;
    else if (startsWith(word, "-MF"))
      depFile = word.substr(3);
    if (const std::string file = preprocessorDepFile(word); !file.empty())
      command.depFile = file;

    if (isOneOf(word, withValue))
      ++a;
    else if (!word.empty() && word[0] != '-' &&
             (language.empty() || language == "none" ? isSource(word) : language == "c++"))
      command.sources.push_back(a);
  }
  if (looks)
    command.sources.clear();
  if (writesDeps && command.sources.size() == 1)
    command.depFile = !depFile.empty()          ? depFile
                      : !command.output.empty() ? withExtension(command.output, "d")
                                                : withExtension(baseOf(arguments[command.sources[0]]), "d");
  return command;
}

std::string launcher::outputOf(const Command &command, const std::string &source) {
  if (!command.output.empty())
    return command.output;
  return command.compiles ? withExtension(baseOf(source), "o") : "a.out";
}

Words launcher::readingArguments(const Command &command) {
  Words out;
  for (std::size_t a = 0; a < command.arguments.size(); ++a) {
    const std::string &word = command.arguments[a];
    if (word == "-o")
      ++a;
    else if (preprocessorDepFile(word).empty() &&
             std::find(command.sources.begin(), command.sources.end(), a) == command.sources.end())
      out.push_back(word);
  }
  return out;
}
