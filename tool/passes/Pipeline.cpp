//===- Pipeline.cpp - a sequence of passes with their options --------------===//
//
//   pipeline := step (',' step)*        step   := name [ '{' option* '}' ]
//            | '@' name                 option := name [ '=' value ]
//
// Options are separated by blanks; a value is a run of characters other than
// blanks and braces, so lists keep their commas (inputs=0,1). Every name is
// checked here, once, against the declarations of the passes: what comes out can
// be run.
//
//===----------------------------------------------------------------------===//

#include "pto-rewrite/Pipeline.h"

#include "pto-rewrite/PassInfo.h"

#include <algorithm>
#include <cassert>
#include <fstream>
#include <iterator>
#include <optional>

using namespace rewrite;

namespace {

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool isName(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

bool isInteger(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+'))
    text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

/// The numbers of a list like 0,2; nothing when it is none.
std::optional<std::vector<long>> parseIntegers(std::string_view text) {
  std::vector<long> out;
  for (;;) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string word(text.substr(0, comma));
    if (!isInteger(word) || word.size() > 10)
      return std::nullopt;
    out.push_back(std::stol(word));
    if (comma == text.size())
      return out;
    text.remove_prefix(comma + 1);
  }
}

/// "; did you mean 'x'?" or a list of what there is.
std::string suggestion(std::string_view word, const std::vector<std::string> &candidates, std::string_view what) {
  if (std::string near = nearest(word, candidates); !near.empty())
    return "; did you mean '" + near + "'?";
  if (candidates.empty())
    return "; there are no " + std::string(what);
  std::string list;
  for (const std::string &candidate : candidates)
    list += (list.empty() ? "" : ", ") + candidate;
  return "; " + std::string(what) + ": " + list;
}

/// What is wrong with the value of an option, or "".
std::string wrongValue(const OptionInfo &option, const std::string &value) {
  const std::string name = "option '" + option.name + "'";
  switch (option.type) {
  case OptionInfo::Type::Integer:
  case OptionInfo::Type::Integers: {
    const bool single = option.type == OptionInfo::Type::Integer;
    const auto numbers = parseIntegers(value);
    if (!numbers || (single && numbers->size() != 1))
      return name + (single ? " needs an integer" : " needs integers like 0,2") + ", found '" + value + "'";
    for (long n : *numbers)
      if (n < option.least || n > option.most)
        return name + " is out of range: " + std::to_string(n) + " is not in " + std::to_string(option.least) + " to " +
               std::to_string(option.most);
    return "";
  }
  case OptionInfo::Type::String:
    if (!option.choices.empty() &&
        std::find(option.choices.begin(), option.choices.end(), value) == option.choices.end())
      return name + " cannot be '" + value + "'" + suggestion(value, option.choices, "values");
    return "";
  default:
    return "";
  }
}

class Parser {
public:
  Parser(std::string_view text, PipelineError &error) : text(text), error(error) {}

  bool pipeline(Pipeline &out) {
    skipBlanks();
    if (atEnd())
      return true; // no passes: the identity
    for (;;) {
      PassStep step;
      if (!this->step(step))
        return false;
      out.push_back(std::move(step));
      skipBlanks();
      if (atEnd())
        return true;
      if (text[at] != ',')
        return fail(at, std::string("expected ',' between passes, found '") + text[at] + "'");
      ++at;
      skipBlanks();
      if (atEnd())
        return fail(at, "expected the name of a pass after ','");
    }
  }

private:
  std::string_view text;
  PipelineError &error;
  std::size_t at = 0;

  bool atEnd() const { return at == text.size(); }

  void skipBlanks() {
    while (!atEnd() && isBlank(text[at]))
      ++at;
  }

  bool fail(std::size_t where, std::string message) {
    error = {std::move(message), std::string(text), static_cast<unsigned>(where + 1)};
    return false;
  }

  std::string_view name() {
    const std::size_t begin = at;
    while (!atEnd() && isName(text[at]))
      ++at;
    return text.substr(begin, at - begin);
  }

  bool step(PassStep &step) {
    const std::size_t begin = at;
    const std::string_view word = name();
    if (word.empty())
      return fail(begin, std::string("expected the name of a pass, found '") + text[at] + "'");
    const PassInfo *info = findPass(word);
    if (!info) {
      std::vector<std::string> names;
      for (const PassInfo *pass : allPasses())
        names.push_back(pass->name);
      return fail(begin, "unknown pass '" + std::string(word) + "'" + suggestion(word, names, "passes"));
    }
    step.pass = info->name;
    step.column = static_cast<unsigned>(begin + 1);
    skipBlanks();
    if (!atEnd() && text[at] == '{' && !options(*info, step))
      return false;
    for (const OptionInfo &option : info->options)
      if (option.required && !step.options.count(option.name))
        return fail(begin, "'" + info->name + "' needs the option '" + option.name + "': " + option.help);
    if (const std::string wrong = info->conflict ? info->conflict(step) : ""; !wrong.empty())
      return fail(begin, "'" + info->name + "': " + wrong);
    return true;
  }

  bool options(const PassInfo &info, PassStep &step) {
    const std::size_t open = at++;
    for (;;) {
      skipBlanks();
      if (atEnd())
        return fail(open, "'{' is not closed");
      if (text[at] == '}') {
        ++at;
        return true;
      }
      if (!option(info, step))
        return false;
    }
  }

  bool option(const PassInfo &info, PassStep &step) {
    const std::size_t begin = at;
    const std::string word(name());
    if (word.empty())
      return fail(begin, std::string("expected an option of '") + info.name + "' or '}', found '" + text[at] + "'");
    const OptionInfo *option = info.option(word);
    if (!option) {
      std::vector<std::string> names;
      for (const OptionInfo &known : info.options)
        names.push_back(known.name);
      return fail(begin, "'" + info.name + "' has no option '" + word + "'" + suggestion(word, names, "options"));
    }
    if (step.options.count(word))
      return fail(begin, "option '" + word + "' is given twice");

    if (atEnd() || text[at] != '=') {
      if (option->type != OptionInfo::Type::Flag)
        return fail(at, "option '" + word + "' needs a value: " + word + "=...");
      step.options[word] = "true";
      return true;
    }
    const std::size_t valueAt = ++at;
    while (!atEnd() && !isBlank(text[at]) && text[at] != '}' && text[at] != '{')
      ++at;
    std::string value(text.substr(valueAt, at - valueAt));
    if (value.empty())
      return fail(valueAt, "option '" + word + "' has an empty value");
    if (std::string wrong = wrongValue(*option, value); !wrong.empty())
      return fail(valueAt, wrong);
    if (option->type == OptionInfo::Type::Flag && value != "true" && value != "false")
      return fail(valueAt, "option '" + word + "' is a flag: true or false, found '" + value + "'");
    if (value != "false" || option->type != OptionInfo::Type::Flag)
      step.options[word] = std::move(value);
    return true;
  }
};

/// Predefined pipelines by the name behind '@'.
bool predefined(std::string_view name, Pipeline &out) {
  if (name.size() == 2 && name[0] == 'O' && name[1] >= '0' && name[1] <= '3') {
    out = defaultPipeline(static_cast<unsigned>(name[1] - '0'));
    return true;
  }
  for (const NamedPipeline &known : namedPipelines())
    if (known.name == name) {
      PipelineError error;
      [[maybe_unused]] const bool parsed = Parser(known.text, error).pipeline(out);
      assert(parsed && "predefined pipelines are well formed");
      for (std::size_t i = 0; i < out.size(); ++i) {
        out[i].allowed = true;
        out[i].whole = i >= known.wholeFrom;
      }
      return true;
    }
  return false;
}

bool readFile(const std::string &path, std::string &out) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return false;
  out.assign(std::istreambuf_iterator<char>(file), {});
  return !file.bad();
}

unsigned editDistance(std::string_view a, std::string_view b) {
  std::vector<unsigned> row(b.size() + 1);
  for (unsigned j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    unsigned diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const unsigned substitute = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, substitute});
    }
  }
  return row.back();
}

} // namespace

std::vector<long> PassStep::integers(const std::string &name) const {
  const std::string text = value(name);
  return text.empty() ? std::vector<long>() : *parseIntegers(text);
}

bool rewrite::parsePipeline(std::string_view text, Pipeline &out, PipelineError &error) {
  out.clear();
  if (text.empty() || text.front() != '@') {
    if (Parser(text, error).pipeline(out))
      return true;
    out.clear();
    return false;
  }

  const std::string name(text.substr(1));
  if (predefined(name, out))
    return true;
  std::string content;
  if (!readFile(name, content)) {
    std::vector<std::string> names = {"O0", "O1", "O2", "O3"};
    for (const NamedPipeline &known : namedPipelines())
      names.push_back(known.name);
    const std::string near = nearest(name, names);
    std::string list;
    for (const std::string &n : names)
      list += (list.empty() ? "@" : ", @") + n;
    error = {"no predefined pipeline and no readable file '" + name + "'" +
                 (near.empty() ? "; predefined: " + list : "; did you mean '@" + near + "'?"),
             std::string(text), 2};
    return false;
  }
  if (Parser(content, error).pipeline(out))
    return true;
  error.message = name + ": " + error.message;
  out.clear();
  return false;
}

Pipeline rewrite::defaultPipeline(unsigned level) {
  if (level == 0)
    return {};
  return {
      {"fold-no-op-reshape", {}},            // first: fewer names for the next one to follow
      {"fuse-create-assemble-to-slice", {}}, //
  };
}

std::string rewrite::nearest(std::string_view word, const std::vector<std::string> &candidates) {
  // A third of the word may be wrong; a prefix of three characters and more is near.
  const unsigned limit = std::max<unsigned>(1, static_cast<unsigned>(word.size()) / 3);
  std::string best;
  unsigned bestDistance = limit + 1;
  for (const std::string &candidate : candidates) {
    const unsigned distance = editDistance(word, candidate);
    if (distance < bestDistance)
      best = candidate, bestDistance = distance;
  }
  if (best.empty() && word.size() >= 3)
    for (const std::string &candidate : candidates)
      if (std::string_view(candidate).substr(0, word.size()) == word)
        return candidate;
  return best;
}
