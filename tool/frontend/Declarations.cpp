//===- Declarations.cpp - functions, parameters and roles -------------------===//

#include "frontend/Lowering.h"

#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"

#include <algorithm>
#include <cctype>

using namespace rewrite;

Lowering::Lowering(clang::ASTContext &context, const clang::Preprocessor &preprocessor, Module &module,
                   EditableHeaders &headers)
    : context(context),
      sources(context.getSourceManager()),
      preprocessor(preprocessor),
      macros(preprocessor),
      module(module),
      headers(headers) {
  fileFor(sources.getMainFileID());
}

bool Lowering::isLibrary(clang::SourceLocation place, const clang::SourceManager &sources) {
  return sources.isInSystemHeader(place) || isDslFile(sources.getFilename(place));
}

bool Lowering::isDslFile(llvm::StringRef path) {
  return path.contains("/pto/dsl/") || path.ends_with("/pto/dsl.h") || path.ends_with("/pto/testing.h");
}

/// True for functions that have a model: written by the user.
static bool isUserCode(const clang::SourceManager &sources, clang::SourceLocation location) {
  location = sources.getFileLoc(location);
  return location.isValid() && !sources.isInSystemHeader(location) &&
         !Lowering::isDslFile(sources.getFilename(location));
}

Role Lowering::roleOf(const clang::ParmVarDecl *param) {
  for (clang::QualType t = param->getType();;) {
    const auto *alias = t->getAs<clang::TemplateSpecializationType>();
    if (!alias || !alias->isTypeAlias())
      return Role::None;
    if (const clang::TemplateDecl *decl = alias->getTemplateName().getAsTemplateDecl(); decl && isDslName(decl)) {
      const llvm::StringRef name = decl->getName();
      if (name == "In")
        return Role::In;
      if (name == "Out")
        return Role::Out;
      if (name == "InOut")
        return Role::InOut;
    }
    t = alias->getAliasedType();
  }
}

Function *Lowering::functionFor(const clang::FunctionDecl *decl) {
  decl = decl->getCanonicalDecl();
  Function *&f = functions[decl];
  if (f)
    return f;
  module.functions.push_back(std::make_unique<Function>());
  f = module.functions.back().get();

  llvm::raw_string_ostream os(f->name);
  decl->getNameForDiagnostic(os, context.getPrintingPolicy(), true);
  f->shortName = decl->getNameAsString();
  f->role = functionRole(decl);
  f->returnType = typeOf(decl->getReturnType());
  if (decl->getReturnType()->isReferenceType() && f->returnType.isHandle())
    f->returnType.kind = Type::Kind::Other; // whose handle it is cannot be told
  f->isLibrary = decl->getBuiltinID() != 0 || sources.isInSystemHeader(sources.getFileLoc(decl->getLocation()));
  const clang::FunctionDecl *pattern = decl->getTemplateInstantiationPattern();
  const auto *prototype = decl->getType()->getAs<clang::FunctionProtoType>();
  f->noThrow = (prototype && prototype->isNothrow()) || (f->isLibrary && decl->isExternC());
  f->noDiscard =
      decl->hasAttr<clang::WarnUnusedResultAttr>() || (pattern && pattern->hasAttr<clang::WarnUnusedResultAttr>());

  if (pattern) {
    f->pattern = sources.getFileLoc(pattern->getLocation()).printToString(sources);
    if (const auto *args = decl->getTemplateSpecializationArgs()) {
      llvm::raw_string_ostream text(f->arguments);
      clang::printTemplateArgumentList(text, args->asArray(), context.getPrintingPolicy());
    }
    addTemplateHead(*decl, *f);
  }

  const clang::FunctionDecl *definition = nullptr;
  const clang::FunctionDecl *spoken = decl->isDefined(definition) && definition ? definition : decl;
  for (unsigned i = 0; i < spoken->getNumParams(); ++i) {
    const clang::ParmVarDecl *p = spoken->getParamDecl(i);
    Variable v;
    v.kind = Variable::Kind::Parameter;
    v.name = p->getNameAsString();
    v.type = typeOf(p->getType());
    v.parameterIndex = static_cast<int>(i);
    v.role = roleOf(p);
    for (const clang::FunctionDecl *other : {decl, pattern})
      if (v.role == Role::None && other && i < other->getNumParams())
        v.role = roleOf(other->getParamDecl(i));
    const clang::QualType type = p->getType();
    v.byReference = type->isReferenceType() && !type.getNonReferenceType().isConstQualified();
    // In<Index> is a const reference, too, but its role promises that it overlaps no output.
    v.isReference = type->isReferenceType() && v.type.kind == Type::Kind::Scalar && v.role == Role::None;
    v.isAliased = type->isReferenceType() && v.type.kind == Type::Kind::Vector && v.role == Role::None;
    f->parameters.push_back(f->newVariable(std::move(v)));
  }
  f->where = locationOf(spoken->getLocation());
  f->nameAt = sources.getDecomposedLoc(sources.getFileLoc(spoken->getLocation())).second;
  // std::min and kin: numbers in, a number out.
  bool numbers = f->isLibrary;
  for (const clang::ParmVarDecl *p : decl->parameters())
    numbers &= p->getType().getNonReferenceType()->isArithmeticType();
  f->noThrow |= numbers;
  f->deducedReturn = spoken->getDeclaredReturnType()->getContainedAutoType() != nullptr;
  if (definition && !definition->hasSkippedBody() && definition->getBody() && !definition->isDependentContext() &&
      isUserCode(sources, definition->getLocation())) {
    f->hasBody = true;
    // Role macros may stand at its very beginning.
    f->range = rangeOf(clang::SourceRange(sources.getExpansionLoc(definition->getBeginLoc()), definition->getEndLoc()));
    if (!f->range.valid()) {
      f->macro = macroAt(definition->getBody()->getSourceRange());
      f->macroBody = macroBodyOf(definition->getBody()->getBeginLoc());
    }
    pending.emplace_back(definition, f);
  }
  return f;
}

/// Names and numbers that can be spelled anywhere in the file, all of them.
static std::optional<std::string> spelledArgument(const clang::TemplateArgument &argument,
                                                  const clang::NamedDecl &parameter,
                                                  const clang::PrintingPolicy &policy) {
  std::string text;
  if (llvm::isa<clang::TemplateTypeParmDecl>(parameter) && argument.getKind() == clang::TemplateArgument::Type &&
      argument.getAsType()->getLinkage() == clang::Linkage::External) // no type of a function
    text = argument.getAsType().getAsString(policy);
  else if (const auto *value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(&parameter);
           value && argument.getKind() == clang::TemplateArgument::Integral &&
           value->getType()->isIntegralType(parameter.getASTContext()))
    text = value->getType()->isBooleanType() ? (argument.getAsIntegral().isZero() ? "false" : "true")
                                             : llvm::toString(argument.getAsIntegral(), 10);
  const bool isPlain =
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:-<>, ") ==
      text.npos; // no lambda, nothing in an unnamed namespace
  return !text.empty() && isPlain ? std::optional(text) : std::nullopt;
}

/// Words in it stand for others, but for what the DSL has before a function.
bool Lowering::namesMacros(const SourceRange &range) const {
  const auto isWord = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  const std::string_view text = range.text();
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && isWord(text[end]))
      ++end;
    const llvm::StringRef word(text.data() + at, end - at);
    at = std::max(end, at + 1);
    const clang::MacroInfo *macro =
        word.empty() || word.starts_with("PTO_") ? nullptr : preprocessor.getMacroInfo(&context.Idents.get(word));
    if (macro && std::any_of(macro->tokens_begin(), macro->tokens_end(),
                             [](const clang::Token &t) { return t.isAnyIdentifier(); }))
      return true;
  }
  return false;
}

/// Where `template <> R f<A>(...)` can stand right behind the template: no other template has the name, and no use
/// came before, so that there is no doubt of which one it is; and where its head says nothing that only a template's
/// can.
void Lowering::addTemplateHead(const clang::FunctionDecl &decl, Function &f) {
  const clang::FunctionTemplateDecl *t = decl.getPrimaryTemplate();
  const auto *arguments = decl.getTemplateSpecializationArgs();
  const clang::FunctionDecl *definition = nullptr;
  if (!t || !arguments || !decl.isDefined(definition) || !definition->getBody() ||
      !llvm::isa<clang::CompoundStmt>(definition->getBody()) || definition->getStorageClass() != clang::SC_None ||
      std::any_of(definition->param_begin(), definition->param_end(),
                  [](const clang::ParmVarDecl *p) { return p->hasDefaultArg(); }) ||
      !t->getDeclContext()->getRedeclContext()->isFileContext() || t->getDeclContext() != t->getLexicalDeclContext() ||
      t->getFriendObjectKind() != clang::Decl::FOK_None || !t->isFirstDecl() || t->getMostRecentDecl() != t ||
      t->hasAssociatedConstraints() ||
      !t->getDeclContext()->getRedeclContext()->lookup(t->getDeclName()).isSingleResult())
    return;
  clang::PrintingPolicy policy = context.getPrintingPolicy();
  policy.FullyQualifiedName = true;
  std::vector<TemplateParameter> parameters;
  for (unsigned i = 0; i < t->getTemplateParameters()->size(); ++i) {
    const clang::NamedDecl &p = *t->getTemplateParameters()->getParam(i);
    const auto *value = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(&p);
    if (p.isImplicit() || p.isTemplateParameterPack() || p.getName().empty() || i >= arguments->size())
      return;
    const std::optional<std::string> argument = spelledArgument(arguments->get(i), p, policy);
    if (!argument)
      return;
    parameters.push_back({p.getNameAsString(), value ? value->getType().getAsString(policy) : "", *argument});
  }
  const SourceRange head = rangeOf(
      clang::SourceRange(t->getTemplateParameters()->getTemplateLoc(), t->getTemplateParameters()->getRAngleLoc()));
  const unsigned body = sources.getDecomposedLoc(sources.getFileLoc(definition->getBody()->getBeginLoc())).second;
  if (!head.valid() || body < head.end || namesMacros({head.file, head.end, body}))
    return;
  f.templateHead = head;
  f.templateParameters = std::move(parameters);
  f.bodyAt = body;
}

void Lowering::addFunction(const clang::FunctionDecl *decl) {
  if (decl->isDependentContext() || decl->isImplicit() || decl->isInvalidDecl())
    return;
  functionFor(decl);
}

void Lowering::addDeclarations(const clang::DeclContext *context) {
  for (const clang::Decl *d : context->decls())
    addTopLevel(d);
}

void Lowering::addTopLevel(const clang::Decl *decl) {
  if (const auto *f = llvm::dyn_cast<clang::FunctionDecl>(decl)) {
    addFunction(f);
  } else if (const auto *t = llvm::dyn_cast<clang::FunctionTemplateDecl>(decl)) {
    bool used = false;
    for (const clang::FunctionDecl *instance : t->specializations()) {
      addFunction(instance);
      used |= instance->hasBody();
    }
    const clang::FunctionDecl *pattern = t->getTemplatedDecl();
    if (!used && pattern->isThisDeclarationADefinition() && functionRole(pattern) != FunctionRole::Opaque)
      module.unusedTemplates.push_back(
          {pattern->getNameAsString(), functionRole(pattern),
           rangeOf(clang::SourceRange(sources.getExpansionLoc(pattern->getBeginLoc()), pattern->getEndLoc())),
           locationOf(pattern->getLocation())});
  } else if (const auto *c = llvm::dyn_cast<clang::ClassTemplateDecl>(decl)) {
    for (const clang::ClassTemplateSpecializationDecl *instance : c->specializations())
      addDeclarations(instance);
  } else if (llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl, clang::ExportDecl>(decl)) {
    addDeclarations(llvm::cast<clang::DeclContext>(decl));
  } else if (const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(decl)) {
    if (record->isThisDeclarationADefinition() && !record->isDependentContext())
      addDeclarations(record);
  }
}

bool Lowering::holdsKernel(const clang::Decl *decl) {
  if (const auto *f = llvm::dyn_cast<clang::FunctionDecl>(decl))
    return functionRole(f) != FunctionRole::Opaque;
  if (const auto *t = llvm::dyn_cast<clang::RedeclarableTemplateDecl>(decl))
    return t->getTemplatedDecl() && holdsKernel(t->getTemplatedDecl());
  const auto *context = llvm::dyn_cast<clang::DeclContext>(decl);
  return context && std::any_of(context->decls_begin(), context->decls_end(), holdsKernel);
}

void Lowering::finish() {
  while (!pending.empty()) {
    const auto [decl, f] = pending.back();
    pending.pop_back();
    lowerBody(decl, *f);
  }
}

/// "", where a using-directive lets `vec::fma` mean the DSL's and nothing else has such a name.
std::string Lowering::prefixOf(const clang::FunctionDecl *decl, const Function &f) {
  static const char *const levels[] = {"vec", "mem", "math", "linalg", "air", "scf", "tile", "tensor"};
  const std::string full = "::pto::dsl::";
  for (const auto &v : f.variables)
    if (std::find(std::begin(levels), std::end(levels), v->name) != std::end(levels))
      return full;
  bool visible = false;
  const auto nominates = [&](const clang::UsingDirectiveDecl *d) {
    const clang::NamespaceDecl *n = d->getNominatedNamespace();
    const auto *parent = llvm::dyn_cast<clang::NamespaceDecl>(n->getParent());
    return n->getName() == "dsl" && parent && parent->getName() == "pto";
  };
  for (const clang::DeclContext *c = decl->getDeclContext(); c; c = c->getParent()) {
    for (const clang::UsingDirectiveDecl *d : c->using_directives())
      visible |= nominates(d) && sources.isBeforeInTranslationUnit(d->getLocation(), decl->getLocation());
    for (const char *level : levels)
      if (!c->lookup(&context.Idents.get(level)).empty())
        return full;
  }
  if (const auto *body = llvm::dyn_cast_or_null<clang::CompoundStmt>(decl->getBody()))
    for (const clang::Stmt *s : body->body())
      if (const auto *d = llvm::dyn_cast<clang::DeclStmt>(s); d && d->isSingleDecl())
        if (const auto *directive = llvm::dyn_cast<clang::UsingDirectiveDecl>(d->getSingleDecl()))
          visible |= nominates(directive);
  return visible ? "" : full;
}

void Lowering::lowerBody(const clang::FunctionDecl *decl, Function &f) {
  function = &f;
  variables.clear();
  recordFields.clear();
  ownedFields.clear();
  statement = nullptr;
  f.body = std::make_unique<Block>();
  f.body->function = &f;
  block = f.body.get();
  for (unsigned i = 0; i < decl->getNumParams(); ++i) {
    Variable *v = f.parameters[i];
    variables[decl->getParamDecl(i)] = v;
    if (const SourceRange r = rangeOf(decl->getParamDecl(i)->getLocation()); r.valid())
      v->declaredAt = r.begin;
    if (v->type.kind == Type::Kind::Record)
      f.unmodelled = "a parameter that holds several handles";
  }
  if (llvm::isa<clang::CXXTryStmt>(decl->getBody()))
    f.unmodelled = "try";
  if (const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(decl);
      constructor && constructor->getNumCtorInitializers())
    f.unmodelled = "constructor";
  cleanups.clear();
  const clang::Stmt *body = decl->getBody();
  if (const auto *coroutine = llvm::dyn_cast<clang::CoroutineBodyStmt>(body)) {
    f.unmodelled = "co_await or kin";
    body = coroutine->getBody();
  }
  if (const auto *compound = llvm::dyn_cast<clang::CompoundStmt>(body))
    lowerCompound(compound);
  else
    f.unmodelled = "body";
  dropUnstableInductions(f);
  recordPlaces(body);
  sortPlaces(f);
  f.dslPrefix = prefixOf(decl, f);
  function = nullptr;
  block = nullptr;
}

Variable *Lowering::declareLocal(const clang::ValueDecl *decl, Statement *in) {
  Variable v;
  v.kind = Variable::Kind::Local;
  v.name = decl->getNameAsString();
  v.type = typeOf(decl->getType());
  if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl))
    v.isStatic = var->isStaticLocal() || var->getTLSKind() != clang::VarDecl::TLS_None;
  v.isArray = decl->getType()->isArrayType() && !v.isStatic;
  v.declaration = in;
  if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl))
    noteDeclaredType(*var, v);
  if (const SourceRange r = rangeOf(decl->getLocation()); r.valid())
    v.declaredAt = r.begin;
  Variable *created = function->newVariable(std::move(v));
  variables[decl] = created;
  if (in)
    in->declares.push_back(created);
  return created;
}

Variable *Lowering::variableFor(const clang::ValueDecl *decl) {
  if (const auto it = variables.find(decl); it != variables.end())
    return it->second;
  const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
  if (var && (var->hasGlobalStorage() && !var->isStaticLocal())) {
    Variable *&global = globals[var->getCanonicalDecl()];
    if (!global) {
      Variable v;
      v.kind = Variable::Kind::Global;
      v.name = var->getNameAsString();
      v.type = typeOf(var->getType());
      v.isStatic = true;
      module.globals.push_back(std::make_unique<Variable>(std::move(v)));
      global = module.globals.back().get();
    }
    return global;
  }
  // A local that was declared where lowering did not look (inside opaque code).
  Variable *v = declareLocal(decl, nullptr);
  v->escapes = true; // nothing says when it gets its value
  return v;
}

Variable *Lowering::temporary(Type type) {
  Variable v;
  v.kind = Variable::Kind::Temporary;
  v.type = std::move(type);
  return function->newVariable(std::move(v));
}

Op *Lowering::appendBranch(OpKind kind, Expr condition, const clang::Stmt *stmt, unsigned arms) {
  Op *op = append(kind, stmt);
  Operand o;
  o.kind = Operand::Kind::Scalar;
  o.list = {std::move(condition)};
  op->operands.push_back(std::move(o));
  op->regions.resize(arms);
  for (std::unique_ptr<Block> &region : op->regions)
    lowerInto(region, op, nullptr);
  return op;
}

Op *Lowering::append(OpKind kind, const clang::Stmt *stmt) {
  Op *op = function->newOp(kind);
  op->parent = block;
  op->statement = statement;
  if (stmt) {
    op->range = rangeOf(stmt);
    op->where = locationOf(stmt->getBeginLoc());
    op->macro = macroAt(stmt->getSourceRange());
    op->macroBody = macroBodyOf(stmt->getBeginLoc());
    op->quoted = isQuoted(stmt->getSourceRange());
  } else if (statement && statement->root) {
    op->where = statement->root->where;
  }
  block->ops.push_back(op);
  return op;
}
