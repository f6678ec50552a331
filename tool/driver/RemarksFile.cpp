//===- RemarksFile.cpp - remarks as LLVM's tools read them -----------------===//

#include "driver/RemarksFile.h"

#include "llvm/Remarks/Remark.h"
#include "llvm/Remarks/RemarkFormat.h"
#include "llvm/Remarks/RemarkSerializer.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <deque>

using namespace rewrite;
using namespace rewrite::driver;

namespace {

/// LLVM's remarks only refer to their strings.
class Converter {
public:
  explicit Converter(const DisplayPaths &shown) : shown(shown) {}

  llvm::remarks::Remark operator()(const Remark &from) {
    llvm::remarks::Remark to;
    to.RemarkType = typeOf(from.kind);
    to.PassName = keep(from.pass);
    // The kind of remark, for tools that count: why something was kept, otherwise the pass once more.
    to.RemarkName = keep(from.reason.empty() ? from.pass : from.reason);
    to.FunctionName = keep(from.function.empty() ? "<none>" : from.function);
    to.Loc = place(from.where);
    to.Args.push_back(argument("String", from.message));
    for (const Note &note : from.notes) {
      to.Args.push_back(argument("Note", "; " + note.message));
      to.Args.back().Loc = place(note.where);
    }
    return to;
  }

private:
  const DisplayPaths &shown;
  std::deque<std::string> strings;

  static llvm::remarks::Type typeOf(Remark::Kind kind) {
    switch (kind) {
    case Remark::Kind::Applied:
      return llvm::remarks::Type::Passed;
    case Remark::Kind::Missed:
      return llvm::remarks::Type::Missed;
    case Remark::Kind::Analysis:
      break;
    }
    return llvm::remarks::Type::Analysis;
  }

  llvm::StringRef keep(const std::string &text) { return strings.emplace_back(llvm::json::fixUTF8(text)); }
  llvm::remarks::RemarkLocation place(const Location &where) {
    return {keep(shown(where.file)), where.line, where.column};
  }
  llvm::remarks::Argument argument(const char *key, const std::string &text) {
    llvm::remarks::Argument argument;
    argument.Key = key;
    argument.Val = keep(text);
    return argument;
  }
};

} // namespace

std::string driver::remarksFile(const std::vector<Outcome> &outcomes, const DisplayPaths &shown) {
  std::string out;
  llvm::raw_string_ostream stream(out);
  const auto serializer = llvm::cantFail(llvm::remarks::createRemarkSerializer(llvm::remarks::Format::YAML, stream));
  for (const Outcome &outcome : outcomes)
    for (const Remark &remark : outcome.remarks)
      serializer->emit(Converter(shown)(remark));
  return out;
}
