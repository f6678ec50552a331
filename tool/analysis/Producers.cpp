//===- Producers.cpp - the op that made a value, and its name ---------------===//

#include "analysis/Producers.h"

#include "kernel/Names.h"

using namespace rewrite;

const Variable *rewrite::variableOf(const Operand &o) {
  if (o.kind == Operand::Kind::Handle)
    return o.variable;
  const bool named = o.kind == Operand::Kind::Scalar && o.list.size() == 1 && o.list[0].kind == Expr::Kind::Variable;
  return named ? o.list[0].variable : nullptr;
}

static const Op *onlyDefinition(const Variable &v, const Op &at, const Values &values) {
  const std::set<Definition> defs = values.reaching(v, at);
  return defs.size() == 1 && defs.begin()->kind == Definition::Kind::Result ? defs.begin()->op : nullptr;
}

std::optional<Producer> rewrite::producerOf(const Operand &operand, const Op &user, const Values &values) {
  const Variable *v = variableOf(operand);
  Producer p;
  p.op = v ? onlyDefinition(*v, user, values) : nullptr;
  if (!p.op)
    return std::nullopt;
  if (v->kind == Variable::Kind::Temporary)
    return p;
  p.name = v;
  p.declaration = p.op;
  if (p.op->kind == OpKind::Scalar) { // const float sd = %0
    const Variable *from = p.op->operands.size() == 1 ? variableOf(p.op->operands[0]) : nullptr;
    if (!from || from->kind != Variable::Kind::Temporary)
      return std::nullopt;
    p.op = onlyDefinition(*from, *p.op, values);
  }
  return p.op ? std::optional(p) : std::nullopt;
}

const Op *rewrite::otherUse(const Producer &p, const Op &user, const Values &values) {
  for (const Variable *v : {p.name, static_cast<const Variable *>(p.op->result())})
    if (v)
      for (const Op *use : values.uses(*v))
        if (use != &user && use != p.declaration)
          return use;
  return nullptr;
}

bool rewrite::ownsItsName(const Producer &p, const Op &user, const Function &function) {
  const Statement *st = p.declaration->statement;
  return st && st->form == Statement::Form::Declaration && st->declarators == 1 && !st->attributed &&
         st->range.valid() && p.name->declaration == st && !p.name->isStatic && !p.name->escapes &&
         p.name->declaredAt && Names(function).spelledOnlyIn(user.range, *p.name);
}

SourceRange rewrite::nameIn(const Producer &p) {
  const SourceFile *file = p.declaration->statement->range.file;
  return {file, p.name->declaredAt, p.name->declaredAt + static_cast<unsigned>(p.name->name.size())};
}
