//===- Placement.cpp - where can the view be made --------------------------===//
//
// At the create, or sunk to the first use: target and offsets must be known there and stay as they are.
//
//===----------------------------------------------------------------------===//

#include "passes/staging/Proof.h"

#include <cctype>

using namespace rewrite;

Answer StagingProof::namedTarget() {
  const Operand *o = &s.assemble->operands[0];
  const Op *at = s.assemble;
  while (o->variable && o->variable->kind == Variable::Kind::Temporary) {
    const auto defs = a.values.reaching(*o->variable, *at);
    if (defs.size() != 1 || !defs.begin()->op || defs.begin()->op->kind != OpKind::Copy)
      break;
    at = defs.begin()->op;
    o = &at->operands[0];
  }
  if (!o->variable || o->variable->kind == Variable::Kind::Temporary)
    return no("target-not-a-name", "the assemble's target is no variable").note(s.assemble, "assembled here");
  s.target = o->variable;
  for (const View &v : a.memory.views(*s.target, *s.assemble))
    if (v.root == s.root)
      return no("assembled-into-itself", "it is assembled into itself").note(s.assemble, "here");
  const Op *asks = nullptr;
  walk(*a.function.body, [&](const Op &op) {
    if (!asks && looksValid(op) && !op.operands.empty() && op.operands[0].variable)
      for (const View &v : a.memory.views(*op.operands[0].variable, op))
        if (touchesTarget({Access::Kind::Read, &op, 0, v, true}))
          asks = &op;
  });
  if (asks)
    return no("valid-shape", "the target's valid extents are looked at or set").note(asks, "here");
  return std::nullopt;
}

Answer StagingProof::placement() {
  Answer early = mayLeaveBeforeUse();
  if (!early)
    early = availableFrom(createAt, createAt + 1);
  if (!early)
    return std::nullopt;
  Statement *st = s.create->statement;
  const bool movable = useAt > createAt && firstUse != s.create && st && st->root == s.create && st->range.valid() &&
                       (st->form == Statement::Form::Declaration || st->form == Statement::Form::Expression);
  if (!movable)
    return early;
  if (Answer late = availableFrom(useAt, useAt))
    return late;
  if (st->declarators > 1)
    return no("multi-declarator", "it would have to move, and its declaration declares other names too")
        .note(s.create, "declared here");
  for (const Operand &o : s.create->operands)
    for (const Expr &e : o.list) {
      bool computed = e.isImpure();
      e.forEachVariable([&](const Variable *v) { computed |= v->kind == Variable::Kind::Temporary; });
      if (computed)
        return no("shape-changed", "it would have to move, and computing its extents has an effect")
            .note(s.create, "created here");
      if (const Op *changed = definedIn(e, createAt + 1, useAt))
        return no("shape-changed", "its extents are computed anew before its first use").note(changed, "here");
    }
  if (const Variable *v = hiddenOnTheWay(*st))
    return no("shape-changed", "it would have to move to where '" + v->name + "' means something else")
        .note(s.create, "created here");
  if (st->attributed)
    return no("tagged", "it would have to move, and a tag or attribute stands before it")
        .note(s.create, "created here");
  s.sink = true;
  s.anchor = block->ops[useAt]->statement;
  if (!s.anchor || !s.anchor->range.valid())
    return early;
  return std::nullopt;
}

Answer StagingProof::mayLeaveBeforeUse() {
  const Op *leaves = earlyExit(*block, s.create, block->ops[useAt]);
  forEachBetween(createAt + 1, useAt, [&](const Op &op) {
    if (!leaves && ((op.kind == OpKind::Opaque && op.mayThrow) ||
                    (op.kind == OpKind::Call && a.summaries.of(*op.callee).mayThrow)))
      leaves = &op;
  });
  if (!leaves || useAt <= createAt)
    return std::nullopt;
  return no("exit-between", "the code may leave before its first use, and a view would be made too early")
      .note(leaves, "here");
}

const Variable *StagingProof::hiddenOnTheWay(const Statement &st) const {
  for (const auto &v : a.function.variables) {
    if (!v->declaration || v->declaration->block != block || v->declaration == &st || v->name.empty())
      continue;
    for (std::size_t i = createAt + 1; i < useAt; ++i)
      if (block->ops[i]->statement == v->declaration && spells(st.range.text(), v->name))
        return v.get();
  }
  return nullptr;
}

bool StagingProof::spells(std::string_view text, std::string_view word) {
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1))
    if ((at == 0 || !isWord(text[at - 1])) && (at + word.size() == text.size() || !isWord(text[at + word.size()])))
      return true;
  return false;
}

bool StagingProof::declaresTypes(const SourceRange &from, const SourceRange &to) {
  if (!from.valid() || !to.valid())
    return true; // not seen
  const std::string_view between =
      std::string_view(from.file->bytes).substr(from.end, to.begin > from.end ? to.begin - from.end : 0);
  for (const char *word : {"using", "typedef", "struct", "class", "enum", "union", "namespace"})
    if (spells(between, word))
      return true;
  return false;
}

Answer StagingProof::availableFrom(std::size_t place, std::size_t from) {
  const std::string target = quoted(s.target);
  if (!declaredBefore(*s.target, place))
    return no("target-not-available", target + " is not there yet where it is created")
        .note(s.assemble, "assembled here");
  for (const Definition &d : a.values.reaching(*s.target, *block->ops[place]))
    if (d.kind == Definition::Kind::Entry && s.target->kind == Variable::Kind::Local)
      return no("target-not-available", target + " may not refer to a tensor yet where it is created")
          .note(s.create, "created here");
  for (std::size_t i = from; i < assembleAt; ++i)
    if (const Op *rebinding = rebinds(*block->ops[i], *s.target))
      return no("target-rebound", target + " may become another tensor before the assemble").note(rebinding, "here");
  for (const Variable *v : s.offsets->names)
    if (!declaredBefore(*v, place))
      return no("offset-not-available", "offset '" + v->name + "' is not known yet where it is created")
          .note(s.assemble, "assembled here");
  if (s.offsets->namesLocals || declaresTypes(block->ops[place]->statement->range, s.assemble->statement->range))
    if (block->ops[place]->statement != s.assemble->statement && (s.offsets->namesLocals || !plainNumbers(*s.offsets)))
      return no("offset-not-available",
                "the offsets name a type or constant that may be another one where it is created")
          .note(s.assemble, "assembled here");
  for (const Expr &e : s.offsets->list) {
    if (e.isImpure())
      return no("offset-side-effect", "evaluating the offsets has an effect").note(s.assemble, "here");
    Answer answer;
    e.forEachVariable([&](const Variable *v) {
      if (answer)
        return;
      if (v->kind == Variable::Kind::Temporary)
        answer = computedOffset(*v, place, from);
      else if (!declaredBefore(*v, place))
        answer = no("offset-not-available", "offset '" + v->name + "' is not known yet where it is created")
                     .note(s.assemble, "assembled here");
    });
    if (answer)
      return answer;
    if (const Op *changed = definedIn(e, from, assembleAt))
      return no("offset-changed", "an offset changes before the assemble").note(changed, "here");
  }
  return std::nullopt;
}

bool StagingProof::plainNumbers(const Operand &list) {
  return std::all_of(list.list.begin(), list.list.end(),
                     [](const Expr &e) { return e.isConstant() || e.kind == Expr::Kind::Variable; });
}

Answer StagingProof::computedOffset(const Variable &v, std::size_t place, std::size_t from) {
  const std::vector<const Op *> &defs = a.values.definitions(v);
  const Expr query = defs.size() == 1 ? extentQuery(*defs[0]) : Expr();
  if (query.isConstant() || (query.kind == Expr::Kind::Extent && declaredBefore(*query.variable, place) &&
                             !definedIn(query, from, assembleAt)))
    return std::nullopt;
  for (const Op *def : defs)
    if (def->kind == OpKind::Opaque && def->operands.size() == 1 && def->operands[0].variable &&
        def->operands[0].variable->isReference)
      return no("offset-changed", "'" + def->operands[0].variable->name +
                                      "' is a reference: what it names may change before the assemble")
          .note(def, "here");
  for (const Op *def : defs)
    if (def->kind == OpKind::Call || def->kind == OpKind::Opaque)
      return no("offset-side-effect", "an offset is the result of a call").note(def, "called here");
  return no("offset-not-available", "an offset is read from memory in the assemble itself").note(s.assemble, "here");
}

bool StagingProof::declaredBefore(const Variable &v, std::size_t place) const {
  if (!v.declaration)
    return true;
  const Block &home = *v.declaration->block;
  Op *at = ancestorIn(home, block->ops[place]);
  if (!at) { // declared in the head of a loop around, or in another block
    for (const Op *o = block->owner; o; o = o->parent->owner)
      for (const auto &region : o->regions)
        if (region.get() == &home)
          return true;
    return false;
  }
  for (const Op *op : home.ops) {
    if (op == at)
      return false;
    if (op->statement == v.declaration)
      return true;
  }
  return false;
}

const Op *StagingProof::rebinds(const Op &op, const Variable &v) const {
  // Names that other code can reach may be rebound by code that we do not see.
  const bool exposed = v.escapes || v.isStatic || v.kind == Variable::Kind::Global || v.byReference;
  const auto own = [&](const Op &o) -> const Op * {
    if (exposed) {
      if ((o.kind == OpKind::Opaque && (o.touchesUnknown || !o.clobbers.empty())) ||
          (o.kind == OpKind::Call && (o.touchesUnknown || a.summaries.of(*o.callee).changesGlobals)))
        return &o;
      for (const std::vector<Variable *> *defined : {&o.results, &o.clobbers})
        for (const Variable *r : *defined)
          if (r && r != &v && r->type.isHandle() && (r->isReference || r->byReference))
            return &o;
    }
    if (std::find(o.clobbers.begin(), o.clobbers.end(), &v) != o.clobbers.end()) {
      const Operand *arg = o.kind == OpKind::Call ? argument(o, v) : nullptr;
      if (!arg || a.summaries.of(*o.callee).parameters[static_cast<std::size_t>(arg - o.operands.data())].rebinds)
        return &o;
    }
    for (unsigned i = 0; i < o.results.size(); ++i) {
      if (o.results[i] != &v)
        continue;
      const Operand *from = nullptr;
      if (o.kind == OpKind::Copy)
        from = &o.operands[0];
      else if (o.kind == OpKind::Dsl && o.info.result == OpInfo::Result::Same)
        from = &o.operands[static_cast<std::size_t>(o.info.resultOf)];
      else if (o.kind == OpKind::Call) {
        const Summary &callee = a.summaries.of(*o.callee);
        if (i < callee.results.size() && callee.results[i].kind == ResultSource::Kind::Parameter &&
            callee.results[i].whole)
          from = &o.operands[static_cast<std::size_t>(callee.results[i].parameter)];
      }
      if (!from || from->variable != &v)
        return &o;
    }
    return nullptr;
  };
  const Op *found = own(op);
  for (const auto &region : op.regions)
    walk(*region, [&](const Op &o) { found = found ? found : own(o); });
  return found;
}

const Op *StagingProof::definedIn(const Expr &e, std::size_t from, std::size_t to) const {
  const Op *found = nullptr;
  e.forEachVariable([&](const Variable *v) {
    if (v->escapes || v->isStatic || v->isReference || v->kind == Variable::Kind::Global)
      found = found ? found : s.assemble;
    for (const Op *def : a.values.definitions(*v)) {
      const Op *top = ancestorIn(*block, const_cast<Op *>(def));
      if (!found && top && index(top) >= from && index(top) < to)
        found = def;
    }
  });
  return found;
}
