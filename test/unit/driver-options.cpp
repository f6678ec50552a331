//===- driver-options.cpp - the command line, parsed -----------------------===//

#include "driver.h"

#include "driver/Help.h"

using namespace rewrite::driver;
using namespace rewrite::driver::test;

namespace {

Options parsed(const std::vector<std::string> &arguments) {
  Options options;
  const Failure failure = parseOptions(arguments, options);
  EXPECT_EQ(failure.message, "");
  return options;
}

std::string refused(const std::vector<std::string> &arguments) {
  Options options;
  const Failure failure = parseOptions(arguments, options);
  EXPECT_EQ(failure.code, UsageError);
  return failure.message;
}

TEST(DriverOptions, SourcesAndOptionsMayMix) {
  const Options o = parsed({"a.cpp", "--diff", "b.cpp", "--stats"});
  EXPECT_EQ(o.sources, (std::vector<std::string>{"a.cpp", "b.cpp"}));
  EXPECT_TRUE(o.diff && o.stats);
  EXPECT_FALSE(o.compilerArguments);
}

TEST(DriverOptions, EverythingBehindTheDashesIsTheCompilers) {
  const Options o = parsed({"a.cpp", "--", "-i", "--diff", "--", "@x"});
  EXPECT_EQ(*o.compilerArguments, (std::vector<std::string>{"-i", "--diff", "--", "@x"}));
  EXPECT_FALSE(o.inPlace || o.diff);
}

TEST(DriverOptions, ValuesStandBehindAnEqualsSignOrApart) {
  EXPECT_EQ(parsed({"--passes=a,b{x=1}"}).passes, "a,b{x=1}");
  EXPECT_EQ(parsed({"--passes", "a"}).passes, "a");
  EXPECT_EQ(parsed({"--passes="}).passes, "");
  EXPECT_EQ(parsed({"-passes=a"}).passes, "a");
  EXPECT_EQ(parsed({"-o", "x"}).output, "x");
  EXPECT_EQ(parsed({"-p=build"}).buildPath, "build");
  EXPECT_EQ(parsed({"-Rpass=a=b"}).remarks, "a=b");
}

TEST(DriverOptions, ListsAddUp) {
  const Options o =
      parsed({"--extra-arg=-DA", "--extra-arg=-DB", "--removed-arg=-Wx", "--print-after=a,b", "--print-after=c"});
  EXPECT_EQ(o.extraArgs, (std::vector<std::string>{"-DA", "-DB"}));
  EXPECT_EQ(o.removedArgs, (std::vector<std::string>{"-Wx"}));
  EXPECT_EQ(o.printAfter, (std::vector<std::string>{"a", "b", "c"}));
}

TEST(DriverOptions, Levels) {
  EXPECT_EQ(parsed({"-O0"}).level, 0u);
  EXPECT_EQ(parsed({"-O3"}).level, 3u);
  EXPECT_EQ(refused({"-O4"}), "-O: there is no level '4'; levels: -O0, -O1, -O2, -O3");
  EXPECT_EQ(refused({"-O"}), "-O needs a value: -O0|1|2|3");
}

TEST(DriverOptions, Jobs) {
  EXPECT_EQ(parsed({}).jobs, 0u);
  for (const std::vector<std::string> &spelling : {std::vector<std::string>{"-j8"}, {"-j", "8"}, {"-j=8"}})
    EXPECT_EQ(parsed(spelling).jobs, 8u);
  EXPECT_EQ(refused({"-j0"}), "-j: '0' is not a number of sources, 1 or more");
  EXPECT_EQ(refused({"-jx"}), "-j: 'x' is not a number of sources, 1 or more");
  EXPECT_EQ(refused({"-j"}), "-j needs a value: -j N");
}

TEST(DriverOptions, ListPassesHasFormats) {
  EXPECT_FALSE(parsed({"--list-passes"}).listAsJson);
  EXPECT_TRUE(parsed({"--list-passes=json"}).listAsJson);
  EXPECT_EQ(refused({"--list-passes=yaml"}), "--list-passes: there is no format 'yaml'; formats: text, json");
}

TEST(DriverOptions, UnknownOptionsGetASuggestion) {
  EXPECT_EQ(refused({"--pases=x"}), "unknown option '--pases'; did you mean '--passes'?");
  EXPECT_EQ(refused({"-Rpas=."}), "unknown option '-Rpas'; did you mean '-Rpass'?");
  EXPECT_EQ(refused({"--print-aftr-all"}), "unknown option '--print-aftr-all'; did you mean '--print-after-all'?");
  EXPECT_EQ(refused({"--zzzzzzzzzzz"}), "unknown option '--zzzzzzzzzzz'; see --help");
  EXPECT_EQ(refused({"-z"}), "unknown option '-z'; see --help");
}

TEST(DriverOptions, WrongValues) {
  EXPECT_EQ(refused({"--diff=yes"}), "--diff takes no value");
  EXPECT_EQ(refused({"--passes"}), "--passes needs a value: --passes=PIPELINE");
  EXPECT_EQ(refused({"-o"}), "-o needs a value: -o FILE");
  EXPECT_EQ(refused({"-o", "--", "x"}), "-o needs a value: -o FILE");
  EXPECT_EQ(refused({"-o="}), "-o: the value is empty");
  EXPECT_TRUE(contains(refused({"--functions=("}), "--functions: '(' is not a regular expression: "));
  EXPECT_TRUE(contains(refused({"-Rpass="}), "the regular expression is empty"));
}

TEST(DriverOptions, WhatExcludesEachOther) {
  EXPECT_EQ(refused({"-i", "-o", "x"}), "-o and -i exclude each other");
  EXPECT_EQ(refused({"-i", "--check"}), "-i and --check exclude each other");
  EXPECT_EQ(refused({"--diff", "--output-dir=d"}), "--output-dir and --diff exclude each other");
  EXPECT_TRUE(contains(refused({"--passes=a", "-O1"}), "--passes and -O exclude each other"));
  EXPECT_TRUE(contains(refused({"--headers", "--no-headers"}), "--headers and --no-headers exclude each other"));
  EXPECT_TRUE(contains(refused({"--dep-file=d"}), "--dep-file needs -o or --output-dir"));
  EXPECT_TRUE(parsed({"--diff", "--check"}).check);
}

TEST(DriverOptions, DatabaseAndFixedArgumentsExcludeEachOtherWithAnExample) {
  EXPECT_TRUE(contains(refused({"-p", "build", "a.cpp", "--"}), "pto-rewrite -p build --extra-arg=-DNAME"));
}

TEST(DriverOptions, ResponseFiles) {
  Scratch scratch;
  scratch.write("inner", "--stats 'a b.cpp'\n");
  scratch.write("outer", "--diff @" + scratch.path + "/inner \"c\\\"d.cpp\"");
  const Options o = parsed({"@" + (scratch / "outer"), "e.cpp"});
  EXPECT_TRUE(o.diff && o.stats);
  EXPECT_EQ(o.sources, (std::vector<std::string>{"a b.cpp", "c\"d.cpp", "e.cpp"}));
}

TEST(DriverOptions, AResponseFileThatIsMissingOrIncludesItself) {
  Scratch scratch;
  Options options;
  Failure failure = parseOptions({"@" + (scratch / "none")}, options);
  EXPECT_EQ(failure.code, InputMissing);
  EXPECT_TRUE(contains(failure.message, "cannot read response file"));
  scratch.write("self", "@" + scratch.path + "/self");
  EXPECT_TRUE(contains(refused({"@" + (scratch / "self")}), "includes itself"));
}

TEST(DriverOptions, HelpNamesEveryOptionAndFitsATerminal) {
  const std::string help = helpText();
  for (const OptionSpec &spec : optionTable())
    EXPECT_TRUE(contains(help, std::string("  ") + spec.name));
  for (std::size_t begin = 0; begin < help.size();) {
    const std::size_t end = help.find('\n', begin);
    EXPECT_LE(end - begin, 100u) << help.substr(begin, end - begin);
    begin = end + 1;
  }
  for (const char *code : {"1   --check", "64  usage", "65", "66", "70", "73", "74"})
    EXPECT_TRUE(contains(help, std::string("\n  ") + code));
}

} // namespace
