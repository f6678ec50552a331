//===- Scalars.cpp - index arithmetic ---------------------------------------===//

#include "frontend/Lowering.h"

#include "clang/AST/Expr.h"

#include <algorithm>

using namespace rewrite;

/// t(i, j) of a tensor or tile, d[i] of a DenseTensor.
bool Lowering::isElement(const clang::CXXOperatorCallExpr &call) {
  return (call.getOperator() == clang::OO_Call || call.getOperator() == clang::OO_Subscript) &&
         typeOf(call.getArg(0)->getType()).isHandle();
}

/// Integers that compute without wrapping: overflow is undefined, so the tree
/// may be read as mathematics.
static bool isSigned(clang::QualType t) { return t->isSignedIntegerType() || t->isBooleanType(); }

/// A conversion that keeps every value.
static bool keepsValue(const clang::ASTContext &context, clang::QualType from, clang::QualType to) {
  if (!from->isIntegerType() || !to->isIntegerType())
    return false;
  const std::uint64_t a = context.getTypeSize(from), b = context.getTypeSize(to);
  return from->isSignedIntegerType() ? to->isSignedIntegerType() && b >= a : to->isSignedIntegerType() ? b > a : b >= a;
}

/// The value of a floating constant, when double holds it.
static std::optional<double> realOf(const clang::ASTContext &context, const clang::Expr *e) {
  llvm::APFloat value(0.0);
  if (!e->getType()->isRealFloatingType() || e->isValueDependent() || context.getTypeSize(e->getType()) > 64 ||
      !e->EvaluateAsFloat(value, context))
    return std::nullopt;
  bool inexact = false;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &inexact);
  return value.convertToDouble();
}

/// Bits of the signed type that arithmetic on the expression happens in; 0 when that is not signed.
static unsigned signedBits(const clang::ASTContext &context, const clang::Expr *e) {
  const clang::QualType type = e->IgnoreParenImpCasts()->getType();
  if (!type->isIntegerType())
    return 0;
  const auto bits = static_cast<unsigned>(std::max(context.getTypeSize(type), context.getTypeSize(context.IntTy)));
  return type->isSignedIntegerType() || context.getTypeSize(type) < bits ? bits : 0;
}

Expr Lowering::lowerScalar(const clang::Expr *outer) {
  Expr e = lowerTree(outer);
  e.real = realOf(context, outer);
  return e;
}

Expr Lowering::lowerTree(const clang::Expr *outer) {
  const clang::Expr *e = outer->IgnoreParens();
  const SourceRange range = rangeOf(outer);
  const auto ranged = [&](Expr x) {
    x.range = range;
    x.bits = signedBits(context, outer);
    return x;
  };
  clang::Expr::EvalResult constant;
  if (e->getType()->isIntegralOrEnumerationType() && !e->isValueDependent() && e->EvaluateAsInt(constant, context)) {
    const llvm::APSInt &v = constant.Val.getInt();
    if (v.getSignificantBits() <= 64 && (v.isSigned() || v.getActiveBits() < 64))
      return ranged(Expr::constant(v.getExtValue()));
  }
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(e)) {
    const clang::Expr *sub = cast->getSubExpr();
    if (cast->getCastKind() == clang::CK_LValueToRValue || cast->getCastKind() == clang::CK_NoOp ||
        cast->getCastKind() == clang::CK_ConstructorConversion ||
        cast->getCastKind() == clang::CK_UserDefinedConversion || // the call inside converts
        keepsValue(context, sub->getType(), e->getType()))
      return ranged(lowerScalar(sub));
    // The conversion may change the value: what it depends on is all that is known.
    Expr inner = lowerScalar(sub), opaque;
    inner.forEachVariable([&](const Variable *v) { opaque.mentions.push_back(v); });
    opaque.impure = inner.isImpure();
    return ranged(opaque);
  }
  if (const auto *wrapper = llvm::dyn_cast<clang::FullExpr>(e))
    return lowerScalar(wrapper->getSubExpr());
  if (const auto *copy = llvm::dyn_cast<clang::CXXConstructExpr>(e); // of a half or bf16
      copy && copy->getNumArgs() == 1 && copy->getConstructor()->isCopyOrMoveConstructor() &&
      typeOf(e->getType()).kind == Type::Kind::Scalar)
    return ranged(lowerScalar(copy->getArg(0)));
  if (const auto *m = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(e))
    return lowerScalar(m->getSubExpr());
  if (const auto *s = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(e))
    return ranged(lowerScalar(s->getReplacement()));
  if (const auto *d = llvm::dyn_cast<clang::CXXDefaultArgExpr>(e))
    return lowerScalar(d->getExpr());
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(e)) {
    if (llvm::isa<clang::VarDecl, clang::BindingDecl>(ref->getDecl())) {
      Variable *v = variableFor(ref->getDecl());
      if (v->isReference)
        return lowerAccess(e); // may name an element
      if (v->type.kind == Type::Kind::Scalar || v->type.kind == Type::Kind::Other)
        return ranged(Expr::of(v));
    }
    return opaqueScalar(e);
  }
  if (const auto *b = llvm::dyn_cast<clang::BinaryOperator>(e)) {
    if (b->isAssignmentOp()) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(b->getLHS()->IgnoreParens());
      if (ref && typeOf(ref->getType()).kind == Type::Kind::Scalar && !variableFor(ref->getDecl())->isReference) {
        Variable *v = variableFor(ref->getDecl());
        Expr value = lowerScalar(b->getRHS());
        if (b->isCompoundAssignmentOp()) {
          const clang::BinaryOperatorKind k = b->getOpcode();
          // i += n of a wider n is computed in the type of n, and wraps when it is put back.
          const clang::QualType computed = llvm::cast<clang::CompoundAssignOperator>(b)->getComputationResultType();
          if ((k == clang::BO_AddAssign || k == clang::BO_SubAssign) && isSigned(b->getLHS()->getType()) &&
              context.getTypeSize(b->getLHS()->getType()) >= context.getTypeSize(context.IntTy) &&
              keepsValue(context, computed, b->getLHS()->getType()))
            value = Expr::binary(k == clang::BO_AddAssign ? Expr::Kind::Add : Expr::Kind::Sub, Expr::of(v),
                                 std::move(value));
          else {
            Expr opaque;
            value.forEachVariable([&](const Variable *x) { opaque.mentions.push_back(x); });
            opaque.mentions.push_back(v);
            value = opaque;
          }
        }
        Op *op = append(OpKind::Scalar, b);
        Operand o;
        o.kind = Operand::Kind::Scalar;
        o.range = rangeOf(b->getRHS());
        o.list = {std::move(value)};
        op->operands.push_back(std::move(o));
        op->results = {v};
        if (statement && statement->form == Statement::Form::Expression)
          statement->assigned = v;
        return ranged(Expr::of(v));
      }
      if (const auto *element = llvm::dyn_cast<clang::CXXOperatorCallExpr>(strip(b->getLHS()));
          element && isElement(*element)) {
        lowerScalar(b->getRHS());
        Expr access = lowerElement(element);
        if (access.variable) { // the access that was just made becomes a write
          Op *op = block->ops.back();
          op->info.reads.clear();
          (b->isCompoundAssignmentOp() ? op->info.updates : op->info.writes) = {0};
        }
        return Expr();
      }
      return opaqueScalar(e);
    }
    if (b->getOpcode() == clang::BO_Comma) {
      lowerDiscarded(b->getLHS());
      return lowerScalar(b->getRHS());
    }
    static const struct {
      clang::BinaryOperatorKind from;
      Expr::Kind to;
    } table[] = {{clang::BO_Add, Expr::Kind::Add},
                 {clang::BO_Sub, Expr::Kind::Sub},
                 {clang::BO_Mul, Expr::Kind::Mul},
                 {clang::BO_Div, Expr::Kind::Div},
                 {clang::BO_Rem, Expr::Kind::Rem}};
    if (isSigned(b->getType()) && b->getType()->isIntegerType())
      for (const auto &t : table)
        if (t.from == b->getOpcode()) {
          Expr l = lowerScalar(b->getLHS());
          return ranged(Expr::binary(t.to, std::move(l), lowerScalar(b->getRHS())));
        }
    if (b->getOpcode() == clang::BO_Div && b->getType()->isRealFloatingType() && !realOf(context, b))
      return ranged(lowerFloat("math.div", b, {b->getLHS(), b->getRHS()}));
    Expr l = lowerScalar(b->getLHS()),
         r = b->isLogicalOp() ? lowerUnderCondition(b->getRHS()) : lowerScalar(b->getRHS()), opaque;
    for (const Expr *side : {&l, &r}) {
      side->forEachVariable([&](const Variable *v) { opaque.mentions.push_back(v); });
      opaque.impure |= side->isImpure();
    }
    return ranged(opaque);
  }
  if (const auto *u = llvm::dyn_cast<clang::UnaryOperator>(e)) {
    if (u->isIncrementDecrementOp()) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(u->getSubExpr()->IgnoreParens());
      if (ref && u->getType()->isIntegerType() && !variableFor(ref->getDecl())->isReference) {
        Variable *v = variableFor(ref->getDecl());
        Op *op = append(OpKind::Scalar, u);
        Operand o;
        o.kind = Operand::Kind::Scalar;
        Expr next;
        next.mentions = {v};
        if (isSigned(u->getType()) && context.getTypeSize(u->getType()) >= context.getTypeSize(context.IntTy))
          next = Expr::binary(u->isIncrementOp() ? Expr::Kind::Add : Expr::Kind::Sub, Expr::of(v), Expr::constant(1));
        o.list = {std::move(next)};
        op->operands.push_back(std::move(o));
        op->results = {v};
        Expr value;
        value.mentions = {v};
        value.impure = true; // it changes what it reads
        return ranged(value);
      }
      return opaqueScalar(e);
    }
    if (u->getOpcode() == clang::UO_Deref)
      return ranged(lowerAccess(e));
    if (u->getOpcode() == clang::UO_Minus && isSigned(u->getType()))
      return ranged(Expr::binary(Expr::Kind::Sub, Expr::constant(0), lowerScalar(u->getSubExpr())));
    if (u->getOpcode() == clang::UO_Minus && u->getType()->isRealFloatingType() && !realOf(context, u))
      return ranged(lowerFloat("math.neg", u, {u->getSubExpr()}));
    if (u->getOpcode() == clang::UO_Plus)
      return ranged(lowerScalar(u->getSubExpr()));
    if (u->getOpcode() == clang::UO_LNot || u->getOpcode() == clang::UO_Not || u->getOpcode() == clang::UO_Minus) {
      Expr inner = lowerScalar(u->getSubExpr()), opaque;
      inner.forEachVariable([&](const Variable *v) { opaque.mentions.push_back(v); });
      opaque.impure = inner.isImpure();
      return ranged(opaque);
    }
    return opaqueScalar(e);
  }
  if (const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(e); call && isElement(*call))
    return ranged(lowerElement(call));
  if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(e))
    return ranged(lowerHalf(construct));
  if (llvm::isa<clang::ArraySubscriptExpr>(e) ||
      (llvm::isa<clang::MemberExpr>(e) && llvm::cast<clang::MemberExpr>(e)->isArrow()))
    return ranged(lowerAccess(e));
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(e)) {
    if (typeOf(e->getType()).kind != Type::Kind::Scalar)
      return opaqueScalar(e);
    LoweredValue value = lowerCall(call);
    Variable *result = value.op ? value.op->result() : nullptr;
    return ranged(result ? Expr::of(result) : Expr());
  }
  if (llvm::isa<clang::CXXBoolLiteralExpr, clang::FloatingLiteral, clang::IntegerLiteral, clang::CharacterLiteral,
                clang::UnaryExprOrTypeTraitExpr, clang::CXXNullPtrLiteralExpr, clang::ImplicitValueInitExpr>(e))
    return ranged(Expr());
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(e); list && list->getNumInits() == 1)
    return lowerScalar(list->getInit(0));
  return opaqueScalar(e);
}

/// -a and a / b of float and double: ops, as they are ops of half and bf16.
Expr Lowering::lowerFloat(const char *name, const clang::Expr *e, std::initializer_list<const clang::Expr *> from) {
  std::vector<Operand> operands;
  for (const clang::Expr *side : from)
    operands.push_back(lowerArgument(side, side->getType()));
  Op *op = append(OpKind::Dsl, e);
  op->info.name = name;
  op->info.result = OpInfo::Result::Scalar;
  op->info.effectsGiven = true;
  op->operands = std::move(operands);
  op->results = {temporary(typeOf(e->getType()))};
  return Expr::of(op->results[0]);
}

/// bf16(x): a copy, or the op that converts.
Expr Lowering::lowerHalf(const clang::CXXConstructExpr *e) {
  const clang::CXXConstructorDecl *made = e->getConstructor();
  const OpInfo *info = opInfo(made);
  if (typeOf(e->getType()).kind != Type::Kind::Scalar || e->getNumArgs() != 1)
    return opaqueScalar(e);
  if (made->isCopyOrMoveConstructor())
    return lowerScalar(e->getArg(0));
  if (!info)
    return opaqueScalar(e);
  Operand from = lowerArgument(e->getArg(0), made->getParamDecl(0)->getType());
  Op *op = append(OpKind::Dsl, e);
  op->info = *info;
  op->operands = {std::move(from)};
  op->results = {temporary(typeOf(e->getType()))};
  return Expr::of(op->results[0]);
}

/// The right side of && and ||: what it does happens or not.
Expr Lowering::lowerUnderCondition(const clang::Expr *e) {
  Op *branch = appendBranch(OpKind::If, Expr(), e, 2);
  Expr value;
  inside(*branch->regions[0], [&] { value = lowerScalar(e); });
  const bool nothing = branch->regions[0]->ops.empty();
  if (nothing)
    block->ops.pop_back();
  return value;
}

/// What a pointer, reference or array leads to: may be storage of a tensor.
Expr Lowering::lowerAccess(const clang::Expr *e) {
  Op *op = lowerOpaque(e);
  op->results = {temporary(typeOf(e->getType()))};
  op->clobbers.clear();
  return Expr::of(op->results[0]);
}

/// t(i, j): reads the element; an assignment turns the op into a write.
Expr Lowering::lowerElement(const clang::CXXOperatorCallExpr *call) {
  LoweredValue object = lowerValue(call->getArg(0));
  std::vector<Expr> index;
  for (unsigned i = 1; i < call->getNumArgs(); ++i)
    index.push_back(lowerScalar(call->getArg(i)));
  if (!object.operand.variable)
    return Expr();
  Op *op = append(OpKind::Dsl, call);
  // d[i] of a DenseTensor counts elements: no window in the tensor's dimensions.
  op->info.name = call->getOperator() == clang::OO_Call ? "element" : "linear-element";
  op->info.result = OpInfo::Result::Scalar;
  op->info.effectsGiven = true;
  op->info.reads = {0};
  Operand at;
  at.kind = Operand::Kind::List;
  at.list = std::move(index);
  op->operands = {object.operand, std::move(at)};
  op->results = {temporary(typeOf(call->getType()))};
  return Expr::of(op->results[0]);
}

std::vector<Expr> Lowering::lowerList(const clang::Expr *e) {
  std::vector<Expr> out;
  e = strip(e);
  if (const auto *std = llvm::dyn_cast<clang::CXXStdInitializerListExpr>(e))
    return lowerList(std->getSubExpr());
  if (const auto *list = llvm::dyn_cast<clang::InitListExpr>(e)) {
    for (const clang::Expr *init : list->inits()) {
      if (llvm::isa<clang::ImplicitValueInitExpr>(init)) {
        out.push_back(Expr::constant(0));
        continue;
      }
      if (llvm::isa<clang::InitListExpr>(strip(init))) {
        for (Expr &x : lowerList(init))
          out.push_back(std::move(x));
        continue;
      }
      out.push_back(lowerScalar(init));
    }
    return out;
  }
  out.push_back(lowerScalar(e));
  return out;
}
