//===- Statements.cpp - control flow and declarations -----------------------===//

#include "frontend/Lowering.h"

#include "clang/AST/Attr.h"
#include "clang/AST/StmtOpenMP.h"

#include <algorithm>
#include <utility>

using namespace rewrite;

Statement *Lowering::beginStatement(const clang::Stmt *stmt, Statement::Form form, bool soleBody) {
  Statement *s = function->newStatement();
  s->form = form;
  s->block = block;
  s->soleBody = soleBody;
  s->attributed = std::exchange(nextIsAttributed, false);
  s->tags = std::exchange(nextTags, {});
  clang::SourceRange tokens = stmt->getSourceRange();
  if (const auto *decl = llvm::dyn_cast<clang::DeclStmt>(stmt); decl && tokens.getBegin().isMacroID())
    tokens.setBegin((*decl->decl_begin())->getBeginLoc()); // behind PTO_TAG
  s->range = withSemicolon(rangeOf(tokens));
  if (llvm::isa<clang::DeclStmt>(stmt))
    s->range = withExtension(s->range);
  s->begin = std::min(s->range.valid() ? s->range.begin : ~0u, std::exchange(attributesBegin, ~0u));
  statement = s;
  return s;
}

/// __extension__ before a declaration belongs to it, though Clang forgets it.
SourceRange Lowering::withExtension(SourceRange range) {
  constexpr std::string_view word = "__extension__";
  while (range.valid()) {
    const std::string_view before = std::string_view(range.file->bytes).substr(0, range.begin);
    const std::size_t end = before.find_last_not_of(" \t\r\n");
    if (end == before.npos || !before.substr(0, end + 1).ends_with(word))
      break;
    range.begin = static_cast<unsigned>(end + 1 - word.size());
  }
  return range;
}

/// PTO_TAG("name") before the next statement.
void Lowering::addTag(const clang::AnnotateAttr &note) {
  llvm::StringRef text = note.getAnnotation();
  if (text.consume_front("pto.tag:"))
    nextTags.push_back(text.str());
}

/// Notes which op makes the statement's value, once its ops are there.
void Lowering::finishStatement(Statement *s, const clang::Expr *value) {
  if (value)
    s->expression = rangeOf(value);
  if (!block->ops.empty() && block->ops.back()->statement == s)
    s->root = block->ops.back();
  statement = nullptr;
}

void Lowering::lowerInto(std::unique_ptr<Block> &region, Op *owner, const clang::Stmt *stmt) {
  region = std::make_unique<Block>();
  region->owner = owner;
  region->function = function;
  if (!stmt)
    return;
  region->braced = llvm::isa<clang::CompoundStmt>(stmt);
  const SourceRange range = rangeOf(stmt);
  const bool closed =
      range.valid() && range.text().ends_with('}') && !llvm::isa<clang::Expr>(stmt); // for (...) for (...) {}
  region->range = closed ? range : withSemicolon(range);
  Block *const outer = block;
  Statement *const outerStatement = statement;
  block = region.get();
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(stmt))
    lowerCompound(compound);
  else
    lowerStatement(stmt, true);
  block = outer;
  statement = outerStatement;
}

/// The statements, and at the end what destructors of the scope's objects may do.
void Lowering::lowerCompound(const clang::CompoundStmt *stmt) {
  std::vector<Op *> outer = std::move(cleanups);
  cleanups.clear();
  for (const clang::Stmt *s : stmt->body())
    lowerStatement(s);
  statement = nullptr;
  for (auto made = cleanups.rbegin(); made != cleanups.rend(); ++made) {
    Op *op = append(OpKind::Opaque, nullptr);
    op->operands = (*made)->operands;
    op->clobbers = (*made)->clobbers;
    op->where = (*made)->where;
    op->touchesUnknown = true;
  }
  cleanups = std::move(outer);
}

void Lowering::lowerCondition(std::unique_ptr<Block> &region, Op *owner, const clang::Expr *condition) {
  lowerInto(region, owner, nullptr);
  if (!condition)
    return;
  Block *const outer = block;
  block = region.get();
  Op *test = nullptr;
  Expr e = lowerScalar(condition);
  test = append(OpKind::Scalar, condition);
  Operand o;
  o.kind = Operand::Kind::Scalar;
  o.range = rangeOf(condition);
  o.list = {std::move(e)};
  test->operands.push_back(std::move(o));
  block = outer;
}

void Lowering::lowerStatement(const clang::Stmt *stmt, bool soleBody) {
  if (!stmt)
    return;
  statement = nullptr;
  if (const auto *attributed = llvm::dyn_cast<clang::AttributedStmt>(stmt)) {
    nextIsAttributed = true;
    attributesBegin = offsetOf(attributed->getBeginLoc());
    for (const clang::Attr *attribute : attributed->getAttrs())
      if (const auto *note = llvm::dyn_cast<clang::AnnotateAttr>(attribute))
        addTag(*note);
    return lowerStatement(attributed->getSubStmt(), soleBody);
  }
  if (llvm::isa<clang::NullStmt>(stmt))
    return;
  if (const auto *d = llvm::dyn_cast<clang::DeclStmt>(stmt))
    return lowerDeclaration(d);
  if (const auto *e = llvm::dyn_cast<clang::Expr>(stmt)) {
    Statement *s = beginStatement(stmt, Statement::Form::Expression, soleBody);
    lowerDiscarded(e);
    return finishStatement(s, e);
  }
  if (const auto *r = llvm::dyn_cast<clang::ReturnStmt>(stmt))
    return lowerReturn(r, soleBody);

  Statement *s = beginStatement(stmt, Statement::Form::Other, soleBody);
  if (!s->range.valid()) {
    s->range = rangeOf(stmt);
    s->begin = std::min(s->begin, s->range.begin);
  }
  const auto jump = [&](OpKind kind) { append(kind, stmt); };
  if (const auto *c = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
    Op *op = append(OpKind::Scope, stmt);
    op->regions.resize(1);
    lowerInto(op->regions[0], op, c);
  } else if (const auto *i = llvm::dyn_cast<clang::IfStmt>(stmt)) {
    lowerIf(i);
  } else if (const auto *f = llvm::dyn_cast<clang::ForStmt>(stmt)) {
    lowerFor(f);
  } else if (const auto *w = llvm::dyn_cast<clang::WhileStmt>(stmt)) {
    lowerWhile(w);
  } else if (const auto *d = llvm::dyn_cast<clang::DoStmt>(stmt)) {
    lowerDo(d);
  } else if (const auto *r = llvm::dyn_cast<clang::CXXForRangeStmt>(stmt)) {
    lowerRangeFor(r);
  } else if (const auto *sw = llvm::dyn_cast<clang::SwitchStmt>(stmt)) {
    lowerSwitch(sw);
  } else if (llvm::isa<clang::BreakStmt>(stmt)) {
    jump(OpKind::Break);
  } else if (llvm::isa<clang::ContinueStmt>(stmt)) {
    jump(OpKind::Continue);
  } else {
    // goto, labels, try, asm, coroutines, OpenMP: the control flow is not ours to know.
    static const struct {
      clang::Stmt::StmtClass kind;
      const char *name;
    } names[] = {{clang::Stmt::GotoStmtClass, "goto"},           {clang::Stmt::LabelStmtClass, "a label"},
                 {clang::Stmt::IndirectGotoStmtClass, "goto"},   {clang::Stmt::CXXTryStmtClass, "try"},
                 {clang::Stmt::GCCAsmStmtClass, "asm"},          {clang::Stmt::CoroutineBodyStmtClass, "a coroutine"},
                 {clang::Stmt::CoreturnStmtClass, "a coroutine"}};
    function->unmodelled =
        llvm::isa<clang::OMPExecutableDirective>(stmt) ? "an OpenMP directive" : stmt->getStmtClassName();
    for (const auto &n : names)
      if (n.kind == stmt->getStmtClass())
        function->unmodelled = n.name;
    lowerOpaque(stmt);
    // What stands inside is declined, and the user hears why.
    if (const auto *attempt = llvm::dyn_cast<clang::CXXTryStmt>(stmt))
      lowerCompound(attempt->getTryBlock());
    else if (const auto *directive = llvm::dyn_cast<clang::OMPExecutableDirective>(stmt);
             directive && directive->hasAssociatedStmt())
      lowerStatement(directive->getInnermostCapturedStmt()->getCapturedStmt());
    else if (const auto *label = llvm::dyn_cast<clang::LabelStmt>(stmt))
      lowerStatement(label->getSubStmt());
  }
  finishStatement(s, nullptr);
}

/// What stands in the head of an if: it happens, but is no statement to edit.
void Lowering::lowerHead(const clang::Stmt *stmt) {
  Statement *const outer = statement;
  const std::size_t first = block->ops.size();
  lowerStatement(stmt);
  for (std::size_t i = first; i < block->ops.size(); ++i)
    if (block->ops[i]->statement)
      block->ops[i]->statement->range = {};
  statement = outer;
}

void Lowering::lowerIf(const clang::IfStmt *stmt) {
  if (stmt->getInit())
    lowerHead(stmt->getInit());
  if (stmt->getConditionVariableDeclStmt())
    lowerHead(stmt->getConditionVariableDeclStmt());
  Op *op = appendBranch(OpKind::If, lowerScalar(stmt->getCond()), stmt, 2);
  op->where = locationOf(stmt->getIfLoc());
  lowerInto(op->regions[0], op, stmt->getThen());
  lowerInto(op->regions[1], op, stmt->getElse());
}

void Lowering::lowerSwitch(const clang::SwitchStmt *stmt) {
  Op *op = appendBranch(OpKind::Switch, lowerScalar(stmt->getCond()), stmt, 1);
  Block *const outer = block;
  Statement *const outerStatement = statement;
  block = op->regions[0].get();
  std::vector<std::size_t> labels;
  const auto *body = llvm::dyn_cast<clang::CompoundStmt>(stmt->getBody());
  if (!body || stmt->getInit() || stmt->getConditionVariable())
    function->unmodelled = "a switch of this form";
  if (body)
    for (const clang::Stmt *s : body->body()) {
      while (const auto *label = llvm::dyn_cast<clang::SwitchCase>(s)) {
        labels.push_back(block->ops.size());
        op->hasDefault |= llvm::isa<clang::DefaultStmt>(label);
        s = label->getSubStmt();
      }
      lowerStatement(s);
    }
  for (std::size_t at : labels)
    op->cases.push_back(at < block->ops.size() ? block->ops[at] : nullptr);
  block = outer;
  statement = outerStatement;
}

void Lowering::lowerReturn(const clang::ReturnStmt *stmt, bool soleBody) {
  Statement *s = beginStatement(stmt, Statement::Form::Return, soleBody);
  const clang::Expr *value = stmt->getRetValue();
  std::vector<Operand> operands;
  if (value) {
    const Type t = typeOf(value->getType());
    if (t.isHandle() || t.kind == Type::Kind::Record) {
      LoweredValue v = lowerValue(value);
      if (t.isHandle())
        operands.push_back(std::move(v.operand));
      for (Variable *f : v.fields) {
        Operand o;
        o.kind = Operand::Kind::Handle;
        o.variable = f;
        operands.push_back(std::move(o));
      }
    } else if (t.kind == Type::Kind::Scalar) {
      Operand o;
      o.kind = Operand::Kind::Scalar;
      o.list = {lowerScalar(value)};
      operands.push_back(std::move(o));
    } else {
      lowerOpaque(value);
    }
  }
  Op *op = append(OpKind::Return, stmt);
  op->operands = std::move(operands);
  finishStatement(s, value);
}
