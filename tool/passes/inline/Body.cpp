//===- Body.cpp - a function's text, to stand where it is called -------------===//

#include "passes/inline/Body.h"

#include "kernel/Spelling.h"
#include "passes/inline/Tokens.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::inlining;

namespace {

bool isTile(const Type &t) { return t.kind == Type::Kind::Tile; }

std::set<std::string> namesOf(const Function &function) {
  std::set<std::string> out = function.localNames;
  for (const auto &v : function.variables)
    if (v->kind != Variable::Kind::Global && !v->name.empty())
      out.insert(v->name);
  for (const TemplateParameter &p : function.templateParameters)
    out.insert(p.name);
  return out;
}

} // namespace

Body::Body(const Function &callee, const Analyses &caller)
    : g(callee),
      f(caller.function),
      summaries(caller.summaries),
      block(bodyOf(callee)) {}

std::optional<Problem> Body::isSeenFrom(const Function &) const {
  const auto home = [](const Function &x) { return x.name.substr(0, x.name.find(x.shortName)); };
  if (!g.hasBody || !g.body || !g.range.valid() || g.range.file != f.range.file || block.end <= block.begin ||
      g.range.end > f.range.begin || home(g) != home(f) || g.dslPrefix != f.dslPrefix || !g.unmodelled.empty())
    return Problem{"not-seen", "its body is not before this in the same file and namespace", nullptr};
  if (!g.pattern.empty() && !g.templateHead.valid())
    return Problem{"not-seen", "it is a template of which instances cannot be spelled", nullptr};
  if (Names(g).hasDirectives() || Names(f).hasDirectives() || isFrozen(g.range))
    return Problem{"not-seen", "preprocessor lines stand inside", nullptr};
  return std::nullopt;
}

std::optional<Problem> Body::isStraight() {
  const Summary &summary = summaries.of(g);
  const auto no = [](const std::string &why, const Op *where) { return Problem{"not-straight", why, where}; };
  if (summary.touchesUnknown || summary.changesGlobals)
    return no("it may change what stands elsewhere", nullptr);
  for (std::size_t i = 0; i < summary.parameters.size(); ++i)
    if (const ParameterEffect &e = summary.parameters[i]; e.writes || e.retains || e.rebinds || e.asksValid)
      return no("it does more with " + quoted(g.parameters[i], "a parameter") + " than to read it", e.blame);
  std::optional<Problem> problem;
  unsigned many = 0;
  walk(*g.body, [&](const Op &op) {
    many += op.kind == OpKind::Return;
    if (problem)
      return;
    if (op.kind == OpKind::Call)
      problem = no("it calls '" + op.callee->shortName + "'", &op);
    else if (!op.macro.empty() || op.quoted || !op.range.valid())
      problem = no("a macro spells a part of it", &op);
    else if (op.kind == OpKind::Throw || op.kind == OpKind::Opaque || op.lambda || op.info.calls)
      problem = no("it does more than to compute", &op);
  });
  if (problem)
    return problem;
  end = g.body->ops.empty() ? nullptr : g.body->ops.back();
  if (many != 1 || !end || end->kind != OpKind::Return || !end->statement || end->operands.size() != 1)
    return no("it does not return once, at its end", end);
  returns = end->statement;
  const std::string_view text = returns->expression.valid() ? returns->expression.text() : "";
  const Variable *value = end->operands[0].variable;
  if (text.empty() || text.front() == '{' || !value || !(value->type == g.returnType) || !isLetter(text.front()))
    return no("what it returns is not of the type that it returns", end);
  unsigned words = 0;
  bool odd = false;
  forEachWord(block, [&](std::string_view word, unsigned at) {
    words += word == "return";
    const bool isRawString = word.ends_with("R") && block.file->bytes[at + word.size()] == '"';
    odd |= !g.pattern.empty() && (word == "constexpr" || word == "requires" || word == "typename");
    odd |= word == "using" || word == "static" || word == "decltype" || isRawString || word.starts_with("__");
  });
  if (words != 1 || odd || !g.localNames.empty())
    return no("it declares more than variables, or returns from an inner function", end);
  return std::nullopt;
}

std::optional<Problem> Body::namesMeanTheSame() const {
  const std::set<std::string> own = namesOf(g), theirs = namesOf(f);
  const SourceRange between{g.range.file, g.range.end, f.range.begin};
  const std::set<std::string> later = declaredIn(between);
  std::string hidden;
  forEachWord(block, [&](std::string_view word, unsigned at) {
    const std::string name(word);
    if (!isMember(*g.range.file, at) && !own.count(name) && (theirs.count(name) || later.count(name)))
      hidden = name;
  });
  for (const SourceRange &line : g.range.file->directives)
    if (between.contains(line) && line.text().find("pragma") == std::string_view::npos)
      return Problem{"name-hidden", "preprocessor lines stand between them", nullptr};
  bool isUsing = false;
  forEachWord(between, [&](std::string_view word, unsigned at) {
    isUsing |= word == "using" && g.range.file->bytes.compare(g.range.file->skipBlanks(at + 5), 9, "namespace") == 0;
  });
  if (isUsing)
    return Problem{"name-hidden", "a namespace is used from then on", nullptr};
  if (!hidden.empty())
    return Problem{"name-hidden", "'" + hidden + "' means something else here", nullptr};
  return std::nullopt;
}

std::string Body::unique(const std::string &base) {
  std::string name = Names(f).fresh(base);
  for (std::string longer = base;
       taken.count(name) || (name != base && Names::countIn(g.range, name)) || Names::countIn(f.range, name);) {
    longer += "_";
    name = Names(f).fresh(longer);
  }
  taken.insert(name);
  return name;
}

std::optional<Problem> Body::rename(const Variable &v, const std::string &name) {
  if (name == v.name)
    return std::nullopt;
  std::set<unsigned> known; // where something of that name is meant
  for (const auto &other : g.variables)
    if (other->name == v.name) {
      known.insert(other->declaredAt);
      for (const SourceRange &place : other->places)
        known.insert(place.begin);
    }
  if (known.size() != Names::countIn(g.range, v.name))
    return Problem{"name-hidden", "not every place that names " + quoted(&v) + " is known", nullptr};
  std::vector<unsigned> places;
  for (const SourceRange &place : v.places) {
    if (!place.valid() || place.text() != v.name)
      return Problem{"name-hidden", quoted(&v) + " is named in a macro", nullptr};
    places.push_back(place.begin);
  }
  if (v.kind == Variable::Kind::Local)
    places.push_back(v.declaredAt);
  for (const unsigned at : places)
    respelled[at] = {v.name.size(), name};
  return std::nullopt;
}

std::optional<Problem> Body::bind(const Op &call, const Variable *into) {
  const auto no = [&](const std::string &why) { return Problem{"argument", why, &call}; };
  const Control control(g);
  const Values values(g, control);
  if (call.operands.size() != g.parameters.size())
    return no("it has other arguments than the function's parameters");
  for (std::size_t i = 0; i < g.parameters.size(); ++i) {
    const Variable &p = *g.parameters[i];
    const Operand &o = call.operands[i];
    if (p.name.empty() || Names::countIn(block, p.name) == 0)
      return no("an argument is not used");
    if (!o.range.valid() || o.range.text().empty() || p.escapes || p.isReference)
      return no(quoted(&p) + " is given something that is not spelled here");
    const bool changes = !values.definitions(p).empty(), isScalar = p.type.kind == Type::Kind::Scalar;
    const std::string text(o.range.text());
    if (o.kind == Operand::Kind::Handle && o.variable && o.variable->name == text && o.variable->type == p.type &&
        !changes) {
      if (auto problem = rename(p, text))
        return problem;
      continue;
    }
    const auto makes = [&](const Op *op) {
      return op->kind == OpKind::Dsl && op->range == o.range && op->result() == o.variable && isLetter(text.front());
    };
    if (o.kind == Operand::Kind::Handle && o.variable && isTile(p.type) && o.variable->type == p.type &&
        std::any_of(call.parent->ops.begin(), call.parent->ops.end(), makes)) {
      const std::string name = unique(p.name);
      if (auto problem = rename(p, name))
        return problem;
      constants.push_back((changes ? "auto " : "const auto ") + name + " = " + text + ";");
      continue;
    }
    const bool isPure = o.list.size() == 1 && !o.list[0].isImpure();
    static const std::set<std::string> known = {"long", "int", "float", "bool", "double"};
    if (!isScalar || !isPure || p.byReference || !known.count(p.type.element))
      return no("what " + quoted(&p) + " is given is no name of its very type");
    const Expr &e = o.list[0];
    if (!changes && e.kind == Expr::Kind::Variable && e.variable->name == text && e.variable->type == p.type &&
        !e.variable->escapes && e.variable->kind != Variable::Kind::Global) {
      if (auto problem = rename(p, text))
        return problem;
      continue;
    }
    const std::string name = unique(p.name);
    if (auto problem = rename(p, name))
      return problem;
    const std::string type = p.type.element == "long" ? g.dslPrefix + "Index" : p.type.element;
    constants.push_back((changes ? "" : "const ") + type + " " + name + " = " + text + ";");
  }
  spellTemplateArguments();
  const Variable *local = into ? returnedLocal() : nullptr;
  intoCaller = local != nullptr;
  std::map<std::string, std::string> renamed;
  for (const auto &v : g.variables) {
    if (v->kind != Variable::Kind::Local || v->name.empty() || v->declaredAt == 0)
      continue;
    if (v.get() == local) {
      if (auto problem = rename(*v, into->name))
        return problem;
      continue;
    }
    if (local && v->name == local->name)
      return Problem{"name-hidden", "two variables of the function are called " + quoted(local), nullptr};
    std::string &name = renamed[v->name];
    if (name.empty())
      name = unique(v->name);
    if (auto problem = rename(*v, name))
      return problem;
  }
  return std::nullopt;
}

void Body::spellTemplateArguments() {
  std::vector<std::string> values;
  for (const TemplateParameter &p : g.templateParameters) {
    std::vector<unsigned> places;
    forEachWord(block, [&](std::string_view word, unsigned at) {
      if (word == p.name && !isMember(*block.file, at))
        places.push_back(at);
    });
    if (places.empty())
      continue;
    const std::string name = !p.type.empty()                        ? unique(p.name)
                             : p.argument.starts_with("pto::dsl::") ? spellElement(p.argument, g.dslPrefix)
                                                                    : p.argument;
    for (const unsigned at : places)
      respelled[at] = {p.name.size(), name};
    if (!p.type.empty())
      values.push_back("constexpr " + (p.type.ends_with("::Index") ? g.dslPrefix + "Index" : p.type) + " " + name +
                       " = " + p.argument + ";");
  }
  constants.insert(constants.begin(), values.begin(), values.end());
}

const Variable *Body::returnedLocal() const {
  const Variable *v = end->operands[0].variable;
  const bool isName = v && returns->expression.text() == v->name;
  return isName && v->kind == Variable::Kind::Local && v->declaration && v->declaration->block == g.body.get() &&
                 v->declaration->declarators == 1 && !v->isReference && !v->escapes && !v->hasAlias && !v->bindsResult
             ? v
             : nullptr;
}

bool Body::isConst(const Variable &local) const {
  const SourceRange &r = local.declaration->range;
  return isWordIn(SourceRange{r.file, r.begin, local.declaredAt}.text(), "const");
}

bool Body::isOnlyHere() const {
  const std::string_view head = SourceRange{g.range.file, g.range.begin, g.nameAt}.text();
  return (isWordIn(head, "static") || g.name.find("(anonymous namespace)") != std::string::npos) &&
         head.find("maybe_unused") == std::string_view::npos;
}

std::string Body::spelled(SourceRange range) const {
  std::string out;
  unsigned at = range.begin;
  for (auto next = respelled.lower_bound(at); next != respelled.end() && next->first < range.end; ++next) {
    out += range.file->bytes.substr(at, next->first - at) + next->second.second;
    at = next->first + static_cast<unsigned>(next->second.first);
  }
  return out + range.file->bytes.substr(at, range.end - at);
}

std::string Body::statements(const std::string &indentation) const {
  const SourceFile &file = *g.range.file;
  const std::string newLine(file.endOfLine());
  std::string text = spelled({&file, block.begin + 1, returns->begin});
  const auto trim = [](std::string &s) {
    s.erase(0, s.find_first_not_of(" \t\r\n"));
    s.erase(s.find_last_not_of(" \t\r\n") + 1);
  };
  trim(text);
  const std::string old = newLine + file.indentation(returns->begin);
  std::string out;
  for (const std::string &constant : constants)
    out += (out.empty() ? "" : newLine + indentation) + constant;
  for (std::size_t at = text.find(old); at != text.npos; at = text.find(old, at + newLine.size()))
    text.replace(at, old.size(), newLine + indentation);
  if (!text.empty())
    out += (out.empty() ? "" : newLine + indentation) + text;
  return out;
}
