//===- Handle.cpp - which buffer does the assemble copy --------------------===//
//
// The source of the assemble must be the very handle that the create made, on every path.
//
//===----------------------------------------------------------------------===//

#include "passes/staging/Proof.h"

using namespace rewrite;

Answer StagingProof::oneAssemble() {
  const std::vector<Op *> all = assemblesOf(*s.create, a);
  if (all.size() > 1)
    return no("assembled-twice", "it is assembled " + std::to_string(all.size()) + " times")
        .note(all[0], "first here")
        .note(all[1], "and here");
  if (all.empty()) // a rewrite since the match has taken it
    return no("ambiguous-staging", "nothing assembles it any more").note(s.create, "created here");
  s.assemble = all.front();
  s.offsets = &s.assemble->operands[2];
  block = s.create->parent;
  return std::nullopt;
}

Answer StagingProof::plainForms() {
  for (const Operand &o : s.create->operands)
    if (o.kind == Operand::Kind::Other && o.range.valid()) {
      const std::string_view text = o.range.text();
      if (text.find("init_value") != text.npos)
        return no("create-initialised", "its initial value would be lost").note(s.create, "created here");
      if (text.find("manual_dep") != text.npos)
        return no("dependency-flag", "its manual_dep flag would be lost").note(s.create, "created here");
      if (text.find("layout") != text.npos)
        return no("layout-differs", "it is stored in a layout of its own").note(s.create, "created here");
      return no("create-options", "it is created with options that a view cannot have").note(s.create, "created here");
    }
  if (s.assemble->operands.size() > 3) {
    const Operand &mode = s.assemble->operands[3];
    if (mode.range.valid() && !(mode.list.size() == 1 && mode.list[0].isConstant() && mode.list[0].value == 0))
      return no("atomic", "the assemble accumulates").note(s.assemble, "assembled here");
  }
  if (s.offsets->kind != Operand::Kind::List)
    return no("offsets-not-a-list", "the offsets are not spelled as a list").note(s.assemble, "assembled here");
  if (s.create->unordered || s.assemble->unordered)
    return no("evaluation-order", "the order in which its statement is evaluated is not fixed")
        .note(s.assemble, "here");
  return std::nullopt;
}

Answer StagingProof::sameHandle() {
  // A buffer that comes round a loop: say so, rather than that there are two of them.
  const Block &home = *s.assemble->parent;
  for (const Definition &d : a.values.reaching(*s.assemble->operands[1].variable, *s.assemble))
    if (Op *top = d.op ? ancestorIn(home, const_cast<Op *>(d.op)) : nullptr)
      if (std::find(home.ops.begin(), home.ops.end(), top) > std::find(home.ops.begin(), home.ops.end(), s.assemble))
        return no("rotating-buffer", "the handle travels from one iteration to the next")
            .note(d.op, "here")
            .note(s.assemble, "assembled here");
  if (Answer v = trace(s.assemble->operands[1], *s.assemble))
    return v;
  if (!reachesCreate)
    return no("ambiguous-staging", "what the assemble copies cannot be told").note(s.assemble, "assembled here");
  return std::nullopt;
}

Answer StagingProof::trace(const Operand &o, const Op &at) {
  if (o.kind != Operand::Kind::Handle || !o.variable)
    return no("ambiguous-staging", "what the assemble copies cannot be told").note(&at, "here");
  for (const Definition &d : a.values.reaching(*o.variable, at)) {
    if (d.kind == Definition::Kind::Clobber && d.op->kind == OpKind::Call) {
      if (!visited.insert(d.op).second)
        continue;
      const Operand *through = argument(*d.op, *o.variable);
      const Summary &callee = a.summaries.of(*d.op->callee);
      if (!through || callee.parameters[static_cast<std::size_t>(through - d.op->operands.data())].rebinds)
        return no("ambiguous-staging", "the call may make " + quoted(o.variable) + " another buffer")
            .note(d.op, "here");
      if (Answer v = trace(*through, *d.op))
        return v;
      continue;
    }
    if (d.kind != Definition::Kind::Result)
      return no("ambiguous-staging", "another buffer may be in " + quoted(o.variable) + " when it is assembled")
          .note(&at,
                d.kind == Definition::Kind::Unknown ? "it can change behind the scenes" : "it may still be unset here");
    chain.push_back(d.op);
    if (d.op == s.create) {
      reachesCreate = true;
      continue;
    }
    if (!visited.insert(d.op).second)
      continue;
    if (Answer v = step(*d.op, d.index))
      return v;
  }
  return std::nullopt;
}

Answer StagingProof::step(const Op &op, unsigned index) {
  if (op.kind == OpKind::Copy)
    return trace(op.operands[0], op);
  if (op.kind == OpKind::Dsl && op.info.result == OpInfo::Result::Same)
    return trace(op.operands[static_cast<std::size_t>(op.info.resultOf)], op);
  const std::vector<View> views = op.result(index)
                                      ? a.memory.viewsOf({Definition::Kind::Result, &op, index}, *op.result(index))
                                      : std::vector<View>();
  if (op.kind == OpKind::Dsl && op.info.result == OpInfo::Result::View &&
      std::any_of(views.begin(), views.end(), [&](const View &v) { return v.root == s.root; }))
    return no("source-is-view", "what is assembled is a view of it").note(&op, "this view");
  if (op.kind == OpKind::Call) {
    const Summary &callee = a.summaries.of(*op.callee);
    if (index < callee.results.size()) {
      const ResultSource &r = callee.results[index];
      if (r.kind == ResultSource::Kind::Parameter && r.whole)
        return trace(op.operands[static_cast<std::size_t>(r.parameter)], op);
      if (r.kind == ResultSource::Kind::Parameter)
        return no("source-is-view", "'" + op.callee->shortName + "' returns a view of its argument")
            .note(&op, "called here");
    }
    return no("ambiguous-result", "it cannot be told which argument '" + op.callee->shortName + "' returns")
        .note(&op, "called here");
  }
  return no("ambiguous-staging", "another buffer may be assembled in its place").note(&op, "it comes from here");
}

const Operand *StagingProof::argument(const Op &op, const Variable &v) {
  for (const Operand &o : op.operands)
    if (o.variable == &v)
      return &o;
  return nullptr;
}
