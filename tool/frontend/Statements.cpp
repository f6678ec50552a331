//===- Statements.cpp - control flow and declarations -----------------------===//

#include "frontend/Lowering.h"

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
  s->range = withSemicolon(rangeOf(stmt));
  statement = s;
  return s;
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
  if (!s->range.valid())
    s->range = rangeOf(stmt);
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
    else if (const auto *label = llvm::dyn_cast<clang::LabelStmt>(stmt))
      lowerStatement(label->getSubStmt());
  }
  finishStatement(s, nullptr);
}

void Lowering::lowerDeclaration(const clang::DeclStmt *stmt) {
  unsigned count = 0;
  for (const clang::Decl *d : stmt->decls())
    count += llvm::isa<clang::VarDecl>(d);
  for (const clang::Decl *d : stmt->decls()) {
    const auto *var = llvm::dyn_cast<clang::VarDecl>(d);
    if (!var) { // types, usings, functions: nothing happens, but a name is taken
      if (const auto *named = llvm::dyn_cast<clang::NamedDecl>(d))
        function->localNames.insert(named->getNameAsString());
      if (const auto *enumeration = llvm::dyn_cast<clang::EnumDecl>(d))
        for (const clang::EnumConstantDecl *e : enumeration->enumerators())
          function->localNames.insert(e->getNameAsString());
      continue;
    }
    Statement *s = beginStatement(stmt, Statement::Form::Declaration, false);
    s->declarators = count;
    if (const auto *decomposition = llvm::dyn_cast<clang::DecompositionDecl>(var))
      lowerDecomposition(decomposition, s);
    else
      lowerVariable(var, s);
    finishStatement(s, var->getInit());
  }
}

/// const auto &v = f(): the reference keeps what f returned.
static bool bindsTemporary(const clang::Expr *init) {
  for (;;) { // IgnoreParenImpCasts() would skip the very node that is asked for
    if (const auto *full = llvm::dyn_cast<clang::FullExpr>(init))
      init = full->getSubExpr();
    else if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(init))
      init = cast->getSubExpr();
    else if (const auto *paren = llvm::dyn_cast<clang::ParenExpr>(init))
      init = paren->getSubExpr();
    else
      return llvm::isa<clang::MaterializeTemporaryExpr>(init);
  }
}

void Lowering::lowerVariable(const clang::VarDecl *decl, Statement *s) {
  const clang::Expr *init = decl->getInit();
  const clang::QualType type = decl->getType();
  if (type->isReferenceType() && init) {
    const clang::Expr *bare = strip(init);
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(bare)) {
      // Another name of the same variable.
      variables[decl] = variableFor(ref->getDecl());
      return;
    }
    unsigned field = 0;
    if (const Variable *owner = recordOwner(bare, field); owner && field < recordFields[owner].size()) {
      variables[decl] = recordFields[owner][field];
      return;
    }
    if (init->isLValue() && !bindsTemporary(init)) {
      // Refers to one of several things, an element, what a function returned.
      Op *op = lowerOpaque(init);
      Variable *v = declareLocal(decl, s);
      v->escapes = v->isReference = true;
      op->results.push_back(v);
      return;
    }
  }
  if (decl->isStaticLocal() && init && !decl->hasConstantInitialization()) {
    // Initialised by the first call alone.
    Op *once = append(OpKind::If, init);
    once->regions.resize(2);
    for (auto &region : once->regions)
      lowerInto(region, once, nullptr);
    Block *const outer = block;
    block = once->regions[0].get();
    lowerInitialised(decl, s);
    block = outer;
    return;
  }
  lowerInitialised(decl, s);
}

void Lowering::lowerInitialised(const clang::VarDecl *decl, Statement *s) {
  const clang::Expr *init = decl->getInit();
  const clang::QualType type = decl->getType();
  const Type t = typeOf(type);
  if (t.kind == Type::Kind::Record) {
    Variable *owner = nullptr;
    LoweredValue value;
    if (init)
      value = lowerValue(init);
    owner = declareLocal(decl, s);
    std::vector<Variable *> &fields = recordFields[owner];
    for (std::size_t i = 0; i < t.fields.size(); ++i) {
      Variable *from = i < value.fields.size() ? value.fields[i] : nullptr;
      fields.push_back(from ? copyOf(from, init) : temporary(t.fields[i]));
      ownedFields.insert(fields.back());
    }
    return;
  }
  if (t.isHandle()) {
    LoweredValue value;
    if (init)
      value = lowerValue(init);
    Variable *v = declareLocal(decl, s);
    v->escapes |= type.isVolatileQualified();
    v->bindsResult = type->isReferenceType();
    s->assigned = v;
    if (init)
      bind(v, std::move(value), init);
    return;
  }
  if (t.kind == Type::Kind::Scalar && !type->isReferenceType()) {
    Expr e;
    if (init)
      e = lowerScalar(init);
    Variable *v = declareLocal(decl, s);
    v->escapes |= type.isVolatileQualified();
    s->assigned = v;
    Op *op = append(OpKind::Scalar, init);
    op->where = locationOf(decl->getLocation());
    op->results = {v};
    if (init) {
      Operand o;
      o.kind = Operand::Kind::Scalar;
      o.range = rangeOf(init);
      o.list = {std::move(e)};
      op->operands.push_back(std::move(o));
    }
    return;
  }
  // Something of a type that is not ours.
  Op *made = nullptr;
  if (const auto *call = init ? llvm::dyn_cast<clang::CallExpr>(strip(init)) : nullptr)
    made = lowerCall(call).op;
  else if (init)
    made = lowerOpaque(init);
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  if (record && record->hasDefinition() && !record->hasTrivialDestructor() && !record->isInStdNamespace())
    cleanups.push_back(made ? made : append(OpKind::Opaque, nullptr));
  Variable *v = declareLocal(decl, s);
  if (made)
    made->results.push_back(v);
}

/// A record's field of its own: what an expression just made is taken as it is, a
/// handle that has another owner is copied.
Variable *Lowering::copyOf(Variable *from, const clang::Expr *expr) {
  const bool fresh = from->kind == Variable::Kind::Temporary && !ownedFields.count(from);
  const auto nested = recordFields.find(from);
  if (fresh && nested == recordFields.end())
    return from;
  Variable *v = temporary(from->type);
  if (nested != recordFields.end()) {
    const std::vector<Variable *> fields = nested->second;
    for (Variable *f : fields) {
      recordFields[v].push_back(copyOf(f, expr));
      ownedFields.insert(recordFields[v].back());
    }
    return v;
  }
  if (!from->type.isHandle())
    return v;
  Op *copy = append(OpKind::Copy, expr);
  Operand o;
  o.kind = Operand::Kind::Handle;
  o.variable = from;
  o.type = from->type;
  copy->operands.push_back(std::move(o));
  copy->results = {v};
  return v;
}

void Lowering::lowerDecomposition(const clang::DecompositionDecl *decl, Statement *s) {
  LoweredValue value = lowerValue(decl->getInit());
  const bool reference = decl->getType()->isReferenceType();
  for (std::size_t i = 0; i < decl->bindings().size(); ++i) {
    const clang::BindingDecl *b = decl->bindings()[i];
    Variable *from = i < value.fields.size() ? value.fields[i] : nullptr;
    if (from && (recordFields.count(from) || (reference && ownedFields.count(from)))) {
      variables[b] = reference ? from : copyOf(from, decl->getInit());
      continue;
    }
    Variable *v = declareLocal(b, s);
    // A result of the call itself takes the binding's name; another handle is a copy.
    bool named = false;
    if (from && value.op && from->kind == Variable::Kind::Temporary && !ownedFields.count(from))
      for (Variable *&r : value.op->results)
        if (r == from) {
          r = v;
          named = true;
        }
    if (named)
      continue;
    if (!from || !from->type.isHandle()) {
      v->escapes = v->isReference = reference;
      append(OpKind::Opaque, decl->getInit())->results = {v};
      continue;
    }
    Op *copy = append(OpKind::Copy, decl->getInit());
    Operand o;
    o.kind = Operand::Kind::Handle;
    o.variable = from;
    o.type = from->type;
    copy->operands.push_back(std::move(o));
    copy->results = {v};
  }
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
  Expr e = lowerScalar(stmt->getCond());
  Op *op = append(OpKind::If, stmt);
  op->where = locationOf(stmt->getIfLoc());
  Operand o;
  o.kind = Operand::Kind::Scalar;
  o.range = rangeOf(stmt->getCond());
  o.list = {std::move(e)};
  op->operands.push_back(std::move(o));
  op->regions.resize(2);
  lowerInto(op->regions[0], op, stmt->getThen());
  lowerInto(op->regions[1], op, stmt->getElse());
}

void Lowering::lowerFor(const clang::ForStmt *stmt) {
  Op *op = append(OpKind::For, stmt);
  op->regions.resize(4);
  lowerInto(op->regions[0], op, stmt->getInit());
  for (Op *init : op->regions[0]->ops)
    if (init->statement)
      init->statement->range = {}; // for (here; ...) is no statement to edit
  if (stmt->getConditionVariableDeclStmt())
    function->unmodelled = "a declaration in a loop condition";
  lowerCondition(op->regions[1], op, stmt->getCond());
  lowerInto(op->regions[2], op, stmt->getBody());
  lowerInto(op->regions[3], op, nullptr);
  if (stmt->getInc()) {
    Block *const outer = block;
    block = op->regions[3].get();
    lowerDiscarded(stmt->getInc());
    block = outer;
  }
  recogniseInduction(stmt, *op);
}

/// i < bound, bound > i and the like: the bound, made exclusive; nothing for other forms.
static const clang::Expr *exclusiveBound(const clang::Expr *condition, const clang::VarDecl *variable,
                                         bool &inclusive) {
  const auto *b = llvm::dyn_cast_or_null<clang::BinaryOperator>(condition ? condition->IgnoreParenImpCasts() : nullptr);
  if (!b)
    return nullptr;
  const auto isVariable = [&](const clang::Expr *e) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts());
    return ref && ref->getDecl() == variable;
  };
  inclusive = b->getOpcode() == clang::BO_LE || b->getOpcode() == clang::BO_GE;
  const bool less = b->getOpcode() == clang::BO_LT || b->getOpcode() == clang::BO_LE;
  const bool greater = b->getOpcode() == clang::BO_GT || b->getOpcode() == clang::BO_GE;
  if (less && isVariable(b->getLHS()))
    return b->getRHS();
  if (greater && isVariable(b->getRHS()))
    return b->getLHS();
  return nullptr;
}

/// The constant that the increment adds to the variable, or 0.
static std::int64_t stepOf(const clang::Expr *increment, const clang::VarDecl *variable,
                           const clang::ASTContext &context) {
  if (!increment)
    return 0;
  increment = increment->IgnoreParenImpCasts();
  const auto isVariable = [&](const clang::Expr *e) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts());
    return ref && ref->getDecl() == variable;
  };
  const auto constant = [&](const clang::Expr *e) -> std::int64_t {
    clang::Expr::EvalResult r;
    if (e->isValueDependent() || !e->EvaluateAsInt(r, context))
      return 0;
    return r.Val.getInt().getExtValue();
  };
  if (const auto *u = llvm::dyn_cast<clang::UnaryOperator>(increment))
    return u->isIncrementOp() && isVariable(u->getSubExpr()) ? 1 : 0;
  if (const auto *c = llvm::dyn_cast<clang::CompoundAssignOperator>(increment))
    return c->getOpcode() == clang::BO_AddAssign && isVariable(c->getLHS()) ? constant(c->getRHS()) : 0;
  if (const auto *b = llvm::dyn_cast<clang::BinaryOperator>(increment);
      b && b->getOpcode() == clang::BO_Assign && isVariable(b->getLHS()))
    if (const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(b->getRHS()->IgnoreParenImpCasts());
        sum && sum->getOpcode() == clang::BO_Add) {
      if (isVariable(sum->getLHS()))
        return constant(sum->getRHS());
      if (isVariable(sum->getRHS()))
        return constant(sum->getLHS());
    }
  return 0;
}

/// The counter cannot wrap: it stays below its bound in steps of one, or its type
/// is one whose overflow is undefined.
static bool counts(const clang::ASTContext &context, const clang::VarDecl &decl, const clang::Expr &condition,
                   std::int64_t step, bool inclusive) {
  const auto &comparison = llvm::cast<clang::BinaryOperator>(*condition.IgnoreParenImpCasts());
  const clang::QualType type = decl.getType();
  if (type->isSignedIntegerType() && !comparison.getLHS()->getType()->isSignedIntegerType())
    return false; // compared as if it were unsigned
  if (step == 1 && !inclusive)
    return true;
  return type->isSignedIntegerType() && context.getTypeSize(type) >= context.getTypeSize(context.IntTy);
}

void Lowering::recogniseInduction(const clang::ForStmt *stmt, Op &loop) {
  const auto *init = llvm::dyn_cast_or_null<clang::DeclStmt>(stmt->getInit());
  if (!init || !init->isSingleDecl())
    return;
  const auto *decl = llvm::dyn_cast<clang::VarDecl>(init->getSingleDecl());
  if (!decl || !decl->getInit() || !decl->getType()->isIntegerType())
    return;
  bool inclusive = false;
  const clang::Expr *bound = exclusiveBound(stmt->getCond(), decl, inclusive);
  const std::int64_t step = stepOf(stmt->getInc(), decl, context);
  if (!bound || step <= 0 || !counts(context, *decl, *stmt->getCond(), step, inclusive))
    return;
  Variable *variable = variableFor(decl);
  Block scratch; // the condition is lowered already: this is for its bound alone
  scratch.function = function;
  Block *const outer = block;
  block = &scratch;
  Expr upper = lowerScalar(bound);
  block = outer;
  if (scratch.ops.size() == 1 && upper.kind == Expr::Kind::Variable)
    upper = extentQuery(*scratch.ops[0]);
  else if (!scratch.ops.empty())
    upper = Expr();
  Expr lower;
  for (const Op *op : loop.regions[0]->ops)
    if (op->result() == variable && !op->operands.empty() && op->operands[0].list.size() == 1)
      lower = op->operands[0].list[0];
  if (inclusive)
    upper = Expr::binary(Expr::Kind::Add, std::move(upper), Expr::constant(1));
  loop.induction = Induction{variable, std::move(lower), std::move(upper), step};
}

/// An induction says something about every iteration: its variable and all that
/// its bounds name must stay as they are while the loop runs.
void Lowering::dropUnstableInductions(Function &f) {
  walk(*f.body, [](Op &loop) {
    if (!loop.induction)
      return;
    // t = store(..., t) hands the same handle back: its extents are what they were.
    const auto keepsHandle = [](const Op &op, const Variable *v) {
      return v->type.isHandle() && op.kind == OpKind::Dsl && op.info.result == OpInfo::Result::Same &&
             op.operands[static_cast<std::size_t>(op.info.resultOf)].variable == v;
    };
    std::vector<const Variable *> fixed = {loop.induction->variable};
    for (const Expr *e : {&loop.induction->lower, &loop.induction->upper})
      e->forEachVariable([&](const Variable *v) { fixed.push_back(v); });
    bool stable = !loop.induction->lower.isImpure() && !loop.induction->upper.isImpure();
    for (const Variable *v : fixed)
      stable &= !v->escapes && !v->isStatic && !v->isReference && v->kind != Variable::Kind::Global;
    const Block &body = *loop.regions[loop.kind == OpKind::For ? 2 : 0];
    walk(body, [&](const Op &op) {
      for (const std::vector<Variable *> *defined : {&op.results, &op.clobbers})
        for (const Variable *v : *defined)
          stable &= std::find(fixed.begin(), fixed.end(), v) == fixed.end() || keepsHandle(op, v);
    });
    if (!stable)
      loop.induction.reset();
  });
}

void Lowering::lowerWhile(const clang::WhileStmt *stmt) {
  Op *op = append(OpKind::While, stmt);
  op->regions.resize(2);
  if (stmt->getConditionVariableDeclStmt())
    function->unmodelled = "a declaration in a loop condition";
  lowerCondition(op->regions[0], op, stmt->getCond());
  lowerInto(op->regions[1], op, stmt->getBody());
}

void Lowering::lowerDo(const clang::DoStmt *stmt) {
  Op *op = append(OpKind::DoWhile, stmt);
  op->regions.resize(2);
  lowerInto(op->regions[0], op, stmt->getBody());
  lowerCondition(op->regions[1], op, stmt->getCond());
}

void Lowering::lowerRangeFor(const clang::CXXForRangeStmt *stmt) {
  // A loop of unknown trip count that defines its variable anew each time.
  lowerOpaque(stmt->getRangeInit());
  Op *op = append(OpKind::While, stmt);
  op->regions.resize(2);
  lowerInto(op->regions[0], op, nullptr);
  lowerInto(op->regions[1], op, nullptr);
  Block *const outer = block;
  Statement *const outerStatement = statement;
  block = op->regions[1].get();
  Variable *v = declareLocal(stmt->getLoopVariable(), nullptr);
  v->escapes |= stmt->getLoopVariable()->getType()->isReferenceType();
  Op *header = append(OpKind::Opaque, stmt->getLoopVarStmt());
  header->results = {v};
  if (const auto *several = llvm::dyn_cast<clang::DecompositionDecl>(stmt->getLoopVariable()))
    for (const clang::BindingDecl *b : several->bindings()) {
      header->results.push_back(declareLocal(b, nullptr));
      header->results.back()->escapes |= several->getType()->isReferenceType();
    }
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(stmt->getBody()))
    lowerCompound(compound);
  else
    lowerStatement(stmt->getBody(), true);
  block = outer;
  statement = outerStatement;
}

void Lowering::lowerSwitch(const clang::SwitchStmt *stmt) {
  Expr e = lowerScalar(stmt->getCond());
  Op *op = append(OpKind::Switch, stmt);
  Operand o;
  o.kind = Operand::Kind::Scalar;
  o.list = {std::move(e)};
  op->operands.push_back(std::move(o));
  op->regions.resize(1);
  lowerInto(op->regions[0], op, nullptr);
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
