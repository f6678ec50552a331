//===- PassInfo.h - what a pass declares about itself, once ------*- C++ -*-===//
//
// The registry, --list-passes, --explain, the pipeline parser, the documentation
// pages and the clang-tidy checks are all made from these declarations.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_REWRITE_PASSINFO_H
#define PTO_REWRITE_PASSINFO_H

#include <string>
#include <string_view>
#include <vector>

namespace rewrite {

struct PassStep;

/// How close the rewritten program is to the original one.
enum class Exactness {
  Bitwise,  ///< the same bits
  Refine,   ///< only values that the DSL calls indeterminate may differ
  Rounding, ///< results may differ by rounding; needs the matching --allow=
};

std::string_view spelling(Exactness exactness);

/// Why a pass kept the code. `code` is what -Rpass-missed prints and --explain takes.
struct ReasonInfo {
  std::string code;
  std::string summary; ///< one sentence: what is in the way
  std::string remedy;  ///< one sentence: what the user can do about it; may be empty
};

struct OptionInfo {
  enum class Type {
    Flag,
    Integer,
    Integers, ///< a list: 0,2
    String,
    Loop, ///< the PTO_TAG of a loop
    Op,   ///< the PTO_TAG of a statement: its ops, and all in it
  };

  std::string name;
  Type type = Type::Flag;
  std::string help;
  bool required = false;
  std::vector<std::string> choices = {}; ///< String: the values that there are; empty: any
  long least = 0, most = 1 << 30;        ///< Integer, Integers
};

struct PassInfo {
  std::string name;    ///< kebab case, the seed's name
  std::string summary; ///< one line
  std::string origin;  ///< "PyPTO FoldNoOpReshape"
  Exactness exactness = Exactness::Bitwise;
  std::string allow = {}; ///< the class that --allow= must name before results may be rounded otherwise; empty: never
  std::string optIn = {}; ///< another class, that predefined pipelines do not allow by naming the pass
  bool preparesOnly = false; ///< where the steps that go as a whole end in nothing, what it did is taken back, too
  std::string matches;       ///< prose for the page: what it looks for
  std::string holds;         ///< prose for the page: what must be true
  std::string before;        ///< C++ example; tested
  std::string after;
  std::string example = {}; ///< the options that make `before` become `after`: "type=f32 op=contract"
  std::vector<ReasonInfo> reasons;
  std::vector<OptionInfo> options;
  std::string (*conflict)(const PassStep &step) =
      nullptr; ///< what is wrong with options that are right one by one, or ""

  const ReasonInfo *reason(std::string_view code) const;
  const OptionInfo *option(std::string_view name) const;
};

/// All passes of this build, sorted by name.
const std::vector<const PassInfo *> &allPasses();
const PassInfo *findPass(std::string_view name);

/// Reasons that any pass can give because they come from the text of the file,
/// not from the kernel: macro, comment, preprocessor, ...
const std::vector<ReasonInfo> &commonReasons();

} // namespace rewrite

#endif
