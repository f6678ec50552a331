//===- OwnHeaders.cpp - headers that only their includer calls system -------===//

#include "frontend/OwnHeaders.h"

#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Preprocessor.h"

using namespace rewrite;

namespace {

class OwnHeaders : public clang::PPCallbacks {
public:
  explicit OwnHeaders(clang::Preprocessor &preprocessor) : preprocessor(preprocessor) {}

  void FileChanged(clang::SourceLocation begin, FileChangeReason reason, clang::SrcMgr::CharacteristicKind kind,
                   clang::FileID) override {
    if (reason != EnterFile || !clang::SrcMgr::isSystem(kind))
      return;
    clang::SourceManager &sources = preprocessor.getSourceManager();
    const clang::OptionalFileEntryRef file = sources.getFileEntryRefForID(sources.getFileID(begin));
    if (!file || clang::SrcMgr::isSystem(preprocessor.getHeaderSearchInfo().getFileDirFlavor(*file)))
      return;
    // As a line directive that says what it is: the line behind it is the second one.
    sources.AddLineNote(begin, 2, /*FilenameID=*/-1, /*IsFileEntry=*/false, /*IsFileExit=*/false,
                        clang::SrcMgr::C_User);
  }

private:
  clang::Preprocessor &preprocessor;
};

} // namespace

std::unique_ptr<clang::PPCallbacks> rewrite::ownHeaders(clang::Preprocessor &preprocessor) {
  return std::make_unique<OwnHeaders>(preprocessor);
}
