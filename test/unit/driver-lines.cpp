// #line directives of rewritten copies.

#include "driver/LineDirectives.h"

#include <gtest/gtest.h>

using namespace rewrite;
using rewrite::driver::withLineDirectives;

namespace {

/// The edit that puts `text` in the place of the first `old`.
Edit edit(const std::string &before, const std::string &old, const std::string &text) {
  return {before.find(old), old.size(), text};
}

TEST(LineDirectives, NameTheOriginalOnce) {
  EXPECT_EQ(withLineDirectives("int a;\nint b;\n", {}, "dir/a.cpp"), "#line 1 \"dir/a.cpp\"\nint a;\nint b;\n");
  EXPECT_EQ(withLineDirectives("", {}, "a.cpp"), "#line 1 \"a.cpp\"\n");
}

TEST(LineDirectives, QuoteTheName) {
  EXPECT_EQ(withLineDirectives("int a;\n", {}, "a \"b\"\\c.cpp"), "#line 1 \"a \\\"b\\\"\\\\c.cpp\"\nint a;\n");
}

TEST(LineDirectives, StandBehindTheByteOrderMarkWithTheFilesLineEnds) {
  EXPECT_EQ(withLineDirectives("\xEF\xBB\xBFint a;\r\n", {}, "a.cpp"), "\xEF\xBB\xBF#line 1 \"a.cpp\"\r\nint a;\r\n");
}

TEST(LineDirectives, ResumeBehindALineThatWent) {
  const std::string before = "void f() {\n  a();\n  b();\n  c();\n}\n";
  EXPECT_EQ(withLineDirectives(before, {edit(before, "  b();\n", "")}, "a.cpp"),
            "#line 1 \"a.cpp\"\nvoid f() {\n  a();\n#line 4\n  c();\n}\n");
}

TEST(LineDirectives, AreNotNeededWhereTheNumberOfLinesStays) {
  const std::string before = "void f() {\n  a();\n  b();\n}\n";
  EXPECT_EQ(withLineDirectives(before, {edit(before, "a()", "changed()")}, "a.cpp"),
            "#line 1 \"a.cpp\"\nvoid f() {\n  changed();\n  b();\n}\n");
}

TEST(LineDirectives, GiveNewLinesTheNumberOfWhatTheyReplace) {
  const std::string before = "void f() {\n  a();\n  b();\n}\n";
  EXPECT_EQ(withLineDirectives(before, {edit(before, "a();", "x();\n  y();\n  z();")}, "a.cpp"),
            "#line 1 \"a.cpp\"\nvoid f() {\n  x();\n#line 2\n  y();\n#line 2\n  z();\n  b();\n}\n");
}

TEST(LineDirectives, StandBetweenStatementsOnly) {
  const std::string before = "void f() {\n  g(a,\n    b);\n  c();\n}\n";
  EXPECT_EQ(withLineDirectives(before, {edit(before, "a,\n", "a, x,\n    y,\n")}, "a.cpp"),
            "#line 1 \"a.cpp\"\nvoid f() {\n  g(a, x,\n    y,\n    b);\n#line 4\n  c();\n}\n");
}

TEST(LineDirectives, StandInLambdasButNotInMacros) {
  std::string before = "void f() {\n  herd([&] {\n    a();\n    b();\n    c();\n  });\n}\n";
  EXPECT_EQ(withLineDirectives(before, {edit(before, "    a();\n", "")}, "a.cpp"),
            "#line 1 \"a.cpp\"\nvoid f() {\n  herd([&] {\n#line 4\n    b();\n    c();\n  });\n}\n");
  before = "void f() {\n  a(); CHECK({\n    b();\n    c();\n  });\n  d();\n}\n";
  EXPECT_EQ(withLineDirectives(before, {edit(before, "a();", "x();\n  y();")}, "a.cpp"),
            "#line 1 \"a.cpp\"\nvoid f() {\n  x();\n#line 2\n  y(); CHECK({\n    b();\n    c();\n  });\n  d();\n}\n");
}

TEST(LineDirectives, LeaveRawStringsCommentsAndLongDirectivesWhole) {
  const std::string tail = "const char *s = R\"(;\n;\n)\";\n/* ;\n;\n */\n#define A ;\\\n  ;\\\n  ;\nint x;\n";
  std::string before = "int a;\nint b;\n" + tail;
  EXPECT_EQ(withLineDirectives(before, {edit(before, "int a;\n", "")}, "a.cpp"), "#line 2 \"a.cpp\"\nint b;\n" + tail);

  // What follows a comment of several lines is counted on from there, but the comment stays whole.
  before = "int a; int b;\n/* ;\n */ int c;\nint d;\n";
  EXPECT_EQ(withLineDirectives(before, {edit(before, "int b;\n", "")}, "a.cpp"),
            "#line 1 \"a.cpp\"\nint a; /* ;\n */ int c;\n#line 4\nint d;\n");
}

TEST(LineDirectives, KeepOutOfACommentBeforeAStatement) {
  const std::string before = "int a;\nint b;\n/* ;\n */ int c;\nint d;\n";
  EXPECT_EQ(withLineDirectives(before, {edit(before, "int b;\n", "")}, "a.cpp"),
            "#line 1 \"a.cpp\"\nint a;\n/* ;\n */ int c;\n#line 5\nint d;\n");
}

TEST(LineDirectives, ComeBeforeADirectiveToo) {
  const std::string before = "int a;\nint b;\n#if 0\n#endif\nint c;\n";
  EXPECT_EQ(withLineDirectives(before, {edit(before, "int b;\n", "")}, "a.cpp"),
            "#line 1 \"a.cpp\"\nint a;\n#line 3\n#if 0\n#endif\nint c;\n");
}

} // namespace
