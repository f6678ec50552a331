//===- analysis-memory.cpp - views, accesses, aliasing, summaries -----------===//

#include "kernel.h"

using namespace rewrite;
using namespace rewrite::test;

namespace {

const char *const kernels = R"(
using Row = Tensor<float, 1, 8>;
using Mat = Tensor<float, 4, 8>;
PTO_INCORE Row fill(In<Mat> x, Index r, Out<Row> o) { return tile::store(tile::load<1, 8>(x, {r, 0}), {0, 0}, o); }
PTO_INCORE Row half_row(In<Mat> x, Out<Row> o) { return tile::store(tile::load<1, 4>(x, {0, 0}), {0, 0}, o); }
PTO_INCORE Row by_chunks(In<Mat> x, Out<Row> o) {
  for (Index c = 0; c < 8; c += 2) o = tile::store(tile::load<1, 2>(x, {0, c}), {0, c}, o);
  return o;
}
PTO_INCORE Row maybe(In<Mat> x, bool c, Out<Row> o) {
  if (c) o = tile::store(tile::load<1, 8>(x, {0, 0}), {0, 0}, o);
  return o;
}
PTO_INCORE Row accumulate(In<Mat> x, InOut<Row> o) {
  auto t = tile::add(tile::load<1, 8>(o, {0, 0}), tile::load<1, 8>(x, {0, 0}));
  return tile::store(t, {0, 0}, o);
}
PTO_INCORE Row promised(In<Mat> x, Out<Row> o);
PTO_INCORE Row two(In<Mat> x, Out<Row> a, Out<Row> b);
Row helper(Mat x, Row o);
Mat kept;
void keep(Mat x) { kept = x; }
void dense(DenseTensor<float, 1, 8> d);
void looks(Row r) { dense(r); }
)";

struct Facts {
  explicit Facts(const std::string &body,
                 const std::string &parameters = "In<Mat> x, Out<Mat> out, Mat free, Mat other")
      : kernel(std::string(kernels) + "PTO_ORCHESTRATION void f(" + parameters + ") {\n" + body + "\n}"),
        f(kernel.function("f")),
        a(f, kernel.summaries) {}

  std::vector<View> views(const char *name, const Op &at) { return a.memory.views(Kernel::variable(f, name), at); }
  const Summary &summary(const char *name) { return kernel.summaries.of(kernel.function(name)); }
  const Op &at(unsigned n = 0) { return Kernel::op(f, "tensor.dim", n); }

  Kernel kernel;
  const Function &f;
  Analyses a;
};

} // namespace

TEST(Memory, SlicesOfSlicesAddUp) {
  Facts t("auto s = tensor::slice<2, 8>(out, {1, 0}); auto q = tensor::slice<1, 4>(s, {1, 4}); tensor::dim(q, 0);");
  const auto v = t.views("q", t.at());
  ASSERT_EQ(v.size(), 1u);
  EXPECT_EQ(v[0].root.variable, &Kernel::variable(t.f, "out"));
  ASSERT_TRUE(v[0].window);
  EXPECT_EQ(v[0].window->offsets[0].value, 2);
  EXPECT_EQ(v[0].window->offsets[1].value, 4);
  EXPECT_EQ(v[0].window->sizes[1].value, 4);
}

TEST(Memory, DroppedDimensionsStayInTheWindow) {
  Facts t("auto big = tensor::create<float, 2, 4, 8>(); auto s = tensor::slice<4, 8>(big, {1, 0, 0}); auto q = "
          "tensor::slice<1, 8>(s, {3, 0}); tensor::dim(q, 0);");
  const auto v = t.views("q", t.at());
  ASSERT_EQ(v.size(), 1u);
  ASSERT_TRUE(v[0].window);
  ASSERT_EQ(v[0].window->offsets.size(), 3u);
  EXPECT_EQ(v[0].window->offsets[0].value, 1);
  EXPECT_EQ(v[0].window->offsets[1].value, 3);
  EXPECT_EQ(v[0].window->sizes[0].value, 1);
}

TEST(Memory, AWindowIsForgottenWhenItsOffsetMoves) {
  Facts t("Index r = 0; auto s = tensor::slice<1, 8>(out, {r, 0}); tensor::dim(s, 0); r = r + 1; tensor::dim(s, 0);",
          "In<Mat> x, Out<Mat> out, Index n");
  EXPECT_TRUE(t.views("s", t.at(0))[0].window);
  Facts u("for (Index r = 0; r < n; ++r) { auto s = tensor::slice<1, 8>(out, {r, 0}); ++r; tensor::dim(s, 0); }",
          "In<Mat> x, Out<Mat> out, Index n");
  EXPECT_FALSE(u.views("s", u.at())[0].window);
}

TEST(Memory, HandlesFollowCopiesCallsAndAssembles) {
  Facts t("Row row = tensor::create<float, 1, 8>(); row = fill(x, 0, row); auto alias = row; out = "
          "tensor::assemble(out, alias, {0, 0}); tensor::dim(alias, 0); tensor::dim(out, 0);");
  EXPECT_EQ(t.views("alias", t.at(0))[0].root.op, &Kernel::op(t.f, "tensor.create"));
  EXPECT_TRUE(t.views("alias", t.at(0))[0].whole);
  EXPECT_EQ(t.views("out", t.at(1))[0].root.variable, &Kernel::variable(t.f, "out"));
}

TEST(Memory, TwoRootsWhereTwoMayReach) {
  Facts t("Row a = tensor::create<float, 1, 8>(); Row b = tensor::create<float, 1, 8>(); if (tensor::dim(x, 0)) a = b; "
          "tensor::dim(a, 0);");
  EXPECT_EQ(t.views("a", t.at(1)).size(), 2u);
}

TEST(Memory, WhoMayAliasWhom) {
  Facts t("Row own = tensor::create<float, 1, 8>(); tensor::dim(own, 0);");
  const auto root = [&](const char *name) { return t.views(name, t.at())[0].root; };
  EXPECT_FALSE(t.a.memory.mayAlias(root("x"), root("out"))) << "roles: an Out overlaps nothing";
  EXPECT_TRUE(t.a.memory.mayAlias(root("free"), root("out"))) << "no role, no promise";
  EXPECT_TRUE(t.a.memory.mayAlias(root("free"), root("other")));
  EXPECT_FALSE(t.a.memory.mayAlias(root("own"), root("free")));
  EXPECT_FALSE(t.a.memory.mayAlias(root("own"), Root{}));
}

TEST(Memory, WhatEscapesMayBeTouchedByTheUnknown) {
  Facts t("Mat own = tensor::create<float, 4, 8>(); keep(own); tensor::dim(own, 0);");
  const Root own = t.views("own", t.at())[0].root;
  EXPECT_TRUE(t.a.memory.escapes(own));
  EXPECT_TRUE(t.a.memory.mayAlias(own, Root{}));
}

TEST(Summaries, FullWritesAreSeen) {
  Facts t("");
  const auto effect = [&](const char *name) { return t.summary(name).parameters.back(); };
  EXPECT_TRUE(effect("fill").writesAll);
  EXPECT_FALSE(effect("fill").reads);
  EXPECT_FALSE(effect("half_row").writesAll);
  EXPECT_TRUE(effect("half_row").writes);
  EXPECT_TRUE(effect("by_chunks").writesAll);
  EXPECT_FALSE(effect("maybe").writesAll);
  EXPECT_TRUE(effect("accumulate").readsBefore);
  EXPECT_TRUE(effect("accumulate").writesAll);
}

TEST(Summaries, ResultsAreTracedToParameters) {
  Facts t("");
  EXPECT_EQ(t.summary("fill").results[0].parameter, 2);
  EXPECT_TRUE(t.summary("fill").results[0].whole);
  EXPECT_EQ(t.summary("maybe").results[0].parameter, 2);
}

TEST(Summaries, DeclarationsPromiseTheirRoles) {
  Facts t("Row r = tensor::create<float, 1, 8>(); r = promised(x, r); r = two(x, r, r); r = helper(x, r);");
  const auto declared = [&](const char *name) -> const Summary & {
    return t.kernel.summaries.of(*Kernel::op(t.f, name).callee);
  };
  EXPECT_TRUE(declared("promised").parameters[1].writes);
  EXPECT_FALSE(declared("promised").parameters[1].reads);
  EXPECT_FALSE(declared("promised").parameters[1].writesAll);
  EXPECT_FALSE(declared("promised").touchesUnknown);
  EXPECT_EQ(declared("promised").results[0].parameter, 1);
  EXPECT_EQ(declared("two").results[0].kind, ResultSource::Kind::Unknown) << "two outputs of one type";
  EXPECT_TRUE(declared("helper").touchesUnknown);
  EXPECT_TRUE(declared("helper").parameters[1].retains);
}

TEST(Summaries, RetainedAndDenseParameters) {
  Facts t("");
  EXPECT_TRUE(t.summary("keep").parameters[0].retains);
  EXPECT_TRUE(t.summary("looks").parameters[0].needsDense);
}

TEST(Summaries, WindowsAreTranslatedToTheCall) {
  Facts t("Row row = tensor::create<float, 1, 8>(); fill(out, 2, row);");
  for (const Access &access : t.a.memory.accesses(Kernel::op(t.f, "fill")))
    if (access.operand == 0) {
      ASSERT_TRUE(access.view.window);
      EXPECT_EQ(access.view.window->offsets[0].value, 2);
      EXPECT_EQ(access.view.window->sizes[0].value, 1);
    }
}
