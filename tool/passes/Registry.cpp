//===- Registry.cpp - all passes and the reasons that they share ------------===//

#include "passes/Pass.h"

#include <algorithm>

using namespace rewrite;

namespace {

struct Entry {
  const PassInfo *info;
  PassFactory factory;
};

std::vector<Entry> &entries() {
  static std::vector<Entry> list;
  return list;
}

} // namespace

Registration::Registration(const PassInfo &info, PassFactory factory) { entries().push_back({&info, factory}); }

const std::vector<const PassInfo *> &rewrite::allPasses() {
  static const std::vector<const PassInfo *> sorted = [] {
    std::vector<const PassInfo *> list;
    for (const Entry &e : entries())
      list.push_back(e.info);
    std::sort(list.begin(), list.end(), [](const PassInfo *a, const PassInfo *b) { return a->name < b->name; });
    return list;
  }();
  return sorted;
}

const PassInfo *rewrite::findPass(std::string_view name) {
  for (const PassInfo *p : allPasses())
    if (p->name == name)
      return p;
  return nullptr;
}

std::unique_ptr<Pass> rewrite::makePass(const PassStep &step) {
  for (const Entry &e : entries())
    if (e.info->name == step.pass)
      return e.factory(step);
  return nullptr;
}

const ReasonInfo *PassInfo::reason(std::string_view code) const {
  for (const ReasonInfo &r : reasons)
    if (r.code == code)
      return &r;
  return nullptr;
}

const OptionInfo *PassInfo::option(std::string_view wanted) const {
  for (const OptionInfo &o : options)
    if (o.name == wanted)
      return &o;
  return nullptr;
}

std::string_view rewrite::spelling(Exactness e) {
  switch (e) {
  case Exactness::Bitwise:
    return "bitwise";
  case Exactness::Refine:
    return "refine";
  case Exactness::Rounding:
    return "rounding";
  }
  return "";
}

const std::vector<ReasonInfo> &rewrite::commonReasons() {
  static const std::vector<ReasonInfo> list = {
      {"comment", "The edit would delete a comment.", "Move the comment out of the statement."},
      {"config-dependent",
       "The sources that include the header, or the commands that compile the source, would have it rewritten "
       "differently.",
       "Write a kernel for each configuration, or leave out the source that objects."},
      {"in-macro", "The code is spelled inside a macro.", "Spell it out, or write the kernel without the macro."},
      {"instantiations-disagree", "The instances of a template would have to be rewritten differently.",
       "Specialise the kernel where it differs."},
      {"multi-declarator", "The declaration declares several names.", "Declare one name a statement."},
      {"not-instantiated", "The kernel is a template that the file does not instantiate, so its types are not known.",
       "Instantiate it in the file, if only by an explicit instantiation."},
      {"preprocessor", "A preprocessor line stands inside the code that would change.",
       "Keep #if and #pragma outside of the pattern: another configuration may mean another program."},
      {"stringified", "A macro makes a string of the code, or joins words of it: its spelling is a value.",
       "Spell it out beside the macro."},
      {"suppressed", "The user asked to leave it alone.", "Remove the NOLINT or `pto-rewrite: off` comment."},
      {"switch-label", "A declaration would have to stand among the labels of a switch, which jump over it.",
       "Put the statement into braces of its own."},
      {"unmodelled", "The function uses control flow or a construct that the kernel model does not hold.",
       "Move the kernel into a function of its own without goto, try, coroutines or OpenMP directives."},
  };
  return list;
}
