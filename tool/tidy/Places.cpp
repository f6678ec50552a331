//===- Places.cpp - the library's places as Clang's locations ---------------===//

#include "tidy/Places.h"

#include "frontend/Files.h"

using namespace rewrite;
using namespace rewrite::tidy;

clang::SourceLocation Places::operator()(const Location &where) const {
  const clang::FileID main = sources.getMainFileID();
  if (where.line == 0)
    return {};
  if (where.file == realPathOf(sources, main))
    return sources.translateLineCol(main, where.line, where.column);
  const auto other = sources.getFileManager().getOptionalFileRef(where.file);
  return other ? sources.translateFileLineCol(*other, where.line, where.column) : clang::SourceLocation();
}

clang::SourceLocation Places::operator()(std::size_t offset) const {
  return sources.getLocForStartOfFile(sources.getMainFileID())
      .getLocWithOffset(static_cast<clang::SourceLocation::IntTy>(offset));
}

clang::CharSourceRange Places::operator()(const Edit &edit) const {
  return clang::CharSourceRange::getCharRange((*this)(edit.offset), (*this)(edit.offset + edit.length));
}
