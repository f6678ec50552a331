//===- driver-batch.cpp - many sources at once ------------------------------===//

#include "driver.h"

#include "driver/Transfer.h"
#include "driver/Workers.h"

#include <chrono>
#include <csignal>
#include <thread>

using namespace rewrite;
using namespace rewrite::driver;
using namespace rewrite::driver::test;

namespace {

/// As replaceOld(), but early.cpp comes last, and there are ways to die.
UnitResult slowlyReplaceOld(const CompileCommand &command, const RewriteOptions &options) {
  if (command.file.ends_with("early.cpp"))
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  if (command.file.ends_with("killed.cpp"))
    ::raise(SIGKILL);
  if (command.file.ends_with("exits.cpp")) {
    llvm::errs() << "LLVM ERROR: no more\n";
    std::_Exit(3);
  }
  return replaceOld(command, options);
}

TEST(DriverWorkers, ResultsComeInOrderAndWhole) {
  std::string order;
  const auto work = [](std::size_t i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(i == 0 ? 200 : 0));
    return std::string(i * 100000, static_cast<char>('a' + i)); // more than fits in a pipe
  };
  inProcesses(5, 3, work, [&](std::size_t i, Ended ended) {
    order += std::to_string(i);
    EXPECT_EQ(ended.how, "");
    EXPECT_EQ(ended.result, std::string(i * 100000, static_cast<char>('a' + i)));
  });
  EXPECT_EQ(order, "01234");
  inProcesses(0, 3, work, [](std::size_t, Ended) { FAIL(); });
}

TEST(DriverWorkers, AsManyAtATimeAsAskedFor) {
  const auto begin = std::chrono::steady_clock::now();
  const auto work = [](std::size_t) {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    return std::string();
  };
  inProcesses(4, 4, work, [](std::size_t, Ended) {});
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(1100)) << "not one after the other";
}

TEST(DriverTransfer, AnOutcomeArrivesAsItWas) {
  UnitOutcome o;
  o.exit = VerifyFailed;
  o.files = {{"/a b.cpp", std::string("caf\xe9\0\r\n", 7), "", {{0, 7, ""}}, {{0, 5}, {5, 7}}, 2, {}}};
  o.remarks = {{Remark::Kind::Missed, "p", "r", "f", {"x", 1, 2}, "m", {{{"y", 3, 400000}, "n"}}}};
  o.stages = {{"p", "t"}};
  o.inputs = {"", "i"};
  o.others = {"h"};
  o.matches = {{"p", {"x", 1, 2}}};
  o.diagnostics = "d\n";
  const std::string bytes = pack(o);
  const std::optional<UnitOutcome> back = unpack(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->exit, o.exit);
  ASSERT_EQ(back->files.size(), 1u);
  EXPECT_EQ(back->files[0].path, o.files[0].path);
  EXPECT_EQ(back->files[0].before, o.files[0].before);
  EXPECT_EQ(back->files[0].functions, o.files[0].functions);
  EXPECT_EQ(back->remarks, o.remarks);
  EXPECT_EQ(back->stages.at(0).text, "t");
  EXPECT_EQ(back->inputs, o.inputs);
  EXPECT_EQ(back->matches, o.matches);
  EXPECT_EQ(pack(*back), bytes);
}

TEST(DriverTransfer, WhatIsNotAnOutcomeIsRefused) {
  const std::string bytes = pack(UnitOutcome());
  EXPECT_TRUE(unpack(bytes));
  for (std::size_t n = 0; n < bytes.size(); ++n)
    EXPECT_FALSE(unpack(bytes.substr(0, n))) << n;
  EXPECT_FALSE(unpack(bytes + bytes));
  EXPECT_FALSE(unpack("\xff\xff"));
}

TEST(DriverBatch, TheNumberOfJobsChangesNothing) {
  Scratch scratch;
  std::vector<std::string> arguments = {"--keep-going", "--diff", "--stats", "-Rpass=.", "-Rpass-missed=.", "-j", "1"};
  for (const char *name : {"early.cpp", "b.cpp", "killed.cpp", "c.cpp", "exits.cpp", "d.cpp"})
    arguments.push_back(scratch.write(name, std::string("int old;\nint ") + name[0] + ";\n"));
  arguments.push_back(scratch.write("bad.cpp", "ERROR"));
  arguments.push_back("--");
  const Tool one(arguments, slowlyReplaceOld);
  EXPECT_EQ(one.exit, Internal);
  EXPECT_LT(one.out.find("early.cpp"), one.out.find("b.cpp"));
  EXPECT_TRUE(contains(one.out, "d.cpp"));
  EXPECT_TRUE(
      contains(one.err, "killed.cpp: error: pto-rewrite crashed on this source (signal 9, Killed), compiled by"));
  EXPECT_TRUE(contains(one.err, "LLVM ERROR: no more\n" + (scratch / "exits.cpp") +
                                    ": error: pto-rewrite crashed on this source (exit code 3), compiled by"));
  EXPECT_TRUE(contains(one.err, "bad.cpp:1:1: error: so it is\n"));
  EXPECT_TRUE(contains(one.err, "       7  sources, 4 of them changed\n"));
  for (const char *jobs : {"2", "8"}) {
    arguments[6] = jobs;
    const Tool many(arguments, slowlyReplaceOld);
    EXPECT_EQ(many.exit, one.exit);
    EXPECT_EQ(many.out, one.out);
    EXPECT_EQ(many.err, one.err);
  }
}

TEST(DriverBatch, WithoutKeepGoingACrashKeepsEverything) {
  Scratch scratch;
  const std::string a = scratch.write("a.cpp", "old"), killed = scratch.write("killed.cpp", "old");
  const Tool run({"-j2", "-i", a, killed, "--"}, slowlyReplaceOld);
  EXPECT_EQ(run.exit, Internal);
  EXPECT_TRUE(contains(run.err, "nothing was written, because of 1 of 2 sources"));
  EXPECT_EQ(scratch.read("a.cpp"), "old");
}

} // namespace
