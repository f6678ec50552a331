//===- Macros.cpp - what macros do besides standing for text ---------------===//

#include "frontend/Macros.h"

#include "clang/Lex/Preprocessor.h"

#include <map>

using namespace rewrite;

Macros::Macros(const clang::Preprocessor &preprocessor) : acting{"_Pragma", "__pragma", "__COUNTER__"} {
  std::map<std::string, std::set<std::string>> words; // of their bodies
  for (const auto &[identifier, state] : preprocessor.macros())
    for (const clang::MacroDirective *d = preprocessor.getLocalMacroDirectiveHistory(identifier); d;
         d = d->getPrevious()) {
      const auto *definition = llvm::dyn_cast<clang::DefMacroDirective>(d);
      if (!definition || definition->getInfo()->isBuiltinMacro())
        continue;
      for (const clang::Token &token : definition->getInfo()->tokens())
        if (token.isOneOf(clang::tok::hash, clang::tok::hashhash))
          quoting.insert(identifier->getName().str());
        else if (const clang::IdentifierInfo *word = token.getIdentifierInfo())
          words[identifier->getName().str()].insert(word->getName().str());
    }
  const auto close = [&](std::set<std::string> &known) {
    for (std::size_t before = 0; before != known.size();) {
      before = known.size();
      for (const auto &[name, body] : words)
        for (const std::string &word : body)
          if (known.count(word))
            known.insert(name);
    }
  };
  close(quoting);
  close(acting);
}
