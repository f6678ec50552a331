//===- LoopStatements.cpp - loops and their inductions ---------------------===//
//
// A loop that counts says so in its Induction, but only when that is true of every
// iteration: nothing else changes the variable or what its bounds name, and it
// cannot wrap.
//
//===----------------------------------------------------------------------===//

#include "frontend/Lowering.h"

#include <algorithm>
#include <deque>

using namespace rewrite;

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

/// The bound of i < bound, bound >= i, i != bound and the like; null for other forms.
static const clang::Expr *boundOf(const clang::Expr *condition, const clang::VarDecl *variable, bool &inclusive,
                                  bool &unequal) {
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
  unequal = b->getOpcode() == clang::BO_NE;
  if ((less || unequal) && isVariable(b->getLHS()))
    return b->getRHS();
  if ((greater || unequal) && isVariable(b->getRHS()))
    return b->getLHS();
  return nullptr;
}

/// The constant that the increment adds to the variable, or 0. `by` is where it is spelled, if it is.
static std::int64_t stepOf(const clang::Expr *increment, const clang::VarDecl *variable,
                           const clang::ASTContext &context, const clang::Expr *&by) {
  if (!increment)
    return 0;
  increment = increment->IgnoreParenImpCasts();
  const auto isVariable = [&](const clang::Expr *e) {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(e->IgnoreParenImpCasts());
    return ref && ref->getDecl() == variable;
  };
  const auto constant = [&](const clang::Expr *e) -> std::int64_t {
    clang::Expr::EvalResult r;
    if (e->isValueDependent() || !e->EvaluateAsInt(r, context) || r.Val.getInt().getSignificantBits() > 63)
      return 0;
    by = e;
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
  if (context.getTypeSize(type) < 64 && step >> (context.getTypeSize(type) - 1))
    return false; // no number of its type
  if (step == 1 && !inclusive)
    return true;
  return type->isSignedIntegerType() && context.getTypeSize(type) >= context.getTypeSize(context.IntTy);
}

/// The results of extent queries, which `ops` computed, in terms of the handles; Opaque when anything else was
/// computed.
static Expr withExtents(Expr e, const Block &ops) {
  if (ops.ops.empty())
    return e;
  std::map<const Variable *, Expr> extents;
  for (const Op *op : ops.ops) {
    Expr extent = extentQuery(*op);
    if (extent.kind == Expr::Kind::Opaque)
      return Expr();
    extents.emplace(op->result(), std::move(extent));
  }
  std::deque<Expr> kept;
  Expr out = e.substitute([&](const Variable *v) {
    const auto it = extents.find(v);
    return it == extents.end() ? &kept.emplace_back(Expr::of(v)) : &it->second;
  });
  out.range = e.range;
  out.bits = e.bits;
  return out;
}

void Lowering::recogniseInduction(const clang::ForStmt *stmt, Op &loop) {
  const auto *init = llvm::dyn_cast_or_null<clang::DeclStmt>(stmt->getInit());
  if (!init || !init->isSingleDecl())
    return;
  const auto *decl = llvm::dyn_cast<clang::VarDecl>(init->getSingleDecl());
  if (!decl || !decl->getInit() || !decl->getType()->isIntegerType())
    return;
  bool inclusive = false, unequal = false;
  const clang::Expr *bound = boundOf(stmt->getCond(), decl, inclusive, unequal), *by = nullptr;
  const std::int64_t step = stepOf(stmt->getInc(), decl, context, by);
  if (!bound || step <= 0 || !counts(context, *decl, *stmt->getCond(), step, inclusive))
    return;
  Variable *variable = variableFor(decl);
  Block scratch; // the condition is lowered already: this is for its bound alone
  scratch.function = function;
  Block *const outer = block;
  block = &scratch;
  Expr upper = lowerScalar(bound);
  block = outer;
  upper = withExtents(std::move(upper), scratch);
  Expr lower;
  for (const Op *op : loop.regions[0]->ops)
    if (op->result() == variable && !op->operands.empty() && op->operands[0].list.size() == 1)
      lower = op->operands[0].list[0];
  // i != bound goes past a bound that it does not meet.
  if (unequal && !(lower.isConstant() && upper.isConstant() && lower.value <= upper.value &&
                   (upper.value - lower.value) % step == 0))
    return;
  Induction i{variable, std::move(lower), upper, step};
  if (inclusive)
    i.upper = Expr::binary(Expr::Kind::Add, upper, Expr::constant(1));
  i.bound = std::move(upper);
  i.inclusive = inclusive;
  if (by)
    i.by = lowerScalar(by);
  i.declaration = rangeOf(init); // the declarator does not know its closing parenthesis: Index i(0)
  while (i.declaration.valid() && (i.declaration.text().ends_with(';') || i.declaration.text().ends_with(' ')))
    --i.declaration.end;
  i.condition = rangeOf(stmt->getCond());
  i.increment = rangeOf(stmt->getInc());
  loop.induction = std::move(i);
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
  op->regions[1]->braced = llvm::isa<clang::CompoundStmt>(stmt->getBody());
  op->regions[1]->range = rangeOf(stmt->getBody());
  if (!op->regions[1]->braced)
    if (const SourceRange whole = withSemicolon(op->regions[1]->range); whole.valid())
      op->regions[1]->range = whole;
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(stmt->getBody()))
    lowerCompound(compound);
  else
    lowerStatement(stmt->getBody(), true);
  block = outer;
  statement = outerStatement;
}
