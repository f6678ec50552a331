//===- Help.cpp - the option table, for people and for scripts -------------===//

#include "driver/Help.h"

#include "driver/Config.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace rewrite;
using namespace rewrite::driver;

namespace {

constexpr const char *summary = "optimise kernels written in the pto DSL, from C++ to C++";
constexpr const char *usageLines[] = {
    "pto-rewrite [options] SOURCE... -- [COMPILER ARGUMENTS]",
    "pto-rewrite [options] -p DIR [SOURCE...]",
};
constexpr std::pair<const char *, const char *> responseFile = {"@FILE", "read more arguments from FILE"};

constexpr std::pair<OptionGroup, const char *> groups[] = {
    {OptionGroup::Input, "where the compiler arguments come from (-- ARGUMENTS, or a compile database)"},
    {OptionGroup::Output, "where the result goes (default: one source, to standard output)"},
    {OptionGroup::Transform, "what it does"},
    {OptionGroup::Report, "what it says (on standard error)"},
    {OptionGroup::Run, "how it runs"},
    {OptionGroup::Configuration, "the configuration file .pto-rewrite"},
    {OptionGroup::About, "about"},
};

/// Of several in one run the highest applies.
constexpr std::pair<Exit, const char *> exitCodes[] = {
    {Ok, "done, changed or not"},
    {WouldChange, "--check found something to change"},
    {Warned, "--warnings-as-errors, and there was a warning; the rest was done"},
    {UsageError, "usage: command line or pipeline"},
    {SourceErrors, "a source has errors"},
    {InputMissing, "a source, the compile database or an entry in it is missing"},
    {Internal, "internal error"},
    {CannotWrite, "cannot write; nothing was changed"},
    {VerifyFailed, "the result did not re-parse; nothing was changed"},
};

/// `text` in lines of at most 100 characters, all but the first indented.
std::string wrapped(std::string text, std::size_t indent) {
  std::string out;
  const std::size_t width = 100 - indent;
  while (text.size() > width) {
    const std::size_t blank = text.rfind(' ', width);
    out += text.substr(0, blank) + "\n" + std::string(indent, ' ');
    text.erase(0, blank + 1);
  }
  return out + text + "\n";
}

std::string row(std::string left, const std::string &right, std::size_t column) {
  left += left.size() + 2 > column ? "\n" + std::string(column, ' ') : std::string(column - left.size(), ' ');
  return left + wrapped(right, column);
}

} // namespace

std::string driver::spelledWithValue(const OptionSpec &spec) {
  const std::string name = spec.name, meta = spec.meta;
  switch (spec.value) {
  case OptionSpec::Value::None:
    return name;
  case OptionSpec::Value::Optional:
    return name + "[=" + meta + "]";
  case OptionSpec::Value::Joined:
    return name + meta;
  case OptionSpec::Value::Attached:
    return name + " " + meta;
  case OptionSpec::Value::Required:
    return name + (spec.isShort() ? " " : "=") + meta;
  }
  return name;
}

const char *driver::meaningOf(Exit exit) {
  for (const auto &[code, meaning] : exitCodes)
    if (code == exit)
      return meaning;
  return "";
}

std::string driver::helpText() {
  constexpr std::size_t column = 28;
  std::string text = std::string("pto-rewrite: ") + summary + "\n\n";
  for (const char *line : usageLines)
    text += (line == usageLines[0] ? "usage: " : "       ") + std::string(line) + "\n";
  for (const auto &[group, title] : groups) {
    text += std::string("\n") + title + "\n";
    for (const OptionSpec &spec : optionTable())
      if (spec.group == group)
        text += row("  " + spelledWithValue(spec), spec.help, column);
  }
  text += row(std::string("  ") + responseFile.first, responseFile.second, column);
  text += "\nexit code\n";
  for (const auto &[code, meaning] : exitCodes)
    text += row("  " + std::to_string(code), meaning, 6);
  return text;
}

std::string driver::helpAsMan() {
  const auto escaped = [](std::string_view text) {
    std::string out;
    for (const char c : text)
      out += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
    return out.starts_with(".") || out.starts_with("'") ? "\\&" + out : out;
  };
  std::string text = ".TH PTO\\-REWRITE 1 \"\" \"pto\\-rewrite " PTO_VERSION "\"\n.SH NAME\npto\\-rewrite \\- " +
                     escaped(summary) + "\n.SH SYNOPSIS\n";
  for (const char *line : usageLines)
    text += (line == usageLines[0] ? "" : ".br\n") + escaped(line) + "\n";
  text +=
      ".SH OPTIONS\nLong options may be written with one dash or two, their values behind \\(aq=\\(aq or as the next "
      "argument.\n";
  const auto option = [&](const std::string &spelled, const char *help) {
    text += ".TP\n.B " + escaped(spelled) + "\n" + escaped(help) + "\n";
  };
  for (const auto &[group, title] : groups) {
    std::string heading = title;
    heading[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(heading[0])));
    text += ".SS " + escaped(heading) + "\n";
    for (const OptionSpec &spec : optionTable())
      if (spec.group == group)
        option(spelledWithValue(spec), spec.help);
  }
  option(responseFile.first, responseFile.second);
  text += ".SH EXIT STATUS\nOf several in one run the highest applies.\n";
  for (const auto &[code, meaning] : exitCodes)
    text += ".TP\n.B " + std::to_string(code) + "\n" + escaped(meaning) + "\n";
  return text +
         ".SH FILES\n.TP\n.B .pto\\-rewrite\noptions, as a YAML mapping; the nearest one above the sources holds\n";
}

std::string driver::helpAsJson() {
  llvm::json::Array usage, sections, codes;
  for (const char *line : usageLines)
    usage.push_back(line);
  for (const auto &[group, title] : groups) {
    llvm::json::Array options;
    for (const OptionSpec &spec : optionTable())
      if (spec.group == group)
        options.push_back(
            llvm::json::Object{{"name", spec.name}, {"spelled", spelledWithValue(spec)}, {"help", spec.help}});
    if (group == OptionGroup::About)
      options.push_back(llvm::json::Object{
          {"name", responseFile.first}, {"spelled", responseFile.first}, {"help", responseFile.second}});
    sections.push_back(llvm::json::Object{{"title", title}, {"options", std::move(options)}});
  }
  for (const auto &[code, meaning] : exitCodes)
    codes.push_back(llvm::json::Object{{"code", static_cast<int>(code)}, {"meaning", meaning}});
  return llvm::formatv("{0:2}\n", llvm::json::Value(llvm::json::Object{
                                      {"summary", summary},
                                      {"usage", std::move(usage)},
                                      {"groups", std::move(sections)},
                                      {"exit-codes", std::move(codes)},
                                  }));
}
