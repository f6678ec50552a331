//===- driver-diff.cpp - unified diffs -------------------------------------===//

#include "driver.h"

#include "driver/Diff.h"

#include <random>

using namespace rewrite::driver;
using namespace rewrite::driver::test;

namespace {

std::string lines(int from, int to) {
  std::string text;
  for (int i = from; i <= to; ++i)
    text += std::to_string(i) + "\n";
  return text;
}

TEST(DriverDiff, EqualTextsHaveNone) {
  EXPECT_EQ(unifiedDiff("", "", "f"), "");
  EXPECT_EQ(unifiedDiff("a\n", "a\n", "f"), "");
}

TEST(DriverDiff, AChangedLine) {
  EXPECT_EQ(unifiedDiff("a\nb\nc\n", "a\nB\nc\n", "d/f.cpp"), "--- a/d/f.cpp\n+++ b/d/f.cpp\n"
                                                              "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");
}

TEST(DriverDiff, AnAbsoluteNameStandsAsItIs) {
  EXPECT_TRUE(contains(unifiedDiff("a\n", "b\n", "/x/f.cpp"), "--- /x/f.cpp\n+++ /x/f.cpp\n"));
}

TEST(DriverDiff, FromAndToNothing) {
  EXPECT_TRUE(contains(unifiedDiff("", "a\n", "f"), "@@ -0,0 +1 @@\n+a\n"));
  EXPECT_TRUE(contains(unifiedDiff("a\n", "", "f"), "@@ -1 +0,0 @@\n-a\n"));
}

TEST(DriverDiff, FarChangesAreTwoHunksAndNearOnesAreOne) {
  std::string before = lines(1, 30), after = before;
  after.replace(after.find("\n3\n"), 3, "\nx\n");
  after.replace(after.find("\n28\n"), 4, "\ny\n");
  EXPECT_TRUE(contains(unifiedDiff(before, after, "f"),
                       "@@ -1,6 +1,6 @@\n 1\n 2\n-3\n+x\n 4\n 5\n 6\n@@ -25,6 +25,6 @@\n 25\n"));
  after = before;
  after.replace(after.find("\n10\n"), 4, "\nx\n");
  after.replace(after.find("\n17\n"), 4, "\ny\n");
  const std::string near = unifiedDiff(before, after, "f");
  EXPECT_EQ(near.find("@@ -", near.find("@@ -") + 1), std::string::npos) << near;
}

TEST(DriverDiff, AMissingNewlineAtTheEnd) {
  EXPECT_TRUE(contains(unifiedDiff("a\nb", "a\nc", "f"),
                       " a\n-b\n\\ No newline at end of file\n+c\n\\ No newline at end of file\n"));
  EXPECT_TRUE(contains(unifiedDiff("a\nb", "a\nb\n", "f"), "-b\n\\ No newline at end of file\n+b\n"));
  EXPECT_TRUE(contains(unifiedDiff("x\nb", "y\nb", "f"), "-x\n+y\n b\n\\ No newline at end of file\n"));
}

TEST(DriverDiff, CarriageReturnsArePartOfTheLine) {
  EXPECT_TRUE(contains(unifiedDiff("a\r\nb\r\n", "a\r\nb\n", "f"), "-b\r\n+b\n"));
}

/// Applies a diff of ours; what does not fit is an assertion.
std::string patched(const std::string &before, const std::string &diff) {
  std::vector<std::string> in, script;
  const auto split = [](const std::string &text, std::vector<std::string> &out) {
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
      out.push_back(text.substr(begin, end - begin));
      begin = end;
    }
  };
  split(before, in);
  split(diff, script);
  std::string out;
  std::size_t at = 0;
  for (std::size_t i = 2; i < script.size(); ++i) {
    const std::string &line = script[i];
    std::string content = line.substr(1);
    if (i + 1 < script.size() && script[i + 1][0] == '\\')
      content.pop_back();
    if (line[0] == '@') {
      const std::size_t begin = std::stoul(line.substr(4));
      const bool empty = line.substr(0, line.find(' ', 4)).ends_with(",0");
      for (const std::size_t until = begin - !empty; at < until && at < in.size();)
        out += in[at++];
    } else if (line[0] == '+') {
      out += content;
    } else if (line[0] != '\\') {
      EXPECT_LT(at, in.size());
      if (at == in.size())
        return out;
      EXPECT_EQ(content, in[at]);
      if (line[0] == ' ')
        out += in[at];
      ++at;
    }
  }
  while (at < in.size())
    out += in[at++];
  return out;
}

/// Length of a longest common subsequence, the slow way.
std::size_t common(const std::string &a, const std::string &b) {
  std::vector<std::vector<std::size_t>> t(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      t[i + 1][j + 1] = a[i] == b[j] ? t[i][j] + 1 : std::max(t[i][j + 1], t[i + 1][j]);
  return t.back().back();
}

TEST(DriverDiff, RandomTextsPatchToEachOtherWithFewestLines) {
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    std::string a, b, before, after;
    const unsigned alphabet = 1 + random() % 5;
    for (unsigned i = random() % 24; i > 0; --i)
      a += static_cast<char>('a' + random() % alphabet);
    for (unsigned i = random() % 24; i > 0; --i)
      b += static_cast<char>('a' + random() % alphabet);
    for (const char c : a)
      before += std::string(1, c) + "\n";
    for (const char c : b)
      after += std::string(1, c) + "\n";
    if (!after.empty() && random() % 4 == 0)
      after.pop_back();
    const std::string diff = unifiedDiff(before, after, "f", random() % 4);
    if (before == after)
      continue;
    ASSERT_EQ(patched(before, diff), after) << diff;
    if (!after.ends_with('\n'))
      continue;
    std::size_t edits = 0;
    for (std::size_t at = diff.find("@@"); (at = diff.find('\n', at)) != diff.npos && ++at < diff.size();)
      edits += diff[at] == '-' || diff[at] == '+';
    ASSERT_EQ(edits, a.size() + b.size() - 2 * common(a, b)) << diff;
  }
}

} // namespace
