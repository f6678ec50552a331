//===- Types.cpp - the DSL's types as the model knows them ------------------===//

#include "frontend/Lowering.h"

#include "clang/AST/RecordLayout.h"

using namespace rewrite;

bool Lowering::isDslName(const clang::Decl *decl) {
  const clang::DeclContext *c = decl->getDeclContext()->getEnclosingNamespaceContext();
  while (const auto *ns = llvm::dyn_cast<clang::NamespaceDecl>(c)) {
    const llvm::StringRef name = ns->getName();
    if (!ns->isInline() && name != "tile" && name != "tensor" && name != "mem" && name != "vec" && name != "linalg")
      return name == "dsl";
    c = ns->getDeclContext();
  }
  return false;
}

static Extent extentOf(const clang::TemplateArgument &arg) {
  if (arg.getKind() != clang::TemplateArgument::Integral)
    return dynamicExtent;
  const std::int64_t v = arg.getAsIntegral().getExtValue();
  return v < 0 ? dynamicExtent : v;
}

Type Lowering::typeOf(clang::QualType qualified) {
  const clang::QualType canonical = qualified.getCanonicalType().getNonReferenceType().getUnqualifiedType();
  const auto known = types.find(canonical.getTypePtr());
  if (known != types.end())
    return known->second;

  clang::PrintingPolicy policy(context.getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.Bool = true;
  Type t;
  t.spelling = canonical.getAsString(policy);
  if (canonical->isVoidType()) {
    t.kind = Type::Kind::Void;
  } else if (canonical->isArithmeticType() || canonical->isEnumeralType()) {
    t.kind = Type::Kind::Scalar;
    t.element = t.spelling;
    t.integral = canonical->isIntegerType() && !canonical->isBooleanType();
  } else if (const clang::CXXRecordDecl *record = canonical->getAsCXXRecordDecl()) {
    const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
    const llvm::StringRef name = record->getIdentifier() ? record->getName() : "";
    if (isDslName(record) && instance && (name == "Tensor" || name == "DenseTensor" || name == "Tile")) {
      t.kind = name == "Tensor" ? Type::Kind::Tensor : name == "Tile" ? Type::Kind::Tile : Type::Kind::DenseTensor;
      std::vector<clang::TemplateArgument> args;
      for (const clang::TemplateArgument &a : instance->getTemplateArgs().asArray())
        if (a.getKind() == clang::TemplateArgument::Pack)
          args.insert(args.end(), a.pack_begin(), a.pack_end());
        else
          args.push_back(a);
      if (!args.empty() && args[0].getKind() == clang::TemplateArgument::Type)
        t.element = args[0].getAsType().getCanonicalType().getAsString(policy);
      if (t.kind != Type::Kind::Tile) {
        for (std::size_t i = 1; i < args.size(); ++i)
          t.dims.push_back(extentOf(args[i]));
      } else if (args.size() >= 3) {
        t.dims = {extentOf(args[1]), extentOf(args[2])};
        // Tile<T, R, C, Space, Layout, ValidRows, ValidCols, Pad>
        for (std::size_t i = 3; i < args.size(); ++i)
          if (i == 5 || i == 6)
            t.valid.push_back(extentOf(args[i]));
          else {
            llvm::raw_string_ostream os(t.signature);
            os << (i > 3 ? " " : "");
            args[i].print(policy, os, true);
          }
      }
    } else if (isDslName(record) && instance && (name == "MemRef" || name == "Vec")) {
      t.kind = name == "Vec" ? Type::Kind::Vector : Type::Kind::MemRef;
      for (const clang::TemplateArgument &a : instance->getTemplateArgs().asArray())
        if (a.getKind() == clang::TemplateArgument::Pack) {
          for (const clang::TemplateArgument &p : a.pack_elements())
            t.dims.push_back(extentOf(p));
        } else if (a.getKind() == clang::TemplateArgument::Type) {
          t.element = a.getAsType().getCanonicalType().getAsString(policy);
        } else {
          llvm::raw_string_ostream os(t.signature);
          a.print(policy, os, false);
        }
    } else if (isDslName(record) && (name == "Buffer" || name == "TilePlace")) {
      t.kind = Type::Kind::Buffer;
    } else if (isDslName(record) && (name == "half" || name == "bf16")) {
      t.kind = Type::Kind::Scalar;
      t.element = t.spelling;
    } else if (record->hasDefinition() && (record->isAggregate() || name == "tuple" || name == "pair") &&
               (!record->hasUserDeclaredDestructor() || record->isInStdNamespace())) {
      if (instance && record->isInStdNamespace()) {
        for (const clang::TemplateArgument &a : instance->getTemplateArgs().asArray())
          if (a.getKind() == clang::TemplateArgument::Pack) {
            for (const clang::TemplateArgument &p : a.pack_elements())
              t.fields.push_back(typeOf(p.getAsType()));
          } else if (a.getKind() == clang::TemplateArgument::Type) {
            t.fields.push_back(typeOf(a.getAsType()));
          }
      } else {
        for (const clang::FieldDecl *field : record->fields())
          t.fields.push_back(typeOf(field->getType()));
      }
      bool handles = false;
      for (const Type &f : t.fields)
        handles |= f.isHandle() || f.kind == Type::Kind::Record;
      t.kind = handles ? Type::Kind::Record : Type::Kind::Other;
    }
  }
  types.emplace(canonical.getTypePtr(), t);
  return t;
}

/// How the declaration spells the type, so that a pass can change it.
void Lowering::noteDeclaredType(const clang::VarDecl &decl, Variable &v) {
  if (!v.type.isHandle() || !decl.getTypeSourceInfo())
    return;
  clang::TypeLoc loc = decl.getTypeSourceInfo()->getTypeLoc();
  for (;;)
    if (const auto reference = loc.getAs<clang::ReferenceTypeLoc>())
      loc = reference.getPointeeLoc();
    else if (const auto qualified = loc.getAs<clang::QualifiedTypeLoc>())
      loc = qualified.getUnqualifiedLoc();
    else
      break;
  v.declaredAuto = decl.getType()->getContainedAutoType() != nullptr;
  if (v.declaredAuto)
    return;
  v.declaredType = rangeOf(loc.getSourceRange());
  const auto instance = loc.getAs<clang::TemplateSpecializationTypeLoc>();
  if (v.type.kind != Type::Kind::Vector || !instance || instance.getTypePtr()->isTypeAlias() ||
      instance.getNumArgs() < 2)
    return;
  // Vec<float, ROWS, COLS>: everything behind the element type.
  const SourceRange first = useRangeOf(instance.getArgLoc(1).getSourceRange()),
                    close = rangeOf(instance.getRAngleLoc());
  if (first.valid() && close.valid() && first.file == close.file && first.end <= close.begin)
    v.declaredDims = {first.file, first.begin, close.begin};
}
