//===- driver-agreement.cpp - several units and the files they share -------===//

#include "driver.h"

#include "driver/Agreement.h"
#include "driver/Batch.h"

using namespace rewrite;
using namespace rewrite::driver;
using namespace rewrite::driver::test;

namespace {

const std::string bytes = "0123456789abcdefghij";
constexpr Stretch f{0, 8}, g{10, 18};

/// Units 0, 1, ... that share the file /h, each with its functions and edits there.
struct Shared {
  std::vector<Job> jobs;
  std::vector<Unit> units;
  std::vector<UnitOutcome> outcomes;

  explicit Shared(std::size_t count) : jobs(count), outcomes(count) {
    for (std::size_t i = 0; i < count; ++i) {
      jobs[i] = {"/" + std::to_string(i) + ".cpp", {{"/", "/" + std::to_string(i) + ".cpp", {"c++"}}}};
      outcomes[i].inputs = {"/h"};
    }
    for (const Job &job : jobs)
      units.push_back({&job, &job.commands[0]});
  }

  void says(std::size_t unit, std::vector<Stretch> functions, std::vector<Edit> edits) {
    outcomes[unit].files.push_back({"/h", bytes, applied(edits), std::move(edits), std::move(functions), 1, {}});
  }
  Agreement agree() const { return driver::agree(units, outcomes, DisplayPaths()); }

  static std::string applied(const std::vector<Edit> &edits) {
    std::string text = bytes;
    for (auto e = edits.rbegin(); e != edits.rend(); ++e)
      text.replace(e->offset, e->length, e->text);
    return text;
  }
};

TEST(DriverAgreement, EqualEditsAreMadeOnceInsertionsIncluded) {
  Shared shared(3);
  for (std::size_t i = 0; i < 3; ++i)
    shared.says(i, {f, g}, {{2, 0, "X"}, {12, 1, "Y"}});
  const Agreement a = shared.agree();
  EXPECT_TRUE(a.objections.empty());
  EXPECT_EQ(a.files.at("/h").after, "01X23456789abYdefghij");
  EXPECT_TRUE(unseenTexts(a, shared.outcomes).empty());
}

TEST(DriverAgreement, WhoHasNoFunctionThereDoesNotMind) {
  Shared shared(3);
  shared.says(0, {f}, {{2, 0, "X"}});
  shared.says(1, {g}, {{12, 1, "Y"}});
  const Agreement a = shared.agree(); // 2 reads the header and sees no kernel in it
  EXPECT_TRUE(a.objections.empty());
  EXPECT_EQ(a.files.at("/h").after, "01X23456789abYdefghij");
  EXPECT_EQ(unseenTexts(a, shared.outcomes).size(), 3u) << "it is new to all of them";
}

TEST(DriverAgreement, WhoHasTheFunctionAndNoEditObjects) {
  Shared shared(3);
  shared.says(0, {f, g}, {{2, 0, "X"}, {12, 1, "Y"}});
  shared.says(1, {f, g}, {{12, 1, "Y"}});
  shared.says(2, {f, g}, {{12, 1, "Y"}});
  const Agreement a = shared.agree();
  ASSERT_EQ(a.objections.size(), 1u);
  EXPECT_EQ(a.objections[0].where, f);
  EXPECT_EQ(a.objections[0].why, "kept: it would be rewritten for /0.cpp, but not for /1.cpp");
  EXPECT_EQ(a.objected, std::set<std::size_t>{0});
  EXPECT_EQ(a.files.at("/h").after, "0123456789abYdefghij");
}

TEST(DriverAgreement, DifferentTextsObject) {
  Shared shared(2);
  shared.says(0, {f}, {{2, 0, "X"}});
  shared.says(1, {f}, {{2, 0, "Z"}});
  const Agreement a = shared.agree();
  ASSERT_EQ(a.objections.size(), 1u);
  EXPECT_EQ(a.objections[0].why, "kept: /0.cpp and /1.cpp would have it rewritten differently");
  EXPECT_EQ(a.objected.size(), 2u);
  EXPECT_EQ(a.files.at("/h").after, bytes);
}

TEST(DriverAgreement, AFunctionOfAnotherExtentObjects) {
  Shared shared(2);
  shared.says(0, {f}, {{2, 0, "X"}});
  shared.says(1, {{4, 9}}, {});
  EXPECT_EQ(shared.agree().objections.size(), 1u);
}

TEST(DriverAgreement, IncludesOfBothAndNoOtherLooseEdits) {
  Shared shared(2);
  shared.says(0, {f}, {{9, 0, "#include <b>\n"}});
  shared.says(1, {f}, {{9, 0, "#include <a>\n"}});
  EXPECT_EQ(shared.agree().files.at("/h").after, "012345678#include <a>\n#include <b>\n9abcdefghij");
  Shared other(2);
  other.says(0, {f}, {{9, 0, "template <>"}});
  other.says(1, {f}, {{9, 0, "template<>"}});
  EXPECT_FALSE(other.agree().objections.empty());
}

TEST(DriverAgreement, AUnitWithErrorsKeepsTheHeadersThatItReads) {
  Shared shared(2);
  shared.says(0, {f}, {{2, 0, "X"}});
  shared.outcomes[1].exit = SourceErrors;
  const Agreement a = shared.agree();
  ASSERT_EQ(a.objections.size(), 1u);
  EXPECT_EQ(a.objections[0].why, "kept: /1.cpp has errors");
  shared.outcomes[1].inputs = {"/other"};
  EXPECT_TRUE(shared.agree().objections.empty());
  shared.outcomes[1].inputs = {}; // it crashed
  EXPECT_FALSE(shared.agree().objections.empty());
}

TEST(DriverAgreement, AFileThatChangedMeanwhileStopsTheRun) {
  Shared shared(2);
  shared.says(0, {f}, {});
  shared.says(1, {f}, {});
  shared.outcomes[1].files[0].before = "other";
  EXPECT_EQ(shared.agree().failure.code, CannotWrite);
}

/// Edits the shared header, too: once for each source that does not say KEEP; NOISE does not compile with it.
UnitResult editHeader(const CompileCommand &command, const RewriteOptions &options) {
  UnitResult result = replaceOld(command, options);
  const std::string header = std::filesystem::path(command.file).parent_path() / "h.h";
  std::ifstream file(command.file);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  result.inputs = {command.file, header};
  const auto says = [&](const char *word) { return text.find(word) != text.npos; };
  if (options.texts.count(header) && says("NOISE")) {
    result.status = UnitResult::Status::SourceErrors;
    return result;
  }
  bool kept = says("KEEP") || says("NOISE") || options.pipeline.empty();
  for (const Kept &each : options.kept)
    kept |= each.file == header;
  if (says("NOISE"))
    return result;
  result.files.push_back({header, "head", kept ? "head" : "HEAD", {}, {{0, 4}}, 1, {}});
  if (!kept) {
    result.files.back().edits = {{0, 4, "HEAD"}};
    result.remarks.push_back({Remark::Kind::Applied, "fold-no-op-reshape", "", "h", {header, 1, 1}, "HEAD", {}});
    result.matches.push_back({"fold-no-op-reshape", {header, 1, 1}});
    std::sort(result.matches.begin(), result.matches.end());
  }
  return result;
}

TEST(DriverAgreement, AHeaderIsWrittenOnce) {
  Scratch scratch;
  const std::string h = scratch.write("h.h", "head"), a = scratch.write("a.cpp", "old"), b = scratch.write("b.cpp", "");
  const Tool run({"-i", "--headers", "--source-root=" + scratch.path, "-Rpass=.", "--stats", a, b, "--"}, editHeader);
  EXPECT_EQ(run.exit, Ok) << run.err;
  EXPECT_EQ(scratch.read("h.h"), "HEAD");
  EXPECT_EQ(scratch.read("a.cpp"), "new");
  EXPECT_EQ(run.err.find("HEAD"), run.err.rfind("HEAD")) << "one remark";
  EXPECT_TRUE(contains(run.err, "       1  headers with kernels, 1 of them changed\n"));
  EXPECT_EQ(Tool({"-o", a, "--headers", a, "--"}, editHeader).exit, UsageError);
}

TEST(DriverAgreement, AnObjectionKeepsTheHeaderOnly) {
  Scratch scratch;
  const std::string h = scratch.write("h.h", "head"), a = scratch.write("a.cpp", "old"),
                    b = scratch.write("b.cpp", "KEEP");
  const Tool run({"-i", "--headers", "--source-root=" + scratch.path, a, b, "--"}, editHeader);
  EXPECT_EQ(run.exit, Ok) << run.err;
  EXPECT_EQ(scratch.read("h.h"), "head");
  EXPECT_EQ(scratch.read("a.cpp"), "new");
  EXPECT_TRUE(contains(run.err, "h.h:1: warning: kept: it would be rewritten for " + a + ", but not for " + b));
}

TEST(DriverAgreement, WhatDoesNotCompileForAnotherSourceIsNotWritten) {
  Scratch scratch;
  const std::string h = scratch.write("h.h", "head"), a = scratch.write("a.cpp", "old"),
                    b = scratch.write("b.cpp", "NOISE");
  std::vector<std::string> arguments = {"-i", "--headers", "--source-root=" + scratch.path, a, b, "--"};
  const Tool run(arguments, editHeader);
  EXPECT_EQ(run.exit, VerifyFailed);
  EXPECT_EQ(scratch.read("h.h"), "head");
  EXPECT_EQ(scratch.read("a.cpp"), "old");
  arguments.insert(arguments.begin(), "--keep-going");
  EXPECT_EQ(Tool(arguments, editHeader).exit, VerifyFailed);
  EXPECT_EQ(scratch.read("h.h"), "head");
  EXPECT_EQ(scratch.read("a.cpp"), "new");
}

} // namespace
