//===- Spelling.cpp - Clang's source locations as ranges of bytes -----------===//

#include "frontend/Lowering.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace rewrite;

SourceFile *Lowering::fileFor(clang::FileID id) {
  SourceFile *&file = files[id];
  if (file)
    return file;
  const std::string path = realPathOf(sources, id);
  if (SourceFile *known = path.empty() ? nullptr : module.file(path))
    return file = known; // included once more
  module.files.push_back(std::make_unique<SourceFile>());
  file = module.files.back().get();
  file->path = path;
  file->bytes = sources.getBufferData(id).str();
  file->scan(macros.acting);
  if (id == sources.getMainFileID())
    module.mainFile = file;
  file->editable = id == sources.getMainFileID() || headers.contains(id);
  return file;
}

SourceRange Lowering::rangeOf(clang::SourceRange tokens) {
  const clang::SourceLocation begin = tokens.getBegin(), last = tokens.getEnd();
  if (begin.isInvalid() || last.isInvalid() || begin.isMacroID() || last.isMacroID())
    return {};
  const auto [file, from] = sources.getDecomposedLoc(begin);
  const auto [endFile, to] =
      sources.getDecomposedLoc(clang::Lexer::getLocForEndOfToken(last, 0, sources, context.getLangOpts()));
  if (file != endFile || to < from)
    return {};
  return {fileFor(file), from, to};
}

/// Like rangeOf, but code that one macro use makes as a whole has the range of
/// that use: N in create<float, 1, N>.
SourceRange Lowering::useRangeOf(clang::SourceRange tokens) {
  const clang::CharSourceRange r =
      clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(tokens), sources, context.getLangOpts());
  if (r.isInvalid())
    return {};
  const auto [file, from] = sources.getDecomposedLoc(r.getBegin());
  const auto [endFile, to] = sources.getDecomposedLoc(r.getEnd());
  return file == endFile && from < to ? SourceRange{fileFor(file), from, to} : SourceRange{};
}

SourceRange Lowering::withSemicolon(SourceRange range) {
  if (!range.valid())
    return {};
  const std::string &bytes = range.file->bytes;
  if (range.end > range.begin && bytes[range.end - 1] == ';')
    return range;
  while (range.end < bytes.size() &&
         (bytes[range.end] == ' ' || bytes[range.end] == '\t' || bytes[range.end] == '\n' || bytes[range.end] == '\r'))
    ++range.end;
  if (range.end >= bytes.size() || bytes[range.end] != ';')
    return {};
  ++range.end;
  return range;
}

unsigned Lowering::offsetOf(clang::SourceLocation location) {
  return sources.getDecomposedLoc(sources.getFileLoc(location)).second;
}

Location Lowering::locationOf(clang::SourceLocation location) {
  if (location.isInvalid())
    return {};
  const auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(location));
  return fileFor(file)->location(offset);
}

Location Lowering::macroBodyOf(clang::SourceLocation token) {
  if (!token.isMacroID() || sources.isMacroArgExpansion(token))
    return {};
  const auto [file, offset] = sources.getDecomposedLoc(sources.getSpellingLoc(token));
  return sources.getFileEntryRefForID(file) ? fileFor(file)->location(offset) : Location();
}

bool Lowering::isQuoted(clang::SourceRange tokens) const {
  for (clang::SourceLocation l : {tokens.getBegin(), tokens.getEnd()})
    for (; l.isMacroID(); l = sources.getImmediateMacroCallerLoc(l))
      if (macros.quoting.count(clang::Lexer::getImmediateMacroName(l, sources, context.getLangOpts()).str()))
        return true;
  return false;
}

std::string Lowering::macroAt(clang::SourceRange tokens) {
  for (clang::SourceLocation l : {tokens.getBegin(), tokens.getEnd()})
    if (l.isMacroID())
      return clang::Lexer::getImmediateMacroName(l, sources, context.getLangOpts()).str();
  return {};
}
