//===- Opaque.cpp - what is not understood ----------------------------------===//
//
// Code that has no form of its own in the model becomes an opaque op, which says
// of everything it mentions that it may read, change and keep it. What it calls,
// and what it reaches through pointers and references, may be anything.
//
//===----------------------------------------------------------------------===//

#include "frontend/Lowering.h"

#include "clang/AST/Attr.h"
#include "clang/AST/Expr.h"

#include <algorithm>

using namespace rewrite;

namespace {

/// A function of the standard library that gets numbers and containers of numbers,
/// neither handles nor pointers nor functions: it can touch nothing else.
bool worksOnNumbers(const clang::CallExpr &call) {
  for (const clang::Expr *arg : call.arguments()) {
    const clang::QualType type = arg->getType().getCanonicalType().getNonReferenceType();
    const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
    const bool container =
        record && record->isInStdNamespace() && type.getAsString().find("pto::") == std::string::npos &&
        type.getAsString().find('*') == std::string::npos && type.getAsString().find("function") == std::string::npos;
    if (!type->isArithmeticType() && !container)
      return false;
  }
  return true;
}

/// A constructor or conversion of half or bf16: it computes a number and touches nothing else.
bool isOfNumber(const clang::FunctionDecl *f) {
  const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(f);
  const clang::CXXRecordDecl *record = method ? method->getParent() : nullptr;
  return record && record->getIdentifier() && (record->getName() == "half" || record->getName() == "bf16") &&
         Lowering::isDslName(record);
}

/// Collects what a piece of code that is not understood may touch.
struct Mentions {
  std::vector<const clang::ValueDecl *> reads, changes;
  bool calls = false, follows = false, throws = false, leaves = false;
  std::vector<const clang::DeclContext *> bodies; ///< of lambdas that are run here: their own names count for nothing

  bool isInBody(const clang::ValueDecl &decl) const {
    for (const clang::DeclContext *c = decl.getDeclContext(); c; c = c->getParent())
      if (std::find(bodies.begin(), bodies.end(), c) != bodies.end())
        return true;
    return false;
  }

  /// An op of the DSL that runs a lambda, now and never again, and looks at its other arguments.
  void visitRun(const clang::CallExpr &call) {
    calls = throws = true;
    for (const clang::Expr *arg : call.arguments()) {
      const auto *lambda = llvm::dyn_cast<clang::LambdaExpr>(arg->IgnoreUnlessSpelledInSource());
      if (!lambda) {
        visit(arg, arg->getType().isConstQualified());
        continue;
      }
      for (const clang::LambdaCapture &c : lambda->captures())
        if (c.capturesVariable() && (c.getCaptureKind() == clang::LCK_ByCopy || lambda->isInitCapture(&c)))
          reads.push_back(c.getCapturedVar());
      bodies.push_back(lambda->getCallOperator());
      const bool left = leaves;
      visit(lambda->getBody(), false);
      leaves = left; // a return leaves the lambda
    }
  }

  /// `readOnly`: what a name stands for is looked at, but the name cannot be
  /// given another value or be kept.
  void visit(const clang::Stmt *s, bool readOnly) {
    if (!s)
      return;
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(s)) {
      if (llvm::isa<clang::VarDecl, clang::BindingDecl>(ref->getDecl()) && !isInBody(*ref->getDecl())) {
        (readOnly ? reads : changes).push_back(ref->getDecl());
        const clang::QualType type = ref->getDecl()->getType();
        follows |= type->isReferenceType() ||
                   (type->isArrayType() && !llvm::cast<clang::VarDecl>(ref->getDecl())->hasLocalStorage());
      }
      return;
    }
    bool childReadOnly = false;
    if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(s))
      childReadOnly = readOnly || cast->getCastKind() == clang::CK_LValueToRValue;
    else if (llvm::isa<clang::ParenExpr>(s))
      childReadOnly = readOnly;
    if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(s)) {
      const clang::Expr *base = subscript->getBase()->IgnoreParenImpCasts();
      follows |= !base->getType()->isArrayType();
      visit(subscript->getIdx(), false);
      return visit(subscript->getBase(), readOnly);
    }
    if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(s))
      follows |= unary->getOpcode() == clang::UO_Deref;
    if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(s)) {
      follows |= member->isArrow();
      childReadOnly = readOnly;
    }
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(s)) {
      const clang::FunctionDecl *callee = call->getDirectCallee();
      const bool computes = callee && (callee->isInStdNamespace() || // or __builtin_inff
                                       (callee->getBuiltinID() && callee->hasAttr<clang::ConstAttr>()));
      const bool harmless = (computes && worksOnNumbers(*call)) || isOfNumber(callee);
      calls |= !harmless;
      const auto *type = callee ? callee->getType()->getAs<clang::FunctionProtoType>() : nullptr;
      throws |= !harmless && (!type || !(type->isNothrow() || callee->isExternC()));
      if (const auto *op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call);
          op && op->getOperator() == clang::OO_Equal && op->getNumArgs() == 2) {
        visit(op->getArg(0), false);
        return visit(op->getArg(1), true);
      }
      if (const auto *op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(call)) {
        const auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(op->getDirectCallee());
        for (unsigned i = 0; i < op->getNumArgs(); ++i)
          visit(op->getArg(i), i == 0 && method && method->isConst());
        return;
      }
      // A const method looks at its object only.
      if (const auto *method = llvm::dyn_cast<clang::CXXMemberCallExpr>(call)) {
        const clang::Expr *object = method->getImplicitObjectArgument();
        const clang::CXXMethodDecl *decl = method->getMethodDecl();
        visit(object, decl && decl->isConst());
        for (const clang::Expr *arg : call->arguments())
          visit(arg, false);
        return;
      }
    }
    calls |= llvm::isa<clang::CXXNewExpr, clang::CXXDeleteExpr>(s);
    throws |= llvm::isa<clang::CXXNewExpr, clang::CXXThrowExpr>(s);
    if (const auto *c = llvm::dyn_cast<clang::CXXConstructExpr>(s)) {
      const bool copies = c->getConstructor()->isCopyOrMoveConstructor();
      const auto *type = c->getConstructor()->getType()->getAs<clang::FunctionProtoType>();
      const bool harmless = c->getConstructor()->isTrivial() || copies || isOfNumber(c->getConstructor());
      calls |= !harmless;
      throws |= !harmless && !(type && type->isNothrow());
      childReadOnly = copies;
    }
    leaves |=
        llvm::isa<clang::CXXThrowExpr, clang::GotoStmt, clang::ReturnStmt, clang::BreakStmt, clang::ContinueStmt>(s);
    if (const auto *lambda = llvm::dyn_cast<clang::LambdaExpr>(s)) {
      for (const clang::LambdaCapture &c : lambda->captures())
        if (c.capturesVariable())
          (c.getCaptureKind() == clang::LCK_ByCopy ? reads : changes).push_back(c.getCapturedVar());
      return;
    }
    for (const clang::Stmt *child : s->children())
      visit(child, childReadOnly);
  }
};

} // namespace

Op *Lowering::lowerOpaque(const clang::Stmt *stmt) {
  Mentions mentions;
  const auto *call = llvm::dyn_cast<clang::CallExpr>(stmt);
  const OpInfo *info = call && call->getDirectCallee() ? opInfo(call->getDirectCallee()) : nullptr;
  if (info && info->calls)
    mentions.visitRun(*call);
  else
    mentions.visit(stmt, false);
  Op *op = append(OpKind::Opaque, stmt);
  op->touchesUnknown = mentions.calls || mentions.follows;
  op->mayThrow = mentions.throws;
  op->mayTransferOut = mentions.leaves;
  const auto mention = [&](const clang::ValueDecl *decl, bool changes) {
    std::vector<Variable *> all = {variableFor(decl)};
    for (std::size_t i = 0; i < all.size(); ++i) // fields of records, and theirs
      if (const auto fields = recordFields.find(all[i]); fields != recordFields.end())
        all.insert(all.end(), fields->second.begin(), fields->second.end());
    for (Variable *x : all) {
      if (recordFields.count(x))
        continue;
      Operand o;
      o.kind = x->type.isHandle() ? Operand::Kind::Handle : Operand::Kind::Scalar;
      o.variable = x;
      o.type = x->type;
      if (o.kind == Operand::Kind::Scalar)
        o.list = {Expr::of(x)};
      op->operands.push_back(std::move(o));
      if (changes) {
        op->clobbers.push_back(x);
        x->escapes = true; // its address may be kept: from here on nothing is sure
      }
    }
  };
  for (const clang::ValueDecl *d : mentions.reads)
    mention(d, false);
  for (const clang::ValueDecl *d : mentions.changes)
    mention(d, true);
  return op;
}

void Lowering::collectNames(const clang::Stmt *stmt, Operand &list) {
  if (!stmt)
    return;
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt)) {
    if (llvm::isa<clang::VarDecl, clang::BindingDecl>(ref->getDecl()))
      list.names.push_back(variableFor(ref->getDecl()));
    else
      list.namesLocals |=
          ref->getDecl()->getDeclContext()->isFunctionOrMethod() || llvm::isa<clang::EnumConstantDecl>(ref->getDecl());
  }
  if (const auto *cast = llvm::dyn_cast<clang::ExplicitCastExpr>(stmt))
    if (const auto *tag = cast->getTypeAsWritten()->getAsTagDecl())
      list.namesLocals |= tag->getDeclContext()->isFunctionOrMethod();
  for (const clang::Stmt *child : stmt->children())
    collectNames(child, list);
}

/// An expression that is not index arithmetic. When it may do something, an
/// opaque op stands for it.
Expr Lowering::opaqueScalar(const clang::Expr *e) {
  Mentions mentions;
  mentions.visit(e, false);
  Expr out;
  out.range = rangeOf(e);
  bool handles = false;
  for (const clang::ValueDecl *d : mentions.reads) {
    const Type::Kind kind = typeOf(d->getType()).kind;
    handles |= kind == Type::Kind::Record || typeOf(d->getType()).isHandle();
  }
  if (mentions.calls || mentions.follows || mentions.leaves || handles || !mentions.changes.empty()) {
    Op *op = lowerOpaque(e);
    out.impure = true;
    for (const Operand &o : op->operands)
      if (o.variable)
        out.mentions.push_back(o.variable);
    return out;
  }
  for (const clang::ValueDecl *d : mentions.reads)
    out.mentions.push_back(variableFor(d));
  return out;
}
