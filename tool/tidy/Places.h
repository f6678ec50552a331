//===- Places.h - the library's places as Clang's locations ------*- C++ -*-===//

#ifndef PTO_TIDY_PLACES_H
#define PTO_TIDY_PLACES_H

#include "pto-rewrite/Rewrite.h"

#include "clang/Basic/SourceManager.h"

namespace rewrite::tidy {

class Places {
public:
  explicit Places(const clang::SourceManager &sources) : sources(sources) {}

  /// Invalid for a file that the unit does not have.
  clang::SourceLocation operator()(const Location &where) const;
  /// A byte of the main file.
  clang::SourceLocation operator()(std::size_t offset) const;
  clang::CharSourceRange operator()(const Edit &edit) const;
  bool inMainFile(clang::SourceLocation where) const { return sources.isInMainFile(where); }

private:
  const clang::SourceManager &sources;
};

} // namespace rewrite::tidy

#endif
