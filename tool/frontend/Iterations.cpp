//===- Iterations.cpp - loops that are calls --------------------------------===//
//
// scf::parallel, scf::forall, air::herd and linalg::generic run a lambda for each
// point of a box. In the model they are nests of Parallel ops, one a dimension,
// around the statements of the lambda: analyses need no second kind of loop.
//
//===----------------------------------------------------------------------===//

#include "frontend/Lowering.h"

using namespace rewrite;

/// The call operator of a lambda whose parameters have given types; null for [](auto i),
/// since which instance runs is not looked for.
static const clang::CXXMethodDecl *callOperator(const clang::LambdaExpr *lambda) {
  const clang::CXXMethodDecl *body = lambda ? lambda->getCallOperator() : nullptr;
  return body && !body->getDescribedFunctionTemplate() && !body->isDependentContext() ? body : nullptr;
}

/// The numbers among the template arguments of the callee, packs included; a class par<4> or
/// red<4> counts as its number.
static std::vector<std::int64_t> extentArguments(const clang::FunctionDecl &callee, std::vector<bool> &reduction) {
  std::vector<std::int64_t> out;
  const auto take = [&](const clang::TemplateArgument &a) {
    if (a.getKind() == clang::TemplateArgument::Integral) {
      out.push_back(a.getAsIntegral().getExtValue());
      reduction.push_back(false);
    } else if (a.getKind() == clang::TemplateArgument::Type) {
      const auto *record =
          llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(a.getAsType()->getAsCXXRecordDecl());
      if (!record || !Lowering::isDslName(record) || (record->getName() != "par" && record->getName() != "red") ||
          record->getTemplateArgs().size() != 1 ||
          record->getTemplateArgs()[0].getKind() != clang::TemplateArgument::Integral)
        return;
      out.push_back(record->getTemplateArgs()[0].getAsIntegral().getExtValue());
      reduction.push_back(record->getName() == "red");
    }
  };
  const auto *arguments = callee.getTemplateSpecializationArgs();
  if (!arguments)
    return out;
  for (const clang::TemplateArgument &a : arguments->asArray())
    if (a.getKind() == clang::TemplateArgument::Pack) {
      for (const clang::TemplateArgument &p : a.pack_elements())
        take(p);
    } else {
      take(a);
    }
  return out;
}

LoweredValue Lowering::lowerIterations(const clang::CallExpr *call, const OpInfo &info) {
  const unsigned n = call->getNumArgs();
  const auto *lambda = n ? llvm::dyn_cast<clang::LambdaExpr>(strip(call->getArg(n - 1))) : nullptr;
  const clang::CXXMethodDecl *body = callOperator(lambda);

  // The box: {lower, upper, step} a dimension.
  std::vector<Induction> box;
  std::vector<bool> reduction;
  if (body && (info.name == "air.herd" || info.name == "linalg.generic")) {
    for (std::int64_t extent : extentArguments(*call->getDirectCallee(), reduction))
      box.push_back({nullptr, Expr::constant(0), Expr::constant(extent), 1});
  } else if (body && info.name == "scf.forall") {
    for (unsigned i = 0; i + 1 < n; ++i)
      box.push_back({nullptr, Expr::constant(0), lowerScalar(call->getArg(i)), 1});
  } else if (body) { // scf::parallel([lower,] upper, [step,] f)
    std::vector<Expr> bounds;
    for (unsigned i = 0; i + 1 < n; ++i)
      bounds.push_back(lowerScalar(call->getArg(i)));
    Induction i{nullptr, Expr::constant(0), bounds.empty() ? Expr() : bounds[bounds.size() >= 2], 1};
    if (bounds.size() >= 2)
      i.lower = bounds[0];
    if (bounds.size() >= 3)
      i.step = bounds[2].isConstant() && bounds[2].value > 0 ? bounds[2].value : 0;
    box.push_back(std::move(i));
  }
  if (!body || box.empty() || body->getNumParams() != box.size()) {
    Op *op = lowerOpaque(call);
    op->info.name = info.name; // for messages
    op->touchesUnknown = true;
    return resultsOf(op, typeOf(call->getType()), call);
  }

  Block *const outer = block;
  Statement *const outerStatement = statement;
  Op *outermost = nullptr;
  for (std::size_t d = 0; d < box.size(); ++d) {
    Op *op = append(OpKind::Parallel, call);
    op->capturesAll = lambda->getCaptureDefault() != clang::LCD_None;
    if (!outermost)
      outermost = op;
    op->regions.resize(1);
    lowerInto(op->regions[0], op, nullptr);
    Variable *v = declareLocal(body->getParamDecl(d), nullptr);
    op->results = {v};
    if (box[d].step > 0) {
      box[d].variable = v;
      op->induction = std::move(box[d]);
    }
    block = op->regions[0].get();
  }
  outermost->info.name = info.name;
  block->range = rangeOf(body->getBody());
  block->braced = true;
  if (info.name == "linalg.generic")
    if (std::shared_ptr<const Lambda> understood = lowerLambda(lambda)) {
      Lambda domain = *understood;
      domain.reduction = reduction;
      for (const Op *op = outermost;; op = op->regions[0]->ops.front()) {
        domain.extents.push_back(op->induction->upper.value);
        if (domain.extents.size() == box.size())
          break;
      }
      outermost->lambda = std::make_shared<const Lambda>(std::move(domain));
    }
  lowerCompound(llvm::cast<clang::CompoundStmt>(body->getBody()));
  block = outer;
  statement = outerStatement;
  // A copy that a by-value capture makes is not modelled. That of a number or of a handle cannot be told from
  // the variable itself while the lambda runs, unless the lambda may give it another value.
  for (const clang::LambdaCapture &c : lambda->captures()) {
    if (c.getCaptureKind() != clang::LCK_ByCopy || !c.capturesVariable())
      continue;
    const Type type = typeOf(c.getCapturedVar()->getType());
    if (!body->isConst() || !(type.kind == Type::Kind::Scalar || type.isHandle()))
      variableFor(c.getCapturedVar())->escapes = true;
  }
  return {};
}
