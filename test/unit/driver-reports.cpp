//===- driver-reports.cpp - fixes, SARIF, remarks as files ------------------===//

#include "driver.h"

#include "driver/ExportFixes.h"
#include "driver/Fixes.h"
#include "driver/RemarksFile.h"
#include "driver/Sarif.h"
#include "driver/SarifText.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace rewrite;
using namespace rewrite::driver;
using namespace rewrite::driver::test;
namespace json = llvm::json;

namespace {

/// Two functions, f with two things done and one kept, g with one done.
Outcome twoFunctions() {
  Outcome o;
  o.source = "/src/a.cpp";
  o.before = "void f() { a; b; }\nvoid g() { c; }\n";
  o.functions = {{0, 18}, {19, 34}};
  o.edits = {{11, 1, "A"}, {14, 1, "B"}, {30, 1, "C"}};
  const auto remark = [](Remark::Kind kind, const char *reason, unsigned line, unsigned column) {
    return Remark{kind, "fold-no-op-reshape", reason, line == 1 ? "f" : "g", {"/src/a.cpp", line, column}, "said", {}};
  };
  o.remarks = {remark(Remark::Kind::Missed, "different-signature", 1, 6), remark(Remark::Kind::Applied, "", 1, 12),
               remark(Remark::Kind::Applied, "", 1, 15), remark(Remark::Kind::Applied, "", 2, 12)};
  return o;
}

TEST(DriverFixes, TheEditsOfAFunctionHangOnItsFirstRewrite) {
  const std::vector<Fix> fixes = fixesOf(twoFunctions());
  ASSERT_EQ(fixes.size(), 2u);
  EXPECT_EQ(fixes[0].remark, 1u);
  EXPECT_EQ(fixes[0].edits.size(), 2u);
  EXPECT_EQ(fixes[1].remark, 3u);
  EXPECT_EQ(fixes[1].edits, (std::vector<Edit>{{30, 1, "C"}}));
}

TEST(DriverFixes, AnEditOutsideOfFunctionsKeepsAllTogether) {
  Outcome o = twoFunctions();
  o.edits.push_back({35, 0, "end"});
  const std::vector<Fix> fixes = fixesOf(o);
  ASSERT_EQ(fixes.size(), 1u);
  EXPECT_EQ(fixes[0].remark, 1u);
  EXPECT_EQ(fixes[0].edits, o.edits);
  o.edits = {{17, 3, "over the border"}};
  EXPECT_EQ(fixesOf(o).size(), 1u);
  o.edits = {};
  EXPECT_EQ(fixesOf(o).size(), 0u);
}

TEST(DriverFixes, AnEditOfAFunctionThatNoRemarkIsInKeepsAllTogether) {
  Outcome o = twoFunctions();
  o.remarks.pop_back();
  ASSERT_EQ(fixesOf(o).size(), 1u);
  EXPECT_EQ(fixesOf(o)[0].edits, o.edits);
}

TEST(DriverFixes, Yaml) {
  std::string yaml;
  EXPECT_FALSE(exportFixes({twoFunctions()}, yaml));
  EXPECT_TRUE(contains(yaml, "MainSourceFile:  '/src/a.cpp'\n"));
  EXPECT_TRUE(contains(yaml, "DiagnosticName:  pto-fold-no-op-reshape\n"));
  EXPECT_TRUE(contains(yaml, "      Replacements:    []\n")) << "the second thing that was done in f";
  EXPECT_FALSE(contains(yaml, "FileOffset:      5\n")) << "what was kept has no fix";
  Outcome o = twoFunctions();
  o.edits = {{11, 1, "caf\xe9"}};
  const Failure failure = exportFixes({o}, yaml);
  EXPECT_TRUE(contains(failure.message, "the new text at byte 11 of '/src/a.cpp' is not UTF-8"));
}

SourceFile fileOf(const std::string &bytes) {
  Outcome o;
  o.source = "/src/a.cpp";
  o.before = bytes;
  return linesOf(o);
}

std::string textOf(json::Object object) { return llvm::formatv("{0}", json::Value(std::move(object))); }

TEST(DriverSarif, ColumnsCountCharacters) {
  const auto column = [](const std::string &bytes, unsigned at) {
    return *sarif::regionAt({"/src/a.cpp", 1, at}, fileOf(bytes)).getInteger("startColumn");
  };
  EXPECT_EQ(column("int x;\n", 5), 5);
  EXPECT_EQ(column("/* caf\xc3\xa9 \xe2\x86\x92 */ x;\n", 16), 13);
  EXPECT_EQ(column("\xef\xbb\xbfint x;\n", 8), 5) << "a byte order mark is no character";
  EXPECT_EQ(*sarif::regionAt({"/src/b.h", 3, 9}, fileOf("")).getInteger("startColumn"), 9) << "of another file";
}

TEST(DriverSarif, EditsAreTextWhereTheSourceIs) {
  EXPECT_EQ(textOf(sarif::replacement({7, 2, "x\n"}, fileOf("int a;\nint b;\n"))),
            R"({"deletedRegion":{"endColumn":3,"endLine":2,"startColumn":1,"startLine":2},)"
            R"("insertedContent":{"text":"x\n"}})");
  EXPECT_EQ(textOf(sarif::replacement({2, 1, "\xe9"}, fileOf("//\xe9\n"))),
            R"({"deletedRegion":{"byteLength":1,"byteOffset":2},"insertedContent":{"binary":"6Q=="}})");
}

TEST(DriverSarif, PathsAreUris) {
  EXPECT_EQ(sarif::uriOf("/a b/sch\xc3\xa9#1%.cpp"), "/a%20b/sch%C3%A9%231%25.cpp");
  EXPECT_EQ(textOf(sarif::artifactLocation("/src/k/a.cpp", "/src")), R"({"uri":"k/a.cpp","uriBaseId":"SRCROOT"})");
  EXPECT_EQ(textOf(sarif::artifactLocation("/other/a.cpp", "/src")), R"({"uri":"file:///other/a.cpp"})");
}

json::Object runOf(const std::vector<Outcome> &outcomes, const RunEnd &end) {
  json::Value log = llvm::cantFail(json::parse(sarifLog(outcomes, end, "/src")));
  return *log.getAsObject()->getArray("runs")->front().getAsObject();
}

TEST(DriverSarif, ResultsAreRemarksAndFixesHangOnThem) {
  const json::Object run = runOf({twoFunctions()}, {});
  const json::Array &results = *run.getArray("results");
  ASSERT_EQ(results.size(), 4u);
  EXPECT_EQ(results[0].getAsObject()->getString("ruleId"), "fold-no-op-reshape/different-signature");
  EXPECT_FALSE(results[0].getAsObject()->getArray("fixes"));
  EXPECT_TRUE(results[1].getAsObject()->getArray("fixes"));
  EXPECT_FALSE(results[2].getAsObject()->getArray("fixes"));
  EXPECT_TRUE(results[3].getAsObject()->getArray("fixes"));
  EXPECT_FALSE(runOf({twoFunctions()}, {Ok, true, {}}).getArray("results")->front().getAsObject()->getArray("fixes"))
      << "they were made";
  const json::Array &rules = *run.getObject("tool")->getObject("driver")->getArray("rules");
  ASSERT_EQ(rules.size(), 2u);
  EXPECT_TRUE(rules[1].getAsObject()->getObject("help")->getString("text"));
}

TEST(DriverSarif, WhatWentWrongIsANotification) {
  Outcome bad;
  bad.source = "/src/bad.cpp";
  bad.exit = SourceErrors;
  bad.diagnostics = "bad.cpp:1:1: error: caf\xe9\n";
  const json::Object run = runOf({bad}, {SourceErrors, false, {}});
  const json::Object &end = *run.getArray("invocations")->front().getAsObject();
  EXPECT_EQ(end.getBoolean("executionSuccessful"), false);
  EXPECT_EQ(end.getInteger("exitCode"), 65);
  EXPECT_EQ(end.getArray("toolExecutionNotifications")->front().getAsObject()->getString("level"), "error");
  EXPECT_FALSE(run.getArray("artifacts")->front().getAsObject()->getObject("hashes"));
}

TEST(DriverRemarksFile, IsWhatClangWrites) {
  Outcome o = twoFunctions();
  o.remarks.resize(1);
  o.remarks[0].notes = {{{"/src/a.cpp", 2, 1}, "see here"}};
  EXPECT_EQ(remarksFile({o}, {}), "--- !Missed\n"
                                  "Pass:            fold-no-op-reshape\n"
                                  "Name:            different-signature\n"
                                  "DebugLoc:        { File: '/src/a.cpp', Line: 1, Column: 6 }\n"
                                  "Function:        f\n"
                                  "Args:\n"
                                  "  - String:          said\n"
                                  "  - Note:            '; see here'\n"
                                  "    DebugLoc:        { File: '/src/a.cpp', Line: 2, Column: 1 }\n"
                                  "...\n");
}

TEST(DriverReports, AreWrittenWithTheSourcesOrNotAtAll) {
  Scratch scratch;
  const std::string a = scratch.write("a.cpp", "int old;\nint x;\n");
  EXPECT_EQ(Tool({"-i", "--sarif=" + a + "/log", a, "--"}).exit, CannotWrite);
  EXPECT_EQ(scratch.read("a.cpp"), "int old;\nint x;\n");
  EXPECT_EQ(Tool({"-i", "--sarif=" + (scratch / "log"), a, "--"}).exit, Ok);
  EXPECT_EQ(scratch.read("a.cpp"), "int new;\nint x;\n");
  EXPECT_TRUE(contains(scratch.read("log"), "\"outcome\": \"rewritten\""));
}

TEST(DriverReports, AreWrittenAlthoughASourceHasErrorsButNoFixesAre) {
  Scratch scratch;
  const std::string a = scratch.write("a.cpp", "int old;\nint x;\n"), bad = scratch.write("bad.cpp", "ERROR");
  const std::string log = "--sarif=" + (scratch / "log"), fixes = "--export-fixes=" + (scratch / "fixes");
  EXPECT_EQ(Tool({fixes, log, a, bad, "--"}).exit, SourceErrors);
  EXPECT_TRUE(contains(scratch.read("log"), "error: so it is"));
  EXPECT_FALSE(std::filesystem::exists(scratch / "fixes"));
  EXPECT_EQ(Tool({"--keep-going", fixes, log, a, bad, "--"}).exit, SourceErrors);
  EXPECT_TRUE(contains(scratch.read("fixes"), "ReplacementText: new"));
}

TEST(DriverReports, OneThingAtMostGoesToStandardOutput) {
  Scratch scratch;
  const std::string a = scratch.write("a.cpp", "int old;\n");
  const Tool log({"--sarif=-", a, "--"});
  llvm::Expected<json::Value> parsed = json::parse(log.out);
  EXPECT_TRUE(static_cast<bool>(parsed)) << log.out;
  llvm::consumeError(parsed.takeError());
  EXPECT_EQ(Tool({"--remarks-file=-", a, "--"}).out.substr(0, 3), "---");
  const Tool both({"--sarif=-", "--diff", a, "--"});
  EXPECT_EQ(both.exit, UsageError);
  EXPECT_TRUE(contains(both.err, "--diff and --sarif both go to standard output; give one of them a file"));
}

TEST(DriverReports, NothingIsWrittenOverAnotherThing) {
  Scratch scratch;
  const std::string a = scratch.write("a.cpp", "int old;\n");
  const Tool source({"--sarif=" + a, a, "--"});
  EXPECT_EQ(source.exit, UsageError);
  EXPECT_TRUE(contains(source.err, "--sarif would overwrite the source '" + a + "'"));
  const Tool same({"-o", scratch / "x", "--remarks-file=" + scratch.path + "/./x", a, "--"});
  EXPECT_TRUE(contains(same.err, "--remarks-file would overwrite what -o writes"));
  EXPECT_EQ(Tool({"-o", "/dev/null", "--sarif=/dev/null", a, "--"}).exit, Ok);
}

} // namespace
