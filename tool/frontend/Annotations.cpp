//===- Annotations.cpp - what the DSL's headers say of their functions ------===//
//
// The declaration of an op is the only place that says what the op does: the
// macro PTO_OP leaves an annotation "pto.op:NAME WORD..." on it, and the roles
// of functions are annotations "pto.role:NAME".
//
//===----------------------------------------------------------------------===//

#include "frontend/Lowering.h"

#include "clang/AST/Attr.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace rewrite;

/// The text behind `prefix` in an annotation of the function, of its template or of a redeclaration.
static llvm::StringRef annotation(const clang::FunctionDecl *decl, llvm::StringRef prefix) {
  const auto find = [&](const clang::Decl *d) -> llvm::StringRef {
    for (const clang::Decl *r : d->redecls())
      if (r->hasAttrs())
        for (const auto *a : r->specific_attrs<clang::AnnotateAttr>())
          if (a->getAnnotation().starts_with(prefix))
            return a->getAnnotation().drop_front(prefix.size());
    return {};
  };
  if (const llvm::StringRef text = find(decl); !text.empty())
    return text;
  if (const clang::FunctionDecl *pattern = decl->getTemplateInstantiationPattern())
    if (const llvm::StringRef text = find(pattern); !text.empty())
      return text;
  if (const clang::FunctionTemplateDecl *primary = decl->getPrimaryTemplate())
    return find(primary->getTemplatedDecl());
  return {};
}

static std::vector<int> indices(llvm::StringRef list) {
  std::vector<int> out;
  llvm::SmallVector<llvm::StringRef, 4> parts;
  list.split(parts, ',');
  for (llvm::StringRef p : parts) {
    int i = 0; // a method's object is operand 0
    if (p == "this" || !p.getAsInteger(10, i))
      out.push_back(i);
  }
  return out;
}

static std::optional<OpInfo> parse(llvm::StringRef text) {
  if (text.empty())
    return std::nullopt;
  llvm::SmallVector<llvm::StringRef, 8> words;
  text.split(words, ' ', -1, false);
  OpInfo info;
  info.name = words.front().str();
  for (llvm::StringRef word : llvm::drop_begin(words)) {
    const auto [key, value] = word.split('=');
    if (key == "fresh")
      info.result = OpInfo::Result::Fresh;
    else if (key == "indeterminate")
      info.result = OpInfo::Result::Indeterminate;
    else if (key == "scalar")
      info.result = OpInfo::Result::Scalar;
    else if (key == "view" || key == "same") {
      info.result = key == "view" ? OpInfo::Result::View : OpInfo::Result::Same;
      if (value == "this" || value.getAsInteger(10, info.resultOf))
        info.resultOf = 0;
    } else if (key == "call") {
      info.calls = true;
    } else if (key == "reads" || key == "writes" || key == "updates") {
      info.effectsGiven = true;
      (key == "reads" ? info.reads : key == "writes" ? info.writes : info.updates) = indices(value);
    }
  }
  return info;
}

const OpInfo *Lowering::opInfo(const clang::FunctionDecl *decl) {
  const clang::FunctionDecl *key = decl->getTemplateInstantiationPattern();
  const auto [it, isNew] = infos.try_emplace(key ? key : decl);
  if (isNew)
    it->second = parse(annotation(decl, "pto.op:"));
  return it->second ? &*it->second : nullptr;
}

FunctionRole Lowering::functionRole(const clang::FunctionDecl *decl) {
  const llvm::StringRef role = annotation(decl, "pto.role:");
  if (role == "orchestration")
    return FunctionRole::Orchestration;
  if (role == "incore" || role == "aic" || role == "aiv")
    return FunctionRole::InCore;
  return FunctionRole::Opaque;
}
