//===- driver-run.cpp - whole runs with a stand-in for the rewriter --------===//

#include "driver.h"

#include "llvm/Support/CrashRecoveryContext.h"

using namespace rewrite;
using namespace rewrite::driver;
using namespace rewrite::driver::test;

namespace {

const std::string oldText = "int old;\nint x;\n", newText = "int new;\nint x;\n";

TEST(DriverRun, OneSourceGoesToStandardOutput) {
  Scratch scratch;
  const std::string source = scratch.write("a.cpp", oldText);
  const Tool run({source, "--"});
  EXPECT_EQ(run.exit, Ok);
  EXPECT_EQ(run.out, newText);
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(scratch.read("a.cpp"), oldText);
}

TEST(DriverRun, LevelZeroAndTheEmptyPipelineAreTheIdentity) {
  Scratch scratch;
  const std::string source = scratch.write("a.cpp", oldText);
  EXPECT_EQ(Tool({"-O0", source, "--"}).out, oldText);
  EXPECT_EQ(Tool({"--passes=", source, "--"}).out, oldText);
  EXPECT_EQ(Tool({"--passes=@O0", source, "--"}).out, oldText);
  EXPECT_EQ(Tool({"-O1", source, "--"}).out, newText);
}

TEST(DriverRun, SeveralSourcesNeedAPlace) {
  Scratch scratch;
  const std::string a = scratch.write("a.cpp", oldText), b = scratch.write("b.cpp", oldText);
  const Tool run({a, b, "--"});
  EXPECT_EQ(run.exit, UsageError);
  EXPECT_TRUE(contains(run.err, "2 sources do not fit on standard output: use --output-dir=DIR, -i"));
  EXPECT_EQ(Tool({"-o", scratch / "c.cpp", a, b, "--"}).exit, UsageError);
  EXPECT_EQ(Tool({a, scratch.path + "/./a.cpp", "--"}).exit, Ok) << "one file named twice is one source";
}

TEST(DriverRun, InPlaceWritesOnlyWhatChanged) {
  Scratch scratch;
  const std::string a = scratch.write("a.cpp", oldText), b = scratch.write("b.cpp", "int x;\n");
  const auto time = std::filesystem::last_write_time(b);
  EXPECT_EQ(Tool({"-i", a, b, "--"}).exit, Ok);
  EXPECT_EQ(scratch.read("a.cpp"), newText);
  EXPECT_EQ(scratch.read("b.cpp"), "int x;\n");
  EXPECT_EQ(std::filesystem::last_write_time(b), time);
}

TEST(DriverRun, OutputFileAndDepFile) {
  Scratch scratch;
  const std::string a = scratch.write("a.cpp", oldText);
  EXPECT_EQ(Tool({"-o", scratch / "out/b.cpp", "--dep-file=" + (scratch / "b.d"), a, "--"}).exit, Ok);
  EXPECT_EQ(scratch.read("out/b.cpp"), newText);
  EXPECT_EQ(scratch.read("b.d"), (scratch / "out/b.cpp") + ": \\\n  " + a + " \\\n  /usr/include/some\\ header.h\n");
}

TEST(DriverRun, OutputDirMirrorsTheRoot) {
  Scratch scratch;
  const std::string a = scratch.write("src/k/a.cpp", oldText), b = scratch.write("src/b.cpp", "int x;\n");
  EXPECT_EQ(Tool({"--output-dir=" + (scratch / "out"), "--source-root=" + (scratch / "src"), a, b, "--"}).exit, Ok);
  EXPECT_EQ(scratch.read("out/k/a.cpp"), newText);
  EXPECT_EQ(scratch.read("out/b.cpp"), "int x;\n") << "unchanged sources go there too";
  const Tool outside({"--output-dir=" + (scratch / "out"), "--source-root=" + (scratch / "src/k"), b, "--"});
  EXPECT_EQ(outside.exit, UsageError);
  EXPECT_TRUE(contains(outside.err, "is not below"));
  const Tool over({"--output-dir=" + (scratch / "src"), "--source-root=" + (scratch / "src"), b, "--"});
  EXPECT_TRUE(contains(over.err, "would overwrite"));
}

TEST(DriverRun, DiffAndCheck) {
  Scratch scratch;
  const std::string a = scratch.write("a.cpp", oldText), b = scratch.write("b.cpp", "int x;\n");
  const Tool diff({"--diff", a, b, "--"});
  EXPECT_EQ(diff.exit, Ok);
  EXPECT_EQ(diff.out, "--- " + a + "\n+++ " + a + "\n@@ -1,2 +1,2 @@\n-int old;\n+int new;\n int x;\n");
  const Tool check({"--check", a, b, "--"});
  EXPECT_EQ(check.exit, WouldChange);
  EXPECT_EQ(check.out, "");
  EXPECT_EQ(check.err, a + ": would be rewritten\n");
  EXPECT_EQ(Tool({"--check", b, "--"}).exit, Ok);
  const Tool both({"--check", "--diff", a, "--"});
  EXPECT_EQ(both.exit, WouldChange);
  EXPECT_EQ(both.out, diff.out);
  EXPECT_EQ(scratch.read("a.cpp"), oldText);
}

TEST(DriverRun, RemarksInClangsForm) {
  Scratch scratch;
  const std::string a = scratch.write("a.cpp", oldText);
  EXPECT_EQ(Tool({"--check", "-Rpass=.", a, "--"}).err,
            a + ":1:5: remark: old is new [-Rpass=fold-no-op-reshape]\n" + a + ": would be rewritten\n");
  EXPECT_EQ(Tool({"--diff", "-Rpass-missed=reshape", a, "--"}).err,
            a + ":2:7: remark: kept [-Rpass-missed=fold-no-op-reshape,different-storage]\n" + a +
                ":1:1: note: see here\n");
  EXPECT_EQ(Tool({"--diff", "-Rpass-missed=different-storage", a, "--"}).err.empty(), false);
  EXPECT_EQ(Tool({"--diff", "-Rpass=fuse", "-Rpass-missed=fuse", "-Rpass-analysis=.", a, "--"}).err, "");
}

TEST(DriverRun, Stats) {
  Scratch scratch;
  const std::string a = scratch.write("a.cpp", oldText), b = scratch.write("b.cpp", "int x;\n");
  EXPECT_EQ(Tool({"--diff", "--stats", a, b, "--"}).err,
            "statistics:\n"
            "       2  sources, 1 of them changed\n"
            "       1  functions seen\n"
            "       2  places matched\n"
            "       1  rewritten\n"
            "       1    fold-no-op-reshape\n"
            "       1  declined\n"
            "       1    fold-no-op-reshape, different-storage\n"
            "       5  lines in #if branches that no configuration takes: not looked at\n"
            "       1  configuration looked at, of the arguments after --\n"
            "       2    -std=c++20\n");
}

TEST(DriverRun, StagesArePrinted) {
  Scratch scratch;
  const std::string a = scratch.write("a.cpp", oldText);
  EXPECT_EQ(Tool({"--print-after-all", "-o", "/dev/null", a, "--"}).err,
            "// ---- " + a + " after fold-no-op-reshape ----\n" + newText);
  EXPECT_EQ(Tool({"--print-after=fold-no-op-reshape", "-o", "/dev/null", a, "--"}).exit, Ok);
  const Tool unknown({"--print-after=fold-no-op-reshap", a, "--"});
  EXPECT_EQ(unknown.exit, UsageError);
  EXPECT_TRUE(
      contains(unknown.err, "--print-after: unknown pass 'fold-no-op-reshap'; did you mean 'fold-no-op-reshape'?"));
}

TEST(DriverRun, ASourceWithErrorsIsReportedAndNothingIsWritten) {
  Scratch scratch;
  const std::string a = scratch.write("a.cpp", oldText), bad = scratch.write("bad.cpp", "ERROR");
  const Tool alone({bad, "--"});
  EXPECT_EQ(alone.exit, SourceErrors);
  EXPECT_EQ(alone.out, "");
  EXPECT_EQ(alone.err, bad + ":1:1: error: so it is\n");
  const Tool two({"-i", a, bad, "--"});
  EXPECT_EQ(two.exit, SourceErrors);
  EXPECT_TRUE(contains(two.err, "nothing was written, because of 1 of 2 sources; --keep-going writes the others"));
  EXPECT_EQ(scratch.read("a.cpp"), oldText);
  EXPECT_EQ(Tool({"-i", "--keep-going", a, bad, "--"}).exit, SourceErrors);
  EXPECT_EQ(scratch.read("a.cpp"), newText);
  EXPECT_EQ(scratch.read("bad.cpp"), "ERROR");
}

TEST(DriverRun, AResultThatDoesNotReparse) {
  Scratch scratch;
  const std::string a = scratch.write("a.cpp", "VERIFY old");
  const Tool run({"-i", a, "--"});
  EXPECT_EQ(run.exit, VerifyFailed);
  EXPECT_TRUE(contains(run.err, "the rewritten source does not compile; nothing was changed"));
  EXPECT_EQ(scratch.read("a.cpp"), "VERIFY old");
}

TEST(DriverRun, ACrashDoesNotTakeTheOthersDown) {
  llvm::CrashRecoveryContext::Enable();
  Scratch scratch;
  const std::string crash = scratch.write("crash.cpp", oldText), b = scratch.write("b.cpp", oldText);
  const Tool run({"-i", "--keep-going", crash, b, "--", "-DX=a b"});
  llvm::CrashRecoveryContext::Disable();
  EXPECT_EQ(run.exit, Internal);
  EXPECT_TRUE(
      contains(run.err, crash + ": error: pto-rewrite crashed on this source (signal 6, Aborted), compiled by: cd "));
  EXPECT_TRUE(contains(run.err, "\"-DX=a b\""));
  EXPECT_EQ(scratch.read("crash.cpp"), oldText);
  EXPECT_EQ(scratch.read("b.cpp"), newText);
}

TEST(DriverRun, CountsThatDoNotAddUpAreOurFault) {
  Scratch scratch;
  const Tool run({"-i", scratch.write("a.cpp", "LIE"), "--"});
  EXPECT_EQ(run.exit, Internal);
  EXPECT_TRUE(contains(run.err, "internal error: 'fold-no-op-reshape' matched 1 places and speaks of 0: "
                                "rewritten + declined is not matched; see "));
}

TEST(DriverRun, MissingInputs) {
  Scratch scratch;
  Tool run({scratch / "none.cpp", "--"});
  EXPECT_EQ(run.exit, InputMissing);
  EXPECT_EQ(run.err, "pto-rewrite: error: cannot read '" + (scratch / "none.cpp") + "': No such file or directory\n");
  run = Tool({scratch.path, "--"});
  EXPECT_EQ(run.exit, InputMissing);
  EXPECT_TRUE(contains(run.err, "is a directory"));
  run = Tool({scratch.write("a.cpp", "")});
  EXPECT_EQ(run.exit, InputMissing);
  EXPECT_TRUE(contains(run.err, "no compile_commands.json in the directories above"));
  run = Tool({"-p", scratch.path});
  EXPECT_EQ(run.exit, InputMissing);
  run = Tool(std::vector<std::string>{});
  EXPECT_EQ(run.exit, UsageError);
  EXPECT_TRUE(contains(run.err, "no source; usage: pto-rewrite"));
}

/// A database over files of the scratch directory.
void writeDatabase(const Scratch &scratch, const std::vector<std::pair<std::string, std::string>> &entries) {
  std::string json;
  for (const auto &[file, flags] : entries)
    json += (json.empty() ? "" : ",\n") + std::string(R"({"directory": ".", "file": ")") + file +
            R"(", "command": "g++ )" + flags + " -c " + file + R"("})";
  scratch.write("compile_commands.json", "[" + json + "]");
}

TEST(DriverRun, EverythingInADatabase) {
  Scratch scratch;
  scratch.write("a.cpp", oldText);
  scratch.write("b.cpp", "int x;\n");
  writeDatabase(scratch, {{"a.cpp", ""}, {"b.cpp", "-fconcepts"}, {"c.S", ""}});
  const Tool run({"-p", scratch.path, "-i"});
  EXPECT_EQ(run.exit, Ok);
  EXPECT_EQ(scratch.read("a.cpp"), newText);
  EXPECT_TRUE(contains(run.err, "note: skipped 1 entries of"));
  EXPECT_TRUE(contains(run.err, "note: ignored compiler flags that Clang does not know: -fconcepts\n"));
}

TEST(DriverRun, AFileWithoutAnEntryIsAnError) {
  Scratch scratch;
  scratch.write("a.cpp", oldText);
  const std::string b = scratch.write("b.cpp", oldText);
  writeDatabase(scratch, {{"a.cpp", ""}});
  const Tool run({"-p", scratch.path, b});
  EXPECT_EQ(run.exit, InputMissing);
  EXPECT_TRUE(contains(run.err, "'" + b + "' has no entry in '" + (scratch / "compile_commands.json") + "'"));
}

TEST(DriverRun, AnEntryWithoutAFileIsAnError) {
  Scratch scratch;
  writeDatabase(scratch, {{"gone.cpp", ""}});
  const Tool run({"-p", scratch.path, "-i"});
  EXPECT_EQ(run.exit, InputMissing);
  EXPECT_TRUE(contains(run.err, "gone.cpp': No such file or directory, an entry of '"));
}

TEST(DriverRun, CommandsThatAgreeAreOneRewriteAndOthersKeepTheFunction) {
  Scratch scratch;
  const std::string a = scratch.write("a.cpp", oldText);
  writeDatabase(scratch, {{"a.cpp", "-DA"}, {"a.cpp", "-DB"}});
  EXPECT_EQ(Tool({"-p", scratch.path, a}).out, newText);
  writeDatabase(scratch, {{"a.cpp", "-DA"}, {"a.cpp", "-DNEWER"}});
  const Tool run({"-p", scratch.path, "--stats", "-Rpass=.", "-Rpass-missed=config", a});
  EXPECT_EQ(run.exit, Ok);
  EXPECT_EQ(run.out, oldText);
  EXPECT_TRUE(contains(run.err, a + ":1: warning: kept: " + a + " [-DA] and " + a +
                                    " [-DNEWER] would have it rewritten differently (config-dependent)\n"));
  EXPECT_TRUE(contains(run.err, "[-Rpass-missed=fold-no-op-reshape,config-dependent]"));
  EXPECT_TRUE(contains(run.err, "       0  rewritten\n"));
  EXPECT_FALSE(contains(run.err, "-Rpass=fold"));
}

TEST(DriverRun, UnwritableOutput) {
  Scratch scratch;
  const std::string a = scratch.write("a.cpp", oldText);
  const Tool run({"-o", a + "/x.cpp", a, "--"});
  EXPECT_EQ(run.exit, CannotWrite);
  EXPECT_TRUE(contains(run.err, "cannot write '" + a + "/x.cpp': Not a directory"));
}

TEST(DriverRun, PipelineErrorsPointAtTheColumn) {
  EXPECT_EQ(
      Tool({"--passes=fold-no-op-reshape,fold-noop-reshape", "x.cpp", "--"}).err,
      "pto-rewrite: error: --passes: column 20: unknown pass 'fold-noop-reshape'; did you mean 'fold-no-op-reshape'?\n"
      "  fold-no-op-reshape,fold-noop-reshape\n"
      "                     ^\n");
  Scratch scratch;
  const std::string file = scratch.write("p.txt", "fold-no-op-reshape,\n  nothing-near");
  const Tool run({"--passes=@" + file, "x.cpp", "--"});
  EXPECT_EQ(run.exit, UsageError);
  EXPECT_TRUE(contains(run.err, "--passes: line 2, column 3: " + file + ": unknown pass 'nothing-near'"));
  EXPECT_TRUE(contains(run.err, "\n    nothing-near\n    ^\n"));
}

TEST(DriverRun, Answers) {
  EXPECT_TRUE(contains(Tool({"--help"}).out, "usage: pto-rewrite"));
  EXPECT_TRUE(contains(Tool({"--version"}).out, "pto-rewrite "));
  EXPECT_TRUE(contains(Tool({"--list-passes"}).out, "fold-no-op-reshape"));
  EXPECT_TRUE(contains(Tool({"--list-passes=json"}).out, "\"name\": \"fold-no-op-reshape\""));
  EXPECT_TRUE(contains(Tool({"--explain=fold-no-op-reshape"}).out, "declines with:"));
  EXPECT_TRUE(contains(Tool({"--explain=different-storage"}).out, "different-storage (fold-no-op-reshape)\n"));
  const Tool unknown({"--explain=different-storag"});
  EXPECT_EQ(unknown.exit, UsageError);
  EXPECT_TRUE(
      contains(unknown.err, "--explain: no reason or pass 'different-storag'; did you mean 'different-storage'?"));
}

} // namespace
