//===- Targets.cpp - what PTO_TAG names for a step of a pipeline ------------===//

#include "passes/Targets.h"

#include "analysis/Control.h"

#include <algorithm>
#include <set>

using namespace rewrite;

bool rewrite::isTagged(const Op &op, const std::string &tag) {
  const Statement *s = op.statement;
  return s && std::find(s->tags.begin(), s->tags.end(), tag) != s->tags.end();
}

bool rewrite::isTargeted(const Op &op, const std::string &tag) {
  if (tag.empty())
    return true;
  for (const Op *o = &op; o; o = o->parent->owner)
    if (isTagged(*o, tag))
      return true;
  return false;
}

std::string rewrite::missingTarget(const Module &module, const PassInfo &info, const PassStep &step) {
  for (const OptionInfo &option : info.options) {
    const std::string tag = step.value(option.name);
    if (tag.empty() || (option.type != OptionInfo::Type::Loop && option.type != OptionInfo::Type::Op))
      continue;
    std::set<std::string> tags, ofKind;
    for (const auto &f : module.functions) {
      if (!f->body)
        continue;
      walk(*f->body, [&](const Op &op) {
        if (!op.statement)
          return;
        tags.insert(op.statement->tags.begin(), op.statement->tags.end());
        if (option.type == OptionInfo::Type::Op || Control::isLoop(op))
          ofKind.insert(op.statement->tags.begin(), op.statement->tags.end());
      });
    }
    if (ofKind.count(tag))
      continue;
    std::string list;
    for (const std::string &t : ofKind)
      list += (list.empty() ? "" : ", ") + t;
    const std::string near = nearest(tag, {ofKind.begin(), ofKind.end()});
    const std::string help = !near.empty()  ? "; did you mean '" + near + "'?"
                             : list.empty() ? std::string("; put PTO_TAG(\"") + tag + "\") before the " +
                                                  (option.type == OptionInfo::Type::Loop ? "loop" : "statement")
                                            : "; tags: " + list;
    if (tags.count(tag))
      return "'" + info.name + "' wants a loop, and what is tagged '" + tag + "' is none" + help;
    return "'" + info.name + "': nothing is tagged '" + tag + "'" + help;
  }
  return "";
}
