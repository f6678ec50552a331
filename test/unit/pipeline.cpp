//===- pipeline.cpp - a sequence of passes with their options --------------===//

#include "pto-rewrite/Pipeline.h"
#include "pto-rewrite/PassInfo.h"

#include <gtest/gtest.h>

using namespace rewrite;

namespace {

const std::string fold = "fold-no-op-reshape", fuse = "fuse-create-assemble-to-slice";

std::vector<std::string> names(std::string_view text) {
  Pipeline pipeline;
  PipelineError error;
  EXPECT_TRUE(parsePipeline(text, pipeline, error)) << error.message;
  std::vector<std::string> result;
  for (const PassStep &step : pipeline)
    result.push_back(step.pass);
  return result;
}

PipelineError wrong(std::string_view text) {
  Pipeline pipeline = {{"left from before", {}}};
  PipelineError error;
  EXPECT_FALSE(parsePipeline(text, pipeline, error));
  EXPECT_TRUE(pipeline.empty());
  EXPECT_EQ(error.text, text);
  return error;
}

TEST(Pipeline, Sequences) {
  EXPECT_EQ(names(""), std::vector<std::string>{});
  EXPECT_EQ(names("  "), std::vector<std::string>{});
  EXPECT_EQ(names(fold), std::vector<std::string>{fold});
  EXPECT_EQ(names(" " + fold + " ,\n\t" + fuse + "{} "), (std::vector<std::string>{fold, fuse}));
  EXPECT_EQ(names(fold + "," + fold), (std::vector<std::string>{fold, fold}));
}

TEST(Pipeline, Predefined) {
  EXPECT_TRUE(names("@O0").empty());
  EXPECT_EQ(names("@O2"), (std::vector<std::string>{fold, fuse}));
  EXPECT_TRUE(defaultPipeline(0).empty());
  for (unsigned level : {1u, 2u, 3u})
    for (const PassStep &step : defaultPipeline(level))
      EXPECT_TRUE(findPass(step.pass)) << step.pass;
}

TEST(Pipeline, Targets) {
  EXPECT_TRUE(targetPipeline(0, "avx512").empty());
  EXPECT_TRUE(targetPipeline(3, "mmx").empty());
  for (const char *target : {"avx512", "avx2"}) {
    const Pipeline exact = targetPipeline(2, target), free = targetPipeline(3, target);
    ASSERT_FALSE(exact.empty());
    EXPECT_EQ(exact.back().pass, "lower-vectors");
    EXPECT_EQ(exact.back().value("target"), target);
    EXPECT_FALSE(exact.back().allowed);
    EXPECT_TRUE(free.back().allowed);
  }
}

TEST(Pipeline, ErrorsCarryTheColumnAndASuggestion) {
  PipelineError error = wrong(fold + ", fuse-create-asemble-to-slice");
  EXPECT_EQ(error.column, 21u);
  EXPECT_EQ(error.message, "unknown pass 'fuse-create-asemble-to-slice'; did you mean '" + fuse + "'?");
  error = wrong("nonsense");
  EXPECT_EQ(error.column, 1u);
  EXPECT_NE(error.message.find("; passes: "), std::string::npos) << error.message;
}

TEST(Pipeline, SyntaxErrors) {
  EXPECT_EQ(wrong(fold + ",").message, "expected the name of a pass after ','");
  EXPECT_EQ(wrong(fold + ",").column, fold.size() + 2);
  EXPECT_EQ(wrong("," + fold).message, "expected the name of a pass, found ','");
  EXPECT_EQ(wrong(fold + " " + fuse).message, "expected ',' between passes, found 'f'");
  EXPECT_EQ(wrong(fold + "{").message, "'{' is not closed");
  EXPECT_EQ(wrong(fold + "{").column, fold.size() + 1);
  EXPECT_EQ(wrong(fold + "}").message, "expected ',' between passes, found '}'");
  EXPECT_EQ(wrong(fold + "{=1}").message, "expected an option of '" + fold + "' or '}', found '='");
  EXPECT_EQ(wrong(fold + "{no-such-option}").column, fold.size() + 2);
}

TEST(Pipeline, Flags) {
  const auto options = [](const std::string &text) {
    Pipeline pipeline;
    PipelineError error;
    EXPECT_TRUE(parsePipeline(fuse + text, pipeline, error)) << error.message;
    return pipeline.empty() ? decltype(PassStep::options){} : pipeline[0].options;
  };
  const decltype(PassStep::options) set = {{"allow-partial-fill", "true"}};
  EXPECT_EQ(options("{allow-partial-fill}"), set);
  EXPECT_EQ(options("{ allow-partial-fill=true }"), set);
  EXPECT_EQ(options("{allow-partial-fill=false}").size(), 0u);
  EXPECT_EQ(wrong(fuse + "{allow-partial-fill=maybe}").message,
            "option 'allow-partial-fill' is a flag: true or false, found 'maybe'");
  EXPECT_EQ(wrong(fuse + "{allow-partial-fill=}").message, "option 'allow-partial-fill' has an empty value");
  EXPECT_EQ(wrong(fuse + "{allow-partial-fill allow-partial-fill}").message,
            "option 'allow-partial-fill' is given twice");
  EXPECT_EQ(wrong(fuse + "{allow-partial-fil}").message,
            "'" + fuse + "' has no option 'allow-partial-fil'; did you mean 'allow-partial-fill'?");
}

TEST(Pipeline, AFileThatIsNotThere) {
  EXPECT_EQ(wrong("@no/such/file").message,
            "no predefined pipeline and no readable file 'no/such/file'; predefined: "
            "@O0, @O1, @O2, @O3, @avx2, @avx512, @avx512-vnni, @layernorm, @matmul-inner, @rmsnorm");
}

TEST(Nearest, IsNearOrNothing) {
  const std::vector<std::string> words = {"hoist", "fuse-create", "fold"};
  EXPECT_EQ(nearest("hoit", words), "hoist");
  EXPECT_EQ(nearest("fuse_create", words), "fuse-create");
  EXPECT_EQ(nearest("fus", words), "fuse-create") << "a beginning";
  EXPECT_EQ(nearest("bold", words), "fold");
  EXPECT_EQ(nearest("xyz", words), "");
  EXPECT_EQ(nearest("", words), "");
}

} // namespace
