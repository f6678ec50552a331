//===- Calls.cpp - ops of the DSL, kernels, helper functions ---------------===//
//
// Arguments first, each into the block that is being built, then the op that uses
// them. C++ leaves the order of arguments open: we take them left to right and mark
// ops where another order could matter.
//
//===----------------------------------------------------------------------===//

#include "frontend/Lowering.h"

using namespace rewrite;

void Lowering::setCallee(Op &op, const clang::Expr *calleeExpr) {
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(calleeExpr->IgnoreParenImpCasts());
  if (!ref)
    return;
  // tensor:: of tensor::create, where it means the namespace that create is declared in and no
  // other one that has it by a using-declaration.
  const clang::NestedNameSpecifier qualifier = ref->getQualifier();
  if (qualifier.getKind() == clang::NestedNameSpecifier::Kind::Namespace) {
    const auto *named = qualifier.getAsNamespaceAndPrefix().Namespace;
    const clang::NamespaceDecl *space = nullptr;
    if (const auto *alias = llvm::dyn_cast<clang::NamespaceAliasDecl>(named))
      space = alias->getNamespace();
    else
      space = llvm::cast<clang::NamespaceDecl>(named);
    const auto *home =
        llvm::dyn_cast<clang::NamespaceDecl>(ref->getDecl()->getDeclContext()->getEnclosingNamespaceContext());
    if (home && space->getCanonicalDecl() == home->getCanonicalDecl())
      op.qualifier = rangeOf(clang::SourceRange(ref->getBeginLoc(), ref->getQualifierLoc().getEndLoc()));
  }
  op.overloaded = ref->hadMultipleCandidates();
  if (!ref->getNumTemplateArgs())
    return;
  // The first argument, and the others as they are spelled: packs and all.
  const SourceRange first = useRangeOf(ref->template_arguments().front().getSourceRange());
  const SourceRange close = rangeOf(ref->getRAngleLoc());
  op.templateArguments = {first};
  const auto inMacro = [&](const std::string &name) { // so that nobody spells them anew
    if (first.valid() && ref->getNumTemplateArgs() > 1)
      op.templateArguments.push_back({first.file, first.end, first.end});
    if (op.macro.empty())
      op.macro = name;
  };
  if (!close.valid())
    return inMacro(macroAt(ref->getRAngleLoc()));
  if (!first.valid())
    return;
  const std::string &bytes = first.file->bytes;
  unsigned from = first.file->skipBlanks(first.end);
  if (from >= close.begin)
    return;
  if (bytes[from] != ',')
    return inMacro(bytes.substr(from, bytes.find_first_of(" \t\r\n(", from) - from));
  from = static_cast<unsigned>(bytes.find_first_not_of(" \t\r\n", from + 1));
  unsigned to = close.begin;
  while (to > from && (bytes[to - 1] == ' ' || bytes[to - 1] == '\t' || bytes[to - 1] == '\n' || bytes[to - 1] == '\r'))
    --to;
  op.templateArguments.push_back({first.file, from, to});
}

/// shuffle<0, 8>(a, b): 0, 8, and what the types of a and b add.
static std::vector<std::int64_t> numbersOf(const clang::FunctionDecl &callee) {
  std::vector<std::int64_t> out;
  const auto take = [&](const clang::TemplateArgument &a) {
    if (a.getKind() == clang::TemplateArgument::Integral && a.getAsIntegral().getSignificantBits() <= 64)
      out.push_back(a.getAsIntegral().getExtValue());
  };
  const auto *arguments = callee.getTemplateSpecializationArgs();
  for (const clang::TemplateArgument &a : arguments ? arguments->asArray() : llvm::ArrayRef<clang::TemplateArgument>())
    if (a.getKind() == clang::TemplateArgument::Pack)
      llvm::for_each(a.pack_elements(), take);
    else
      take(a);
  return out;
}

LoweredValue Lowering::lowerCall(const clang::CallExpr *call) {
  const clang::FunctionDecl *callee = call->getDirectCallee();
  const Type type = typeOf(call->getType());
  if (!callee) {
    Op *op = lowerOpaque(call);
    return resultsOf(op, type, call);
  }
  if (const OpInfo *info = opInfo(callee)) {
    if (info->name == "scf.parallel" || info->name == "scf.forall" || info->name == "air.herd" ||
        info->name == "linalg.generic")
      return lowerIterations(call, *info);
    if (info->name == "linalg.map")
      return lowerMap(call, callee, *info);
    if (info->name == "task.submit")
      return lowerSubmit(call);
    if (info->calls || info->name == "tensor.element") { // whatever the function does; a reference that may be kept
      Op *op = lowerOpaque(call);
      op->touchesUnknown = true;
      return resultsOf(op, type, call);
    }
    return lowerDslCall(call, callee, *info);
  }
  if (llvm::isa<clang::CXXMemberCallExpr>(call)) {
    Op *op = lowerOpaque(call);
    return resultsOf(op, type, call);
  }
  if (llvm::isa<clang::CXXOperatorCallExpr>(call)) { // not the DSL's
    Op *op = lowerOpaque(call);
    return resultsOf(op, type, call);
  }
  std::vector<const clang::Expr *> arguments(call->arg_begin(), call->arg_end());
  return lowerUserCall(call, callee, arguments);
}

/// Marks the ops from `first` on when the order of evaluation could matter.
void Lowering::markUnordered(std::size_t first) {
  for (std::size_t i = first; i < block->ops.size(); ++i)
    block->ops[i]->unordered = true;
}

static bool hasEffect(const Op &op) {
  if (op.kind != OpKind::Dsl)
    return op.kind != OpKind::Scalar || op.result() != nullptr;
  return !op.info.writes.empty() || !op.info.updates.empty();
}

static bool readsMemory(const Op &op) {
  return hasEffect(op) || (op.kind == OpKind::Dsl && (!op.info.effectsGiven || !op.info.reads.empty()) &&
                           op.info.result != OpInfo::Result::Indeterminate && op.info.result != OpInfo::Result::View);
}

LoweredValue Lowering::lowerDslCall(const clang::CallExpr *call, const clang::FunctionDecl *callee,
                                    const OpInfo &info) {
  const std::size_t first = block->ops.size();
  std::vector<Operand> operands;
  unsigned effects = 0, readers = 0;
  const auto argument = [&](const clang::Expr *arg, clang::QualType parameter) {
    const std::size_t from = block->ops.size();
    operands.push_back(lowerArgument(arg, parameter));
    bool effect = false, reader = false;
    for (std::size_t i = from; i < block->ops.size(); ++i) {
      effect |= hasEffect(*block->ops[i]);
      reader |= readsMemory(*block->ops[i]);
    }
    effects += effect;
    readers += reader;
  };
  unsigned skip = 0;
  if (const auto *member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call))
    argument(member->getImplicitObjectArgument(), member->getImplicitObjectArgument()->getType());
  else if (llvm::isa<clang::CXXOperatorCallExpr>(call) && llvm::isa<clang::CXXMethodDecl>(callee)) {
    argument(call->getArg(0), call->getArg(0)->getType());
    skip = 1;
  }
  for (unsigned i = skip; i < call->getNumArgs(); ++i) {
    const unsigned p = i - skip;
    argument(call->getArg(i),
             p < callee->getNumParams() ? callee->getParamDecl(p)->getType() : call->getArg(i)->getType());
  }
  if (effects && readers > 1)
    markUnordered(first);
  Op *op = append(OpKind::Dsl, call);
  op->info = info;
  op->operands = std::move(operands);
  op->numbers = numbersOf(*callee);
  setCallee(*op, call->getCallee());
  return resultsOf(op, typeOf(call->getType()), call);
}

LoweredValue Lowering::lowerUserCall(const clang::Expr *call, const clang::FunctionDecl *callee,
                                     llvm::ArrayRef<const clang::Expr *> arguments) {
  Function *f = functionFor(callee);
  const std::size_t first = block->ops.size();
  std::vector<Operand> operands;
  std::vector<Variable *> clobbers;
  unsigned effects = 0, readers = 0;
  bool followsPointer = false;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::size_t from = block->ops.size();
    const clang::QualType parameter =
        i < callee->getNumParams() ? callee->getParamDecl(i)->getType() : arguments[i]->getType();
    const bool changeable =
        parameter->isReferenceType() && !parameter.getNonReferenceType().isConstQualified() && arguments[i]->isLValue();
    followsPointer |= parameter->isPointerType() &&
                      !llvm::isa<clang::StringLiteral, clang::PredefinedExpr>(strip(arguments[i])) &&
                      !parameter->isFunctionPointerType();
    const auto *named = llvm::dyn_cast<clang::DeclRefExpr>(strip(arguments[i]));
    if (changeable && !named) { // a reference into something: an element, a member
      lowerOpaque(arguments[i]);
      operands.emplace_back();
    } else {
      operands.push_back(lowerArgument(arguments[i], parameter));
    }
    if (changeable && named)
      clobbers.push_back(variableFor(named->getDecl()));
    bool effect = false, reader = false;
    for (std::size_t k = from; k < block->ops.size(); ++k) {
      effect |= hasEffect(*block->ops[k]);
      reader |= readsMemory(*block->ops[k]);
    }
    effects += effect;
    readers += reader;
  }
  if (effects && readers > 1)
    markUnordered(first);
  Op *op = append(OpKind::Call, call);
  op->callee = f;
  op->touchesUnknown = followsPointer && !f->hasBody;
  op->operands = std::move(operands);
  op->clobbers = std::move(clobbers);
  if (const auto *c = llvm::dyn_cast<clang::CallExpr>(call)) {
    setCallee(*op, c->getCallee());
    return resultsOf(op, f->returnType, call);
  }
  return resultsOf(op, f->returnType, call);
}

Operand Lowering::lowerArgument(const clang::Expr *arg, clang::QualType parameter) {
  Operand o;
  o.range = rangeOf(arg);
  const Type to = typeOf(parameter), from = typeOf(arg->getType());
  if (to.isHandle() || (from.isHandle() && to.kind != Type::Kind::Scalar)) {
    if (to.kind == Type::Kind::DenseTensor) {
      // The conversion that promises density stands between argument and parameter.
      const clang::Expr *e = arg->IgnoreImplicit();
      LoweredValue v = lowerValue(e);
      if (v.operand.variable && v.operand.variable->type.kind != Type::Kind::DenseTensor) {
        Op *op = append(OpKind::Dsl, e);
        op->info.name = "tensor.dense";
        op->info.result = OpInfo::Result::Same;
        op->info.resultOf = 0;
        op->info.effectsGiven = true;
        op->operands = {v.operand};
        v = resultsOf(op, to, e);
      }
      if (v.operand.variable)
        return v.operand;
      return o;
    }
    LoweredValue v = lowerValue(arg);
    if (v.operand.variable) {
      v.operand.range = o.range;
      v.operand.postfix = isPostfix(arg);
      return v.operand;
    }
    return o;
  }
  if (to.kind == Type::Kind::Scalar) {
    o.kind = Operand::Kind::Scalar;
    o.list = {lowerScalar(arg)};
    return o;
  }
  if (llvm::StringRef(to.spelling).contains("Options")) { // a bag of settings, no list of numbers
    o.type = to;
    if (llvm::isa<clang::CXXDefaultArgExpr>(arg->IgnoreImplicit()))
      o.range = {};
    return o;
  }
  const clang::Expr *e = strip(arg);
  if (const auto *cast = llvm::dyn_cast<clang::CXXFunctionalCastExpr>(e)) // Offsets<2>{r, 0}
    e = strip(cast->getSubExpr());
  if (llvm::isa<clang::InitListExpr, clang::CXXStdInitializerListExpr>(e) && to.kind != Type::Kind::Record) {
    o.kind = Operand::Kind::List;
    o.type = to;
    o.range = rangeOf(strip(arg));
    o.list = lowerList(e);
    collectNames(e, o);
    return o;
  }
  if (const auto *construct = llvm::dyn_cast<clang::CXXConstructExpr>(e);
      construct && construct->isListInitialization()) {
    o.kind = Operand::Kind::List;
    o.type = to;
    o.range = rangeOf(e);
    for (const clang::Expr *x : construct->arguments())
      if (!llvm::isa<clang::CXXDefaultArgExpr>(x))
        o.list.push_back(lowerScalar(x));
    collectNames(e, o);
    return o;
  }
  if (llvm::isa<clang::FunctionProtoType>(arg->getType().getCanonicalType()) || llvm::isa<clang::StringLiteral>(e))
    return o;
  o.type = to;
  o.list = {opaqueScalar(arg)};
  return o;
}

LoweredValue Lowering::lowerSubmit(const clang::CallExpr *call) {
  // auto [results..., id] = task::submit(f, arguments...)
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(strip(call->getArg(0))->IgnoreParenImpCasts());
  const clang::FunctionDecl *callee = nullptr;
  if (const auto *address = llvm::dyn_cast<clang::UnaryOperator>(strip(call->getArg(0))))
    ref = llvm::dyn_cast<clang::DeclRefExpr>(address->getSubExpr()->IgnoreParenImpCasts());
  if (ref)
    callee = llvm::dyn_cast<clang::FunctionDecl>(ref->getDecl());
  if (!callee) {
    Op *op = lowerOpaque(call);
    return resultsOf(op, typeOf(call->getType()), call);
  }
  std::vector<const clang::Expr *> arguments(call->arg_begin() + 1, call->arg_end());
  LoweredValue value = lowerUserCall(call, callee, arguments);
  const Type type = typeOf(call->getType()); // {result, id} or {results..., id}
  if (type.kind != Type::Kind::Record)
    return value;
  LoweredValue submitted;
  submitted.op = value.op;
  const std::vector<Variable *> &results = value.op->results;
  std::size_t next = 0;
  for (const Type &field : type.fields) {
    Variable *v = nullptr;
    if (field.kind == Type::Kind::Record) { // the tuple that the function returns
      v = temporary(field);
      for (std::size_t i = 0; i < field.fields.size(); ++i)
        recordFields[v].push_back(next < results.size() ? results[next++] : temporary(field.fields[i]));
    } else if (field.isHandle() && next < results.size()) {
      v = results[next++];
    }
    submitted.fields.push_back(v ? v : temporary(field));
  }
  return submitted;
}
