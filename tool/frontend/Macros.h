//===- Macros.h - what macros do besides standing for text -------*- C++ -*-===//
//
// Most macros are their text. Some make a string of an argument or join it to another
// word: then the spelling of the argument is a value. Others act on the preprocessor
// wherever they stand (_Pragma, __COUNTER__): such a word may not be deleted.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_FRONTEND_MACROS_H
#define PTO_FRONTEND_MACROS_H

#include <set>
#include <string>

namespace clang {
class Preprocessor;
} // namespace clang

namespace rewrite {

/// The names of the macros of a unit that do so, by themselves or through others. All definitions of a name count.
struct Macros {
  explicit Macros(const clang::Preprocessor &preprocessor);

  std::set<std::string> quoting; ///< # and ##
  std::set<std::string> acting;  ///< _Pragma and __COUNTER__, which are among them
};

} // namespace rewrite

#endif
