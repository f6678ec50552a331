//===- Format.cpp - the changed lines, as .clang-format says ----------------===//

#include "driver/Format.h"

#include "kernel/Printer.h"

#include "clang/Format/Format.h"
#include "clang/Tooling/Core/Replacement.h"

#include <algorithm>

using namespace rewrite;

/// clang-format goes on to the lines behind one that it moves.
static clang::tooling::Replacements inLinesOf(const std::vector<clang::tooling::Range> &ranges, llvm::StringRef text,
                                              const clang::tooling::Replacements &all) {
  clang::tooling::Replacements kept;
  for (const clang::tooling::Replacement &r : all)
    for (const clang::tooling::Range &range : ranges) {
      const std::size_t newline = text.rfind('\n', range.getOffset()); // before its first line
      const std::size_t begin = newline == text.npos ? 0 : newline;
      const std::size_t end = std::min(text.find('\n', range.getOffset() + range.getLength()), text.size());
      if (r.getOffset() < end && r.getOffset() + r.getLength() >= begin && r.getOffset() >= begin) {
        llvm::consumeError(kept.add(r)); // they do not overlap
        break;
      }
    }
  return kept;
}

void driver::formatChanged(FileResult &file) {
  if (!file.changed())
    return;
  llvm::Expected<clang::format::FormatStyle> style =
      clang::format::getStyle("file", file.path, /*FallbackStyle=*/"none", file.before);
  if (!style)
    return llvm::consumeError(style.takeError());
  style->SortIncludes.Enabled = false; // it would move lines that did not change
  clang::tooling::Replacements edits;
  std::vector<clang::tooling::Range> fresh; // in the new text; what stands beside something deleted did not change
  std::ptrdiff_t shift = 0;
  for (const Edit &edit : file.edits) {
    if (llvm::Error conflict =
            edits.add({file.path, static_cast<unsigned>(edit.offset), static_cast<unsigned>(edit.length), edit.text}))
      return llvm::consumeError(std::move(conflict)); // two insertions at one place: as they are
    const llvm::StringRef text = llvm::StringRef(edit.text).rtrim();
    if (!text.empty())
      fresh.emplace_back(static_cast<unsigned>(static_cast<std::ptrdiff_t>(edit.offset) + shift),
                         static_cast<unsigned>(text.size()));
    shift += static_cast<std::ptrdiff_t>(edit.text.size()) - static_cast<std::ptrdiff_t>(edit.length);
  }
  if (fresh.empty())
    return;
  edits = edits.merge(inLinesOf(fresh, file.after, clang::format::reformat(*style, file.after, fresh, file.path)));
  file.edits.clear();
  for (const clang::tooling::Replacement &r : edits)
    file.edits.push_back({r.getOffset(), r.getLength(), r.getReplacementText().str()});
  file.after = applyEdits(file.before, file.edits);
}
