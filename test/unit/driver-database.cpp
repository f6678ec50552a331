//===- driver-database.cpp - compile_commands.json and its flags -----------===//

#include "driver.h"

#include "driver/Database.h"
#include "driver/DepFile.h"
#include "driver/Flags.h"
#include "driver/Paths.h"

#include <algorithm>

using namespace rewrite;
using namespace rewrite::driver;
using namespace rewrite::driver::test;

namespace {

Database loaded(const std::string &where) {
  Database database;
  const Failure failure = loadDatabase(where, database);
  EXPECT_EQ(failure.message, "");
  return database;
}

TEST(DriverDatabase, CommandsAndArguments) {
  Scratch scratch;
  scratch.write("compile_commands.json", R"([
    {"directory": "/b", "file": "x.cpp", "command": "g++ -DA='a b' -c x.cpp", "output": "x.o"},
    {"directory": "/b", "file": "/s/y.cpp", "arguments": ["clang++", "-DQ=\"q\"", "-c", "/s/y.cpp"]}])");
  const Database database = loaded(scratch.path);
  ASSERT_EQ(database.commands.size(), 2u);
  EXPECT_EQ(database.commands[0].file, "/b/x.cpp");
  EXPECT_EQ(database.commands[0].arguments, (std::vector<std::string>{"g++", "-DA=a b", "-c", "x.cpp"}));
  EXPECT_EQ(database.commands[1].file, "/s/y.cpp");
  EXPECT_EQ(database.commands[1].arguments[1], "-DQ=\"q\"");
}

TEST(DriverDatabase, RelativeDirectoriesAreRelativeToTheDatabase) {
  Scratch scratch;
  scratch.write("build/compile_commands.json", R"([{"directory": ".", "file": "../src/x.cpp", "command": "g++ x"}])");
  scratch.write("src/x.cpp", "");
  const Database database = loaded(scratch / "build");
  ASSERT_EQ(database.commandsFor(scratch / "src/x.cpp").size(), 1u);
  EXPECT_EQ(database.commands[0].directory, scratch / "build");
}

TEST(DriverDatabase, ALinkAndItsTargetAreOneFile) {
  Scratch scratch;
  scratch.write("src/x.cpp", "");
  std::filesystem::create_directory_symlink("src", scratch / "link");
  scratch.write("compile_commands.json",
                R"([{"directory": "/", "file": ")" + (scratch / "link/x.cpp") + R"(", "command": "g++ x"}])");
  EXPECT_EQ(loaded(scratch.path).commandsFor(realPath(scratch / "src/x.cpp")).size(), 1u);
}

TEST(DriverDatabase, EqualCommandsCountOnceAndOthersAreSkipped) {
  Scratch scratch;
  scratch.write("compile_commands.json", R"([
    {"directory": "/b", "file": "x.cpp", "command": "g++ x.cpp"},
    {"directory": "/b", "file": "x.cpp", "command": "ccache g++ x.cpp"},
    {"directory": "/b", "file": "x.cpp", "command": "g++ -DB x.cpp"},
    {"directory": "/b", "file": "x.cpp", "command": "clang -cc1 x.cpp"},
    {"directory": "/b", "file": "x.S", "command": "gcc x.S"}])");
  const Database database = loaded(scratch.path);
  EXPECT_EQ(database.commands.size(), 2u);
  EXPECT_EQ(database.skipped, 2u);
}

TEST(DriverDatabase, WhatIsWrongWithIt) {
  Scratch scratch;
  const auto why = [&](const std::string &content) {
    scratch.write("compile_commands.json", content);
    Database database;
    const Failure failure = loadDatabase(scratch.path, database);
    EXPECT_EQ(failure.code, InputMissing);
    return failure.message;
  };
  EXPECT_TRUE(contains(why("[{]"), "is not JSON: "));
  EXPECT_TRUE(contains(why("{}"), "is not a list of compile commands"));
  EXPECT_TRUE(contains(why("[1]"), "entry 1 is not an object"));
  EXPECT_TRUE(contains(why(R"([{"directory": "/", "command": "g++"}])"), "entry 1 has no \"file\""));
  EXPECT_TRUE(contains(why(R"([{"file": "/x", "command": "g++"}])"), "entry 1 has no \"directory\""));
  EXPECT_TRUE(contains(why(R"([{"directory": "/", "file": "x"}])"), "neither \"arguments\" nor \"command\""));
  Database database;
  EXPECT_TRUE(contains(loadDatabase(scratch / "none", database).message, "no compile database"));
}

TEST(DriverDatabase, IsFoundAboveTheSource) {
  Scratch scratch;
  scratch.write("a/b/x.cpp", "");
  EXPECT_EQ(findDatabase(scratch / "a/b/x.cpp"), "");
  scratch.write("build/compile_commands.json", "[]");
  EXPECT_EQ(findDatabase(scratch / "a/b/x.cpp"), scratch / "build/compile_commands.json");
  scratch.write("a/compile_commands.json", "[]");
  EXPECT_EQ(findDatabase(scratch / "a/b/x.cpp"), scratch / "a/compile_commands.json");
}

std::vector<std::string> adapted(std::vector<std::string> arguments, const Options &options = {},
                                 std::string *summary = nullptr) {
  Flags flags;
  EXPECT_EQ(flags.findDirectories("/nowhere/bin/pto-rewrite").message, "");
  CompileCommand command{"/", "/x.cpp", std::move(arguments)};
  EXPECT_EQ(flags.adapt(command, options).message, "");
  if (summary)
    *summary = flags.summary();
  return command.arguments;
}

bool has(const std::vector<std::string> &arguments, const std::string &argument) {
  return std::find(arguments.begin(), arguments.end(), argument) != arguments.end();
}

TEST(DriverFlags, WhatOnlyGccKnowsIsDroppedAndNamedOnce) {
  std::string summary;
  const auto arguments = adapted(
      {"g++", "-fconcepts", "-fipa-pta", "-fconcepts", "-mabm", "-O2", "-fno-gnu-unique", "x.cpp"}, {}, &summary);
  EXPECT_EQ(summary, "ignored compiler flags that Clang does not know: -fconcepts -fipa-pta -fno-gnu-unique -mabm");
  EXPECT_FALSE(has(arguments, "-fconcepts"));
  EXPECT_TRUE(has(arguments, "-O2"));
  EXPECT_TRUE(has(arguments, "x.cpp"));
}

TEST(DriverFlags, OutputsAndErrorsFromWarningsAreDropped) {
  const auto arguments = adapted({"g++", "-Werror", "-Werror=foo", "-pedantic-errors", "-Wall", "-MD", "-MF", "x.d",
                                  "-MT", "x.o", "-o", "x.o", "-c", "x.cpp"});
  for (const char *dropped :
       {"-Werror", "-Werror=foo", "-pedantic-errors", "-MD", "-MF", "x.d", "-MT", "-o", "x.o", "-c"})
    EXPECT_FALSE(has(arguments, dropped)) << dropped;
  for (const char *kept : {"-Wall", "-w", "-fsyntax-only", "x.cpp"})
    EXPECT_TRUE(has(arguments, kept)) << kept;
}

TEST(DriverFlags, PrecompiledHeadersAreDroppedButTheHeaderStays) {
  const auto arguments = adapted(
      {"clang++", "-Xclang", "-include-pch", "-Xclang", "h.pch", "-Xclang", "-include", "-Xclang", "h.hxx", "x.cpp"});
  EXPECT_FALSE(has(arguments, "h.pch"));
  EXPECT_TRUE(has(arguments, "h.hxx"));
}

TEST(DriverFlags, SeparatedValuesStayTogether) {
  const auto arguments =
      adapted({"g++", "-I", "a", "-isystem", "b", "-include", "c.h", "-D", "X=1", "-x", "c++", "x.cpp"});
  const auto at = std::search_n(arguments.begin(), arguments.end(), 1, "-isystem");
  ASSERT_NE(at, arguments.end());
  EXPECT_EQ(*(at + 1), "b");
}

TEST(DriverFlags, ExtraAndRemovedArguments) {
  Options options;
  options.extraArgs = {"-DLAST"};
  options.extraArgsBefore = {"-DFIRST"};
  options.removedArgs = {"-DBAD", "-fconcepts"};
  std::string summary;
  const auto arguments = adapted({"g++", "-DBAD", "-fconcepts", "-DGOOD", "x.cpp"}, options, &summary);
  EXPECT_FALSE(has(arguments, "-DBAD"));
  const auto first = std::find(arguments.begin(), arguments.end(), "-DFIRST"),
             good = std::find(first, arguments.end(), "-DGOOD");
  EXPECT_NE(std::find(good, arguments.end(), "-DLAST"), arguments.end());
  EXPECT_EQ(summary, "");
}

TEST(DriverFlags, TheResourceDirectoryIsAddedUnlessGiven) {
  const auto isResource = [](const std::string &argument) { return argument.starts_with("-resource-dir"); };
  auto arguments = adapted({"g++", "x.cpp"});
  const auto found = std::find_if(arguments.begin(), arguments.end(), isResource);
  ASSERT_NE(found, arguments.end());
  EXPECT_TRUE(std::filesystem::exists(found->substr(14) + "/include/stddef.h"));
  arguments = adapted({"g++", "-resource-dir=/r", "x.cpp"});
  EXPECT_EQ(std::count_if(arguments.begin(), arguments.end(), isResource), 1);
}

TEST(DriverFlags, ResponseFilesOfACommandAreRelativeToItsDirectory) {
  Scratch scratch;
  scratch.write("flags.rsp", "-DFROM_FILE");
  Flags flags;
  EXPECT_FALSE(flags.findDirectories("/nowhere/bin/pto-rewrite"));
  CompileCommand command{scratch.path, scratch / "x.cpp", {"g++", "@flags.rsp", "x.cpp"}};
  EXPECT_FALSE(flags.adapt(command, {}));
  EXPECT_TRUE(has(command.arguments, "-DFROM_FILE"));
}

TEST(DriverDepFile, QuotesWhatMakeWouldRead) {
  EXPECT_EQ(makeRule("out.cpp", {"/b c", "/a", "/d#$", "/a"}), "out.cpp: \\\n  /a \\\n  /b\\ c \\\n  /d\\#$$\n");
}

TEST(DriverPaths, DisplayIsWhatTheUserTyped) {
  Scratch scratch;
  scratch.write("x.cpp", "");
  DisplayPaths shown;
  EXPECT_EQ(shown(scratch / "x.cpp"), scratch / "x.cpp");
  shown.remember(scratch.path + "/./x.cpp");
  EXPECT_EQ(shown(scratch / "x.cpp"), scratch.path + "/./x.cpp");
}

TEST(DriverPaths, BelowIsByWholeNames) {
  EXPECT_EQ(pathBelow("/a/b/c", "/a"), "b/c");
  EXPECT_EQ(pathBelow("/ab/c", "/a"), "");
  EXPECT_EQ(pathBelow("/a", "/a"), "");
  EXPECT_EQ(pathBelow("/a", "/"), "a");
}

} // namespace
