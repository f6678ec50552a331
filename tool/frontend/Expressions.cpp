//===- Expressions.cpp - ops, calls and handles -----------------------------===//
//
// Calls are flattened: arguments first, each into the block that is being
// built, then the op that uses them. C++ leaves the order of arguments open; we
// take them left to right and mark ops where another order could matter.
//
//===----------------------------------------------------------------------===//

#include "frontend/Lowering.h"

#include <algorithm>

using namespace rewrite;

/// An expression that binds as tightly as a name, so that it can stand anywhere.
bool Lowering::isPostfix(const clang::Expr *e) {
  e = e->IgnoreImplicit();
  return llvm::isa<clang::DeclRefExpr, clang::MemberExpr, clang::ParenExpr>(e) ||
         (llvm::isa<clang::CallExpr>(e) && !llvm::isa<clang::CXXOperatorCallExpr>(e));
}

Operand Lowering::handle(Variable *v, SourceRange range) {
  Operand o;
  o.kind = Operand::Kind::Handle;
  o.variable = v;
  o.type = v->type;
  o.range = range;
  return o;
}

/// Through everything that changes neither value nor identity: parentheses,
/// implicit conversions, temporaries, copies of handles.
const clang::Expr *Lowering::strip(const clang::Expr *e) {
  for (;;) {
    const clang::Expr *before = e;
    e = e->IgnoreParens();
    if (const auto *x = llvm::dyn_cast<clang::ImplicitCastExpr>(e))
      e = x->getSubExpr();
    else if (const auto *x = llvm::dyn_cast<clang::FullExpr>(e))
      e = x->getSubExpr();
    else if (const auto *x = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(e))
      e = x->getSubExpr();
    else if (const auto *x = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(e))
      e = x->getSubExpr();
    else if (const auto *x = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(e))
      e = x->getReplacement();
    else if (const auto *x = llvm::dyn_cast<clang::CXXDefaultArgExpr>(e))
      e = x->getExpr();
    else if (const auto *x = llvm::dyn_cast<clang::UnaryOperator>(e); x && x->getOpcode() == clang::UO_Extension)
      e = x->getSubExpr();
    else if (const auto *x = llvm::dyn_cast<clang::CXXConstructExpr>(e);
             x && x->getNumArgs() == 1 && x->getConstructor()->isCopyOrMoveConstructor())
      e = x->getArg(0);
    if (e == before)
      return e;
  }
}

/// Gives `op` its results and says how an expression refers to them.
LoweredValue Lowering::resultsOf(Op *op, const Type &type, const clang::Expr *expr) {
  LoweredValue value;
  value.op = op;
  if (type.isHandle()) {
    op->results = {temporary(type)};
    value.operand = handle(op->results[0], rangeOf(expr));
    value.operand.postfix = isPostfix(expr);
  } else if (type.kind == Type::Kind::Record) {
    for (const Type &f : type.fields)
      op->results.push_back(temporary(f));
    value.fields = op->results;
  } else if (type.kind == Type::Kind::Scalar) {
    op->results = {temporary(type)};
  }
  return value;
}

/// What is spelled as a value: the range of the copy in `Row b(a)` is all of `b(a)`.
static const clang::Expr *spelledValue(const clang::Expr *e) {
  for (;;) {
    const auto *copy = llvm::dyn_cast<clang::CXXConstructExpr>(e->IgnoreImplicit());
    if (!copy || llvm::isa<clang::CXXTemporaryObjectExpr>(copy) || copy->getNumArgs() != 1 ||
        !copy->getConstructor()->isCopyOrMoveConstructor())
      return e;
    e = copy->getArg(0);
  }
}

/// `variable` takes the value: as the result of the op that made it, or as a copy.
void Lowering::bind(Variable *variable, LoweredValue value, const clang::Expr *expr) {
  if (value.op && value.operand.variable && value.operand.variable->kind == Variable::Kind::Temporary) {
    for (Variable *&r : value.op->results)
      if (r == value.operand.variable) {
        r = variable;
        return;
      }
  }
  if (!value.operand.variable) {
    Op *op = lowerOpaque(expr);
    op->results.push_back(variable);
    return;
  }
  Op *copy = append(OpKind::Copy, spelledValue(expr));
  copy->operands.push_back(std::move(value.operand));
  copy->results = {variable};
}

/// The record variable that the expression names: `v`, or `v.field` of another record.
const Variable *Lowering::recordNamed(const clang::Expr *e) {
  const Variable *v = nullptr;
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(e)) {
    const auto it = variables.find(ref->getDecl());
    v = it == variables.end() ? nullptr : it->second;
  } else {
    unsigned field = 0;
    if (const Variable *owner = recordOwner(e, field); owner && field < recordFields[owner].size())
      v = recordFields[owner][field];
  }
  return v && recordFields.count(v) ? v : nullptr;
}

/// The record variable of `v.field` or std::get<I>(v), and which field.
const Variable *Lowering::recordOwner(const clang::Expr *e, unsigned &field) {
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(e)) {
    const auto *decl = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (!decl || member->isArrow())
      return nullptr;
    const Variable *owner = recordNamed(strip(member->getBase()));
    field = decl->getFieldIndex();
    return owner;
  }
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(e); call && call->getNumArgs() == 1) {
    const clang::FunctionDecl *f = call->getDirectCallee();
    if (!f || !f->isInStdNamespace() || !f->getIdentifier() || f->getName() != "get" ||
        !f->getTemplateSpecializationArgs())
      return nullptr;
    const clang::TemplateArgument &index = f->getTemplateSpecializationArgs()->get(0);
    if (index.getKind() != clang::TemplateArgument::Integral)
      return nullptr;
    field = static_cast<unsigned>(index.getAsIntegral().getZExtValue());
    return recordNamed(strip(call->getArg(0)));
  }
  return nullptr;
}

LoweredValue Lowering::lowerValue(const clang::Expr *whole) {
  const clang::Expr *const outer = spelledValue(whole), *e = strip(outer);
  const Type type = typeOf(e->getType());
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(e)) {
    LoweredValue value;
    Variable *v = variableFor(ref->getDecl());
    if (const auto fields = recordFields.find(v); fields != recordFields.end())
      value.fields = fields->second;
    else
      value.operand = handle(v, rangeOf(outer));
    value.operand.postfix = isPostfix(outer);
    return value;
  }
  unsigned field = 0;
  if (const Variable *owner = recordOwner(e, field)) {
    const std::vector<Variable *> &fields = recordFields[owner];
    if (field < fields.size()) {
      LoweredValue value;
      value.operand = handle(fields[field], rangeOf(outer));
      return value;
    }
  }
  if (const auto *op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(e);
      op && op->getOperator() == clang::OO_Equal && type.isHandle()) {
    lowerAssignment(op->getArg(0), op->getArg(1), op);
    LoweredValue value = lowerValue(op->getArg(0));
    value.operand.range = rangeOf(outer);
    value.operand.postfix = isPostfix(outer);
    return value;
  }
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(e))
    return lowerCall(call);
  if (const auto *conditional = llvm::dyn_cast<clang::ConditionalOperator>(e); conditional && type.isHandle())
    return lowerConditional(conditional);
  if (const auto *comma = llvm::dyn_cast<clang::BinaryOperator>(e); comma && comma->getOpcode() == clang::BO_Comma) {
    lowerDiscarded(comma->getLHS());
    LoweredValue value = lowerValue(comma->getRHS());
    value.operand.range = rangeOf(outer);
    value.operand.postfix = isPostfix(outer);
    return value;
  }
  if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(e))
    return lowerConstruction(construct);
  if (const auto *cast = llvm::dyn_cast<clang::ExplicitCastExpr>(e);
      cast && type.isHandle() && typeOf(cast->getSubExpr()->getType()).isHandle())
    return lowerValue(cast->getSubExpr());
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(e); list && type.isHandle() && list->getNumInits() == 1)
    return lowerValue(list->getInit(0));
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(e); list && type.kind == Type::Kind::Record) {
    LoweredValue value;
    for (const clang::Expr *init : list->inits())
      value.fields.push_back(typeOf(init->getType()).isHandle() ? lowerValue(init).operand.variable : nullptr);
    for (std::size_t i = 0; i < value.fields.size(); ++i)
      if (!value.fields[i])
        value.fields[i] = temporary(type.fields[i]);
    return value;
  }
  Op *op = lowerOpaque(e);
  return resultsOf(op, type, outer);
}

LoweredValue Lowering::lowerConstruction(const clang::CXXConstructExpr *e) {
  const Type type = typeOf(e->getType());
  unsigned given = 0;
  for (const clang::Expr *arg : e->arguments())
    given += !llvm::isa<clang::CXXDefaultArgExpr>(arg);
  if (type.isHandle() && given >= 1 && typeOf(e->getArg(0)->getType()).isHandle()) {
    // A conversion between handle types: the same storage, seen through another type.
    LoweredValue from = lowerValue(e->getArg(0));
    const bool dense = type.kind == Type::Kind::DenseTensor && from.operand.type.kind != Type::Kind::DenseTensor;
    if (!dense || !from.operand.variable)
      return from;
    Op *op = append(OpKind::Dsl, e);
    op->info.name = "tensor.dense";
    op->info.result = OpInfo::Result::Same;
    op->info.resultOf = 0;
    op->info.effectsGiven = true;
    op->operands = {from.operand};
    return resultsOf(op, type, e);
  }
  if (type.isHandle() && given == 0) {
    Op *op = append(OpKind::Dsl, e);
    op->info.name = "null";
    op->info.result = OpInfo::Result::None;
    op->info.effectsGiven = true;
    return resultsOf(op, type, e);
  }
  if (type.isHandle()) {
    // Wraps memory of the user's: two wraps of one variable share storage.
    Op *op = append(OpKind::Dsl, e);
    op->info.name = "wrap";
    op->info.result = OpInfo::Result::None;
    op->info.effectsGiven = true;
    const auto *data = llvm::dyn_cast<clang::CXXMemberCallExpr>(strip(e->getArg(0)));
    const OpInfo *info = data && data->getDirectCallee() ? opInfo(data->getDirectCallee()) : nullptr;
    if (info && (info->name == "tensor.data" || info->name == "mem.data")) { // the storage of another handle
      Operand from = lowerValue(data->getImplicitObjectArgument()).operand;
      block->ops.erase(std::find(block->ops.begin(), block->ops.end(), op));
      block->ops.push_back(op);
      op->info.result = OpInfo::Result::View;
      op->info.resultOf = 0;
      op->operands.push_back(std::move(from));
      return resultsOf(op, type, e);
    }
    Operand pointer;
    if (llvm::isa<clang::DeclRefExpr>(strip(e->getArg(0))))
      pointer.list = {opaqueScalar(e->getArg(0))};
    op->operands.push_back(std::move(pointer));
    return resultsOf(op, type, e);
  }
  if (type.kind == Type::Kind::Record && given == type.fields.size()) {
    LoweredValue value;
    for (unsigned i = 0; i < given; ++i) {
      Variable *v = type.fields[i].isHandle() ? lowerValue(e->getArg(i)).operand.variable : nullptr;
      value.fields.push_back(v ? v : temporary(type.fields[i]));
    }
    return value;
  }
  Op *op = lowerOpaque(e);
  return resultsOf(op, type, e);
}

LoweredValue Lowering::lowerConditional(const clang::ConditionalOperator *e) {
  Variable *result = temporary(typeOf(e->getType()));
  Op *op = appendBranch(OpKind::If, lowerScalar(e->getCond()), e, 2);
  const clang::Expr *arms[] = {e->getTrueExpr(), e->getFalseExpr()};
  for (int i = 0; i < 2; ++i)
    inside(*op->regions[i], [&] { bind(result, lowerValue(arms[i]), arms[i]); });
  LoweredValue value;
  value.operand = handle(result, rangeOf(e));
  value.operand.postfix = false;
  return value;
}

void Lowering::lowerDiscarded(const clang::Expr *outer) {
  const clang::Expr *e = strip(outer);
  if (const auto *cast = llvm::dyn_cast<clang::ExplicitCastExpr>(e); cast && cast->getType()->isVoidType())
    return lowerDiscarded(cast->getSubExpr());
  if (const auto *op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(e); op && op->getOperator() == clang::OO_Equal)
    return lowerAssignment(op->getArg(0), op->getArg(1), op);
  if (const auto *b = llvm::dyn_cast<clang::BinaryOperator>(e)) {
    if (b->getOpcode() == clang::BO_Comma) {
      lowerDiscarded(b->getLHS());
      return lowerDiscarded(b->getRHS());
    }
    if (b->isLogicalOp()) { // a && f(): f runs under a condition
      Op *op = appendBranch(OpKind::If, lowerScalar(b->getLHS()), b, 2);
      return inside(*op->regions[b->getOpcode() == clang::BO_LAnd ? 0 : 1], [&] { lowerDiscarded(b->getRHS()); });
    }
  }
  if (const auto *c = llvm::dyn_cast<clang::ConditionalOperator>(e)) {
    Op *op = appendBranch(OpKind::If, lowerScalar(c->getCond()), c, 2);
    inside(*op->regions[0], [&] { lowerDiscarded(c->getTrueExpr()); });
    return inside(*op->regions[1], [&] { lowerDiscarded(c->getFalseExpr()); });
  }
  const Type type = typeOf(e->getType());
  if (type.isHandle() || type.kind == Type::Kind::Record || llvm::isa<clang::CallExpr>(e)) {
    lowerValue(e);
    return;
  }
  if (type.kind == Type::Kind::Scalar) {
    lowerScalar(e);
    return;
  }
  lowerOpaque(e);
}

void Lowering::lowerAssignment(const clang::Expr *target, const clang::Expr *value, const clang::Expr *whole) {
  const clang::Expr *to = strip(target);
  const Type type = typeOf(to->getType());
  unsigned field = 0;
  Variable *variable = nullptr;
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(to)) {
    variable = variableFor(ref->getDecl());
  } else if (const Variable *owner = recordOwner(to, field); owner && field < recordFields[owner].size()) {
    variable = recordFields[owner][field];
  } else if (const auto *tie = llvm::dyn_cast<clang::CallExpr>(to); tie && tie->getDirectCallee() &&
                                                                    tie->getDirectCallee()->isInStdNamespace() &&
                                                                    tie->getDirectCallee()->getName() == "tie") {
    LoweredValue v = lowerValue(value);
    for (unsigned i = 0; i < tie->getNumArgs(); ++i) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(strip(tie->getArg(i)));
      if (!ref || i >= v.fields.size())
        continue; // std::ignore and such
      Variable *t = variableFor(ref->getDecl());
      if (!t->type.isHandle()) {
        Op *op = append(OpKind::Opaque, whole);
        op->results = {t};
      } else if (v.op && v.fields[i]->kind == Variable::Kind::Temporary && i < v.op->results.size()) {
        v.op->results[i] = t;
      } else {
        Op *copy = append(OpKind::Copy, whole);
        copy->operands = {handle(v.fields[i], {})};
        copy->results = {t};
      }
    }
    return;
  }
  if (variable && type.isHandle()) {
    if (statement && statement->form == Statement::Form::Expression)
      statement->assigned = variable;
    return bind(variable, lowerValue(value), value);
  }
  if (variable && recordFields.count(variable)) {
    LoweredValue v = lowerValue(value);
    for (std::size_t i = 0; i < recordFields[variable].size() && i < v.fields.size(); ++i) {
      Op *copy = append(OpKind::Copy, whole);
      copy->operands = {handle(v.fields[i], {})};
      copy->results = {recordFields[variable][i]};
    }
    return;
  }
  lowerOpaque(whole);
}
