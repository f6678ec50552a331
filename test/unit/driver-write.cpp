//===- driver-write.cpp - several files, all or none -----------------------===//

#include "driver.h"

#include "driver/Write.h"

#include <atomic>
#include <csignal>
#include <ctime>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace rewrite::driver;
using namespace rewrite::driver::test;

namespace {

TEST(DriverWrite, NewFilesAndTheirDirectories) {
  Scratch scratch;
  EXPECT_FALSE(writeFiles({{scratch / "a/b/c.cpp", "text", nullptr}, {scratch / "d.cpp", "", nullptr}}));
  EXPECT_EQ(scratch.read("a/b/c.cpp"), "text");
  EXPECT_EQ(scratch.read("d.cpp"), "");
  EXPECT_EQ(scratch.files(), 2u);
}

TEST(DriverWrite, TheModeStays) {
  Scratch scratch;
  scratch.write("script", "old");
  ::chmod((scratch / "script").c_str(), 0750);
  EXPECT_FALSE(writeFiles({{scratch / "script", "new", nullptr}}));
  struct stat status;
  ASSERT_EQ(::stat((scratch / "script").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0750u);
}

TEST(DriverWrite, ASymlinkStaysAndItsTargetIsWritten) {
  Scratch scratch;
  scratch.write("real.cpp", "old");
  std::filesystem::create_symlink("real.cpp", scratch / "link.cpp");
  EXPECT_FALSE(writeFiles({{scratch / "link.cpp", "new", nullptr}}));
  EXPECT_TRUE(std::filesystem::is_symlink(scratch / "link.cpp"));
  EXPECT_EQ(scratch.read("real.cpp"), "new");
}

TEST(DriverWrite, OneThatCannotBeWrittenStopsAll) {
  Scratch scratch;
  scratch.write("good.cpp", "old");
  scratch.write("file", "");
  ASSERT_TRUE(std::filesystem::create_directory(scratch / "dir"));
  scratch.write("locked.cpp", "old");
  ::chmod((scratch / "locked.cpp").c_str(), 0444);
  const std::pair<const char *, const char *> bad[] = {
      {"file/below.cpp", "Not a directory"}, {"dir", "it is a directory"}, {"locked.cpp", "it is read-only"}};
  for (const auto &[name, why] : bad) {
    const Failure failure = writeFiles({{scratch / "good.cpp", "new", nullptr}, {scratch / name, "new", nullptr}});
    EXPECT_EQ(failure.code, CannotWrite);
    EXPECT_TRUE(contains(failure.message, std::string("cannot write '") + (scratch / name) + "': "));
    EXPECT_TRUE(contains(failure.message, why));
    EXPECT_EQ(scratch.read("good.cpp"), "old");
    EXPECT_EQ(scratch.files(), 4u) << "a temporary file was left";
  }
}

TEST(DriverWrite, AFileThatChangedMeanwhileIsRefused) {
  Scratch scratch;
  scratch.write("a.cpp", "edited by someone");
  const std::string expected = "old";
  const Failure failure = writeFiles({{scratch / "a.cpp", "new", &expected}});
  EXPECT_EQ(failure.code, CannotWrite);
  EXPECT_TRUE(contains(failure.message, "it changed since it was read"));
  EXPECT_EQ(scratch.read("a.cpp"), "edited by someone");
}

TEST(DriverWrite, Devices) { EXPECT_FALSE(writeFiles({{"/dev/null", "text", nullptr}})); }

TEST(DriverWrite, AFullDiskLosesNothing) {
  const Failure failure = writeFiles({{"/dev/full", "text", nullptr}});
  EXPECT_EQ(failure.code, CannotWrite);
  EXPECT_TRUE(contains(failure.message, "No space left on device"));
}

TEST(DriverWrite, KilledInTheMiddleEveryFileIsWhole) {
  Scratch scratch;
  const std::string one(30000, '1'), two(40000, '2');
  const std::vector<std::string> names = {"a.cpp", "b.cpp", "c.cpp", "d.cpp"};
  const auto write = [&](const std::string &bytes) {
    std::vector<FileToWrite> files;
    for (const std::string &name : names)
      files.push_back({scratch / name, bytes, nullptr});
    return writeFiles(files);
  };
  for (int kill = 0; kill < 50; ++kill) {
    ASSERT_FALSE(write(one));
    const pid_t child = ::fork();
    if (child == 0)
      for (;;)
        (void)(write(two) || write(one));
    ::usleep(static_cast<useconds_t>(500 + 137 * kill));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    for (const std::string &name : names) {
      const std::string now = scratch.read(name);
      ASSERT_TRUE(now == one || now == two) << name << " has " << now.size() << " bytes";
    }
  }
}

TEST(DriverWrite, WhatDeadProcessesLeftOfTheTargetsGoes) {
  Scratch scratch;
  const std::string a = scratch.write("a.cpp", "1"), b = scratch.write("sub/b.cpp", "1");
  const std::string mine[] = {"a.cpp.pto-tmp-abc123", "a.cpp.pto-tmp-000000", "sub/b.cpp.pto-tmp-zzzzzz"};
  const std::string others[] = {"c.cpp.pto-tmp-abc123", "a.cpp.pto-tmp-abc12", "a.cpp.pto-tmp-ABC123",
                                "sub/a.cpp.pto-tmp-abc123", "a.cpp.pto-tmp-abc123.pto-tmp-abc123"};
  for (const std::string &name : mine)
    scratch.write(name, "half");
  for (const std::string &name : others)
    scratch.write(name, "kept");
  EXPECT_FALSE(writeFiles({{a, "2", nullptr}, {b, "2", nullptr}}));
  for (const std::string &name : mine)
    EXPECT_FALSE(std::filesystem::exists(scratch / name)) << name;
  for (const std::string &name : others)
    EXPECT_EQ(scratch.read(name), "kept") << name;
}

TEST(DriverWrite, AFolderIsLookedThroughOnceForAllFilesInIt) {
  Scratch scratch;
  constexpr unsigned many = 200, besides = 10000;
  for (unsigned i = 0; i < besides; ++i)
    std::ofstream(scratch / ("beside" + std::to_string(i)));
  std::vector<FileToWrite> files;
  for (unsigned i = 0; i < many; ++i)
    files.push_back({scratch / ("f" + std::to_string(i)), "text", nullptr});
  const std::clock_t begin = std::clock();
  EXPECT_FALSE(writeFiles(files));
  EXPECT_LT(std::clock() - begin, CLOCKS_PER_SEC) << "2 million entries take longer";
}

TEST(DriverWrite, AReaderNeverSeesHalfAFile) {
  Scratch scratch;
  const std::string one(100000, '1'), two(100000, '2');
  scratch.write("a.cpp", one);
  std::atomic<bool> stop = false;
  std::atomic<int> bad = 0;
  std::thread reader([&] {
    while (!stop)
      if (const std::string seen = scratch.read("a.cpp"); seen != one && seen != two)
        ++bad;
  });
  for (int i = 0; i < 200; ++i)
    ASSERT_FALSE(writeFiles({{scratch / "a.cpp", i % 2 ? one : two, nullptr}}));
  stop = true;
  reader.join();
  EXPECT_EQ(bad, 0);
}

} // namespace
