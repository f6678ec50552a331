// What the launcher sees in a compiler's command line.

#include "launcher/Command.h"

#include <gtest/gtest.h>

using launcher::Command;
using launcher::parseCommand;
using launcher::Words;

namespace {

Command parsed(const char *line) { return parseCommand(launcher::splitWords(line)); }

TEST(LauncherCommand, PartsOptionsCompilerAndArguments) {
  const Command c = parsed("-O3 --passes=a ccache g++-12.2 -std=c++20 -c a.cpp -o b/a.o");
  EXPECT_EQ(c.options, (Words{"-O3", "--passes=a"}));
  EXPECT_EQ(c.compiler, (Words{"ccache", "g++-12.2"}));
  EXPECT_EQ(c.arguments, (Words{"-std=c++20", "-c", "a.cpp", "-o", "b/a.o"}));
  ASSERT_EQ(c.sources.size(), 1u);
  EXPECT_EQ(c.arguments[c.sources[0]], "a.cpp");
  EXPECT_EQ(c.output, "b/a.o");
  EXPECT_TRUE(c.compiles);
}

TEST(LauncherCommand, KnowsValuesFromSources) {
  EXPECT_TRUE(parsed("g++ -c -include a.cpp -o x.cpp -D y.cpp -MF z.cc").sources.empty());
  EXPECT_EQ(parsed("g++ a.cpp b.cc c.o d.c -o app").sources.size(), 2u);
}

TEST(LauncherCommand, TakesTheLanguageOfAnOption) {
  EXPECT_EQ(parsed("g++ -x c++ -c a.inc").sources.size(), 1u);
  EXPECT_EQ(parsed("clang++ -xc++ -c a.inc").sources.size(), 1u);
  EXPECT_TRUE(parsed("clang++ -x cuda -c a.cpp").sources.empty());
  EXPECT_TRUE(parsed("g++ -c a.inc").sources.empty());
}

TEST(LauncherCommand, LeavesQuestionsAlone) {
  for (const char *line :
       {"g++ -E a.cpp", "g++ -M a.cpp", "g++ -MM a.cpp", "g++ -fsyntax-only a.cpp", "g++ a.o -o app", "g++ -v"})
    EXPECT_TRUE(parsed(line).sources.empty()) << line;
}

TEST(LauncherCommand, FindsTheDepFile) {
  EXPECT_EQ(parsed("g++ -MMD -c a.cpp -o b/a.o").depFile, "b/a.d");
  EXPECT_EQ(parsed("g++ -MD -c s/a.cpp").depFile, "a.d");
  EXPECT_EQ(parsed("g++ -MD -MF x.dep -c a.cpp").depFile, "x.dep");
  EXPECT_EQ(parsed("g++ -MD -MT t -MFx.dep -c a.cpp -o a.o").depFile, "x.dep");
  EXPECT_EQ(parsed("g++ -Wp,-MD,x.d -c a.cpp -o a.o").depFile, "x.d");
  EXPECT_EQ(parsed("g++ -c a.cpp -o a.o").depFile, "");
}

TEST(LauncherCommand, ReadsTheSourceWithoutOutputs) {
  EXPECT_EQ(launcher::readingArguments(parsed("g++ -Ia -c a.cpp -Wp,-MD,x.d -o a.o -DB")), (Words{"-Ia", "-c", "-DB"}));
}

TEST(LauncherCommand, NamesTheOutput) {
  EXPECT_EQ(launcher::outputOf(parsed("g++ -c s/a.cpp"), "s/a.cpp"), "a.o");
  EXPECT_EQ(launcher::outputOf(parsed("g++ s/a.cpp"), "s/a.cpp"), "a.out");
  EXPECT_EQ(launcher::outputOf(parsed("g++ -c s/a.cpp -ob.o"), "s/a.cpp"), "b.o");
}

TEST(LauncherCommand, SplitsWordsAsAShell) {
  EXPECT_EQ(launcher::splitWords(" a 'b c'\"d e\" f\\ g \"\" '\\'"), (Words{"a", "b cd e", "f g", "", "\\"}));
}

} // namespace
