//===- Format.cpp - the changed lines, as .clang-format says ----------------===//

#include "driver/Format.h"

#include "kernel/Printer.h"

#include "clang/Format/Format.h"
#include "clang/Tooling/Core/Replacement.h"

using namespace rewrite;

void driver::formatChanged(FileResult &file) {
  if (!file.changed())
    return;
  llvm::Expected<clang::format::FormatStyle> style =
      clang::format::getStyle("file", file.path, /*FallbackStyle=*/"none", file.before);
  if (!style)
    return llvm::consumeError(style.takeError());
  style->SortIncludes.Enabled = false; // it would move lines that did not change
  clang::tooling::Replacements edits;
  for (const Edit &edit : file.edits)
    llvm::cantFail(
        edits.add({file.path, static_cast<unsigned>(edit.offset), static_cast<unsigned>(edit.length), edit.text}));
  llvm::Expected<clang::tooling::Replacements> formatted =
      clang::format::formatReplacements(file.before, edits, *style);
  if (!formatted)
    return llvm::consumeError(formatted.takeError());
  file.edits.clear();
  for (const clang::tooling::Replacement &r : *formatted)
    file.edits.push_back({r.getOffset(), r.getLength(), r.getReplacementText().str()});
  file.after = applyEdits(file.before, file.edits);
}
