//===- CarriedForm.cpp - a carried vector in another form -------------------===//

#include "passes/CarriedForm.h"

#include "analysis/Carried.h"

#include <algorithm>

using namespace rewrite;

SourceRange rewrite::assignedValue(const Statement &st, const Variable &v) {
  const std::string_view text = st.range.text();
  std::size_t at = text.find_first_not_of(" \t\r\n", v.name.size());
  if (!text.starts_with(v.name) || at == text.npos || text[at] != '=' || text.back() != ';')
    return {};
  at = text.find_first_not_of(" \t\r\n", at + 1);
  return {st.range.file, st.range.begin + static_cast<unsigned>(at), st.range.end - 1};
}

CarriedForm::CarriedForm(const Variable &v, const Op &loop, const Analyses &a, const std::vector<SourceRange> &replaced,
                         const SourceRange &own)
    : variable(&v),
      loop(&loop) {
  if (Control::loopsAround(loop).empty() && !isReadBehind(a))
    last = Behind::Nothing;
  declaration(a, replaced, own);
}

/// Some use behind the loop may see what the loop assigned.
bool CarriedForm::isReadBehind(const Analyses &a) const {
  for (const Op *op : a.values.uses(*variable))
    if (!isIn(*op, *loop))
      for (const Definition &d : a.values.reaching(*variable, *op))
        if (d.op && isIn(*d.op, *loop))
          return true;
  return false;
}

/// `auto v = init;` right in the loop's block, and nothing asks for v before the loop: that can be
/// the declaration of the new variable, and v is declared behind the loop, if at all.
void CarriedForm::declaration(const Analyses &a, const std::vector<SourceRange> &replaced, const SourceRange &own) {
  const Variable &v = *variable;
  const Statement *st = v.declaration;
  if (!st || st->block != loop->parent || st->form != Statement::Form::Declaration || st->declarators != 1 ||
      !st->range.valid() || st->assigned != &v || Names(a.function).hasDirectives() || !st->expression.valid() ||
      st->range.text().back() != ';' || st->expression.text().empty() || st->expression.text().front() == '{')
    return;
  const SourceRange declared = st->range, value{declared.file, st->expression.begin, declared.end - 1};
  // v(init) and v{init} do not have the sign.
  const std::size_t sign = declared.file->bytes.find_last_not_of(" \t\r\n", value.begin - 1);
  if (sign == std::string::npos || sign <= declared.begin || declared.file->bytes[sign] != '=' ||
      obstacleIn(declared, {value}) != Obstacle::Nothing)
    return;

  const SourceRange whole = loop->statement->range;
  const auto in = [](const SourceRange &r, unsigned at) { return r.valid() && r.begin <= at && at < r.end; };
  std::vector<unsigned> later;
  for (unsigned at : Names(a.function).spellings(v.name)) {
    if (declared.end <= at && at < whole.begin)
      return;
    if (in(whole, at) && !in(own, at) &&
        std::none_of(replaced.begin(), replaced.end(), [&](const SourceRange &r) { return in(r, at); }))
      return;
    if (whole.end <= at && (!st->block->range.valid() || at < st->block->range.end))
      later.push_back(at);
  }
  for (const auto &other : a.function.variables)
    if (other.get() != &v && std::find(later.begin(), later.end(), other->declaredAt) != later.end())
      return; // which of the two is meant?

  init = value;
  last = later.empty() ? Behind::Nothing : Behind::Declare;
  for (const Op *op : a.values.uses(v))
    if (later.size() == 1 && op->parent == loop->parent)
      for (const Operand &o : op->operands)
        if (o.variable == &v && o.range.begin == later[0] && o.range.text() == v.name && !guard(o.range, {}, *op)) {
          last = Behind::Inline;
          use = o.range;
        }
  const auto isBehind = [&](const Op &op) { return op.id > loop->id && !isIn(op, *loop); };
  const auto &definitions = a.values.definitions(v);
  isConstant = usesTakeConst(v, a, isBehind) &&
               std::none_of(definitions.begin(), definitions.end(), [&](const Op *d) { return isBehind(*d); });
}

void CarriedForm::before(const std::string &name, const std::string &to, Rewriter &rw) const {
  Text t("auto " + name + " = " + to);
  if (init.valid()) {
    t << init << ");";
    rw.respell(variable->declaration->range, std::move(t));
  } else {
    t << variable->name << ");";
    rw.before(*loop->statement, std::move(t));
  }
}

void CarriedForm::behind(const std::string &from, Rewriter &rw) const {
  const std::string &name = variable->name;
  switch (last) {
  case Behind::Nothing:
    return;
  case Behind::Inline:
    return rw.respell(use, Text(from));
  case Behind::Declare:
    return rw.after(*loop->statement, Text((isConstant ? "const auto " : "auto ") + name + " = " + from + ";"));
  case Behind::Assign:
    return rw.after(*loop->statement, Text(name + " = " + from + ";"));
  }
}
