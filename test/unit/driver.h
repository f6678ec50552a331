//===- driver.h - what the tests of the driver share -------------*- C++ -*-===//

#ifndef PTO_TEST_DRIVER_H
#define PTO_TEST_DRIVER_H

#include "driver/Driver.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <sys/stat.h>

namespace rewrite::driver::test {

/// A fresh directory that goes away with the test.
class Scratch {
public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "pto-XXXXXX").string();
    path = std::filesystem::canonical(::mkdtemp(name.data())).string();
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }

  std::string operator/(const std::string &name) const { return path + "/" + name; }

  std::string write(const std::string &name, const std::string &bytes) const {
    std::filesystem::create_directories(std::filesystem::path(*this / name).parent_path());
    std::ofstream(*this / name, std::ios::binary) << bytes;
    return *this / name;
  }

  std::string read(const std::string &name) const {
    std::ifstream file(*this / name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path), {}));
  }

  std::string path;
};

/// Stands in for the rewriter: replaces the first "old" by "new"; the words
/// ERROR, VERIFY and LIE in a source make it behave accordingly, and it crashes on
/// crash.cpp.
inline UnitResult replaceOld(const CompileCommand &command, const RewriteOptions &options) {
  if (command.file.ends_with("crash.cpp"))
    std::abort(); // before anything is allocated: a crash cannot give it back
  UnitResult result;
  std::ifstream file(command.file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string real = std::filesystem::canonical(command.file).string();
  const auto says = [&](const char *word) { return text.find(word) != text.npos; };
  if (says("ERROR")) {
    result.status = UnitResult::Status::SourceErrors;
    result.diagnostics = command.file + ":1:1: error: so it is\n";
    return result;
  }
  if (says("VERIFY")) {
    result.status = UnitResult::Status::VerifyFailed;
    return result;
  }
  const std::size_t at = text.find("old");
  result.inputs = {real, "/usr/include/some header.h"};
  const auto match = [&](unsigned line, unsigned column) { return Match{"fold-no-op-reshape", {real, line, column}}; };
  if (says("LIE"))
    result.matches = {match(1, 5)};
  result.files = {{real, text, text, {}, {}, 0, {}}};
  if (at == text.npos || options.pipeline.empty())
    return result;

  for (const Kept &kept : options.kept)
    if (kept.file == real && kept.where.contains(at)) {
      result.remarks = {
          {Remark::Kind::Missed, "fold-no-op-reshape", "config-dependent", "f", {real, 1, 5}, kept.why, {}}};
      result.matches = {match(1, 5)};
      return result;
    }

  // With -DNEWER another text comes out.
  std::string word = "new";
  for (const std::string &argument : command.arguments)
    if (argument == "-DNEWER")
      word = "newer";
  std::string after = text;
  after.replace(at, 3, word);
  result.files = {{real, text, after, {{at, 3, word}}, {{0, text.size()}}, 1, {}}};
  result.matches = {match(1, 5), match(2, 7)};
  result.inactive = {{real, {{2, 3}, {6, 10}}}};
  result.remarks = {
      {Remark::Kind::Applied, "fold-no-op-reshape", "", "f", {real, 1, 5}, "old is new", {}},
      {Remark::Kind::Missed,
       "fold-no-op-reshape",
       "different-storage",
       "f",
       {real, 2, 7},
       "kept",
       {{{real, 1, 1}, "see here"}}},
  };
  if (!options.printAfter.empty())
    result.stages = {{"fold-no-op-reshape", after}};
  return result;
}

/// One run of the driver.
struct Tool {
  explicit Tool(const std::vector<std::string> &arguments, const Rewriter &rewriter = replaceOld) {
    llvm::raw_string_ostream outStream(out), errStream(err);
    exit = driver::run("/nowhere/bin/pto-rewrite", arguments, outStream, errStream, rewriter);
  }

  Exit exit;
  std::string out, err;
};

inline ::testing::AssertionResult contains(const std::string &text, const std::string &part) {
  if (text.find(part) != text.npos)
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "'" << part << "' is not in:\n" << text;
}

} // namespace rewrite::driver::test

#endif
