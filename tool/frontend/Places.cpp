//===- Places.cpp - where the names of variables are spelled ----------------===//
//
// The model knows which op reads a variable, but not every word that names it: inside
// code that is not understood there is one op for many. Who renames a variable, or wants
// it to be named nowhere else, asks its places.
//
//===----------------------------------------------------------------------===//

#include "frontend/Lowering.h"

#include <algorithm>

using namespace rewrite;

void Lowering::recordPlaces(const clang::Stmt *stmt) {
  if (!stmt)
    return;
  const auto add = [&](const clang::ValueDecl *decl, clang::SourceLocation at) {
    if (const auto known = variables.find(decl); known != variables.end())
      known->second->places.push_back(rangeOf(at));
  };
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt))
    add(ref->getDecl(), ref->getLocation());
  if (const auto *lambda = llvm::dyn_cast<clang::LambdaExpr>(stmt)) {
    for (const clang::LambdaCapture &c : lambda->explicit_captures())
      if (lambda->isInitCapture(&c))
        recordPlaces(llvm::cast<clang::VarDecl>(c.getCapturedVar())->getInit());
      else if (c.capturesVariable())
        add(c.getCapturedVar(), c.getLocation());
    return recordPlaces(lambda->getBody());
  }
  for (const clang::Stmt *child : stmt->children())
    recordPlaces(child);
}

void Lowering::sortPlaces(Function &f) {
  for (const auto &v : f.variables)
    std::stable_sort(v->places.begin(), v->places.end(),
                     [](const SourceRange &a, const SourceRange &b) { return a.begin < b.begin; });
}
