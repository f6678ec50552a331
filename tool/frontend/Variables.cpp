//===- Variables.cpp - declarations of variables ---------------------------===//
//
// Every variable gets an op that defines it where it is declared; a reference to
// something that has a name here is another name of that, any other reference can
// never be sure of its value.
//
//===----------------------------------------------------------------------===//

#include "frontend/Lowering.h"

#include "clang/AST/Attr.h"

using namespace rewrite;

void Lowering::lowerDeclaration(const clang::DeclStmt *stmt) {
  unsigned count = 0;
  for (const clang::Decl *d : stmt->decls())
    count += llvm::isa<clang::VarDecl>(d);
  for (const clang::Decl *d : stmt->decls())
    for (const auto *note : d->specific_attrs<clang::AnnotateAttr>()) {
      nextIsAttributed = true; // a declaration takes the attributes before it
      attributesBegin = std::min(attributesBegin, offsetOf(stmt->getBeginLoc()));
      addTag(*note);
    }
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
      variables[decl]->hasAlias = true;
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
    Op *once = appendBranch(OpKind::If, Expr(), init, 2);
    inside(*once->regions[0], [&] { lowerInitialised(decl, s); });
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
