//===- Specialisation.cpp - an instance with a text of its own ---------------===//
//
//   template <class T, Index N> PTO_INCORE Tensor<T, N> twice(In<Tensor<T, N>> x, ...) { ... }
//
//   template <> PTO_INCORE Tensor<float, 64> twice<float, 64>(In<Tensor<float, 64>> x, ...) {
//     using T [[maybe_unused]] = float;
//     constexpr Index N = 64;
//     ...
//   }
//
// The signature says what the parameters are, since it stands before their names mean anything; the body
// declares all, since macros in it may name them, too.
//
//===----------------------------------------------------------------------===//

#include "passes/Specialisation.h"

#include "kernel/Names.h"

#include <algorithm>
#include <cctype>

using namespace rewrite;

static bool isPartOfWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Replaces the parameters' names in [begin, end) of the file; false where one is part of something else.
static bool spellArguments(const Function &f, unsigned begin, unsigned end, std::vector<Edit> &edits) {
  const std::string &bytes = f.range.file->bytes;
  for (unsigned at = begin; at < end;) {
    unsigned last = at;
    while (last < end && isPartOfWord(bytes[last]))
      ++last;
    const std::string word = bytes.substr(at, last - at);
    const auto p = std::find_if(f.templateParameters.begin(), f.templateParameters.end(),
                                [&](const TemplateParameter &each) { return each.name == word; });
    if (p != f.templateParameters.end()) {
      const bool isMember = at >= 2 && (bytes.compare(at - 2, 2, "::") == 0 || bytes.compare(at - 2, 2, "->") == 0 ||
                                        bytes[at - 1] == '.');
      if (isMember)
        return false;
      edits.push_back({at, last - at, p->argument.front() == '-' ? "(" + p->argument + ")" : p->argument});
    }
    at = std::max(last, at + 1);
  }
  return true;
}

std::optional<Edit> rewrite::specialisationOf(const Function &f) {
  const SourceRange &head = f.templateHead;
  const unsigned open = f.bodyAt;
  if (!head.valid() || head.file != f.range.file || head.end > f.nameAt || f.nameAt >= open || open >= f.range.end)
    return std::nullopt;
  const SourceRange all = {head.file, head.begin, f.range.end};
  std::vector<Edit> edits = printEdits(f);
  std::string arguments;
  for (const TemplateParameter &p : f.templateParameters)
    arguments += (arguments.empty() ? "" : ", ") + p.argument;
  edits.push_back({head.begin, head.end - head.begin, "template <>"});
  const auto nameEnd = static_cast<unsigned>(f.nameAt + f.shortName.size());
  edits.push_back({nameEnd, 0, "<" + arguments + ">"});
  if (!spellArguments(f, head.end, f.nameAt, edits) || !spellArguments(f, nameEnd, open, edits))
    return std::nullopt;
  std::stable_sort(edits.begin(), edits.end(), [](const Edit &a, const Edit &b) { return a.offset < b.offset; });
  unsigned before = all.begin;
  for (Edit &e : edits) {
    if (e.offset < before || e.offset + e.length > all.end)
      return std::nullopt; // of something else than the function, or of a signature that the edits change
    before = static_cast<unsigned>(e.offset + e.length);
    e.offset -= all.begin;
  }
  std::string text = applyEdits(std::string(all.text()), edits);

  std::size_t body = open + 1 - all.begin; // in the new text
  for (const Edit &e : edits)
    if (e.offset < open - all.begin)
      body += e.text.size() - e.length;
  std::string declared;
  for (const TemplateParameter &p : f.templateParameters) {
    const bool isNamed = isWordIn(text.substr(body), p.name);
    const std::string quiet = "[[maybe_unused]] ";
    declared += p.type.empty()
                    ? "\n  using " + p.name + (isNamed ? " " : " " + quiet) + "= " + p.argument + ";"
                    : "\n  " + (isNamed ? "" : quiet) + "constexpr " + p.type + " " + p.name + " = " + p.argument + ";";
  }
  text.insert(body, declared);
  return Edit{all.end, 0, "\n\n" + text};
}
