//===- LoopHead.cpp - the head of a for loop, as text -----------------------===//

#include "passes/LoopHead.h"

#include "analysis/Carried.h"

#include <algorithm>
#include <cctype>
#include <sstream>

using namespace rewrite;

const Variable *rewrite::counterOf(const Op &loop) {
  if (loop.kind != OpKind::For || loop.regions[3]->ops.empty())
    return nullptr;
  const Op &increment = *loop.regions[3]->ops.back();
  const Variable *v = increment.kind == OpKind::Scalar ? increment.result() : nullptr;
  const std::vector<Op *> &init = loop.regions[0]->ops;
  const bool declared = std::any_of(init.begin(), init.end(), [&](const Op *op) {
    return op->result() == v && v && v->declaration && v->declaration == op->statement;
  });
  return declared ? v : nullptr;
}

std::optional<Verdict> rewrite::guardHead(const Op &loop) {
  const Induction &i = *loop.induction;
  for (const SourceRange &part : {i.declaration, i.condition, i.increment})
    if (auto v = guard(part, {}, loop))
      return v;
  const SourceRange head{i.declaration.file, i.declaration.begin, i.increment.end};
  if (const Obstacle o = obstacleIn(head); o == Obstacle::Directive || o == Obstacle::Frozen)
    return guard(head, {}, loop);
  const Block &body = bodyOf(loop);
  if (!body.range.valid())
    return guard(body.range, {}, loop);
  return guard({body.range.file, body.range.begin, body.range.begin + 1}, {}, loop);
}

std::string rewrite::typeOf(const Variable &v, const SourceRange &declaration) {
  unsigned first = v.declaredAt; // Index a = 0, b = 1;
  for (const auto &other : v.function->variables)
    if (other->declaration && other->declaration->range.begin == declaration.begin && other->declaredAt)
      first = std::min(first, other->declaredAt);
  const SourceRange spelled{declaration.file, declaration.begin, first};
  std::istringstream words{std::string(spelled.text())};
  std::string type;
  for (std::string word; words >> word;) {
    if (word == "auto" || !std::all_of(word.begin(), word.end(), [](char c) {
          return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == ':';
        }))
      return v.type.element;
    if (word != "const" && word != "constexpr")
      type += (type.empty() ? "" : " ") + word;
  }
  return type;
}

std::string rewrite::counterType(const Op &loop) {
  return typeOf(*loop.induction->variable, loop.induction->declaration);
}

Use rewrite::useIn(const Block &body, const Variable &v) {
  for (const SourceRange &place : v.places)
    if (!place.valid() || body.range.contains(place))
      return Use::Seen;
  return Names::countIn(body.range, v.name) ? Use::Unseen : Use::None;
}

std::string rewrite::constant(const std::string &type, const Block &body, const Variable &v) {
  const bool alias = std::any_of(v.places.begin(), v.places.end(),
                                 [&](const SourceRange &place) { return place.valid() && place.text() != v.name; });
  return alias || Names::countIn(body.range, "decltype") || Names::countIn(body.range, "mutable") ? type
                                                                                                  : "const " + type;
}
