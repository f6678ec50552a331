//===- Lambdas.cpp - scalar bodies of structured ops ------------------------===//
//
// A body is understood when it is straight-line code over scalars without effects
// but for the elements that it stores. Anything else has no Lambda, and passes that
// need one decline.
//
//===----------------------------------------------------------------------===//

#include "frontend/Lowering.h"

using namespace rewrite;

namespace {

const char *nameOf(clang::BinaryOperatorKind kind) {
  switch (kind) {
  case clang::BO_Add:
    return "add";
  case clang::BO_Sub:
    return "sub";
  case clang::BO_Mul:
    return "mul";
  case clang::BO_Div:
    return "div";
  case clang::BO_Rem:
    return "rem";
  case clang::BO_And:
    return "and";
  case clang::BO_Or:
    return "or";
  case clang::BO_Xor:
    return "xor";
  case clang::BO_Shl:
    return "shl";
  case clang::BO_Shr:
    return "shr";
  case clang::BO_EQ:
    return "eq";
  case clang::BO_NE:
    return "ne";
  case clang::BO_LT:
    return "lt";
  case clang::BO_LE:
    return "le";
  case clang::BO_GT:
    return "gt";
  case clang::BO_GE:
    return "ge";
  case clang::BO_LAnd:
    return "land";
  case clang::BO_LOr:
    return "lor";
  default:
    return nullptr;
  }
}

} // namespace

static bool isImplicit(const clang::CastExpr &cast) {
  const auto *implicit = llvm::dyn_cast<clang::ImplicitCastExpr>(&cast);
  return implicit && !implicit->isPartOfExplicitCast();
}

/// Nothing: not of the form that Lambda can say.
std::optional<Term> Lowering::lowerTerm(const clang::Expr *outer, const clang::LambdaExpr &lambda) {
  const clang::Expr *e = outer->IgnoreParens();
  Term t;
  t.type = typeOf(e->getType());
  t.range = rangeOf(outer);
  const auto with = [&](Term::Kind kind, std::string name,
                        std::initializer_list<const clang::Expr *> operands) -> std::optional<Term> {
    t.kind = kind;
    t.name = std::move(name);
    for (const clang::Expr *operand : operands) {
      std::optional<Term> o = lowerTerm(operand, lambda);
      if (!o)
        return std::nullopt;
      t.operands.push_back(std::move(*o));
    }
    return t;
  };
  if (const auto *x = llvm::dyn_cast<clang::FullExpr>(e))
    return lowerTerm(x->getSubExpr(), lambda);
  if (const auto *x = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(e))
    return lowerTerm(x->getSubExpr(), lambda);
  if (const auto *x = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(e))
    return lowerTerm(x->getSubExpr(), lambda);
  if (const auto *x = llvm::dyn_cast<clang::SubstNonTypeTemplateParmExpr>(e))
    return lowerTerm(x->getReplacement(), lambda);
  const auto literal = [&]() -> std::optional<Term> {
    t.range = useRangeOf(e->getSourceRange());
    t.name = std::string(t.range.valid() ? t.range.text() : "");
    return t.name.empty() ? std::nullopt : std::optional(t);
  };
  if (llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CXXBoolLiteralExpr>(e))
    return literal();
  if (t.type.kind != Type::Kind::Scalar)
    return std::nullopt;
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(e)) {
    const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
    if (!var || var->getType().isVolatileQualified() ||
        !(var->hasLocalStorage() || var->isUsableInConstantExpressions(context) || var->isConstexpr()))
      return std::nullopt;
    const clang::CXXMethodDecl *body = lambda.getCallOperator();
    if (const auto *p = llvm::dyn_cast<clang::ParmVarDecl>(var); p && p->getDeclContext() == body) {
      const clang::QualType type = p->getType();
      if (type->isReferenceType() && !type.getNonReferenceType().isConstQualified())
        return std::nullopt;
      t.kind = Term::Kind::Parameter;
      t.index = static_cast<int>(p->getFunctionScopeIndex());
      t.name = p->getNameAsString();
      return t;
    }
    t.name = var->getNameAsString();
    if (var->getDeclContext() == body) {
      t.kind = Term::Kind::Local;
      return t;
    }
    t.kind = Term::Kind::Captured;
    t.variable = variableFor(var);
    return t.variable->isReference ? std::nullopt : std::optional(t);
  }
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(e)) {
    switch (cast->getCastKind()) {
    case clang::CK_LValueToRValue:
    case clang::CK_NoOp:
      return lowerTerm(cast->getSubExpr(), lambda);
    case clang::CK_UserDefinedConversion:
    case clang::CK_ConstructorConversion: {
      std::optional<Term> converted = lowerTerm(cast->getSubExpr(), lambda);
      if (converted && isImplicit(*cast))
        converted->implicit = converted->kind == Term::Kind::Cast;
      return converted;
    }
    case clang::CK_IntegralCast:
    case clang::CK_FloatingCast:
    case clang::CK_IntegralToFloating:
    case clang::CK_FloatingToIntegral:
      t.implicit = isImplicit(*cast);
      return with(Term::Kind::Cast, "", {cast->getSubExpr()});
    default:
      return std::nullopt;
    }
  }
  if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(e)) { // bf16(x)
    if (construct->getNumArgs() != 1)
      return std::nullopt;
    if (construct->getConstructor()->isCopyOrMoveConstructor())
      return lowerTerm(construct->getArg(0), lambda);
    return with(Term::Kind::Cast, "", {construct->getArg(0)});
  }
  if (const auto *member = llvm::dyn_cast<clang::CXXMemberCallExpr>(e)) { // float(half)
    if (!llvm::isa_and_nonnull<clang::CXXConversionDecl>(member->getMethodDecl()))
      return std::nullopt;
    return with(Term::Kind::Cast, "", {member->getImplicitObjectArgument()});
  }
  if (const auto *b = llvm::dyn_cast<clang::BinaryOperator>(e)) {
    const char *name = nameOf(b->getOpcode());
    return name ? with(Term::Kind::Binary, name, {b->getLHS(), b->getRHS()}) : std::nullopt;
  }
  if (const auto *u = llvm::dyn_cast<clang::UnaryOperator>(e)) {
    if (u->getOpcode() == clang::UO_Plus)
      return lowerTerm(u->getSubExpr(), lambda);
    const char *name = u->getOpcode() == clang::UO_Minus  ? "neg"
                       : u->getOpcode() == clang::UO_Not  ? "not"
                       : u->getOpcode() == clang::UO_LNot ? "lnot"
                                                          : nullptr;
    return name ? with(Term::Kind::Unary, name, {u->getSubExpr()}) : std::nullopt;
  }
  if (const auto *c = llvm::dyn_cast<clang::ConditionalOperator>(e))
    return with(Term::Kind::Select, "", {c->getCond(), c->getTrueExpr(), c->getFalseExpr()});
  const auto element = [&](const clang::Expr *of, const clang::CallExpr &call) -> std::optional<Term> {
    const auto *handle = llvm::dyn_cast<clang::DeclRefExpr>(strip(of));
    if (!handle)
      return std::nullopt;
    t.kind = Term::Kind::Element;
    t.variable = variableFor(handle->getDecl());
    for (unsigned i = 1; i < call.getNumArgs(); ++i) {
      std::optional<Term> index = lowerTerm(call.getArg(i), lambda);
      if (!index)
        return std::nullopt;
      t.operands.push_back(std::move(*index));
    }
    return t;
  };
  if (const auto *call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(e)) {
    if (call->getOperator() == clang::OO_Call && isElement(*call))
      return element(call->getArg(0), *call);
    // half and bf16: the DSL's own arithmetic
    const OpInfo *info = call->getDirectCallee() ? opInfo(call->getDirectCallee()) : nullptr;
    if (!info || !info->name.starts_with("math."))
      return std::nullopt;
    return call->getNumArgs() == 1 ? with(Term::Kind::Unary, info->name.substr(5), {call->getArg(0)})
                                   : with(Term::Kind::Binary, info->name.substr(5), {call->getArg(0), call->getArg(1)});
  }
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(e)) {
    const OpInfo *info = call->getDirectCallee() ? opInfo(call->getDirectCallee()) : nullptr;
    if (info && info->name == "mem.load")
      return element(call->getArg(0), *call);
    if (!info || !info->name.starts_with("math."))
      return std::nullopt;
    t.kind = Term::Kind::Call;
    t.name = info->name.substr(5);
    for (const clang::Expr *argument : call->arguments()) {
      std::optional<Term> o = lowerTerm(argument, lambda);
      if (!o)
        return std::nullopt;
      t.operands.push_back(std::move(*o));
    }
    return t;
  }
  return std::nullopt;
}

/// target = value, target op= value, mem::store(value, target...)
std::optional<Step> Lowering::lowerStore(const clang::Expr *e, const clang::LambdaExpr &lambda) {
  const clang::Expr *target = nullptr, *from = nullptr;
  const char *compound = nullptr;
  const clang::CompoundAssignOperator *computed = nullptr;
  Step step;
  step.kind = Step::Kind::Store;
  e = strip(e);
  if (const auto *b = llvm::dyn_cast<clang::BinaryOperator>(e); b && b->isAssignmentOp()) {
    target = b->getLHS();
    from = b->getRHS();
    computed = llvm::dyn_cast<clang::CompoundAssignOperator>(b);
    if (computed)
      compound = nameOf(clang::BinaryOperator::getOpForCompoundAssignment(b->getOpcode()));
  } else if (const auto *op = llvm::dyn_cast<clang::CXXOperatorCallExpr>(e); op && op->getNumArgs() == 2) {
    target = op->getArg(0);
    from = op->getArg(1);
    switch (op->getOperator()) { // of half and bf16: what they mean without the assignment
    case clang::OO_Equal:
      break;
    case clang::OO_PlusEqual:
      compound = "add";
      break;
    case clang::OO_MinusEqual:
      compound = "sub";
      break;
    case clang::OO_StarEqual:
      compound = "mul";
      break;
    case clang::OO_SlashEqual:
      compound = "div";
      break;
    default:
      return std::nullopt;
    }
  } else if (const auto *call = llvm::dyn_cast<clang::CallExpr>(e)) {
    const OpInfo *info = call->getDirectCallee() ? opInfo(call->getDirectCallee()) : nullptr;
    const auto *handle = call->getNumArgs() >= 2 ? llvm::dyn_cast<clang::DeclRefExpr>(strip(call->getArg(1))) : nullptr;
    if (!info || info->name != "mem.store" || !handle)
      return std::nullopt;
    step.target.kind = Term::Kind::Element;
    step.target.variable = variableFor(handle->getDecl());
    step.target.type = typeOf(call->getDirectCallee()->getParamDecl(0)->getType());
    for (unsigned i = 2; i < call->getNumArgs(); ++i) {
      std::optional<Term> index = lowerTerm(call->getArg(i), lambda);
      if (!index)
        return std::nullopt;
      step.target.operands.push_back(std::move(*index));
    }
    from = call->getArg(0);
  }
  if (target) {
    std::optional<Term> to = lowerTerm(target, lambda);
    if (!to || to->kind != Term::Kind::Element)
      return std::nullopt;
    step.target = std::move(*to);
  }
  std::optional<Term> value = from ? lowerTerm(from, lambda) : std::nullopt;
  if (!value)
    return std::nullopt;
  step.value = std::move(*value);
  if (!compound)
    return computed ? std::nullopt : std::optional(step);
  const auto as = [&](Term term, const Type &type) {
    if (term.type == type)
      return term;
    Term cast;
    cast.kind = Term::Kind::Cast;
    cast.type = type;
    cast.implicit = true;
    cast.range = term.range;
    cast.operands = {std::move(term)};
    return cast;
  };
  Term result;
  result.kind = Term::Kind::Binary;
  result.name = compound;
  result.type = computed ? typeOf(computed->getComputationResultType()) : step.target.type;
  result.operands = {as(step.target, computed ? typeOf(computed->getComputationLHSType()) : step.target.type),
                     std::move(step.value)};
  step.value = as(std::move(result), step.target.type);
  return step;
}

std::shared_ptr<const Lambda> Lowering::lowerLambda(const clang::LambdaExpr *lambda) {
  auto out = std::make_shared<Lambda>();
  out->range = rangeOf(lambda);
  const clang::CXXMethodDecl *body = lambda->getCallOperator();
  for (const clang::ParmVarDecl *p : body->parameters())
    out->parameters.push_back({p->getNameAsString(), typeOf(p->getType())});
  for (const clang::Stmt *stmt : llvm::cast<clang::CompoundStmt>(body->getBody())->body()) {
    Step step;
    std::optional<Term> value;
    if (!out->steps.empty() && out->steps.back().kind == Step::Kind::Return)
      return nullptr;
    if (const auto *decl = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
      // No step assigns a local: const or not, it keeps its value.
      const auto *var = decl->isSingleDecl() ? llvm::dyn_cast<clang::VarDecl>(decl->getSingleDecl()) : nullptr;
      if (!var || !var->getInit() || var->getType()->isReferenceType() || !var->hasLocalStorage())
        return nullptr;
      step.name = var->getNameAsString();
      value = lowerTerm(var->getInit(), *lambda);
    } else if (const auto *ret = llvm::dyn_cast<clang::ReturnStmt>(stmt)) {
      step.kind = Step::Kind::Return;
      if (ret->getRetValue())
        value = lowerTerm(ret->getRetValue(), *lambda);
    } else if (const auto *e = llvm::dyn_cast<clang::Expr>(stmt)) {
      if (std::optional<Step> store = lowerStore(e, *lambda)) {
        step = std::move(*store);
        value = step.value;
      }
    } else {
      return nullptr;
    }
    if (!value)
      return nullptr;
    step.range = withSemicolon(rangeOf(stmt));
    step.value = std::move(*value);
    out->steps.push_back(std::move(step));
  }
  return out;
}

/// linalg::map(f, in..., out)
LoweredValue Lowering::lowerMap(const clang::CallExpr *call, const clang::FunctionDecl *callee, const OpInfo &info) {
  const auto *lambda = llvm::dyn_cast<clang::LambdaExpr>(strip(call->getArg(0)));
  const bool typed = lambda && !lambda->isGenericLambda() && !lambda->getCallOperator()->isDependentContext();
  std::shared_ptr<const Lambda> body = typed ? lowerLambda(lambda) : nullptr;
  bool pure = body != nullptr;
  if (body)
    forEachTerm(*body, [&](const Term &t) { pure &= t.kind != Term::Kind::Element; });
  if (!pure) {
    Op *op = lowerOpaque(call);
    op->info.name = info.name; // for messages
    op->touchesUnknown = true;
    return resultsOf(op, typeOf(call->getType()), call);
  }
  std::vector<Operand> operands(1);
  operands[0].range = rangeOf(call->getArg(0));
  for (unsigned i = 1; i < call->getNumArgs(); ++i)
    operands.push_back(lowerArgument(call->getArg(i), i < callee->getNumParams() ? callee->getParamDecl(i)->getType()
                                                                                 : call->getArg(i)->getType()));
  Op *op = append(OpKind::Dsl, call);
  op->info = info;
  op->info.effectsGiven = true;
  const int last = static_cast<int>(operands.size()) - 1;
  for (int i = 1; i < last; ++i)
    op->info.reads.push_back(i);
  op->info.writes = {last};
  op->operands = std::move(operands);
  forEachTerm(*body, [&](const Term &t) { // what the lambda captures is used here
    if (t.kind != Term::Kind::Captured)
      return;
    Operand captured;
    captured.kind = Operand::Kind::Scalar;
    captured.list = {Expr::of(t.variable)};
    op->operands.push_back(std::move(captured));
  });
  op->lambda = std::move(body);
  setCallee(*op, call->getCallee());
  return {};
}
