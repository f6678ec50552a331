//===- Rewriter.cpp - the changes that a pass may make to a model -----------===//

#include "kernel/Rewriter.h"

#include "kernel/Names.h"

#include <algorithm>
#include <cassert>

using namespace rewrite;

static void removeOps(Block &block, const Statement &statement, std::vector<Op *> *taken = nullptr) {
  const auto of = [&](Op *op) { return op->statement == &statement; };
  if (taken)
    std::copy_if(block.ops.begin(), block.ops.end(), std::back_inserter(*taken), of);
  block.ops.erase(std::remove_if(block.ops.begin(), block.ops.end(), of), block.ops.end());
}

void Rewriter::erase(Statement &statement) {
  statement.erased = true;
  removeOps(*statement.block, statement);
}

void Rewriter::replaceByOperand(Op &op, unsigned index) {
  Operand kept = op.operands[index];
  op.kind = OpKind::Copy;
  op.info = {};
  Text t(kept.postfix ? "" : "(");
  t << kept.range << (kept.postfix ? "" : ")");
  op.respelled = std::move(t);
  // What used the op's value uses the operand itself from now on.
  const Variable *value = op.result();
  if (value && value->kind == Variable::Kind::Temporary)
    for (const std::unique_ptr<Op> &user : function.ops)
      for (Operand &o : user->operands)
        if (o.variable == value) {
          o.variable = kept.variable;
          o.range = kept.range; // what is left of it
        }
  op.operands = {std::move(kept)};
}

void Rewriter::keepOnlyOperand(Statement &statement, unsigned index) {
  Op *root = statement.root;
  const SourceRange kept = root->operands[index].range;
  statement.form = Statement::Form::Expression;
  statement.assigned = nullptr;
  std::vector<Op *> &ops = statement.block->ops;
  ops.erase(std::find(ops.begin(), ops.end(), root));
  statement.root = nullptr;
  for (Op *op : ops) // what remains last is the operand's own op
    if (op->statement == &statement)
      statement.root = op;
  const Op *call = statement.root;
  Text t(call && call->kind == OpKind::Call && call->callee->noDiscard ? "(void)" : "");
  t << kept << ";";
  statement.respelled = std::move(t);
}

void Rewriter::splitOperand(Statement &statement, Op &op, unsigned index) {
  const SourceFile &file = *statement.range.file;
  Text t(statement.soleBody ? "{ " : "");
  t << op.operands[index].range << ";";
  const std::string indentation = file.indentation(statement.range.begin);
  const bool beginsLine = file.lineBegin(statement.range.begin) + indentation.size() == statement.range.begin;
  t << (statement.soleBody || !beginsLine ? " " : std::string(file.endOfLine()) + indentation);
  t << SourceRange{&file, statement.range.begin, op.range.begin} << op.range
    << SourceRange{&file, op.range.end, statement.range.end};
  if (statement.soleBody)
    t << " }";
  statement.respelled = std::move(t);
}

void Rewriter::replaceUses(Variable &from, Variable &to) {
  walk(*function.body, [&](Op &op) {
    for (Operand &o : op.operands)
      if (o.kind == Operand::Kind::Handle && o.variable == &from) {
        o.variable = &to;
        o.respelled = Text();
        *o.respelled << &to;
      }
  });
  from.renamedTo = &to;
}

void Rewriter::replace(Op &op, OpInfo info, std::vector<Operand> operands, Text text) {
  op.kind = OpKind::Dsl;
  op.info = std::move(info);
  op.operands = std::move(operands);
  op.respelled = std::move(text);
}

void Rewriter::moveBefore(Statement &statement, Statement &anchor) {
  assert(statement.block == anchor.block && "statements move within a block");
  Block &block = *statement.block;
  std::vector<Op *> moved;
  removeOps(block, statement, &moved);
  const auto at = std::find_if(block.ops.begin(), block.ops.end(), [&](Op *op) { return op->statement == &anchor; });
  block.ops.insert(at, moved.begin(), moved.end());
  statement.movedBefore = &anchor;
}

void Rewriter::respell(SourceRange range, Text text) {
  assert(range.valid() && "guard() declines what has no spelling of its own");
  function.edits.push_back({TextEdit::Kind::Replace, range, nullptr, nullptr, std::move(text)});
}

void Rewriter::remove(const Statement &statement) {
  function.edits.push_back({TextEdit::Kind::Remove, statement.range, &statement, nullptr, {}});
}

void Rewriter::remove(SourceRange range) {
  Statement *s = function.newStatement();
  s->range = range;
  s->begin = range.begin;
  remove(*s);
}

void Rewriter::before(const Statement &statement, Text text) {
  function.edits.push_back({TextEdit::Kind::Before, {}, &statement, nullptr, std::move(text)});
}

void Rewriter::after(const Statement &statement, Text text) {
  function.edits.push_back({TextEdit::Kind::After, {}, &statement, nullptr, std::move(text)});
}

void Rewriter::first(const Block &body, Text text) {
  function.edits.push_back({TextEdit::Kind::First, {}, nullptr, &body, std::move(text)});
}

void Rewriter::last(const Block &body, Text text) {
  function.edits.push_back({TextEdit::Kind::Last, {}, nullptr, &body, std::move(text)});
}

std::string Rewriter::dsl(const std::string &name) const { return function.dslPrefix + name; }

std::string Rewriter::fresh(const std::string &base) { return Names(function).fresh(base); }
