//===- kernel-source.cpp - comments, directives, lines ----------------------===//

#include "kernel/Source.h"

#include <gtest/gtest.h>

using namespace rewrite;

static SourceFile scanned(std::string bytes) {
  SourceFile f;
  f.path = "/f.cpp";
  f.bytes = std::move(bytes);
  f.scan();
  return f;
}

static std::vector<std::string> texts(const SourceFile &f, const std::vector<SourceRange> &ranges) {
  std::vector<std::string> out;
  for (const SourceRange &r : ranges)
    out.push_back(f.bytes.substr(r.begin, r.end - r.begin));
  return out;
}

TEST(Source, FindsCommentsOutsideOfLiterals) {
  const SourceFile f = scanned("int a; // one\n"
                               "const char *s = \"// none\"; /* two */ char c = '\"'; // three\n"
                               "auto r = R\"x(// none )\" )x\"; int n = 1'000; // four\n");
  EXPECT_EQ(texts(f, f.comments), (std::vector<std::string>{"// one", "/* two */", "// three", "// four"}));
}

TEST(Source, FindsDirectivesWithContinuations) {
  const SourceFile f = scanned("#define A \\\n  1 // tail\nint x;\n  # if A\nint y = 1 # 2;\n#endif\n");
  EXPECT_EQ(texts(f, f.directives), (std::vector<std::string>{"#define A \\\n  1 ", "# if A", "#endif"}));
}

TEST(Source, CommentOverSeveralLinesBySplice) {
  const SourceFile f = scanned("// a \\\n b\nint x;\n");
  EXPECT_EQ(texts(f, f.comments), (std::vector<std::string>{"// a \\\n b"}));
}

TEST(Source, CountsLinesAndColumns) {
  const SourceFile f = scanned("ab\r\ncd\r\n");
  EXPECT_EQ(f.location(0).line, 1u);
  EXPECT_EQ(f.location(5).line, 2u);
  EXPECT_EQ(f.location(5).column, 2u);
  EXPECT_EQ(f.endOfLine(), "\r\n");
  EXPECT_EQ(f.lineBegin(5), 4u);
  EXPECT_EQ(f.lineEnd(5), 8u);
}

TEST(Source, SaysWhatAnEditWouldDestroy) {
  SourceFile f;
  f.bytes = "f(a /* c */, b);\ng(\n#if X\nh\n#endif\n);\n// pto-rewrite: off\ni();\n// pto-rewrite: on\nj();\n";
  f.scan();
  const auto range = [&](const char *from, const char *to) {
    const auto b = static_cast<unsigned>(f.bytes.find(from));
    return SourceRange{&f, b, static_cast<unsigned>(f.bytes.find(to, b) + std::string(to).size())};
  };
  EXPECT_EQ(obstacleIn(range("f(a", ";")), Obstacle::Comment);
  EXPECT_EQ(obstacleIn(range("f(a", ";"), {range("a /*", "*/")}), Obstacle::Nothing);
  EXPECT_EQ(obstacleIn(range("g(", ");")), Obstacle::Directive);
  EXPECT_EQ(obstacleIn(range("i()", ";")), Obstacle::Frozen);
  EXPECT_EQ(obstacleIn(range("j()", ";")), Obstacle::Nothing);
  EXPECT_EQ(obstacleIn({}), Obstacle::Macro);
}
