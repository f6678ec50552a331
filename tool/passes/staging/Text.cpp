//===- Text.cpp - can the text be changed ----------------------------------===//
//
// What is deleted or moved must be ours, and the assemble must leave a meaningful statement behind.
//
//===----------------------------------------------------------------------===//

#include "passes/staging/Proof.h"

using namespace rewrite;

Verdict StagingProof::spelledElsewhere(const Op &op) const {
  if (op.quoted)
    return no("stringified", "macro '" + op.macro + "' makes a string of its text, or joins words of it")
        .note(&op, "here");
  if (op.macro.empty())
    return no("in-macro", "it is not spelled as a statement of this file").note(&op, "here");
  Verdict v = no("in-macro", "it is spelled in macro '" + op.macro + "'").note(&op, "here");
  if (op.macroBody.line)
    v.notes.push_back({op.macroBody, "in this definition"});
  return v;
}

Answer StagingProof::textIsOurs() {
  const Op &C = *s.create, &A = *s.assemble;
  for (const Op *op : {&C, &A})
    if (!op->macro.empty() || !op->range.valid() || !op->statement || (op == &A && !op->statement->range.valid()))
      return spelledElsewhere(*op);
  if (!s.offsets->range.valid())
    return no("in-macro", "its offsets are spelled in a macro").note(&A, "here");
  for (const SourceRange &r : C.templateArguments)
    if (!r.valid())
      return no("in-macro", "its shape is spelled in a macro").note(&C, "here");
  std::vector<SourceRange> kept = C.templateArguments;
  for (const Operand &o : C.operands)
    kept.push_back(o.range);
  if (auto v = guard(C.range, kept, C))
    return v;
  const Operand &source = A.operands[1];
  if (auto v = guard(A.statement->range, {s.offsets->range, source.range, A.operands[0].range}, A))
    return v;
  const SourceRange span{C.range.file, std::min(C.range.begin, A.range.begin),
                         std::max(C.range.end, A.statement->range.end)};
  for (const SourceRange &d : span.file->directives)
    if (span.overlaps(d))
      return no("preprocessor", "a preprocessor line stands between create and assemble")
          .note(d.file->location(d.begin), "here");
  if (s.sink)
    if (auto v = guard(C.statement->range, {C.statement->range}, C))
      return v;
  if (s.sink && declaresTypes(C.statement->range, s.anchor->range))
    return no("shape-changed", "it would have to move past the declaration of a type").note(&C, "created here");
  return std::nullopt;
}

Answer StagingProof::fateOfAssemble() {
  const Op &A = *s.assemble;
  const Statement &st = *A.statement;
  const Variable *assigned = A.result();
  const bool nested = std::any_of(block->ops.begin(), block->ops.end(), [&](const Op *op) {
    return op != &A && op->statement == &st && op->result() &&
           std::find(op->results.begin(), op->results.end(), A.operands[1].variable) != op->results.end() &&
           A.operands[1].variable->kind == Variable::Kind::Temporary;
  });
  // What else its arguments do must survive.
  for (const Op *op : block->ops)
    if (op != &A && op->statement == &st && hasEffect(*op) && (A.range.contains(op->range) || !op->range.valid()) &&
        !(nested && A.operands[1].range.contains(op->range)))
      return no("evaluation-order", "the statement of the assemble does something else, too").note(op, "here");
  if (A.parent != st.block)
    return no("nested-expression", "the assemble is a part of a larger expression").note(&A, "here");
  const std::string_view before = SourceRange{A.range.file, st.range.begin, A.range.begin}.text(),
                         after = SourceRange{A.range.file, A.range.end, st.range.end}.text();
  const bool endsThere = after.find_first_not_of(" \t\r\n;") == after.npos;

  if (st.form == Statement::Form::Expression && endsThere && st.root == &A) {
    // assemble(out, ...);  or  name = assemble(out, ...);
    std::string_view name = before;
    while (!name.empty() && (name.back() == ' ' || name.back() == '=' || name.back() == '\t' || name.back() == '\n' ||
                             name.back() == '\r'))
      name.remove_suffix(1);
    const bool bare = before.empty(), plain = !bare && assigned && name == assigned->name;
    if (bare || (plain && assigned == s.target)) {
      if (st.attributed)
        return no("tagged", "a tag or attribute stands before the assemble").note(&A, "here");
      s.becomes = nested ? Staging::Assemble::Filled : Staging::Assemble::Erased;
      return std::nullopt;
    }
    if (plain) {
      s.becomes = nested ? Staging::Assemble::Split : Staging::Assemble::Replaced;
      return std::nullopt;
    }
    return no("nested-expression", "the assemble is a part of a larger expression").note(&A, "here");
  }
  const bool initialises = st.form == Statement::Form::Declaration && st.root == &A;
  if (initialises && st.declarators > 1)
    return no("multi-declarator", "the assemble is one of several declarations").note(&A, "here");
  if (initialises && !nested && !st.attributed && assigned && alwaysTheTarget(*assigned)) {
    s.becomes = Staging::Assemble::Renamed;
    return std::nullopt;
  }
  if (initialises && assigned && assigned->bindsResult)
    return no("bound-to-reference",
              "a reference keeps the assemble's result, and would follow " + quoted(s.target) + " instead")
        .note(&A, "here");
  // What deduces a type from the assemble must deduce the same one from the name.
  if (assigned && s.target->type.kind != Type::Kind::Tensor && st.form != Statement::Form::Return)
    return no("type-differs", quoted(s.target) + " is of another type than the assemble").note(&A, "here");
  const bool whole = st.expression == A.range && (initialises || st.form == Statement::Form::Return);
  if (whole) {
    s.becomes = nested ? Staging::Assemble::Split : Staging::Assemble::Replaced;
    return std::nullopt;
  }
  // An operand of something that does not care whether it gets a call or a name.
  const std::vector<const Op *> &users = assigned ? a.values.uses(*assigned) : none;
  const bool operand = !nested && assigned && assigned->kind == Variable::Kind::Temporary && users.size() == 1 &&
                       takesAnyValue(*users[0], *assigned);
  if (!operand)
    return no("nested-expression", "the assemble is a part of a larger expression").note(&A, "here");
  s.becomes = Staging::Assemble::Replaced;
  return std::nullopt;
}

bool StagingProof::hasEffect(const Op &op) {
  if (op.kind == OpKind::Copy || op.kind == OpKind::Scalar)
    return std::any_of(op.results.begin(), op.results.end(),
                       [](const Variable *v) { return v && v->kind != Variable::Kind::Temporary; });
  return op.kind != OpKind::Dsl || !op.info.writes.empty() || !op.info.updates.empty();
}

bool StagingProof::alwaysTheTarget(const Variable &v) const {
  const Names names(a.function);
  if (!(v.type == s.target->type))
    return false;
  for (const Op *use : a.values.uses(v))
    if (use->kind == OpKind::Copy && use->result() == s.target)
      return false; // out = out2 would become out = out
  return names.usesCanBeRenamed(v) && names.definedOnce(v) && !names.definedAfter(*s.target, *s.assemble) &&
         names.nameIsUnique(*s.target) && !s.target->escapes && !s.target->byReference &&
         s.target->kind != Variable::Kind::Global && !names.hasDirectives();
}

Answer StagingProof::noneLeftBehind() {
  const Op &C = *s.create, &A = *s.assemble;
  const Names names(a.function);
  std::vector<SourceRange> kept = C.templateArguments;
  for (const Operand &o : C.operands)
    kept.push_back(o.range);
  for (std::size_t i = 0; i < 3; ++i)
    kept.push_back(A.operands[i].range);
  const bool wholeStatement = s.becomes == Staging::Assemble::Erased || s.becomes == Staging::Assemble::Filled ||
                              s.becomes == Staging::Assemble::Renamed;
  if (const Variable *v = names.leftBehind({C.range, wholeStatement ? A.statement->range : A.range}, kept, s.dead))
    return no("last-use", "nothing would use '" + v->name + "' any more").note(&A, "this is its last use");
  return std::nullopt;
}
